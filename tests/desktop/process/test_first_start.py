"""What the real program leaves on the disk, and to whom it talks: a first start, a fight, the end."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.desktop.alone import alone

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks where Linux keeps such things"),
]

SESSION = """
hands.menu("sample")
plays.ask_for_initiative(hands)
plays.begin(hands)
hands.spend("1")
plays.next_turn(hands, "sergeant")
for what in ("print", "about", "keys", "guide", "open", "copy", "bind-keys"):
    hands.menu(what)
    hands.leave()
for what in ("changelog", "authors", "reference"):
    hands.menu(what)
hands.menu("rulesets")
hands.until(lambda: window.rulesets.dialog.all_checked, "the rulesets")
window.rulesets.dialog.close()
print("pdf", window.printing.write("status", Path(window.services.paths.data) / "status.pdf"))
from rulesets.output.exporting.writing import Wanted
window.exporting.start(window.exporting.job(Wanted("html"), window.services.paths.data / "record.html"))
hands.until(lambda: not window.exporting.exports.busy, "the export")
hands.settle()
say()
"""
"""Nearly everything that one does in an evening."""
OF_THE_SYSTEM = (".cache/fontconfig", ".cache/mesa_shader_cache", ".cache/mesa_shader_cache_db")
"""What libraries of the system write there for every program, whether it wants it or not."""


def home_of(tmp_path: Path) -> dict[str, str | None]:
    """The variables of somebody who has just got an account."""
    home = tmp_path / "home"
    home.mkdir()
    gone: dict[str, str | None] = {name: None for name in os.environ if name.startswith("XDG_")}
    (tmp_path / "runtime").mkdir(mode=0o700)
    return {**gone, "HOME": str(home), "XDG_RUNTIME_DIR": str(tmp_path / "runtime")}


def left(folder: Path) -> set[str]:
    """Every file below a folder, and every folder in which there is none."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() or not any(path.iterdir())
    }


def ours(folder: Path) -> set[str]:
    """The same without what the system's libraries write."""
    return {name for name in left(folder) if not name.startswith(OF_THE_SYSTEM)}


def test_looking_and_leaving_writes_settings_and_nothing_else(tmp_path: Path) -> None:
    """Neither folders for what one might do later, nor anything where the program was started from."""
    cwd = tmp_path / "cwd"
    cwd.mkdir()
    variables = home_of(tmp_path)
    done = alone("hands.settle()", variables, cwd=cwd)
    assert "ended with 0" in done.stdout, done.stderr
    assert ours(tmp_path / "home") == {".config/Turnwright/settings.json"}
    assert left(cwd) == set()


def test_an_evening_stays_in_the_programs_own_folders(tmp_path: Path) -> None:
    """Data, settings and cache as the system has them, and nothing in the folder it was started from."""
    cwd = tmp_path / "cwd"
    cwd.mkdir()
    done = alone(SESSION, home_of(tmp_path), cwd=cwd)
    assert "pdf True" in done.stdout, done.stderr
    assert "Saved as" in done.stdout
    assert "Traceback" not in done.stderr
    found = ours(tmp_path / "home")
    places = (".local/share/Turnwright/", ".config/Turnwright/", ".cache/Turnwright/")
    assert [name for name in found if not name.startswith(places)] == []
    data = {name.removeprefix(places[0]) for name in found if name.startswith(places[0])}
    assert data == {"encounters/Ambush at Docking Bay 94.turnwright", "status.pdf", "record.html"}
    config = {name.removeprefix(places[1]) for name in found if name.startswith(places[1])}
    assert config <= {"settings.json", "QtProject.conf"}
    assert left(cwd) == set()


def test_the_variables_of_the_system_are_respected(tmp_path: Path) -> None:
    """XDG_DATA_HOME and its kin win over the usual places; those that are no whole paths are left alone."""
    variables = home_of(tmp_path)
    for name in ("DATA", "CONFIG", "CACHE"):
        variables[f"XDG_{name}_HOME"] = str(tmp_path / "elsewhere" / name.lower())
    done = alone('hands.menu("sample")', variables, cwd=tmp_path)
    assert "ended with 0" in done.stdout, done.stderr
    assert ours(tmp_path / "home") == set()
    found = {name.split("/")[0] for name in left(tmp_path / "elsewhere")}
    assert found == {"data", "config", "cache"}
    assert all(name.split("/")[1] == "Turnwright" for name in left(tmp_path / "elsewhere"))


HEARD = """
import sys
TALK = ("socket.", "urllib.", "http.", "ftplib.", "smtplib.", "webbrowser.", "ssl.")
heard = []
def listen(event, given):
    if event.startswith(TALK) and event not in ("socket.__new__", "socket.bind", "socket.gethostname"):
        heard.append((event, repr(given)))
sys.addaudithook(listen)
"""
TOLD = """
print("heard", [each for each in heard if "/" not in each[1]])
print("loaded", sorted({"http.client", "urllib.request", "ftplib", "smtplib", "ssl"} & set(sys.modules)))
"""


def test_python_opens_no_connection_in_a_whole_session(tmp_path: Path) -> None:
    """Heard by Python's own audit; sockets of this machine bear a path."""
    done = alone(SESSION + TOLD, home_of(tmp_path), before=HEARD, cwd=tmp_path)
    assert "pdf True" in done.stdout, done.stderr
    assert "heard []" in done.stdout
    assert "loaded []" in done.stdout


def test_a_connection_would_be_heard(tmp_path: Path) -> None:
    """The test above listens: it hears one that is refused at once."""
    code = "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 9), 1)\nexcept OSError:\n    pass"
    done = alone(code + TOLD, home_of(tmp_path), before=HEARD, cwd=tmp_path)
    assert "socket.connect" in done.stdout, done.stderr


TALKS = re.compile(r"\b(?:connect|bind|sendto|sendmsg)\((.*)")
FAMILY = re.compile(r"sa_family=(\w+)")


def families_in(trace: Path) -> set[str]:
    """The families of the addresses that were talked to."""
    lines = trace.read_text(errors="replace").splitlines()
    calls = [found[1] for line in lines if (found := TALKS.search(line))]
    return {family for call in calls for family in FAMILY.findall(call)}


def test_nothing_in_the_process_opens_a_connection(tmp_path: Path) -> None:
    """Seen by the system itself, Qt and every other library included: only sockets of this machine."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("there is no strace to look with")
    tried = subprocess.run([strace, "-o", os.devnull, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        pytest.skip(f"nobody may look into a process here: {tried.stderr.strip()}")
    trace = tmp_path / "trace"
    inside = (strace, "-f", "-qq", "-e", "trace=connect,bind,sendto,sendmsg", "-o", str(trace))
    knock = "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"
    subprocess.run([*inside, sys.executable, "-c", knock], check=True)
    assert families_in(trace) == {"AF_INET"}, "a connection would be seen"
    done = alone(SESSION, home_of(tmp_path), inside=inside, cwd=tmp_path, timeout=400)
    assert "pdf True" in done.stdout, done.stderr
    assert families_in(trace) <= {"AF_UNIX", "AF_NETLINK"}
