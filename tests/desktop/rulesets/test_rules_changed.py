"""Other rules come into force while a fight is looked at: the window follows and stays where it is.

Proves issue 5: "a running one is offered the change as a command with what it would alter, and can be
undone."
What a window shows after a change, and after taking it back, is what a window shows that is opened then.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from desktop.app_services import AppServices
from desktop.files.ruleset_cache import RulesetCache
from desktop.files.samples import read_sample, shipped
from desktop.main.window import MainWindow
from desktop.messages.sentences import sentence
from rulesets.fight.storage.errors import Damaged
from rulesets.reading import loader
from rulesets.table.commands import Act, Add, ChangeRules, Command, Declare, EndTurn, MoveTrack, Start
from rulesets.table.writing import Writing
from tests.desktop.fights import start
from tests.rulesets.small_rules import RICH, edition
from tests.sampling import mostly_slow

SWIFT = edition('[pool]\nswift = { label = "Swift", size = 2 }\n[stat]\ngrit = { value = 5 }')
BARE = edition("", "track.wounds", "pipeline.damage")


def picture(window: MainWindow) -> dict[str, Any]:
    """Everything that is said of the encounter, as it is shown."""
    window.inspector.refresh()
    window.campaign.fill_menus()  # else done when a menu or the palette is opened
    window.saying.steps()
    initiative, log, offers = window.table.initiative, window.log.model, window.inspector.action_list.model
    inspector = window.inspector
    apply = window.actions_.by_id
    return {
        "columns": [(column.kind, column.label) for column in initiative.columns],
        "rows": initiative.rows,
        "shown": [
            [initiative.index(row, column).data() for column in range(initiative.columnCount())]
            for row in range(initiative.rowCount())
        ],
        "delegates": [
            type(window.table.itemDelegateForColumn(number)) for number in range(initiative.columnCount())
        ],
        "digits": sorted(name for name in window.table.keys.by_name),
        "current": window.table.current(),
        "inspected": inspector.shown,
        "sections": {name: section.isVisibleTo(inspector) for name, section in inspector.sections.items()},
        "sheets": inspector.sheet.chooser.labels,
        "sheet": inspector.sheet.pipeline,
        "offers": [offers.row(offers.index(row)) for row in range(offers.rowCount())],
        "stats": {name: field.editor.text() for name, field in inspector.stats.fields.items()
                  if hasattr(field.editor, "text")},
        "log": [log.plain(log.index(row)) for row in range(log.rowCount())],
        "menus": {
            top.text(): [action.text() for action in menu.actions() if action.isVisible()]
            for top in window.menuBar().actions()
            if isinstance(menu := top.menu(), QMenu)
        },
        "undo": (apply["undo"].text(), apply["redo"].text()),
        "sides": window.sides.sides,
        "due": [line.due for line in window.due.lines],
        "board": window.board.words if window.board.isVisibleTo(window) else None,
    }  # fmt: skip


Same = Callable[[], None]


@pytest.fixture
def same_as_fresh(qtbot: QtBot, window: MainWindow, program: AppServices) -> Same:
    """Compare the window with one that is opened on the encounter as it stands."""

    def compare() -> None:
        window.inspector.sections["stats"].unfold()
        fresh = MainWindow(program)  # not qtbot's: closing it would close the encounter
        fresh.resize(window.size())
        with qtbot.waitExposed(fresh):
            fresh.show()
        fresh.inspector.sections["stats"].unfold()
        fresh.table.select(window.table.current())
        fresh.inspector.show_combatant(window.inspector.shown)
        fresh.inspector.sheet.choose(window.inspector.sheet.pipeline)
        expected, found = picture(fresh), picture(window)
        fresh.hide()
        fresh.deleteLater()
        QCoreApplication.sendPostedEvents(fresh, QEvent.Type.DeferredDelete)
        for part, shown in expected.items():
            assert found[part] == shown, part

    return compare


def open_fight(program: AppServices, writing: Writing, commands: list[Command]) -> None:
    program.bridge.open(loader.load_writing(writing), writing=writing)
    for command in commands:
        assert program.bridge.dispatch(command) is not None, command


def people(**stats: Any) -> list[Command]:
    return [
        Add(combatant={"id": ident, "name": f"Name of {ident}", "side": side, **stats})
        for ident, side in (("A", "party"), ("B", "foes"), ("C", "foes"))
    ]


@pytest.mark.slow
@pytest.mark.parametrize("writing", [SWIFT, BARE], ids=["a pool more", "a column less"])
def test_the_window_follows_and_keeps_its_place(
    program: AppServices, window: MainWindow, same_as_fresh: Same, writing: Writing
) -> None:
    open_fight(program, RICH, [*people(), Start(rolls={"A": 18, "B": 10, "C": 5}), MoveTrack(who="B", by=1)])
    window.table.select("C")
    window.inspector.refresh()
    resets: list[str] = []
    window.table.initiative.modelReset.connect(lambda: resets.append("list"))
    window.log.model.modelReset.connect(lambda: resets.append("log"))
    program.bridge.reset.connect(lambda: resets.append("bridge"))
    before = picture(window)
    initiative = window.table.initiative
    tester = QAbstractItemModelTester(initiative, QAbstractItemModelTester.FailureReportingMode.Warning)
    assert tester.model() is initiative
    assert program.bridge.dispatch(ChangeRules(writing=writing)) is not None
    assert (picture(window)["columns"] == before["columns"]) is (writing is SWIFT)
    assert window.table.current() == "C"
    same_as_fresh()
    assert "Rules changed: the text of the ruleset" in picture(window)["log"][-1]
    assert program.bridge.undo()
    same_as_fresh()
    for part in ("columns", "rows", "shown", "delegates", "offers", "sections", "sheets", "current"):
        assert picture(window)[part] == before[part], part
    assert program.bridge.redo()
    same_as_fresh()
    assert resets == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", mostly_slow(sorted(loader.shipped()), "kaiser"))
def test_every_option_of_every_system_is_followed(
    program: AppServices, window: MainWindow, same_as_fresh: Same, ruleset: str
) -> None:
    """Each option on its own, one after the other, in a fight that is under way."""
    text = (loader.shipped()[ruleset] / loader.FILE).read_text(encoding="utf-8")
    open_fight(program, Writing(ruleset, text), [*people(), Start()])
    bridge = program.bridge
    rules = bridge.rules
    changed = 0
    for name, option in rules.options.items():
        for choice in option.choices:
            changed += bridge.dispatch(ChangeRules(options={name: choice.value})) is not None
    assert changed >= len(rules.options)
    same_as_fresh()
    bridge.go_to(4)
    assert bridge.rules is rules
    same_as_fresh()


@pytest.mark.slow
def test_what_was_done_is_told_in_the_words_of_then(program: AppServices, window: MainWindow) -> None:
    open_fight(program, RICH, [*people(), Start(rolls={"A": 18, "B": 10, "C": 5})])
    bridge = program.bridge
    bridge.dispatch(Act(who="A", name="ritual"))
    bridge.dispatch(ChangeRules(writing=edition("", "action.ritual"), options={"vigour": "tough"}))
    bridge.dispatch(EndTurn())
    log = window.log.model
    said = [log.plain(log.index(row)) for row in range(log.rowCount())]
    assert any("Name of A: Ritual, part 1 of 3" in line for line in said)
    (changed,) = [line for line in said if "Rules changed" in line]
    assert "Rules changed: the text and the options Vigour" in changed
    assert "No longer in the rules: parts paid of Ritual (Name of A 1)" in changed
    assert "hit points 10 → 14" in changed


@pytest.mark.slow
def test_half_a_declaration_is_offered_anew_by_other_rules(
    program: AppServices, window: MainWindow, same_as_fresh: Same, qtbot: QtBot
) -> None:
    text = (loader.shipped()["moon-swing"] / loader.FILE).read_text(encoding="utf-8")
    open_fight(program, Writing("moon-swing", text), [*people(), Start()])
    bridge = program.bridge
    assert window.board.fields.input("haste") is None
    bridge.dispatch(ChangeRules(options={"haste": "true"}))
    assert window.board.fields.input("haste") is not None
    same_as_fresh()
    bridge.undo()
    assert window.board.fields.input("haste") is None
    bridge.redo()
    who = bridge.state.walk.active
    done = Declare(who=(who,), name="plan", fields={"actions": 2, "first": "shoot", "haste": 1})
    assert bridge.dispatch(done) is not None
    bridge.undo_to(bridge.cursor - 2)
    board = window.board.fields
    assert board.input("haste") is None
    assert board.values()["first"] == "shoot"  # what was taken back is offered again, to be mended
    same_as_fresh()
    board.fill({"actions": 1})
    first = board.input("first")
    assert isinstance(first, QLineEdit)
    first.selectAll()
    QTest.keyClick(first, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: window.board.primary_text == "Declare…")
    qtbot.waitUntil(lambda: "Declare…" in picture(window)["menus"]["&Turn"])


# -- the file --------------------------------------------------------------------------------------


@pytest.fixture
def fight(program: AppServices) -> AppServices:
    """The sample, begun, with one option changed in the fight."""
    program.encounters.new_from(read_sample(shipped()))
    start(program.bridge)
    assert program.bridge.dispatch(ChangeRules(options={"second_wind_cost": "1"})) is not None
    program.bridge.dispatch(EndTurn())
    return program


def reopened(program: AppServices) -> None:
    current = program.encounters.current
    assert current is not None
    program.encounters.close()
    program.encounters.open(current.path)


@pytest.mark.slow
def test_a_change_is_there_again_with_the_file(fight: AppServices) -> None:
    bridge = fight.bridge
    state, changed = bridge.state, bridge.rules
    reopened(fight)
    assert bridge.state == state
    assert bridge.rules.hash == changed.hash
    assert bridge.rules.actions["second_wind"].parts == 1
    bridge.undo_to(bridge.cursor - 2)
    assert bridge.rules.actions["second_wind"].parts == 3
    assert bridge.redo()
    assert bridge.rules.actions["second_wind"].parts == 1


@pytest.mark.slow
def test_a_change_in_a_branch_is_brought_back_from_the_file(fight: AppServices) -> None:
    bridge = fight.bridge
    state = bridge.state
    bridge.undo_to(bridge.cursor - 2)
    bridge.dispatch(ChangeRules(options={"delay_tie": "after", "tiebreak": "core"}))
    reopened(fight)
    (branch,) = bridge.branches()
    assert bridge.bring_back(branch.tip)
    assert bridge.state == state
    assert bridge.rules.actions["second_wind"].parts == 1
    reopened(fight)
    assert bridge.state == state


def refusing(cache: RulesetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every ruleset but the sample's own be one that cannot be used any more."""
    written = cache.compiled

    def strict(writing: Writing, options: dict[str, str]) -> Any:
        if options.get("second_wind_cost") == "1":
            raise loader.RulesetError([loader.Problem("saga", 3, "", "It is of another age.")])
        return written(writing, options)

    monkeypatch.setattr(cache, "compiled", strict)


def test_a_fight_whose_rules_cannot_be_used_any_more_says_so(
    fight: AppServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fight.encounters.current.path
    fight.encounters.close()
    before = path.read_bytes()
    refusing(fight.encounters._cache, monkeypatch)
    with pytest.raises(Damaged) as caught:
        fight.encounters.open(path)
    assert "a ruleset that it was changed to cannot be used (It is of another age.)" in sentence(caught.value)
    assert path.read_bytes() == before


@pytest.mark.slow
def test_what_only_a_redo_needs_does_not_keep_a_fight_from_opening(
    fight: AppServices, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight.bridge.undo_to(fight.bridge.cursor - 2)
    refusing(fight.encounters._cache, monkeypatch)
    reopened(fight)
    assert not fight.bridge.redo()
    assert "It is of another age." in window.messages.text
    assert fight.bridge.dispatch(EndTurn()) is not None


@pytest.mark.slow
def test_a_changed_fight_opens_without_pydantic(fight: AppServices) -> None:
    """The compiled editions are in the cache: a start with such a fight imports no more than any other."""
    reopened(fight)
    path = fight.encounters.current.path
    fight.encounters.close()
    paths = fight.paths
    code = f"""
import sys
from pathlib import Path
from desktop.bridge import Bridge
from desktop.files.encounters import Encounters
from desktop.process.paths import Paths
from desktop.files.ruleset_cache import RulesetCache
from rulesets.reading.shelf import Shelf
paths = Paths(Path({str(paths.data)!r}), Path({str(paths.config)!r}), Path({str(paths.cache)!r}))
bridge = Bridge()
cache = RulesetCache(paths.rules, {fight.encounters._cache._language!r})
encounters = Encounters(paths, Shelf(), cache, bridge)
encounters.open(Path({str(path)!r}))
print(bridge.rules.actions["second_wind"].parts)
bridge.undo_to(1)
print(bridge.rules.actions["second_wind"].parts)
print(sorted({{"pydantic", "pydantic_core", "tomllib"}} & set(sys.modules)))
encounters.close()
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.split("\n")[:3] == ["1", "3", "[]"]


def test_the_cache_tells_texts_of_every_kind_apart(tmp_path: Path) -> None:
    cache = RulesetCache(tmp_path)
    plain = cache.compiled(edition(), {})
    assert cache.compiled(edition("[action.ritual]\nparts = 2"), {}).actions["ritual"].parts == 2
    other = Writing("rich", edition().text, base=Writing("rich", RICH.text.replace("parts = 3", "parts = 5")))
    assert cache.compiled(other, {}).actions["ritual"].parts == 5
    assert cache.compiled(edition(), {}).hash == plain.hash
    assert cache.compiled(edition(), {"vigour": "tough"}).stats["max_hp"].default == 14
