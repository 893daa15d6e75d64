"""The running program: how it starts, is one, reports crashes; its folders, settings and tasks.

Nothing here knows a window's parts, an encounter's file or a rule.
"""

SERVE = "--serve-players"
"""The word with which the program starts the server of the players' page, in a process of its own."""
