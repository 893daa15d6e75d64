"""What leaves the program: printing with its preview, exported files, the summary without a window.

What is in a document is the core's; here it is asked for, laid out and written.
"""
