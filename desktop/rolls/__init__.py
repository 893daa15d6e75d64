"""Initiative as it is rolled: the table of rolls, ties and what decides them, corrected counts.

The order that comes of it is shown by :mod:`desktop.list`; nothing here knows the list.
"""
