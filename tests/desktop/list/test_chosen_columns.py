"""Columns that the game master chooses, and the room that names and chips have."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPersistentModelIndex, QPoint, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetricsF
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from desktop.bridge import Bridge
from desktop.list.columns import COLUMNS, Kind, choices, column_of, columns_of, with_or_without
from desktop.list.columns_dialog import ColumnsDialog
from desktop.list.delegates.chips import place_in_two
from desktop.list.model import InitiativeModel
from desktop.list.rows.values import Chip, Plain
from desktop.process.settings import Settings
from desktop.process.settings_store import read
from desktop.theme import metrics_of
from desktop.widgets.texts import Texts
from rulesets.reading.loader import load, load_writing, shipped
from rulesets.seen.scene import Viewer
from rulesets.table import commands as cmd
from rulesets.table.writing import Writing
from tests.desktop.fights import under_way
from tests.desktop.list.tables import COUNTS, PEOPLE, do
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands


def tick(hands: Hands, label: str) -> None:
    """Tick a column in the dialog, by hand."""
    dialog = hands.dialog()
    assert isinstance(dialog, ColumnsDialog)
    hands.type(dialog.words, label)
    item = next(
        item
        for row in range(dialog.list.count())
        if (item := dialog.list.item(row)).text() == label and not item.isHidden()
    )
    dialog.list.setCurrentItem(item)
    hands.key(Qt.Key.Key_Space, on=dialog.list)


def labels(hands: Hands) -> list[str]:
    return [column.label for column in hands.window.table.initiative.columns]


def cell(hands: Hands, who: str, label: str) -> str:
    model = hands.window.table.initiative
    return str(model.index(model.row_of(who), labels(hands).index(label)).data())


@pytest.mark.slow
def test_a_stat_is_chosen_in_the_header_and_kept_for_the_ruleset(hands: Hands) -> None:
    under_way(hands)
    window = hands.window
    usual = labels(hands)
    hands.click(window.table.horizontalHeader().chooser)  # type: ignore[attr-defined]
    tick(hands, "Reflex")
    reflex = next(label for label in labels(hands) if label not in usual)
    hands.leave()
    state = window.services.bridge.state
    value = cell(hands, "sarlane", reflex)
    assert {index.column() for index in window.table.selectedIndexes()} == set(range(len(usual) + 1))
    assert value == str(state.combatants["sarlane"].stats.get("reflex", value))
    assert value
    assert labels(hands) == [*usual[:-1], reflex, usual[-1]]
    kept = json.loads(window.services.paths.settings.read_text())["columns"]
    assert kept == {"saga-edition": ["stat:reflex"]}
    window.services.bridge.dispatch(cmd.SetNumbers(who="sarlane", stats={"reflex": 31}))
    hands.settle()
    assert cell(hands, "sarlane", reflex) == "31"
    hands.menu("close")
    plays.open_sample(hands)
    assert reflex in labels(hands)
    window.services.bridge.open(load("kaiser"))
    assert reflex not in labels(hands)


@pytest.mark.slow
def test_a_column_of_the_lists_own_can_be_left_out_and_all_given_back(hands: Hands) -> None:
    under_way(hands)
    usual = labels(hands)
    header = hands.window.table.horizontalHeader()
    point = QPoint(200, 5)
    click = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, header.mapToGlobal(point))
    QApplication.sendEvent(header.viewport(), click)
    tick(hands, "Condition track")
    tick(hands, "Standard")
    assert [label for label in labels(hands) if label not in usual] == ["Standard"]
    assert "Condition track" not in labels(hands)
    dialog = hands.dialog()
    assert isinstance(dialog, ColumnsDialog)
    hands.click(dialog.usual)
    assert labels(hands) == usual
    hands.leave()
    assert hands.window.services.settings.now.columns == {}


@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_every_stat_pool_and_track_can_be_chosen_by_its_name(qapp: Any, ruleset: str) -> None:
    """No id is shown: what has no label is not written like one."""
    viewer = Viewer(load(ruleset))
    chosen: tuple[str, ...] = ()
    several = [choice for _, found in choices(viewer) for choice in found]
    for choice in several:
        assert choice.label
        assert "_" not in choice.label
        chosen = with_or_without(chosen, choice, wanted=True)
    names = {column.kind for column in columns_of(viewer, chosen)}
    assert {choice.name for choice in several} <= names
    assert {f"stat:{name}" for name in viewer.rules.stats if name != viewer.vital} <= names
    for choice in several:
        chosen = with_or_without(chosen, choice, wanted=False)
    assert len(columns_of(viewer, chosen)) == 2


def test_what_is_chosen_stands_before_the_effects_and_takes_the_place_of_nothing(
    monkeypatch: pytest.MonkeyPatch, qapp: Any
) -> None:
    """Also where a column of the list's own stands behind them."""
    behind = replace(COLUMNS[Kind.HEALTH], kind="behind", label=lambda viewer: "Behind")
    monkeypatch.setitem(COLUMNS, "behind", behind)
    kinds = [one.kind for one in columns_of(Viewer(load("saga-edition")), ("stat:reflex",))]
    assert kinds[kinds.index("effects") - 1] == "stat:reflex"
    assert kinds[-1] == "behind"
    assert len(kinds) == len(set(kinds))


def test_a_choice_of_another_program_does_no_harm(tmp_path: Any, qapp: Any) -> None:
    """Names that the ruleset does not know are passed over, and no setting is lost for them."""
    viewer = Viewer(load("saga-edition"))
    strange = ("stat:nobody", "smell:roses", "", "-count", "pool:standard:")
    assert columns_of(viewer, strange) == columns_of(viewer)
    file = tmp_path / "settings.json"
    file.write_text('{"columns": {"kaiser": ["stat:ac"]}, "from": "later"}')
    assert read(file) == Settings(columns={"kaiser": ("stat:ac",)})


@pytest.mark.parametrize(("left", "said"), [(15, "15"), (10, "10/15"), (0, "0/15")])
def test_what_goes_down_says_how_much_it_was_where_some_of_it_is_gone(left: int, said: str) -> None:
    """004-132: a shield knocked to 0 looked like none at all, though it can be recharged."""
    bridge = Bridge()
    bridge.open(load("sagas-hub"))
    do(bridge, cmd.Add(combatant={"id": "patch", "name": "Patch", "max_sr": 15, "sr": left}))
    assert column_of("stat:sr").says(bridge.scene, bridge.state.combatants["patch"]) == Plain(said)


# -- room ------------------------------------------------------------------------------------------


def test_chips_use_the_room_beside_the_name(qapp: Any) -> None:
    """“+2” stood beside free space and hid what mattered."""
    metrics = metrics_of(QFont("DejaVu Sans", 9))
    chips = [Chip("Dying"), Chip("Unconscious"), Chip("Prone"), Chip("acts now")]
    below, beside = QRectF(0, 20, 150, 18), QRectF(70, 0, 160, 18)
    placed = place_in_two(chips, below, beside, metrics)
    assert [one.text for one in placed] == [chip.text for chip in chips]
    assert all(below.contains(one.rect) or beside.contains(one.rect) for one in placed)
    narrow = place_in_two(chips, below, QRectF(140, 0, 10, 18), metrics)
    assert all(below.contains(one.rect) for one in narrow)
    counts = [one.text for one in place_in_two(chips, below, QRectF(90, 0, 60, 18), metrics)]
    assert sum(text.startswith("+") for text in counts) <= 1


@pytest.mark.slow
def test_below_1100_pixels_the_panel_gives_way_before_names(hands: Hands) -> None:
    under_way(hands)
    window = hands.window
    name = "Imperial probe droid 12"
    window.services.bridge.dispatch(cmd.Describe(who="sarlane", changes={"name": name}))
    wide = {}
    for width in (1300, 1024):
        window.resize(width, 640)
        hands.settle()
        wide[width] = window.inspector.width()
        letters = metrics_of(window.table.font()).name
        assert window.table.columnWidth(1) > QFontMetricsF(letters).horizontalAdvance(name)
    assert wide[1024] < wide[1300]


def test_columns_that_change_places_with_the_rules_take_their_cells_along(qapp) -> None:
    """Pools in another order: what stood in the last column is asked of no column that is not there."""
    text = (shipped()["saga-edition"] / "ruleset.toml").read_text(encoding="utf-8")
    bridge, texts, writing = Bridge(), Texts(), Writing("saga/ruleset.toml", text)
    bridge.open(load_writing(writing), writing=writing)
    texts.set_encounter(bridge.rules, lambda: bridge.state)
    do(bridge, *(cmd.Add(combatant=dict(one)) for one in PEOPLE), cmd.Start(rolls=COUNTS))
    model = InitiativeModel(bridge, texts, chosen=lambda rules: ("pool:standard", "pool:move"))
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    kinds = [column.kind for column in model.columns]
    last = QPersistentModelIndex(model.index(0, len(kinds) - 1))
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("standard = {"))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    do(bridge, cmd.ChangeRules(writing=Writing("saga/ruleset.toml", "".join(lines))))
    after = [column.kind for column in model.columns]
    assert after != kinds
    assert sorted(after) == sorted(kinds)
    assert model.columnCount() == len(kinds)
    assert not last.isValid() or model.columns[last.column()].kind == kinds[-1]
    del tester


def test_wounds_that_are_counted_have_a_column_unless_it_is_left_out() -> None:
    """In a ruleset without points and tracks nothing in the list said how anybody fared."""
    viewer = Viewer(load("shots"))
    assert "Wounds" in [column.label for column in columns_of(viewer)]
    [choice] = [one for _, found in choices(viewer) for one in found if one.label == "Wounds"]
    assert choice.own
    left_out = with_or_without((), choice, wanted=False)
    assert "Wounds" not in [column.label for column in columns_of(viewer, left_out)]
    saga = Viewer(load("saga-edition"))
    assert not any(column.kind.startswith("stat:") for column in columns_of(saga))
