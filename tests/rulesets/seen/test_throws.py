"""What is proposed to be rolled with a name, and with which number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.reading.shelf import SYSTEMS
from rulesets.seen.scene import Viewer
from rulesets.seen.throws import Throwable, throwables
from rulesets.table import commands as cmd
from rulesets.table.events import Told
from rulesets.words.texts import Speaker
from tests.rulesets.carried_out import do

MARKED = """
[roll]
attack = { label = "Attacks", against = "attacked" }
attacked = { label = "Attacks against it", own = false }

[state.dim]
label = "Dim"
text = "-2 on attacks."
marks = { attack = "-2" }
"""


def fight(ruleset: str, notes: str, more: str = "") -> Session:
    text = (SYSTEMS / ruleset / "ruleset.toml").read_text(encoding="utf-8")
    session = Session(loader.load_text(text + more, ruleset))
    for ident in ("A", "B"):
        do(session, cmd.Add(combatant={"id": ident, "notes": notes}))
    do(session, cmd.Start(rolls={"A": 20, "B": 5}))
    return session


def attacks(session: Session, who: str = "A") -> list[Throwable]:
    scene = Viewer(session.rules).look(session.state)
    found = throwables(scene, session.state.combatants[who])
    return [one for one in found if not one.harm and not one.aside]


def test_the_bonus_of_the_next_attack_of_a_turn_is_proposed() -> None:
    """PF-08: the second attack of a turn has -5 (an agile one -4), the third and all after it twice that."""
    session = fight("pf2e", "Dagger +11/+7/+3 (1d4+4)")
    proposed = []
    for _ in range(3):
        proposed.append(attacks(session)[0].dice)
        do(session, cmd.Act(who="A", name="strike"))
    assert proposed == ["1d20+11", "1d20+7", "1d20+3"]
    assert [one.of for one in attacks(session)] == ["3", "", "2"]
    assert {one.key for one in attacks(session)} == {"Dagger"}, "rolled once, the next of it comes first"
    assert attacks(session, "B")[0].dice == "1d20+11", "in the turn of another it counts nothing"


@pytest.mark.parametrize(
    ("ruleset", "command", "without"),
    [
        (
            "sagas-hub",
            cmd.MoveTrack(who="A", track="condition", by=1),
            ("Condition track: Step 1",),
        ),
        ("pf2e", cmd.BeginEffect(on="A", name="frightened", value=2), ("Frightened 2",)),
        ("pf2e", cmd.BeginEffect(on="A", name="enfeebled", value=1), ("Enfeebled 1",)),
        ("srd35", cmd.BeginEffect(on="A", name="shaken"), ("Shaken",)),
        ("srd35", cmd.BeginEffect(on="A", name="deafened"), ()),
        ("dnd5e", cmd.BeginEffect(on="A", name="poisoned"), ()),
    ],
)
def test_what_is_not_in_the_bonus_of_a_note_is_named(
    ruleset: str, command: cmd.Command, without: tuple[str, ...]
) -> None:
    """E-SW-05, PF-40, E-SRD-43: 'Rifle +7' of a note knows of no condition; the log says so, too."""
    session = fight(ruleset, "Rifle +7 (2d8)")
    assert attacks(session)[0].order.without == ()
    do(session, command)
    order = attacks(session)[0].order
    assert (order.amount, order.without) == ("1d20+7", without)
    done = do(session, order)
    said = Speaker(session.rules, str).entry(done.entry).title
    assert said.partition("Not in it: ")[2] == ", ".join(without)


def test_a_mark_that_is_a_number_is_taken_into_the_sum() -> None:
    """What a ruleset says as a number of the roll that is aimed at somebody is a part of its own."""
    session = fight("srd35", "Rifle +7 (2d8)", MARKED)
    do(session, cmd.BeginEffect(on="A", name="dim"))
    (one,) = attacks(session)
    assert (one.order.amount, one.order.without, one.roll) == ("1d20+7-2", (), "attack")


@pytest.mark.parametrize(("steps", "amount"), [(1, "1d20+7-1"), (3, "1d20+7-5"), (4, "1d20+7-10")])
def test_the_condition_track_of_saga_comes_off_an_attack(steps: int, amount: str) -> None:
    """E-SW-05: -1, -2, -5 and -10 on attacks, too; a Blaster rifle +7 was rolled with +7 at -5."""
    session = fight("saga-edition", "Rifle +7 (2d8)")
    do(session, cmd.MoveTrack(who="A", track="condition", by=steps))
    (one,) = attacks(session)
    assert (one.order.amount, one.order.without) == (amount, ())


@pytest.mark.parametrize("without", [5, "x", [7, None], {}])
def test_what_a_tampered_log_leaves_out_is_not_told(without: object) -> None:
    """A number in place of the list stopped the log from being read."""
    session = fight("srd35", "")
    done = do(session, cmd.Throw(who="A", amount="1d20+3", what="Rifle", without=("Shaken",)))
    events = [
        replace(event, params={**event.params, "without": without}) if isinstance(event, Told) else event
        for event in done.entry.events
    ]
    said = Speaker(session.rules, str).entry(replace(done.entry, events=tuple(events))).title
    assert said.startswith("A: Rifle 1d20+3, ")
    assert "Not in it" not in said
