"""Parties: what is kept of a member between two fights, as its file says it and as the engine takes it.

What a ruleset does not know (the file is of another one, or has been edited) is named and left out; the file
keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.campaign.things import Member, Party, Prepared
from rulesets.formula.dice import Dice, parse_code, print_code
from rulesets.seen.carrying import CarriedLine, after_rest, as_ended, carried, is_known, joined, lines
from rulesets.table.carried import Carried, CarriedEffect
from rulesets.table.combatant import GIVEN_KEYS, PC, Combatant, TrackPlace
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

_LEFT_OUT = ("group", "aware", "pools")
"""What is of one encounter alone."""


class Fitting(Struct, frozen=True):
    """What a ruleset can take of what was entered, or was carried over."""

    given: dict[str, Any]
    carried: Carried = Carried()
    left_out: tuple[str, ...] = ()
    """Keys that it does not know, or with values that it cannot take."""


def ident_of(member: Member) -> str:
    """Return the id of a member: as it stands in the file, or its name."""
    return str(member.given.get("id") or member.name)


# -- for the engine --------------------------------------------------------------------------------


def fitting(rules: Rules, given: Mapping[str, Any], table: Mapping[str, Any] | None = None) -> Fitting:
    """Return what of ``given``, and of what was carried over in a ``table``, one can come in with."""
    left: list[str] = []
    kept: dict[str, Any] = {"id": "one", "name": "one"}
    if joined(rules, {**kept, **given, "id": "one"}, Carried()) is None:
        for key, value in given.items():
            if key in ("id", "name"):
                continue
            known = key in GIVEN_KEYS or key in rules.stats or key in rules.states
            if not known or joined(rules, {**kept, key: value}, Carried()) is None:
                left.append(key)
            else:
                kept[key] = value
    else:
        kept.update(given)
    names = {key: given[key] for key in ("id", "name") if key in given}
    found = {key: value for key, value in kept.items() if key not in ("id", "name")}
    carried, lost = _carried(rules, table or {}, {**found, "id": "one"})
    return Fitting({**names, **found}, carried, (*left, *lost))


def _carried(
    rules: Rules, table: Mapping[str, Any], given: Mapping[str, Any]
) -> tuple[Carried, tuple[str, ...]]:
    """Return what a table of a file says was carried over, and the keys that cannot be taken."""
    found, left = Carried(), []
    for key, value in table.items():
        parts = (
            value.items()
            if key in ("stats", "tracks", "used") and isinstance(value, dict)
            else ((key, value),)
        )
        for name, part in parts:
            if not is_known(rules, key, name):
                left.append(name)
                continue
            try:
                more = _part(rules, found, key, name, part)
            except (msgspec.ValidationError, TypeError, ValueError):
                left.append(name)
                continue
            if joined(rules, given, more) is None:
                left.append(name)
            else:
                found = more
    return found, tuple(left)


def _part(rules: Rules, found: Carried, key: str, name: str, value: Any) -> Carried:
    """Return ``found`` with one more thing of a table; raises ValueError for what is none."""
    match key:
        case "stats":
            coded = isinstance(value, str) and name in rules.stats and rules.stats[name].type == "code"
            return replace(found, stats={**found.stats, name: parse_code(value) if coded else value})
        case "tracks":
            place = {"step": value} if isinstance(value, int) else value
            return replace(found, tracks={**found.tracks, name: msgspec.convert(place, TrackPlace)})
        case "used":
            return replace(found, used={**found.used, name: msgspec.convert(value, int)})
        case "effects":
            effects = [{"name": one} if isinstance(one, str) else one for one in value]
            return replace(found, effects=msgspec.convert(effects, tuple[CarriedEffect, ...]))
        case _:
            whole = msgspec.to_builtins(found)
            return msgspec.convert({**whole, key: value}, Carried)


# -- for the file ----------------------------------------------------------------------------------


def table_of(rules: Rules, found: Carried) -> dict[str, Any]:
    """Return what is carried over as the file of a party says it: only what there is, in few words."""
    effects = [_effect_table(effect) for effect in found.effects]
    table: dict[str, Any] = {
        "stats": {key: _value(rules, key, value) for key, value in found.stats.items()},
        "tracks": {track: _place(place) for track, place in found.tracks.items()},
        "states": list(found.states),
        "without": list(found.without),
        "effects": effects,
        "used": dict(found.used),
    }
    table = {key: value for key, value in table.items() if value}
    for key in ("out", "notes", "shared"):
        if getattr(found, key) is not None:
            table[key] = getattr(found, key)
    return table


def _value(rules: Rules, key: str, value: Any) -> Any:
    rule = rules.stats.get(key)
    code = rule is not None and rule.type == "code" and isinstance(value, int | float)
    return print_code(int(value)) if code else value


def _place(place: TrackPlace) -> Any:
    return {"step": place.step, "persistent": place.persistent} if place.persistent else place.step


def _effect_table(effect: CarriedEffect) -> Any:
    table = msgspec.to_builtins(effect)
    return effect.name if table.keys() == {"name"} else table


# -- after a fight ---------------------------------------------------------------------------------


class Change(Struct, frozen=True):
    """What would be written back of one member, line by line."""

    place: int
    """Which of the members, from 0."""
    who: str
    """Id of the combatant."""
    old: Carried
    new: Carried
    lines: tuple[CarriedLine, ...]


def members_in(party: Party, state: Encounter) -> dict[int, Combatant]:
    """Return which member of a party is which combatant: by id and name, or else by either; each once."""
    found: dict[int, Combatant] = {}
    for same in (_same_in_both, _same_in_either):
        for place, member in enumerate(party.members):
            taken = {one.id for one in found.values()}
            others = (one for one in state.combatants.values() if one.id not in taken)
            one = next((one for one in others if same(member, one)), None)
            if place not in found and one is not None:
                found[place] = one
    return found


def _same_in_both(member: Member, one: Combatant) -> bool:
    return ident_of(member) == one.id and member.name.casefold() == one.name.casefold()


def _same_in_either(member: Member, one: Combatant) -> bool:
    return ident_of(member) == one.id or member.name.casefold() == one.name.casefold()


def changes(rules: Rules, state: Encounter, party: Party) -> tuple[Change, ...]:
    """Return what a fight has made of a party: of its members that are in it and have changed."""
    ended, found = as_ended(rules, state), []
    people = members_in(party, ended)
    along = frozenset(one.id for one in people.values())
    for place, who in sorted(people.items()):
        fit = fitting(rules, party.members[place].given, party.members[place].carried)
        given = {**fit.given, "id": who.id, "side": who.side, "kind": who.kind}
        new = carried(rules, ended, who, given, along)
        told = tuple(lines(rules, given, fit.carried, new))
        if told:
            found.append(Change(place, who.id, fit.carried, new, told))
    return tuple(found)


def carried_over(rules: Rules, party: Party, wanted: Iterable[tuple[Change, Sequence[CarriedLine]]]) -> Party:
    """Return a party with the lines that are wanted of each change; all others stay as they were."""
    members = list(party.members)
    for change, some in wanted:
        found = chosen(change.old, change.new, some)
        members[change.place] = _with(rules, members[change.place], found)
    return replace(party, members=tuple(members))


def _with(rules: Rules, member: Member, found: Carried) -> Member:
    """Return a member with what is carried over now; what the ruleset does not know of it stays."""
    table, unknown = table_of(rules, found), fitting(rules, member.given, member.carried).left_out
    for key, value in member.carried.items():
        if key in unknown:
            table.setdefault(key, value)
        elif isinstance(value, dict):
            rest = {name: part for name, part in value.items() if name in unknown}
            if rest:
                table[key] = {**table.get(key, {}), **rest}
    return replace(member, carried=table)


def chosen(old: Carried, new: Carried, wanted: Sequence[CarriedLine]) -> Carried:
    """Return ``old`` with what some lines say that ``new`` has."""
    found = old
    for line in wanted:
        match line.kind:
            case "stat":
                found = _with_stat(found, new, line.key)
            case "track":
                found = replace(found, tracks=_entry(found.tracks, new.tracks, line.key))
            case "used":
                found = replace(found, used=_entry(found.used, new.used, line.key))
            case "state":
                found = replace(
                    found,
                    states=_named(found.states, new.states, line.key),
                    without=_named(found.without, new.without, line.key),
                )
            case "effect":
                found = replace(found, effects=_effects(found, new, line.key))
            case "out" | "notes" | "shared":
                found = replace(found, **{line.kind: getattr(new, line.kind)})
    return found


def _entry(old: Mapping[str, Any], new: Mapping[str, Any], key: str) -> dict[str, Any]:
    rest = {name: value for name, value in old.items() if name != key}
    return {**rest, key: new[key]} if key in new else rest


def _with_stat(found: Carried, new: Carried, key: str) -> Carried:
    without = _named(found.without, new.without, key)
    return replace(found, stats=_entry(found.stats, new.stats, key), without=without)


def _named(old: Sequence[str], new: Sequence[str], name: str) -> tuple[str, ...]:
    rest = [one for one in old if one != name]
    return tuple([*rest, name] if name in new else rest)


def _effects(found: Carried, new: Carried, key: str) -> tuple[CarriedEffect, ...]:
    rest = [one for one in found.effects if effect_key(one) != key]
    return (*rest, *(one for one in new.effects if effect_key(one) == key))


def effect_key(effect: CarriedEffect) -> str:
    """Return by what a line names an effect."""
    return f"{effect.name}|{effect.by}"


# -- before a fight --------------------------------------------------------------------------------


def since_last_fight(
    rules: Rules, prepared: Prepared, parties: Iterable[Party]
) -> tuple[Prepared, list[str]]:
    """Return a prepared encounter with members of parties as they stand now, and the names of those.

    Player characters are kept with an encounter as they were entered then; where a party has them, its
    numbers and what was carried over are newer. Side and group are the encounter's own.
    """
    combatants, names, stand = list(prepared.combatants), [], dict(prepared.carried)
    players = {place: one for place, one in enumerate(combatants) if one.get("kind", PC) == PC}
    ours = [party for party in parties if party.ruleset == rules.id]
    for party in sorted(ours, key=lambda party: -len(_members_among(party, players))):
        for place, member in _members_among(party, players).items():
            one, fit = players.pop(place), fitting(rules, member.given, member.carried)
            kept = {key: value for key, value in one.items() if key in _OF_ENCOUNTER}
            now = {**fit.given, **kept}
            if fit.carried != Carried() or any(one.get(key) != value for key, value in now.items()):
                combatants[place], stand[one["id"]] = now, fit.carried
                names.append(str(one["name"]))
    return replace(prepared, combatants=tuple(combatants), carried=stand), names


_OF_ENCOUNTER = ("id", "name", "side", "kind", "group", "aware", "hidden", "alias", "pools")
"""What a prepared encounter says of its combatants, whoever else knows them."""


def _members_among(party: Party, players: Mapping[int, Mapping[str, Any]]) -> dict[int, Member]:
    """Return which of the players of an encounter are which members: by name, each once."""
    members = {member.name.casefold(): member for member in party.members}
    names = {place: str(one.get("name", "")).casefold() for place, one in players.items()}
    found = {place: members.pop(name, None) for place, name in names.items()}
    return {place: member for place, member in found.items() if member is not None}


# -- between fights --------------------------------------------------------------------------------


def rested(rules: Rules, party: Party, rest: str, dice: Dice) -> Party | Refusal:
    """Return a party after a rest."""
    fits = [fitting(rules, member.given, member.carried) for member in party.members]
    people = [
        ({**fit.given, "id": ident_of(one)}, fit.carried)
        for fit, one in zip(fits, party.members, strict=True)
    ]
    found = after_rest(rules, people, rest, dice)
    if isinstance(found, Refusal):
        return found
    both = zip(party.members, found, strict=True)
    return replace(party, members=tuple(_with(rules, one, new) for one, new in both))


def standing(rules: Rules, member: Member) -> tuple[CarriedLine, ...]:
    """Return how a member stands between two fights, where that is not as it was entered."""
    fit = fitting(rules, member.given, member.carried)
    return tuple(lines(rules, {**fit.given, "id": ident_of(member)}, Carried(), fit.carried))


def as_it_stands(member: Member) -> dict[str, Any]:
    """Return a member as it was entered, with the numbers that fights have changed since."""
    stats = member.carried.get("stats", {})
    return {**member.given, **(stats if isinstance(stats, dict) else {})}


def changed(rules: Rules, member: Member, was: Mapping[str, Any], now: Mapping[str, Any]) -> Member:
    """Return a member for whom something is said otherwise ``now`` than it ``was``: the rest stays.

    What goes up and down in fights, or has done so, is how it stands; all else is how it is entered.
    """
    stands = as_it_stands(member)
    given, stats = dict(member.given), {key: stands[key] for key in stands if key not in member.given}
    stats |= {key: stands[key] for key in member.given if stands[key] != member.given[key]}
    for key in dict.fromkeys((*was, *now)):
        if was.get(key) == now.get(key):
            continue
        rule = rules.stats.get(key)
        moves = key in stats or (rule is not None and rule.to_begin_with and key not in given)
        table = stats if moves else given
        if key in now:
            table[key] = now[key]
        else:
            table.pop(key, None)
    rest = {key: value for key, value in member.carried.items() if key != "stats"}
    return Member(given, {"stats": stats, **rest} if stats else rest)


def member_of(given: Mapping[str, Any]) -> Member:
    """Return a member as a combatant was given, without what is of one encounter alone."""
    return Member({key: value for key, value in given.items() if key not in _LEFT_OUT})


def party_of(rules: Rules, name: str, given: Iterable[Mapping[str, Any]]) -> Party:
    """Return a new party of people as they were entered, unhurt."""
    members = [member_of(one) for one in given]
    return Party(name=name, ruleset=rules.id, members=tuple(members))
