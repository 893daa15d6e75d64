"""Who takes part: adding combatants, the library of stat blocks, names, numbers, sides and groups.

How they stand in the fight is shown by the list and the inspector, which nothing here knows.
"""
