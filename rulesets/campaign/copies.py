"""Combatants on their way from one fight to another: how they stand, as a text that any window takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rulesets.campaign.entered import Given, entered
from rulesets.seen.carrying import as_ended, carried
from rulesets.table.carried import Carried
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

LARGEST = 4_000_000
"""Bytes of all that is copied at once."""


class Copied(Struct, frozen=True, forbid_unknown_fields=True):
    """One combatant: as it was entered, and how it stands."""

    given: dict[str, Any]
    carried: Carried | None = None


class Copies(Struct, frozen=True, forbid_unknown_fields=True):
    """Combatants of one fight."""

    ruleset: str
    """Id of the ruleset that their numbers are of."""
    people: tuple[Copied, ...] = ()


def copies(rules: Rules, state: Encounter, ids: Sequence[str], first: Mapping[str, Given]) -> Copies:
    """Return some of a fight's combatants as they stand; what belongs to that fight alone stays there.

    ``first`` says by combatant what each was given when it came in.
    """
    ended = as_ended(rules, state)
    people = []
    for who in (ended.combatants[ident] for ident in ids if ident in ended.combatants):
        given = entered(rules, who, first.get(who.id))
        more = carried(rules, ended, who, given, ids)
        people.append(Copied(given, None if more == Carried() else more))
    return Copies(rules.id, tuple(people))


def encoded(copied: Copies) -> bytes:
    """Return copies as they go from program to program."""
    return msgspec.json.encode(copied)


def decoded(data: bytes) -> Copies:
    """Return the copies in what somebody has put there.

    Raises:
        ValueError: if that is nothing of ours; whether a ruleset takes them is another question.
    """
    if len(data) > LARGEST:
        raise ValueError("that is too much")
    try:
        found = msgspec.json.decode(data, type=Copies)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(str(error)) from error
    for one in found.people:
        if not isinstance(one.given.get("id"), str) or not isinstance(one.given.get("name"), str):
            raise ValueError("somebody has no id or no name")
    return found
