"""What Turnwright itself wrote, for the ruleset that it is of: nothing is fitted, it stands as it stood."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop.combatants.copying import joining
from rulesets.campaign.fights import StandingFight
from rulesets.campaign.own_files import OwnFile, combatants_of, of_file, ruleset_of
from rulesets.campaign.reading import Unreadable, parsed
from rulesets.campaign.things import Prepared
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal

if TYPE_CHECKING:
    from rulesets.incoming.source import Source
    from rulesets.table.commands import Command
    from rulesets.vocabulary import Rules

READER = "turnwright"
"""Id of the format."""


class Own:
    """A file of ours."""

    def __init__(self, found: OwnFile) -> None:
        """Take what is in it."""
        self.found = found
        self.ruleset, self.options = ruleset_of(found)

    def orders(self, rules: Rules, chosen: Sequence[int] | None, state: Encounter | None) -> list[Command]:
        """Return what brings those at these places in, or everybody; without ``state`` on an empty table.

        Raises:
            ValueError: if its ruleset does not take it: somebody has changed the file.
        """
        if state is None and chosen is None:
            if isinstance(self.found, StandingFight):
                return [self.found.command]
            if isinstance(self.found, Prepared):
                return list(self.found.commands)
        people = combatants_of(rules, self.found)
        if isinstance(people, Refusal):
            raise ValueError(people.code)
        if chosen is not None:
            people = replace(people, people=tuple(people.people[place] for place in chosen))
        adds, _ = joining(rules, state or Encounter(), people)
        return list(adds)


def own_file(source: Source) -> Own | None:
    """Return a file of ours, or None if it is none that can be read."""
    try:
        return Own(of_file(parsed(Path(source.name or "text"), source.text)))
    except Unreadable:
        return None
