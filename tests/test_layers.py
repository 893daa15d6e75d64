"""What may load what, seen from outside: each question is asked of a fresh Python."""

from __future__ import annotations

import subprocess
import sys

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

START = """
import sys
import desktop.windows.main_window
print(*sorted(sys.modules))
"""

RETURN_NONE = """
from PySide6.QtCore import QObject
thing = QObject()
for _ in range(20_000):
    thing.setObjectName("x")
print("alive")
"""


def ask(program: str) -> str:
    """What the program prints in a Python of its own; its complaints become the test's."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_rules_load_without_qt_and_without_the_application() -> None:
    count, loaded = ask(IMPORT_ALL).splitlines()
    assert int(count) > 0
    assert not set(loaded.split()) & {*QT, "desktop"}


@pytest.mark.slow
def test_the_window_starts_without_what_only_papers_and_files_need() -> None:
    """Start-up is as quick as it is because nothing is loaded that is not shown yet."""
    loaded = set(ask(START).split())
    assert "desktop.windows.main_export" in loaded
    late = (
        "jinja2",
        "pydantic",
        "tomllib",
        "rulesets.exporting.writing",
        "rulesets.papers",
        "rulesets.summary",
    )
    assert not loaded & set(late)


def test_calls_that_return_none_do_not_wear_none_out() -> None:
    """PySide6 6.12.0 aborts after some 5,000 of them on Python 3.10 and 3.11 (none_dealloc)."""
    assert ask(RETURN_NONE) == "alive\n"
