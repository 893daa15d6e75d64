"""Measures a step on the players' phones: from the command to the last byte; ten of sixty take nothing.

Run by sharing_rows.py in a process of its own; writes milliseconds as JSON: a sample for each phone and step,
and for each step the longest for which the window answers nobody.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtWidgets import QApplication  # noqa: E402

from desktop.bridge import Bridge  # noqa: E402
from desktop.widgets.texts import Texts  # noqa: E402
from rulesets.reading import loader  # noqa: E402
from rulesets.table import commands as cmd  # noqa: E402
from tests.desktop.sharing.phones import Crowd, Serving  # noqa: E402
from tests.desktop.sharing.wire import Shared  # noqa: E402

PATIENCE = 60.0


def fight(combatants: int) -> tuple[Bridge, Texts]:
    """Return a running fight of so many, six of them played."""
    bridge, texts = Bridge(), Texts()
    rules = loader.load("saga-edition")
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for number in range(combatants):
        kind, side = ("pc", "party") if number < 6 else ("npc", "foes")
        bridge.dispatch(cmd.Add(combatant={"id": f"c{number}", "kind": kind, "side": side, "max_hp": 30}))
    bridge.dispatch(cmd.Start())
    return bridge, texts


class Counting:
    """Notes in a thread of its own when each phone has heard how many tables there have been."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self.heard: dict[object, list[tuple[int, float]]] = {phone: [] for phone in crowd.phones}
        self.ends = False
        self.thread = threading.Thread(target=self._listen)
        self.thread.start()

    def _listen(self) -> None:
        import select

        by_socket = {phone.socket: phone for phone in self._crowd.phones}
        while not self.ends:
            for one in select.select(list(by_socket), [], [], 0.05)[0]:
                phone = by_socket[one]
                table = phone.hear().get("table", {}).get("screen", {})
                acting = [row["name"] for row in table.get("rows", ()) if row.get("active")]
                self.heard[phone].append((hash((table.get("round"), *acting)), time.perf_counter()))


def main() -> None:
    """Take so many steps, and write what was measured."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--combatants", type=int, default=100)
    parser.add_argument("--steps", type=int, default=40)
    given = parser.parse_args()
    app = QApplication([])
    bridge, texts = fight(given.combatants)
    sharing = Shared(bridge, texts)
    sharing.begin("127.0.0.1", 0)
    spin(app, lambda: bool(sharing.address))
    crowd = Crowd(Serving.at(sharing.address), 60, 10)
    counting = Counting(crowd)
    spin(app, lambda: len(sharing.visitors) == 60)
    samples: dict[str, list[float]] = {"step": [], "work": []}
    for _ in range(given.steps):
        bridge.dispatch(cmd.EndTurn())
        begun = time.perf_counter()
        acts = bridge.state.combatants[bridge.state.walk.active]
        wanted = hash((bridge.state.clock.round, acts.name))
        longest = spin(
            app,
            lambda wanted=wanted: all(any(k == wanted for k, _ in h[-3:]) for h in counting.heard.values()),
        )
        for heard in counting.heard.values():
            at = next(at for key, at in reversed(heard) if key == wanted)
            samples["step"].append((at - begun) * 1000)
        samples["work"].append(longest * 1000)
    counting.ends = True
    counting.thread.join()
    crowd.end()
    sharing.end()
    print(json.dumps(samples))


def spin(app: QApplication, holds: object) -> float:
    """Let the window's thread go on until something holds; return how long it answered nobody, at most."""
    ends, longest = time.monotonic() + PATIENCE, 0.0
    while not holds():  # type: ignore[operator]
        begun = time.thread_time()
        app.processEvents()
        longest = max(longest, time.thread_time() - begun)
        time.sleep(0.0005)
        if time.monotonic() > ends:
            raise SystemExit("it never came")
    return longest


if __name__ == "__main__":
    main()
