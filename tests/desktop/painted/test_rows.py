"""What stands in a row can be read, whatever state the row is in and whatever stripes lie below it.

WCAG 1.4.3 asks for 4.5 : 1 of text, 1.4.6 (in high contrast) for 7 : 1; 1.4.11 for 3 : 1 of shapes that say
something: tokens, bars, frames and marks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QFont, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.list.columns import Kind
from desktop.list.delegates.budget import place_tokens
from desktop.list.delegates.declared import place_cards
from desktop.list.delegates.row import inner
from desktop.list.rows.values import RowValue
from desktop.theme import Scheme, contrast, metrics_of, theme_of
from desktop.widgets.pictures import Pictures
from desktop.widgets.style import apply_theme
from tests.desktop.painted.conftest import LEAST, directly, look
from tests.desktop.painted.measured import measured
from tests.desktop.painted.wall import COLUMNS, HOWS, TONES, Wall, rows
from tests.desktop.painted.writing import writing
from tests.sampling import mostly_slow

SHAPES = 3.0


@pytest.fixture
def wall(qtbot: QtBot, app: QApplication, readable: None) -> Wall:
    shown = Wall(QFont("DejaVu Sans", 13))
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


@pytest.mark.slow
@pytest.mark.parametrize("scheme", mostly_slow(LEAST, "light"))
def test_every_text_of_every_row_can_be_read(wall: Wall, app: QApplication, scheme: Scheme) -> None:
    look(app, scheme)
    texts = writing(wall)
    found = measured(wall, texts)
    assert len(found) >= 0.99 * len(texts)  # a letter may lie so between pixels that none is all ink
    everywhere = {
        *HOWS,
        *TONES,
        *(f"{how} under" for how in HOWS),
        "16",
        "Deel",
        "STD",
        "MOV",
        "AP 4/6",
        "−1",
    }
    for text in everywhere:
        assert sum(one.text == text for one in found) >= len(rows()) / 3, text
    worst = min((one.contrast, one) for one in found)
    assert worst[0] >= LEAST[scheme], worst[1]


@pytest.mark.slow
def test_bad_contrast_is_found(qtbot: QtBot, app: QApplication) -> None:
    """The measure itself: what a label in grey on grey has is what WCAG says of the two colours."""
    look(app, "light")
    label = QLabel("Hard to read")
    qtbot.addWidget(label)
    label.setFont(QFont("DejaVu Sans", 15))
    palette = label.palette()
    palette.setColor(label.backgroundRole(), "#808080")
    palette.setColor(label.foregroundRole(), "#a0a0a0")
    label.setPalette(palette)
    label.show()
    (found,) = measured(label)
    assert (found.ink, found.ground) == ("#a0a0a0", "#808080")
    assert found.contrast == pytest.approx(1.51, abs=0.01)


class Cells:
    """The picture of a wall, and the places in it."""

    def __init__(self, wall: Wall) -> None:
        self.wall, self.metrics = wall, metrics_of(wall.font())
        self.picture: QImage = wall.viewport().grab().toImage()
        self.theme = theme_of(wall.palette())

    def of(self, kind: Kind) -> Iterator[tuple[str, RowValue, QRect]]:
        """Yield name, value and place of a column's cells."""
        for at, (name, row, _) in enumerate(rows()):
            yield name, row, self.wall.visualRect(self.wall.model().index(at, COLUMNS.index(kind)))

    def best(self, shape: QRect, ground: QPoint) -> float:
        """The contrast of whatever stands out most in ``shape`` against one pixel of the ground."""
        below = self.picture.pixelColor(ground)
        places = [
            (x, y)
            for x in range(shape.left(), shape.right() + 1)
            for y in range(shape.top(), shape.bottom() + 1)
        ]
        return max(contrast(self.picture.pixelColor(x, y), below) for x, y in places)


@pytest.fixture(scope="module", params=LEAST)
def cells(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Cells]:
    """All rows in each look: one picture, which the tests only look at."""
    look(qapp, request.param)
    wall = Wall(QFont("DejaVu Sans", 13))
    wall.show()
    assert QTest.qWaitForWindowExposed(wall)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pictures, "paint", directly)
        seen = Cells(wall)
    apply_theme(qapp, "system")
    yield seen
    wall.close()
    wall.deleteLater()


def _left_edge(box: QRectF) -> tuple[QRect, QPoint]:
    """A box's left edge half-way down, and the ground before it."""
    x, y = round(box.left()), round(box.center().y())
    return QRect(x, y, 2, 1), QPoint(x - 3, y)


@pytest.mark.slow
def test_tokens_and_cards_have_edges_that_can_be_seen(cells: Cells) -> None:
    """Those that are spent or over, too: a token that is not seen is an action that is forgotten."""
    for name, row, rect in cells.of(Kind.BUDGET):
        for token in place_tokens(row.tokens, inner(QRectF(rect), cells.metrics), cells.metrics):
            assert cells.best(*_left_edge(token.rect)) >= SHAPES, (name, token.text)
    for name, row, rect in cells.of(Kind.DECLARED):
        for card in place_cards(row.cards, inner(QRectF(rect), cells.metrics), cells.metrics):
            edge, ground = _left_edge(card.rect)
            dashed = edge.adjusted(0, -6, 0, 6)
            assert cells.best(dashed, ground) >= SHAPES, (name, card.card)


@pytest.mark.slow
def test_the_side_the_turn_and_the_choice_are_marked(cells: Cells) -> None:
    """Marks on the stripe, the ▶ of whoever acts, the frames of the active and of the selected row."""
    for name, row, rect in cells.of(Kind.COUNT):
        stripe = rect.adjusted(0, 8, round(cells.metrics.stripe) - rect.width(), -8)
        corner = stripe.topLeft() + QPoint(6, 0)
        assert cells.best(stripe, corner) >= SHAPES, (name, row.mark)
        ground = rect.center() + QPoint(0, -rect.height() // 2 + 8)
        if row.active or "selected" in name:
            assert cells.best(QRect(ground.x(), rect.top(), 1, 6), ground) >= SHAPES, name
    for name, row, rect in cells.of(Kind.COMBATANT):
        box = inner(QRectF(rect), cells.metrics).toRect()
        play = QRect(box.left() + 2, box.top() + box.height() // 4, 4, box.height() // 4)
        stands_out = cells.best(play, QPoint(box.left() - 3, play.top())) >= SHAPES
        assert stands_out or not row.active, name


def test_bars_show_what_is_left_and_what_is_temporary(cells: Cells) -> None:
    """Every part of a bar stands out from the part beside it, if only by the gap between them."""
    for name, row, rect in cells.of(Kind.HEALTH):
        if row.health is None or row.health.now == row.health.full:
            continue
        box = inner(QRectF(rect), cells.metrics).toRect()
        line = next(
            y
            for y in range(box.bottom(), box.center().y(), -1)
            if cells.picture.pixelColor(box.right() - 8, y) == cells.theme.groove
        )
        seen = [cells.picture.pixelColor(x, line - 2) for x in range(box.left() + 8, box.right() - 8)]
        parts = [seen[0], *(b for a, b in itertools.pairwise(seen) if a != b)]
        solid = [colour for colour in parts if seen.count(colour) > 1]
        assert len(solid) == (4 if row.health.extra else 2), name
        for one, other in itertools.pairwise(solid):
            assert contrast(one, other) >= SHAPES, (name, one.name(), other.name())


@pytest.mark.slow
def test_the_step_of_a_track_stands_out(cells: Cells) -> None:
    """The step that is reached has an edge or a ground that can be seen; the others need none."""
    for name, row, rect in cells.of(Kind.TRACK):
        assert row.pips is not None
        box = inner(QRectF(rect), cells.metrics).toRect()
        outside = QPoint(box.left() - 2, box.center().y())
        across = QRect(box.left(), box.center().y() - 9, box.width(), 1)  # above the text
        assert cells.best(across, outside) >= SHAPES, name
