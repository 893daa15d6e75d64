"""Plays the window by keys and mouse, for demonstrations, stories and pictures. It is not shipped.

It gives no command, and nothing of the product may know it.
"""
