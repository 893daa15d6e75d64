"""The window: everything a game master sees, built on the rules core and knowing no rules itself."""
