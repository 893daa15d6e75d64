"""What the window needs besides widgets: texts, settings, files, messages."""
