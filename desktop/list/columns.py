"""How wide the columns of the initiative list are: by what they show, pressed together where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtGui import QFont, QFontMetricsF

from desktop.list.delegates import budget, track
from desktop.list.rows.values import Column, Kind, Token
from desktop.theme import Metrics, metrics_of
from rulesets.seen.scene import shown_track
from rulesets.seen.showing import step_shorts
from rulesets.vocabulary import Rules

_MOST_TRACK = 15
"""Width in ems up to which a track is shown step by step; of a longer one only the step reached."""
_STEPS = ("bare", "least", "liked")


class Span(Struct, frozen=True):
    """What a column needs: bare to be of any use, the least that looks right, what it likes.

    ``share`` is its part of what is left beyond that.
    """

    bare: float
    least: float
    liked: float
    share: float = 0.0


def spans(columns: Sequence[Column], rules: Rules, font: QFont) -> list[Span]:
    """Return what each column needs for a ruleset."""
    metrics = metrics_of(font)
    small = QFontMetricsF(metrics.small)
    found = []
    for column in columns:
        span = _span(column.kind, rules, metrics)
        label = small.horizontalAdvance(column.label.upper()) + metrics.gap * 2
        found.append(replace(span, liked=max(span.liked, min(label, metrics.em * 10))))
    return found


def _span(kind: Kind, rules: Rules, metrics: Metrics) -> Span:
    em, margins = metrics.em, metrics.gap * 2
    match kind:
        case Kind.COUNT:
            return Span(metrics.stripe + em * 2, metrics.stripe + em * 2.7, metrics.stripe + em * 3.2)
        case Kind.COMBATANT:
            return Span(em * 7, em * 8.5, em * 14, 3)
        case Kind.DECLARED:
            return Span(em * 6, em * 11, em * 17, 2)
        case Kind.ROLL:
            return Span(em * 3, em * 5, em * 8)
        case Kind.BUDGET:
            tokens = _full_tokens(rules)
            least = budget.tokens_width(tokens, metrics, budget.PADDINGS[-1]) + margins
            liked = budget.tokens_width(tokens, metrics, budget.PADDINGS[0]) + margins
            return Span(min(least, em * 4.6), least, liked + em * 0.5)
        case Kind.HEALTH:
            return Span(em * 3.2, em * 5.5, em * 10, 1)
        case Kind.TRACK:
            shown, compact, most = shown_track(rules), em * 4, em * _MOST_TRACK
            steps = step_shorts(shown) if shown is not None else ()
            least = track.track_width(steps, metrics, track.PADDINGS[-1]) + margins
            liked = track.track_width(steps, metrics, track.PADDINGS[0]) + margins + em * 0.5
            if least > most:
                return Span(compact, compact, compact + em * 2)
            return Span(min(least, compact), least, min(liked, most))
        case Kind.EFFECTS:
            return Span(em * 3, em * 5, em * 11, 3)


def _full_tokens(rules: Rules) -> list[Token]:
    """Return the tokens of somebody who has spent nothing."""
    shown = {name: p for name, p in rules.pools.items() if p.shown != "hidden" and not p.within}
    doubled = {pool.within for pool in rules.pools.values()}
    return [
        Token(
            label=pool.label,
            short=pool.short or pool.label[:4].upper(),
            left=88 if pool.shown == "number" else 1,
            size=88 if pool.shown == "number" else 1,
            round=pool.shape == "round",
            number=pool.shown == "number",
            extra=8 if name in doubled else 0,
        )
        for name, pool in shown.items()
    ]


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
