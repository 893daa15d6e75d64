"""What lies on the table: combatants, order, turn, effects; commands, events, refusals. All frozen.

What they mean by the rules is the engine's; nothing here decides or reads a ruleset.
"""
