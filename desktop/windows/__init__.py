"""The windows: the main one, the players' display, and the dialogs."""
