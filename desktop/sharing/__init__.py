"""What the players see on their own phones, and what they send: the page, its server, links and slips."""

SERVE = "--serve-players"
"""The word with which the program starts the server of the players' page, in a process of its own."""
