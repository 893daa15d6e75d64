"""One module per format, side by side: each has a `READER`, and adding one touches no other file."""
