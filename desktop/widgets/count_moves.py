"""What something that is done comes to in place, in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from rulesets.seen.ahead import CountMove
from rulesets.seen.number_format import minus

translate = QCoreApplication.translate


def move_in_words(move: CountMove | None) -> str:
    """Return "acts again on 9", or how the count changes where turns do not come by it alone; '' for None."""
    if move is None:
        return ""
    before, after = minus(str(move.before)), minus(str(move.after))
    if not move.turns:
        last = translate("CountMoves", "no further turn this round")
        return f"{move.order} {before} → {after}: {last}"
    if not move.again:
        return f"{move.order} {before} → {after}"
    if move.active:
        return translate("CountMoves", "acts again on {count}").format(count=after)
    return translate("CountMoves", "acts on {count}, not {before}").format(count=after, before=before)
