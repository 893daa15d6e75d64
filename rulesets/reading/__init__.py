"""From the text of a ruleset to the compiled rules, with everything that is wrong with it, told at once.

What a key may hold is said in :mod:`rulesets.vocabulary`; nothing here plays a fight.
"""
