"""The prepared values of the initiative list, for whoever reads them through its model.

They are defined in :mod:`desktop.list.row_values`, below models and delegates, which may not know each other.
"""

from __future__ import annotations

from desktop.list.row_values import Card, Chip, Column, Health, Kind, NextThrow, Pips, RowValue, Token

__all__ = ["Card", "Chip", "Column", "Health", "Kind", "NextThrow", "Pips", "RowValue", "Token"]
