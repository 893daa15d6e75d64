"""Files made of a summary or a document: HTML, Markdown, CSV, JSON. Nothing in them loads or runs anything."""
