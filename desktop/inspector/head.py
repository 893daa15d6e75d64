"""The head of the inspector: who is selected and how it stands, prepared."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from desktop.combatants.naming import action_name
from rulesets.seen.labels import entry_label
from rulesets.seen.number_format import place_count
from rulesets.seen.queries import place_of
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant


class About(Struct, frozen=True):
    """What the head shows of one combatant."""

    id: str
    name: str
    side: str
    kind: str
    """pc · npc"""
    group: str
    count: int | str | None
    count_label: str
    """Label of the order that the count stands in."""
    active: bool = False
    declares: bool = False
    waiting: bool = False
    out: str = ""
    aware: bool = True
    action: str = ""
    trigger: str = ""
    """What is readied, and what for."""
    spent: str = ""
    """What the ruleset says of a count that gives no turn any more."""
    missed: str = ""
    """Why there is no turn this time, one of the reasons of the walk."""
    gone: str = ""
    """defeated · disabled, whether states say so or not."""
    states: tuple[str, ...] = ()
    """What is bad about somebody whom states have put out: 'Dying', 'Dead'."""
    owes: tuple[str, ...] = ()
    """What it has still to roll, or you to decide."""
    notes: str = ""
    """What is noted on it, for you alone and for everybody."""


def about(scene: Scene, who: Combatant) -> About:
    """Return the head for ``who``."""
    rules, turn = scene.rules, scene.turn(who)
    place = place_of(rules, scene.state, who.slot)
    rolled = next((order for order in rules.orders.values() if order.roll is not None), None)
    return About(
        who.id,
        who.name,
        who.side,
        who.kind,
        who.group,
        None if place is None else place_count(rules, rolled, place),
        rolled.label if rolled is not None else "",
        turn.active and scene.activity == "act",
        turn.active and scene.activity == "declare",
        turn.put_off is not None,
        scene.out(who),
        not scene.unaware(who),
        action_name(rules, who.readied.action) if who.readied is not None else "",
        who.readied.trigger if who.readied is not None else "",
        scene.spent(who),
        turn.missed,
        who.out,
        tuple(_bad(scene, who)) if who.out and not scene.out(who) else (),
        scene.owes(who),
        "\n".join(text for text in (who.notes.strip(), who.shared.strip()) if text),
    )


def _bad(scene: Scene, who: Combatant) -> Iterator[str]:
    for name in scene.states_left(who):
        rule = scene.rules.states.get(name)
        if rule is not None and rule.tone == "bad":
            yield entry_label(rule, name)
