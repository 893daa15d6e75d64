"""What may load what, seen from outside: each question is asked of a fresh Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

QT = ("PySide6", "shiboken6")

IMPORT_ALL = """
import importlib, pkgutil, sys
import rulesets
names = [module.name for module in pkgutil.walk_packages(rulesets.__path__, "rulesets.")]
for name in names:
    importlib.import_module(name)
print(len(names))
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""

MAKE = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from desktop.app import services
from desktop.process.paths import Paths
from desktop.files.samples import AMBUSH, read_sample, shipped
app, folder = QCoreApplication([]), Path(sys.argv[1])
built = services(Paths(folder, folder, folder))
built.encounters.new_from(read_sample(shipped(AMBUSH)), folder / "fight.turnwright")
built.encounters.close()
"""

START = """
import sys
from pathlib import Path
before = set(sys.modules)
from PySide6 import QtWidgets
bare = set(sys.modules)
import desktop.__main__
from desktop.app import application, apply_theme, main_window, services
from desktop.process.paths import Paths
from PySide6.QtCore import QEvent, QObject
class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            print(*sorted(set(sys.modules) - bare))
            app.quit()
        return False
folder = Path(sys.argv[1])
app = application([])
built = services(Paths(folder, folder, folder))
built.crash_reports.install()
apply_theme(app, "dark")
window = main_window(built)
window.files.open(folder / "fight.turnwright")
window.installEventFilter(FirstPaint(app))
window.show()
app.exec()
window.close()
"""

RETURN_NONE = """
from PySide6.QtCore import QObject
thing = QObject()
for _ in range(20_000):
    thing.setObjectName("x")
print("alive")
"""


def ask(program: str, *arguments: str) -> str:
    """What the program prints in a Python of its own; its complaints become the test's."""
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_rules_load_without_qt_and_without_the_application() -> None:
    count, loaded = ask(IMPORT_ALL).splitlines()
    assert int(count) > 0
    assert not set(loaded.split()) & {*QT, "desktop"}


STANDARD = {
    "copy", "datetime", "decimal", "faulthandler", "fcntl", "gc", "locale", "msvcrt",
    "numbers", "platform", "platformdirs", "signal", "sqlite3", "unicodedata", "uuid",
}  # fmt: skip
"""What the first frame may load of Python and of other packages, besides what PySide6 loads."""
MSGSPEC = {"msgspec", "typing_extensions"}
LATE = (
    "desktop.sharing",
    "desktop.players",
    "desktop.paper.printing",
    "desktop.paper.export",
    "desktop.paper.documents",
    "desktop.rulesets.desk",
    "desktop.actions.view",
    "desktop.palette.view",
    "desktop.damage.sheet",
    "desktop.help.browser",
    "desktop.inspector.view",
    "desktop.log.view",
    "desktop.paper.export_menu",
    "desktop.help.menu",
    "rulesets.reading.build",
    "rulesets.engine.decide",
    "rulesets.incoming",
    "desktop.incoming.import_command",
    "rulesets.seen.offers",
    "rulesets.output.exporting.isolation",
    "rulesets.output.exporting.writing",
    "rulesets.output.papers",
    "rulesets.scenarios.play",
    "rulesets.output.summary",
)
"""What no first frame needs, with all that is in it; nor does it need a dialog."""
OURS = 267
"""Modules of ours that the first frame may load, rooms counted as one each; a few more than it does."""


@pytest.mark.slow
def test_the_first_frame_of_an_encounter_loads_only_what_it_shows(tmp_path: Path) -> None:
    """Start-up is as quick as it is because nothing is loaded that is not shown yet: a start that loads more
    has to say so here. What is needed later is imported where it is first wanted.
    """
    ask(MAKE, str(tmp_path))
    ask(START, str(tmp_path))  # compiles the ruleset
    loaded = set(ask(START, str(tmp_path)).split())
    ours = {name for name in loaded if name.partition(".")[0] in ("desktop", "rulesets")}
    assert "desktop.list.view" in ours
    assert not {name for name in ours for late in LATE if name == late or f"{name}.".startswith(f"{late}.")}
    assert not [name for name in ours if name.endswith("dialog")]
    others = {name.partition(".")[0] for name in loaded - ours}
    assert {name for name in others if not name.startswith("_")} <= STANDARD | MSGSPEC | set(QT)
    assert len(ours) <= OURS


@pytest.mark.slow
def test_calls_that_return_none_do_not_wear_none_out() -> None:
    """PySide6 6.12.0 aborts after some 5,000 of them on Python 3.10 and 3.11 (none_dealloc)."""
    assert ask(RETURN_NONE) == "alive\n"
