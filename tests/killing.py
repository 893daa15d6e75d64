"""kill -9 of a process while it works, and what it had said until then."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from typing import Any


def read_until_killed(
    process: subprocess.Popen[Any], reports: int, seconds: float, mark: bytes = b"\n"
) -> list[str]:
    """Kill after so many reports (``mark`` in each) and part of a moment; what it said, in whole lines."""
    assert process.stdout is not None
    handle, said = process.stdout.fileno(), b""
    while said.count(mark) < reports:
        chunk = os.read(handle, 65536)
        assert chunk, f"the process ended by itself: {said!r}"
        said += chunk
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        if select.select([handle], [], [], left)[0]:
            said += os.read(handle, 65536)
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    while chunk := os.read(handle, 65536):
        said += chunk
    return said.decode().split("\n")[:-1]


def kill_when_ready(process: subprocess.Popen[str]) -> None:
    """Kill as soon as it says that it is ready."""
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGKILL)
    process.wait(30)
