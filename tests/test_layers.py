"""What may load what, seen from outside: each question is asked of a fresh Python."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import desktop
import rulesets

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
built.encounters.open(folder / "fight.turnwright")
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
from desktop.process import first_frame
from desktop.process.paths import Paths
from PySide6.QtCore import QEvent, QObject, QTimer
first_frame.LATEST = 60_000  # however busy the machine: nothing that can wait is done before the frame
class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            say()
            window.first_frame.then(say_at_last)
        return False
def say_at_last():
    if any(one.isSingleShot() and one.isActive() for one in window.findChildren(QTimer)):
        QTimer.singleShot(5, say_at_last)  # what waits for a moment begins by itself, too
        return
    say()
    app.quit()
def say():
    print(*sorted(set(sys.modules) - bare))
folder = Path(sys.argv[1])
app = application([])
built = services(Paths(folder, folder, folder))
built.crash_reports.install()
apply_theme(app, "dark")
window = main_window(built)
window.files.open(folder / "fight.turnwright")
window.installEventFilter(FirstPaint(app))
window.show()
window.first_frame.watch()
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


class Loaded(NamedTuple):
    """Modules that a start loads besides Qt: until its first frame, and with what follows by itself."""

    first: frozenset[str]
    then: frozenset[str]


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    """A start with an encounter whose ruleset is compiled."""
    folder = str(tmp_path_factory.mktemp("start"))
    ask(MAKE, folder)
    first, then = (frozenset(line.split()) for line in ask(START, folder).splitlines())
    return Loaded(first, then)


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
    "rulesets.table.reasons",
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
def test_the_first_frame_of_an_encounter_loads_only_what_it_shows(start: Loaded) -> None:
    """Start-up is as quick as it is because nothing is loaded that is not shown yet: a start that loads more
    has to say so here. What is needed later is imported where it is first wanted.
    """
    loaded = start.first
    ours = {name for name in loaded if name.partition(".")[0] in ("desktop", "rulesets")}
    assert "desktop.list.view" in ours
    assert not {name for name in ours for late in LATE if name == late or f"{name}.".startswith(f"{late}.")}
    assert not [name for name in ours if name.endswith("dialog")]
    others = {name.partition(".")[0] for name in loaded - ours}
    assert {name for name in others if not name.startswith("_")} <= STANDARD | MSGSPEC | set(QT)
    assert len(ours) <= OURS


WITHIN = {
    "desktop.__main__": "a second start hands over before Qt is loaded, and Qt before what needs it",
    "desktop.files.new_command": "--help and a slip in the arguments wait for nothing of the window",
    "desktop.incoming.import_command": "--help and a slip in the arguments wait for nothing of the window",
    "desktop.paper.summary_command": "what is no PDF does without Qt",
    "desktop.main.start_page": "an empty window is a start, too",
    "desktop.process.early": "whatever is missing may be missing here, too",
    "desktop.process.quick_start": "msgspec is loaded in a way of its own",
    "desktop.rulesets.new_dialog": "pydantic, which a dialog that is only looked at does without",
    "rulesets.engine.scope": "one of two circles that are those of the rules (test_circles.py)",
    "rulesets.fight.kept": "a fight whose log has its proof is not checked: 2 ms",
    "rulesets.fight.session": "a fight whose log has its proof is not checked: 2 ms",
    "rulesets.incoming.readers.turnwright": "files of others are read without the engine",
    "rulesets.output.exporting.child": "what it may use is limited before it loads the pages",
    "rulesets.output.exporting.writing": "jinja2, which CSV and JSON do without",
}
"""Module → why it imports inside of a function what the start has, or what nothing waits for."""
OF_SYSTEMS = {"ctypes", "fcntl", "resource"}
"""There are systems without them."""


FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:(?: .*)?\n)+", re.MULTILINE)
INDENTED = re.compile(r"^ +(?:from [\w.]+ )?import ", re.MULTILINE)


def within(module: str, file: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield what functions of a module import: the line, and the modules."""
    text = file.read_text(encoding="utf-8")
    if INDENTED.search(FOR_TYPES.sub("", text)) is None:
        return
    functions = (one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef))
    for node in {node for function in functions for node in ast.walk(function)}:
        if isinstance(node, ast.Import):
            yield node.lineno, [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            parts = [f"{node.module}.{name.name}" for name in node.names]
            yield node.lineno, [part if part in MODULES else node.module for part in parts]


MODULES = {
    ".".join(file.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): file
    for package in (Path(desktop.__file__).parent, Path(rulesets.__file__).parent)
    for file in package.rglob("*.py")
}
"""Module of ours → its file."""


def test_an_import_stays_inside_a_function_only_where_the_start_needs_it(start: Loaded) -> None:
    """It saves nothing if what it imports is there with the first frame, nor in a module that comes later."""
    found, met = [], set()
    for module, file in MODULES.items():
        for line, names in within(module, file):
            late = not start.first.issuperset(names)
            if OF_SYSTEMS.issuperset(names) or (late and module in start.then):
                continue
            met.add(module)
            if module not in WITHIN:
                found.append(f"{module}:{line}: {', '.join(names)}")
    assert not found
    assert met == WITHIN.keys()


@pytest.mark.slow
def test_calls_that_return_none_do_not_wear_none_out() -> None:
    """PySide6 6.12.0 aborts after some 5,000 of them on Python 3.10 and 3.11 (none_dealloc)."""
    assert ask(RETURN_NONE) == "alive\n"
