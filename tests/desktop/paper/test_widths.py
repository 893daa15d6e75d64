"""Who gets how much of a line: columns of a table, boxes of a track."""

from __future__ import annotations

from collections import Counter

import pytest

from desktop.paper.printing.letters import Letters
from desktop.paper.printing.pieces import Pieces, Want, even
from desktop.paper.printing.setup import MM
from desktop.paper.printing.tables import GAP, Tables, shared
from desktop.process.paper_setup import Setup
from rulesets.output.documents import Boxes, Column, Row, Table, Words
from tests.desktop.paper.papers import doc, laid

pytestmark = pytest.mark.usefixtures("qapp")


def test_columns_take_widths_from_what_stands_in_them() -> None:
    """A name is not broken while there is room; where there is none, everybody gives some."""
    wide, thin = Want(10, 400), Want(10, 20)
    assert shared([1, 1], [wide, thin], 500) == pytest.approx([440, 60])
    assert shared([1, 1], [wide, thin], 200) == pytest.approx([180, 20])
    narrow = Want(300, 400, hard=100)
    assert shared([1, 1, 2], [narrow] * 3, 600) == pytest.approx([175, 175, 250])
    assert shared([1, 1], [Want(300, 400, hard=100), Want(300, 400, hard=300)], 350) == pytest.approx(
        [50 + 37.5, 262.5]
    )
    boxes = Want(10, 100, whole=80)
    assert shared([1, 1], [boxes, wide], 200) == pytest.approx([100, 100])
    assert shared([1, 9], [boxes, wide], 200) == pytest.approx([80 + 11, 10 + 99])
    assert shared([1, 2, 3], [thin, Want(10, 10, open=True), thin], 300) == pytest.approx([20, 260, 20])


def test_a_column_that_makes_its_rows_high_has_what_the_others_can_spare() -> None:
    """Notes of a status stood in eight lines beside five boxes in one row; names and tracks stay whole."""
    name, track = Words("Maren Hollis", bold=True), Boxes(("0", "−1", "−2", "−5", "−10"), 0)
    tokens = Boxes(("STD", "MOV", "SW", "AO", "AO+ 2/2"))
    cells = ((name,), (track,), (tokens,), (Words("Bless (1 round)"),), (Words("word " * 40),))
    weights = (2.4, 1.8, 1.4, 1.6, 1.8)
    table = Table(tuple(Column(str(weight), weight) for weight in weights), (Row(cells),))
    pieces = Pieces(Letters(9))
    room = 160 * MM
    placed = Tables(pieces, [table]).placed(table, room)
    wants = [Want(*map(max, zip(*map(pieces.want, cell), strict=True))) for cell in cells]
    before = shared(weights, wants, room - 4 * GAP)
    assert sum(placed.widths) == pytest.approx(sum(before))
    high = [len(pieces.cell(cells[4], wide)) for wide in (placed.widths[4], before[4])]
    assert high[0] < high[1]
    assert len(pieces.cell(cells[0], placed.widths[0])) == 1
    assert len(pieces.cell(cells[1], placed.widths[1])) == 1
    assert len(pieces.cell(cells[2], placed.widths[2])) == 2


@pytest.mark.parametrize(("steps", "broken"), [(16, [8, 8]), (17, [9, 8]), (6, [6])])
def test_boxes_are_parted_evenly(steps: int, broken: list[int]) -> None:
    """No box orphans on a line of its own."""
    track = Boxes(tuple(str(number) for number in range(steps)), 2, label="Condition track")
    table = Table((Column("Text", 1.0), Column("Track", 1.0)), (Row(((Words("word " * 90),), (track,))),))
    page = laid(doc(table), Setup("A5", margin=25)).pages[0]
    rows_of_boxes = Counter(y for _, y, _, _ in page.boxes)
    assert [rows_of_boxes[y] for y in sorted(rows_of_boxes)] == broken


def test_what_is_parted_evenly_still_fits() -> None:
    assert even([1] * 5, 10) == [slice(0, 5)]
    assert even([1] * 5, 4) == [slice(0, 3), slice(3, 5)]
    assert even([1, 1, 4, 4], 6) == [slice(0, 3), slice(3, 4)]
    assert even([9, 9], 6) == [slice(0, 1), slice(1, 2)]
    assert even([], 6) == []
