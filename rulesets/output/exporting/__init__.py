"""Files made of a summary: HTML, Markdown, CSV, JSON. Nothing in them loads or runs anything."""

ARGUMENT = "--make-page"
"""What a program that is one file is called with to be the process that makes a page."""
