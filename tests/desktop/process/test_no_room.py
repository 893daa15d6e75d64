"""A home that cannot be written, and a disk without room: the real program says so and plays on."""

from __future__ import annotations

import ast
import json
import os
import sys
from pathlib import Path

import pytest

from tests.desktop.alone import alone
from tests.rulesets.fight.storage.samples import without_powers
from tests.rulesets.fight.storage.small_disk import Disk, disk

__all__ = ["disk"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not sys.platform.startswith("linux"), reason="uses the modes of files, and a small disk"
    ),
]

PLAYED_ELSEWHERE = """
where = Path({where!r})
hands.menu("sample")
print("1", window.messages.text, "|", window.messages.action.text(), "|", window.services.bridge.is_open)
hands.click(window.messages.action)
asked = dialog(QFileDialog)
asked.fileSelected.emit(str(where))
hands.leave()
print("2", window.messages.text)
print("3", window.services.encounters.current.path.parent == where)
window.activateWindow()
plays.ask_for_initiative(hands)
plays.begin(hands)
hands.spend("1")
print("4", window.status.texts[0])
hands.choose("deel")
hands.menu("keep")
print("5", window.messages.text)
print("6", window.printing.write("status", where / "status.pdf"))
hands.menu("rulesets")
listed = window.rulesets.dialog
hands.until(lambda: listed.all_checked, "the rulesets")
hands.click(listed.buttons["new"])
new = hands.dialog()
hands.type(new.name, "My house")
new.accept()
print("7", new.reason)
new.close()
listed.close()
window.messages.clear()
window.do("theme:light")
print("8", repr(window.messages.text))
window.do("sample")
print("9", window.services.encounters.current.path.parent == where)
try:
    raise LookupError("odd")
except LookupError as error:
    sys.excepthook(LookupError, error, error.__traceback__)
hands.settle()
print("10", window.messages.text)
"""
"""A new encounter goes into another folder, and everything that belongs there; the rest is told."""
WITHOUT_HOME = "import pwd\ndef unknown(*_): raise KeyError('no such user')\npwd.getpwuid = unknown\n"


def told(output: str) -> dict[str, str]:
    """What was printed, by its number."""
    lines = (line.partition(" ") for line in output.splitlines())
    return {number: text for number, _, text in lines if number.isdigit()}


def nowhere(tmp_path: Path) -> dict[str, str | None]:
    """The variables without any that name a place, but for temporary files."""
    (tmp_path / "tmp").mkdir(parents=True)
    gone: dict[str, str | None] = {name: None for name in os.environ if name.startswith("XDG_")}
    return {**gone, "TMPDIR": str(tmp_path / "tmp")}


def says_where_it_stands(said: dict[str, str], tmp_path: Path, where: Path) -> None:
    """Every answer of :data:`PLAYED_ELSEWHERE`: what happened, what was kept, what to do."""
    assert "Choose another folder. | Choose a folder… | False" in said["1"]
    assert "could not be created" in said["1"] or "You may not write" in said["1"]
    assert "The settings could not be kept" in said["2"]
    assert said["3"] == "True"
    assert said["4"].startswith("● Saved")
    assert "could not be kept in" in said["5"]
    assert "The fight itself is unharmed" in said["5"]
    assert said["6"] == "True"
    assert "It cannot be written into" in said["7"]
    assert said["8"] == "''", "once is enough"
    assert said["9"] == "True", "the folder holds until the program is left"
    assert f"was written to {tmp_path / 'tmp'}" in said["10"]
    assert sorted(path.suffix for path in where.iterdir()) == [".pdf", ".turnwright", ".turnwright"]


def test_a_home_that_may_only_be_read(tmp_path: Path) -> None:
    """Data, settings and cache alike."""
    home, where = tmp_path / "home", tmp_path / "where"
    where.mkdir()
    home.mkdir()
    home.chmod(0o555)
    variables = {**nowhere(tmp_path), "HOME": str(home)}
    done = alone(
        PLAYED_ELSEWHERE.format(where=str(where)), variables, inside=tuple(without_powers()), cwd=home
    )
    assert "ended with 0" in done.stdout, done.stderr
    says_where_it_stands(told(done.stdout), tmp_path, where)
    assert list(home.iterdir()) == []


def test_nobody_has_a_home(tmp_path: Path) -> None:
    """No variable names one and the system knows no such user: nothing is written where it was started."""
    where, cwd = tmp_path / "where", tmp_path / "cwd"
    where.mkdir()
    cwd.mkdir()
    variables = {**nowhere(tmp_path), "HOME": None}
    code = PLAYED_ELSEWHERE.format(where=str(where))
    done = alone(code, variables, before=WITHOUT_HOME, cwd=cwd)
    assert "ended with 0" in done.stdout, done.stderr
    says_where_it_stands(told(done.stdout), tmp_path, where)
    assert list(cwd.iterdir()) == []


@pytest.mark.parametrize("name", ["Zoë Müllers Ordner", "日本 語", 'it\'s "q" & 50%#?', "latin \udcfc"])
def test_homes_with_signs_of_all_kinds(tmp_path: Path, name: str) -> None:
    """Also one whose name is no text, as disks of old may have."""
    home = tmp_path / name
    home.mkdir()
    code = """
hands.menu("sample")
plays.ask_for_initiative(hands)
plays.begin(hands)
hands.spend("1")
out = Path.home() / "Übung 1.pdf"
print("1", window.printing.write("status", out), out.exists())
print("2", window.services.encounters.current.path.is_file())
for what in ("about", "open", "print"):
    hands.menu(what)
    hands.leave()
print("3", window.status.texts[0])
"""
    done = alone(code, {**nowhere(tmp_path), "HOME": str(home)}, cwd=tmp_path)
    assert "ended with 0" in done.stdout, done.stderr
    assert "Traceback" not in done.stderr
    said = told(done.stdout)
    assert (said["1"], said["2"]) == ("True True", "True")
    assert said["3"].startswith("● Saved")
    assert len(list((home / ".local/share/Turnwright/encounters").iterdir())) == 1


def test_no_room_for_temporary_files(tmp_path: Path) -> None:
    """The folder for them may not be written: nothing that an evening needs is lacking."""
    home, closed = tmp_path / "home", tmp_path / "closed"
    home.mkdir()
    closed.mkdir(mode=0o555)
    code = """
hands.menu("sample")
plays.ask_for_initiative(hands)
plays.begin(hands)
hands.spend("1")
print("1", window.printing.write("status", Path.home() / "status.pdf"), window.status.texts[0])
"""
    variables = {**nowhere(tmp_path), "HOME": str(home), "TMPDIR": str(closed)}
    done = alone(code, variables, inside=tuple(without_powers()), cwd=home)
    assert told(done.stdout)["1"].startswith("True ● Saved"), done.stderr


def closed_folders(home: Path, inner: bool) -> None:
    """Let nobody look into the folders of the system's programs, or into our own."""
    data = home / ".local" / "share" / "Turnwright"
    names = ("encounters", "rulesets", "templates", "library", "crash-reports")
    of_all = (".local", ".config", ".cache")
    folders = [data / name for name in names] if inner else [home / name for name in of_all]
    for folder in folders:
        folder.mkdir(parents=True)
        folder.chmod(0)
    if inner:
        settings = home / ".config" / "Turnwright" / "settings.json"
        settings.parent.mkdir(parents=True)
        last = str(data / "encounters" / "last.turnwright")
        settings.write_text(json.dumps({"recent": [last], "last_encounter": last}))


@pytest.mark.parametrize("inner", [False, True])
def test_folders_that_may_not_be_looked_into(tmp_path: Path, inner: bool) -> None:
    """What lies in them is not there; nothing that looks for it falls over that."""
    home, where = tmp_path / "home", tmp_path / "where"
    home.mkdir()
    where.mkdir()
    closed_folders(home, inner)
    code = f"""
hands.until(lambda: window.rulesets.begun, "the folder of rulesets to be watched")
for what in ("about", "open"):
    hands.menu(what)
    hands.leave()
print("1", repr(window.messages.text))
hands.menu("sample")
print("2", window.messages.text)
window.services.encounters.folder = Path({str(where)!r})
hands.menu("sample")
for what in ("print", "export", "add", "open"):
    hands.menu(what)
    hands.leave()
print("3", window.printing.write("status", Path({str(where)!r}) / "status.pdf"))
from rulesets.output.exporting.writing import Wanted
window.exporting.start(window.exporting.job(Wanted("html"), Path({str(where)!r}) / "record.html"))
hands.until(lambda: not window.exporting.exports.busy, "the export")
hands.settle()
print("4", window.messages.text)
hands.menu("rulesets")
hands.until(lambda: window.rulesets.dialog.all_checked, "the rulesets")
print("5", window.status.texts[0])
"""
    variables = {**nowhere(tmp_path), "HOME": str(home)}
    done = alone(code, variables, inside=tuple(without_powers()), cwd=tmp_path)
    for folder in home.rglob("*"):
        folder.chmod(0o755)
    assert "ended with 0" in done.stdout, done.stderr
    assert "Traceback" not in done.stderr
    said = told(done.stdout)
    assert said["1"] == "''"
    assert "You may not write" in said["2"]
    assert said["3"] == "True"
    assert "Saved as" in said["4"]
    assert said["5"].startswith("● Saved")
    assert list((tmp_path / "tmp").glob("crash*")) == []


FULL = """
import shutil
from rulesets.table.commands import Describe, MoveTrack
from rulesets.output.exporting.writing import Wanted
REST = (".json", ".msgpack")
home, ballast, bridge = Path.home(), Path.home() / "ballast", window.services.bridge

def fill():
    with ballast.open("ab", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass

def export(kind):
    window.messages.clear()
    window.exporting.start(window.exporting.job(Wanted(kind), home / f"out.{kind}"))
    hands.until(lambda: not window.exporting.exports.busy and bool(window.messages.text), "the export")
    return window.messages.text

fill()
window.do("sample")
print("1", window.messages.text, "|", window.messages.action.text(), "|", bridge.is_open)
ballast.unlink()
window.do("sample")
print("2", bridge.is_open)
plays.ask_for_initiative(hands)
plays.begin(hands)
fill()
turn = 0
while "no room" not in window.messages.text and turn < 400:
    turn += 1
    bridge.dispatch(Describe(who="lug", changes={"notes": str(turn % 10) * 4000}))
print("3", window.messages.text)
state, cursor = bridge.state, bridge.session.cursor
refused = bridge.dispatch(Describe(who="lug", changes={"notes": "z" * 4000}))
print("4", refused, bridge.state is state, bridge.session.cursor == cursor)
for kind in ("html", "pdf", "csv", "json"):
    print("5", export(kind))
window.messages.clear()
print("6", window.printing.write("status", home / "status.pdf"), window.messages.text)
window.messages.clear()
hands.choose("deel")
hands.menu("keep")
print("7", window.messages.text)
hands.menu("rulesets")
listed = window.rulesets.dialog
hands.until(lambda: listed.all_checked, "the rulesets")
hands.click(listed.buttons["new"])
new = hands.dialog()
hands.type(new.name, "My house")
new.accept()
print("8", new.reason, new.folder.exists())
new.close()
listed.close()
window.files.save_copy(str(home / "copy.turnwright"))
print("9", window.messages.text)
window.messages.clear()
window.do("theme:light")
print("10", window.messages.text)
found = sorted(path.name for path in home.rglob("*") if path.is_file() and path.suffix not in REST)
print("11", found)
if {stay}:
    window.close()
else:
    ballast.unlink()
    window.messages.clear()
    print("12", bridge.dispatch(Describe(who="lug", changes={{"notes": "z" * 4000}})) is not None)
    print("13", export("html"))
    window.do("theme:dark")
print("14", bridge.session.cursor if bridge.is_open else cursor)
"""


def full(stay: bool) -> str:
    """The fight on a full disk; with ``stay`` it is still full when the window closes."""
    return FULL.replace("{stay}", str(stay)).replace("{{", "{").replace("}}", "}")


@pytest.mark.parametrize("stay", [False, True])
def test_a_disk_without_room(disk: Disk, tmp_path: Path, stay: bool) -> None:
    """Everything that writes says that there is no room; the fight is on disk as shown, and goes on."""
    done = alone(full(stay), {**nowhere(tmp_path), "HOME": str(disk.folder)}, cwd=tmp_path)
    assert "ended with 0" in done.stdout, done.stderr
    assert "Traceback" not in done.stderr
    said = told(done.stdout)
    assert said["1"].startswith(
        "There is no room left on the disk for “Ambush at Docking Bay 94.turnwright”."
    )
    assert said["1"].endswith("| Choose a folder… | False")
    assert said["2"] == "True"
    assert "The last step was not recorded; everything before it is kept" in said["3"]
    assert said["4"] == "None True True"
    exported = [line[2:] for line in done.stdout.splitlines() if line.startswith("5 ")]
    assert len(exported) == 4
    for text in (*exported, said["6"]):
        assert "No space left on device. The encounter itself is unharmed. Free some space" in text
    assert "could not be kept in" in said["7"]
    assert said["8"].startswith("It cannot be written into")
    assert said["8"].endswith("False"), "no half of a ruleset stays"
    assert "No copy was made" in said["9"]
    assert "The settings could not be kept" in said["10"]
    kept = [name for name in ast.literal_eval(said["11"]) if "lock" not in name]
    assert kept == [
        "Ambush at Docking Bay 94.turnwright",
        "Ambush at Docking Bay 94.turnwright-wal",
        "ballast",
        "fault.log",
    ]
    if not stay:
        assert said["12"] == "True"
        assert "Saved as" in said["13"]
    disk.ballast.unlink(missing_ok=True)
    file = disk.folder / ".local/share/Turnwright/encounters/Ambush at Docking Bay 94.turnwright"
    code = f"window.files.open(Path({str(file)!r}))\nprint('1', window.services.bridge.session.cursor)"
    again = alone(code, {**nowhere(tmp_path / "again"), "HOME": str(disk.folder)}, cwd=tmp_path)
    assert told(again.stdout)["1"] == said["14"], again.stderr
