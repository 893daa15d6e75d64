"""Documents for paper and files: from a summary and a template to plain values that can be drawn."""
