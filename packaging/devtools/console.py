"""How dev.py talks, and where the project is."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 5.0  # seconds a stopped process gets to put its things away


class DevError(Exception):
    """Something dev.py cannot mend itself. The message says what happened and what to do."""


def say(text: str) -> None:
    """One line about what is being done, at once even when the output is a pipe."""
    print(f"[dev] {text}", flush=True)


def listing(names: list[str]) -> str:
    """The names as the end of a sentence."""
    return ", ".join(names)


def spawn(
    command: list[str], *, env: dict[str, str] | None = None, quiet: bool = False, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run a command, in the project's root unless told otherwise, and wait for it.

    Quiet means that its output is caught for the caller instead of shown. A program that does not
    exist gives exit code 127, as in a shell, so callers need one check instead of two.
    """
    pipe = subprocess.PIPE if quiet else None
    try:
        process = subprocess.Popen(
            command, cwd=cwd, env=env, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace"
        )
    except FileNotFoundError:
        return subprocess.CompletedProcess(command, 127, "", f"{command[0]}: not found")
    try:
        out, err = process.communicate()
    except BaseException as reason:
        end(process, told=isinstance(reason, KeyboardInterrupt))
        raise
    return subprocess.CompletedProcess(command, process.returncode, out or "", err or "")


def end(process: subprocess.Popen[Any], *, told: bool = False) -> None:
    """End a process gently, and by force when it does not listen.

    Told means that the terminal's Ctrl+C has reached it already; a second signal would cut short what it
    puts away.
    """
    if not told:
        process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        pass
    finally:  # a second Ctrl+C ends the patience too
        if process.poll() is None:
            process.kill()
            process.wait()
