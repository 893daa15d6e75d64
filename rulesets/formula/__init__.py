"""Formulas of rulesets: a text checked and compiled to a closure; dice codes; the work that both may cost.

Nothing here knows a ruleset, a combatant or a fight.
"""
