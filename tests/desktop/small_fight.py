"""A small fight of Saga Edition: one party member acts, everybody else waits for their turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel
from PySide6.QtTest import QAbstractItemModelTester

from desktop.bridge import Bridge
from desktop.widgets.texts import Texts
from rulesets.fight.session import Done
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.combatant import Combatant

PEOPLE = (
    {"id": "deel", "name": "Deel Surool", "dex": 18, "level": 7, "max_hp": 48, "dr": 2, "heroic": True},
    {"id": "lug", "name": "K-77 <b>Lug</b>", "level": 6, "max_hp": 60, "temp_hp": 10},
    {"id": "st-1", "name": "Stormtrooper 1", "side": "empire", "kind": "npc", "group": "Troopers"},
    {"id": "st-2", "name": "Stormtrooper 2", "side": "empire", "kind": "npc", "group": "Troopers"},
    {"id": "boss", "name": "Sergeant", "side": "empire", "kind": "npc", "max_hp": 34, "dex": 16},
)
ROLLS = {"deel": 24, "lug": 17, "Troopers": 14, "boss": 12}


class Fight:
    """A bridge with its texts, and short ways to look and to act."""

    def __init__(self, bridge: Bridge, texts: Texts) -> None:
        self.bridge, self.texts = bridge, texts

    def do(self, *commands: cmd.Command) -> Done:
        """Dispatch commands that must be accepted."""
        for command in commands:
            done = self.bridge.dispatch(command)
            assert done is not None, self.bridge.preview(command)
        return done

    def who(self, ident: str) -> Combatant:
        return self.bridge.state.combatants[ident]

    @property
    def labels(self) -> list[str]:
        """What the log says, oldest first."""
        return [self.texts.command(entry.command) for entry in self.bridge.log]


@pytest.fixture
def table(qapp: object) -> Fight:
    """Everybody is there, nothing has begun."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("saga-edition")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    fight = Fight(bridge, texts)
    fight.do(*(cmd.Add(combatant=dict(one)) for one in PEOPLE))
    return fight


@pytest.fixture
def fight(table: Fight) -> Fight:
    """Deel acts, at 24."""
    table.do(cmd.Start(rolls=ROLLS))
    return table


@pytest.fixture
def watched() -> Iterator[Callable[[QAbstractItemModel], None]]:
    """Puts a model under Qt's own tester, whose complaints fail the test."""
    testers: list[QAbstractItemModelTester] = []

    def watch(model: QAbstractItemModel) -> None:
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        testers.append(QAbstractItemModelTester(model, mode))

    yield watch
    testers.clear()
