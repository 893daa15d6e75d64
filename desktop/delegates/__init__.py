"""Delegates: each paints one kind of cell from one prepared value and the palette."""
