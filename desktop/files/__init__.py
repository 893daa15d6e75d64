"""What is kept on disk: encounters and their journal, prepared encounters, compiled rulesets.

Nothing here is shown; what is said when something goes wrong stands in :mod:`desktop.messages`.
"""
