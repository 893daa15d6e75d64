"""Plays commands from a file through the window, and tells which of them can be seen.

A command is reported only after the paint event that shows it: whatever was reported must be in the file
whenever the process is killed. With it comes where the rows are, for tests that move the real mouse.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QTimer

from desktop.bridge import Bridge
from desktop.main.window import MainWindow
from rulesets.campaign.things import Party
from rulesets.table.changes import Changes
from rulesets.table.commands import AnyCommand, Command
from rulesets.table.refusal import Refusal


class PaintReporter(QObject):
    """Prints 'painted N' once the N-th command, undo or redo since the start is on the screen.

    'refused CODE' likewise; before either a line 'rows' with the places of the rows on the screen.
    """

    def __init__(self, window: MainWindow, then: ScriptPlayer | None) -> None:
        """Watch the initiative list of ``window``; ``then`` goes on with each paint event."""
        super().__init__(window)
        self._table, self._viewport = window.table, window.table.viewport()
        self._given, self._painted = 0, -1
        self._codes: list[str] = []
        self._then = then
        self._viewport.installEventFilter(self)
        bridge = window.services.bridge
        bridge.changed.connect(self._note)
        bridge.refused.connect(self._refused)
        window.table.refused_drop.connect(self._refused)

    def _note(self, _changes: Changes) -> None:
        self._given += 1
        self._viewport.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the paint event: what is queued behind it runs when the picture is complete."""
        if event.type() == QEvent.Type.Paint and (self._painted < self._given or self._codes):
            codes, self._codes = self._codes, []
            shown = [f"refused {code}" for code in codes]
            if self._painted < self._given:
                self._painted = self._given
                shown.append(f"painted {self._painted}")
            QTimer.singleShot(0, self, partial(self._report, shown))
        return super().eventFilter(watched, event)

    def _report(self, shown: list[str]) -> None:
        say(f"rows {msgspec.json.encode(self._rows()).decode()}")
        for line in shown:
            say(line)
        if self._then is not None and shown[-1].startswith("painted"):
            self._then.step()

    def _refused(self, _command: Command, refusal: Refusal) -> None:
        self._codes.append(refusal.code)
        self._viewport.update()

    def _rows(self) -> dict[str, list[int]]:
        """Id → x and y of the middle and height of its row, in pixels of the screen."""
        model, places = self._table.initiative, {}
        for row in range(model.rowCount()):
            box = self._table.visualRect(model.index(row, 1))
            middle = self._viewport.mapToGlobal(box.center())
            places[model.combatant_at(row)] = [middle.x(), middle.y(), box.height()]
        return places


class ScriptPlayer(QObject):
    """Gives the commands of a script one by one, each once the one before it can be seen.

    One command a line as JSON, as the file keeps it, or {"do": "undo"}, {"do": "redo"} and {"do": "quit"};
    {"do": "mend", "entry": 9, "command": …} has an entry be another command, and {"do": "keep", "notes": …}
    writes a party of that name into the campaign, and says so.
    """

    def __init__(self, window: MainWindow, path: Path) -> None:
        """Read the script of ``window`` from ``path``."""
        super().__init__(window)
        self._close = window.close
        self._bridge = window.services.bridge
        self._campaigns = window.services.campaigns
        self._lines = [
            msgspec.json.decode(line) for line in path.read_text(encoding="utf-8").splitlines() if line
        ]

    def step(self) -> None:
        """Give the next command that changes something; after the last say so."""
        while self._lines:
            if self._give(self._lines.pop(0)):
                return
        say("done")

    def _give(self, line: dict[str, Any]) -> bool:
        match line.get("do"):
            case "undo":
                return self._bridge.undo()
            case "redo":
                return self._bridge.redo()
            case "quit":
                return self._close()
            case "mend":
                return mend(self._bridge, line)
            case "keep":
                self._keep(line["notes"])
                return False
        command = msgspec.convert(line, AnyCommand)
        return self._bridge.dispatch(command) is not None

    def _keep(self, notes: str) -> None:
        there = [one for one in self._campaigns.current.parties() if one.name == "Crew"]
        party = there[0] if there else Party(name="Crew", ruleset="srd35", members=())
        self._campaigns.write(replace(party, notes=notes))
        say(f"kept {notes}")


def mend(bridge: Bridge, line: dict[str, Any]) -> bool:
    """Have an entry of the log be another command, as a line of a script says; whether it was kept."""
    mended = bridge.mend(line["entry"], msgspec.convert(line["command"], AnyCommand))
    return mended is not None and bridge.keep_mended(mended)


def play(window: MainWindow, script: Path | None) -> None:
    """Play ``script``, if there is one, in ``window`` once it is on the screen; report what can be seen."""
    PaintReporter(window, ScriptPlayer(window, script) if script is not None else None)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
