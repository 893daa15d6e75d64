"""Views: what shows models and turns gestures and keys into commands."""
