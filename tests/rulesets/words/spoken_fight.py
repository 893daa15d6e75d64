"""A fight, of the saga edition if nothing else is said, whose entries are put into words as they come."""

from __future__ import annotations

from typing import Any

from rulesets.fight.session import Session
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.words.texts import EntryText, Speaker, Timeline

NAMES = {
    "deel": "Deel Surool",
    "vex": "Sarlane Vex",
    "st1": "Stormtrooper 1",
    "st2": "Stormtrooper 2",
    "ioan": "Brother Ioan",
}


class Fight:
    """Said one by one, from combatants on."""

    def __init__(
        self,
        *combatants: dict[str, Any],
        names: dict[str, str] | None = None,
        ruleset: str = "saga-edition",
    ) -> None:
        self.rules = loader.load(ruleset)
        self.names = NAMES if names is None else names
        self.session = Session(self.rules)
        self.timeline = Timeline(self.rules, self.session.base)
        self.speaker = Speaker(self.rules, lambda ident: self.names.get(ident, ""))
        self.said: list[EntryText] = []
        for combatant in combatants:
            self.do(cmd.Add(combatant={"name": self.names.get(combatant["id"], ""), **combatant}))

    def do(self, command: cmd.Command) -> EntryText:
        done = self.session.dispatch(command)
        assert not isinstance(done, Refusal), done
        said = self.speaker.entry(done.entry, self.timeline.forward(done.entry.events))
        self.said.append(said)
        return said

    def refused(self, command: cmd.Command) -> str:
        result = self.session.dispatch(command)
        assert isinstance(result, Refusal)
        return self.speaker.refusal(result)

    def drop(self, command: cmd.Command) -> str:
        return self.speaker.drop(command, self.session.preview(command))


ROLLS = {"deel": 22, "vex": 20, "st1": 14, "st2": 14}


def begun() -> Fight:
    """Two against two, all aware; Deel Surool acts first."""
    fight = Fight(
        {"id": "deel", "hp": 48, "con": 14, "heroic": True},
        {"id": "vex", "hp": 30},
        {"id": "st1", "side": "empire", "kind": "npc", "dex_mod": 2},
        {"id": "st2", "side": "empire", "kind": "npc", "hp": 22, "dr": 2, "damage_threshold": 17},
    )
    fight.do(cmd.Start(rolls=ROLLS))
    return fight
