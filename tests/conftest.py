"""What holds for every test: no display, no real home folder, nothing left running, no drag left out."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakSet

import pytest
from hypothesis import settings

from rulesets import collector

if TYPE_CHECKING:
    from PySide6.QtCore import QTimer

# What the tests share asserts, too, and says what it compared.
pytest.register_assert_rewrite("tests.desktop", "tests.models", "tests.rulesets")

# A busy machine is no failure, so hypothesis does not measure time. What is tested is the same in each run;
# `dev.py soak` looks for what nobody has seen yet, with a new seed each time.
settings.register_profile("turnwright", deadline=None, print_blob=True, derandomize=True)
settings.load_profile("turnwright")

HOME = pytest.StashKey[Path]()
THREADS = pytest.StashKey[set[threading.Thread]]()

TIMERS: WeakSet[QTimer] = WeakSet()
"""Qt timers that tests have made and somebody still holds."""

DISPLAYS = "TURNWRIGHT_TEST_DISPLAYS"
LINUX = sys.platform.startswith("linux")


def user_folders(home: Path) -> dict[str, str]:
    """The variables that decide where a program keeps what belongs to its user, on any system."""
    folders = {
        "HOME": home,
        "USERPROFILE": home,
        "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "data",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_STATE_HOME": home / "state",
        "XDG_DOCUMENTS_DIR": home / "documents",
        "XDG_RUNTIME_DIR": home / "runtime",
        "APPDATA": home / "data",
        "LOCALAPPDATA": home / "local",
        "WIN_PD_OVERRIDE_APPDATA": home / "data",
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": home / "local",
        "WIN_PD_OVERRIDE_PERSONAL": home / "documents",
    }
    return {name: str(folder) for name, folder in folders.items()}


def pytest_configure(config: pytest.Config) -> None:
    """Turn away from the user's display, folders and language before anything imports Qt."""
    home = Path(tempfile.mkdtemp(prefix="turnwright-tests-"))
    config.stash[HOME] = home
    variables = user_folders(home)
    for folder in variables.values():
        Path(folder).mkdir(mode=0o700, exist_ok=True)
    os.environ.update(variables)
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder that stood in for the user's."""
    shutil.rmtree(config.stash[HOME], ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A real drag takes seconds: it counts as slow without saying so."""
    for item in items:
        if item.get_closest_marker("xdotool"):
            item.add_marker("slow")


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def pytest_begin_with_the_slow(items: list[pytest.Item]) -> None:
    """Let each worker begin with its share of the slow tests, so that none of them is left for the end.

    Workers get the tests in as many blocks (xdist's 'worksteal'), and take from the ends of each other's.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    slow = [item for item in items if item.get_closest_marker("slow")]
    quick = [item for item in items if not item.get_closest_marker("slow")]
    share = -(-len(quick) // workers)
    items.clear()
    for worker in range(workers):
        items += slow[worker::workers] + quick[worker * share : (worker + 1) * share]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """On Linux nothing excuses leaving out a real drag: a skip of one is a failure."""
    report = yield
    if LINUX and report.skipped and not hasattr(report, "wasxfail") and item.get_closest_marker("xdotool"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"A real drag must not be left out on Linux. {reason}"
    return report


@pytest.fixture
def xdisplay() -> str:
    """The X display with a window manager on which a program can be started and its mouse moved: ":7".

    No other worker has it.
    """
    displays = os.environ.get(DISPLAYS, "").split()
    if not displays:
        pytest.skip(f"{DISPLAYS} is not set; python3 packaging/dev.py test makes displays")
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    return displays[int(worker.removeprefix("gw")) % len(displays)]


def _running_threads() -> set[threading.Thread]:
    """Threads that Python started. Those Qt started leave a dummy behind that never goes away."""
    dummy = threading._DummyThread  # type: ignore[attr-defined]
    return {thread for thread in threading.enumerate() if not isinstance(thread, dummy)}


def _remember_timers() -> None:
    """Keep in mind each Qt timer that is made from now on, as long as somebody holds it.

    A search for them through all that Python holds took some 15 ms after each test with a window.
    """
    from PySide6.QtCore import QTimer

    begin = QTimer.__init__

    def remembered(timer: QTimer, *args: object, **properties: object) -> None:
        begin(timer, *args, **properties)  # type: ignore[arg-type, call-overload]
        TIMERS.add(timer)

    QTimer.__init__ = remembered  # type: ignore[method-assign, assignment]


def _active_timers() -> list[QTimer]:
    """Qt timers that still run once the test's widgets are deleted."""
    from PySide6.QtCore import QCoreApplication, QEvent
    from shiboken6 import isValid

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return [timer for timer in TIMERS if isValid(timer) and timer.isActive()]


def _stop_timers() -> list[str]:
    """Stop the timers that were left running, so that only this test fails for them; returns their owners."""
    if not _active_timers():
        return []
    gc.collect()  # a window that is only waiting for the collector is no leak
    left = _active_timers()
    for timer in left:
        timer.stop()
    return [f"{timer.objectName() or 'a timer'} of {timer.parent()}" for timer in left]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected: they stay. What is there then is set aside.

    After it garbage is looked for less often than Python would: that saves 3 percent of the tests' time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        _remember_timers()
        gc.collect()
        collector.set_aside()
        gc.set_threshold(20_000, 20, 100)
        gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Remember which threads were there before the test."""
    item.stash[THREADS] = _running_threads()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """A test that leaves a thread or a Qt timer running fails: the next one would pay for it."""
    yield
    left = _running_threads() - item.stash[THREADS]
    for thread in left:
        thread.join(1.0)
    names = [thread.name for thread in left if thread.is_alive()]
    if "qapp" in getattr(item, "fixturenames", ()):
        names += _stop_timers()
    if names:
        pytest.fail(f"left running: {', '.join(names)}", pytrace=False)
