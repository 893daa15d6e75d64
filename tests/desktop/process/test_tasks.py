"""What is done off the window's thread: in order, told in the window's thread, given up without a trace."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from desktop.process.tasks import Stopped, Task, Tasks


class Ear(QObject):
    """Hears what becomes of tasks, and in which thread."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, object]] = []

    def done(self, result: object) -> None:
        self._note("done", result)

    def failed(self, error: object) -> None:
        self._note("failed", error)

    def progress(self, news: object) -> None:
        self._note("progress", news)

    def _note(self, what: str, about: object) -> None:
        assert QThread.currentThread() is self.thread()
        self.heard.append((what, about))


@pytest.fixture
def tasks(qapp) -> Iterator[Tasks]:
    tasks = Tasks()
    yield tasks
    tasks.stop()


def test_results_come_in_order_and_in_the_windows_thread(tasks: Tasks, qtbot: QtBot) -> None:
    ear, here = Ear(), threading.get_ident()

    def work(task: Task) -> bool:
        task.progress.emit("half")
        return threading.get_ident() == here

    tasks.do(work, ear.done, ear.failed, ear.progress)
    tasks.do(lambda _: "second", ear.done, ear.failed)
    qtbot.waitUntil(lambda: len(ear.heard) == 3)
    assert ear.heard == [("progress", "half"), ("done", False), ("done", "second")]


def test_what_fails_is_told_and_the_next_is_done(tasks: Tasks, qtbot: QtBot) -> None:
    ear, error = Ear(), ValueError("no")

    def work(_: Task) -> object:
        raise error

    tasks.do(work, ear.done, ear.failed)
    tasks.do(lambda _: 2, ear.done, ear.failed)
    qtbot.waitUntil(lambda: len(ear.heard) == 2)
    assert ear.heard == [("failed", error), ("done", 2)]


def test_what_was_given_up_is_never_told(tasks: Tasks, qtbot: QtBot) -> None:
    ear, go_on = Ear(), threading.Event()
    first = tasks.do(lambda _: go_on.wait(10), ear.done, ear.failed)
    waiting = tasks.do(lambda _: "never", ear.done, ear.failed)
    assert tasks.busy
    first.cancel()
    waiting.cancel()
    tasks.do(lambda _: "last", ear.done, ear.failed)
    go_on.set()
    qtbot.waitUntil(lambda: bool(ear.heard))
    assert ear.heard == [("done", "last")]


def test_stopping_waits_for_what_is_being_done(tasks: Tasks) -> None:
    ear, ended = Ear(), threading.Event()

    def work(task: Task) -> None:
        while not task.cancelled:
            pass
        ended.set()

    tasks.do(work, ear.done, ear.failed)
    tasks.stop()
    assert ended.is_set() or not tasks.busy
    assert ear.heard == []


def test_work_says_how_much_is_done(tasks: Tasks, qtbot: QtBot) -> None:
    """Not every time it looks up: the window has other things to do."""
    ear = Ear()

    def work(task: Task) -> str:
        for number in range(1, 100):
            task.tick(number, 100)
        return "made"

    tasks.do(work, ear.done, ear.failed, ear.progress)
    qtbot.waitUntil(lambda: ("done", "made") in ear.heard)
    assert ear.heard[0] == ("progress", (1, 100))
    assert len(ear.heard) < 100


def test_what_is_stopped_as_it_looks_up_is_never_told(tasks: Tasks, qtbot: QtBot) -> None:
    ear, begun, stopped = Ear(), threading.Event(), threading.Event()

    def work(task: Task) -> None:
        begun.set()
        try:
            while True:
                task.tick(0, 1)
        except Stopped:
            stopped.set()
            raise

    task = tasks.do(work, ear.done, ear.failed)
    assert begun.wait(10)
    with qtbot.waitSignal(task.ended):
        task.cancel()
    assert stopped.is_set()
    assert ear.heard == []


def test_tasks_go_when_they_have_ended(tasks: Tasks, qtbot: QtBot) -> None:
    """A program that runs all evening keeps none of them."""
    ear = Ear()
    with qtbot.waitSignal(tasks.do(lambda _: 1, ear.done, ear.failed).destroyed):
        pass
    assert ear.heard == [("done", 1)]
    assert tasks.findChildren(Task) == []
