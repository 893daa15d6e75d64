"""The window: its bars, panels, start page and layout, and the program that opens one or several.

It puts the rooms together; no room may know it.
"""
