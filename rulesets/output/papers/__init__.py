"""Documents for paper and files: from a summary and a template to plain values that can be drawn.

No encounter and no rules come in, only the summary; nothing here draws, and nothing knows a printer.
"""
