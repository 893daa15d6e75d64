"""Everything about the selected combatant: effects, tracks, stats, notes, budget and what it can do.

It knows neither the list nor the window: somebody tells it who is selected.
"""
