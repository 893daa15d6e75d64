"""What takes longer than a blink is done off the window's thread, one thing after the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QThreadPool, Signal


class Task(QObject):
    """Something that is being done; its signals come in the window's thread."""

    progress = Signal(object)
    """What the work reports on its way."""
    done = Signal(object)
    """What came of it; not after :meth:`cancel`."""
    failed = Signal(object)
    """Exception: nothing came of it."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin as wanted."""
        super().__init__(parent)
        self.cancelled = False
        """True if nobody wants the result any more; work that takes long looks at it now and then."""

    def cancel(self) -> None:
        """Say that the result is not wanted any more."""
        self.cancelled = True


Work = Callable[[Task], object]
Heard = Callable[..., None]


class Tasks(QObject):
    """A thread of its own, which ends when there is nothing to do."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with nothing to do."""
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setExpiryTimeout(2000)
        self._waiting: set[Task] = set()

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

    def _run(self, work: Work, task: Task) -> None:
        """In the other thread: signals are queued for the window's."""
        try:
            result = None if task.cancelled else work(task)
        except Exception as error:  # whatever it is, whoever asked for it has to be told
            if not task.cancelled:
                task.failed.emit(error)
        else:
            if not task.cancelled:
                task.done.emit(result)
        self._waiting.discard(task)
