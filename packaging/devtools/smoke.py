"""Starts a standalone program as a game master would, and fails on whatever it says that was not expected.

What needs no hands is asked of the program itself. It is played by its hands: a second program of the same
parts, made for this alone (building.hands_of).

Run under the environment's Python: python -m devtools.smoke PROGRAM HANDS [PROGRAM HANDS]...
"""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

import rulesets
from desktop.command_line import REPORT
from desktop.process import SERVE
from desktop.sharing import protocol
from devtools.console import ROOT, say
from rulesets.fight.kept import read_kept
from rulesets.fight.session import Session, encode_entry
from rulesets.fight.storage.encounter_file import EncounterFile
from rulesets.fight.storage.lock import is_locked
from rulesets.fight.storage.values import Header
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal

PATIENCE = 120.0
"""Seconds from a start to its end; a single file unpacks itself first."""
SAMPLES = sorted((ROOT / "resources" / "encounters").glob("*.toml"))
SOURCE = (sys.executable, "-m", "tests.hands")
"""The same hands in the program that does not stand alone: what they say is what is expected."""
PROGRAM = (sys.executable, "-m", "desktop")
"""The program itself that does not stand alone."""
IMPORTED = ROOT / "tests" / "incoming" / "samples"
"""Files of other programs, in a folder for each format."""
KEPT = ROOT / "build" / "smoke"
"""Where the picture and the page of each program stay, to be looked at."""
FOLDER = "from desktop.process.paths import Paths; print(Paths.standard().templates)"


class Unexpected(Exception):
    """What the program did or said, and what it should have."""


class Home:
    """A user who has never started the program, with a home of their own."""

    def __init__(self, folder: Path) -> None:
        """Have everything that is kept in ``folder``."""
        self.folder = folder
        known = (v for v in os.environ.items() if not v[0].startswith(("PYTHON", "TURNWRIGHT")))
        self.env = dict(known)
        for name in ("HOME", "USERPROFILE"):
            self.env[name] = str(folder)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "APPDATA", "LOCALAPPDATA"):
            self.env[name] = str(folder / name.lower())
        # platformdirs asks Windows itself for its folders unless it is told otherwise.
        self.env["WIN_PD_OVERRIDE_LOCAL_APPDATA"] = str(folder / "localappdata")
        self.env["PYTHONUTF8"] = "1"  # for the program from source; the others speak UTF-8 anyway

    def run(self, program: Sequence[str], *arguments: str | Path) -> str:
        """Run a program to its end and return what it said; complaints and exit codes are unexpected."""
        command = [*program, *map(str, arguments)]
        cwd = ROOT if program in (SOURCE, PROGRAM) else self.folder
        done = subprocess.run(
            command, cwd=cwd, env=self.env, capture_output=True, encoding="utf-8", timeout=PATIENCE
        )
        if done.returncode or done.stderr.strip():
            said = f"{done.stdout}{done.stderr}".strip()
            raise Unexpected(f"{' '.join(command)} ended with {done.returncode} and said:\n{said}")
        return done.stdout

    def begin(self, program: Sequence[str], *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a program that ends when it is told to."""
        pipe = subprocess.PIPE
        command = [*program, *map(str, arguments)]
        return subprocess.Popen(
            command,
            cwd=ROOT if program[: len(PROGRAM)] == list(PROGRAM) else self.folder,
            env=self.env,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            encoding="utf-8",
        )

    def templates(self) -> Path:
        """Where this user's own templates would lie."""
        code = [sys.executable, "-c", FOLDER]
        done = subprocess.run(code, cwd=ROOT, env=self.env, capture_output=True, text=True, check=True)
        return Path(done.stdout.strip())


def same(what: str, found: object, expected: object) -> None:
    """Raise Unexpected unless the two are the same."""
    if found != expected:
        raise Unexpected(f"{what}: there is {found!r}, expected was {expected!r}")


def begins(path: Path, with_: bytes) -> None:
    """Raise Unexpected unless a file is there and begins like one of its kind."""
    if not path.is_file() or not path.read_bytes().startswith(with_):
        raise Unexpected(f"{path.name} is not there or is not what its name says")


def version(program: Sequence[str], _hands: Sequence[str], home: Home) -> None:
    """It knows its version."""
    same("--version", home.run(program, "--version"), f"Turnwright {rulesets.__version__}\n")


def showing(program: Sequence[str], _hands: Sequence[str], home: Home) -> None:
    """It shows an encounter that it is given in a window that takes keys, has it open, and can be ended."""
    path = home.folder / "Ä ö.turnwright"
    session = prepared(SAMPLES[0], path)
    process = home.begin(program, REPORT, path)
    patience = threading.Timer(PATIENCE, end_tree, [process])
    patience.start()
    try:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(2)]
        held = is_locked(path)
        end_tree(process)
        rest, complaints = process.communicate(timeout=PATIENCE)
    finally:
        patience.cancel()
        process.kill()
    same("what it complains of", complaints.strip(), "")
    same("what it says while it starts", [*said, rest], ["shown\n", "ready\n", ""])
    same("whether it has the encounter open", held, True)
    same("the steps kept", len(read_kept(path).session.log), len(session.log))


def end_tree(process: subprocess.Popen[str]) -> None:
    """End a program, if it has not ended: a single file of Windows is two processes, and hears no signal."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], check=False, capture_output=True)
    else:
        process.terminate()


def demonstration(program: Sequence[str], hands: Sequence[str], home: Home) -> None:
    """It opens the sample, plays a surprise round and more with clicks, keys and a drag, and prints a PDF."""
    out = home.folder / "demo"
    said = home.run(hands, "demo", out)
    begins(out / "turnwright.png", b"\x89PNG")
    begins(out / "turnwright.pdf", b"%PDF")
    for made in out.iterdir():
        shutil.copy(made, KEPT / f"{Path(program[0]).name}{made.suffix}")
    shutil.rmtree(out)
    same("what it says while it plays", said, home.run(SOURCE, "demo", out))


def prepared(sample: Path, path: Path) -> Session:
    """Write a prepared encounter to ``path`` as nobody has played it yet, and return it."""
    given = tomllib.loads(sample.read_text(encoding="utf-8"))
    session = Session(loader.load(given["ruleset"], given.get("options") or {}))
    for combatant in given["combatant"]:
        session.dispatch(cmd.Add(combatant=combatant))
    header = Header(
        name=given["name"],
        app_version=rulesets.__version__,
        created="2026-01-01T12:00:00+00:00",
        ruleset_id=session.rules.id,
        ruleset_text=(loader.shipped()[given["ruleset"]] / loader.FILE).read_text(encoding="utf-8"),
        ruleset_hash=session.rules.hash,
        options=msgspec.json.encode(session.rules.options_set).decode(),
    )
    with EncounterFile.create(path, header) as file:
        for entry in session.log:
            file.append(encode_entry(entry), "added", cut=False)
    return session


def round_of(session: Session) -> list[cmd.Command]:
    """Play a round in which initiative is typed in and everybody passes; return what did it.

    Where the rules ask for more than that nobody plays, and nothing is returned.
    """
    before = len(session.log)
    order = enumerate(session.state.combatants)
    given: list[cmd.Command] = [cmd.Start(rolls={name: 20 - place for place, name in order})]
    while not isinstance(session.dispatch(given[-1]), Refusal):
        if session.state.clock.round == 2:
            return given
        given.append(cmd.EndTurn())
    session.go_to(before)
    return []


def encounters(program: Sequence[str], hands: Sequence[str], home: Home) -> None:
    """It opens an encounter of every system, plays a round where passing is enough, paints each step, quits.

    What was played is then written to files by the program itself.
    """
    script, played = home.folder / "script", 0
    for sample in SAMPLES:
        path = home.folder / f"{sample.stem} – Ä ö.turnwright"
        session = prepared(sample, path)
        commands = round_of(session)
        played += len(commands)
        script.write_bytes(b"\n".join([*map(msgspec.json.encode, commands), b'{"do": "quit"}']))
        said = home.run(hands, "script", script, path).splitlines()
        same(f"what was painted last of {sample.stem}", said[-1:], [f"painted {len(commands)}"])
        kept = read_kept(path)
        same(f"the steps kept of {sample.stem}", len(kept.session.log), len(session.log))
        papers(program, home, path)
    if not played:
        raise Unexpected("no prepared encounter can be played by typing initiative and passing")


def papers(program: Sequence[str], home: Home, path: Path) -> None:
    """It writes every kind of file from the command line, by shipped templates and by the user's own."""
    folder = home.templates()
    folder.mkdir(parents=True, exist_ok=True)
    for document, ending, first in (
        ("run-sheet", "pdf", b"%PDF"),
        ("record", "html", b"<!"),
        ("status", "md", b"#"),
        ("status", "json", b"{"),
    ):
        out = home.folder / f"{document}.{ending}"
        for own in (False, True):
            template = ROOT / "resources" / "templates" / f"document.{ending}.j2"
            if own and not template.is_file():
                continue
            if own:
                shutil.copy(template, folder)
            home.run(program, "summary", path, "--as", document, "--out", out, "--force")
            begins(out, first)
        out.unlink()
    shutil.rmtree(folder)


def imports(program: Sequence[str], _hands: Sequence[str], home: Home) -> None:
    """It reads a file of every format that other programs write, and says of it what it says from source."""
    for expected in sorted(IMPORTED.glob("*/EXPECTED.toml")):
        told = tomllib.loads(expected.read_text(encoding="utf-8"))
        if "format" not in told:
            continue  # of a format that has a folder of its own
        file = expected.parent / next(one["name"] for one in told["file"] if one.get("recognised"))
        words = ("import", file, "--dry-run", "--json")
        said = home.run(program, *words)
        same(f"the format of {file.name}", msgspec.json.decode(said)["format"], told["format"])
        same(f"what is in {file.name}", said, home.run(PROGRAM, *words))


def sharing(program: Sequence[str], _hands: Sequence[str], home: Home) -> None:
    """It gives out the players' page without ssl, tells what is new, takes a slip, ends with its window."""
    process = home.begin([*program, SERVE])
    patience = threading.Timer(PATIENCE, end_tree, [process])
    patience.start()
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        link = "a-link-of-somebody-in-the-fight"
        for order in (
            protocol.Open("127.0.0.1", 0),
            protocol.ShowTable(msgspec.Raw(b'{"round":7}')),
            protocol.ShowOwn(link, msgspec.Raw(b"null")),
        ):
            process.stdin.write(protocol.line(order).decode())
        process.stdin.flush()
        opened = protocol.report(process.stdout.readline().encode())
        if not isinstance(opened, protocol.Opened):
            raise Unexpected(f"the players' page cannot be given out: {opened}")
        pages = {path: _asked(opened, "GET", path) for path in ("/", "/page.js", "/page.css", "/events")}
        slip = b'{"id":"0123456789","what":"delay"}'
        taken = _asked(opened, "POST", f"/slips/{link}", slip)
        came: protocol.AnyReport = opened
        while not isinstance(came, protocol.Came):
            came = protocol.report(process.stdout.readline().encode())
        process.stdin.close()
        code, complaints = process.wait(PATIENCE), process.stderr.read() if process.stderr else ""
    finally:
        patience.cancel()
        process.kill()
    same("what the server complains of", (code, complaints.strip()), (0, ""))
    same("the statuses", [status for status, _ in (*pages.values(), taken)], [200, 200, 200, 200, 202])
    same("what is new", b'{"round":7}' in pages["/events"][1], True)
    same("the page", pages["/"][1], (ROOT / "resources" / "players" / "page.html").read_bytes())
    same("the slip", (came.token, came.slip.what), (link, "delay"))


def _asked(at: protocol.Opened, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """Return what the server answers; of what goes on and on the beginning."""
    connection = http.client.HTTPConnection(at.host, at.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "X-Turnwright": "slip"} if body else {}
    connection.request(method, path, body, headers)
    with connection.getresponse() as answer:
        found = b""
        while not found.endswith(b"\n\n") or b"data" not in found:
            if not (got := answer.read1(65_536)):
                break
            found += got
    connection.close()
    return answer.status, found


def smoke(program: Sequence[str], hands: Sequence[str]) -> None:
    """Do all of it; raises Unexpected."""
    for look in (version, showing, sharing, demonstration, encounters, imports):
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="turnwright smoke ") as folder:
            look(program, hands, Home(Path(folder)))
        say(f"{Path(program[0]).name}: {look.__name__} as expected ({time.monotonic() - begun:.1f} s)")


def main(arguments: Sequence[str]) -> int:
    """Try every program with its hands; 1 if one did what was not expected."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name, hands in zip(arguments[::2], arguments[1::2], strict=True):
        try:
            smoke([str(Path(name).resolve())], [str(Path(hands).resolve())])
        except (Unexpected, subprocess.TimeoutExpired) as error:
            say(f"{Path(name).name}: {error}")
            return 1
    say(f"pictures and pages of all of them: {KEPT}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
