"""Firefox, told by Marionette: what its driver speaks with it, and what every Firefox brings along itself."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.sharing.browser import PATIENCE, SIZES, Browser

MISSING = "there is no Firefox here: on Debian, apt-get install firefox-esr"
_NAMES = ("firefox-esr", "firefox")
_OPTIONS = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
_NOWHERE = 1
"""A port at which nothing listens."""
_CHOSEN = """
for (const [name, value] of Object.entries(arguments[0])) {
  const set = {number: "setIntPref", boolean: "setBoolPref", string: "setStringPref"}[typeof value];
  Services.prefs[set](name, value);
}
"""
_SIZE = """
const page = gBrowser.selectedBrowser, [width, height] = arguments;
for (const [name, value] of [["width", width], ["height", height]]) {
  for (const bound of [name, "min-" + name, "max-" + name]) {
    page.style.setProperty(bound, value + "px", "important");
  }
}
"""


def _program() -> str | None:
    return next((path for path in map(shutil.which, _NAMES) if path), None)


def is_there() -> bool:
    """Whether there is one."""
    return _program() is not None


class Firefox(Browser):
    """A session with the browser itself."""

    def __init__(self, port: int) -> None:
        """Begin it with the browser that listens there."""
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._read = self._socket.makefile("rb")
        self._number = 0
        self._next()  # says who it is
        self._tell("WebDriver:NewSession", capabilities={})

    def ask(self, command: str, **given: Any) -> Any:
        found = self._tell(f"WebDriver:{command}", **given)
        return found["value"] if isinstance(found, dict) and "value" in found else found

    def _tell(self, name: str, **given: Any) -> Any:
        self._number += 1
        sent = json.dumps([0, self._number, name, given]).encode()
        self._socket.sendall(b"%d:%b" % (len(sent), sent))
        _, _, wrong, found = self._next()
        if wrong:
            raise AssertionError(f"{name}: {wrong['error']}: {wrong['message']}")
        return found

    def _next(self) -> Any:
        length = b""
        while (letter := self._read.read(1)) != b":":
            assert letter, "the browser has gone"
            length += letter
        return json.loads(self._read.read(int(length)))

    def end(self) -> None:
        """Close it."""
        self._tell("Marionette:Quit", flags=["eForceQuit"])
        self._read.close()
        self._socket.close()

    def _within(self, script: str, *given: Any) -> None:
        """Run a script in the browser, not in the page."""
        self._tell("Marionette:SetContext", value="chrome")
        self.run(script, *given)
        self._tell("Marionette:SetContext", value="content")

    def be(self, size: str, scheme: str, *, still: bool = False) -> None:
        dark = {"dark": 0, "light": 1}[scheme]
        chosen = {
            "layout.css.prefers-color-scheme.content-override": dark,
            "ui.prefersReducedMotion": int(still),
        }
        self._within(_CHOSEN, chosen)
        self._within(_SIZE, *SIZES[size])
        self.until(
            "return innerWidth === arguments[0] && innerHeight === arguments[1]"
            " && matchMedia('(prefers-color-scheme: ' + arguments[2] + ')').matches",
            *SIZES[size],
            scheme,
        )

    def speak(self, languages: str) -> None:
        self._within(_CHOSEN, {"intl.accept_languages": languages})

    def network(self, on: bool) -> None:
        proxy = {
            "network.proxy.type": 0 if on else 1,
            "network.proxy.http": "127.0.0.1",
            "network.proxy.http_port": _NOWHERE,
            "network.proxy.allow_hijacking_localhost": True,
        }
        self._within(_CHOSEN, proxy)


@contextmanager
def firefox() -> Iterator[Browser]:
    """A browser that has nothing of any other."""
    with tempfile.TemporaryDirectory(prefix="turnwright browser ") as name:
        folder = Path(name) / "profile"
        folder.mkdir()
        (folder / "user.js").write_text('user_pref("marionette.port", 0);\n', encoding="utf-8")
        log = Path(name) / "browser.log"
        with log.open("wb") as out:
            command = [str(_program()), *_OPTIONS, "--profile", str(folder), "about:blank"]
            process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "HOME": name}
            )
        try:
            made = Firefox(_port(folder / "MarionetteActivePort", process, log))
            yield made
            made.end()
            process.wait(PATIENCE)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE)


def _port(told: Path, process: subprocess.Popen[bytes], log: Path) -> int:
    """Return where it says that it listens; a Firefox that only says how to get it is as good as none."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends and process.poll() is None:
        if told.exists() and (port := told.read_text()).isdigit():
            return int(port)
        time.sleep(0.02)
    pytest.skip(f"this Firefox does not come up: {log.read_text(errors='replace')[-200:]}")
