"""Actions left: a token for each pool, hollow if it is not good for everything, struck through once spent."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from desktop.list.delegates.look import Look, outline
from desktop.list.delegates.row import RowDelegate, inner
from desktop.list.rows.values import RowValue, Token
from desktop.theme import Metrics

PADDINGS = (2.0, 1.0, 0.5)
"""Room beside a token's text, in gaps: from what looks good to what still can be read."""


_LOW = 0.9
"""Height of a token in lines of its text below which two lines of tokens are none that can be read."""


class PlacedToken(NamedTuple):
    """A token in its place; ``token`` None is the count of those that found no room."""

    rect: QRectF
    text: str
    token: Token | None
    extra: QRectF
    """Where the count of what is shown beside the token goes."""

    @property
    def right(self) -> float:
        """Where it ends, with what is beside it."""
        return max(self.rect.right(), self.extra.right())


def token_text(token: Token) -> str:
    """Return what stands in a token: STD, STD 2 where several are left, AP 4/6 for a number."""
    left = "∞" if token.left is None else str(token.left)
    if token.number:
        return f"{token.short} {left}" + ("" if token.size is None else f"/{token.size}")
    return f"{token.short} {left}" if token.left is None or token.left > 1 else token.short


def place_tokens(tokens: Sequence[Token], rect: QRectF, metrics: Metrics) -> list[PlacedToken]:
    """Return where tokens go in ``rect``: in a line, closer together, in two lines, or as many as fit."""
    height = token_height(metrics)
    line = QRectF(rect.left(), rect.center().y() - height / 2, rect.width(), height)
    placed: list[PlacedToken] = []
    for padding in PADDINGS:
        placed = line_up(tokens, line, metrics, padding)
        if not placed or placed[-1].right <= rect.right() + 0.5:
            return placed
    number = sum(one.right <= rect.right() + 0.5 for one in placed)
    low = min(height, rect.height() / 2.1)
    if not number or low < metrics.small_height * _LOW:
        return _cut(placed, rect, metrics)
    line.setHeight(low)
    upper, lower = line.translated(0, height / 2 - low * 1.02), line.translated(0, height / 2 + low * 0.02)
    second = line_up(tokens[number:], lower, metrics, PADDINGS[-1])
    return [*line_up(tokens[:number], upper, metrics, PADDINGS[-1]), *_cut(second, rect, metrics)]


def _cut(placed: list[PlacedToken], rect: QRectF, metrics: Metrics) -> list[PlacedToken]:
    """Return a line's tokens as far as they fit, and '+2' for the rest."""
    if not placed or placed[-1].right <= rect.right() + 0.5:
        return placed
    font = QFontMetricsF(metrics.small_bold)
    for number in range(len(placed) - 1, -1, -1):
        text = f"+{len(placed) - number}"
        box = QRectF(placed[number].rect)
        box.setWidth(font.horizontalAdvance(text) + 2)
        if box.right() <= rect.right() or number == 0:
            return [*placed[:number], PlacedToken(box, text, None, QRectF())]
    return placed


def token_height(metrics: Metrics) -> float:
    """Return how high tokens are."""
    return round(metrics.chip_height * 1.3)


def line_up(tokens: Sequence[Token], line: QRectF, metrics: Metrics, padding: float) -> list[PlacedToken]:
    """Return tokens beside each other from the left of ``line``, however wide that gets."""
    font = QFontMetricsF(metrics.small_bold)
    beside = metrics.gap * padding
    x, placed = line.left(), []
    for token in tokens:
        text = token_text(token)
        width = max(line.height(), font.horizontalAdvance(text) + beside)
        box = QRectF(x, line.top(), round(width), line.height())
        x, extra = box.right(), QRectF()
        if token.extra:
            extra = QRectF(x + 2, line.top(), font.horizontalAdvance(f"+{token.extra}") + 1, line.height())
            x = extra.right()
        placed.append(PlacedToken(box, text, token, extra))
        x += min(metrics.gap * 0.7, beside)
    return placed


def tokens_width(tokens: Sequence[Token], metrics: Metrics, padding: float) -> float:
    """Return the width that tokens take in one line with ``padding``, one of PADDINGS."""
    placed = line_up(tokens, QRectF(0, 0, 0, token_height(metrics)), metrics, padding)
    return placed[-1].right if placed else 0.0


def least_width(tokens: Sequence[Token], metrics: Metrics) -> float:
    """Return the width that tokens need in two lines."""
    halves = (
        max(tokens_width(part, metrics, PADDINGS[-1]) for part in (tokens[:number], tokens[number:]))
        for number in range(1, len(tokens) + 1)
    )
    return min(halves, default=0.0)


class BudgetDelegate(RowDelegate):
    """Paints the tokens."""

    def shows(self, row: RowValue) -> Hashable:
        return row.tokens

    def paint_cell(
        self, painter: QPainter, rect: QRectF, row: RowValue, look: Look, metrics: Metrics
    ) -> None:
        for placed in place_tokens(row.tokens, inner(rect, metrics), metrics):
            if placed.token is None:
                painter.setFont(metrics.small_bold)
                painter.setPen(look.quiet)
                painter.drawText(placed.rect, Qt.AlignmentFlag.AlignCenter, placed.text)
            else:
                _paint_token(painter, placed, placed.token, look, metrics)


def _paint_token(painter: QPainter, placed: PlacedToken, token: Token, look: Look, metrics: Metrics) -> None:
    theme, rect = look.theme, placed.rect
    radius = rect.height() / 2 if token.round else rect.height() * 0.2
    font = QFont(metrics.small_bold)
    if token.spent:
        outline(painter, rect, radius, theme.spent_edge, None)
        font.setStrikeOut(not token.number)
        painter.setPen(look.quiet)
    elif token.number:
        outline(painter, rect, radius, theme.token, None, 1.5)
        painter.setPen(look.text)
    else:
        fill, ink = theme.token, theme.on_token
        if token.round:
            fill, ink = theme.round_token, theme.on_round_token
        outline(painter, rect, radius, fill, None if token.limited else fill, 1.5 if token.limited else 1.0)
        painter.setPen(look.text if token.limited else ink)
    painter.setFont(font)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, placed.text)
    if token.extra:
        painter.setFont(metrics.small_bold)
        painter.setPen(look.text)
        painter.drawText(placed.extra, Qt.AlignmentFlag.AlignCenter, f"+{token.extra}")
