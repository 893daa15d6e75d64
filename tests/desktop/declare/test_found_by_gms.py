"""What game masters stumbled over in a fight, each mended once and for all."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.actions.model import words_needed
from desktop.declare.board import DeclareBoard
from desktop.inspector.effect_dialog import EffectDialog
from desktop.list.rows.cards import cards_of
from desktop.list.view import InitiativeList
from desktop.widgets.texts import Texts
from rulesets.seen.proposed import Renewed, renewed
from rulesets.table import commands as cmd
from rulesets.table.events import Told
from tests.desktop.declare.declaring import kaiser, moon, opened, typed
from tests.hands.keys_and_mouse import Hands

__all__ = ["opened"]


@pytest.mark.slow
@moon
def test_a_force_point_is_not_spent_again_by_habit(opened, qtbot) -> None:
    """What was declared last is offered again; a point that it spent is not (001-42)."""
    bridge, board, _ = opened
    for who in ("st-1", "st-2", "jaluun"):
        bridge.dispatch(cmd.Declare(who=(who,), name="hesitate"))
    typed(qtbot, board, "first", "Fire blaster")
    box = board.fields.input("force_point")
    assert isinstance(box, QCheckBox)
    box.click()
    board.submit()
    while bridge.state.clock.round == 1:
        bridge.dispatch(cmd.EndTurn() if bridge.state.walk.active else cmd.NextPhase(override=True))
    bridge.dispatch(cmd.RollInitiative(rolls={"party": 9, "foes": 5}))
    board.choose(["ace"])
    assert board.fields.values()["first"] == "Fire blaster"
    assert "force_point" not in board.fields.values()


def declared_once(opened, **fields: object) -> None:
    """Let Ace declare this in round 1, and come up again in round 2."""
    bridge, board, _ = opened

    def others_hesitate() -> None:
        for who in ("st-1", "st-2", "jaluun"):
            assert bridge.dispatch(cmd.Declare(who=(who,), name="hesitate")) is not None

    others_hesitate()
    assert bridge.dispatch(cmd.Declare(who=("ace",), name="plan", fields=fields)) is not None
    while bridge.state.clock.round == 1:
        bridge.dispatch(cmd.EndTurn() if bridge.state.walk.active else cmd.NextPhase(override=True))
    bridge.dispatch(cmd.RollInitiative(rolls={"party": 9, "foes": 5}))
    others_hesitate()
    assert board.who == ["ace"]


@moon
def test_who_announces_another_act_has_not_said_how_many(opened, qtbot) -> None:
    """001-36: number and act belong together; last round's three are not declared with another act."""
    _, board, _ = opened
    declared_once(opened, actions=3, first="Reload", skill="blaster", then=["Draw a weapon"])
    assert board.fields.values()["actions"] == 3
    typed(qtbot, board, "first", "Brawl")
    assert board.fields.values() == {"actions": 1, "first": "Brawl", "skill": "brawling"}


@moon
def test_a_number_that_was_typed_before_the_act_stays(opened, qtbot) -> None:
    """What was typed since it was offered is nobody's to take back."""
    _, board, _ = opened
    declared_once(opened, actions=3, first="Reload", skill="blaster")
    typed(qtbot, board, "actions", "2")
    typed(qtbot, board, "first", "Brawl")
    assert board.fields.values() == {"actions": 2, "first": "Brawl", "skill": "brawling"}
    typed(qtbot, board, "first", "Dive")
    assert board.fields.values()["actions"] == 2, "nor with the next letter"


@moon
def test_no_act_is_offered_again_against_a_foe_who_is_out(opened, qtbot) -> None:
    """001-41: two rounds long "shoot at guard 1" was declared by Enter though that guard lay there."""
    bridge, board, _ = opened
    declared_once(opened, actions=2, first="Brawl", skill="brawling", then=["Shoot at trooper 1"])
    assert bridge.dispatch(cmd.Defeat(who="st-1")) is not None
    assert board.fields.values() == {"actions": 2, "first": "Brawl", "skill": "brawling"}
    assert board.words[2].startswith(
        "“Shoot at trooper 1” is not offered again: Trooper 1 is out of the fight."
    )
    board.submit()
    declared = bridge.state.combatants["ace"].declared[0].fields
    assert declared == {"actions": 2, "first": "Brawl", "skill": "brawling"}


@moon
def test_what_was_aimed_at_who_is_out_is_asked_anew_and_a_fallen_friend_may_be_helped(opened, qtbot) -> None:
    """001-41: Enter leads to the act and declares none; a first aid is for who lies there."""
    bridge, board, _ = opened
    declared_once(opened, actions=1, first="Shoot trooper 1", skill="blaster")
    for who in ("st-1", "jaluun"):
        assert bridge.dispatch(cmd.Defeat(who=who)) is not None
    assert board.fields.values() == {"actions": 1}
    assert board.words[2].startswith("“Shoot trooper 1” is not offered again: Trooper 1 is out of the fight.")
    board.submit()
    assert not bridge.state.combatants["ace"].declared
    typed(qtbot, board, "first", "Shoot trooper 2")
    assert "not offered" not in board.words[2]
    again = renewed(bridge.rules, bridge.state, "ace", "plan", {"first": "First aid for Jaluun"})
    assert again == Renewed({"first": "First aid for Jaluun"})


@moon
@pytest.mark.parametrize("words", ["Shoot sergeant", "Shoot storm sergeant"])
def test_no_act_is_offered_again_against_one_who_is_out_by_any_word_of_the_name(opened, words) -> None:
    """By the whole name it was not offered again, by the last word of it it was."""
    bridge, board, _ = opened
    renamed = {"st-1": "Storm sergeant", "st-2": "Storm trooper"}
    for who, name in renamed.items():
        assert bridge.dispatch(cmd.Describe(who=who, changes={"name": name})) is not None
    declared_once(opened, actions=1, first=words, skill="blaster")
    assert board.fields.values()["first"] == words
    assert bridge.dispatch(cmd.Defeat(who="st-1")) is not None
    assert board.fields.values() == {"actions": 1}
    assert board.words[2].startswith(f"“{words}” is not offered again: Storm sergeant is out of the fight.")


@moon
def test_what_is_typed_into_an_offered_act_takes_its_place(opened, qtbot) -> None:
    """A click into "Shoot" and "Dodge" typed is no "DodgeShoot"; what is no name of the ruleset says so."""
    _, board, _ = opened
    declared_once(opened, actions=1, first="Shoot")
    line = board.fields.input("first")
    assert isinstance(line, QLineEdit)
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())
    qtbot.keyClicks(line, "Dive")
    assert line.text() == "Dive"
    assert board.words[2].startswith("“Dive”: no action of the ruleset, declared in your own words.")
    typed(qtbot, board, "first", "Brawl")
    assert "own words" not in board.words[2]


def names_under(qtbot, board: DeclareBoard, text: str) -> tuple[QLineEdit, QAbstractItemView]:
    """Type what is done first; return the line and the list of names that came up under it."""
    line = board.fields.input("first")
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    popup = line.completer().popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    return line, popup


@moon
def test_enter_means_what_was_typed_though_names_are_offered(opened, qtbot) -> None:
    """The list of names under a field is a help: of several, Enter without a choice in it takes none."""
    bridge, board, _ = opened
    line, popup = names_under(qtbot, board, "a")
    assert line.completer().completionCount() > 1
    QTest.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(bridge.state.combatants["st-1"].declared))
    assert bridge.state.combatants["st-1"].declared[0].fields["first"] == "a"


@moon
@pytest.mark.parametrize(
    ("typed_", "down", "left"), [("use", 0, "Use a weapon"), ("a", 2, None), ("a", 0, "a")]
)
def test_tab_takes_a_highlighted_name_or_the_only_one(opened, qtbot, typed_, down, left) -> None:
    """As Enter does, and the next field has the keys; of several without a choice it takes none."""
    _, board, _ = opened
    line, popup = names_under(qtbot, board, typed_)
    for _ in range(down):
        QTest.keyClick(popup, Qt.Key.Key_Down)
    wanted = left if left is not None else popup.currentIndex().data()
    QTest.keyClick(popup, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not line.hasFocus())
    assert (line.text(), popup.isVisible()) == (wanted, False)


@moon
def test_enter_takes_the_only_name_that_is_offered(opened, qtbot) -> None:
    """ "use" and Enter is the action of the ruleset, not words of one's own."""
    bridge, board, _ = opened
    line, popup = names_under(qtbot, board, "use")
    assert line.completer().completionCount() == 1
    assert popup.width() >= popup.sizeHintForColumn(0), "the whole name can be read"
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert line.text() == "Use a weapon"
    assert not popup.isVisible()
    assert "own words" not in board.words[2]
    assert not bridge.state.combatants["st-1"].declared, "the next Enter declares"


@moon
def test_a_word_from_the_middle_of_a_name_stays_what_was_typed(opened, qtbot) -> None:
    """ "blaster" and Enter is no order to set one to stun."""
    bridge, board, _ = opened
    line, popup = names_under(qtbot, board, "blaster")
    assert line.completer().completionCount() == 1
    QTest.keyClick(popup, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(bridge.state.combatants["st-1"].declared))
    assert bridge.state.combatants["st-1"].declared[0].fields["first"] == "blaster"


@moon
def test_one_s_own_words_are_declared_when_the_names_are_closed(opened, qtbot) -> None:
    """Esc closes the list of names; Enter means what was typed then."""
    bridge, board, _ = opened
    line, popup = names_under(qtbot, board, "use")
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert bridge.state.combatants["st-1"].declared[0].fields["first"] == "use"


@moon
def test_what_undo_brings_back_is_typed_over(opened, qtbot) -> None:
    """After Ctrl+Z the text that was declared stands there selected: no "useuse"."""
    bridge, board, _ = opened
    line, popup = names_under(qtbot, board, "use")
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    box = board.fields.input("skill")
    assert box is not None
    box.setFocus()
    bridge.undo()
    assert board.who == ["st-1"]
    assert (line.text(), line.selectedText()) == ("use", "use")
    assert line.hasFocus()
    qtbot.keyClicks(line, "Dive")
    assert line.text() == "Dive"


@moon
def test_the_log_says_what_was_declared_and_rolled(opened, qtbot) -> None:
    """Not 'Action', but what the player said it would be."""
    bridge, board, _ = opened
    for who in ("st-1", "st-2", "jaluun"):
        bridge.dispatch(cmd.Declare(who=(who,), name="hesitate"))
    fields = {"actions": 1, "first": "fire at the guard", "skill": "blaster"}
    bridge.dispatch(cmd.Declare(who=("ace",), fields=fields))
    act = cmd.Act(who="ace", cost="action", skill="blaster", words="fire at the guard")
    done = bridge.dispatch(act)
    assert done is not None
    assert board._texts.entry(done.entry).title == "Ace: fire at the guard (Blaster 5D)"


def test_what_the_turn_selected_is_not_part_of_a_choice(fight, qtbot) -> None:
    """Ctrl+click after a turn has passed on begins a new choice: nobody is hurt for having the turn."""
    view = InitiativeList(fight.bridge, Texts())
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.show()
    view.select("deel")
    for who in ("lug", "boss"):
        box = view.visualRect(view.initiative.index(view.initiative.row_of(who), 1))
        left, control = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
        QTest.mouseClick(view.viewport(), left, control, box.center())
    assert set(view.selected_ids()) == {"lug", "boss"}


@moon
def test_a_reaction_that_lacks_only_the_attack_asks_for_it(opened, qtbot) -> None:
    """The dialog records the attack (001-70); the list must not leave one looking for where."""
    bridge, _, _ = opened
    for who in ("st-1", "st-2", "jaluun", "ace"):
        bridge.dispatch(cmd.Declare(who=(who,), fields={"actions": 1, "first": "fire"}))
    assert bridge.state.walk.active == "ace"
    dodge = next(offer for offer in bridge.offers("st-1") if offer.id == "dodge")
    assert dodge.refusal is not None
    assert dodge.refusal.reason == "no-attack"
    assert words_needed(dodge) == "react"


def test_enter_after_a_new_name_keeps_the_name(fight, qtbot) -> None:
    """An effect that is in no list is called what was typed."""
    dialog = EffectDialog(fight.bridge, fight.texts, ["boss"])
    qtbot.addWidget(dialog)
    dialog.show()
    line = dialog.name.lineEdit()
    assert line is not None
    qtbot.keyClicks(line, "Smoke")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    (command,) = dialog.commands()
    assert isinstance(command, cmd.BeginEffect)
    assert command.name == "Smoke"


@moon
def test_undo_is_not_for_what_was_typed_for_somebody_else(opened, qtbot) -> None:
    """In a field that nobody has typed into yet, Ctrl+Z is the fight's."""
    _, board, _ = opened
    typed(qtbot, board, "first", "Fire")
    board.submit()
    line = board.fields.input("first")
    assert isinstance(line, QLineEdit)
    assert not line.isUndoAvailable()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    event.ignore()
    QApplication.sendEvent(line, event)
    assert not event.isAccepted(), "the window's own Ctrl+Z is not taken from it"


@kaiser
def test_space_in_the_box_of_declarations_declares_what_is_chosen(opened, qtbot) -> None:
    """The button says so; with nothing chosen it opens the list and gives nothing away."""
    bridge, board, _ = opened
    board.choose(["orc"])
    board.name.setCurrentIndex(board.name.findData("run"))
    qtbot.keyClick(board.name, Qt.Key.Key_Space)
    assert [declared.name for declared in bridge.state.combatants["orc"].declared] == ["run"]


@kaiser
def test_a_blank_in_a_name_that_is_typed_declares_nothing(opened, qtbot) -> None:
    """ "total a" declared what "total" had found, and the "a" went into the choice of the next one."""
    bridge, board, _ = opened
    board.choose(["orc"])
    for typed_in, name in (("total a", "total_attack"), ("total d", "total_defense"), ("run ", "run")):
        qtbot.keyClick(board.name, Qt.Key.Key_Home)
        qtbot.keyClicks(board.name, typed_in)
        assert board.name.currentData() == name
    qtbot.keyClicks(board.name, " x")
    assert bridge.state.combatants["orc"].declared == ()
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    assert [declared.name for declared in bridge.state.combatants["orc"].declared] == ["run"]


@kaiser
def test_one_enter_too_many_declares_nothing_for_the_next_one(opened, qtbot) -> None:
    """Enter finishes whoever has declared; for the next one it opens the list. Nothing is for the button."""
    bridge, board, _ = opened
    board.choose(["orc"])
    board.name.setFocus()
    board.name.setCurrentIndex(board.name.findData("run"))
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    assert bridge.state.combatants["orc"].done
    (who,), cursor = board.who, bridge.session.cursor
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    assert (bridge.session.cursor, board.who) == (cursor, [who])
    assert board.name.view().isVisible()
    assert board.words[2] == "Choose what is declared, or press “Nothing to declare” (Ctrl+Enter)."
    board.name.hidePopup()
    board.declare.setFocus()
    qtbot.keyClick(board.declare, Qt.Key.Key_Return)
    assert bridge.state.combatants[who].done


@kaiser
def test_ctrl_enter_says_that_there_is_nothing_to_declare(opened, qtbot) -> None:
    """Everybody at the table has nothing: one key for each, and the button keeps its width."""
    bridge, board, _ = opened
    wide = board.declare.width()
    board.window().focusWidget().clearFocus()
    assert board.primary_text == "Declare…", "it leads here"
    with qtbot.waitSignal(board.reworded):
        board.begin()
    assert board.primary_text == "Nothing to declare", "an evening at the table, 17: what it does"
    for _ in range(3):
        (who,) = board.who
        qtbot.keyClick(
            board.focusWidget() or board.name, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
        )
        assert bridge.state.combatants[who].done
        assert bridge.state.combatants[who].declared == ()
        assert board.declare.width() == wide
    assert board.who == []


@kaiser
def test_letters_for_one_after_the_other_are_no_word(opened, qtbot) -> None:
    """A declaration is chosen by its letter, however soon the next one follows (Qt joins what is typed)."""
    bridge, board, _ = opened
    board.choose(["orc"])
    for letter, name in (("r", "run"), ("g", "guard")):
        qtbot.keyClick(board.name, letter)
        assert board.name.currentData() == name
        assert bridge.dispatch(board.command()) is not None


@pytest.mark.slow
def test_ctrl_enter_on_the_board_says_that_there_is_nothing_to_declare(hands: Hands) -> None:
    """The window took the key for its primary button, which went to the field that had the focus already."""
    window = hands.window
    bridge = window.services.bridge
    window.do("sample:the-mill-race")
    bridge.dispatch(cmd.Start())
    hands.settle()
    hands.key(Qt.Key.Key_Space)
    board = window.board
    assert board.name.hasFocus()
    for _ in range(2):
        (who,) = board.who
        hands.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, on=board.name)
        assert bridge.state.combatants[who].done
    window.table.setFocus()
    (who,) = board.who
    hands.primary()
    assert not bridge.state.combatants[who].done, "from anywhere else it only leads to the board"
    assert board.name.hasFocus()


@moon
def test_a_declaration_taken_back_and_typed_again_is_the_same(opened, qtbot) -> None:
    """001-36: three actions were declared; the act typed once more is no other act with one."""
    bridge, board, _ = opened
    fields = {"actions": 3, "first": "Fire blaster", "skill": "blaster", "then": ["Draw a weapon"]}
    assert bridge.dispatch(cmd.Declare(who=("st-1",), fields=fields)) is not None
    bridge.undo()
    assert board.fields.values() == fields
    typed(qtbot, board, "first", "Brawl")
    corrected = {**fields, "first": "Brawl", "skill": "brawling"}
    assert board.fields.values() == corrected, "the act alone, with what it is rolled with"
    typed(qtbot, board, "first", "Fire blaster")
    board.submit()
    assert bridge.state.combatants["st-1"].declared[0].fields == fields


@moon
def test_a_skill_that_was_taken_back_with_its_act_goes_with_it(opened, qtbot) -> None:
    """It had been chosen by mistake, and came back with every other act that was typed."""
    bridge, board, _ = opened
    fields = {"actions": 1, "first": "fire at Ace", "skill": "throwing"}
    for said, skill in (
        ("fire at Ace", "throwing"),
        ("fire at Jaluun", "throwing"),
        ("shoot at Jaluun", "blaster"),
        ("brawl with Ace", "brawling"),
        ("run for it", None),
    ):
        assert bridge.dispatch(cmd.Declare(who=("st-1",), fields=fields)) is not None
        bridge.undo()
        typed(qtbot, board, "first", said)
        assert board.command().fields.get("skill") == skill, said
    box = board.fields.input("skill")
    box.setCurrentIndex(box.findData("melee"))
    typed(qtbot, board, "first", "run to Ace")
    assert board.command().fields.get("skill") == "melee", "what was chosen since stays"


@moon
def test_the_act_of_last_round_typed_out_keeps_its_number(opened, qtbot) -> None:
    """Whoever types what is proposed announces what is proposed."""
    _, board, _ = opened
    fields = {"actions": 3, "first": "Reload", "skill": "blaster", "then": ["Draw a weapon", "Move"]}
    declared_once(opened, **fields)
    typed(qtbot, board, "first", "Reload")
    assert board.fields.values() == fields


@moon
def test_what_was_corrected_in_the_log_is_proposed_as_it_was_corrected(opened) -> None:
    """Two actions with the blaster, not the one that was entered by mistake."""
    bridge, board, _ = opened
    wrong = {"actions": 1, "first": "Use a weapon", "skill": "throwing"}
    declared_once(opened, **wrong)
    assert board.fields.values() == wrong
    number = next(n for n, one in enumerate(bridge.log) if getattr(one.command, "fields", None) == wrong)
    right = {"actions": 2, "first": "Use a weapon", "skill": "blaster"}
    mended = bridge.mend(number, cmd.Declare(who=("ace",), name="plan", fields=right))
    assert mended is not None
    assert not mended.undecided
    assert bridge.keep_mended(mended)
    board.choose([])
    assert board.who == ["ace"]
    assert board.fields.values() == right


@kaiser
def test_the_button_leads_to_the_fields_in_every_round_and_says_so(opened, qtbot) -> None:
    """Space led there in round 1, and declared in round 2 what was proposed and nobody had looked at."""
    bridge, board, _ = opened
    window, elsewhere = QWidget(), QPushButton()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    for widget in (elsewhere, board):
        column.addWidget(widget)
    with qtbot.waitActive(window):
        window.show()
    for number in (1, 2):
        assert bridge.state.clock.round == number
        board.choose(["orc"])
        elsewhere.setFocus()
        assert board.primary_text == "Declare…"
        board.press()
        assert bridge.state.combatants["orc"].declared == ()
        if number == 1:
            board.name.setCurrentIndex(board.name.findData("run"))
        assert board.primary_text == "Declare"
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
        assert [one.name for one in bridge.state.combatants["orc"].declared] == ["run"]
        for who in ("ysolde", "orc", "imp"):
            assert bridge.dispatch(cmd.Declare(who=(who,), done=True)) is not None
        assert bridge.dispatch(cmd.RollInitiative(rolls={"ysolde": 20, "orc": 15, "imp": 12})) is not None
        for step in (*3 * [cmd.EndTurn()], *2 * [cmd.NextPhase()]):
            assert bridge.dispatch(step) is not None


@kaiser
def test_last_round_s_intentions_are_proposed_and_tell_nothing_of_this_one(opened, qtbot) -> None:
    """The first of them at once, the others first in the list; once something is sealed neither moves."""
    bridge, board, _ = opened
    attack = {"weapon": "dagger", "target": "ysolde"}
    assert bridge.dispatch(cmd.Declare(who=("orc",), name="run")) is not None
    assert bridge.dispatch(cmd.Declare(who=("orc",), name="attack", fields=attack)) is not None
    for who in ("ysolde", "orc", "imp"):
        assert bridge.dispatch(cmd.Declare(who=(who,), done=True)) is not None
    assert bridge.dispatch(cmd.RollInitiative(rolls={"ysolde": 20, "orc": 15, "imp": 12})) is not None
    for step in (*3 * [cmd.EndTurn()], *2 * [cmd.NextPhase()]):
        assert bridge.dispatch(step) is not None
    assert bridge.state.clock.round == 2
    board.choose(["orc"])

    def offered() -> list[str]:
        return [board.name.itemText(at) for at in range(4)]

    listed = ["Nothing more", "Attack", "Run", ""]
    assert (board.name.currentData(), offered()) == ("run", listed)
    assert board.words[2].startswith("As it was declared last (1 of 2). AP −3.")
    for keys, name in (("a", "attack"), ("ab", "absorb_hits"), ("a", "attack")):
        QTest.keyClick(board.name, Qt.Key.Key_Escape)
        QTest.keyClicks(board.name, keys)
        assert board.name.currentData() == name, "whatever stood there before"
    board.name.setCurrentIndex(board.name.findData("attack"))
    assert board.fields.values() == attack
    board.submit()
    assert (board.who, board.name.currentData(), offered()) == (["orc"], "", listed)
    board.choose(["imp"])
    assert board.name.currentData() == "", "who declared nothing is proposed nothing"


@kaiser
def test_what_was_declared_last_is_offered_part_by_part_and_the_keys_are_said(opened, qtbot) -> None:
    """Only the first of two was offered; Enter "declared it again" and asked for more all the same."""
    bridge, board, _ = opened
    for name in ("run", "defensive_fan"):
        assert bridge.dispatch(cmd.Declare(who=("orc",), name=name)) is not None
    for who in ("ysolde", "orc", "imp"):
        assert bridge.dispatch(cmd.Declare(who=(who,), done=True)) is not None
    assert bridge.dispatch(cmd.RollInitiative(rolls={"ysolde": 20, "orc": 15, "imp": 12})) is not None
    for step in (*3 * [cmd.EndTurn()], *2 * [cmd.NextPhase()]):
        assert bridge.dispatch(step) is not None
    keys = "Enter declares it and asks for more; Ctrl+Enter declares it and no more."
    board.choose(["orc"])
    board.begin()
    assert (board.name.currentData(), board.told) == ("run", keys)
    assert board.words[2].startswith("As it was declared last (1 of 2).")
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    assert (board.name.currentData(), board.told) == ("defensive_fan", f"1 declared so far · {keys}")
    assert board.words[2].startswith("As it was declared last (2 of 2).")
    board.choose(["imp"])
    assert (board.name.currentData(), board.told) == ("", "Ctrl+Enter: nothing to declare.")
    board.choose(["orc"])
    assert board.name.currentData() == "", "come back to, it must not tell what was said"
    bridge.undo()
    assert board.name.currentData() == "run"
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    assert (board.name.currentData(), board.told) == ("", "2 declared so far · Enter: nothing more.")
    qtbot.keyClick(board.name, Qt.Key.Key_Return)
    orc = bridge.state.combatants["orc"]
    assert ([one.name for one in orc.declared], orc.done) == (["run", "defensive_fan"], True)


@moon
def test_ctrl_enter_asks_nothing_and_a_sentence_in_a_box_of_names_declares_nothing(opened, qtbot) -> None:
    """It asked which weapon; the next one's sentence went into that box, and everybody was off by one."""
    bridge, board, _ = opened
    typed(qtbot, board, "first", "Use a weapon")
    qtbot.keyClick(board.fields.input("first"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bridge.state.combatants["st-1"].declared[0].fields == {"actions": 1, "first": "Use a weapon"}
    assert (board.who, board.fields.input("first").hasFocus()) == (["st-2"], True)
    typed(qtbot, board, "first", "Use a weapon")
    board.submit()
    box = board.fields.input("skill")
    assert box.hasFocus()
    qtbot.keyClicks(box, "xylophone")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert board.who == ["st-2"]
    assert board.words[2] == "Nothing here is called “xylophone”: nobody has declared it."
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert bridge.state.combatants["st-2"].declared[0].fields == {"actions": 1, "first": "Use a weapon"}


@pytest.mark.slow
def test_what_undo_brings_back_is_typed_over_in_the_window_too(hands: Hands) -> None:
    """The list hears of the undo first, and its selection tells the board who is meant."""
    window = hands.window
    bridge, board = window.services.bridge, window.board
    window.do("sample:the-cold-store")
    bridge.dispatch(cmd.Start(rolls={"party": 12, "beasts": 5, "garrison": 9, "whisper": 15}))
    hands.settle()
    board.begin()
    line = board.fields.input("first")
    assert isinstance(line, QLineEdit)
    hands.type(line, "dive")
    board.submit()
    hands.settle()
    assert line.hasFocus()
    bridge.undo()
    assert (board.who, line.text(), line.selectedText()) == (["jackal-1"], "dive", "dive")


@pytest.mark.slow
@kaiser
def test_the_cursor_begins_in_the_same_field_in_every_round(opened, qtbot) -> None:
    """Where one of several is declared that is its name, also while the last one is proposed."""
    bridge, board, _ = opened
    qtbot.waitUntil(board.isVisible)
    board.choose(["ysolde"])
    board.begin()
    assert board.focusWidget() is board.name
    for command in (
        cmd.Declare(who=("ysolde",), name="charging_attack"),
        cmd.Declare(who=("ysolde", "orc", "imp"), done=True),
        cmd.RollInitiative(rolls={"ysolde": 30, "orc": 20, "imp": 10}),
        *[cmd.EndTurn()] * 3,
        *[cmd.NextPhase()] * 2,
    ):
        assert bridge.dispatch(command) is not None, bridge.preview(command)
    assert bridge.state.clock.round == 2
    board.choose(["ysolde"])
    assert board.name.currentData() == "charging_attack", "it is proposed"
    board.begin()
    assert board.focusWidget() is board.name


def _intentions(bridge, *said: tuple[str, str]) -> None:
    """Let each one declare one thing, and roll: the orc first, then Ysolde, then the imp."""
    for who, name in said:
        assert bridge.dispatch(cmd.Declare(who=(who,), name=name)) is not None
    assert bridge.dispatch(cmd.Declare(who=("ysolde", "orc", "imp"), done=True)) is not None
    assert bridge.dispatch(cmd.RollInitiative(rolls={"orc": 20, "ysolde": 15, "imp": 12})) is not None


def _texts(bridge) -> Texts:
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    return texts


def _left_undone(bridge) -> list[tuple[str, list[str]]]:
    events = [event for entry in bridge.log for event in entry.events]
    told = [event.params for event in events if isinstance(event, Told) and event.code == "left-undone"]
    return [(params["who"], params["names"]) for params in told]


@kaiser
def test_what_was_declared_and_not_done_is_lost_and_the_log_says_so_once(opened, qtbot) -> None:
    """E-KAI-14: Space went over a declared attack without a trace in the log; its card said as before."""
    bridge, _, _ = opened
    _intentions(bridge, ("orc", "attack"), ("orc", "defensive_fan"), ("ysolde", "attack"), ("imp", "run"))
    assert bridge.dispatch(cmd.EndTurn()) is not None
    texts = _texts(bridge)
    told = texts.entry(bridge.log[-1]).lines
    assert "Declared by Orc and not carried out: Attack" in told
    shown = cards_of(bridge.scene, bridge.state.combatants["orc"], texts)
    assert [(card.text, card.how) for card in shown] == [("Attack", "lost"), ("Defensive Fan", "said")]
    hit = cmd.RecordAttack(who="ysolde", target="orc", kind="melee", result="hit")
    assert bridge.dispatch(hit) is not None
    for step in (*2 * [cmd.EndTurn()], *2 * [cmd.NextPhase()]):
        assert bridge.dispatch(step) is not None
    assert _left_undone(bridge) == [("orc", ["attack"])], (
        "an attack that is recorded is one; a run is no action"
    )


@kaiser
def test_what_a_defeated_one_had_declared_is_lost(opened, qtbot) -> None:
    """A captain fell before its turn; its attack stood there as if it were still to come."""
    bridge, _, _ = opened
    _intentions(bridge, ("ysolde", "attack"), ("orc", "run"))
    assert bridge.dispatch(cmd.Defeat(who="ysolde")) is not None
    shown = cards_of(bridge.scene, bridge.state.combatants["ysolde"], _texts(bridge))
    assert [card.how for card in shown] == ["lost"]
    assert shown[0].under.startswith("lost")
    for step in (*2 * [cmd.EndTurn()], *2 * [cmd.NextPhase()]):
        assert bridge.dispatch(step) is not None, bridge.preview(step)
    assert _left_undone(bridge) == [("ysolde", ["attack"])]


@kaiser
def test_what_was_declared_and_readied_is_not_lost(opened, qtbot) -> None:
    """A declared attack that was readied, and taken later, was told as not carried out."""
    bridge, _, _ = opened
    _intentions(bridge, ("orc", "attack"), ("ysolde", "run"))
    assert bridge.dispatch(cmd.Ready(who="orc", action="attack", trigger="she moves")) is not None
    if bridge.state.walk.active == "orc":
        assert bridge.dispatch(cmd.EndTurn()) is not None
    assert bridge.state.walk.active == "ysolde"
    assert _left_undone(bridge) == []
    assert bridge.dispatch(cmd.Trigger(who="orc", by="ysolde")) is not None
    for step in (*2 * [cmd.EndTurn()], *2 * [cmd.NextPhase()]):
        assert bridge.dispatch(step) is not None, bridge.preview(step)
    assert _left_undone(bridge) == []


@kaiser
def test_what_strikes_back_carries_out_nothing_that_was_declared(opened, qtbot) -> None:
    """E-KAI-14, E-KAI-16: a Counter in the turn of another struck the own declared Attack off as done."""
    bridge, _, _ = opened
    _intentions(bridge, ("orc", "attack"), ("ysolde", "attack"))
    for step in (
        cmd.RecordAttack(who="orc", target="ysolde", kind="melee", result="miss"),
        cmd.React(who="ysolde", name="counter", target="orc"),
        cmd.RecordAttack(who="ysolde", target="orc", kind="melee", result="hit"),
        cmd.EndTurn(),
    ):
        assert bridge.dispatch(step) is not None, bridge.preview(step)
    assert bridge.state.walk.active == "ysolde"
    shown = cards_of(bridge.scene, bridge.state.combatants["ysolde"], _texts(bridge))
    assert [(card.text, card.how) for card in shown if card.text == "Attack"] == [("Attack", "said")]


@moon
@pytest.mark.parametrize("again", ["Shoot Trooper 1", "Fire blaster", "Throw a grenade"])
def test_behind_a_refused_word_the_act_that_takes_its_place_says_what_is_rolled(opened, qtbot, again) -> None:
    """001-41: "Dodge" was refused and typed over: from round 2 on *Rolled with* stayed on Dodge.

    Each letter that differed from what was proposed made what was guessed look as if chosen by hand.
    """
    bridge, board, _ = opened
    declared_once(opened, actions=1, first="Fire blaster", skill="blaster")
    typed(qtbot, board, "first", "Dodge")
    assert board.fields.values()["skill"] == "dodge"
    qtbot.keyClick(board.fields.input("first"), Qt.Key.Key_Return)
    assert board.who == ["ace"], "it is no act"
    typed(qtbot, board, "first", again)
    meant = "throwing" if again.startswith("Throw") else "blaster"
    assert board.fields.values()["skill"] == meant
    typed(qtbot, board, "first", "Brawl")
    assert board.fields.values()["skill"] == "brawling"
    board.submit()
    assert bridge.state.combatants["ace"].declared[0].fields["skill"] == "brawling"
