"""What comes from other programs: files, and texts that were pasted, as plain records, and as combatants.

A reader per format (`readers/`) makes records of what a file says (`found`) and knows no ruleset; which stat
of a ruleset each value becomes is data of the ruleset, and `fitting` goes by it. Nothing is written here,
nothing but the bytes given is read, and no path or address inside them is followed.
"""
