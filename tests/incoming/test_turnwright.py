"""Our own files, read like those of any other program, and as they stand under their own ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulesets.campaign.copies import Copies
from rulesets.campaign.own_files import combatants_of, of_file
from rulesets.campaign.reading import parsed
from rulesets.campaign.things import Block
from rulesets.fight.session import Done, Session
from rulesets.incoming.found import Effect
from rulesets.incoming.reading import Reading, read
from rulesets.incoming.source import Source
from rulesets.output.combatants.outgoing import Outgoing
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter

VEX = {
    "id": "vex",
    "name": "Käpt’n Vex",
    "str": 16,
    "max_hp": 30,
    "notes": "reach",
    "feats": ["combat_reflexes"],
}
GOBLIN = {
    "id": "g",
    "name": "Goblin",
    "kind": "npc",
    "side": "foes",
    "dr": [{"value": 5, "bypass": ["silver"]}],
}


def fought() -> Session:
    session = Session(loader.load("srd35"))
    orders = (
        cmd.Add(combatant=dict(VEX)),
        cmd.Add(combatant=dict(GOBLIN)),
        cmd.Start(rolls={"vex": 21, "g": 12}),
        cmd.SetNumbers(who="vex", stats={"hp": 12}),
        cmd.BeginEffect(on="g", name="Hexed", rounds=3, by="vex"),
        cmd.BeginEffect(on="vex", name="cursed"),
    )
    for order in orders:
        result = session.dispatch(order)
        assert isinstance(result, Done), result
    return session


def text_of(kind: str) -> str:
    session = fought()
    first: dict[str, dict[str, Any]] = {str(one["id"]): one for one in (VEX, GOBLIN)}
    out = Outgoing(rules=session.rules, name="Mill race", kind=kind, state=session.state, first=first)
    return out.toml


def reading(kind: str) -> Reading:
    found = read(Source("file.dat", text_of(kind).encode()))
    assert found.reader is not None
    assert (found.reader.id, found.refused) == ("turnwright", None)
    return found


def test_a_running_fight_is_read_with_its_counts_and_whose_turn_it_is() -> None:
    finding = reading("fight").finding
    vex, goblin = finding.creatures
    assert (finding.round, finding.active) == (1, "Käpt’n Vex")
    assert (vex.name, vex.where, vex.kind, vex.initiative_count) == ("Käpt’n Vex", "combat", "pc", 21)
    assert (vex.columns["hp"], vex.columns["max_hp"], vex.columns["str"]) == ("12", "30", "16")
    assert (vex.feats, vex.texts) == (("combat_reflexes",), (("", "reach"),))
    assert goblin.columns["dr"] == "5/silver"
    assert [one.name for one in vex.effects] == ["cursed"]
    assert goblin.effects == (Effect(name="Hexed", rounds=3, ends="start", of="Käpt’n Vex"),)


@pytest.mark.parametrize(
    ("kind", "where", "names"),
    [
        ("encounter", "saved:Mill race", ["Käpt’n Vex", "Goblin"]),
        ("party", "character", ["Käpt’n Vex"]),
        ("blocks", "library", ["Käpt’n Vex", "Goblin"]),
    ],
)
def test_what_is_kept_is_read_as_what_it_is(kind: str, where: str, names: list[str]) -> None:
    finding = reading(kind).finding
    assert [one.name for one in finding.creatures] == names
    assert {one.where for one in finding.creatures} == {where}


def test_a_broken_file_says_where_it_is_broken() -> None:
    text = text_of("party").replace('\nname = "Käpt’n Vex"', "", 1)
    found = read(Source("party.toml", text.encode()))
    assert found.refused is not None
    assert "“party.toml” cannot be used: line 6: member 1: name: it has no name" in str(found.refused)


# -- under their own ruleset -------------------------------------------------------------------------


def joined(found: Copies) -> Encounter:
    session = Session(loader.load("srd35"))
    for one in found.people:
        result = session.dispatch(cmd.Add(combatant=one.given, carried=one.carried))
        assert isinstance(result, Done), result
    return session.state


@pytest.mark.parametrize("kind", ["fight", "party", "encounter", "blocks"])
def test_under_its_own_ruleset_nothing_is_fitted(kind: str) -> None:
    """Who stood hurt stands hurt, who was prepared is unhurt; reductions and feats are as they were."""
    rules = loader.load("srd35")
    found = combatants_of(rules, of_file(parsed(Path("x"), text_of(kind))))
    assert isinstance(found, Copies)
    people = {who.name: who for who in joined(found).combatants.values()}
    vex = people["Käpt’n Vex"]
    assert vex.stats["hp"] == (12 if kind in ("fight", "party") else 30)
    assert (vex.stats["str"], vex.feats) == (16, ("combat_reflexes",))
    effects = [one.name for one in joined(found).effects.values()]
    assert effects == (["cursed"] if kind in ("fight", "party") else [])
    if kind != "party":
        assert people["Goblin"].stats["dr"] == fought().state.combatants["g"].stats["dr"]


def test_a_file_of_stat_blocks_says_which_ruleset_they_are_of() -> None:
    found = of_file(parsed(Path("x"), text_of("blocks")))
    assert isinstance(found, tuple)
    assert all(isinstance(one, Block) for one in found)
