"""A real browser: Chromium without a window, told by its own driver what a person would do."""

from __future__ import annotations

import base64
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
from importlib import resources
from pathlib import Path
from typing import Any

from devtools import system

MISSING = "there is no Chromium with its driver here: on Debian, apt-get install chromium chromium-driver"
PATIENCE = 60.0
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
"""Width and height of the screens that the page is looked at on."""
_OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
    "--disable-extensions", "--hide-scrollbars", "--lang=en",
)  # fmt: skip
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def is_there() -> bool:
    """Whether there is a browser with its driver."""
    return system.browser() is not None


def must_be_there() -> bool:
    """Whether a test that finds none has failed: on the machines that test every change on Linux."""
    return sys.platform == "linux" and bool(os.environ.get("CI"))


class Browser:
    """One browser with one page, for all tests of a module."""

    def __init__(self, driver_port: int, folder: Path) -> None:
        """Begin a session with the driver that listens there; what the browser keeps goes into a folder."""
        self._port = driver_port
        options = {"args": [*_OPTIONS, f"--user-data-dir={folder}"], "binary": system.browser()}
        wanted = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}
        self._session = ""
        self._session = self._ask("POST", "", {"capabilities": wanted})["sessionId"]

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
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
        self._ask("DELETE", "")

    # -- what a person does --------------------------------------------------------------------------

    def open(self, address: str) -> None:
        """Open a page, anew even if only what follows the '#' is another."""
        self._ask("POST", "url", {"url": "about:blank"})
        self._ask("POST", "url", {"url": address})

    def run(self, script: str, *given: Any) -> Any:
        """Return what a script in the page returns."""
        return self._ask("POST", "execute/sync", {"script": script, "args": list(given)})

    def find(self, css: str) -> str:
        """Return the element that is meant."""
        found = self._ask("POST", "element", {"using": "css selector", "value": css})
        return str(found[_ELEMENT])

    def click(self, css: str) -> None:
        """Click on something."""
        self._on(css, "click")

    def type(self, css: str, text: str) -> None:
        """Type into a field, after what is in it."""
        self._on(css, "value", {"text": text})

    def _on(self, css: str, what: str, body: Any = None) -> None:
        """Do something with an element; with the one in its place if the page is drawn anew meanwhile."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                self._ask("POST", f"element/{self.find(css)}/{what}", body)
            except AssertionError as error:
                if "stale element" not in str(error) or time.monotonic() > ends:
                    raise
            else:
                return

    def text(self, css: str) -> str:
        """Return what can be read there."""
        return str(self._ask("GET", f"element/{self.find(css)}/text"))

    def until(self, script: str, *given: Any) -> Any:
        """Wait until a script returns something."""
        ends = time.monotonic() + PATIENCE
        while not (found := self.run(script, *given)):
            if time.monotonic() > ends:
                raise AssertionError(f"never: {script}\n{self.run('return document.body.innerText')}")
            time.sleep(0.02)
        return found

    # -- how the machine is --------------------------------------------------------------------------

    def devtools(self, command: str, **given: Any) -> Any:
        """Give a command of the browser's own protocol."""
        return self._ask("POST", "goog/cdp/execute", {"cmd": command, "params": given})

    def be(self, size: str, scheme: str) -> None:
        """Be a screen of a size, light or dark."""
        width, height = SIZES[size]
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        self.devtools(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
        )

    def network(self, on: bool) -> None:
        """Take the network away, or give it back."""
        self.devtools("Network.enable")
        self.devtools(
            "Network.emulateNetworkConditions",
            offline=not on, latency=0, downloadThroughput=-1, uploadThroughput=-1,
        )  # fmt: skip

    def picture(self, path: Path) -> None:
        """Keep what it looks like."""
        path.write_bytes(base64.b64decode(self._ask("GET", "screenshot")))

    def complaints(self) -> list[str]:
        """Return what axe-core finds wrong for those who do not see the page, or see it badly."""
        axe = (resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
        self.run(f"{axe}\nreturn true;")
        script = (
            "var done = arguments[arguments.length - 1];"
            "axe.run().then(function (found) { done(found.violations); });"
        )
        found = self._ask("POST", "execute/async", {"script": script, "args": []})
        return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found]


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that has nothing of any other."""
    with tempfile.TemporaryDirectory(prefix="turnwright browser ") as folder:
        log = Path(folder) / "driver.log"
        with log.open("wb") as out:
            command = [str(shutil.which(system.DRIVER)), "--port=0"]
            driver = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        try:
            made = Browser(_port(log), Path(folder) / "browser")
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
