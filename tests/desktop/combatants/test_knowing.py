"""What players do not see, in the window: hidden combatants, other names, notes, and who is still to come."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from desktop.bridge import Bridge
from desktop.combatants.adding.bring_in_dialog import BringInDialog, JoinDialog
from desktop.combatants.adding.dialog import AddCombatantsDialog
from desktop.combatants.adding.wave_dialog import WaveDialog
from desktop.combatants.blocks.window import BlocksWindow
from desktop.combatants.knowing_dialog import EffectNotesDialog, EncounterNotesDialog, KnowingDialog
from desktop.combatants.newcomers import NewcomerLine
from desktop.combatants.waves import next_wave, read_when
from desktop.paper.documents import Papers
from desktop.process.in_front import dialog_in_front
from desktop.process.paths import resources
from rulesets.campaign.things import Member, Party
from rulesets.seen.scene import Audience, Viewer
from rulesets.table import commands as cmd
from rulesets.table.encounter import Clock, Encounter, Wave
from tests.hands.fields import put
from tests.hands.keys_and_mouse import Hands
from tests.sampling import mostly_slow

pytestmark = pytest.mark.slow

RULESETS = ("saga-edition", "moon-swing")
Kind = TypeVar("Kind", bound=QDialog)


def in_front(hands: Hands, kind: type[Kind]) -> Kind:
    hands.until(lambda: isinstance(dialog_in_front(), kind), kind.__name__)
    dialog = dialog_in_front()
    assert isinstance(dialog, kind)
    hands.until(dialog.isActiveWindow, "the dialog to have the keys")
    return dialog


def bridge_of(hands: Hands) -> Bridge:
    return hands.window.services.bridge


def seen(hands: Hands) -> list[str]:
    """Whom the players see, from the top down."""
    bridge = bridge_of(hands)
    scene = Viewer(bridge.rules, Audience.PLAYERS).look(bridge.state)
    return [scene.state.combatants[ident].name for ident in scene.order]


def chips(hands: Hands, who: str) -> list[str]:
    model = hands.window.table.initiative
    return [chip.text for chip in model.value_at(model.row_of(who)).chips]


@pytest.fixture(params=mostly_slow(RULESETS, "saga-edition"))
def ambush(hands: Hands, request: pytest.FixtureRequest) -> Hands:
    """A hero and two who lie in wait, before the fight."""
    hands.window.services.encounters.new("The ambush", request.param, {})
    for ident, side, kind in (("vex", "heroes", "pc"), ("orc", "foes", "npc"), ("ogre", "foes", "npc")):
        one = {"id": ident, "name": ident.title(), "side": side, "kind": kind}
        assert bridge_of(hands).dispatch(cmd.Add(combatant=one)) is not None
    hands.settle()
    return hands


def test_one_key_hides_and_shows(ambush: Hands) -> None:
    """V on those who are selected; the list marks them, and the log says so to the game master alone."""
    ambush.choose("orc")
    ambush.also("ogre")
    ambush.key(Qt.Key.Key_V)
    assert seen(ambush) == ["Vex"]
    assert "hidden" in chips(ambush, "orc")
    assert ambush.window.services.texts.title(bridge_of(ambush).log[-1]) == "Ogre is hidden from the players"
    bridge_of(ambush).undo()
    assert seen(ambush) == ["Vex", "Orc", "Ogre"], "one step"
    bridge_of(ambush).redo()
    ambush.choose("orc")
    ambush.key(Qt.Key.Key_V)
    assert seen(ambush) == ["Vex", "Orc"]


def test_a_name_for_the_players_until_they_learn_the_true_one(ambush: Hands) -> None:
    ambush.choose("orc")
    ambush.key(Qt.Key.Key_V, Qt.KeyboardModifier.ShiftModifier)
    dialog = in_front(ambush, KnowingDialog)
    assert dialog.reason == "Nothing is different yet."
    QTest.keyClicks(dialog.alias, "Hooded figure")
    dialog.notes.setPlainText("is the brother of Vex")
    dialog.shared.setPlainText("limps")
    ambush.accept()
    assert seen(ambush) == ["Vex", "Hooded figure", "Ogre"]
    assert "“Hooded figure”" in chips(ambush, "orc")
    orc = bridge_of(ambush).state.combatants["orc"]
    assert (orc.name, orc.notes, orc.shared) == ("Orc", "is the brother of Vex", "limps")
    ambush.window.do("learn")
    assert seen(ambush) == ["Vex", "Orc", "Ogre"]
    title = ambush.window.services.texts.title
    assert (
        title(bridge_of(ambush).log[-1])
        == "The players know Orc by name now, and no longer as “Hooded figure”"
    )
    bridge_of(ambush).dispatch(cmd.Describe(who="orc", changes={"alias": "A shape"}))
    assert title(bridge_of(ambush).log[-1]) == "To the players Orc is “A shape” now"


def test_notes_on_the_fight_and_on_an_effect(ambush: Hands) -> None:
    ambush.window.do("about-fight")
    notes = in_front(ambush, EncounterNotesDialog)
    notes.notes.setPlainText("the bridge breaks in round 4")
    notes.shared.setPlainText("It rains.")
    ambush.accept()
    state = bridge_of(ambush).state
    assert (state.about, state.shared) == ("the bridge breaks in round 4", "It rains.")
    bridge_of(ambush).dispatch(cmd.BeginEffect(on="vex", name="Cursed"))
    ambush.choose("vex")
    ambush.window.do("effect-note")
    on_effect = in_front(ambush, EffectNotesDialog)
    assert on_effect.effect.currentText() == "Cursed on Vex"
    on_effect.shared.setPlainText("a black mark on the hand")
    ambush.accept()
    assert bridge_of(ambush).state.effects["vex:Cursed"].shared == "a black mark on the hand"


def test_a_wave_waits_and_comes_in_by_one_key(ambush: Hands) -> None:
    """W, what brings them in, who; Shift+W when it comes to that. Its round reminds of it."""
    ambush.key(Qt.Key.Key_W)
    dialog = in_front(ambush, WaveDialog)
    QTest.keyClicks(dialog.when, "round 1")
    QTest.keyClicks(dialog.name, "2 Wolf; Shaman")
    dialog.side.setCurrentText("foes")
    assert dialog.reason == "3 wait: Wolf 1, Wolf 2, Shaman (foes)"
    ambush.accept()
    strip = ambush.window.waves
    assert strip.isVisible()
    assert [line.label.text() for line in strip.lines] == ["To come in round 1: Wolf 1, Wolf 2, Shaman"]
    assert seen(ambush) == ["Vex", "Orc", "Ogre"]
    bridge_of(ambush).dispatch(cmd.Start())
    ambush.settle()
    assert [line.label.text() for line in strip.lines] == ["! Now, in round 1: Wolf 1, Wolf 2, Shaman"]
    assert "Wolf 1, Wolf 2, Shaman" in ambush.window.messages.text
    ambush.window.table.setFocus()
    ambush.key(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert {"wolf-1", "wolf-2", "shaman"} <= set(bridge_of(ambush).state.combatants)
    assert strip.isHidden()
    assert "come in this round" not in ambush.window.messages.text, "nobody has to be reminded any more"
    bridge_of(ambush).undo()
    assert len(bridge_of(ambush).state.combatants) == 3, "one step"
    assert strip.isVisible()


def test_a_wave_comes_in_with_rolls_of_the_table(hands: Hands) -> None:
    """Who shares a turn has one field; what is left blank is rolled."""
    hands.window.services.encounters.new("The ambush", "srd35", {})
    bridge = bridge_of(hands)
    wolves = tuple({"id": f"w{n}", "name": f"Wolf {n}", "side": "foes", "group": "pack"} for n in (1, 2))
    for command in (
        cmd.Add(combatant={"id": "vex", "name": "Vex"}),
        cmd.PlanWave(wave="w", combatants=(*wolves, {"id": "bear", "name": "Bear", "side": "foes"})),
        cmd.Start(rolls={"vex": 15}),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    hands.window.do("bring-in-rolled")
    dialog = in_front(hands, BringInDialog)
    assert list(dialog.fields) == ["pack", "bear"]
    QTest.keyClicks(dialog.fields["pack"], "12")
    hands.accept()
    order = bridge.state.orders["initiative"]
    assert order.places["pack"].count == 12
    assert "bear" in order.places


@pytest.mark.slow
def test_no_way_into_a_running_fight_rolls_for_players_without_a_word(hands: Hands) -> None:
    """Those of one line, a stat block that is a player's, and whoever is pasted: each is asked for."""
    services, window = hands.window.services, hands.window
    services.encounters.new("The ambush", "srd35", {})
    bridge = bridge_of(hands)
    assert bridge.dispatch(cmd.Add(combatant={"id": "vex", "name": "Vex", "kind": "pc"})) is not None
    hands.choose("vex")
    hands.menu("copy-people")
    assert bridge.dispatch(cmd.Start(rolls={"vex": 15})) is not None

    def answer(**rolls: str) -> None:
        dialog = hands.dialog()
        assert isinstance(dialog, JoinDialog)
        assert set(rolls) <= set(dialog.fields)
        for slot, total in rolls.items():
            hands.type(dialog.fields[slot], total)
        dialog.accept()
        hands.settle()

    def counts() -> dict[str, object]:
        return {slot: place.count for slot, place in bridge.state.orders["initiative"].places.items()}

    steps = bridge.session.cursor
    hands.key(Qt.Key.Key_N)
    adding = hands.dialog()
    assert isinstance(adding, AddCombatantsDialog)
    put(hands, adding.kind, "pc")
    hands.type(adding.name, "Ann; Ben")
    assert "asked for each player" in adding.roll.accessibleDescription()
    adding.accept()
    answer(ann="17", ben="9")
    hands.no_dialog()
    assert (counts()["ann"], counts()["ben"]) == (17, 9)
    bridge.undo()
    assert bridge.session.cursor == steps, "one step"

    hands.menu("paste-people")
    answer(**{"vex-2": "12"})
    hands.no_dialog()
    assert counts()["vex-2"] == 12

    line = NewcomerLine("Cora", given={"side": "party", "kind": "pc"})
    window.parties.show_blocks()
    blocks = hands.dialog()
    assert isinstance(blocks, BlocksWindow)
    blocks.adding.emit(line)
    answer(cora="20")
    assert "Cora" in blocks.told.text()
    assert counts()["cora"] == 20
    hands.leave()


def test_a_player_rolls_for_whoever_comes_in_and_the_log_says_what_was_rolled(hands: Hands) -> None:
    """An evening at the table, 9: "Bring in" rolled a player character's initiative behind everybody's back.

    By the key, the button under the list and the menu, and for a party of the campaign; others are rolled for
    at once.
    """
    services = hands.window.services
    services.encounters.new("The ambush", "srd35", {})
    bridge = bridge_of(hands)
    oda = {"id": "oda", "name": "Oda", "kind": "pc"}
    wolf = {"id": "wolf", "name": "Wolf", "side": "foes", "kind": "npc"}
    rex = {"id": "rex", "name": "Rex", "kind": "pc"}
    for command in (
        cmd.Add(combatant={"id": "vex", "name": "Vex"}),
        cmd.PlanWave(wave="w", combatants=(wolf,)),
        cmd.PlanWave(wave="h", combatants=({**wolf, "id": "hound", "name": "Hound"}, oda)),
        cmd.PlanWave(wave="r", combatants=(rex,)),
        cmd.Start(rolls={"vex": 15}),
    ):
        assert bridge.dispatch(command) is not None
    hands.settle()
    hands.key(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    assert "wolf" in bridge.state.combatants
    places = bridge.state.orders["initiative"].places
    told = services.texts.entry(bridge.log[-1])
    assert any(f"Wolf: {places['wolf'].count}" in line for line in told.lines), told
    hands.key(Qt.Key.Key_W, Qt.KeyboardModifier.ShiftModifier)
    dialog = in_front(hands, BringInDialog)
    assert list(dialog.fields) == ["hound", "oda"]
    assert dialog.fields["oda"].hasFocus(), "the player's roll is what is asked for"
    QTest.keyClicks(dialog.fields["oda"], "12")
    hands.accept()
    assert bridge.state.orders["initiative"].places["oda"].count == 12
    assert "hound" in bridge.state.combatants
    hands.click(hands.window.waves.lines[0].buttons["come"])
    dialog = in_front(hands, BringInDialog)
    assert dialog.wave.currentData() == "r"
    hands.leave()
    assert "rex" not in bridge.state.combatants
    hands.window.do("come:r")
    in_front(hands, BringInDialog)
    hands.leave()
    services.campaigns.write(
        Party(name="Crew", ruleset="srd35", members=(Member({"id": "zed", "name": "Zed", "kind": "pc"}),))
    )
    hands.window.do("party:Crew")
    joining = in_front(hands, JoinDialog)
    QTest.keyClicks(joining.fields["zed"], "4")
    hands.accept()
    assert bridge.state.orders["initiative"].places["zed"].count == 4


def test_who_is_added_hidden_is_not_seen(ambush: Hands) -> None:
    ambush.key(Qt.Key.Key_N)
    dialog = in_front(ambush, AddCombatantsDialog)
    QTest.keyClicks(dialog.name, "Lurker")
    dialog.hidden.setChecked(True)
    ambush.accept()
    assert bridge_of(ambush).state.combatants["lurker"].hidden
    assert "Lurker" not in seen(ambush)


def test_a_wave_is_planned_anew_and_given_up_by_its_buttons(ambush: Hands) -> None:
    wolf = {"id": "wolf", "name": "Wolf", "side": "foes", "kind": "npc", "notes": "howls"}
    bridge_of(ambush).dispatch(cmd.PlanWave(wave="w", when="when the alarm rings", combatants=(wolf,)))
    ambush.settle()
    ambush.click(ambush.window.waves.lines[0].buttons["replan"])
    dialog = in_front(ambush, WaveDialog)
    assert dialog.when.text() == "when the alarm rings"
    assert [line.name for line in dialog.lines.lines] == ["Wolf"]
    QTest.keyClicks(dialog.name, "Wolf")
    dialog.side.setCurrentText("foes")
    ambush.accept()
    (wave,) = bridge_of(ambush).state.waves
    assert [one["id"] for one in wave.combatants] == ["wolf", "wolf-2"]
    assert wave.combatants[0] == wolf, "with all that it was given"
    ambush.click(ambush.window.waves.lines[0].buttons["drop"])
    assert not bridge_of(ambush).state.waves
    assert ambush.window.waves.isHidden()


def test_paper_for_the_players_holds_nothing_that_is_kept_from_them(ambush: Hands) -> None:
    bridge = bridge_of(ambush)
    for command in (
        cmd.Describe(who="orc", changes={"hidden": True}),
        cmd.Describe(who="ogre", changes={"alias": "A shape", "notes": "weak eyes", "shared": "huge"}),
        cmd.DescribeEncounter(changes={"about": "the trap", "shared": "It rains."}),
        cmd.PlanWave(wave="w", combatants=({"id": "wolf", "name": "Wolf"},)),
        cmd.Start(),
    ):
        assert bridge.dispatch(command) is not None, command
    papers = Papers(bridge, ambush.window.services.encounters, resources() / "templates", resources())
    told = repr(papers.maker("players")(lambda done, of: None))
    assert all(text in told for text in ("A shape", "huge", "It rains.", "Vex"))
    for secret in ("Orc", "Ogre", "weak eyes", "the trap", "Wolf"):
        assert secret not in told, secret
    sheet = repr(papers.maker("run-sheet")(lambda done, of: None))
    for text in ("Orc", "hidden from the players", "“A shape” to the players", "the trap", "Wolf", "To come"):
        assert text in sheet, text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("round 3", (3, "")),
        ("in round 12", (12, "")),
        ("2", (2, "")),
        ("when the alarm rings", (0, "when the alarm rings")),
        ("", (0, "")),
    ],
)
def test_what_brings_them_in_is_a_round_or_words(typed: str, meant: tuple[int, str]) -> None:
    assert read_when(typed) == meant


def test_whose_round_has_come_goes_before_who_was_planned_first() -> None:
    rounds = {"a": 0, "b": 2, "c": 5}
    waves = tuple(Wave(ident, ({"id": ident},), round=round_) for ident, round_ in rounds.items())
    found = [next_wave(Encounter(waves=waves, clock=Clock("running", round=round_))) for round_ in (1, 2, 5)]
    assert [wave.id if wave is not None else "" for wave in found] == ["a", "b", "b"]
    assert next_wave(Encounter()) is None
