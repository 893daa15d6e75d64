"""Adding combatants: the dialog with its lines, the form for one, stat blocks and places among equals.

Who takes part already is shown elsewhere; nothing here changes it.
"""
