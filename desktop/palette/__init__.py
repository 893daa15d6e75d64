"""The command palette: whatever can be done and everybody there is, found by typing.

It does what other rooms offer, and has no commands of its own.
"""
