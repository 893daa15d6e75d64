"""Fights in which everything has a name of its own that can be looked for in what players are told."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from rulesets.seen.players import UNKNOWN
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from tests.rulesets.random_fight import Fight

SECRET = "zq"
"""Stands in every id, name and note of these fights, and nowhere in a ruleset."""
PEOPLE = [f"{SECRET}{name}" for name in ("ant", "bee", "cow", "dog", "eel", "fox")]


class SecretiveFight(Fight):
    """A fight in which everything has a name of its own that can be looked for."""

    asks_everything = False

    def join(self, data: Any, name: str, side: str) -> None:
        given: dict[str, Any] = {"id": name, "name": f"{name}-called", "side": side, "notes": f"{name}-note"}
        given["hidden"] = data.draw(st.integers(0, 3)) == 0
        given["alias"] = data.draw(st.sampled_from(["", "", "Somebody", "A shape"]))
        given["kind"] = data.draw(st.sampled_from(["pc", "npc"]))
        if data.draw(st.integers(0, 2)) == 0:
            given["group"] = f"{SECRET}squad"
        self.do(cmd.Add(combatant=given))

    @rule(data=st.data())
    def add(self, data: Any) -> None:
        missing = [name for name in PEOPLE if name not in self.ids]
        if not missing:
            self.do(cmd.Leave(who=PEOPLE[-1]))
            missing = PEOPLE[-1:]
        self.join(data, missing[0], data.draw(st.sampled_from(["party", "foes"])))

    @rule(data=st.data())
    def note(self, data: Any) -> None:
        self.do(cmd.DescribeEncounter(changes={"about": f"{SECRET}-about", "shared": "it rains"}))
        effect = data.draw(st.sampled_from([*self.session.state.effects, "nothing"]))
        self.do(cmd.NoteEffect(effect=effect, changes={"notes": f"{SECRET}-gm", "shared": "glows"}))

    @rule(data=st.data(), which=st.sampled_from(["first", "second"]))
    def plan_a_wave(self, data: Any, which: str) -> None:
        people = [{"id": f"{SECRET}{which}-{n}", "hidden": data.draw(st.booleans())} for n in (1, 2)]
        self.do(cmd.PlanWave(wave=which, when=f"{SECRET}-when", notes=SECRET, combatants=tuple(people)))


def kept_from_them(rules: Rules, state: Encounter, told: str, more: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    """Make sure that nothing of what is kept from the players stands in what they are told."""
    del rules
    assert f"{SECRET}-" not in told, "notes for the game master, and waves"
    assert "-note" not in told
    for who in state.combatants.values():
        if who.hidden or who.alias:
            for secret in (f'"{who.id}"', who.name):
                assert secret not in told, (secret, told)
        if who.hidden:
            assert who.id not in told, who.id
    assert not [text for text in more if text in told]
    assert UNKNOWN in told or not any(who.alias and not who.hidden for who in state.combatants.values())
