"""Commands: menus, keys, the primary button, and what each does to whoever is selected.

Nothing here lays out a window; what a command shows stands in the room that it is about.
"""
