"""What goes out for other programs is read back by the readers of their formats (issue 18: Take)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulesets.incoming.columns import read as read_cell
from rulesets.incoming.found import Creature, Finding
from rulesets.incoming.reading import read
from rulesets.incoming.source import Source
from rulesets.output.combatants.as_table import stat_of, table_of, written
from rulesets.output.combatants.formats import FORMS
from rulesets.output.combatants.neutral import values_of
from rulesets.output.combatants.outgoing import FIGHT, Outgoing
from rulesets.reading import loader
from rulesets.seen.queries import count_of
from rulesets.seen.scene import Viewer
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import RUNNING
from rulesets.words.terms import Terms
from tests.rulesets.output.combatants.fought import going, hurt
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, Fight, machine_for, named
from tests.sampling import mostly_slow, slow_tests_run

SCORES = ("str", "dex", "con", "int", "wis", "cha")


def brought(outgoing: Outgoing, form: str) -> Finding:
    """Return what our own reader finds in a file of a format."""
    text = FORMS[form].make(outgoing)
    reading = read(Source(f"file.{FORMS[form].ending}", text.encode()))
    assert reading.refused is None, str(reading.refused)
    assert reading.reader is not None
    assert reading.reader.id == {"csv": "table", "improved-initiative": "improved-initiative"}[form]
    return reading.finding


def read_as_table(outgoing: Outgoing) -> None:
    """Assert that everybody is found in the CSV by name, kind, side, count and every number."""
    found = brought(outgoing, "csv").creatures
    assert [one.name for one in found] == [" ".join(who.name.split()) for who in outgoing.people]
    _, rows = table_of(outgoing)
    assert len(rows) == len(found)
    for one, who in zip(found, outgoing.people, strict=True):
        assert (one.count, one.kind) == (1, who.kind)
        assert one.side == who.side
        count = count_of(outgoing.rules, outgoing.state, who.slot)
        if not isinstance(count, str):  # a card is dealt, and no number
            assert one.initiative_count == count
        for stat, cell in one.columns.items():
            rule = outgoing.rules.stats.get(stat)
            if rule is not None:
                assert cell == str(written(rule, stat_of(outgoing, who, stat))), stat
        for value in ("max_hp", "ac", "initiative"):
            if value in one.values and value in outgoing.rules.stats:
                assert one.values[value] == stat_of(outgoing, who, value), value


def read_as_improved_initiative(outgoing: Outgoing) -> None:
    """Assert that everybody is found in the running fight: name, count, what it has a place for, effects."""
    finding = brought(outgoing, "improved-initiative")
    scene = Viewer(outgoing.rules).look(outgoing.state)
    people = [outgoing.state.combatants[one] for one in scene.order if one in outgoing.state.combatants]
    assert [one.name for one in finding.creatures] == [" ".join(who.name.split()) for who in people]
    terms = Terms(outgoing.rules, str)
    # Its first round is 1: a fight in its surprise round has not begun there.
    running = outgoing.state.clock.status == RUNNING and outgoing.state.clock.round > 0
    if running:
        assert finding.round == outgoing.state.clock.round
        active = [who.name for who in people if who.slot == outgoing.state.walk.active]
        assert finding.active == (active[0] if active else "")
    for one, who in zip(finding.creatures, people, strict=True):
        assert (one.kind, one.hidden) == (who.kind, who.hidden)
        count = count_of(outgoing.rules, outgoing.state, who.slot)
        if running and isinstance(count, int):
            assert one.initiative_count == count
        same_numbers(outgoing, who, one)
        lasting = [f"{terms.state(one.name)} {one.large}".rstrip() for one in scene.effects(who)]
        assert Counter(lasting) - Counter(effect.name for effect in one.effects) == Counter()


def same_numbers(outgoing: Outgoing, who: Combatant, one: Creature) -> None:
    values = values_of(outgoing.rules, who)
    for name in ("hp", "max_hp", "temp_hp", *SCORES):
        if values.get(name, 0) > 0:
            assert one.values.get(name, values[name]) == values[name], name
    if values.get("ac", 0) > 0:
        assert one.values["ac"] == values["ac"]


class GoesThere(Fight):
    """A fight that goes out for other programs, and is read as they wrote it."""

    read: Counter[str]

    def teardown(self) -> None:
        outgoing = going(self.session, FIGHT)
        if outgoing.people:
            read_as_table(outgoing)
            read_as_improved_initiative(outgoing)
            type(self).read["fights"] += 1


@pytest.mark.parametrize("ruleset", mostly_slow(RULESETS, RULESETS[1]), ids=named)
def test_a_fight_is_read_back_from_other_programs_files(ruleset: Any, pytestconfig: Any) -> None:
    count: Counter[str] = Counter()
    machine = type("GoingThere", (GoesThere, machine_for(ruleset)), {"read": count})
    for seed in range(8 if slow_tests_run(pytestconfig) else 2):
        failure = PlainFight(machine, seed).play(40)
        assert failure is None, str(failure)
    assert count["fights"]


def test_a_guarded_cell_is_read_as_it_was_typed() -> None:
    finding = brought(going(hurt(), FIGHT), "csv")
    assert [one.name for one in finding.creatures] == ["=Vex|1", "Goblin 1", "Goblin 2", "Droid 5"]
    assert finding.creatures[0].texts == (("", 'Says "hi"\nreach'),)


def test_an_apostrophe_of_a_name_stays() -> None:
    """Only one that stands before what a spreadsheet would run, or before another one, is a guard."""
    reading = read(Source("a.csv", b"name,hp\n'Ndrangheta boss,10\n''Tis,9\n'-Ash,8\n"))
    assert [one.name for one in reading.finding.creatures] == ["'Ndrangheta boss", "'Tis", "-Ash"]


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ([{"value": 10, "only": ["fire"]}], "resist fire 10"),
        (
            [{"value": 5, "bypass": ["silver", "magic"]}, {"value": 4, "only": ["cold"]}],
            "5/silver or magic, resist cold 4",
        ),
        ([{"value": 5}], "5/-"),
    ],
)
def test_what_is_taken_off_one_type_is_not_written_as_taken_off_all(value: Any, cell: str) -> None:
    """It went out as "10/-": against whatever there is."""
    rule = loader.load("srd35").stats["dr"]
    assert written(rule, value) == cell
    assert read_cell(rule, cell) == value


def test_what_is_taken_off_types_of_ones_own_comes_back() -> None:
    """Saga's "energy" is no type of a stat block: it went out, and what came back was a note."""
    rule = loader.load("saga-edition").stats["dr"]
    value = [{"value": 10, "only": ["energy"], "bypass": ["ion"]}, {"value": 5}]
    cell = written(rule, value)
    assert cell == "resist energy 10 (not ion), 5/-"
    assert read_cell(rule, cell) == value
    with pytest.raises(ValueError, match="energy"):
        read_cell(rule, "resist energy ten")
