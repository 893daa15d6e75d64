"""The window of rulesets: how sound each is, what is wrong and where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QComboBox, QPushButton, QTableView

from desktop.help.reader import Reader
from desktop.main.new_encounter_dialog import NewEncounterDialog
from desktop.rulesets import play_dialog, table as columns
from desktop.rulesets.editor import BadCommand, Editor, words
from desktop.rulesets.list_dialog import RulesetsDialog
from desktop.rulesets.new_dialog import NewRulesetDialog, ident_of
from desktop.rulesets.play_dialog import PlayCasesDialog
from desktop.rulesets.problems import HINT, KEY, KIND, PLACE, WHAT
from rulesets.reading.loader import load, shipped
from rulesets.reading.problems import Problem
from rulesets.scenarios.play import Result
from tests.desktop import house
from tests.desktop.house import HOUSE, add, own, rulesets, started, swap
from tests.hands.keys_and_mouse import Hands

WRONG = '\n[action.dash]\nlabel = "Dash"\ncost = "moove"\n'


def cells(dialog: RulesetsDialog, ident: str) -> list[str]:
    row = dialog.list_model.row_of(ident)
    return [dialog.list_model.index(row, column).data() for column in range(columns.CASES + 1)]


def problem_cells(dialog: RulesetsDialog) -> list[list[str]]:
    model = dialog.problems_model
    return [[model.index(row, at).data() for at in range(HINT + 1)] for row in range(model.rowCount())]


@pytest.mark.slow
def test_all_shipped_rulesets_are_listed(hands: Hands) -> None:
    """With label, id, state, version and number of cases; who has none of his own is told how to begin."""
    with rulesets(hands, "") as dialog:
        assert {dialog.list_model.card(row).id for row in range(dialog.list_model.rowCount())} == set(
            shipped()
        )
        for ident in shipped():
            said = cells(dialog, ident)
            assert said[:5] == [load(ident).label, ident, "✓ sound", "shipped", load(ident).version]
            assert int(said[columns.CASES]) > 0
        assert dialog.empty.isVisible()
        assert str(own(hands)) in dialog.empty.text()
        assert not own(hands).exists(), "nothing is made before something is written"


@pytest.mark.slow
def test_what_is_wrong_is_said_with_its_place(hands: Hands) -> None:
    """File and line, key, what is wrong and what is meant; errors before warnings (issue 5)."""
    file = started(own(hands), "srd35")
    add(file, WRONG)
    (file.parent / "ruleset.de.toml").write_text('[words]\n"House" = "Haus"\n', encoding="utf-8")
    line = file.read_text(encoding="utf-8").splitlines().index('cost = "moove"') + 1
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        said = problem_cells(dialog)
        assert said[0][KIND] == "✖ Error"
        assert said[0][PLACE] == f"{HOUSE}/ruleset.toml:{line}"
        assert said[0][KEY] == "action.dash.cost"
        assert "moove" in said[0][WHAT]
        assert "move" in said[0][HINT]
        kinds = [row[KIND] for row in said]
        assert kinds == sorted(kinds, key=lambda kind: kind != "✖ Error")
        assert "▲ Warning" in kinds
        state = cells(dialog, HOUSE)
        warnings = kinds.count("▲ Warning")
        assert state[columns.STATE] == f"✖ 1 error, {warnings} warnings"
        assert state[columns.EXTENDS : columns.CASES] == ["srd35", "de"]
        assert not dialog.empty.isVisible()
        house.checked(hands)
        assert all(cells(dialog, ident)[columns.STATE] == "✓ sound" for ident in shipped())


@pytest.mark.slow
def test_advice_stands_last_and_leads_to_its_chapter(hands: Hands) -> None:
    """It is no problem: the ruleset is sound. The guide opens at what the chosen one names."""
    file = started(own(hands))
    add(file, '[state]\nfear-1 = { label = "Fear 1" }\nfear-2 = { label = "Fear 2" }\n')
    line = file.read_text(encoding="utf-8").splitlines().index('fear-1 = { label = "Fear 1" }') + 1
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        (said,) = problem_cells(dialog)
        assert said[KIND] == "◆ Advice"
        assert (said[PLACE], said[KEY]) == (f"{HOUSE}/ruleset.toml:{line}", "state.fear-1")
        assert said[WHAT] == "The states 'fear-1' and 'fear-2' are one with a number."
        assert "size = 1 in [state.fear]" in said[HINT]
        assert said[HINT].endswith("see “A state with a size” in the guide")
        assert cells(dialog, HOUSE)[columns.STATE] == "✓ sound, 1 piece of advice"
        hands.click(dialog.buttons["guide"])
        reader = hands.window.findChild(Reader)
        assert reader is not None
        assert reader.browser.textCursor().block().text() == "A state with a size"
        add(file, WRONG)
        dialog.buttons["again"].click()
        hands.until(lambda: cells(dialog, HOUSE)[columns.STATE] == "✖ 1 error", "the error to be seen")
        assert [row[KIND] for row in problem_cells(dialog)] == ["✖ Error"]
        hands.click(dialog.buttons["guide"])
        assert reader.place[1] == 0
        reader.close()


@pytest.mark.slow
def test_problems_are_copied_as_text(hands: Hands) -> None:
    """One by Ctrl+C, or all."""
    add(started(own(hands), "srd35"), WRONG + '[action.hop]\nlabel = "Hop"\ncost = "mooove"\n')
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        dialog.problems.selectRow(1)
        QTest.keyClick(dialog.problems, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        first, second = (str(problem) for problem in dialog.problems_model.problems)
        assert QGuiApplication.clipboard().text() == second
        hands.click(dialog.buttons["all"])
        assert QGuiApplication.clipboard().text() == f"{first}\n{second}"
        assert dialog.told.text() == "2 problems were copied."


@pytest.mark.slow
def test_enter_on_a_problem_opens_its_file(hands: Hands) -> None:
    """With the user's own command at its line; without one by the system, and the line is said."""
    add(started(own(hands), "srd35"), WRONG)
    opened: list[object] = []
    program = hands.window.rulesets

    def started_with(name: str, arguments: object) -> bool:
        opened.append((Path(name).name, list(arguments)))  # type: ignore[call-overload]
        return True

    program.editor = Editor(program._command, started_with, lambda path: not opened.append(path))
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        problem = dialog.problems_model.problems[0]
        QTest.keyClick(dialog.problems, Qt.Key.Key_Return)
        assert opened.pop() == Path(problem.file)
        assert f"line {problem.line}" in dialog.told.text()
        hands.window.services.settings.change(editor="python3 -g {file}:{line}")
        dialog.problems.doubleClicked.emit(dialog.problems_model.index(0, 0))
        assert opened.pop() == ("python3", ["-g", f"{problem.file}:{problem.line}"])
        hands.click(dialog.buttons["folder"])
        assert opened.pop() == Path(problem.file).parent
        hands.window.services.settings.change(editor="no-such-editor {file}")
        QTest.keyClick(dialog.list, Qt.Key.Key_Return)
        assert "no-such-editor" in dialog.told.text()


def test_an_editor_is_never_run_by_a_shell() -> None:
    """What stands in a file's name or in the command is a word, whatever signs are in it."""
    file = Path("my $(rm -rf x); file.toml")
    assert words("python3 -c {file}:{line} '; echo'", file, 7)[1:] == ["-c", f"{file}:7", "; echo"]
    for command, why in (('python3 "{file}', "quotes"), ("python3", "file"), ("no-such {file}", "program")):
        with pytest.raises(BadCommand) as bad:
            words(command, file, 1)
        assert bad.value.why == why


@pytest.mark.slow
def test_the_command_of_the_editor_is_asked_for(hands: Hands) -> None:
    """A command that is none is refused with the reason, and kept as typed."""
    with rulesets(hands) as dialog:
        hands.click(dialog.buttons["editor"])
        asked = hands.dialog()
        hands.type(asked.command, "python3 file")
        assert "{file}" in asked.reason
        assert not asked.ok.isEnabled()
        hands.type(asked.command, "python3 {file}")
        QTest.keyClick(asked, Qt.Key.Key_Return)
        hands.settle()
        assert hands.window.services.settings.now.editor == "python3 {file}"


@pytest.mark.slow
def test_a_ruleset_is_started_and_played(hands: Hands) -> None:
    """New…: a name, what it builds on; it is written, chosen, sound, and its scenarios pass."""
    with rulesets(hands) as dialog:
        hands.click(dialog.buttons["new"])
        asked = hands.dialog()
        assert isinstance(asked, NewRulesetDialog)
        assert not asked.ok.isEnabled()
        QTest.keyClicks(asked.name, "Our Table")
        assert asked.ident.text() == "our-table"
        asked.base.setCurrentIndex(asked.base.findData("srd35"))
        QTest.keyClick(asked.name, Qt.Key.Key_Return)
        folder = own(hands) / "our-table"
        hands.until(lambda: dialog.chosen is not None and dialog.chosen.folder == folder, "it to be chosen")
        house.checked(hands, "our-table")
        assert cells(dialog, "our-table")[:4] == ["Our Table", "our-table", "✓ sound", "yours"]
        assert str(folder / "ruleset.toml") in dialog.told.text()
        hands.click(dialog.buttons["play"])
        played = hands.dialog()
        assert isinstance(played, PlayCasesDialog)
        hands.until(lambda: not played.playing, "the scenarios")
        assert (played.model.passed, played.model.failed) == (1, 0)
        assert played.told.text() == "1 case, and it holds."
        played.close()
    hands.window.services.encounters.new("Try", "our-table")
    assert hands.window.services.bridge.rules.label == "Our Table"


@pytest.mark.slow
def test_what_stands_against_a_new_ruleset_is_said(hands: Hands) -> None:
    """An id that is none or taken, a folder that takes nothing."""
    started(own(hands))
    with rulesets(hands) as dialog:
        hands.click(dialog.buttons["new"])
        asked = hands.dialog()
        for ident, said in (("Big One", "no id"), ("srd35", "already"), (HOUSE, "already"), ("", "name")):
            hands.type(asked.ident, ident) if ident else asked.ident.clear()
            assert said in asked.reason
            assert not asked.ok.isEnabled()
        (own(hands) / "blocked").write_text("a file, no folder")
        hands.type(asked.ident, "blocked")
        hands.click(asked.ok)
        assert "cannot be written" in asked.reason
        assert asked.isVisible()
        asked.reject()
    assert ident_of("Straße & Söhne (2)") == "strasse-s-hne-2"


@pytest.mark.slow
def test_a_case_that_fails_is_told_with_its_step(hands: Hands) -> None:
    """Which case, in which line, and what it was that did not hold; a file that is none fails, too."""
    file = started(own(hands))
    scenario = next((file.parent / "scenarios").glob("*.toml"))
    add(scenario, '\n[[case]]\nid = "wrong"\ntitle = "Not so"\ncombatants = [{ id = "A" }]\n'
                  'steps = [\n    { expect = { round = 7 } },\n]\n')  # fmt: skip
    (scenario.parent / "none.toml").write_text("ruleset = 7", encoding="utf-8")
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        hands.click(dialog.buttons["play"])
        played = hands.dialog()
        QAbstractItemModelTester(played.model, QAbstractItemModelTester.FailureReportingMode.Warning, played)
        hands.until(lambda: not played.playing, "the scenarios")
        said = [[played.model.index(row, at).data() for at in range(4)] for row in range(2)]
        assert [row[0] for row in said] == ["✖ failed", "✖ failed"]
        wrong = next(row for row in said if row[1] == "wrong: Not so")
        line = scenario.read_text(encoding="utf-8").splitlines().index("    { expect = { round = 7 } },") + 1
        assert wrong[2].endswith(f"{scenario.name}:{line}")
        assert wrong[3].startswith("Step 1: ")
        assert "7" in wrong[3]
        assert played.model.passed == 2
        played.close()


@pytest.mark.slow
def test_what_is_worth_a_look_in_a_scenario_stands_there(hands: Hands) -> None:
    """As ``play`` prints it: a key that nobody reads keeps no case from being played."""
    file = started(own(hands))
    (file.parent / "scenarios" / "odd.toml").write_text(
        f'ruleset = "{HOUSE}"\nnonsense = 1\n[[case]]\nid = "odd"\ntitle = "Odd"\n'
        'combatants = [{ id = "A" }]\nsteps = [{ expect = { round = 0 } }]\n',
        encoding="utf-8",
    )
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        hands.click(dialog.buttons["play"])
        played = hands.dialog()
        QAbstractItemModelTester(played.model, QAbstractItemModelTester.FailureReportingMode.Warning, played)
        hands.until(lambda: not played.playing, "the scenarios")
        row = [played.model.index(0, at).data() for at in range(4)]
        assert row[0] == "▲ worth a look"
        assert "nonsense" in row[3]
        assert (played.model.passed, played.model.failed) == (3, 0)
        assert played.told.text() == "All 3 cases hold. What is worth a look stands on top."
        played.close()


@pytest.mark.slow
def test_playing_can_be_stopped(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played until then stays; the fifth case waits until the button was pressed."""
    pressed, played = Event(), play_dialog.rehearsed

    def held(*args: Any) -> Iterator[Result | Problem]:
        for number, result in enumerate(played(*args), 1):
            if number == 5:
                pressed.wait(60)
            yield result

    monkeypatch.setattr(play_dialog, "rehearsed", held)
    with rulesets(hands) as dialog:
        dialog.choose("saga-edition")
        hands.click(dialog.buttons["play"])
        played = hands.dialog()
        hands.until(lambda: played.model.rowCount() > 0 or not played.playing, "the first case")
        hands.click(played.stop)
        pressed.set()
        assert not played.playing
        assert not played.stop.isEnabled()
        count = played.model.rowCount()
        hands.until(lambda: not hands.window.services.tasks.busy, "the work to end")
        hands.settle()
        assert played.model.rowCount() == count < played.bar.maximum()
        played.close()


@pytest.mark.slow
def test_a_ruleset_with_errors_breaks_no_other(hands: Hands) -> None:
    """New encounter lists it greyed and leads to its errors; all others are there as ever."""
    add(started(own(hands), "srd35"), WRONG)
    (own(hands) / "torn").mkdir()
    (own(hands) / "torn" / "ruleset.toml").write_text('id = "torn\n', encoding="utf-8")
    hands.menu("new")
    asked = hands.dialog()
    assert isinstance(asked, NewEncounterDialog)
    box = asked.ruleset
    assert isinstance(box, QComboBox)
    texts = [box.itemText(row) for row in range(box.count())]
    assert texts[-2:] == ["House – has 1 error", "torn – has 1 error"]
    model = box.model()
    usable = [bool(model.index(row, 0).flags() & Qt.ItemFlag.ItemIsEnabled) for row in range(box.count())]
    assert usable == [True] * len(shipped()) + [False, False]
    assert asked.broken.text() == "2 rulesets cannot be used."
    hands.click(asked.show_errors)
    dialog = hands.window.rulesets.dialog
    assert dialog is not None
    house.checked(hands, HOUSE)
    assert dialog.chosen is not None
    assert dialog.chosen.id == HOUSE
    dialog.close()


@pytest.mark.slow
def test_a_folder_with_the_id_of_a_shipped_ruleset_is_listed_with_its_problem(hands: Hands) -> None:
    """The shipped one stays in use."""
    started(own(hands)).parent.rename(own(hands) / "srd35")
    with rulesets(hands) as dialog:
        card = next(card for card in dialog._desk.cards if card.own)
        assert (card.errors, card.id) == (1, "srd35")
    hands.window.services.encounters.new("Try", "srd35")
    assert hands.window.services.bridge.rules.label == load("srd35").label


@pytest.mark.slow
def test_the_list_follows_what_is_written(hands: Hands, qtbot) -> None:
    """Within about a second, with the same ruleset chosen; nothing is asked anew for others."""
    file = started(own(hands))
    house.watching(hands)
    with rulesets(hands) as dialog:
        QAbstractItemModelTester(
            dialog.list_model, QAbstractItemModelTester.FailureReportingMode.Warning, dialog
        )
        dialog.choose(HOUSE)
        swap(file, 'label = "House"', 'label = "A House"')
        add(file, WRONG)
        hands.until(lambda: cells(dialog, HOUSE)[columns.STATE] == "✖ 1 error", "the error")
        assert cells(dialog, HOUSE)[columns.LABEL] == "A House"
        started(own(hands), "", "another")
        hands.until(lambda: dialog.list_model.row_of("another") >= 0, "the new one")
        assert dialog.chosen is not None
        assert dialog.chosen.id == HOUSE
        swap(file, "moove", "move")
        hands.until(lambda: cells(dialog, HOUSE)[columns.STATE] == "✓ sound", "it to be sound")


@pytest.mark.slow
def test_everything_has_a_name_and_can_be_reached_by_keyboard(hands: Hands) -> None:
    """Tables and buttons; Tab leads out of the tables."""
    add(started(own(hands), "srd35"), WRONG)
    with rulesets(hands) as dialog:
        dialog.choose(HOUSE)
        reached = set()
        for _ in range(30):
            focus = QGuiApplication.focusObject()
            reached.add(focus)
            QTest.keyClick(focus, Qt.Key.Key_Tab)
        wanted = [*dialog.findChildren(QTableView), *dialog.findChildren(QPushButton)]
        for widget in wanted:
            if widget.isVisible() and widget.isEnabled():
                assert widget in reached, widget
                assert widget.accessibleName() or widget.text()


@pytest.mark.slow
def test_it_is_reached_from_the_start_page(hands: Hands) -> None:
    """Beside New encounter and Open."""
    choice = hands.window.start_page.findChild(QPushButton, "rulesets")
    if choice is None:
        choice = next(c for c in hands.window.start_page._own.choices if c.objectName() == "rulesets")
    hands.click(choice)
    assert isinstance(hands.window.rulesets.dialog, RulesetsDialog)
    house.checked(hands, HOUSE)
    hands.window.rulesets.dialog.close()
