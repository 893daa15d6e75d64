"""Turnwright's own files by what stands in them, and their combatants as they go into any fight of theirs."""

from __future__ import annotations

from typing import Any

from rulesets.campaign.copies import Copied, Copies, copies
from rulesets.campaign.fights import StandingFight, read_fight
from rulesets.campaign.parties import fitting, ident_of
from rulesets.campaign.reading import Read
from rulesets.campaign.things import Block, Party, Prepared, read_blocks, read_party, read_prepared
from rulesets.fight.taking_up import take_up
from rulesets.table.carried import Carried
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

OwnFile = StandingFight | Prepared | Party | tuple[Block, ...]
"""What one of our files holds."""


def of_file(read: Read) -> OwnFile:
    """Return what one of our files holds; raises Unreadable."""
    if "fight" in read.data:
        return read_fight(read)
    if "member" in read.data:
        return read_party(read)
    if "name" in read.data or "wave" in read.data:
        return read_prepared(read)
    if "combatant" not in read.data:
        raise read.wrong((), "there is no fight, no encounter, no party and no stat block in it")
    return read_blocks(read, read.text_of("ruleset"))


def ruleset_of(found: OwnFile) -> tuple[str, dict[str, Any]]:
    """Return the id of the ruleset that something is of, '' if it does not tell, and the options."""
    if isinstance(found, tuple):
        return (found[0].ruleset if found else ""), {}
    return found.ruleset, dict(getattr(found, "options", {}))


def block_ident(place: int) -> str:
    """Return the id that the stat block at a place, 0 first, has on a table: none has one of its own."""
    return f"b{place + 1}"


def combatants_of(rules: Rules, found: OwnFile) -> Copies | Refusal:
    """Return everybody as they are copied from fight to fight: as they were given, and how they stand.

    ``rules`` are those that the file is of; nothing is fitted. Of a fight stays behind what belongs to it
    alone: who goes on with the whole of it gives its command.
    """
    match found:
        case StandingFight():
            taken = take_up(rules, Encounter(), found.command)
            if isinstance(taken, Refusal):
                return taken
            first = {str(one["id"]): one for one in found.entered}
            return copies(rules, taken.state, list(taken.state.combatants), first)
        case Prepared():
            waves = (one for wave in found.waves for one in wave.combatants)
            people = [
                Copied({**one, "name": one.get("name") or one["id"]}) for one in (*found.combatants, *waves)
            ]
        case Party():
            people = []
            for member in found.members:
                fit = fitting(rules, member.given, member.carried)
                carried = None if fit.carried == Carried() else fit.carried
                people.append(Copied({**fit.given, "id": ident_of(member)}, carried))
        case _:
            people = [
                Copied({**one.given, "id": block_ident(place), "name": one.name})
                for place, one in enumerate(found)
            ]
    return Copies(rules.id, tuple(people))
