"""What a combatant can do now: offers, what they still have to be told, and what is left to pay with.

Neither the list nor the inspector may come in: both show what is here.
"""
