"""What the columns of the initiative list look like: how wide they are, and who paints their cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import astuple, replace
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
from desktop.list.header import least_label
from desktop.list.rows.values import Chip, Token
from desktop.theme import Metrics, metrics_of
from rulesets.formula.dice import print_code
from rulesets.seen.number_format import step_shorts
from rulesets.seen.scene import Viewer
from rulesets.vocabulary import Pool

_MOST_TRACK = 15
"""Width in ems up to which a track is shown step by step; of a longer one only the step reached."""
_MOST_NAME, _BARE_NAME, _WHOLE_NAME = 14.0, 10.0, 26.0
"""Widths in ems: what names get before others have enough, when there is hardly any room, and before others
have all they like."""
_MOST_CHIP, _MOST_CHIPS = 9.0, 22.0
"""Widths in ems up to which effects get the room that their longest chip needs, and all those of a row."""
_SQUEEZED = 0.6
"""Part of what is bare that is left to names and effects, so that tokens and numbers have all of theirs."""
_NO_CHIPS = 1.8
"""Width in ems of a column that nobody has anything in: there stands the button that chooses columns."""
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
    first: int = 2
    """Those with a lower one have enough before others get more."""
    whole: bool = False
    """What there is between bare and least is of no use: it is painted in another way there."""
    firm: bool = False
    """It holds a number: names give way before that is made smaller."""


class Measured(Struct, frozen=True):
    """Widths in pixels of what people are shown with."""

    name: float = 0.0
    """Of the longest name."""
    chip: float = 0.0
    """Of the longest chip of an effect; 0 if nobody has one."""
    chips: float = 0.0
    """Of the effects of the one who has most of them, in a line."""

    def or_wider(self, other: Measured) -> Measured:
        """Return what both need."""
        return Measured(*(max(one, more) for one, more in zip(astuple(self), astuple(other), strict=True)))


class ColumnLook(Struct, frozen=True):
    """What one column looks like."""

    delegate: Callable[[QObject], RowDelegate]
    span: Callable[[Viewer, Metrics], Span]


def _ems(
    bare: float, least: float, liked: float, share: float = 0.0, *, firm: bool = False
) -> Callable[[Viewer, Metrics], Span]:
    return lambda viewer, metrics: Span(
        bare * metrics.em, least * metrics.em, liked * metrics.em, share, firm=firm
    )


def _count_span(viewer: Viewer, metrics: Metrics) -> Span:
    em, stripe, order = metrics.em, metrics.stripe, viewer.order
    if order is not None and order.roll is not None and order.roll.deck:
        return Span(stripe + em * 2.4, stripe + em * 3.2, stripe + em * 3.6, firm=True)
    aside = _code_width(viewer, metrics)
    least, liked = max(em * 2.7, aside * 0.8), max(em * 3.2, aside)
    return Span(stripe + em * 2.2, stripe + least, stripe + liked, firm=True)


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
    bare = min(least, budget.least_width(tokens, metrics) + margins)
    return Span(bare, least, liked + metrics.em * 0.5, first=3, whole=True)


def _track_span(viewer: Viewer, metrics: Metrics) -> Span:
    em, margins, shown = metrics.em, metrics.gap * 2, viewer.main_track
    compact, most = em * 4, em * _MOST_TRACK
    steps = step_shorts(shown) if shown is not None else ()
    least = track.track_width(steps, metrics, track.PADDINGS[-1]) + margins
    liked = track.track_width(steps, metrics, track.PADDINGS[0]) + margins + em * 0.5
    if least > most:
        return Span(compact, compact, compact + em * 2)
    return Span(min(least, em * 2.6), least, min(liked, most), first=4, whole=True)


def _full_tokens(viewer: Viewer) -> list[Token]:
    """Return the tokens of somebody who has spent nothing, as wide as any."""
    return [
        Token(
            label=pool.label,
            short=pool.short or pool.label[:4].upper(),
            left=_widest(pool),
            size=_widest(pool),
            round=pool.shown == "circle",
            number=pool.shown == "number",
            extra=8 if name in viewer.inside else 0,
        )
        for name, pool in viewer.pools.items()
        if not pool.shown_with
    ]


def _widest(pool: Pool) -> int:
    """Return a number as wide as any that is left in a pool; of one that holds one of something, that."""
    return 88 if pool.shown == "number" else 1 if pool.size == "1" else 8


_LOOKS: dict[str, ColumnLook] = {
    Kind.COUNT: ColumnLook(CountDelegate, _count_span),
    Kind.COMBATANT: ColumnLook(CombatantDelegate, _ems(7, 8.5, 12, 3)),
    Kind.DECLARED: ColumnLook(DeclaredDelegate, _ems(6, 11, 17, 8)),
    Kind.ROLL: ColumnLook(partial(PlainDelegate, Kind.ROLL), _ems(3, 6.4, 9, 1)),
    Kind.BUDGET: ColumnLook(budget.BudgetDelegate, _budget_span),
    Kind.HEALTH: ColumnLook(HealthDelegate, _ems(2.6, 5.5, 10, 1, firm=True)),
    Kind.TRACK: ColumnLook(track.TrackDelegate, _track_span),
    Kind.EFFECTS: ColumnLook(EffectsDelegate, _ems(3, 5, 11, 3)),
}
LOOKS: dict[str, ColumnLook] = {
    kind: _LOOKS.get(kind) or ColumnLook(partial(PlainDelegate, kind), _ems(3, 5, 8)) for kind in COLUMNS
}
"""Kind → what it looks like; what is not said is one of words alone."""


def look_for(kind: str) -> ColumnLook:
    """Return what a column looks like: one of the list's own, or one that was chosen."""
    return LOOKS.get(kind) or ColumnLook(partial(PlainDelegate, kind), _ems(2.4, 3.2, 4.6, 0.4, firm=True))


def widest_name(names: Iterable[str], font: QFont) -> float:
    """Return the width in pixels of the longest of names with what stands before it on the active row.

    Of many names only the longest by letters are measured.
    """
    longest = sorted((" ".join(name.split()) for name in names), key=len)[-_MEASURED:]
    metrics = metrics_of(font)
    letters = QFontMetricsF(metrics.name)
    wide = max(map(letters.horizontalAdvance, longest), default=0.0)
    return wide + play_width(metrics) + metrics.gap * 2 + 1


def widest_chips(rows: Iterable[Sequence[Chip]], font: QFont) -> Measured:
    """Return the widths of the longest chip of an effect, and of the effects of a row."""
    metrics = metrics_of(font)
    letters, beside = QFontMetricsF(metrics.small), metrics.gap * 2
    chip = line = 0.0
    for row in rows:
        found = [letters.horizontalAdvance(one.text) + beside for one in row]
        chip = max(chip, *found, 0.0)
        line = max(line, sum(found) + metrics.gap * 0.8 * max(0, len(found) - 1))
    margins = metrics.gap * 2 + 1
    return Measured(0.0, chip + margins if chip else 0.0, line + margins if line else 0.0)


def with_chips(measured: Measured, font: QFont) -> Measured:
    """Return the same with effects that need all the room which they are ever given."""
    em = metrics_of(font).em
    return measured.or_wider(Measured(0.0, em * _MOST_CHIP, em * _MOST_CHIPS))


def _named(span: Span, name: float, metrics: Metrics) -> Span:
    """Return what the column of combatants needs, so that a name as wide as ``name`` is there in full."""
    em = metrics.em
    least = min(max(span.least, name), em * _MOST_NAME)
    liked = max(least, min(name, em * _WHOLE_NAME), span.liked)
    return Span(min(least, em * _BARE_NAME), least, liked, span.share, first=0)


def _chipped(measured: Measured, metrics: Metrics) -> Span:
    """Return what the column of effects needs, so that the longest chip can be read; little if none."""
    em = metrics.em
    if not measured.chip:
        return Span(em * _NO_CHIPS, em * _NO_CHIPS, em * _MOST_CHIP, 3, first=1)
    least = min(max(measured.chip, em * 3), em * _MOST_CHIP)
    liked = max(em * _MOST_CHIP, min(measured.chips, em * _MOST_CHIPS))
    return Span(min(least, em * 5), least, max(liked, em * 6), 3, first=1)


def spans(
    columns: Sequence[Column], viewer: Viewer, font: QFont, measured: Measured = Measured()
) -> list[Span]:
    """Return what each column needs for the ruleset of ``viewer`` and what was ``measured`` of its people."""
    metrics = metrics_of(font)
    small = QFontMetricsF(metrics.small)
    found = []
    for column in columns:
        span = look_for(column.kind).span(viewer, metrics)
        if column.kind == Kind.COMBATANT:
            span = _named(span, measured.name, metrics)
        if column.kind == Kind.EFFECTS:
            span = _chipped(measured, metrics)
        label = small.horizontalAdvance(column.label.upper()) + metrics.gap * 2
        span = replace(span, liked=max(span.liked, min(label, metrics.em * 10)))
        if not span.whole and column.kind != Kind.EFFECTS:
            beside = metrics.stripe if column.kind == Kind.COUNT else metrics.gap
            word = least_label(column.label, font) + beside
            span = replace(span, bare=max(span.bare, word), least=max(span.least, word))
        found.append(span)
    return found


def widths(columns: Sequence[Span], room: int) -> list[int]:
    """Return whole widths that fill ``room`` exactly, however little there is of it.

    All have what is bare before anybody has more. Then names come first, effects behind them, and what is
    painted in another way where there is less room last, as a whole or not at all.
    """
    found = [span.bare for span in columns]
    needed = sum(found)
    if room < needed:
        found = _squeezed(columns, room)
    else:
        for first in sorted({span.first for span in columns}):
            _grow(found, columns, [at for at, span in enumerate(columns) if span.first == first], room)
        _grow(found, columns, [at for at, span in enumerate(columns) if span.first == 0], room, "liked")
        enough = [at for at, span in enumerate(columns) if found[at] >= span.least]
        _grow(found, columns, enough, room, "liked")
        left, shares = room - sum(found), [span.share for span in columns]
        parts = shares if any(shares) else [1.0] * len(columns)
        found = [one + left * part / sum(parts) for one, part in zip(found, parts, strict=True)]
    ends = [round(sum(found[: number + 1])) for number in range(len(found))]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


def _squeezed(columns: Sequence[Span], room: float) -> list[float]:
    """Return widths where not even what is bare has room.

    Tokens miss no pixel and numbers stay as large while the others can spare that; else numbers alone do.
    """
    bare = [span.bare for span in columns]
    for kept in ([one.whole or one.firm for one in columns], [one.firm for one in columns]):
        stiff = sum(one for one, keeps in zip(bare, kept, strict=True) if keeps)
        rest = sum(bare) - stiff
        if rest and room - stiff >= rest * _SQUEEZED:
            part = (room - stiff) / rest
            return [one if keeps else one * part for one, keeps in zip(bare, kept, strict=True)]
    return [one * room / sum(bare) for one in bare]


def _grow(
    found: list[float], columns: Sequence[Span], which: Sequence[int], room: float, step: str = "least"
) -> None:
    """Give some columns what they need, as far as there is room; whole ones all of it or nothing."""
    missing = {at: max(0.0, getattr(columns[at], step) - found[at]) for at in which}
    left = max(0.0, room - sum(found))
    if step == "least":
        missing = {at: more for at, more in missing.items() if not columns[at].whole or more <= left}
    needed = sum(missing.values())
    part = min(1.0, left / needed) if needed else 0.0
    for at, more in missing.items():
        found[at] += more * part
