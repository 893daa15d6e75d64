"""Every entry keeps its command and the dice that it drew, so that it can be decided again with equal luck.

Random fights prove the same whenever they end (``random_table``), with rules that change on the way.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulesets.fight.session import Done, Session, decode_entry, encode_entry
from rulesets.formula.dice import BlindDice, Drawn, ListedDice, RecordingDice, listed
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.rulesets.fight.playing_again import play_again
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, machine_for, named
from tests.rulesets.shifting import shifting
from tests.rulesets.small_rules import RICH, edition


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_each_entry_of_a_random_fight_is_decided_again(ruleset: Path | str) -> None:
    for seed in range(4):
        assert PlainFight(machine_for(ruleset), seed).play(40) is None


@pytest.mark.slow
def test_each_entry_of_a_fight_whose_rules_are_rewritten_is_decided_again(tmp_path: Path) -> None:
    ruleset = tmp_path / loader.FILE
    ruleset.write_text(RICH.text, encoding="utf-8")
    machine = shifting(ruleset)
    for seed in range(6):
        assert PlainFight(machine, seed).play(40) is None
    assert machine.accepted["rules"]


def fight(dice: ListedDice, ruleset: str = "saga-edition") -> Session:
    session = Session(loader.load(ruleset), dice=dice)
    for who in ("A", "B"):
        session.dispatch(cmd.Add(combatant={"id": who}))
    return session


def kept(session: Session, command: cmd.Command) -> Drawn:
    done = session.dispatch(command)
    assert isinstance(done, Done), done
    assert done.entry.dice == decode_entry(encode_entry(done.entry)).dice
    return done.entry.dice


def test_dice_are_kept_with_their_sides_in_the_order_rolled() -> None:
    assert kept(fight(ListedDice([15, 3])), cmd.Start()) == ((20, 15, 3),)


def test_what_was_typed_is_in_the_command_and_not_among_the_dice() -> None:
    """The command that is decided again brings its own totals; only who is not named rolls."""
    assert kept(fight(ListedDice([])), cmd.Start(rolls={"A": 15, "B": 3})) == ()
    assert kept(fight(ListedDice([9])), cmd.Start(rolls={"A": 15})) == ((20, 9),)


def test_neither_previews_nor_rehearsals_leave_dice_with_the_entry() -> None:
    """A rehearsal rolls really, but what the GM sees of it comes back typed, or not at all."""
    session = fight(ListedDice([1, 2, 15, 3]))
    session.preview(cmd.Start())
    session.rehearse(cmd.Start())
    assert kept(session, cmd.Start()) == ((20, 15, 3),)


def test_a_refused_command_leaves_no_dice_behind() -> None:
    session = fight(ListedDice([15, 3, 7]))
    kept(session, cmd.Start())
    assert isinstance(session.dispatch(cmd.Start()), Refusal)
    assert kept(session, cmd.EndTurn()) == ()


def test_rules_that_change_keep_the_dice_of_what_they_go_on_to() -> None:
    """B, whom the old rules have dead, is up by the new ones: the round is over, and the next one rolls."""
    rolled = '[order.initiative]\nrolled = "phase"\n'
    steps = '[track.wounds]\nsteps = [{ label = "Fine" }, { label = "Hurt" }, { label = "Dead" }]\n'
    first = edition(rolled, "phase.initiative")
    session = Session(loader.load_writing(first), dice=ListedDice([2, 19, 7]), writing=first)
    for who in ("A", "B"):
        session.dispatch(cmd.Add(combatant={"id": who}))
    assert kept(session, cmd.Start()) == ((20, 2, 19),)
    assert kept(session, cmd.Defeat(who="A")) == ()
    assert kept(session, cmd.MoveTrack(who="B", by=2)) == ()
    assert kept(session, cmd.ChangeRules(writing=edition(rolled + steps, "phase.initiative"))) == ((20, 7),)
    play_again(session, Session(loader.load_writing(first), writing=first))


def test_an_entry_without_dice_is_written_as_before() -> None:
    """Nothing is kept of dice that nobody has rolled."""
    entry = fight(ListedDice([])).log[-1]
    assert b"dice" not in encode_entry(entry)


def test_an_entry_from_before_dice_were_kept_is_read() -> None:
    old = b'{"command":{"do":"start"},"events":[{"e":"told","code":"started"}],"at":4.5}'
    assert decode_entry(old).dice == ()
    assert encode_entry(decode_entry(old)) == old


@pytest.mark.parametrize("dice", ["[[20,15.5]]", '[["20",15]]', "[20]", '"d20"'])
def test_dice_that_are_none_make_no_entry(dice: str) -> None:
    """Rows of a file are believed only as far as they are what we write."""
    with pytest.raises(msgspec.ValidationError):
        decode_entry(f'{{"command":{{"do":"start"}},"dice":{dice}}}'.encode())


def test_dice_of_several_kinds_are_kept_in_runs() -> None:
    dice = RecordingDice(ListedDice([6, 6, 2, 15, 4]))
    for sides in (6, 6, 6, 20, 6):
        dice.roll(sides)
    assert dice.drawn == ((6, 6, 6, 2), (20, 15), (6, 4))
    assert listed(dice.drawn).left == (6, 6, 2, 15, 4)


def test_recorded_dice_mean_what_those_behind_them_mean() -> None:
    assert RecordingDice(BlindDice()).blind
    assert not RecordingDice(ListedDice([])).blind
