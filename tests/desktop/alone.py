"""The real program in a process of its own, with hands in its window: started, played, closed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEAD = """
import sys, traceback
sys.path.insert(0, {root!r})
from pathlib import Path
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from desktop.app import application
from desktop.__main__ import main
from tests.hands import plays
from tests.hands.keys_and_mouse import Hands
from desktop.main.window import MainWindow

def drive():
    window = next(w for w in app.topLevelWidgets() if isinstance(w, MainWindow))
    try:
        hands = Hands(window)
        play(window, hands)
    except BaseException:
        traceback.print_exc()
    window.close()
    window.services.encounters.close()
    app.quit()

def dialog(kind):
    return next(w for w in app.allWidgets() if isinstance(w, kind) and w.isVisible())

def play(window, hands):
    say = lambda: print(window.messages.text, flush=True)
"""
TAIL = """
app = application(["turnwright"])
QTimer.singleShot(0, drive)
code = main({arguments!r})
print("ended with", code)
"""


def alone(
    code: str,
    variables: Mapping[str, str | None],
    *arguments: str,
    cwd: Path | None = None,
    before: str = "",
    inside: tuple[str, ...] = (),
    timeout: float = 120,
) -> subprocess.CompletedProcess[str]:
    """Start the program and play ``code`` in its window; None takes a variable away.

    ``before`` runs first of all; ``inside`` is a command that starts the program.
    """
    env = {name: value for name, value in {**os.environ, **variables}.items() if value is not None}
    indented = "".join(f"    {line}\n" for line in code.strip().splitlines())
    whole = before + HEAD.format(root=str(ROOT)) + indented + TAIL.format(arguments=list(arguments))
    return subprocess.run(
        [*inside, sys.executable, "-c", whole],
        cwd=cwd or ROOT,
        env=env,
        capture_output=True,
        text=True,
        errors="backslashreplace",
        timeout=timeout,
        check=False,
    )
