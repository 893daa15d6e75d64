"""Rulesets as their authors see them: the list, problems, changes on disk, options, cases that are played.

Reading and checking are the core's; nothing here touches a fight but by a command.
"""
