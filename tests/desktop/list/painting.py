"""Paints single cells for tests."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from desktop.list.delegates.row import RowDelegate
from desktop.list.rows.values import Chip, Health, Pips, RowValue, Token
from desktop.theme import Theme
from desktop.widgets.roles import Role

STEPS = ("0", "−1", "−2", "−5", "−10", "✕")
PLAIN = RowValue(
    id="deel",
    slot="deel",
    name="Deel Surool",
    side="party",
    mark=0,
    group="",
    count="16",
    aside="+7",
    follows="",
    active=False,
    acted=False,
    waiting=False,
    out="",
    chips=(Chip("Flat-footed", "bad"),),
    tokens=(Token("Standard", "STD", 1, 1), Token("Reaction", "R", 0, 1, round=True, extra=2)),
    health=Health(22, 48, 5),
    pips=Pips(STEPS, 2, "-2 on everything", 1),
    effects=(Chip("Prone", "bad"), Chip("Suppressed 2r"), Chip("Bolstered 4r", "good")),
)
EXTREME = replace(
    PLAIN,
    name="A name of many, many words that goes on and on " * 5,
    count="−99999",
    aside="Perception 12D+2",
    chips=tuple(Chip(f"a chip that nobody can read to its end {n}", "warn") for n in range(12)),
    tokens=(
        *(Token(f"Pool {n}", "LONG", 99999, 99999, extra=99) for n in range(9)),
        Token("Action points", "AP", None, None, number=True),
        Token("Free", "FR", None, None),
    ),
    health=Health(99999, 99999, 99999),
    pips=Pips(tuple(f"step {n}" for n in range(20)), 19, "dead", 20),
    effects=tuple(Chip(f"An effect of some importance {n}", "good") for n in range(12)),
)
EMPTY = replace(
    PLAIN,
    name="",
    count="",
    aside="",
    chips=(),
    tokens=(),
    health=Health(-5, 0),
    pips=Pips(("",), 0, ""),
    effects=(),
)


def states() -> Iterator[tuple[str, RowValue, bool]]:
    """Yield (name, row, selected) for every state that a row can be told by."""
    yield "plain", PLAIN, False
    yield "active", replace(PLAIN, active=True), False
    yield "acted", replace(PLAIN, acted=True), False
    yield "waiting", replace(PLAIN, waiting=True), False
    yield "out", replace(PLAIN, out="disabled"), False
    yield "selected", PLAIN, True
    yield "active and selected", replace(PLAIN, active=True), True
    yield "acted and selected", replace(PLAIN, acted=True), True
    yield "waiting and selected", replace(PLAIN, waiting=True), True
    yield "waiting and out", replace(PLAIN, waiting=True, out="disabled"), False


def painted(
    delegate: type[RowDelegate],
    row: RowValue,
    theme: Theme,
    *,
    selected: bool = False,
    size: tuple[int, int] = (260, 52),
    column: int = 1,
    points: float = 9,
) -> QImage:
    """Return the picture of one cell, the second of three if nothing else is said."""
    model = QStandardItemModel(1, 3)
    item = QStandardItem()
    item.setData(row, Role.ROW)
    model.setItem(0, column, item)
    picture = QImage(max(1, size[0]), max(1, size[1]), QImage.Format.Format_RGB32)
    picture.fill(theme.base)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, *size)
    option.palette = theme.palette()
    option.font = QFont("DejaVu Sans")
    option.font.setPointSizeF(points)
    option.state = QStyle.StateFlag.State_Enabled
    if selected:
        option.state |= QStyle.StateFlag.State_Selected
    with QPainter(picture) as painter:
        delegate(None).paint(painter, option, model.index(0, column))
    return picture
