"""The start of every ruleset: what it asks for is asked, and nothing else."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.bridge import Bridge
from desktop.rolls.answers import RollSheet
from desktop.rolls.model import Column
from desktop.rolls.start_dialog import StartDialog
from desktop.rolls.words import line_text
from desktop.widgets.fields import NumberField
from desktop.widgets.texts import Texts
from rulesets.campaign.things import Prepared
from rulesets.formula.dice import ListedDice
from rulesets.reading import loader
from rulesets.table import commands as cmd


@pytest.fixture
def dialog_of(qtbot):
    def make(system, *people, dice=(), then=()):
        bridge, texts = Bridge(), Texts()
        rules = loader.load(system)
        bridge.open(rules, dice=ListedDice(list(dice)))
        texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.log)
        for command in (*(cmd.Add(combatant=one) for one in people), *then):
            assert bridge.dispatch(command) is not None, bridge.preview(command)
        dialog = StartDialog(bridge, texts)
        qtbot.addWidget(dialog)
        return dialog

    return make


def put(dialog, row, number, column=Column.ROLL):
    assert dialog.model.flags(dialog.model.index(row, column)) & Qt.ItemFlag.ItemIsEditable
    assert dialog.model.setData(dialog.model.index(row, column), str(number))


def carry_out(dialog):
    dialog.accept()
    assert dialog.result(), dialog.reason
    for command in dialog.commands():
        assert dialog.bridge.dispatch(command) is not None
    return dialog.bridge.state


def npc(ident, side, **stats):
    return {"id": ident, "side": side, "kind": "npc", **stats}


def test_who_rolls_later_is_told_and_not_asked(dialog_of):
    """A004-19: whoever is not aware rolls when the surprise round is over."""
    dialog = dialog_of("sagas-hub", {"id": "a"}, {"id": "b", "aware": False}, npc("c", "foes"))
    late = dialog.model.index(1, Column.ROLL)
    assert late.data() == "later"
    assert not late.flags() & Qt.ItemFlag.ItemIsEditable
    put(dialog, 0, 12)
    put(dialog, 2, 9)
    assert carry_out(dialog).orders["initiative"].slots == ("a", "c")


def test_digits_where_no_total_can_be_typed_change_nobody_elses(dialog_of, qtbot):
    """They went to the cell that began with them: 18 for who rolls later made another one's 18 an 8."""
    dialog = dialog_of("sagas-hub", {"id": "a"}, {"id": "b", "aware": False}, npc("c", "foes"))
    dialog.model.setData(dialog.model.index(0, Column.ROLL), "18")
    dialog.table.setCurrentIndex(dialog.model.index(1, Column.ROLL))
    qtbot.keyClicks(dialog.table, "18")
    assert dialog.table.currentIndex() == dialog.model.index(1, Column.ROLL)
    assert dialog.command().rolls == {"a": 18}


def test_a_total_typed_before_somebody_became_unaware_is_not_given(dialog_of):
    dialog = dialog_of("srd35", {"id": "a"}, {"id": "b"}, npc("c", "foes"))
    for row in range(3):
        put(dialog, row, 10 + row)
    dialog.model.set_aware([1], False)
    assert dialog.command().rolls == {"a": 10, "c": 12}
    state = carry_out(dialog)
    assert not state.combatants["b"].aware
    assert state.clock.surprise


def test_a_coin_is_asked_for_only_when_the_one_roll_off_ties(dialog_of):
    """004-35..41: modifier, Dexterity, one more check, then a coin."""
    dialog = dialog_of("sagas-hub", {"id": "a"}, npc("c", "foes"))
    put(dialog, 0, 12)
    put(dialog, 1, 12)
    assert not dialog.ties.coins
    put(dialog, 0, 7, Column.TIE)
    put(dialog, 1, 7, Column.TIE)
    (coin,) = dialog.ties.coins
    assert dialog.model.columnCount() == Column.TIE + 1, "there is one roll-off only"
    coin.setCurrentIndex(coin.findData("c"))
    coin.activated.emit(coin.currentIndex())
    assert dialog.command().coin == "c"
    assert dialog.reason == "Order: c (12), a (12)"
    assert carry_out(dialog).orders["initiative"].slots == ("c", "a")


def test_sides_roll_with_whoever_leads_them(dialog_of):
    """001-22: the best Perception or Tactics rolls for the side."""
    dialog = dialog_of(
        "moon-swing", {"id": "a", "per": "2D"}, {"id": "b", "per": "3D+1", "name": "Bea"}, npc("c", "foes")
    )
    assert [dialog.model.index(row, Column.NAME).data() for row in range(2)] == ["party ×2", "foes ×1"]
    assert dialog.model.index(0, Column.MODIFIER).data() == "Bea: 3D+1"


def test_who_rolls_for_a_side_and_why_is_said(dialog_of):
    """001-22, 001-25, A001-17: the highest skill rolls, also when wounds leave others more dice."""
    dialog = dialog_of(
        "moon-swing",
        {"id": "a", "name": "Ann", "per": "3D+1"},
        {"id": "b", "name": "Bea", "per": "3D", "know": "2D", "tactics": "3D+2"},
        npc("c", "foes"),
        then=[cmd.MoveTrack(who="b", track="wounds", by=1)],
    )
    assert dialog.model.index(0, Column.MODIFIER).data() == "Bea: 2D+2"
    why = "Highest Tactics before dice lost to wounds: 3D+2 (Ann has 3D+1); −1D Dice lost to wounds."
    assert dialog.rollers.text() == f"party: Bea rolls 2D+2. {why} (rules 001-22..29)"


def test_tactics_that_nobody_has_is_not_what_a_side_is_led_by(dialog_of):
    """001-22: Perception or Tactics; of equals the attribute that Tactics is under was named."""
    dialog = dialog_of("moon-swing", {"id": "a", "name": "Ann"}, {"id": "b", "name": "Bea"}, npc("c", "foes"))
    why = "Highest Perception: 2D; Bea has the same, and rolls no more dice now."
    assert dialog.rollers.text().startswith(f"party: Ann rolls 2D. {why}")


def test_the_game_master_orders_tied_sides_of_the_own(dialog_of):
    """A001-6: of two gamemaster sides the gamemaster picks."""
    dialog = dialog_of("moon-swing", {"id": "a"}, npc("c", "foes", dex="3D"), npc("d", "beasts", dex="4D"))
    put(dialog, 0, 15)
    put(dialog, 1, 9)
    put(dialog, 2, 9)
    (chosen,) = dialog.ties.picks
    assert chosen.ids == ["foes", "beasts"]
    chosen.setCurrentRow(1)
    chosen.move_current(-1)
    assert dialog.command().pick == ("beasts", "foes")
    assert carry_out(dialog).orders["sides"].slots == ("beasts", "foes", "party")


def test_enter_after_the_last_total_leads_to_the_tie_before_the_button(dialog_of, qtbot):
    """A001-6: the tie comes up with the last total, and Enter went past it to the button that starts."""
    dialog = dialog_of("moon-swing", {"id": "a"}, npc("c", "foes", dex="3D"), npc("d", "beasts", dex="4D"))
    dialog.open()
    qtbot.waitExposed(dialog)
    put(dialog, 0, 15)
    put(dialog, 1, 9)
    dialog.table.setCurrentIndex(dialog.model.index(2, Column.ROLL))
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_9)
    editor = dialog.table.findChild(NumberField)
    assert editor is not None
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    (chosen,) = dialog.ties.picks
    assert dialog.focusWidget() is chosen
    assert "say who comes first" in dialog.reason
    qtbot.keyClick(chosen, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert dialog.focusWidget() is dialog.ok, "it is answered"


def test_a_tie_that_the_rules_decide_is_said_with_what_decides_it(dialog_of):
    """001-29, R001-16: the gamemaster's declare first, without a roll-off; nothing said why."""
    dialog = dialog_of("moon-swing", {"id": "a"}, npc("c", "foes", dex="3D"))
    for row in (0, 1):
        put(dialog, row, 10)
    order, why = dialog.reason.splitlines()
    assert order == "Order: foes ×1 (10), party ×1 (10)"
    assert why == "foes ×1 before party: of equals NPCs come first. (rules 001-22..29)"
    put(dialog, 1, 11)
    assert dialog.reason == "Order: party ×1 (10), foes ×1 (11)"


def test_the_tied_stand_in_the_order_in_which_they_will_act(dialog_of):
    """R5E-04: unless the game master says, the higher dexterity comes first; the list showed another."""
    people = ({"id": "brana", "dex": 10}, {"id": "wren", "dex": 12}, npc("gob", "foes", dex=16))
    dialog = dialog_of("dnd5e", *people)
    for row in range(3):
        put(dialog, row, 15)
    (chosen,) = dialog.ties.picks
    assert chosen.ids == list(dialog.model.sheet.line) == ["gob", "wren", "brana"]
    chosen.setCurrentRow(2)
    chosen.move_current(-1)
    assert chosen.ids == list(dialog.command().pick) == ["gob", "brana", "wren"]
    put(dialog, 0, "")
    put(dialog, 0, 15)
    assert [*dialog.ties.picks[0].ids] == ["gob", "brana", "wren"]
    assert carry_out(dialog).orders["initiative"].slots == ("gob", "brana", "wren")


def test_dice_that_tie_what_is_the_game_masters_to_decide_are_shown_first(dialog_of):
    """Blank totals are rolled into the table when they tie two gamemaster sides; nothing is lost."""
    dice = (6, 5, 3, 4, 4, 3)
    dialog = dialog_of(
        "moon-swing", {"id": "a"}, npc("c", "foes", dex="3D"), npc("d", "beasts", dex="4D"), dice=dice
    )
    dialog.accept()
    assert not dialog.result()
    assert dialog.model.given() == {"party": 11, "foes": 7, "beasts": 7}
    assert len(dialog.ties.picks) == 1
    assert carry_out(dialog).orders["sides"].slots == ("foes", "beasts", "party")


@pytest.mark.slow
def test_keys_for_the_fight_do_nothing_while_a_tie_keeps_the_window_open_and_it_says_why(hands) -> None:
    """R5E-04: the game master decides ties. Enter, H, 12 was typed for a fight that had not begun."""
    people = tuple({"id": f"p{n}", "name": f"P{n}", "side": "ab"[n % 2]} for n in range(24))  # 24 on a d20
    hands.window.services.encounters.new_from(Prepared("Hall", "dnd5e", {}, people))
    hands.settle()
    bridge, handle = hands.window.services.bridge, hands.window.windowHandle()
    hands.key(Qt.Key.Key_Space)
    dialog = hands.dialog()
    QTest.keyClick(handle, Qt.Key.Key_Return)
    assert dialog.ties.picks[0].hasFocus()
    assert dialog.reason.startswith("The dice have tied some")
    dialog.refresh()
    picked, steps = dialog.ties.picks[0].currentRow(), bridge.cursor
    for key in ("h", "1", "2", Qt.Key.Key_Space, "p"):
        QTest.keyClick(handle, key)
    assert dialog.reason.startswith("The dice have tied some")
    assert (dialog.ties.picks[0].currentRow(), bridge.cursor) == (picked, steps)
    QTest.keyClick(handle, Qt.Key.Key_Return)
    assert isinstance(bridge.log[-1].command, cmd.Start)


def test_a_tie_in_an_order_made_along_can_be_rolled_off_too(dialog_of):
    """001-74, A001-7: the same Dexterity and Perception are rolled off."""
    people = ({"id": "a", "dex": "3D"}, {"id": "b", "dex": "3D"}, npc("c", "foes"))
    dialog = dialog_of("moon-swing", *people)
    assert [dialog.model.index(row, Column.NAME).data() for row in (2, 3)] == ["a", "b"]
    for row, number, column in ((0, 9, 4), (1, 5, 4), (2, 2, 5), (3, 6, 5)):
        put(dialog, row, number, Column.ROLL if column == 4 else Column.TIE)
    assert dialog.command().rolloffs == ({"a": 2, "b": 6},)
    assert carry_out(dialog).orders["dexterity"].slots.index("b") == 0


def test_digits_typed_beside_a_roll_off_are_its_own_and_the_log_tells_them(dialog_of, qtbot):
    """A001-7: a recorded roll-off. Its row has no total that digits could mean."""
    people = ({"id": "a", "dex": "3D"}, {"id": "b", "dex": "3D"}, npc("c", "foes"))
    dialog = dialog_of("moon-swing", *people, dice=[4])
    put(dialog, 0, 9)
    put(dialog, 1, 5)
    dialog.show()
    dialog.table.setCurrentIndex(dialog.model.index(2, Column.ROLL))
    qtbot.keyClick(dialog.table, "3")
    qtbot.keyClick(dialog.table.focusWidget(), Qt.Key.Key_Return)
    assert dialog.command().rolloffs == ({"a": 3},)
    assert carry_out(dialog).orders["dexterity"].slots == ("b", "a", "c")
    lines = dialog.texts.entry(dialog.bridge.log[-1]).lines
    assert "Tie rolled off: a: 3, b: 4" in lines


def test_where_nothing_is_rolled_at_the_start_nothing_is_asked(dialog_of):
    """002-8: initiative is rolled after everybody has declared."""
    dialog = dialog_of("kaiser", {"id": "a"}, npc("c", "foes"))
    assert not dialog.model.rolls
    assert not RollSheet(dialog.bridge).asks


def test_a_roll_after_declarations_shows_the_dice_with_what_was_declared(dialog_of):
    """002-8, 002-9: intentions may change the roll."""
    then = (
        cmd.Start(),
        cmd.Declare(who=("a",), name="attack", fields={"points": 3, "modifier": -3}, done=True),
        cmd.Declare(who=("c",), name="", done=True),
    )
    dialog = dialog_of("kaiser", {"id": "a"}, npc("c", "foes"), then=then)
    assert [dialog.model.index(row, Column.MODIFIER).data() for row in range(2)] == ["2d6 + 7", "2d6 + 10"]
    put(dialog, 0, 20)
    put(dialog, 1, 14)
    assert carry_out(dialog).orders["initiative"].slots == ("a", "c")


def test_the_order_that_is_shown_is_the_one_that_a_second_roll_off_makes(dialog_of):
    """000-28: those still tied roll off again; what is shown beforehand is what the command then makes."""
    dialog = dialog_of("saga-edition", {"id": "a"}, {"id": "b"})
    put(dialog, 0, 12)
    put(dialog, 1, 12)
    sheet = dialog.model.sheet
    for number, (a, b) in enumerate(((4, 4), (2, 9))):
        tie = sheet.ties[number]
        assert (tie.slots, tie.number, tie.settled) == (("a", "b"), number, False)
        sheet.answers.offs |= {("initiative", "a", number): a, ("initiative", "b", number): b}
        sheet.look()
    assert sheet.line == ("b", "a")
    assert carry_out(dialog).orders["initiative"].slots == ("b", "a")


def test_nobody_who_is_out_is_counted_or_leads(dialog_of):
    """001-22: of those who can speak the best one rolls; the dead are not asked, nor the unconscious."""
    dead = cmd.Defeat(who="a")
    dialog = dialog_of(
        "moon-swing",
        {"id": "a", "per": "5D", "name": "Ace"},
        {"id": "b", "per": "4D", "name": "Bea"},
        {"id": "c", "per": "3D", "name": "Cal"},
        {"id": "d", "per": "2D", "name": "Dan", "dex": "3D"},
        npc("x", "foes", dex="4D"),
        npc("y", "beasts"),
        then=(
            dead,
            cmd.Defeat(who="y"),
            cmd.BeginEffect(on="b", name="unconscious", rounds=-1),
        ),
    )
    names = [dialog.model.index(row, Column.NAME).data() for row in range(dialog.model.rowCount())]
    assert names == ["party ×3", "foes ×1"]
    assert dialog.model.index(0, Column.MODIFIER).data() == "Cal: 3D"


def test_a_group_rolls_with_the_lowest_modifier_of_those_who_stand(dialog_of):
    """003-2: the dead goblin's -5 does not slow down the others, and no row asks for a dead orc's roll."""
    dialog = dialog_of(
        "srd35",
        {"id": "a", "name": "Ann"},
        npc("g1", "foes", group="Goblins", dex=1),
        npc("g2", "foes", group="Goblins", dex=14, name="Goblin 2"),
        npc("o", "foes", name="Orc"),
        then=(cmd.Defeat(who="g1"), cmd.Defeat(who="o")),
        dice=(1,),  # the rules give the dead a place in the order
    )
    rows = range(dialog.model.rowCount())
    assert [dialog.model.index(row, Column.NAME).data() for row in rows] == ["Ann", "Goblin 2"]
    assert dialog.model.index(1, Column.MODIFIER).data() == "d20 + 2"
    put(dialog, 0, 10)
    put(dialog, 1, 9)
    assert not dialog.model.sheet.open, "nothing is left to be rolled"
    state = carry_out(dialog)
    assert state.orders["initiative"].slots[:2] == ("a", "Goblins")


def test_what_comes_off_a_roll_comes_off_once(dialog_of):
    """IP-13: wounds lower a score; what is rolled in the dialog stands there as thrown, with its dice."""
    people = [{"id": "a", "hp": 4, "max_hp": 10}, npc("b", "foes")]
    dialog = dialog_of("passes", *people, dice=[3, 5, 3, 5])
    dialog.roll_blanks()
    sheet = dialog.model.sheet
    assert sheet.dice == {"a": (3,), "b": (5,)}
    rolled = dict(sheet.totals)
    dice = [dialog.model.index(row, Column.MODIFIER).data() for row in (0, 1)]
    assert dice == ["1D + 6 (3), then −2 wound modifier", "1D + 6 (5)"]
    line = line_text(sheet, str, lambda slot: str(rolled[slot]))
    assert f"a ({rolled['a'] - 2}, rolled {rolled['a']})" in line
    assert f"b ({rolled['b']})" in line
    state = carry_out(dialog)
    places = state.orders[sheet.order].places
    wounds = {who: int(dialog.bridge.value(who, "wound_modifier")) for who in rolled}
    assert wounds == {"a": -2, "b": 0}
    assert {who: places[who].count for who in rolled} == {
        who: total + wounds[who] for who, total in rolled.items()
    }


def test_the_order_is_said_as_it_will_stand(dialog_of):
    """Ten comes off whoever is surprised: the list stood otherwise than the dialog had announced."""
    dialog = dialog_of("passes", {"id": "a"}, {**npc("b", "foes"), "aware": False})
    put(dialog, 0, 9)
    put(dialog, 1, 12)
    assert dialog.reason == "Order: a (9), b (2, rolled 12)"
    assert carry_out(dialog).orders[dialog.model.sheet.order].slots == ("a", "b")


def test_whoever_lies_dying_is_asked_for_the_roll_that_is_made_for_it(dialog_of):
    """003-13: who has not rolled by the end of the surprise round does so now, also one at -3 (E-SRD-32)."""
    dialog = dialog_of(
        "srd35",
        {"id": "oda", "max_hp": 27, "aware": False},
        {"id": "bo", "aware": False},
        npc("orc", "foes", max_hp=9),
        npc("gob", "foes", max_hp=9, aware=False),
        dice=(4,),
        then=(
            cmd.Start(rolls={"orc": 15}),
            cmd.Apply(pipeline="damage", to=("oda",), inputs={"amount": 30}, by="orc"),
            cmd.Apply(pipeline="damage", to=("gob",), inputs={"amount": 30}, by="orc"),
            cmd.EndTurn(),
        ),
    )
    bridge = dialog.bridge
    assert (bridge.state.clock.phase, bridge.state.combatants["oda"].out) == ("late", "disabled")
    rolled = [row.slot for row in RollSheet(bridge).rows if row.rolls]
    assert rolled == ["oda", "bo"]
    put(dialog, 0, 11)
    put(dialog, 1, 9)
    assert carry_out(dialog).orders["initiative"].places["oda"].count == 11
