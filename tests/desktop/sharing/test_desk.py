"""Slips wait, and do nothing until the game master accepts them; then they go the way of every command."""

from __future__ import annotations

from typing import Any

import pytest

from desktop.bridge import Bridge
from desktop.sharing.desk import MOST_KEPT, MOST_WAITING, SlipDesk
from desktop.sharing.links import Link
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.slip import Slip
from tests.desktop.small_fight import ROLLS, Fight

DEEL, LUG = Link("t-deel", "deel"), Link("t-lug", "lug")


def slip(number: int, what: Any, **more: Any) -> Slip:
    return Slip(id=f"slip-{number:04}", what=what, **more)


@pytest.fixture
def desk(fight: Fight) -> SlipDesk:
    return SlipDesk(fight.bridge, fight.texts)


def begun(ruleset: str) -> SlipDesk:
    """Slips for a fight of A and B that has begun; A goes first."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load(ruleset)
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state)
    for who in ("a", "b"):
        bridge.dispatch(cmd.Add(combatant={"id": who, "name": who.upper()}))
    bridge.dispatch(cmd.Start(rolls={"a": 20, "b": 10}))
    return SlipDesk(bridge, texts)


def states(desk: SlipDesk, link: Link) -> list[str]:
    return [fate.state for fate in desk.fates(link.token)]


def test_an_accepted_slip_is_one_step_and_what_it_did_is_what_the_command_does(
    fight: Fight, desk: SlipDesk
) -> None:
    """Until then nothing has changed; taken back and done again it is exact."""
    before = fight.bridge.state
    desk.came(DEEL, slip(1, "ready", name="attack", trigger="the door opens"))
    assert fight.bridge.state is before
    assert [desk.text(one) for one in desk.waiting] == [
        "Deel Surool: Ready an action: Attack · when: the door opens",
    ]
    assert desk.accept(desk.waiting[0])
    after = fight.bridge.state
    assert after.combatants["deel"].readied is not None
    assert (states(desk, DEEL), desk.waiting) == (["accepted"], ())
    fight.bridge.undo()
    assert fight.bridge.state == before
    fight.bridge.redo()
    assert fight.bridge.state == after


def test_a_refusal_is_told_to_both_and_the_game_master_may_insist(fight: Fight, desk: SlipDesk) -> None:
    """The same sentence, in which the player reads the names that players know."""
    fight.do(cmd.Describe(who="deel", changes={"alias": "A shape"}))
    refused: list[str] = []
    fight.bridge.refused.connect(lambda _command, refusal: refused.append(fight.texts.refusal(refusal)))
    wanted = slip(1, "ready", name="attack", trigger="x")
    desk.came(LUG, wanted)
    assert not desk.accept(desk.waiting[0])
    (fate,) = desk.fates(LUG.token)
    assert fate.state == "refused"
    assert "Deel Surool" in refused[0]
    assert fate.why == refused[0].replace("Deel Surool", "A shape")
    command = cmd.Ready(who="lug", action="attack", trigger="x", override=True)
    fight.do(command)
    assert states(desk, LUG) == ["accepted"]


def test_what_is_sent_twice_counts_once_and_the_next_of_a_kind_replaces_it(
    fight: Fight, desk: SlipDesk
) -> None:
    """A phone that hears no answer sends again; a player who thinks better of it sends another."""
    desk.came(DEEL, slip(1, "delay"))
    desk.came(DEEL, slip(1, "delay"))
    desk.came(DEEL, slip(2, "delay"))
    assert [one.slip.id for one in desk.waiting] == ["slip-0002"]
    assert states(desk, DEEL) == ["waiting", "replaced"]
    desk.dismiss(desk.waiting[0])
    assert states(desk, DEEL) == ["dismissed", "replaced"]
    assert fight.bridge.state.put_off == {}


def test_only_so_many_of_a_player_wait(desk: SlipDesk) -> None:
    """Others are not kept out by it."""
    for number in range(MOST_WAITING + 2):
        desk.came(DEEL, slip(number, "react", name=f"reaction {number}"))
    desk.came(LUG, slip(99, "delay"))
    assert len(desk.waiting) == MOST_WAITING + 1
    assert states(desk, DEEL)[:2] == ["too-many", "too-many"]


def test_a_slip_that_waits_keeps_its_fate_however_many_come_after_it(fight: Fight, desk: SlipDesk) -> None:
    """A reaction may wait for rounds, in which its player sends others that are settled."""
    desk.came(DEEL, slip(0, "react", name="shield"))
    for number in range(1, 3 * MOST_KEPT):
        desk.came(DEEL, slip(number, "delay"))
    told = [fate for fate in desk.fates(DEEL.token) if fate.state != "waiting"]
    assert 0 < len(told) <= MOST_KEPT
    desk.dismiss(desk.waiting[0])
    assert (desk.fates(DEEL.token)[-1].id, states(desk, DEEL)[-1]) == ("slip-0000", "dismissed")


def test_a_slip_waits_on_where_nothing_can_be_kept(
    fight: Fight, desk: SlipDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is no refusal of what the player wants: once there is room, the slip is accepted."""
    failures: list[Exception] = []
    fight.bridge.failed.connect(failures.append)
    desk.came(DEEL, slip(1, "delay"))
    with monkeypatch.context() as full:
        full.setattr(fight.bridge.session, "dispatch", _no_room)
        assert not desk.accept(desk.waiting[0])
    assert len(failures) == 1
    assert (states(desk, DEEL), len(desk.waiting)) == (["waiting"], 1)
    assert desk.accept(desk.waiting[0])
    assert states(desk, DEEL) == ["accepted"]


def _no_room(*_command: object) -> None:
    raise OSError("no space left on device")


def test_a_roll_is_kept_until_all_roll_and_refused_when_nothing_is_rolled(table: Fight) -> None:
    desk = SlipDesk(table.bridge, table.texts)
    for number in (1, 2):
        desk.came(LUG, slip(number, "roll", total=17))
        desk.accept(desk.waiting[0])
        assert desk.rolled == ({"lug": 17} if number == 1 else {})
        if number == 1:
            table.do(cmd.Start(rolls={**ROLLS, **desk.rolled}))
    assert states(desk, LUG) == ["refused", "accepted"]


def test_nothing_is_left_of_a_link_that_is_thrown_out_or_of_another_fight(table: Fight) -> None:
    fight, desk = table, SlipDesk(table.bridge, table.texts)
    desk.came(DEEL, slip(1, "delay"))
    desk.came(LUG, slip(2, "roll", total=17))
    desk.accept(desk.waiting[1])
    desk.forget(DEEL)
    assert (desk.waiting, desk.fates(DEEL.token), desk.rolled) == ((), (), {"lug": 17})
    fight.bridge.open(fight.bridge.rules)
    assert (desk.fates(LUG.token), desk.rolled) == ((), {})


def test_what_is_declared_sealed_is_not_shown_before_it_is_asked_for(qapp: object) -> None:
    """Others may look at this screen (002-6); open declarations are read there."""
    desk = begun("kaiser")
    desk.came(Link("t", "a"), slip(1, "declare", name="guard", fields={"points": 1}))
    (one,) = desk.waiting
    assert desk.text(one) == "A: a declaration, sealed"
    assert "Guard" in desk.text(one, in_full=True)
    assert desk.accept(one)
    assert desk.bridge.state.combatants["a"].declared


def test_a_reaction_to_what_nobody_has_said_is_asked_about(qapp: object) -> None:
    """The player need not say to what it is; once the game master has, the slip is accepted."""
    desk = begun("sagas-hub")
    bridge, link = desk.bridge, Link("t", "b")
    asked: list[tuple[str, str]] = []
    desk.asks.connect(lambda who, name: asked.append((who, name)))
    desk.came(link, slip(1, "react", name="reaction"))
    assert not desk.accept(desk.waiting[0])
    assert (asked, states(desk, link)) == ([("b", "reaction")], ["waiting"])
    assert bridge.dispatch(cmd.React(who="b", name="reaction", to="a step")) is not None
    assert (states(desk, link), desk.waiting) == (["accepted"], ())


def test_another_reaction_of_the_same_combatant_is_not_what_was_asked_for(qapp: object) -> None:
    """The question was closed, and what is recorded later is something else: the slip waits on."""
    desk = begun("kaiser")
    link = Link("t", "b")
    desk.came(link, slip(1, "react", name="defend_another"))
    assert not desk.accept(desk.waiting[0])
    assert states(desk, link) == ["waiting"]
    assert desk.bridge.dispatch(cmd.React(who="b", name="counter", override=True)) is not None
    assert (states(desk, link), len(desk.waiting)) == (["waiting"], 1)
