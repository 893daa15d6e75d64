"""One Debian root with a display and a hand on its keyboard, and what is asked of a package in it."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from devtools.console import DevError, say
from devtools.debian_root import HOME, PLACE, RUNTIME, USER, Root
from devtools.linux_share import DESKTOP_ID, MIME_TYPE
from devtools.screen_hand import Hand, wait_for

KEPT = f"{HOME}/.local/share/Turnwright/encounters/Ambush at Docking Bay 94.turnwright"
FIGHT = f"{HOME}/Meine Kämpfe/Überfall am Dock.turnwright"
TITLE = "Ambush at Docking Bay 94"
ENTRY = f"applications/{DESKTOP_ID}.desktop"
TOOLS = ("xdg-utils", "shared-mime-info", "desktop-file-utils", "libglib2.0-bin")
"""What a desktop has, and asks for the type of a file with."""


def must(true: bool, otherwise: str) -> None:
    """Raise DevError with the reason unless something is true."""
    if not true:
        raise DevError(otherwise)


@dataclass
class Table:
    """One root with a display, and what is done in it."""

    root: Root
    display: str
    hand: Hand
    name: str

    def ok(self, text: str) -> None:
        say(f"{self.name}: ok: {text}")

    def no_python(self) -> None:
        """There is none, and none came with the packages."""
        found = self.root.admin(
            "sh", "-c", "find /usr /opt -xdev -path '*bin/python*' -o -name 'python3*' -path '*bin*'"
        )
        must(not found.strip(), f"there is a Python in the root: {found}")
        self.ok("there is no Python in the root")

    def play(self, words: list[str], during: Callable[[], None]) -> None:
        """Start the program on the display and without a network, do something, quit with Ctrl+Q.

        It must say nothing and end with 0.
        """
        log = PLACE / f"{self.name}.log"
        process = self.root.start(words, {"DISPLAY": self.display}, log)
        try:
            during()
            self.hand.keys("ctrl+q")
            wait_for(f"the end of {shlex.join(words)}", lambda: process.poll() is not None)
        except DevError as error:
            self.hand.picture(f"{self.name}-failed")
            raise DevError(
                f"{error}; the program said: {log.read_text(errors='replace').strip()!r}"
            ) from error
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        said = log.read_text(encoding="utf-8", errors="replace").strip()
        must(process.returncode == 0 and not said, f"it ended with {process.returncode} and said: {said}")

    def state(self, program: str, file: str) -> dict[str, object]:
        """The fight in a file, told by the program itself."""
        done = self.root.run(program, "summary", file, "--out", "-", "--format", "json")
        must(done.code == 0 and not done.err, f"summary ended with {done.code}: {done.err}")
        told = json.loads(done.out)
        assert isinstance(told, dict)
        return told

    def entry(self, share: str) -> list[str]:
        """The Exec line of the desktop entry, for a file: as a desktop reads it."""
        text = self.root.at(f"{share}/{ENTRY}").read_text(encoding="utf-8")
        line = next(line for line in text.splitlines() if line.startswith("Exec="))
        words = shlex.split(line.removeprefix("Exec=").replace("\\\\", "\\"))
        must("%f" in words, f"the desktop entry takes no file: {line}")
        return [word.replace("%%", "%") for word in words]

    def known(self, *, yes: bool) -> None:
        """The desktop opens encounter files with the program, or has forgotten it."""
        default = self.root.run("xdg-mime", "query", "default", MIME_TYPE).out.strip()
        told = self.root.run("gio", "info", "-a", "standard::content-type", FIGHT).out
        must((default == f"{DESKTOP_ID}.desktop") == yes, f"xdg-mime query default says {default!r}")
        must((MIME_TYPE in told) == yes, f"gio info says of {FIGHT}: {told!r}")
        self.ok(f"encounter files are {'opened by ' + default if yes else 'unknown again'}")


def whole_pdf(root: Root, name: str) -> bool:
    """Whether the file is there, to its last line."""
    path = root.at(name)
    data = path.read_bytes() if path.is_file() else b""
    return data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")


def by_argument(table: Table, program: str, words: list[str], picture: str) -> None:
    """Open a file whose path has spaces and umlauts, as a desktop does, and end one turn."""
    before = table.state(program, FIGHT)["place"]

    def during() -> None:
        table.hand.window(TITLE)
        table.hand.keys("space")
        wait_for("the next turn", lambda: table.state(program, FIGHT)["place"] != before)
        table.hand.picture(f"{table.name}-{picture}")

    table.play([FIGHT if word == "%f" else word for word in words], during)
    table.ok(f"{shlex.join(words)} opened {FIGHT}; a turn was ended, and is in the file")


def on_paper(table: Table, program: str) -> None:
    """Without a display: the window says so, and a file can be made."""
    done = table.root.run(program)
    must(done.code == 1 and "there is no display" in done.err, f"without a display: {done}")
    must(len(done.err.splitlines()) < 6, f"without a display it says too much: {done.err}")
    lost = table.root.run(program, env={"DISPLAY": ":4711"})
    must(lost.code == 1 and "does not answer" in lost.err, f"with a wrong display: {lost}")
    pdf = f"{HOME}/ohne Anzeige.pdf"
    written = table.root.run(program, "summary", FIGHT, "--as", "run-sheet", "--out", pdf)
    must(written.code == 0 and whole_pdf(table.root, pdf), f"summary without a display: {written}")
    table.ok("without a display it says so and ends with 1; summary writes a PDF all the same")


def keep_fight(table: Table, source: Path) -> None:
    """Give the user an encounter in a folder with umlauts."""
    target = table.root.at(FIGHT)
    target.parent.mkdir()
    shutil.copyfile(source, target)
    table.root.admin("chown", "-R", f"{USER}:{USER}", str(Path(FIGHT).parent))


def users_files(root: Root) -> dict[str, bytes]:
    """Everything in the user's home."""
    home = root.at(HOME)
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*") if path.is_file()}


def ours(root: Root) -> list[str]:
    """What is in the root by our name, apart from the package and apt's log.

    The user's own places are left out: the home, and the folder of the session, which goes at logout and
    where the lock lies by which a second start finds the first.
    """
    users = ("(", "-path", HOME, "-o", "-path", RUNTIME, "-o", "-path", "/proc", ")", "-prune")
    told = root.admin("find", "/", "-xdev", *users, "-o", "-iname", "*turnwright*", "-print")
    return [name for name in told.split("\n") if name and not name.startswith(("/srv/", "/var/log/"))]
