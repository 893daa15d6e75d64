"""What the primary button and the stepper say, under every kind of phase a ruleset can have."""

from __future__ import annotations

import pytest

from desktop.app_services import AppServices
from desktop.bridge import Bridge
from desktop.commands.primary import Kind, primary
from desktop.files.samples import read_sample, shipped
from desktop.main.phases import moment
from desktop.rolls.answers import RollSheet
from rulesets.campaign.things import Prepared
from rulesets.reading import loader
from rulesets.table.commands import (
    Act,
    Add,
    Apply,
    Command,
    Declare,
    Defeat,
    Delay,
    EndEncounter,
    EndTurn,
    NextPhase,
    Resume,
    RollInitiative,
    Start,
)
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import find_phase
from tests.desktop.fights import AWARE, start
from tests.hands.keys_and_mouse import Hands


@pytest.fixture
def bridge(qapp, program: AppServices) -> Bridge:
    """The sample on the table, not begun."""
    program.encounters.new_from(read_sample(shipped()))
    return program.bridge


def said(bridge: Bridge) -> tuple[str, str, list[str]]:
    """Button, title, and the steps with the present one in brackets."""
    now = moment(bridge.scene)
    steps = [f"[{step.label} · {step.detail}]" if step.now else step.label for step in now.steps]
    return primary(bridge.scene).text, now.title, steps


def test_from_start_to_end(bridge: Bridge) -> None:
    """Saga Edition: surprise round, turns, and the time that has gone by (000-12, 000-17)."""
    assert said(bridge) == ("Start…", "Not started", [])
    start(bridge)
    assert said(bridge) == ("Next turn", "Surprise round", ["[Surprise · 1 of 6]", "Turns"])
    for _ in AWARE:
        bridge.dispatch(EndTurn())
    assert said(bridge) == ("Next turn", "Round 1", ["[Turns · 1 of 8]", "Next round"])
    assert moment(bridge.scene).time == "0:06–0:12 in game"
    bridge.dispatch(EndTurn())
    bridge.dispatch(EndTurn())
    assert said(bridge)[2] == ["[Turns · 3 of 8]", "Next round"]
    bridge.dispatch(EndEncounter())
    assert said(bridge) == ("Start again…", "Fight over", [])


def test_nobody_on_the_table(qapp) -> None:
    """Then there is nothing to start."""
    empty = Bridge()
    empty.open(loader.load("saga-edition"))
    button = primary(empty.scene)
    assert (button.kind, button.text) == (Kind.ADD, "Add combatants…")


@pytest.mark.slow
def test_once_everybody_is_out_the_fight_is_ended_and_no_round_is_promised(hands: Hands) -> None:
    """*Next round* was offered, and refused."""
    people = ({"id": "ann", "name": "Ann"}, {"id": "orc", "name": "Orc", "side": "foes", "kind": "npc"})
    hands.window.services.encounters.new_from(Prepared("Pit", "saga-edition", {}, people))
    bridge = hands.window.services.bridge
    assert bridge.dispatch(Start(rolls={"ann": 20, "orc": 10})) is not None
    for who in ("ann", "orc"):
        assert bridge.dispatch(Defeat(who=who)) is not None
    hands.settle()
    assert isinstance(bridge.preview(NextPhase()), Refusal)
    assert hands.window.top_bar.buttons["primary"].text().startswith("End the fight")
    hands.primary()
    assert bridge.state.clock.status == "over"
    hands.leave()
    assert primary(bridge.scene).text == "Start again…"


def declaring(ruleset: str) -> Bridge:
    """Two against two in a ruleset in which one declares first."""
    bridge = Bridge()
    bridge.open(loader.load(ruleset))
    for side in ("party", "foes"):
        for number in (1, 2):
            bridge.dispatch(Add(combatant={"id": f"{side}{number}", "side": side}))
    assert bridge.dispatch(Start()) is not None
    return bridge


def simplest(bridge: Bridge) -> Declare:
    """One action, or nothing more: what the next one can always declare."""
    state, phase = bridge.state, find_phase(bridge.rules, bridge.state.clock.phase)
    assert phase is not None
    if phase.several:
        return Declare(who=(next(c.id for c in state.combatants.values() if not c.done),), done=True)
    return Declare(who=(state.walk.active,), fields={"actions": 1, "first": "fire"})


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_the_button_leads_through_every_ruleset(qapp, ruleset: str) -> None:
    """Pressing it again and again, with the simplest declarations, goes round and round."""
    bridge = declaring(ruleset)
    for _ in range(200):
        now, button = moment(bridge.scene), primary(bridge.scene)
        assert button.text
        assert sum(step.now for step in now.steps) == 1
        if bridge.state.clock.round >= 3:
            break
        commands: tuple[Command, ...] = (RollInitiative(),) if button.kind is Kind.ROLL else button.commands
        if button.kind is Kind.DECLARE:
            commands = (simplest(bridge),)
        assert commands
        for command in commands:
            insisted = NextPhase(override=True) if isinstance(command, NextPhase) else command
            assert bridge.dispatch(insisted) is not None
    assert bridge.state.clock.round >= 3


def test_the_last_one_waiting_must_act(qapp) -> None:
    """Where only the waiting are left, the button lets the one that has to act take its turn."""
    bridge = declaring("kaiser")
    assert bridge.dispatch(RollInitiative(override=True)) is not None
    while bridge.state.walk.active:
        assert bridge.dispatch(Delay(who=bridge.state.walk.active)) is not None
    button = primary(bridge.scene)
    (command,) = button.commands
    assert isinstance(command, Resume)
    assert button.text.endswith(" acts")
    assert bridge.dispatch(command) is not None
    assert bridge.state.walk.active == command.who


def test_the_last_one_waiting_is_let_go_where_it_cannot_act(qapp) -> None:
    """E-KAI-04, E-KAI-15: who has become flat-footed while it waited may not go on, and holds up nobody."""
    bridge = declaring("kaiser")
    assert bridge.dispatch(RollInitiative(override=True)) is not None
    while bridge.state.walk.active:
        assert bridge.dispatch(Delay(who=bridge.state.walk.active)) is not None
    last = bridge.scene.must_act
    assert bridge.dispatch(Apply(pipeline="resistance", to=(last,), inputs={"degrees": 7})) is not None
    button = primary(bridge.scene)
    assert (button.text, button.commands) == (f"{last} cannot act: go on", (EndTurn(who=last),))
    assert bridge.dispatch_all(button.commands)
    assert bridge.scene.must_act not in ("", last), "the next one who waits"
    assert isinstance(primary(bridge.scene).commands[0], Resume)


def announced(*, actions: int = 1, skill: str = "") -> Bridge:
    """Two against two who have all declared; the first one acts in the first segment."""
    bridge = declaring("moon-swing")
    while primary(bridge.scene).kind is Kind.DECLARE:
        fields = {"actions": actions, "first": "fire", **({"skill": skill} if skill else {})}
        assert bridge.dispatch(Declare(who=(bridge.state.walk.active,), fields=fields)) is not None
    return bridge


def test_next_action_takes_the_action_that_was_declared(qapp) -> None:
    """A declared action that was not taken is lost (001-95): the button takes it before it goes on."""
    bridge = announced(skill="blaster")
    first = bridge.state.walk.active
    button = primary(bridge.scene)
    assert (button.text, button.commands) == (
        "Next action",
        (Act(who=first, cost="action", skill="blaster", words="fire"), EndTurn()),
    )
    assert bridge.dispatch(button.commands[0]) is not None
    assert primary(bridge.scene).commands == (EndTurn(),), "it has been taken"


def test_an_action_that_cannot_be_rolled_is_lost_in_so_many_words(qapp) -> None:
    """Penalties that leave less than one die forbid the action (A001-13)."""
    bridge = announced(actions=3, skill="blaster")
    button = primary(bridge.scene)
    assert (button.text, button.commands) == ("Lose the action", (EndTurn(),))


@pytest.mark.parametrize("ruleset", sorted(loader.shipped()))
def test_only_a_start_that_asks_something_has_dots(qapp, ruleset: str) -> None:
    """Kaiser begins with declarations: nothing is rolled before them (002-6..12), and no dialog comes."""
    bridge = Bridge()
    bridge.open(loader.load(ruleset))
    for ident, side, kind in (("a", "party", "pc"), ("b", "foes", "npc")):
        assert bridge.dispatch(Add(combatant={"id": ident, "side": side, "kind": kind})) is not None
    assert primary(bridge.scene).text == ("Start…" if RollSheet(bridge).asks else "Start")
