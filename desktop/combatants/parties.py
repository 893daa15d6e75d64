"""Parties brought into a fight: which one is meant, and the lines that bring its members in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from desktop.combatants.newcomers import NewcomerLine
from desktop.files.samples import label_of
from rulesets.seen.labels import plain
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.campaign.things import Member, Party, Prepared

SIGN = "@"
"""Begins the name of a party, where combatants are named."""


def is_party(text: str) -> bool:
    """Return whether a party is meant by what was typed, and no combatant."""
    return text.lstrip().startswith(SIGN)


def meant(parties: Sequence[Party], text: str) -> Party | None:
    """Return the party that was typed: the one called so, else the only one that begins so, or None.

    Of namesakes it is the only one of the first one's ruleset; those of the same are told apart as
    :func:`called` does.
    """
    typed = text.strip().removeprefix(SIGN).strip().casefold()
    apart = [party for party, told in zip(parties, called(parties), strict=True) if told.casefold() == typed]
    exact = [party for party in parties if party.name.casefold() == typed]
    if exact:
        exact = [party for party in exact if party.ruleset == exact[0].ruleset]
    begun = [party for party in parties if party.name.casefold().startswith(typed)]
    found = next((some for some in (exact, apart, begun) if some), [])
    return found[0] if len(found) == 1 else None


def called(parties: Sequence[Party]) -> list[str]:
    """Return what each party is called among these: namesakes with their rulesets, else with files, too."""
    return [told for _, told in entries(parties)]


def of_ruleset(parties: Sequence[Party], ruleset: str) -> list[Party]:
    """Return the parties with those of a ruleset first."""
    return sorted(parties, key=lambda party: party.ruleset != ruleset)


def stem(thing: Party | Prepared) -> str:
    """Return what the file of a thing of the campaign is called, which no other one of its kind is."""
    return "" if thing.origin is None else thing.origin.path.stem


def entries(things: Sequence[Party | Prepared]) -> list[tuple[str, str]]:
    """Return (stem, text) of parties or encounters: namesakes with rulesets, else with files, too."""
    names = [one.name for one in things]
    found = []
    for one in things:
        alike = [other for other in things if other.name == one.name and other.ruleset == one.ruleset]
        beside = [label_of(one.ruleset), *([stem(one)] if len(alike) > 1 else [])]
        told = f"{one.name} ({', '.join(beside)})" if names.count(one.name) > 1 else one.name
        found.append((stem(one), told))
    return found


def absent(party: Party, state: Encounter) -> list[Member]:
    """Return the members who are not in a fight yet."""
    from rulesets.campaign.parties import members_in  # with the first party that is looked at

    there = members_in(party, state)
    return [member for place, member in enumerate(party.members) if place not in there]


def party_lines(rules: Rules, party: Party, state: Encounter) -> list[NewcomerLine]:
    """Return a line for each member who is not there yet, as it was carried over from the last fight."""
    from rulesets.campaign.parties import fitting, ident_of

    found = []
    for member in absent(party, state):
        fit = fitting(rules, member.given, member.carried)
        given = {key: value for key, value in fit.given.items() if key not in ("id", "name")}
        given = {"side": "party", "kind": "pc", **given}
        found.append(NewcomerLine(member.name, 1, given, ident=ident_of(member), carried=fit.carried))
    return found


def left_out(rules: Rules, party: Party) -> list[str]:
    """Return what a ruleset does not know of the members' numbers, as people read it."""
    from rulesets.campaign.parties import fitting

    fits = (fitting(rules, member.given, member.carried) for member in party.members)
    return list(dict.fromkeys(plain(key) for fit in fits for key in fit.left_out))


def of_another(rules: Rules, party: Party) -> str:
    """Return what the ruleset of a party is called if it is not the one that is played, else ''."""
    return "" if party.ruleset == rules.id else label_of(party.ruleset)
