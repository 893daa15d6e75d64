"""Rules core of Turnwright: rounds, budgets and tracks as data."""

__version__ = "0.1.0"
