"""What makes the start quick leaves nothing behind that others would trip over."""

from __future__ import annotations

import subprocess
import sys

LEAN = """
import sys
from desktop.process.quick_start import import_msgspec
{before}
import_msgspec()
print("msgspec" in sys.modules, "inspect" in sys.modules, "typing_extensions" in sys.modules)
import typing_extensions
from rulesets.table.commands import Add
import msgspec
print(msgspec.json.decode(msgspec.json.encode(Add(combatant={{"id": "x"}})), type=Add).combatant)
"""


def said(before: str = "") -> list[str]:
    """Return what a program of its own says."""
    done = subprocess.run(
        [sys.executable, "-c", LEAN.format(before=before)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_msgspec_is_imported_without_what_it_can_do_without() -> None:
    assert said() == ["True False False", "{'id': 'x'}"]


def test_what_is_there_already_stays() -> None:
    assert said("import typing_extensions")[0].endswith("True")
