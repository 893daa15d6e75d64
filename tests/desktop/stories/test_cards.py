"""A fight in which cards are dealt in place of dice, and who waits comes in inside of another's turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop.attack.dialog import AttackDialog
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.damage.dialog import DamageDialog
from desktop.declare.interrupt_dialog import InterruptDialog
from desktop.inspector.effect_dialog import EffectDialog
from desktop.list.columns import Drawn, Kind
from desktop.main.window import MainWindow
from desktop.process.in_front import dialog_in_front
from desktop.rolls.count_dialog import CountDialog
from desktop.rolls.model import Column
from desktop.rolls.start_dialog import StartDialog
from desktop.why.model import Whys
from rulesets.output.exporting.as_csv import combatants_csv
from rulesets.output.exporting.as_json import as_json
from rulesets.output.summary import summarise
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.list.shown_list import Hand
from tests.desktop.stories.telling import open_own_story
from tests.hands.keys_and_mouse import Hands

CARDS = loader.shipped()["cards"]
PEOPLE = [
    {"id": "ada", "name": "Ada", "feats": ["level_headed"]},
    {"id": "bors", "name": "Bors"},
    {"id": "cleo", "name": "Cleo"},
    {"id": "lich", "name": "Lich", "side": "foes", "kind": "npc"},
]
HANDS = {"ada": ("3D", "KS"), "bors": "10H", "cleo": "QD", "lich": "BJ"}


@pytest.fixture
def crypt(hands: Hands, tmp_path: Path) -> Hands:
    """Four who have not been dealt any card."""
    services, case = hands.window.services, {"title": "The crypt", "combatants": PEOPLE}
    open_own_story(services.encounters, services.bridge, CARDS, case, tmp_path / "a.turnwright")
    hands.settle()
    return hands


@pytest.fixture
def dealt(crypt: Hands) -> Hands:
    """The lich has a joker, then come Ada, Cleo and Bors."""
    do(crypt, cmd.Start(rolls=HANDS))
    return crypt


def do(hands: Hands, *commands: cmd.Command) -> None:
    for command in commands:
        assert hands.window.services.bridge.dispatch(command) is not None
    hands.settle()


def asked(kind: type) -> object:
    dialog = dialog_in_front()
    assert isinstance(dialog, kind)
    return dialog


def cards(hands: Hands) -> dict[str, str]:
    order = hands.window.services.bridge.state.orders["initiative"]
    return {slot: order.places[slot].card for slot in order.slots}


def active(hands: Hands) -> str:
    return hands.window.services.bridge.state.walk.active


def cell(window: MainWindow, who: str, role: Qt.ItemDataRole) -> str:
    model = window.table.initiative
    column = [one.kind for one in model.columns].index(Kind.COUNT)
    return str(model.index(model.row_of(who), column).data(role))


# -- dealing ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_cards_are_typed_row_by_row(crypt: Hands) -> None:
    """CA-02, CA-10: one each, two for who is level headed; small letters and signs will do."""
    crypt.window.fight.start()
    dialog = asked(StartDialog)
    table = dialog.table
    assert dialog.model.headerData(Column.ROLL, Qt.Orientation.Horizontal) == "Card"
    assert dialog.model.index(0, Column.MODIFIER).data() == "2 cards"
    for typed in ("3d KS", "10♥", "qd", "black joker"):
        table.edit(table.currentIndex())
        crypt.settle()
        editor = table.focusWidget()
        editor.setText(typed)
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert dialog.model.given() == {
        "ada": ("3D", "KS"),
        "bors": ("10H",),
        "cleo": ("QD",),
        "lich": ("BJ",),
    }
    assert dialog.model.index(0, Column.ROLL).data() == "K♠"
    assert dialog.model.index(0, Column.MODIFIER).data() == "2 cards (3♦, K♠)"
    spoken = dialog.model.index(0, Column.ROLL).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Ada, Card: king of spades"
    assert dialog.reason == "Order: Lich (Black joker), Ada (K♠), Cleo (Q♦), Bors (10♥)"
    crypt.settle()
    dialog.accept()
    crypt.settle()
    assert cards(crypt) == {"lich": "BJ", "ada": "KS", "cleo": "QD", "bors": "10H"}


@pytest.mark.slow
def test_whoever_is_on_hold_is_not_asked_for_a_card(dealt: Hands) -> None:
    """CA-32: the hold lasts over the end of the round, and its owner is not dealt in."""
    do(dealt, cmd.EndTurn(), cmd.Delay(who="ada"), cmd.EndTurn(), cmd.EndTurn())
    if not dealt.asked():
        dealt.primary()
    dialog = asked(StartDialog)
    assert [row.slot for row in dialog.model.sheet.rows] == ["bors", "cleo", "lich"]
    dialog.accept()
    dealt.settle()
    state = dealt.window.services.bridge.state
    assert (state.clock.round, cards(dealt)["ada"]) == (2, "KS")


@pytest.mark.slow
def test_a_card_typed_for_one_is_dealt_to_nobody_else(crypt: Hands) -> None:
    crypt.window.fight.start()
    dialog = asked(StartDialog)
    dialog.model.setData(dialog.model.index(3, Column.ROLL), "2C")  # the lowest, for the last
    assert dialog.model.trouble == ""
    dialog.model.setData(dialog.model.index(0, Column.ROLL), "4S")  # one of two
    assert dialog.model.index(0, Column.ROLL).data() == "4♠ …"
    assert dialog.model.sheet.blank == ["ada", "bors", "cleo"]
    dialog.roll_button.click()
    assert dialog.model.sheet.blank == []
    given = dialog.model.given()
    assert given["lich"] == ("2C",)
    assert given["ada"][0] == "4S"
    assert len({card for hand in given.values() for card in hand}) == 5
    dialog.accept()
    crypt.settle()
    assert cards(crypt)["lich"] == "2C"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("kS", "K♠ of “Action deck” cannot be drawn: it is out until the cards are shuffled. Ada has it."),
        ("1X", "“1X” is no card of “Action deck”. Write one like 2C or RJ."),
        ("4C 5C", "Cleo draws fewer cards than were given: “5♣” is one too many."),
    ],
)
def test_what_cannot_be_dealt_is_said_at_once(crypt: Hands, typed: str, said: str) -> None:
    crypt.window.fight.start()
    dialog = asked(StartDialog)
    dialog.model.setData(dialog.model.index(0, Column.ROLL), "KS 3D")
    dialog.model.setData(dialog.model.index(2, Column.ROLL), typed)
    assert dialog.reason.startswith(said)
    assert not dialog.ok.isEnabled()
    dialog.model.setData(dialog.model.index(2, Column.ROLL), "QD")
    assert dialog.ok.isEnabled()
    dialog.reject()


@pytest.mark.slow
def test_a_card_of_the_last_round_is_out(dealt: Hands) -> None:
    """CA-04: used cards stay out; CA-08: unless there was a joker."""
    do(dealt, cmd.SetNumbers(who="lich", initiative="2C"), *[cmd.EndTurn()] * 4)
    do(dealt, cmd.RollInitiative(rolls={"ada": ("AS", "AH"), "bors": "AC", "cleo": "AD", "lich": "KD"}))
    do(dealt, *[cmd.EndTurn()] * 4)
    dealt.window.fight.start()
    dialog = asked(StartDialog)
    assert dialog.windowTitle().startswith("Deal initiative")
    dialog.model.setData(dialog.model.index(1, Column.ROLL), "AS")
    assert dialog.reason.startswith("A♠ of “Action deck” cannot be drawn")
    dialog.reject()


# -- shown -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_list_shows_cards_and_says_them_in_words(dealt: Hands) -> None:
    window = dealt.window
    assert window.table.initiative.columns[0].label == "Card"
    rows = {row.id: row.says(Kind.COUNT) for row in window.table.initiative.rows}
    assert rows["cleo"] == Drawn("Q♦", told="queen of diamonds", rank="Q", suit="♦")
    assert cell(window, "bors", Qt.ItemDataRole.DisplayRole) == "10♥"
    assert "10 of hearts" in cell(window, "bors", Qt.ItemDataRole.AccessibleTextRole)
    assert "queen of diamonds" in cell(window, "cleo", Qt.ItemDataRole.ToolTipRole)
    assert "Black joker" in cell(window, "lich", Qt.ItemDataRole.ToolTipRole)


@pytest.mark.slow
def test_the_bar_says_how_many_cards_are_left(dealt: Hands) -> None:
    """54 cards, five of them drawn."""
    labels = dealt.window.top_bar.findChildren(QLabel)
    assert [label.text() for label in labels if label.text().endswith("· 49 cards left")]
    do(dealt, cmd.SpendPoint(who="cleo", resource="benny", on="card"))
    assert [label.text() for label in labels if label.text().endswith("· 48 cards left")]


@pytest.mark.slow
def test_files_say_the_card(dealt: Hands) -> None:
    bridge = dealt.window.services.bridge
    summary = summarise(bridge.rules, bridge.log, "The crypt")
    assert [who.count for who in summary.standings] == ["Black joker", "K♠", "Q♦", "10♥"]
    assert "K♠" in combatants_csv(summary).decode()
    assert "K♠" in as_json(summary).decode()


@pytest.mark.slow
def test_why_tells_the_draw(dealt: Hands) -> None:
    services = dealt.window.services
    why = Whys(services.bridge, services.texts).count("ada")[0]
    assert (why.title, why.value) == ("Card: Ada", "K♠")
    assert [(line.value, line.label) for line in why.lines] == [
        ("K♠", "drawn, and it counts"),
        ("3♦", "drawn besides"),
    ]
    do(dealt, cmd.SetNumbers(who="ada", initiative="AS"))
    why = Whys(services.bridge, services.texts).count("ada")[0]
    assert [(line.value, line.label) for line in why.lines] == [("A♠", "corrected by you")]


# -- correcting ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_card_is_corrected_by_hand_or_dealt(dealt: Hands) -> None:
    dealt.window.table.select("cleo")
    dealt.key(Qt.Key.Key_F2, Qt.KeyboardModifier.ShiftModifier)
    dialog = asked(CountDialog)
    assert dialog.windowTitle() == "Correct the card: Cleo"
    assert dialog.count.text() == "QD"
    dialog.count.selectAll()
    QTest.keyClicks(dialog.count, "ks")
    assert dialog.reason.endswith("Ada has K♠, too.")
    dialog.count.selectAll()
    QTest.keyClicks(dialog.count, "kx")
    assert dialog.reason.startswith("“kx” is no card of “Action deck”.")
    dialog.deal_button.click()
    card = dialog.count.text()
    assert card not in ("3D", "KS", "10H", "QD", "BJ")
    dialog.accept()
    dealt.settle()
    assert cards(dealt)["cleo"] == card


# -- inside of another's turn ----------------------------------------------------------------------


@pytest.fixture
def held(dealt: Hands) -> Hands:
    """Ada is on hold, Cleo acts and has moved."""
    do(dealt, cmd.EndTurn(), cmd.Delay(who="ada"), cmd.Act(who="cleo", cost="move", distance=1))
    return dealt


def typed(dialog: InterruptDialog, **totals: int) -> None:
    for slot, total in totals.items():
        dialog.totals[slot].setFocus()
        QTest.keyClicks(dialog.totals[slot], str(total))


@pytest.mark.slow
@pytest.mark.parametrize(("ada", "cleo", "acts"), [(9, 4, "ada"), (4, 9, "cleo"), (5, 5, "cleo")])
def test_who_waits_interrupts_by_a_key_with_opposed_rolls(
    held: Hands, ada: int, cleo: int, acts: str
) -> None:
    """CA-32: both roll; by the option the active one goes on after a tie."""
    held.window.table.select("ada")
    held.key(Qt.Key.Key_I)
    dialog = asked(InterruptDialog)
    assert "Athletics" in dialog.about.text()
    assert dialog.reason == "Ada comes in inside the turn of Cleo: both roll Athletics"
    typed(dialog, ada=ada)
    assert dialog.reason == "Type the total of Cleo, too."
    assert not dialog.ok.isEnabled()
    typed(dialog, cleo=cleo)
    won = "Ada comes in inside the turn of Cleo, which goes on afterwards"
    lost = "Ada has lost the roll and acts when the turn of Cleo is over"
    assert dialog.reason == (won if acts == "ada" else lost)
    dialog.accept()
    held.settle()
    assert active(held) == acts
    log = held.window.services.texts.entry(held.window.services.bridge.log[-1])
    came = f"Ada acts now, before Cleo goes on: {ada} against {cleo}"
    behind = f"Ada has lost the roll against Cleo, {ada} against {cleo}, and acts when that turn is over"
    assert (came if acts == "ada" else behind) in str(log)
    held.window.top_bar.primary.click()
    assert active(held) == ("cleo" if acts == "ada" else "ada")


@pytest.mark.slow
def test_a_waiting_row_dropped_above_the_active_one_interrupts(held: Hands) -> None:
    table = held.window.table
    hand = Hand(table)
    said = hand.drop("ada", hand.at("cleo", 0.1))
    assert said == "Ada comes in inside the turn of Cleo: both roll Athletics"
    held.settle()
    dialog = asked(InterruptDialog)
    typed(dialog, ada=9, cleo=4)
    dialog.accept()
    held.settle()
    assert active(held) == "ada"
    assert [one.slot for one in held.window.services.bridge.state.walk.interrupted] == ["cleo"]


@pytest.mark.slow
def test_a_row_dropped_below_the_active_one_does_not_interrupt(held: Hands) -> None:
    hand = Hand(held.window.table)
    said = hand.drag("ada", hand.at("cleo", 0.9))
    assert "inside" not in said
    hand.release(QPoint(-50, -50))
    assert active(held) == "cleo"


@pytest.mark.slow
def test_a_joker_interrupts_without_a_roll(dealt: Hands) -> None:
    """CA-06."""
    do(dealt, cmd.Delay(who="lich"), cmd.Act(who="ada", cost="move", distance=1))
    dealt.window.table.select("lich")
    dealt.key(Qt.Key.Key_I)
    assert dialog_in_front() is None
    assert active(dealt) == "lich"
    dealt.key(Qt.Key.Key_Space)
    assert active(dealt) == "ada"


@pytest.mark.slow
def test_where_nobody_waits_nobody_interrupts(dealt: Hands) -> None:
    dealt.key(Qt.Key.Key_I)
    assert dialog_in_front() is None
    assert "Nobody waits" in dealt.window.actions_.by_id["interrupt"].toolTip()


@pytest.mark.slow
def test_who_joins_is_dealt_a_card_or_has_the_one_that_is_typed(dealt: Hands) -> None:
    """CA-02: below the card whose turn it is the newcomer has a turn; every card is there once."""
    bridge = dealt.window.services.bridge
    dialog = AddCombatantsDialog(bridge, dealt.window.services.texts, dealt.window)
    dialog.name.setText("Ghoul ×2")
    dialog.roll.put("KS")
    dialog.refresh()
    assert not dialog.ok.isEnabled(), "Ada has drawn it"
    assert "K♠" in dialog.reason
    dialog.roll.put("9♥")
    dialog.refresh()
    one, other = dialog.commands()
    assert isinstance(one, cmd.Add)
    assert isinstance(other, cmd.Add)
    assert (one.roll, other.roll) == (("9H",), None), "the others are dealt"
    do(dealt, one)
    assert bridge.state.orders["initiative"].places["ghoul-1"].card == "9H"
    dialog.deleteLater()


def test_who_waits_is_called_as_the_ruleset_calls_it(dealt: Hands) -> None:
    """CA-30: the key said Hold, and the row "delaying"."""
    do(dealt, cmd.Delay(who="lich"))
    row = dealt.window.table.initiative
    assert [chip.text for chip in row.value_at(row.row_of("lich")).chips] == ["Hold", "Joker"]
    bridge = dealt.window.services.bridge
    now = summarise(bridge.rules, bridge.log, "The crypt").standings
    assert "Hold" in next(who.words for who in now if who.id == "lich")


def test_what_begins_on_one_of_a_group_in_its_turn_comes_from_that_one(hands: Hands) -> None:
    """A wound of the first of the drowned was said to come from the second of them."""
    hands.window.do("sample:the-salt-chapel")
    do(hands, cmd.Start(rolls={"drowned": "RJ"}))
    for who in ("drowned-1", "drowned-2", "marrow"):
        hands.choose(who)
        hands.key(Qt.Key.Key_C)
        dialog = hands.dialog()
        assert isinstance(dialog, EffectDialog)
        assert dialog.by.currentData() == ("drowned-1" if who == "marrow" else who)
        hands.leave()


@pytest.mark.slow
def test_the_modifiers_of_an_attack_are_told(dealt: Hands) -> None:
    """CA-07, CA-60: nothing said what a joker and being vulnerable add."""
    do(dealt, cmd.BeginEffect(on="ada", name="vulnerable"))
    dealt.key(Qt.Key.Key_A)
    attack = asked(AttackDialog)
    assert (attack.who.currentData(), attack.target.currentData()) == ("lich", "ada")
    attack.kind.setCurrentIndex(attack.kind.findData("melee"))
    assert "Attacks: +2 Joker, +2 Vulnerable of Ada → +4" in attack.about.text()
    assert (attack.defense.currentData(), attack.against.number) == ("parry", 5)
    attack.roll.number = 7
    attack.roll.typed.emit()
    assert attack.came.currentData() == "hit"
    dealt.leave()


@pytest.mark.slow
def test_what_a_joker_adds_a_soak_and_being_shaken_are_told_where_they_count(dealt: Hands) -> None:
    """CA-07, CA-40, CA-47: the damage knew no joker, nobody was told of a soak, and a shaken one attacked."""
    do(dealt, cmd.SetNumbers(who="ada", stats={"bennies": 1}))
    dealt.choose("ada")
    dealt.key(Qt.Key.Key_H)
    sheet = asked(DamageDialog).sheet
    assert sheet.by.currentData() == "lich"
    assert "Damage rolls: +2 Joker" in sheet.problem
    dealt.leave()
    do(dealt, cmd.Apply(pipeline="damage", to=("ada",), inputs={"amount": 10}, by="lich"))
    assert "Ada can spend a point: No longer shaken, Soak" in dealt.window.messages.text
    do(dealt, cmd.EndTurn())
    dealt.key(Qt.Key.Key_A)
    attack = asked(AttackDialog)
    assert attack.who.currentData() == "ada"
    assert "Shaken" in attack.about.text()
    assert "can be recorded all the same" in attack.about.text()
    dealt.leave()
