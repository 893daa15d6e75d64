"""Takes pictures of the players' page: ``python -m tests.desktop.sharing.phone_shots FOLDER``.

Every sample, begun, as the table sees it and as the personal link of the first player shows it, on a phone, a
tablet and a desktop, light and dark.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).parents[3] / "packaging"))

from PySide6.QtWidgets import QApplication

from desktop.bridge import Bridge
from desktop.files.samples import read_sample, shipped
from desktop.widgets.texts import Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.desktop.sharing.browser import SIZES, Browser
from tests.desktop.sharing.chromium import chromium
from tests.desktop.sharing.wire import Shared

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0


def begun(sample_id: str) -> tuple[Bridge, Shared]:
    """Return a sample that has begun, shared."""
    sample = read_sample(shipped(sample_id))
    rules, bridge, texts = loader.load(sample.ruleset, sample.options), Bridge(), Texts()
    bridge.open(rules)
    texts.set_encounter(rules, lambda: bridge.state, lambda: bridge.line)
    for command in (*sample.commands, cmd.Start()):
        bridge.dispatch(command)
    sharing = Shared(bridge, texts)
    sharing.begin("127.0.0.1", 0)
    return bridge, sharing


def until(holds: Callable[[], object]) -> None:
    """Let the window's thread go on until something holds."""
    ends = time.monotonic() + PATIENCE
    while not holds():
        QApplication.processEvents()
        time.sleep(0.01)
        if time.monotonic() > ends:
            raise SystemExit("it never came")


def take(browser: Browser, address: str, path: Path, ready: str) -> None:
    """Take a picture of a page once something is on it, as long as the page is."""
    browser.open(address)
    until(lambda: browser.run(f"return {ready}"))
    browser.picture(path)


def main() -> None:
    """Take all of them."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    with chromium() as browser:
        for sample in sorted(path.stem for path in (ROOT / "resources" / "encounters").glob("*.toml")):
            bridge, sharing = begun(sample)
            until(lambda sharing=sharing: sharing.address)
            own = next(who.id for who in bridge.state.combatants.values() if who.kind == "pc")
            link = sharing.address_of(sharing.make_link(own))
            for size in SIZES:
                for scheme in ("light", "dark"):
                    browser.be(size, scheme)
                    name = f"{bridge.rules.id}-{size}-{scheme}"
                    rows = "document.querySelectorAll('#rows > li').length"
                    take(browser, sharing.address, folder / f"{name}-table.png", rows)
                    sheet = "document.querySelector('#own-stands').children.length"
                    take(browser, link, folder / f"{name}-own.png", sheet)
            sharing.end()
    app.quit()


if __name__ == "__main__":
    main()
