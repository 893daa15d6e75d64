"""What the columns of the initiative list look like: how wide they are, and who paints their cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QFontMetricsF

from desktop.list.columns import COLUMNS, Column, Kind
from desktop.list.delegates import budget, track
from desktop.list.delegates.combatant import CombatantDelegate, play_width
from desktop.list.delegates.count import CountDelegate
from desktop.list.delegates.declared import DeclaredDelegate
from desktop.list.delegates.effects import EffectsDelegate
from desktop.list.delegates.health import HealthDelegate
from desktop.list.delegates.plain import PlainDelegate
from desktop.list.delegates.row import RowDelegate
from desktop.list.rows.values import Token
from desktop.theme import Metrics, metrics_of
from rulesets.formula.dice import print_code
from rulesets.seen.number_format import step_shorts
from rulesets.seen.scene import Viewer

_MOST_TRACK = 15
"""Width in ems up to which a track is shown step by step; of a longer one only the step reached."""
_STEPS = ("bare", "least", "liked")
_MOST_NAME, _BARE_NAME = 14.0, 10.0
"""Widths in ems: what names get before others have all they like, and before those have enough."""
_MEASURED = 12
"""Names that are measured in letters' widths: the longest of them."""


class Span(Struct, frozen=True):
    """What a column needs: bare to be of any use, the least that looks right, what it likes.

    ``share`` is its part of what is left beyond that.
    """

    bare: float
    least: float
    liked: float
    share: float = 0.0


class ColumnLook(Struct, frozen=True):
    """What one column looks like."""

    delegate: Callable[[QObject], RowDelegate]
    span: Callable[[Viewer, Metrics], Span]


def _ems(bare: float, least: float, liked: float, share: float = 0.0) -> Callable[[Viewer, Metrics], Span]:
    return lambda viewer, metrics: Span(bare * metrics.em, least * metrics.em, liked * metrics.em, share)


def _count_span(viewer: Viewer, metrics: Metrics) -> Span:
    em, stripe, order = metrics.em, metrics.stripe, viewer.order
    if order is not None and order.roll is not None and order.roll.deck:
        return Span(stripe + em * 2.4, stripe + em * 3.2, stripe + em * 3.6)
    aside = _code_width(viewer, metrics)
    return Span(stripe + em * 2.2, stripe + max(em * 2.7, aside * 0.8), stripe + max(em * 3.2, aside))


def _code_width(viewer: Viewer, metrics: Metrics) -> float:
    """Return how wide a die code beside the count is, with its name ('Per 3D+2'); 0 without one."""
    aside = viewer.rules.stats.get(viewer.order.aside) if viewer.order is not None else None
    if aside is None or aside.type != "code":
        return 0.0
    text = f"{aside.short or aside.label} {print_code(8)}"
    return QFontMetricsF(metrics.small).horizontalAdvance(text) * 1.06 + metrics.gap


def _budget_span(viewer: Viewer, metrics: Metrics) -> Span:
    tokens, margins = _full_tokens(viewer), metrics.gap * 2
    least = budget.tokens_width(tokens, metrics, budget.PADDINGS[-1]) + margins
    liked = budget.tokens_width(tokens, metrics, budget.PADDINGS[0]) + margins
    return Span(min(least, metrics.em * 4.6), least, liked + metrics.em * 0.5)


def _track_span(viewer: Viewer, metrics: Metrics) -> Span:
    em, margins, shown = metrics.em, metrics.gap * 2, viewer.main_track
    compact, most = em * 4, em * _MOST_TRACK
    steps = step_shorts(shown) if shown is not None else ()
    least = track.track_width(steps, metrics, track.PADDINGS[-1]) + margins
    liked = track.track_width(steps, metrics, track.PADDINGS[0]) + margins + em * 0.5
    if least > most:
        return Span(compact, compact, compact + em * 2)
    return Span(min(least, compact), least, min(liked, most))


def _full_tokens(viewer: Viewer) -> list[Token]:
    """Return the tokens of somebody who has spent nothing."""
    return [
        Token(
            label=pool.label,
            short=pool.short or pool.label[:4].upper(),
            left=88 if pool.shown == "number" else 1,
            size=88 if pool.shown == "number" else 1,
            round=pool.shape == "round",
            number=pool.shown == "number",
            extra=8 if name in viewer.inside else 0,
        )
        for name, pool in viewer.pools.items()
        if not pool.within
    ]


_LOOKS: dict[str, ColumnLook] = {
    Kind.COUNT: ColumnLook(CountDelegate, _count_span),
    Kind.COMBATANT: ColumnLook(CombatantDelegate, _ems(7, 8.5, 14, 3)),
    Kind.DECLARED: ColumnLook(DeclaredDelegate, _ems(6, 11, 17, 2)),
    Kind.BUDGET: ColumnLook(budget.BudgetDelegate, _budget_span),
    Kind.HEALTH: ColumnLook(HealthDelegate, _ems(3.2, 5.5, 10, 1)),
    Kind.TRACK: ColumnLook(track.TrackDelegate, _track_span),
    Kind.EFFECTS: ColumnLook(EffectsDelegate, _ems(3, 5, 11, 3)),
}
LOOKS: dict[str, ColumnLook] = {
    kind: _LOOKS.get(kind) or ColumnLook(partial(PlainDelegate, kind), _ems(3, 5, 8)) for kind in COLUMNS
}
"""Kind → what it looks like; what is not said is one of words alone."""


def look_for(kind: str) -> ColumnLook:
    """Return what a column looks like: one of the list's own, or one that was chosen."""
    return LOOKS.get(kind) or ColumnLook(partial(PlainDelegate, kind), _ems(2.4, 3.2, 4.6, 0.4))


def widest_name(names: Iterable[str], font: QFont) -> float:
    """Return the width in pixels of the longest of names with what stands before it on the active row.

    Of many names only the longest by letters are measured.
    """
    longest = sorted((" ".join(name.split()) for name in names), key=len)[-_MEASURED:]
    metrics = metrics_of(font)
    letters = QFontMetricsF(metrics.name)
    wide = max(map(letters.horizontalAdvance, longest), default=0.0)
    return wide + play_width(metrics) + metrics.gap * 2 + 1


def _named(span: Span, name: float, metrics: Metrics) -> Span:
    """Return what the column of combatants needs, so that a name as wide as ``name`` is there in full."""
    least = min(max(span.least, name), metrics.em * _MOST_NAME)
    return Span(min(least, metrics.em * _BARE_NAME), least, max(span.liked, least), span.share)


def spans(columns: Sequence[Column], viewer: Viewer, font: QFont, name: float = 0.0) -> list[Span]:
    """Return what each column needs for the ruleset of ``viewer``; ``name`` is the widest name in pixels."""
    metrics = metrics_of(font)
    small = QFontMetricsF(metrics.small)
    found = []
    for column in columns:
        span = look_for(column.kind).span(viewer, metrics)
        if column.kind == Kind.COMBATANT:
            span = _named(span, name, metrics)
        label = small.horizontalAdvance(column.label.upper()) + metrics.gap * 2
        found.append(replace(span, liked=max(span.liked, min(label, metrics.em * 10))))
    return found


def widths(columns: Sequence[Span], room: int) -> list[int]:
    """Return whole widths that fill ``room`` exactly, however little there is of it."""
    steps = [[0.0] * len(columns), *([getattr(span, name) for span in columns] for name in _STEPS)]
    for small, large in pairwise(steps):
        low, high = sum(small), sum(large)
        if room < high:
            part = (room - low) / (high - low)
            found = [one + (other - one) * part for one, other in zip(small, large, strict=True)]
            break
    else:
        shares = sum(span.share for span in columns) or 1.0
        found = [span.liked + (room - high) * span.share / shares for span in columns]
    ends = [round(sum(found[: number + 1])) for number in range(len(found))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]
