"""The program from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import rulesets

ROOT = Path(__file__).parents[2]


def run(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, with ``variables`` set in its environment."""
    command = [sys.executable, "-m", "desktop", *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_version_and_help_need_no_window() -> None:
    """They come at once."""
    assert run("--version").stdout.strip() == f"Turnwright {rulesets.__version__}"
    assert "FILE" in run("--help").stdout
