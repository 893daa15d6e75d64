"""Plays the window by keys and mouse, for demonstrations, stories and pictures.

It gives no command, and nothing of the window may know it.
"""
