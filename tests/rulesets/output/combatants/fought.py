"""A fight that has begun, and combatants of a fight as they go out."""

from __future__ import annotations

from typing import Any

from rulesets.campaign.entered import first_given, waves_of
from rulesets.fight.session import Done, Session
from rulesets.output.combatants.outgoing import Outgoing
from rulesets.reading import loader
from rulesets.table import commands as cmd

GOBLIN = {"kind": "npc", "side": "foes", "dex": 14, "armor": 3, "max_hp": 7}
PEOPLE: tuple[dict[str, Any], ...] = (
    {"id": "vex", "name": "=Vex|1", "str": 16, "armor": 8, "max_hp": 30, "notes": 'Says "hi"\nreach'},
    {"id": "g1", "name": "Goblin 1", **GOBLIN},
    {"id": "g2", "name": "Goblin 2", **GOBLIN, "hidden": True},
    {"id": "r", "name": "Droid 5", **GOBLIN, "side": "third"},
)


def fought(*orders: cmd.Command, ruleset: str = "srd35") -> Session:
    session = Session(loader.load(ruleset))
    adds = [cmd.Add(combatant=dict(one)) for one in PEOPLE]
    start = cmd.Start(rolls={"vex": 21, "g1": 12, "g2": 17, "r": 3})
    for order in (*adds, start, *orders):
        result = session.dispatch(order)
        assert isinstance(result, Done), result
    return session


def going(session: Session, kind: str, **more: Any) -> Outgoing:
    commands = [entry.command for entry in session.log]
    return Outgoing(
        rules=session.rules,
        name="Mill “race”",
        kind=kind,
        state=session.state,
        first=first_given(session.rules, commands),
        waves=waves_of(session.state, commands),
        **more,
    )


def hurt() -> Session:
    return fought(
        cmd.SetNumbers(who="vex", stats={"hp": 12}),
        cmd.BeginEffect(on="vex", name="cursed", by="g1"),
        cmd.PlanWave(wave="w", when="the alarm", round=3, combatants=({"id": "late", "name": "Late"},)),
    )
