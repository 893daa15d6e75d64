"""A line of the log is changed in the window: the form as it was, the differences, one step of undo."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QMenu

from desktop.app_services import AppServices
from desktop.attack.dialog import AttackDialog
from desktop.bridge import Bridge
from desktop.damage.dialog import DamageDialog
from desktop.files.samples import read_sample, shipped
from desktop.inspector.effect_dialog import EffectDialog
from desktop.log.entry_form import EntryForm
from desktop.log.mend_dialog import MendDialog
from desktop.main.mending import meant
from desktop.main.window import MainWindow
from desktop.messages.bar import MessageBar
from desktop.process.in_front import dialog_in_front
from desktop.rolls.start_dialog import StartDialog
from desktop.widgets.fields import NumberField
from rulesets.fight.kept import read_kept
from rulesets.fight.mending import Verdict
from rulesets.fight.session import Session
from rulesets.output.summary import summarise_kept
from rulesets.table import commands as cmd
from tests.desktop.fights import start
from tests.hands.keys_and_mouse import Hands
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named

pytestmark = pytest.mark.slow

CTRL = Qt.KeyboardModifier.ControlModifier
Asked = TypeVar("Asked", bound=QDialog)

ROLLED = {"using": "Heavy blaster rifle", "rolled": 12, "against": 17, "defense": "will"}
"""How an attack of the sample came out that was rolled."""


def begin(program: AppServices, *commands: cmd.Command) -> None:
    """The sample ambush, begun, and what happens in it."""
    program.encounters.new_from(read_sample(shipped()))
    start(program.bridge)
    for command in commands:
        assert program.bridge.dispatch(command) is not None, command


def hit(who: str, amount: int) -> cmd.Command:
    return cmd.Apply(pipeline="damage", to=(who,), inputs={"amount": amount}, by="sarlane")


def before(bridge: Bridge, number: int) -> Bridge:
    then = bridge.before(number)
    assert then is not None
    return then


def asked(hands: Hands, kind: type[Asked]) -> Asked:
    hands.until(lambda: isinstance(dialog_in_front(), kind), kind.__name__)
    found = dialog_in_front()
    assert isinstance(found, kind)
    return found


def change(hands: Hands, number: int) -> None:
    """Choose a line of the log and press the key."""
    log, bridge = hands.window.log, hands.window.services.bridge
    model = log.model
    row = next(
        model.index(row)
        for row in range(model.rowCount())
        if model.is_entry(model.index(row)) and model.cursor_after(model.index(row)) == number + 1
    )
    log.list.setCurrentIndex(row)
    assert log.selected_entry() == number < bridge.cursor
    hands.key(Qt.Key.Key_M, CTRL, on=hands.window)


def press(hands: Hands, dialog: DamageDialog | MendDialog) -> None:
    hands.click(dialog.ok if isinstance(dialog, MendDialog) else dialog.sheet.apply_button)


def test_it_was_12_not_21_and_the_other_one(program: AppServices, hands: Hands) -> None:
    """The sheet stands as it was filled in, and differences are seen before it is done."""
    begin(program, hit("deel", 21), cmd.EndTurn(), hit("deel", 4))
    bridge = program.bridge
    was, line, number = bridge.state, list(bridge.line), bridge.cursor - 3
    change(hands, number)
    sheet = asked(hands, DamageDialog)
    filled = sheet.command()
    assert isinstance(filled, cmd.Apply)
    assert (filled.to, filled.by, filled.inputs["amount"]) == (("deel",), "sarlane", 21), "filled as it was"
    amount = sheet.sheet.inputs.amount if sheet.sheet.inputs is not None else None
    assert amount is not None
    amount.number = 12
    amount.typed.emit()
    press(hands, sheet)
    shown = asked(hands, MendDialog)
    assert bridge.state == was, "nothing is done before it is seen"
    name = was.combatants["deel"].name
    hp = was.combatants["deel"].stats["hp"]
    assert (name, "Hit points", str(hp), str(hp + 9)) in shown.rows()
    assert shown.focusWidget() is shown.ok, "Return does it"
    assert "21" in shown.about
    assert "12" in shown.about
    press(hands, shown)
    hands.until(lambda: bridge.state.combatants["deel"].stats["hp"] == hp + 9, "another past")
    Hands(hands.window)
    assert hands.window.messages.text.startswith("It was: 21 damage"), "the line may be out of sight"
    hands.click(hands.window.messages.action)
    assert bridge.state == was
    assert list(bridge.line) == line, "one step takes it back"
    hands.key(Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier, on=hands.window)
    assert bridge.state.combatants["deel"].stats["hp"] == hp + 9
    path = program.encounters.current.path if program.encounters.current is not None else None
    assert path is not None
    state, mended = bridge.state, list(bridge.line)
    program.encounters.close()
    program.encounters.open(path)
    assert bridge.state == state
    assert list(bridge.line) == mended, "the file tells the mended fight"
    told = [step.title for step in summarise_kept(read_kept(path)).happened]
    assert any(title.startswith("12 damage") for title in told), "so do paper and files"
    assert not any(title.startswith("21 damage") for title in told)
    assert bridge.undo()
    assert bridge.state == was, "also after it was closed"
    program.encounters.close()
    program.encounters.open(path)
    assert bridge.redo(), "and done again after that"
    assert bridge.state == state
    assert list(bridge.line) == mended


def test_every_form_stands_as_it_was_filled_in(program: AppServices, hands: Hands) -> None:
    """Effect, attack, track, numbers, initiative and actions: what comes out unchanged is what went in."""
    given = (
        cmd.RecordAttack(who="sarlane", target="deel", kind="ranged", result="hit", label="shot"),
        cmd.RecordAttack(who="sarlane", target="deel", kind="ranged", result="miss", **ROLLED),
        cmd.BeginEffect(on="deel", name="marked", rounds=3, by="sarlane", also=("sarlane",)),
        cmd.MoveTrack(who="deel", by=1),
        cmd.SetNumbers(who="deel", stats={"hp": 30}),
        cmd.SetNumbers(who="deel", initiative=3),
        cmd.Act(who="deel", cost="swift", override=True),
        cmd.Describe(who="deel", changes={"name": "Deel", "notes": "limps"}),
        cmd.Add(combatant={"id": "rat", "name": "Rat", "hp": 9}, roll=1),
        cmd.Defeat(who="deel"),
        cmd.Describe(who="deel", changes={"alias": "A shape", "hidden": True, "shared": "huge"}),
        cmd.DescribeEncounter(changes={"about": "the trap", "shared": "It rains."}),
        cmd.PlanWave(wave="w", when="the alarm", round=9, combatants=({"id": "late", "name": "Late"},)),
        cmd.BringIn(wave="w", rolls={"late": 12}),
    )
    begin(program, *given)
    bridge, mending = program.bridge, hands.window.mending
    first = bridge.cursor - len(given)
    kinds: list[type[QDialog]] = [AttackDialog, AttackDialog, EffectDialog, *[EntryForm] * 11]
    for number, (command, kind) in enumerate(zip(given, kinds, strict=True), first):
        form = mending._form_for(before(bridge, number), bridge.line[number])
        assert isinstance(form, kind), command
        (again,) = form.commands()  # type: ignore[attr-defined]
        assert meant(bridge.line[number].command, [again]) == command
        form.deleteLater()
    begins = next(n for n, entry in enumerate(bridge.line) if isinstance(entry.command, cmd.Start))
    form = mending._form_for(before(bridge, begins), bridge.line[begins])
    assert isinstance(form, StartDialog)
    mended = bridge.mend(begins, form.command())
    assert mended is not None
    assert mended.now == mended.was, "the same totals, those that were rolled among them"
    form.deleteLater()


def test_nothing_is_left_of_a_form_that_there_is_none_of(program: AppServices, hands: Hands) -> None:
    """The whole fight up to that line was made for it."""
    begin(program, hit("deel", 4), cmd.EndTurn())
    change(hands, program.bridge.cursor - 1)
    assert "has nothing in it that could be changed" in hands.window.messages.text
    hands.settle()
    assert program.bridge.findChildren(Bridge) == []


def test_without_a_selected_line_the_newest_is_meant_that_says_anything(
    program: AppServices, hands: Hands
) -> None:
    """A slip is noticed late: turns have ended since, and in those nothing could be changed."""
    begin(program, hit("deel", 4), cmd.EndTurn(), cmd.EndTurn())
    hands.window.do("mend")
    sheet = asked(hands, DamageDialog)
    for person in sheet.targets.menu().actions()[:2]:
        person.toggle()
    assert sheet.windowTitle().startswith("Change: 4 damage to Deel"), "whoever it was"
    sheet.reject()


def test_what_no_longer_fits_is_asked_for(program: AppServices, hands: Hands) -> None:
    """Left out is who is hit later: each line is named, with a choice, before anything can be done."""
    newcomer = cmd.Add(combatant={"id": "rat", "name": "Rat", "hp": 9}, roll=1)
    begin(program, newcomer, hit("rat", 4), cmd.EndTurn())
    bridge = program.bridge
    number = bridge.cursor - 3
    change(hands, number + 2)
    hands.settle()
    assert dialog_in_front() is None, (
        "in the end of a turn there is nothing to change, and the window says so"
    )
    assert "left out" in hands.window.messages.text
    change(hands, number)
    form = asked(hands, EntryForm)
    assert {"combatant:hp", "combatant:name"} <= set(form.fields)
    hands.click(form.buttons.button(QDialogButtonBox.StandardButton.Cancel))
    Hands(hands.window)
    hands.menu("leave-out")
    shown = asked(hands, MendDialog)
    assert ("Rat", "On the table", "yes", "–") in shown.rows()
    assert not shown.ok.isEnabled()
    (box,) = shown.choices.values()
    choose(box, Verdict.LEAVE_OUT)
    assert shown.ok.isEnabled()
    press(hands, shown)
    hands.until(lambda: "rat" not in bridge.state.combatants, "a fight without the rat")
    assert bridge.undo()
    assert bridge.state.combatants["rat"].stats["hp"] == 5
    bridge.dispatch(cmd.SetNumbers(who="rat", initiative=3))
    was = bridge.state
    hands.menu("leave-out")
    press(hands, asked(hands, MendDialog))
    hands.until(lambda: bridge.state != was, "a fight without its newest line")
    hands.click(hands.window.findChild(MessageBar).action)
    assert bridge.state == was, "what the message offers takes it back, though nothing stands in its place"


def choose(box: QComboBox, verdict: Verdict) -> None:
    box.setCurrentIndex(box.findData(verdict))
    box.activated.emit(box.currentIndex())


def test_who_is_not_dead_after_all_has_turns_and_all_lines_are_decided_at_once(
    program: AppServices, hands: Hands
) -> None:
    """Whose turns come besides is said; one choice is for all that does not fit; undo is one step."""
    newcomer = cmd.Add(combatant={"id": "rat", "name": "Rat", "hp": 9}, roll=99)
    dead = cmd.Apply(pipeline="damage", to=("sergeant",), inputs={"amount": 500})
    begin(program, newcomer, dead)
    bridge = program.bridge
    number = bridge.cursor - 1
    goes = bridge.state.clock.round + 2
    while bridge.state.clock.round < goes:
        active = next(bridge.state.members(bridge.state.walk.active))
        assert bridge.dispatch(hit("rat", 1))
        bridge.dispatch(cmd.Act(who=active.id, cost="swift"))
        assert bridge.dispatch(cmd.EndTurn())
    was = bridge.state
    shown = MendDialog(bridge, program.texts, number, hit("sergeant", 1), hands.window)
    assert not shown.choices, "what the others did is done in their turns"
    assert "with nothing done in them: Trooper sergeant (2×)" in shown.says
    shown.accept()
    assert bridge.state.clock.round == was.clock.round
    assert not bridge.state.combatants["sergeant"].out
    assert bridge.undo()
    assert bridge.state == was
    gone = MendDialog(bridge, program.texts, number - 1, None, hands.window)
    assert len(gone.choices) > 2
    assert not gone.ok.isEnabled()
    assert gone.focusWidget() is gone.verdicts.everything
    assert "do not come any more: Rat" in gone.says
    choose(gone.verdicts.everything, Verdict.INSIST)
    assert gone.ok.isEnabled(), "nobody can insist on what happened to nobody: it is left out"
    assert {box.currentData() for box in gone.choices.values()} == {Verdict.LEAVE_OUT}
    gone.reject()


def test_a_long_fight_is_played_again_bit_by_bit(
    program: AppServices, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window answers meanwhile, tells how far it is, and can be told to leave it."""
    begin(program, *(hit("lug", 1) for _ in range(60)))
    bridge = program.bridge
    number = bridge.cursor - 60
    monkeypatch.setattr("desktop.log.mend_dialog.AT_ONCE", 0.0)
    monkeypatch.setattr("desktop.log.mend_dialog.SLICE", 0.0)
    monkeypatch.setattr("desktop.log.mend_dialog.FEW", 8)
    replaying = bridge.replaying
    worked: list[int] = []

    def counted(*asked: Any) -> Any:
        found = replaying(*asked)
        play = found.play
        found.play = lambda most: (worked.append(most), play(most))
        return found

    monkeypatch.setattr(bridge, "replaying", counted)
    shown = MendDialog(bridge, program.texts, number, hit("lug", 9), hands.window)
    shown.show()
    assert shown.progress.isVisibleTo(shown)
    assert not shown.ok.isEnabled()
    hands.until(lambda: shown.mended is not None, "the whole of it")
    assert worked == [8] * 8, "no more at a time"
    assert not shown.progress.isVisibleTo(shown)
    assert shown.ok.isEnabled()
    assert bridge.dispatch(hit("lug", 1)), "who else does anything meanwhile"
    assert shown.mended is None or len(shown.mended.old) == 61, "has it played again"
    shown.reject()
    assert not shown._timer.isActive()


def test_the_log_offers_it_and_other_rulesets_have_it(program: AppServices, hands: Hands) -> None:
    """From the context menu of a line; of a ruleset that declares and rolls every round."""
    program.encounters.new("declared", "kaiser")
    bridge = program.bridge
    for ident, side in (("a", "us"), ("b", "them")):
        assert bridge.dispatch(
            cmd.Add(combatant={"id": ident, "name": ident.upper(), "side": side, "hp": 20})
        )
    pipeline = next(n for n, p in bridge.rules.pipelines.items() if p.role == "damage")
    amount = bridge.rules.pipelines[pipeline].amount
    assert bridge.dispatch(cmd.Apply(pipeline=pipeline, to=("a",), inputs={amount: 7}))
    was = bridge.state
    log = hands.window.log
    log._show_menu(log.model.now(), hands.window.mapToGlobal(hands.window.rect().center()))
    (menu,) = log.findChildren(QMenu)
    mend = next(action for action in menu.actions() if action.objectName() == "mend")
    menu.close()
    mend.trigger()
    sheet = asked(hands, DamageDialog)
    inputs = sheet.sheet.inputs
    assert inputs is not None
    field = inputs.fields[amount]
    assert isinstance(field, NumberField)
    assert field.number == 7
    field.number = 9
    field.typed.emit()
    press(hands, sheet)
    press(hands, asked(hands, MendDialog))
    hands.until(lambda: bridge.state != was, "another past")
    mended = bridge.line[2].command
    assert isinstance(mended, cmd.Apply)
    assert mended.inputs[amount] == 9
    assert bridge.undo()
    assert bridge.state == was


def test_a_line_that_was_taken_back_is_not_changed(program: AppServices, hands: Hands) -> None:
    begin(program, hit("deel", 5))
    bridge = program.bridge
    last = bridge.cursor - 1
    bridge.undo()
    log = hands.window.log
    log.list.setCurrentIndex(log.model.index(log.model.rowCount() - 1))
    assert log.selected_entry() == last
    hands.menu("mend")
    said = hands.window.messages.text
    assert "taken back" in said
    assert dialog_in_front() is None
    log.list.asked_menu.emit(log.list.currentIndex(), QPoint(10, 10))
    offered = {one.objectName(): one for one in log.findChild(QMenu).actions()}
    for ident in ("mend", "leave-out"):
        assert not offered[ident].isEnabled()
        assert offered[ident].toolTip() == said, "menu and message give one reason"


@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_every_form_stands_as_it_was_filled_in_random_fights(
    ruleset: Path | str, program: AppServices, window: MainWindow
) -> None:
    """Whatever was done: what its form gives back unchanged makes no difference to the fight."""
    bridge, mending = program.bridge, window.mending
    machine = type("Machine", (Shown, machine_for(ruleset)), {})
    for seed in range(2):
        assert PlainFight(machine, seed).play(30) is None
        bridge.take(Shown.played[-1])
        for number, entry in enumerate(bridge.log):
            form = mending._form_for(before(bridge, number), entry)
            idle = isinstance(entry.command, cmd.BeginEffect) and entry.command.of and not entry.command.until
            if form is None or idle:  # whose turn it is, where no moment is named, says nothing
                continue
            again = meant(entry.command, form.commands())
            mended = bridge.mend(number, again)
            assert mended is not None
            assert mended.refusal is None, entry.command
            assert (mended.now, mended.misfits) == (mended.was, ()), (entry.command, again)
            form.deleteLater()


class Shown(Fight):
    """A random fight that is looked at when it is over."""

    asks_everything = False

    played: ClassVar[list[Session]] = []

    def teardown(self) -> None:
        Shown.played.append(self.session)


def test_the_line_that_is_clicked_is_the_one_that_is_changed(hands: Hands) -> None:
    """A line that is shown in full below the list moves the lines under the mouse while it is pressed."""
    window = hands.window
    begin(window.services, *(hit("sergeant", 1 + number) for number in range(9)), hit("lug", 30))
    hands.settle()
    log = window.log
    log.list.scrollToBottom()
    hands.settle()
    seen = log.list.viewport().rect()
    rows = (log.model.index(row, 0) for row in range(log.model.rowCount() - 1, 0, -1))
    line = next(one for one in rows if seen.contains(log.list.visualRect(one)))
    entry = log.model.cursor_after(line) - 1
    assert not log.in_full
    spot = log.list.visualRect(line).center()
    QTest.mouseClick(log.list.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    hands.settle()
    assert log.in_full
    assert log.selected_entry() == entry
