"""Real processes: a second start hands over to the first, and nothing is lost whatever becomes of that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.app_services import AppServices
from desktop.files.samples import read_sample, shipped
from rulesets.fight.storage.lock import is_locked
from tests.conftest import user_folders

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
]

ROOT = Path(__file__).parents[3]
Started = subprocess.Popen[str]


class Starts:
    """Starts the program as one user, who is nobody else's."""

    def __init__(self, home: Path, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        variables = user_folders(home)
        for folder in variables.values():
            Path(folder).mkdir(mode=0o700, exist_ok=True)
        self.env = {**os.environ, **variables, "PYTHONPATH": str(ROOT)}
        self.running: list[Started] = []

    def begin(self, *words: str | Path, cwd: Path = ROOT) -> Started:
        command = [sys.executable, "-m", "desktop", *map(str, words)]
        process = subprocess.Popen(
            command, cwd=cwd, env=self.env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.running.append(process)
        return process

    def first(self, *words: str | Path) -> Started:
        """Start the program and wait until it listens for others."""
        process = self.begin(*words)
        runtime = Path(self.env["XDG_RUNTIME_DIR"])
        self._qtbot.waitUntil(lambda: any(path.is_socket() for path in runtime.iterdir()), timeout=15_000)
        return process

    def through(self, *words: str | Path, cwd: Path = ROOT) -> str:
        """Start the program while it runs: it ends by itself with 0; returns what it said."""
        process = self.begin(*words, cwd=cwd)
        said = "".join(process.communicate(timeout=15))
        assert process.returncode == 0
        return said

    def end(self, process: Started) -> str:
        """Close all windows of a process as the system does; returns what it said on standard error."""
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=15)[1]
        assert process.returncode == 0
        return "".join(line for line in said.splitlines(True) if "This plugin does not" not in line)


@pytest.fixture
def starts(qtbot: QtBot, tmp_path: Path) -> Iterator[Starts]:
    home = tmp_path / "home"
    home.mkdir()
    made = Starts(home, qtbot)
    with tempfile.TemporaryDirectory(prefix="turnwright-") as runtime:  # a socket's name must be short
        made.env["XDG_RUNTIME_DIR"] = runtime
        yield made
        for process in made.running:
            process.kill()
            with process:  # waits, and closes its pipes
                pass


@pytest.fixture
def files(program: AppServices, tmp_path: Path) -> list[Path]:
    """Three encounters."""
    made = [tmp_path / f"{name}.turnwright" for name in ("one", "two", "three")]
    for path in made:
        program.encounters.new_from(read_sample(shipped()), path)
    program.encounters.close()
    return made


def is_open(*files: Path) -> bool:
    return all(is_locked(file) for file in files)


def test_a_second_start_hands_its_files_over(starts: Starts, files: list[Path], tmp_path: Path) -> None:
    """Relative paths are meant from its own folder; each file is open in the first process afterwards."""
    first = starts.first(files[0])
    assert starts.through("two.turnwright", Path("home") / ".." / "three.turnwright", cwd=tmp_path) == ""
    assert starts.through(files[0]) == ""
    assert starts.through() == ""
    first.send_signal(signal.SIGTERM)
    assert first.wait(15) == 0
    assert not any(is_locked(file) for file in files)
    recent = (Path(starts.env["XDG_CONFIG_HOME"]) / "Turnwright" / "settings.json").read_text()
    assert all(file.name in recent for file in files), "all three were open in it"
    assert sorted(path.name for path in tmp_path.glob("*.turnwright*")) == sorted(f.name for f in files)
    assert list(Path(starts.env["XDG_RUNTIME_DIR"]).iterdir()) == []


def test_starts_at_the_same_moment_become_one_process(
    qtbot: QtBot, starts: Starts, files: list[Path]
) -> None:
    """A file manager starts the program once for each of the chosen files, and somebody clicks twice."""
    begun = [starts.begin(file) for file in (*files, files[0])]
    ended = wait_for_all_but_one(qtbot, begun)
    assert [process.returncode for process in ended] == [0, 0, 0]
    first = next(process for process in begun if process.poll() is None)
    starts.through()
    assert starts.end(first) == ""
    recent = (Path(starts.env["XDG_CONFIG_HOME"]) / "Turnwright" / "settings.json").read_text()
    assert all(file.name in recent for file in files)


def wait_for_all_but_one(qtbot: QtBot, processes: list[Started]) -> list[Started]:
    ended: list[Started] = []

    def one_left() -> bool:
        ended.extend(process for process in processes if process not in ended and process.poll() is not None)
        return len(ended) == len(processes) - 1

    qtbot.waitUntil(one_left, timeout=15_000)
    return ended


def test_a_hung_process_is_told_of_and_left_alone(starts: Starts, files: list[Path]) -> None:
    """The second start has a window of its own; what the first has open it does not touch."""
    first = starts.first(files[0])
    first.send_signal(signal.SIGSTOP)
    second = starts.begin(files[1])
    assert second.stderr is not None
    assert "does not answer" in second.stderr.readline()
    assert "every step" in second.stderr.readline().casefold()
    third = starts.begin("--report-painted", files[2])
    assert third.stdout is not None
    assert third.stdout.readline() == "shown\n"
    starts.end(third)
    second.send_signal(signal.SIGTERM)
    second.communicate(timeout=15)
    first.send_signal(signal.SIGCONT)
    starts.through(files[1])
    starts.through()
    assert is_open(files[0], files[1])
    assert starts.end(first) == ""


def test_after_a_kill_the_next_start_is_the_first(starts: Starts, files: list[Path]) -> None:
    """What the dead one left behind is in nobody's way."""
    first = starts.first(files[0])
    first.kill()
    first.communicate()
    left = next(Path(starts.env["XDG_RUNTIME_DIR"]).glob("*.socket"))
    before = left.stat().st_ctime_ns
    second = starts.begin(files[0])
    starts._qtbot.waitUntil(lambda: changed_at(left) not in (None, before), timeout=15_000)
    starts.through(files[1])
    starts.through()
    assert is_open(files[0], files[1])
    assert starts.end(second) == ""


def changed_at(path: Path) -> int | None:
    """When a file last changed; None while it is not there: it may go at any moment."""
    try:
        return path.stat().st_ctime_ns
    except FileNotFoundError:
        return None


def test_tests_are_always_a_process_of_their_own(starts: Starts, files: list[Path]) -> None:
    """While the program runs: --report-painted shows its own window."""
    first = starts.first(files[0])
    other = starts.begin("--report-painted", files[1])
    assert other.stdout is not None
    assert other.stdout.readline() == "shown\n"
    starts.end(other)
    assert starts.end(first) == ""


def test_without_a_folder_to_meet_in_it_runs_all_the_same(starts: Starts, files: list[Path]) -> None:
    """Each start by itself, as the program did before."""
    for name in ("XDG_RUNTIME_DIR", "TMPDIR"):
        starts.env[name] = str(starts_nowhere(starts))
    process = subprocess.run(
        [sys.executable, "-c", ALONE, str(files[0])],
        cwd=ROOT,
        env=starts.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert process.stdout == "first\nNone\n", process.stderr


def starts_nowhere(starts: Starts) -> Path:
    """A folder in which nothing can be made, not even by root."""
    file = Path(starts.env["HOME"]) / "in the way"
    file.write_text("")
    return file / "folder"


ALONE = """
import sys, tempfile
from pathlib import Path
tempfile.tempdir = "/proc/nowhere"
from desktop.process.single_instance import started
found, place = started([Path(sys.argv[1])])
print(found.value)
print(place)
"""


def test_a_second_start_loads_no_window(starts: Starts) -> None:
    """It is over before anything heavy is loaded."""
    told = subprocess.run(
        [sys.executable, "-c", HEAVY], cwd=ROOT, env=starts.env, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["taken", "[]"]


HEAVY = """
import os, sys
from pathlib import Path
from desktop.process.single_instance import TAKEN, place_of, started
from desktop.process.paths import Paths
import socket
place = place_of(Paths.standard().data)
assert place.take()
server = socket.socket(socket.AF_UNIX)
server.bind(place.name)
server.listen()
if not os.fork():
    caller, _ = server.accept()
    caller.recv(10_000)
    caller.sendall(TAKEN)
    os._exit(0)
print(started([])[0].value)
heavy = ("PySide6.QtWidgets", "desktop.app", "desktop.bridge", "pydantic", "rulesets.fight.session")
print([name for name in sys.modules if name.startswith(heavy)])
"""


FILE_OPEN = """
import sys
from PySide6.QtCore import QCoreApplication, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from desktop import app
from desktop.main.program import Program
made = app.application([])
send = lambda name: QCoreApplication.sendEvent(made, QFileOpenEvent(QUrl.fromLocalFile(name)))
send(sys.argv[1])
seen = []
def later():
    send(sys.argv[2])
    windows = made.findChild(Program).windows
    print([window.services.encounters.current.path.name for window in windows])
    windows[0].do("quit")
QTimer.singleShot(0, later)
sys.exit(app.run())
"""


def test_the_system_may_send_files_before_and_after_there_is_a_window(
    starts: Starts, files: list[Path]
) -> None:
    """As macOS does with a double click: the first window takes the first file."""
    told = subprocess.run(
        [sys.executable, "-c", FILE_OPEN, *map(str, files[:2])],
        cwd=ROOT,
        env=starts.env,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert told.stdout == "['one.turnwright', 'two.turnwright']\n", told.stderr
