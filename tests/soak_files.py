"""Hostile files: made of sound ones by :mod:`tests.mutating`, and opened in each way that the program has.

What may come of one is a fight, or a refusal in words. What may not: a crash, an error that nobody caught,
more than two seconds of the processor beyond the program's start, more than 500 MB, a file that is changed.
"""

from __future__ import annotations

import faulthandler
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from itertools import takewhile
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from desktop.combatants.library import Library
from desktop.files.kept_proofs import KeptProofs
from desktop.files.ruleset_cache import RulesetCache
from desktop.process.paths import Paths
from rulesets.campaign.folder import Campaign
from rulesets.campaign.parties import fitting
from rulesets.campaign.things import Party
from rulesets.campaign.toml_edit import plain, same
from rulesets.fight.kept import keep_proof, kept, read_kept
from rulesets.fight.session import Session, encode_entry
from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.inspection import verified
from rulesets.fight.storage.opening import look
from rulesets.fight.storage.proofs import FEWEST_ROWS
from rulesets.fight.storage.schema import VERSION, connect, write_file
from rulesets.fight.storage.values import Header, Row
from rulesets.formula.dice import RandomDice
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.papers.templates import TemplateError
from rulesets.output.summary import summarise, summarise_kept
from rulesets.reading import loader
from rulesets.reading.loader import RulesetError
from rulesets.reading.shelf import Shelf
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.table.writing import portable
from tests.mutating import spoiled, spoiled_bytes, spoiled_text, spoiled_toml
from tests.rulesets.fight.storage.samples import forge, picture
from tests.rulesets.plain_fight import Chance, PlainFight
from tests.rulesets.random_fight import machine_for

ROOT = Path(__file__).parents[1]
BEFORE = sorted((ROOT / "tests" / "encounters").rglob("*.turnwright"))
"""Fights of earlier versions of encounter files, as the program of then has left them."""
SECONDS = 2.0
"""Of the processor, that a file may take beyond the start of the program."""
MEMORY = 500_000_000
"""Bytes, that a file may take beyond what the program had."""
HANGING = 60
"""Seconds after which a process that opens a file is ended, with where it stood."""
FIGHTS = 12
"""Sound fights of each ruleset that files are made of."""
PIECES = (
    "{{ ''.__class__ }}", "{% for a in range(10**9) %}", "{% include 'x.j2' %}", "{{", "%}", "<script>",
    "<!-->", "<svg><style>", "{{ document }}", "{{ summary }}", "{{ 1 // 0 }}",
    "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "url(x)", "\x00", "<p onclick='f()'>", "{% set x = 'x' * 10**9 %}", "\\", "&#", "</style>", "[[part]]",
    "= 1",
)  # fmt: skip
Tried = Counter[tuple[str, bool]]


class TooMuch(Exception):
    """A file took more of the processor than it may."""


class Sound(NamedTuple):
    """A fight that files are made of: the header of its file, and its entries as JSON values."""

    header: Header
    entries: list[Any]
    version: int = VERSION
    """Of encounter files, that it is spelled as."""


# -- what is spoiled -------------------------------------------------------------------------------


@cache
def sound(ruleset: str, number: int) -> Sound:
    """Return a random fight of a ruleset that comes with the program."""
    plain = PlainFight(machine_for(ruleset), number)
    fight, chance = plain.machine(), Chance(random.Random(number))
    for first in plain.setup.initializers:
        _do(fight, first, chance)
    for _ in range(chance.rng.choice([3, 15, 40])):
        _do(fight, chance.rng.choice([r for r in plain.setup.rules if _able(fight, r)]), chance)
    session = fight.session
    writing = portable(Shelf().writing(ruleset))
    header = Header(
        name="Ambush at Docking Bay 94",
        app_version="0.1.0",
        created="2025-11-21T19:30:00+00:00",
        ruleset_id=ruleset,
        ruleset_text=writing.text,
        ruleset_hash=fight.first.hash,
        options=msgspec.json.encode(fight.first.options_set).decode(),
        beside=msgspec.json.encode(msgspec.structs.replace(writing, text="")).decode(),
    )
    return Sound(
        header, [msgspec.json.decode(encode_entry(entry)) for entry in session.line[: session.cursor]]
    )


@cache
def of_before(path: Path) -> Sound:
    """Return a fight of when rulesets were spelled otherwise, up to its first step back."""
    with closing(connect(path, "mode=ro&immutable=1")) as db:
        ((version,),) = db.execute("PRAGMA user_version")
        meta = {str(key): value for key, value in verified(db, path, "meta")}
        rows = [dict(zip(Row.__struct_fields__, row, strict=True)) for row in verified(db, path, "journal")]
    bodies = [row["body"] for row in takewhile(lambda row: row["kind"] == "command", rows)]
    return Sound(Header(**meta), [msgspec.json.decode(body) for body in bodies], version)


def _able(fight: Any, step: Any) -> bool:
    return all(holds(fight) for holds in step.preconditions)


def _do(fight: Any, step: Any, chance: Chance) -> None:
    step.function(fight, **{name: chance.draw(strategy) for name, strategy in step.arguments.items()})


def a_fight(rng: random.Random) -> Sound:
    """Return one of the sound fights; one of eight is of an earlier version of encounter files."""
    if rng.random() < 1 / 8:
        return of_before(rng.choice(BEFORE))
    return sound(rng.choice(sorted(loader.shipped())), rng.randrange(FIGHTS))


def make_encounter(path: Path, rng: random.Random) -> str:
    """Write a spoiled encounter's file; return what is wrong with it."""
    header, entries, version = a_fight(rng)
    before = version != VERSION
    what = rng.choice(
        ["step", "step", "step", "step", "rows", "header", "options", "beside", "rules", "bytes"]
        + ["rules"] * (10 if before else 0)
    )
    fields = msgspec.structs.asdict(header)
    if what == "step":
        stock = rng.choice(entries) if rng.random() < 0.5 else None
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(entries))
            entries = [*entries[:at], spoiled(entries[at], rng, stock), *entries[at + 1 :]]
    elif what == "header":
        fields[rng.choice(sorted(fields))] = rng.choice(
            ["", "x" * 300_000, "<b>", "\x00", "[]", 7, b"\xff", None]
        )
    elif what in ("options", "beside"):
        fields[what] = msgspec.json.encode(spoiled(msgspec.json.decode(fields[what]), rng)).decode()
    elif what == "rules":
        fields["ruleset_text"] = spoiled_toml(fields["ruleset_text"], rng)
    rows: list[tuple[Any, ...]] = [
        (number, "command", number - 1, number, "step", msgspec.json.encode(entry), 1e9 + number)
        for number, entry in enumerate(entries, 1)
    ]
    if rng.random() < 0.3 and len(rows) > 2:
        rows.append((len(rows) + 1, "undo", len(rows) // 2, len(rows), "", b"", 2e9))
    if what == "rows":
        rows = _spoiled_rows(rows, rng)
    meta = [row for row in fields.items() if row[1] is not None]
    forge(path, meta=meta, journal=rows, version=rng.choice([version] * 9 + [1]))
    if what == "bytes":
        path.write_bytes(spoiled_bytes(path.read_bytes(), rng))
    if rng.random() < 0.05:
        path.with_name(f"{path.name}-wal").write_bytes(rng.randbytes(rng.choice([0, 32, 5000])))
    return f"encounter{' of before' if before else ''}, {what}"


def _spoiled_rows(rows: list[tuple[Any, ...]], rng: random.Random) -> list[tuple[Any, ...]]:
    """Return rows in another order, some left out or leading elsewhere; their numbers are right again."""
    match rng.randrange(4):
        case 0:
            rng.shuffle(rows)
        case 1:
            del rows[rng.randrange(len(rows))]
        case 2:
            rows.insert(rng.randrange(len(rows)), rng.choice(rows))
        case _:
            at, column = rng.randrange(len(rows)), rng.randrange(1, 7)
            odd = rng.choice([0, -1, 2**62, "undo", "redo", "switch", "", b"", "x", 0.5, len(rows)])
            rows[at] = (*rows[at][:column], odd, *rows[at][column + 1 :])
            return rows
    return [(number, row[1], number - 1, number, *row[4:]) for number, row in enumerate(rows, 1)]


def make_ruleset(folder: Path, rng: random.Random) -> Path:
    """Write a spoiled ruleset into a folder of its own; return its file."""
    text = Shelf().writing(rng.choice(sorted(loader.shipped()))).text
    file = folder / "house" / loader.FILE
    file.parent.mkdir(parents=True)
    file.write_text(spoiled_toml(text, rng), encoding="utf-8")
    return file


def make_blocks(folder: Path, rng: random.Random) -> tuple[str, Path]:
    """Write a file of spoiled stat blocks; return the ruleset that they are for, and the file."""
    shipped = rng.choice(sorted((ROOT / "resources" / "library").glob("*.toml")))
    file = folder / shipped.stem / "own.toml"
    file.parent.mkdir(parents=True)
    file.write_text(spoiled_toml(shipped.read_text(encoding="utf-8")[:4000], rng), encoding="utf-8")
    return shipped.stem, file


def make_template(folder: Path, rng: random.Random) -> Path:
    """Write a spoiled template of the user's own; return it."""
    shipped = rng.choice(sorted((ROOT / "resources" / "templates").iterdir()))
    text = shipped.read_text(encoding="utf-8")
    folder.mkdir(parents=True)
    made = spoiled_toml(text, rng) if shipped.suffix == ".toml" else spoiled_text(text, rng, PIECES)
    (folder / shipped.name).write_text(made, encoding="utf-8")
    return folder / shipped.name


# -- how it is opened ------------------------------------------------------------------------------


def read_encounter(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Read an encounter's file and sum it up, as ``turnwright summary`` does."""
    path = folder / "fight.turnwright"
    kind = make_encounter(path, rng)
    try:
        with unchanged(folder):
            summarise_kept(read_kept(path))
    except StorageError:
        return kind, False
    return kind, True


def read_ruleset(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Check a ruleset, load it and begin a fight with it."""
    shelf = Shelf(folder)
    file = make_ruleset(folder, rng)
    with unchanged(file.parent):
        loader.check(file, shelf)
        try:
            rules = loader.load_writing(shelf.writing(file))
        except RulesetError:
            return "ruleset", False
        played(Session(rules, dice=RandomDice(1)), {})
    return "ruleset", True


def read_blocks(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Put stat blocks of the user's own on the table."""
    ruleset, file = make_blocks(folder, rng)
    with unchanged(file.parent):
        campaign = Campaign(folder, blocks=folder)
        shelf = Library(ROOT / "resources" / "library", lambda: campaign).shelf(ruleset)
    session = Session(loader.load(ruleset), dice=RandomDice(1))
    own = [block for block in shelf.blocks if block.own]
    for number, block in enumerate(own):
        given = {**block.given, "id": f"c{number}", "name": block.name}
        session.dispatch(cmd.Add(combatant=given))
    played(session, {})
    return "stat blocks", bool(own)


PARTY = """# The crew, as it was after the ford
name = "The crew"
ruleset = "srd35"  # ours
notes = "Friday"

[[member]]
id = "ann"
name = "Ann"
hp = 12
max_hp = 20

# hurt
[member.carried]
stats = { hp = 3 }
states = ["prone"]
effects = [{ name = "Bane", size = 2 }]
notes = "Limps."

[[member]]
name = 'Ben'
"""


def read_campaign(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Put a party, or a prepared encounter, on the table, and write it back with one thing changed.

    Whatever was readable says afterwards what it was to say, and what was not is as it was.
    """
    party = rng.random() < 0.5
    samples = sorted((ROOT / "resources" / "encounters").glob("*.toml"))
    shipped = PARTY if party else rng.choice(samples).read_text("utf-8")
    file = folder / ("parties" if party else "encounters") / "own.toml"
    file.parent.mkdir(parents=True)
    file.write_text(spoiled_toml(shipped, rng), encoding="utf-8")
    campaign = Campaign(folder)
    with unchanged(folder):
        found = [*campaign.parties(), *campaign.encounters()]
        assert len(found) + len(campaign.troubles) == 1
    for one in found:
        rules = loader.load(one.ruleset if one.ruleset in loader.shipped() else "srd35")
        session = Session(rules, dice=RandomDice(1))
        if isinstance(one, Party):
            for member in one.members:
                fit = fitting(rules, member.given, member.carried)
                session.dispatch(cmd.Add(combatant={"id": "x", **fit.given}, carried=fit.carried))
        else:
            for command in one.commands:
                session.dispatch(command)
        played(session, {})
        wanted = replace(one, notes=f"{rng.random()}\n#[[member]]")
        assert not campaign.write(wanted).beside
        (again,) = (*campaign.parties(), *campaign.encounters())
        assert same(plain(again.data), plain(wanted.data)), "it says something else now"
    return "party" if party else "prepared", bool(found)


def read_template(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Make a page by a template of the user's own; without it the shipped one is used."""
    own = folder / "templates"
    file = make_template(own, rng)
    session = Session(loader.load("srd35"), dice=RandomDice(1))
    session.dispatch(cmd.Add(combatant={"id": "a", "name": "Ioan", "hp": 9}))
    played(session, {})
    found = TemplateFolder(ROOT / "resources" / "templates", own)
    kind = file.stem if file.suffix == ".toml" else "record"
    with unchanged(own):
        exporter, wanted = Exporter(found), Wanted(rng.choice(["html", "md"]), kind)
        try:
            told = summarise(session.rules, session.log, "x", audience=exporter.audience(wanted))
            exporter.export(told, wanted)
        except TemplateError:
            return "template", False
    return "template", not found.problems


def read_cache(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Take a ruleset from a spoiled cache: it comes out as it is written, whatever the cache says."""
    ruleset = rng.choice(sorted(loader.shipped()))
    writing, store = portable(Shelf().writing(ruleset)), RulesetCache(folder)
    wanted = loader.encode(store.compiled(writing, {}))
    for file in folder.iterdir():
        file.write_bytes(spoiled_bytes(file.read_bytes(), rng))
    assert loader.encode(store.compiled(writing, {})) == wanted, (
        "a spoiled cache gives other rules in silence"
    )
    return "cache", True


def read_proof(folder: Path, rng: random.Random) -> tuple[str, bool]:
    """Open a long fight beside a spoiled proof of it: it stands where it stood, whatever the cache says."""
    path, store = folder / "fight.turnwright", KeptProofs(folder / "proofs")
    header, entries, _ = sound(rng.choice(sorted(loader.shipped())), rng.randrange(FIGHTS))
    steps = [msgspec.json.encode(entry) for entry in entries]
    last = len(steps)
    rows = [(number, "command", number - 1, number, "", step, 0.0) for number, step in enumerate(steps, 1)]
    for number in range(last + 1, last + FEWEST_ROWS, 2):  # as long as one that a proof is kept of
        rows.append((number, "undo", last - 1, last, "", b"", 0.0))
        rows.append((number + 1, "redo", last, last, "", b"", 0.0))
    write_file(path, header, rows)
    keep_proof(store, path, loader.load_writing)
    with look(path) as found:
        wanted = kept(path, found.contents).session.state
    for file in (folder / "proofs").iterdir():
        file.write_bytes(spoiled_bytes(file.read_bytes(), rng))
    with look(path, proofs=store) as found:
        assert kept(path, found.contents).session.state == wanted, (
            "a spoiled proof leads elsewhere in silence"
        )
        return "proof", found.contents.proof is not None


def played(session: Session, given: dict[str, Any]) -> None:
    """Begin a fight and play two turns, as far as the rules let it: a refusal is an answer."""
    for number in range(2):
        session.dispatch(cmd.Add(combatant={"id": f"x{number}", "name": "X", "side": f"{number}", **given}))
    for command in (cmd.Start(), cmd.EndTurn(), cmd.NextPhase(), cmd.EndTurn()):
        session.dispatch(command)
    while session.can_undo and not isinstance(session.undo(), Refusal):
        pass


READ: tuple[tuple[int, Callable[[Path, random.Random], tuple[str, bool]]], ...] = (
    (58, read_encounter),
    (20, read_ruleset),
    (6, read_blocks),
    (6, read_campaign),
    (3, read_template),
    (5, read_cache),
    (2, read_proof),
)
"""Of a hundred files, how many are of which kind."""


def reader(folder: Path, seed: int, tried: Tried) -> str:
    """Give a file to what reads it; return what went wrong, or ''."""
    rng = random.Random(seed)
    chosen = rng.choices([way for _, way in READ], [share for share, _ in READ])[0]
    with empty(folder) as place, measured():
        kind, opened = chosen(place, rng)
    tried[f"reader: {kind}", opened] += 1
    return ""


def command(folder: Path, seed: int, tried: Tried) -> str:
    """Give a file to a command in a process of its own; return what went wrong, or ''."""
    rng = random.Random(seed)
    with empty(folder) as place:
        if rng.random() < 0.7:
            path = place / "fight.turnwright"
            kind = make_encounter(path, rng)
            out = [
                "--out",
                str(place.parent / "out"),
                "--force",
                "--format",
                rng.choice(["json", "csv", "html", "md"]),
            ]
            words, watched = ["desktop", "summary", str(path), *out], place
        else:
            kind, path = "ruleset", make_ruleset(place, rng)
            words, watched = ["rulesets", rng.choice(["check", "show"]), str(path)], path.parent
        with unchanged(watched):
            status, said, seconds, most = run(words, place.parent)
    tried[f"command: {kind}", status == 0] += 1
    beyond = seconds - start_of(words[0], place.parent)
    if status not in (0, 1, 2) or "Traceback" in said:
        return f"{' '.join(words)} ends with {status}:\n{said}"
    if beyond > SECONDS:
        return f"{' '.join(words)} takes {beyond:.1f} s of the processor:\n{said[-2000:]}"
    if most > MEMORY:
        return f"{' '.join(words)} takes {most / 1e6:.0f} MB:\n{said[-2000:]}"
    return ""


@cache
def start_of(module: str, home: Path) -> float:
    """Return what a command takes that finds nothing to do, in seconds of the processor: its start."""
    words = {
        "desktop": ["desktop", "summary", "nothing", "--out", "x.json"],
        "rulesets": ["rulesets", "check", "srd35"],
    }
    return min(run(words[module], home)[2] for _ in range(3))


def run(words: list[str], home: Path) -> tuple[int, str, float, int]:
    """Run a module; return its status, what it said, seconds of the processor, and bytes at the most."""
    said = home / "said"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", *words], cwd=ROOT, env=surroundings(home), stdout=out, stderr=out
        )
        timer = time.monotonic() + HANGING
        while True:
            ended, status, used = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            if time.monotonic() > timer:
                process.kill()
            time.sleep(0.01)
    process.returncode = os.waitstatus_to_exitcode(status)
    text = said.read_text(encoding="utf-8", errors="replace")
    return process.returncode, text, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def surroundings(home: Path) -> dict[str, str]:
    """Return an environment in which the program keeps everything below ``home``."""
    folders = {
        name: str(home / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    }
    return {**os.environ, **folders, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}


# -- in the window ---------------------------------------------------------------------------------


class Table:
    """The real window, drawn off screen, in which one file after the other is opened."""

    def __init__(self, folder: Path) -> None:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        from PySide6.QtCore import qInstallMessageHandler

        self.errors: list[str] = []
        from desktop.app import application, services
        from desktop.main.window import MainWindow
        from desktop.widgets.style import apply_theme

        self._app = application(["soak"])
        apply_theme(self._app, "dark")
        self.paths = Paths(folder / "data", folder / "config", folder / "cache")
        self.services = services(self.paths)
        self.window = MainWindow(self.services)
        self.window.resize(1180, 760)
        self.window.show()
        sys.excepthook = self._unexpected
        qInstallMessageHandler(self._warned)

    def _unexpected(self, kind: Any, error: BaseException, trace: Any) -> None:
        import traceback

        self.errors.append("".join(traceback.format_exception(kind, error, trace)))

    def _warned(self, _kind: Any, _place: Any, text: str) -> None:
        if not text.startswith("This plugin does not support"):
            self.errors.append(f"Qt warns: {text}")

    def settle(self) -> None:
        """Let everything happen that was put off, and paint."""
        for _ in range(3):
            self._app.processEvents()
        self.window.grab()

    def play(self) -> None:
        """Do what a game master does first with what is open: look, go on, take back, look at a combatant."""
        bridge = self.services.bridge
        self.settle()
        for who in list(bridge.state.combatants)[:2]:
            self.window.table.selectRow(0)
            bridge.dispatch(cmd.Apply(pipeline=next(iter(bridge.rules.pipelines), ""), to=(who,), inputs={}))
            self.settle()
        for step in (cmd.Start(), cmd.EndTurn(), cmd.NextPhase()):
            bridge.dispatch(step)
            self.settle()
        for go in (bridge.undo, bridge.undo, bridge.redo, bridge.undo):
            go()
        self.settle()

    def leave(self) -> None:
        """Close what is open, and every dialog."""
        from PySide6.QtWidgets import QDialog

        for dialog in self.window.findChildren(QDialog):
            dialog.close()
            dialog.deleteLater()
        self.services.encounters.close()
        self.settle()


def in_window(table: Callable[[], Table], folder: Path, seed: int, tried: Tried) -> str:
    """Open a file in the window; return what went wrong, or ''."""
    rng, seen = random.Random(seed), table()
    seen.errors.clear()
    with empty(folder) as place, measured():
        share = rng.random()
        if share < 0.7:
            kind, opened = _open_encounter(seen, place, rng)
        elif share < 0.85:
            kind, opened = _open_ruleset(seen, rng)
        else:
            kind, opened = _open_blocks(seen, rng)
        if opened:
            seen.play()
        seen.leave()
    tried[f"window: {kind}", opened] += 1
    assert seen.window.isVisible(), "the window is gone"
    return "\n".join(seen.errors)


def _open_encounter(seen: Table, place: Path, rng: random.Random) -> tuple[str, bool]:
    path = place / "fight.turnwright"
    kind = make_encounter(path, rng)
    before = picture(place)
    if seen.window.files.open(path) is None:
        return kind, seen.services.encounters.current is not None
    seen.settle()
    left = {name: data for name, data in picture(place).items() if not name.endswith(".lock")}
    assert left == before, "a file that was refused is not as it was"
    return kind, False


def _open_ruleset(seen: Table, rng: random.Random) -> tuple[str, bool]:
    from desktop.main.new_encounter_dialog import NewEncounterDialog

    with empty(seen.paths.rulesets) as place:
        file = make_ruleset(place, rng)
        with unchanged(file.parent):
            seen.window.files.ask_new()
            dialog = seen.window.findChild(NewEncounterDialog)
            assert dialog is not None, "no dialog comes: one folder spoils all rulesets"
            seen.settle()
            found = dialog.ruleset.findData("house")
            if found >= 0:
                dialog.ruleset.setCurrentIndex(found)
                seen.settle()
                dialog.accept()
    seen.settle()
    opened = seen.services.encounters.current is not None
    for number in range(2 if opened else 0):
        seen.services.bridge.dispatch(cmd.Add(combatant={"id": f"x{number}", "name": "X"}))
    return "ruleset", opened


def _open_blocks(seen: Table, rng: random.Random) -> tuple[str, bool]:
    with empty(seen.paths.library) as place:
        ruleset, file = make_blocks(place, rng)
        with unchanged(file.parent):
            seen.services.encounters.new("x", ruleset)
            seen.window.actions_.by_id["add"].trigger()
            seen.settle()
            for number, block in enumerate(seen.services.library.shelf(ruleset).blocks):
                if block.own:
                    given = {**block.given, "id": f"c{number}", "name": block.name}
                    seen.services.bridge.dispatch(cmd.Add(combatant=given))
    return "stat blocks", True


# -- limits ----------------------------------------------------------------------------------------


@contextmanager
def empty(folder: Path) -> Iterator[Path]:
    """Yield a folder with nothing in it; nothing of it stays."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def unchanged(folder: Path) -> Iterator[None]:
    """Prove that every file of a folder is as it was, whatever comes of it."""
    before = picture(folder)
    try:
        yield
    finally:
        assert picture(folder) == before, "a file that was only read is not as it was"


@contextmanager
def measured() -> Iterator[None]:
    """Prove that no more than may be is taken of the processor and of memory; what hangs is ended."""
    faulthandler.dump_traceback_later(HANGING, exit=True)
    old = signal.signal(signal.SIGVTALRM, _too_much)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS * 4)
    before, begun = _memory(), time.process_time()
    try:
        yield
        seconds, most = time.process_time() - begun, _memory(peak=True) - before
        if seconds > SECONDS:
            raise TooMuch(f"{seconds:.1f} s of the processor")
        if most > MEMORY:
            raise TooMuch(f"{most / 1e6:.0f} MB")
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)
        faulthandler.cancel_dump_traceback_later()


def _too_much(_number: int, _frame: FrameType | None) -> None:
    raise TooMuch(f"more than {SECONDS * 4:g} s of the processor")


def _memory(*, peak: bool = False) -> int:
    """Return the bytes that this process has, or had at the most since they were asked for last."""
    try:
        text = Path("/proc/self/status").read_text(encoding="ascii")
        if not peak:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:  # elsewhere only the most since the start is known
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 if peak else 0
    name = "VmHWM:" if peak else "VmRSS:"
    return next(int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith(name))
