"""Any roll at the table: dice and sums as they are typed, codes and formulas of the ruleset by name."""
