"""Why a number is what it is: the question, the card that answers it, and formulas worked out by hand.

Nothing here knows where the number is shown.
"""
