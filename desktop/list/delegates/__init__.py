"""Delegates: each paints one kind of cell from one prepared value and the palette.

They know neither the list nor its model.
"""
