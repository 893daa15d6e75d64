"""The rows of the list as prepared values: made from what is seen of a fight, with their words and moves.

Nothing here paints or knows a widget.
"""
