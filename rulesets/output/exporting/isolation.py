"""Page templates of the user's are worked out in a process of their own: it can be stopped at any moment.

A sandbox keeps a template from files and code, but not from computing for ever, and a thread cannot be ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

import rulesets
from rulesets.fight.storage.scratch import Scratch
from rulesets.output.exporting import ARGUMENT

SECONDS = 15.0
"""That a template may take."""
MEMORY = 1_500_000_000
"""Bytes that it may use, where the system can be told so."""


class Cancelled(Exception):
    """Whoever asked for something does not want it any more."""


class TooLong(Exception):
    """The template took more time or memory than it may."""


class Made(Struct, frozen=True):
    """What came of it."""

    page: str = ""
    name: str = ""
    line: int = 0
    reason: str = ""
    """Why there is no page."""


def make_isolated(job: bytes, stop: Callable[[], bool], seconds: float = SECONDS) -> Made:
    """Make the page of an encoded job; ``stop`` is asked again and again.

    Raises:
        Cancelled: if ``stop`` says so.
        TooLong: if it takes more than ``seconds``, or more memory than there is for it.
        OSError: if no process can be started.
    """
    with Scratch() as folder:
        given, made = Path(folder) / "job", Path(folder) / "page"
        given.write_bytes(job)
        process = subprocess.Popen(
            [*_command(), str(given), str(made)],
            cwd=folder,
            env=_surroundings(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            _wait(process, stop, time.monotonic() + seconds)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        try:
            return msgspec.msgpack.decode(made.read_bytes(), type=Made)
        except (OSError, msgspec.DecodeError) as error:
            raise TooLong from error


def _wait(process: subprocess.Popen[bytes], stop: Callable[[], bool], until: float) -> None:
    while True:
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.05)
            return
        if stop():
            raise Cancelled
        if time.monotonic() > until:
            raise TooLong


def _command() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, ARGUMENT]
    return [sys.executable, "-m", "rulesets.output.exporting.child"]


def _surroundings() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(rulesets.__file__).resolve().parents[1])}
