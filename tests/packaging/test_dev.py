"""dev.py decides rightly what to do. Nothing here installs, starts a display or leaves its folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

import dev
from devtools import console, display, environment, steps, system
from devtools.environment import Stamp
from devtools.steps import Lane, Step
from devtools.system import Need

GL = Need(("libgl1", "libgl1-mesa-glx"))
EGL = Need(("libegl1",))


class TestSystemPackages:
    @pytest.mark.parametrize(
        ("there", "found", "lacking"),
        [
            (("google-chrome", "chromedriver"), "google-chrome", 0),
            (("chromium",), None, 2),
            ((), None, 2),
        ],
    )
    def test_a_browser_is_installed_only_where_none_can_be_played(
        self, monkeypatch: pytest.MonkeyPatch, there: tuple[str, ...], found: str | None, lacking: int
    ) -> None:
        monkeypatch.setattr(system.shutil, "which", lambda name: name if name in there else None)
        assert system.browser() == found
        assert len(system.of_browser()) == lacking

    def test_any_of_its_names_meets_a_need(self) -> None:
        assert system.missing([GL, EGL], {"libgl1-mesa-glx", "libegl1"}, lambda _: True) == []

    def test_the_newest_name_the_system_knows_is_asked_for(self) -> None:
        assert system.missing([GL], set(), lambda _: True) == ["libgl1"]
        assert system.missing([GL], set(), lambda name: name == "libgl1-mesa-glx") == ["libgl1-mesa-glx"]

    def test_a_system_that_knows_none_of_the_names_is_told_the_newest(self) -> None:
        assert system.missing([GL], set(), lambda _: False) == ["libgl1"]

    def test_the_advice_can_be_copied_into_a_terminal(self) -> None:
        assert system.advice(["xvfb", "openbox"], root=False) == (
            "sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb openbox"
        )
        assert system.advice(["xvfb"], root=True) == (
            "apt-get update && apt-get install -y --no-install-recommends xvfb"
        )

    def test_the_command_never_asks_and_waits_for_another_apt(self) -> None:
        command = system.install_command(["xvfb"])
        assert command[:3] == ["apt-get", "install", "-y"]
        assert "DPkg::Lock::Timeout=120" in command
        assert command[-1] == "xvfb"

    def test_removed_packages_whose_settings_remain_are_not_installed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        told = "libegl1 installed\nlibgl1 config-files\nxvfb not-installed\n"
        answers = subprocess.CompletedProcess([], 1, told, "no such package")
        monkeypatch.setattr(system, "spawn", lambda *_, **__: answers)
        assert system.installed(["libegl1", "libgl1", "xvfb"]) == {"libegl1"}

    def test_a_package_without_a_candidate_is_not_available(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def policy(command: list[str], **_: bool) -> subprocess.CompletedProcess[str]:
            candidate = "1.6.0-1" if command[-1] == "libgl1" else "(none)"
            return subprocess.CompletedProcess(command, 0, f"{command[-1]}:\n  Candidate: {candidate}\n", "")

        monkeypatch.setattr(system, "spawn", policy)
        assert system.available("libgl1")
        assert not system.available("libgl1-mesa-glx")

    def test_without_a_way_to_root_the_command_is_printed_and_nothing_runs(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ran: list[list[str]] = []

        def spawn(command: list[str], **_: bool) -> subprocess.CompletedProcess[str]:
            ran.append(command)
            return subprocess.CompletedProcess(command, 0, "libegl1 installed\n", "")

        monkeypatch.setattr(system, "spawn", spawn)
        monkeypatch.setattr(system, "debian_like", lambda: True)
        monkeypatch.setattr(system, "root_prefix", lambda: None)
        assert not system.ensure([EGL, Need(("libxcb-cursor0",))], "the window")
        told = capsys.readouterr().out
        assert "sudo apt-get install -y --no-install-recommends libxcb-cursor0" in told
        assert "libegl1" not in told
        assert {command[0] for command in ran} <= {"dpkg-query", "apt-cache"}

    def test_other_systems_are_not_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(system, "debian_like", lambda: False)
        monkeypatch.setattr(system, "spawn", pytest.fail)
        assert system.ensure(system.QT, "the window")


class TestEnvironment:
    wanted = Stamp("python 3.11 in here", "abc")

    @pytest.mark.parametrize(
        ("found", "usable", "expected"),
        [
            pytest.param(wanted, True, "nothing", id="up to date"),
            pytest.param(None, True, "install", id="made by hand or half installed"),
            pytest.param(None, False, "create", id="not there"),
            pytest.param(wanted, False, "create", id="its Python is gone"),
            pytest.param(Stamp(wanted.place, "old"), True, "install", id="dependencies changed"),
            pytest.param(Stamp("python 3.11 in there", "abc"), True, "create", id="folder was moved"),
            pytest.param(Stamp("python 3.12 in here", "abc"), True, "create", id="another Python"),
        ],
    )
    def test_plan(self, found: Stamp | None, usable: bool, expected: str) -> None:
        assert environment.plan(found, self.wanted, usable=usable) == expected

    def test_a_stamp_is_read_as_it_was_written(self, tmp_path: Path) -> None:
        path = tmp_path / "stamp"
        path.write_text(self.wanted.text(), encoding="utf-8")
        assert Stamp.read(path) == self.wanted

    @pytest.mark.parametrize("text", ["", "one line\n", "one\ntwo\nthree\n"])
    def test_a_broken_stamp_counts_as_none(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "stamp"
        path.write_text(text, encoding="utf-8")
        assert Stamp.read(path) is None
        assert Stamp.read(tmp_path / "missing") is None

    def test_the_stamp_follows_the_files_but_not_their_line_ends(self, tmp_path: Path) -> None:
        path = tmp_path / "pyproject.toml"
        path.write_bytes(b"a\nb\n")
        before = environment.wanted_stamp(tmp_path, [path])
        path.write_bytes(b"a\r\nb\r\n")
        assert environment.wanted_stamp(tmp_path, [path]) == before
        path.write_bytes(b"a\nc\n")
        assert environment.wanted_stamp(tmp_path, [path]) != before

    def test_debian_python_without_venv_is_asked_for_only_where_one_must_be_made(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(environment, "can_create", lambda: False)
        monkeypatch.setattr(environment, "venv_python", lambda: tmp_path / "python")
        (need,) = environment.needs()
        assert need.names == (f"python3.{sys.version_info[1]}-venv", "python3-venv")
        (tmp_path / "python").touch()
        assert environment.needs() == ()

    def test_without_venv_the_missing_package_is_named_and_nothing_is_made(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(environment, "can_create", lambda: False)
        with pytest.raises(console.DevError, match=r"python3\.\d+-venv"):
            environment.create(tmp_path / "venv")
        assert not (tmp_path / "venv").exists()

    def test_a_python_that_does_not_start_is_not_usable(self, tmp_path: Path) -> None:
        assert environment.usable(Path(sys.executable))
        assert not environment.usable(tmp_path / "python")

    def test_tests_compile_what_they_import_once(self, tmp_path: Path) -> None:
        """Where nothing shall be written beside the sources it is kept in the environment."""
        assert environment.keeping_bytecode({"A": "b"}, tmp_path) == {"A": "b"}
        (tmp_path / "imported.py").write_text("")
        env = environment.keeping_bytecode({**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, tmp_path)
        subprocess.run([sys.executable, "-c", "import imported"], cwd=tmp_path, env=env, check=True)
        assert len(list((tmp_path / "bytecode").rglob("imported.*.pyc"))) == 1
        assert not (tmp_path / "__pycache__").exists()

    @pytest.mark.skipif(os.name != "posix", reason="there is no folder in memory")
    def test_files_of_tests_lie_in_memory_where_there_is_room(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert environment.in_memory({"A": "b"}, tmp_path / "none") == {"A": "b"}
        assert environment.in_memory({"TMPDIR": "/mine"}, tmp_path) == {"TMPDIR": "/mine"}
        monkeypatch.setattr(environment, "ROOM", 1)
        assert environment.in_memory({}, tmp_path) == {"TMPDIR": str(tmp_path)}
        monkeypatch.setattr(environment, "ROOM", 1 << 80)
        assert environment.in_memory({}, tmp_path) == {}


class TestDisplay:
    @pytest.mark.parametrize(
        ("environ", "platform", "expected"),
        [
            ({}, "linux", False),
            ({"DISPLAY": ""}, "linux", False),
            ({"DISPLAY": ":0"}, "linux", True),
            ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
            ({}, "darwin", True),
            ({}, "win32", True),
        ],
    )
    def test_detection(self, environ: dict[str, str], platform: str, expected: bool) -> None:
        assert display.has_display(environ, platform) is expected

    def test_a_virtual_display_is_not_passed_over_for_wayland(self) -> None:
        environ = display.on_display({"WAYLAND_DISPLAY": "wayland-0", "LANG": "C"}, ":7")
        assert environ == {"LANG": "C", "DISPLAY": ":7", "QT_QPA_PLATFORM": "xcb"}

    def test_missing_tools_leave_no_display(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(display.shutil, "which", lambda _: None)
        monkeypatch.setattr(display, "_start_server", pytest.fail)
        with display.virtual_display() as number:
            assert number is None


def python(code: str, name: str = "tests") -> Step:
    return Step(name, (sys.executable, "-c", code))


class TestSteps:
    def test_all_lanes_are_run_to_their_end(self, tmp_path: Path) -> None:
        marks = [tmp_path / name for name in "abc"]
        a, b, c = (python(f"open({str(mark)!r}, 'w').close()") for mark in marks)
        assert steps.side_by_side([Lane([a, b]), Lane([c])], os.environ) == []
        assert all(mark.exists() for mark in marks)

    def test_the_first_failure_is_named_shown_and_stops_the_rest(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        begun = time.monotonic()
        bad = python("import sys; sys.exit('what went wrong')", "types")
        endless = python("import threading; threading.Event().wait()")  # whatever standard input is
        failed = steps.side_by_side([Lane([bad, python("")]), Lane([endless])], os.environ)
        assert failed == [bad]
        told = capsys.readouterr().out
        assert "what went wrong" in told
        assert "types    FAILED" in told
        assert time.monotonic() - begun < console.PATIENCE + 5

    def test_where_all_is_wanted_each_lane_goes_on_after_a_failure(
        self, tmp_path: Path, capfd: pytest.CaptureFixture[str]
    ) -> None:
        mark = tmp_path / "ran"
        bad = python("print('no such name'); raise SystemExit(3)", "lint")
        good = python(f"open({str(mark)!r}, 'w').close()", "types")
        shown = python("print('seen as it comes'); raise SystemExit(1)")
        lanes = [Lane([bad, good]), Lane([shown], shown=True)]
        failed = steps.side_by_side(lanes, os.environ, to_the_end=True)
        assert sorted(step.name for step in failed) == ["lint", "tests"]
        assert mark.exists()
        told = capfd.readouterr().out
        assert told.count("seen as it comes") == 1
        assert "no such name" in told

    def test_the_quick_tests_leave_out_the_slow_ones(self) -> None:
        assert steps.tests(Path("python"), fast=True).command[3:5] == ("-m", "not slow")
        assert "slow" not in " ".join(steps.tests(Path("python"), fast=False).command)

    def test_every_worker_has_a_display_of_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One mouse cannot drag for two."""
        made: list[str] = []

        @contextmanager
        def virtual_display() -> Iterator[str]:
            made.append(f":{len(made) + 7}")
            yield made[-1]

        given: list[Mapping[str, str]] = []

        def side_by_side(lanes: list[Lane], env: Mapping[str, str], *, to_the_end: bool) -> list[Step]:
            assert to_the_end
            given.append(env)
            for lane in lanes:
                lane.output.close()
            return []

        monkeypatch.setattr(display, "virtual_display", virtual_display)
        monkeypatch.setattr(steps, "side_by_side", side_by_side)
        monkeypatch.setattr(dev, "prepare", lambda *_: Path("python"))
        assert dev.main(["test"]) == 0
        assert given[0]["TURNWRIGHT_TEST_DISPLAYS"].split() == made
        assert len(made) == steps.WORKERS

    def test_a_program_that_is_not_there_is_a_failure_not_a_traceback(self) -> None:
        assert console.spawn(["no-such-program-here"], quiet=True).returncode == 127


class TestArguments:
    def test_run_hands_the_rest_to_the_program(self) -> None:
        options = dev.read_arguments(["run", "fight.turnwright", "--verbose"])
        assert options.arguments == ["fight.turnwright", "--verbose"]

    def test_others_refuse_what_they_do_not_know(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            dev.read_arguments(["check", "--fast"])
        assert "--fast" in capsys.readouterr().err

    def test_what_can_be_mended_is_mended_on_demand(self) -> None:
        assert dev.read_arguments(["check", "--fix"]).fix
        assert not dev.read_arguments(["check"]).fix

    def test_a_soak_needs_a_part(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            dev.read_arguments(["soak"])
        assert "PART" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("given", "handed_on"),
        [
            ([], []),
            (["--minutes", "0.5", "--seed", "7"], ["--minutes", "0.5", "--seed", "7"]),
            (["--seed", "0", "--game", "41"], ["--seed", "0", "--game", "41"]),
            (["--only", "fight"], ["--only", "fight"]),
            (["--count", "100"], ["--count", "100"]),
        ],
    )
    def test_a_soak_is_played_by_its_own_program(
        self, monkeypatch: pytest.MonkeyPatch, given: list[str], handed_on: list[str]
    ) -> None:
        """What parts there are stands there alone; its exit status is the answer."""
        ran: list[list[str]] = []

        def spawn(command: list[str]) -> subprocess.CompletedProcess[str]:
            ran.append(command)
            return subprocess.CompletedProcess(command, 1)

        monkeypatch.setattr(dev, "spawn", spawn)
        monkeypatch.setattr(dev, "prepare", lambda needs, purpose: Path("python"))
        assert dev.main(["soak", "turns", *given]) == 1
        assert ran == [["python", str(console.ROOT / "tests" / "soak.py"), "turns", *handed_on]]

    def test_only_new_pictures_are_listed(self, tmp_path: Path) -> None:
        old, new = tmp_path / "old.png", tmp_path / "new.png"
        for path, moment in ((old, 1_000), (new, 3_000)):
            path.touch()
            os.utime(path, (moment, moment))
        assert dev.pictures(tmp_path, 2_000.0) == [new]

    def test_an_old_python_is_told_which_one_is_needed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(dev, "OLDEST", (99, 0))
        assert dev.main(["check"]) == 2
        assert "Python 3.11 or newer" in capsys.readouterr().out


GROUND = """
import threading, time
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

@pytest.mark.xdotool
def test_drag_without_a_display(xdisplay):
    pass

@pytest.mark.xdotool
@pytest.mark.skip(reason="no time")
def test_drag_skipped():
    pass

def test_thread_left():
    threading.Thread(target=time.sleep, args=(9,), daemon=True, name="sleeper").start()

def test_thread_that_ends_soon():
    threading.Thread(target=time.sleep, args=(0.1,)).start()

kept = []

def test_timer_left(qtbot):
    timer = QTimer(objectName="ticker")
    timer.start(1000)
    kept.append(timer)

def test_timer_of_a_closed_widget(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    QTimer(widget).start(1000)

def test_home():
    import pathlib, platformdirs
    for kind in ("config", "data", "cache", "state", "documents"):
        assert "turnwright-tests-" in getattr(platformdirs, f"user_{kind}_dir")(), kind
    assert "turnwright-tests-" in str(pathlib.Path.home())
"""


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What tests/conftest.py makes of a handful of tests: nodes that did not pass, with the reason."""
    folder = tmp_path_factory.mktemp("ground")
    (folder / "test_ground.py").write_text(GROUND, encoding="utf-8")
    shutil.copy(console.ROOT / "tests" / "conftest.py", folder)
    shutil.copy(console.ROOT / "pyproject.toml", folder)
    environ = {name: value for name, value in os.environ.items() if name != "TURNWRIGHT_TEST_DISPLAYS"}
    command = [sys.executable, "-m", "pytest", "-rfEs", "--tb=no", "--color=no", "test_ground.py"]
    environ["COLUMNS"] = "200"
    told = console.spawn(command, env=environ, quiet=True, cwd=folder).stdout
    lines = [line.partition("::")[2] for line in told.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    assert "7 items" in told, told
    return {name: reason for name, _, reason in (line.partition(" - ") for line in lines)}


@pytest.mark.slow
class TestGround:
    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="real drags are driven by xdotool")
    @pytest.mark.parametrize("name", ["test_drag_without_a_display", "test_drag_skipped"])
    def test_a_skipped_drag_fails(self, ground: dict[str, str], name: str) -> None:
        assert "must not be left out" in ground[name]

    def test_a_thread_left_running_fails(self, ground: dict[str, str]) -> None:
        assert ground["test_thread_left"].endswith("left running: sleeper")

    def test_a_timer_left_running_fails_its_own_test_only(self, ground: dict[str, str]) -> None:
        assert ground["test_timer_left"].endswith("left running: ticker of None")
        assert not {"test_timer_of_a_closed_widget", "test_thread_that_ends_soon"} & ground.keys()

    def test_the_real_home_is_out_of_reach(self, ground: dict[str, str]) -> None:
        assert "test_home" not in ground
