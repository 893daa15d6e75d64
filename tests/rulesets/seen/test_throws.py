"""What is proposed to be rolled with a name, and with which number."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.reading.shelf import SYSTEMS
from rulesets.seen.scene import Viewer
from rulesets.seen.throws import Throwable, attacks_noted, harm_of, throwables
from rulesets.table import commands as cmd
from rulesets.table.events import Rolled, Told
from rulesets.words.texts import Speaker
from tests.rulesets.carried_out import do


def fight(ruleset: str, notes: str) -> Session:
    text = (SYSTEMS / ruleset / "ruleset.toml").read_text(encoding="utf-8")
    session = Session(loader.load_text(text, ruleset))
    for ident in ("A", "B"):
        do(session, cmd.Add(combatant={"id": ident, "notes": notes}))
    do(session, cmd.Start(rolls={"A": 20, "B": 5}))
    return session


def attacks(session: Session, who: str = "A") -> list[Throwable]:
    scene = Viewer(session.rules).look(session.state)
    found = throwables(scene, session.state.combatants[who])
    return [one for one in found if one.dice.startswith("1d20") and not one.harm and not one.aside]


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
    ("ruleset", "commands", "off"),
    [
        ("sagas-hub", [cmd.MoveTrack(who="A", track="condition", by=1)], ("", "")),
        ("pf2e", [cmd.BeginEffect(on="A", name="frightened", value=2)], ("-2", "-2")),
        ("pf2e", [cmd.BeginEffect(on="A", name="enfeebled", value=1)], ("", "-1")),
        ("pf2e", [cmd.BeginEffect(on="A", name="clumsy", value=1)], ("-1", "")),
        (
            "pf2e",
            [
                cmd.BeginEffect(on="A", name=name, value=size)
                for name, size in (("frightened", 1), ("sickened", 3))
            ],
            ("-3", "-3"),
        ),
        ("srd35", [cmd.BeginEffect(on="A", name="shaken")], ("-2", "-2")),
        ("srd35", [cmd.BeginEffect(on="A", name="prone")], ("", "-4")),
        ("srd35", [cmd.BeginEffect(on="A", name=name) for name in ("shaken", "exhausted")], ("-5", "-5")),
        ("srd35", [cmd.BeginEffect(on="A", name="deafened")], ("", "")),
        ("saga-edition", [cmd.BeginEffect(on="A", name="fighting-defensively")], ("-5", "-5")),
        ("dnd5e", [cmd.BeginEffect(on="A", name="poisoned")], ("", "")),
    ],
)
def test_what_conditions_take_off_an_attack_of_a_note_is_in_its_sum(
    ruleset: str, commands: list[cmd.Command], off: tuple[str, str]
) -> None:
    """PF-40, E-SRD-43, E-SW-13: 'Rifle +7' of a note knows of no condition, nor whether it is for melee."""
    session = fight(ruleset, "Rifle +7 (2d8). Axe +5 (1d8)")
    assert [one.order.amount for one in attacks(session)] == ["1d20+7", "1d20+5"]
    for command in commands:
        do(session, command)
    found = [one.order.amount for one in attacks(session)]
    assert found == [f"1d20+7{off[0]}", f"1d20+5{off[1]}"]


@pytest.mark.parametrize(("steps", "amount"), [(1, "1d20+7-1"), (3, "1d20+7-5"), (4, "1d20+7-10")])
def test_the_condition_track_of_saga_comes_off_an_attack(steps: int, amount: str) -> None:
    """E-SW-05: -1, -2, -5 and -10 on attacks, too; a Blaster rifle +7 was rolled with +7 at -5."""
    session = fight("saga-edition", "Rifle +7 (2d8)")
    do(session, cmd.MoveTrack(who="A", track="condition", by=steps))
    (one,) = attacks(session)
    assert (one.order.amount, one.order.without) == (amount, ())


def test_the_condition_track_of_saga_comes_off_initiative_as_it_does_off_attacks() -> None:
    """E-SW-05: -2 on checks, too, and initiative is one (Rulebook p. 144), by name and at the start."""
    session = fight("saga-edition", "")
    do(session, cmd.MoveTrack(who="A", track="condition", by=2))
    scene = Viewer(session.rules).look(session.state)
    (one,) = (one for one in throwables(scene, session.state.combatants["A"]) if one.label == "Initiative")
    assert one.order.amount == "d20-2"
    do(session, cmd.EndEncounter())
    done = do(session, cmd.Start(rolls={"B": 30}))
    (rolled,) = (one for one in done.entry.events if isinstance(one, Rolled) and one.who == "A")
    assert rolled.total == sum(rolled.results) - 2


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


def test_the_count_of_attacks_comes_off_an_attack_of_a_note() -> None:
    """PF-08..10, PF-40: 5 and 10 less, of an agile one 4 and 8, in the own turn; conditions are added."""
    notes = "Greataxe +9 (1d12+4). Claw +9 (1d6+1) agile, finesse. Dagger +11/+7/+3 (1d4+4)"
    session = fight("pf2e", notes)
    proposed = []
    for _ in range(4):
        axe, claw, dagger, *_ = (one.dice for one in attacks(session))
        proposed.append((axe, claw, dagger))
        do(session, cmd.Act(who="A", name="strike", override=True))
    assert proposed == [
        ("1d20+9", "1d20+9", "1d20+11"),
        ("1d20+9-5", "1d20+9-4", "1d20+7"),
        ("1d20+9-10", "1d20+9-8", "1d20+3"),
        ("1d20+9-10", "1d20+9-8", "1d20+3"),
    ]
    do(session, cmd.BeginEffect(on="A", name="frightened", value=2))
    assert [one.dice for one in attacks(session)][:3] == ["1d20+9-12", "1d20+9-10", "1d20+3-2"]
    assert attacks(session, "B")[0].dice == "1d20+9", "outside the own turn nothing is taken off"


def test_the_damage_of_a_weapon_is_worked_out_from_an_attribute() -> None:
    """001-112: damage is the weapon's code. "Bite STR+1D" filled in nothing."""
    session, notes = (
        Session(loader.load("moon-swing")),
        "Bite STR+1D, knife Strength +2. Vest +1D against energy.",
    )
    for ident, stats in (("A", {"str": "3D+1"}), ("B", {})):
        do(session, cmd.Add(combatant={"id": ident, "notes": notes, **stats}))
    rules, state = session.rules, session.state
    told = [harm_of(rules, state, state.combatants[who], name) for who in "AB" for name in ("Bite", "knife")]
    assert told == ["4D+1", "4D", "3D", "2D+2"]


@pytest.mark.parametrize(
    ("ruleset", "notes", "attacks"),
    [
        ("moon-swing", "Carbine 5D. Behind the freezer.", "Carbine 5D."),
        ("moon-swing", "Bite STR+1D. Goes for whoever is alone.", "Bite STR+1D."),
        ("moon-swing", "Motion sensor: 1D more on initiative. Hates Ann.", ""),
        (
            "srd35",
            "Spy. Longsword +6/+1 melee (1d8+4/19-20), bow +5 (1d6/x3); sly.\nBreath weapon (8d6). Vain.",
            "Longsword +6/+1 melee (1d8+4/19-20), bow +5 (1d6/x3);\nBreath weapon (8d6).",
        ),
        (
            "srd35",
            "Claw. Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 5 (1d6 + 2) cold damage. Vain.",
            "Claw. Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 5 (1d6 + 2) cold damage.",
        ),
    ],
)  # fmt: skip
def test_attacks_are_told_from_remarks_in_notes(ruleset: str, notes: str, attacks: str) -> None:
    """An evening: a namesake that came in had all that the game master alone knew of the first one."""
    assert attacks_noted(loader.load(ruleset), notes) == attacks


def test_the_bonus_of_the_next_attack_is_proposed_by_what_was_recorded_where_nothing_counts_them() -> None:
    """E-SRD-16: a full attack of "+7/+2" was proposed with +7 for each of its attacks."""
    session = Session(loader.load("srd35"))
    for who, notes in (("ann", "Longsword +7/+2 (1d8+3)"), ("orc", "")):
        do(session, cmd.Add(combatant={"id": who, "name": who, "notes": notes, "side": who}))
    do(session, cmd.Start(rolls={"ann": 20, "orc": 5}))

    def next_bonus() -> str:
        scene = Viewer(session.rules).look(session.state)
        swords = (one for one in throwables(scene, session.state.combatants["ann"]) if not one.harm)
        return next(one.dice for one in swords if one.label == "Longsword")

    found = [next_bonus()]
    do(session, cmd.Act(who="ann", name="full_attack"))
    for _ in range(2):
        do(session, cmd.RecordAttack(who="ann", target="orc", kind="melee", using="Longsword", result="miss"))
        found.append(next_bonus())
    assert found == ["1d20+7", "1d20+2", "1d20+2"]
    do(session, cmd.EndTurn())
    do(session, cmd.RecordAttack(who="ann", target="orc", kind="melee", using="Longsword", result="miss"))
    assert next_bonus() == "1d20+7", "out of the own turn it is the full one"
