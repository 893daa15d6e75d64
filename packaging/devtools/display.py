"""Displays: whether there is one, and one of our own for real drags and for screenshots."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from devtools.console import end, say, spawn

PATIENCE = 15.0  # seconds for the X server and for its window manager

# No key and no mouse button bound beyond focus: openbox's own configuration takes Alt+drag for moving
# windows, and Alt is what overrides a refused drop.
OPENBOX = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew></focus>
  <keyboard/>
  <mouse>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
  </mouse>
</openbox_config>
"""


def has_display(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window could be shown. Outside Linux the system always brings its own."""
    if not platform.startswith("linux"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def offscreen(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment in which Qt draws without a display."""
    return {**environ, "QT_QPA_PLATFORM": "offscreen"}


def on_display(environ: Mapping[str, str], display: str) -> dict[str, str]:
    """An environment in which Qt shows its windows on this X display and nowhere else."""
    kept = {name: value for name, value in environ.items() if name != "WAYLAND_DISPLAY"}
    return {**kept, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}


def _read_number(fd: int, server: subprocess.Popen[bytes]) -> str | None:
    """The display number the X server picked, which it writes when it is ready."""
    deadline, text = time.monotonic() + PATIENCE, b""
    while time.monotonic() < deadline and server.poll() is None:
        if select.select([fd], [], [], 0.1)[0]:
            text += os.read(fd, 16)
            if text.endswith(b"\n"):
                return text.decode("ascii").strip()
    return None


SCREEN = (1600, 1000)


def _start_server(size: tuple[int, int]) -> tuple[subprocess.Popen[bytes], str | None]:
    read, write = os.pipe()
    command = [
        "Xvfb",
        "-displayfd",
        str(write),
        "-screen",
        "0",
        f"{size[0]}x{size[1]}x24",
        "-nolisten",
        "tcp",
    ]
    # In a session of its own, so that Ctrl+C reaches the tests first and the display last.
    server = subprocess.Popen(
        command,
        pass_fds=[write],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(write)
    try:
        return server, _read_number(read, server)
    finally:
        os.close(read)


def _start_window_manager(display: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start openbox and wait until it answers, or for as long as patience lasts."""
    config = folder / "rc.xml"
    config.write_text(OPENBOX, encoding="utf-8")
    env = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen(
        ["openbox", "--sm-disable", "--config-file", str(config)],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and manager.poll() is None:
        if spawn(["xdotool", "get_num_desktops"], env=env, quiet=True).returncode == 0:
            break
        time.sleep(0.05)
    return manager


@contextmanager
def virtual_display(size: tuple[int, int] = SCREEN) -> Iterator[str | None]:
    """An X display with a window manager and no screen, as ":7"; None where there cannot be one."""
    lacking = [name for name in ("Xvfb", "openbox", "xdotool") if not shutil.which(name)]
    if not sys.platform.startswith("linux") or lacking:
        if lacking and sys.platform.startswith("linux"):
            say(f"no virtual display: {', '.join(lacking)} is not installed")
        yield None
        return
    started: list[subprocess.Popen[bytes]] = []
    try:
        with tempfile.TemporaryDirectory(prefix="turnwright-display-") as folder:
            server, number = _start_server(size)
            started.append(server)
            if number is None:
                say("no virtual display: Xvfb did not start")
                yield None
                return
            started.append(_start_window_manager(f":{number}", Path(folder)))
            say(f"virtual display :{number}")
            yield f":{number}"
    finally:
        for process in reversed(started):
            end(process)
