"""What takes longer than a blink is done off the window's thread, one thing after the other."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QThreadPool, Signal

Tick = Callable[[int, int], None]
"""Told by work how much is done, of how much; raises Stopped."""
_OFTEN = 0.05
"""Seconds between two words about how much is done."""


class Stopped(Exception):
    """The work was told to stop; what it was to make does not exist."""


class Task(QObject):
    """Something that is being done; its signals come in the window's thread.

    The work must touch nothing that others change: snapshots and what it makes itself.
    """

    progress = Signal(object)
    """What the work reports on its way; (done, of) if it does so by :meth:`tick`."""
    done = Signal(object)
    """What came of it; not after :meth:`cancel`."""
    failed = Signal(object)
    """Exception: nothing came of it."""
    ended = Signal()
    """The other thread is through with it, whatever came of it; the last signal."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin as wanted."""
        super().__init__(parent)
        self.cancelled = False
        """True if nobody wants the result any more; work that takes long looks at it now and then."""
        self._told = 0.0

    def cancel(self) -> None:
        """Say that the result is not wanted any more."""
        self.cancelled = True

    def tick(self, done: int, of: int) -> None:
        """Report how much is done, now and then, from the other thread.

        Raises:
            Stopped: if nobody wants the result any more.
        """
        if self.cancelled:
            raise Stopped
        now = time.monotonic()
        if now - self._told > _OFTEN:
            self._told = now
            self.progress.emit((done, of))


Work = Callable[[Task], object]
Heard = Callable[..., None]


class Tasks(QObject):
    """A thread of its own, which ends when there is nothing to do."""

    _over = Signal(object)
    """Task: the other thread does not touch it any more."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nothing to do."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setExpiryTimeout(2000)
        self._waiting: set[Task] = set()
        self._over.connect(self._gone)

    def do(self, work: Work, done: Heard, failed: Heard, progress: Heard | None = None) -> Task:
        """Do ``work`` as soon as what was asked for before is done; the others are told of it.

        They have to be methods of objects that live in the window's thread.
        """
        task = Task(self)
        task.done.connect(done)
        task.failed.connect(failed)
        if progress is not None:
            task.progress.connect(progress)
        self._waiting.add(task)
        self._pool.start(lambda: self._run(work, task))
        return task

    @property
    def busy(self) -> bool:
        """True while something is being done or waits for it."""
        return self._pool.activeThreadCount() > 0

    def stop(self) -> None:
        """Do nothing any more, and wait until nothing is being done."""
        for task in self._waiting:
            task.cancel()
        self._pool.clear()
        self._pool.waitForDone()
        for task in tuple(self._waiting):
            self._gone(task)

    def _run(self, work: Work, task: Task) -> None:
        """In the other thread: signals are queued for the window's."""
        try:
            result = None if task.cancelled else work(task)
        except Stopped:
            pass  # as it was told to
        except Exception as error:  # whatever it is, whoever asked for it has to be told
            if not task.cancelled:
                task.failed.emit(error)
        else:
            if not task.cancelled:
                task.done.emit(result)
        task.ended.emit()
        self._over.emit(task)

    def _gone(self, task: Task) -> None:
        """In the window's thread: nobody needs it any more, once what it still has to say was heard."""
        if task in self._waiting:
            self._waiting.discard(task)
            task.deleteLater()
