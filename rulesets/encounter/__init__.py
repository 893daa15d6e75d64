"""What is on the table: combatants, order, turn, effects; commands, events, refusals. All frozen."""
