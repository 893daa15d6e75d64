"""Dialogs that ask what a command leaves open; each yields the commands that the window dispatches."""
