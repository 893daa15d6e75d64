"""Any roll at the table: dice and sums as they are typed, codes and formulas of the ruleset by name.

It knows no sheet and no panel that could want the number, and decides nothing of the fight.
"""
