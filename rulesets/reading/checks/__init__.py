"""Checks of a ruleset that is read: each looks at one thing that its author can have got wrong.

They find problems; none of them changes or compiles anything.
"""
