"""Says by which numbers a state goes that nobody has entered."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from rulesets.seen.number_format import minus


def lacking(lacks: Iterable[tuple[str, int]]) -> list[str]:
    """Return it in words for each stat that is ``lacking``, by its label, with what counts for it."""
    told = QCoreApplication.translate("Lacking", "{stat} is not entered: {number} counts")
    return [told.format(stat=stat, number=minus(str(number))) for stat, number in lacks]
