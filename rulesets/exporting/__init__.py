"""Files made of a summary: HTML, Markdown, CSV, JSON. Nothing in them loads or runs anything."""
