"""Measures the window of stat blocks and the import, with thousands of creatures in each.

Runs in a process of its own, as in_window.py does:

    python tests/benchmarks/in_library.py [--creatures NUMBER]

and prints one JSON object: what → samples in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from in_window import Frames, Samples, Watch  # noqa: E402
from PySide6.QtCore import QCoreApplication, Qt  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402

from desktop.app import application, services  # noqa: E402
from desktop.app_services import AppServices  # noqa: E402
from desktop.combatants.blocks.window import BlocksWindow  # noqa: E402
from desktop.incoming.dialog import IncomingDialog  # noqa: E402
from desktop.main.window import MainWindow  # noqa: E402
from desktop.process.memory import set_aside  # noqa: E402
from desktop.process.paths import Paths  # noqa: E402
from desktop.process.quick_start import import_plainly  # noqa: E402
from desktop.widgets.style import apply_theme  # noqa: E402
from rulesets.campaign import toml_edit  # noqa: E402

RULESET = "srd35"
TYPED = ("grey wolf", "pack 7", "hp>30", "zzz", "o")
"""What is looked for: names, notes, numbers, nothing, nearly everything."""
KINDS = ("wolf", "guard", "orc", "priest", "spider", "ogre", "thief")
LOOKS = ("Grey", "Old", "Young", "Red", "Silent")
IMPORTS = 3
PATIENCE = 60.0
"""Seconds after which what does not come is given up."""
Shown = TypeVar("Shown", bound=QWidget)


def creature(number: int) -> dict[str, object]:
    """Return one of many: no two have the same name."""
    return {
        "name": f"{LOOKS[number % len(LOOKS)]} {KINDS[number % len(KINDS)]} {number}",
        "side": "foes",
        "kind": "npc",
        "max_hp": number % 90 + 1,
        "ac": number % 20 + 5,
        "notes": f"Hunts in a pack of {number % 12}, and sleeps in the hills by day.",
    }


def campaign_of(services: AppServices, creatures: int) -> None:
    """Keep so many stat blocks, a hundred in a file."""
    folder = services.campaigns.current.blocks_folder(RULESET)
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, creatures, 100):
        people = [creature(number) for number in range(first, min(first + 100, creatures))]
        (folder / f"Book {first}.toml").write_text(toml_edit.written({"combatant": people}), "utf-8")


def waited(kind: type[Shown]) -> Shown:
    """Let the program work until there is a dialog of a kind."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        QCoreApplication.processEvents()
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, kind) and widget.isVisible():
                return widget
    raise RuntimeError(f"there is no {kind.__name__}")


def searched(window: MainWindow, creatures: int) -> Samples:
    """Type letter by letter, each to the frame that shows what is found; then take them away again."""
    window.do("blocks")
    shown = waited(BlocksWindow)
    QTest.qWaitForWindowActive(shown)
    if shown.model.rowCount() < creatures:
        raise RuntimeError(f"{shown.model.rowCount()} stat blocks are shown")
    watch = Watch(Frames(shown, shown.table.viewport(), time.perf_counter))
    for text in TYPED:
        for letter in text:
            watch.time("a letter", lambda letter=letter: QTest.keyClicks(shown.search, letter))
        if shown.search.text() != text:
            raise RuntimeError(f"{shown.search.text()!r} was typed")
        for _ in text:
            watch.time("a letter back", lambda: QTest.keyClick(shown.search, Qt.Key.Key_Backspace))
    shown.reject()
    return watch.samples


def imported(window: MainWindow, creatures: int) -> Samples:
    """Bring a table in until all of it can be chosen; and the longest that the window did not answer."""
    people = [creature(number) for number in range(creatures)]
    lines = [",".join(("name", "hp", "ac", "notes"))]
    lines += [f'{one["name"]},{one["max_hp"]},{one["ac"]},"{one["notes"]}"' for one in people]
    data = "\n".join(lines).encode()
    samples: Samples = {"import": [], "without an answer": []}
    for _ in range(IMPORTS):
        begin = time.perf_counter()
        longest = timed(lambda: window.incoming.bring(data))
        dialog: IncomingDialog | None = None
        while dialog is None or len(dialog.model.entries()) < creatures or not dialog.progress.isHidden():
            longest = max(longest, timed(QCoreApplication.processEvents))
            found = (one for one in QApplication.topLevelWidgets() if isinstance(one, IncomingDialog))
            dialog = next((one for one in found if one.isVisible()), None)
            if time.perf_counter() - begin > PATIENCE:
                raise RuntimeError("the creatures do not come")
        samples["import"].append((time.perf_counter() - begin) * 1000)
        samples["without an answer"].append(longest)
        dialog.reject()
        QCoreApplication.processEvents()
    return samples


def timed(act: Callable[[], object]) -> float:
    """Return how many milliseconds something takes."""
    begin = time.perf_counter()
    act()
    return (time.perf_counter() - begin) * 1000


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--creatures", type=int, default=5_000)
    options = parser.parse_args()
    import_plainly()  # as the program does
    app = application(sys.argv[:1])
    apply_theme(app, "dark")
    with tempfile.TemporaryDirectory(prefix="turnwright-bench-") as name:
        folder = Path(name)
        built = services(Paths(folder / "data", folder / "config", folder / "cache"), app)
        campaign_of(built, options.creatures)
        built.encounters.new("Benchmark", RULESET, {})
        window = MainWindow(built)
        window.show()
        QTest.qWaitForWindowActive(window)
        set_aside()
        samples = searched(window, options.creatures) | imported(window, options.creatures)
        built.keeper.stop()
        window.close()
        built.encounters.close()
    print(json.dumps(samples))
    return 0


if __name__ == "__main__":
    sys.exit(main())
