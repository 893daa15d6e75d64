"""Chromium, told by its own driver."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from devtools import system
from tests.desktop.sharing.browser import PATIENCE, SIZES, Browser

MISSING = "there is no Chromium with its driver here: on Debian, apt-get install chromium chromium-driver"
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--disable-extensions", "--hide-scrollbars", "--lang=en",
)  # fmt: skip
_PATHS = {
    "Navigate": "url",
    "ExecuteScript": "execute/sync",
    "ExecuteAsyncScript": "execute/async",
    "FindElement": "element",
    "ElementClick": "element/{id}/click",
    "ElementSendKeys": "element/{id}/value",
    "GetElementText": "element/{id}/text",
    "TakeScreenshot": "screenshot",
}
_ASKED = ("GetElementText", "TakeScreenshot")
"""Commands that only ask for something."""


def is_there() -> bool:
    """Whether there is one with its driver."""
    return system.browser() is not None


def must_be_there() -> bool:
    """Whether a test that finds none has failed: on the machines that test every change on Linux."""
    return sys.platform == "linux" and bool(os.environ.get("CI"))


class Chromium(Browser):
    """A session with the driver."""

    def __init__(self, driver_port: int, folder: Path) -> None:
        """Begin it with the driver that listens there; what the browser keeps goes into a folder."""
        self._port = driver_port
        options = {"args": [*_OPTIONS, f"--user-data-dir={folder}"], "binary": system.browser()}
        wanted = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
        self._session = ""
        self._session = self._send("POST", "", {"capabilities": wanted})["sessionId"]

    def ask(self, command: str, **given: Any) -> Any:
        method = "GET" if command in _ASKED else "POST"
        return self._send(method, _PATHS[command].format(id=given.pop("id", "")), given)

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        where = "/" + "/".join(part for part in ("session", self._session, path) if part)
        sent = None if method == "GET" else json.dumps(body or {})
        connection.request(method, where, sent, {"Content-Type": "application/json"})
        with connection.getresponse() as answer:
            value = json.loads(answer.read())["value"]
        connection.close()
        if answer.status != 200:
            raise AssertionError(f"{method} {path}: {value.get('message', value)}")
        return value

    def end(self) -> None:
        """Close it."""
        self._send("DELETE", "")

    def _devtools(self, command: str, **given: Any) -> Any:
        """Give a command of the browser's own protocol."""
        return self._send("POST", "goog/cdp/execute", {"cmd": command, "params": given})

    def be(self, size: str, scheme: str, *, still: bool = False) -> None:
        width, height = SIZES[size]
        self._devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        motion = "reduce" if still else "no-preference"
        wanted = {"prefers-color-scheme": scheme, "prefers-reduced-motion": motion}
        features = [{"name": name, "value": value} for name, value in wanted.items()]
        self._devtools("Emulation.setEmulatedMedia", features=features)

    def speak(self, languages: str) -> None:
        self._devtools("Emulation.setUserAgentOverride", userAgent="a phone", acceptLanguage=languages)

    def network(self, on: bool) -> None:
        self._devtools("Network.enable")
        self._devtools(
            "Network.emulateNetworkConditions",
            offline=not on, latency=0, downloadThroughput=-1, uploadThroughput=-1,
        )  # fmt: skip


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that has nothing of any other."""
    with tempfile.TemporaryDirectory(prefix="turnwright browser ") as folder:
        log = Path(folder) / "driver.log"
        with log.open("wb") as out:
            command = [str(shutil.which(system.DRIVER)), "--port=0"]
            driver = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        try:
            made = Chromium(_port(log), Path(folder) / "browser")
            try:
                yield made
            finally:
                made.end()
        finally:
            driver.terminate()
            driver.wait(PATIENCE)


def _port(log: Path) -> int:
    """Return where the driver says that it listens."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        for line in log.read_text(errors="replace").splitlines():
            if "successfully on port" in line and line.split("on port")[1].strip(" .").isdigit():
                return int(line.split("on port")[1].strip(" ."))
        time.sleep(0.02)
    raise AssertionError(log.read_text(errors="replace"))
