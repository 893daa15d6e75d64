"""From a document to paper: laid out once in its own lengths, painted on a printer, a PDF, the screen.

Nothing here knows a fight or a dialog.
"""
