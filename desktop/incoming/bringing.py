"""What is made of what was found: whether it is there already, and what brings it in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from desktop.combatants.newcomers import NewcomerLine, adds
from rulesets.campaign.things import Block, Member, Party
from rulesets.incoming.fitting import Fitted
from rulesets.incoming.found import Told
from rulesets.table.combatant import PC
from rulesets.table.commands import Add, BeginEffect, Command
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

NOT_COMPARED = frozenset({"id", "name", "side", "kind", "group"})
"""What a stat block need not have in common with what is brought."""


ONLY_NAMED = frozenset({"max_hp", "hp"})
"""Values beside which somebody is still only named: 'ogre (hp 30)'."""


class Target(StrEnum):
    """Where it goes."""

    ENCOUNTER = "encounter"
    """The fight that is open."""
    NEW = "new"
    """An encounter of its own; a running fight stands there as it stood."""
    PREPARED = "prepared"
    BLOCKS = "blocks"
    PARTY = "party"


class There(StrEnum):
    """Whether something of that name is kept already."""

    NEW = "new"
    SAME = "same"
    CHANGED = "changed"


class Entry(Struct, frozen=True, kw_only=True):
    """One thing that was found, beside what is kept under its name."""

    fitted: Fitted
    there: There = There.NEW
    kept: dict[str, Any] | None = None
    """What is kept, as a combatant is given."""
    place: int = -1
    """Where that stands: of the blocks, or of the party's members."""


def compared(found: Iterable[Fitted], kept: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Entry]:
    """Return each of those that were found beside the one of (name, given) that is called so."""
    places: dict[str, list[int]] = {}
    for place, (name, _) in enumerate(kept):
        places.setdefault(name.casefold(), []).append(place)
    said = [_said(given) for _, given in kept]
    entries = []
    for one in found:
        called = places.get(one.name.casefold(), [])
        if not called:
            entries.append(Entry(fitted=one))
            continue
        new = _said(one.given)
        same = next((place for place in called if said[place] == new), None)
        place = called[0] if same is None else same
        there = There.CHANGED if same is None else There.SAME
        entries.append(Entry(fitted=one, there=there, kept=dict(kept[place][1]), place=place))
    return entries


def is_only_named(one: Fitted) -> bool:
    """Return whether of somebody no more is said than a name, how many there are, and hit points."""
    return one.creature.where not in ("combat", "character") and one.creature.values.keys() <= ONLY_NAMED


def with_own_numbers(found: Iterable[Fitted], blocks: Iterable[Block], rules: Rules) -> list[Fitted]:
    """Return those who are only named with the numbers of the own stat block that is called so."""
    own = {block.name.casefold(): block for block in blocks}
    filled = []
    for one in found:
        block = own.get(one.name.casefold()) if is_only_named(one) else None
        filled.append(one if block is None else _filled(one, block, rules))
    return filled


def _filled(one: Fitted, block: Block, rules: Rules) -> Fitted:
    said = {key: value for key, value in one.given.items() if key not in ("name", "kind", "side")}
    if one.creature.side:
        said |= {"kind": one.given["kind"], "side": one.given["side"]}
    usual = {"kind": one.given["kind"], "side": one.given["side"]}
    told = Told("“{name}” has the numbers of the own stat block that is called so.", {"name": block.name})
    kept = dict(block.given)
    if one.creature.values:
        # With other hit points those of now are others, too: all of them.
        kept = {
            key: value
            for key, value in kept.items()
            if key not in rules.stats or not rules.stats[key].to_begin_with
        }
    return replace(one, given={**usual, **kept, **said, "name": block.name}, told=(*one.told, told))


def _said(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is compared of a combatant: what says nothing is as if it were not there."""
    return {key: value for key, value in given.items() if value and key not in NOT_COMPARED}


def kept_blocks(blocks: Iterable[Block]) -> list[tuple[str, dict[str, Any]]]:
    """Return own stat blocks as they are compared."""
    return [(block.name, block.given) for block in blocks]


def kept_members(party: Party | None) -> list[tuple[str, dict[str, Any]]]:
    """Return the members of a party as they are compared."""
    return [] if party is None else [(member.name, member.given) for member in party.members]


# -- into a fight --------------------------------------------------------------------------------------


def joining(found: Sequence[Fitted], state: Encounter, *, as_states: bool = False) -> list[Command]:
    """Return what brings them into a fight: everybody with a name and place of its own, then their effects.

    With ``as_states`` an effect that is called as a state of the ruleset brings that, too.
    """
    lines = [
        NewcomerLine(
            name=one.name,
            count=max(1, one.creature.count),
            given=_given(one, state),
            roll=one.creature.initiative_count,
        )
        for one in found
    ]
    orders = adds(lines, state)
    return [*orders, *effects(found, orders, state, as_states=as_states)]


def _given(one: Fitted, state: Encounter) -> dict[str, Any]:
    """Return what somebody is given who joins; a side that nobody has said is that of its kind there."""
    usual = ("id", "name") if one.creature.side or not state.combatants else ("id", "name", "side")
    return {key: value for key, value in one.given.items() if key not in usual}


def effects(
    found: Sequence[Fitted], orders: Sequence[Add], state: Encounter, *, as_states: bool = False
) -> list[BeginEffect]:
    """Return what begins the effects of those whom ``orders`` add, in the same order."""
    ids = {one.name: one.id for one in state.combatants.values()}
    added = [str(order.combatant["id"]) for order in orders]
    bodies = [one for one in found for _ in range(max(1, one.creature.count))]
    for one, ident in reversed(list(zip(bodies, added, strict=True))):
        ids[one.name] = ident
    begun: list[BeginEffect] = []
    for one, ident in zip(bodies, added, strict=True):
        for effect in one.effects:
            rounds = -1 if effect.rounds is None else max(1, effect.rounds)
            of = ids.get(effect.of, "") if effect.ends and rounds > 0 else ""
            until = f"turn-{effect.ends}" if of else ""
            brings = (one.states[effect.name],) if as_states and effect.name in one.states else ()
            begun.append(
                BeginEffect(on=ident, name=effect.name, rounds=rounds, until=until, of=of, brings=brings)
            )
    return begun


# -- into the campaign ---------------------------------------------------------------------------------


def block_of(entry: Entry, blocks: Sequence[Block], ruleset: str) -> Block:
    """Return a stat block as it is to be kept: a new one, or in place of the one that is called so."""
    given = {key: value for key, value in entry.fitted.given.items() if key not in ("id", "name")}
    if entry.place < 0:
        return Block(entry.fitted.name, given, ruleset)
    old = blocks[entry.place]
    return Block(old.name, given, ruleset, old.tags, old.origin, old.place)


def party_of(entries: Iterable[Entry], party: Party) -> Party:
    """Return a party with those who were found in it; who is called as one of them takes that one's place."""
    members = list(party.members)
    for entry in entries:
        given = {"kind": PC, **entry.fitted.given}
        if entry.place < 0:
            members.append(Member(given))
        else:
            old = members[entry.place]
            members[entry.place] = Member({**given, "name": old.name}, old.carried)
    return replace(party, members=tuple(members))
