"""A real browser without a window, told what a person would do; each kind has a module of its own."""

from __future__ import annotations

import base64
import time
from abc import ABC, abstractmethod
from importlib import resources
from pathlib import Path
from typing import Any

PATIENCE = 60.0
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
"""Width and height of the screens that the page is looked at on."""
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser(ABC):
    """One browser with one page, for all tests of a module."""

    @abstractmethod
    def ask(self, command: str, **given: Any) -> Any:
        """Give a command of WebDriver, by the name it has there; raises AssertionError if it fails."""

    @abstractmethod
    def be(self, size: str, scheme: str, *, still: bool = False) -> None:
        """Be a screen of a size, light or dark; ``still`` of somebody who wants no movement."""

    @abstractmethod
    def speak(self, languages: str) -> None:
        """Belong to somebody who reads these languages."""

    @abstractmethod
    def network(self, on: bool) -> None:
        """Let no new connection come about, or let them again."""

    # -- what a person does --------------------------------------------------------------------------

    def open(self, address: str) -> None:
        """Open a page, anew even if only what follows the '#' is another."""
        self.ask("Navigate", url="about:blank")
        self.ask("Navigate", url=address)

    def run(self, script: str, *given: Any) -> Any:
        """Return what a script in the page returns."""
        return self.ask("ExecuteScript", script=script, args=list(given))

    def find(self, css: str) -> str:
        """Return the element that is meant."""
        return str(self.ask("FindElement", using="css selector", value=css)[_ELEMENT])

    def click(self, css: str) -> None:
        """Click on something."""
        self._on(css, "ElementClick")

    def type(self, css: str, text: str) -> None:
        """Type into a field, after what is in it."""
        self._on(css, "ElementSendKeys", text=text)

    def text(self, css: str) -> str:
        """Return what can be read there."""
        return str(self._on(css, "GetElementText"))

    def _on(self, css: str, command: str, **given: Any) -> Any:
        """Do something with an element; with the one in its place if the page is drawn anew meanwhile."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                return self.ask(command, id=self.find(css), **given)
            except AssertionError as error:
                if "stale element" not in str(error) or time.monotonic() > ends:
                    raise

    def until(self, script: str, *given: Any) -> Any:
        """Wait until a script returns something."""
        ends = time.monotonic() + PATIENCE
        while not (found := self.run(script, *given)):
            if time.monotonic() > ends:
                raise AssertionError(f"never: {script}\n{self.run('return document.body.innerText')}")
            time.sleep(0.02)
        return found

    # -- what it looks like --------------------------------------------------------------------------

    def picture(self, path: Path) -> None:
        """Keep what it looks like."""
        path.write_bytes(base64.b64decode(self.ask("TakeScreenshot")))

    def complaints(self) -> list[str]:
        """Return what axe-core finds wrong for those who do not see the page, or see it badly."""
        axe = (resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
        self.run(f"{axe}\nreturn true;")
        script = (
            "var done = arguments[arguments.length - 1];"
            "axe.run().then(function (found) { done(found.violations); });"
        )
        found = self.ask("ExecuteAsyncScript", script=script, args=[])
        return [f"{one['id']}: {[node['html'] for node in one['nodes']]}" for one in found]
