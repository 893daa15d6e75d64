"""Combatants on their way out: as Turnwright's own files, as other programs take them, and to be read.

`outgoing` says who goes and as what, a module per format makes its text, and `formats` lists them. What
comes back from each is read by `rulesets.incoming` and by `rulesets.campaign`.
"""
