"""Damage and healing: the sheet that shows every stage for each target, and commits them at once.

The inspector and the dialog show the same sheet; it knows neither of them.
"""
