"""Brings what was committed to the disk within half a second, without making the game master wait for it.

A commit under WAL with synchronous=NORMAL is in the system's cache: a killed process loses nothing, a power
cut would. SQLite only flushes at checkpoints, so a thread flushes the log: fsync of the -wal file is all it
takes, since every frame in it has a checksum and a torn tail is left out on recovery.
"""

import threading
from collections.abc import Callable


class Syncer:
    """A thread that calls `flush` a little after the first unflushed commit; it never touches SQLite."""

    def __init__(self, flush: Callable[[], None], delay: float) -> None:
        """Start the thread; `flush` may raise OSError, `delay` (seconds) gathers commits into one flush."""
        self._flush = flush
        self._delay = delay
        self._state = threading.Condition()
        self._committed = 0
        self._attempted = 0
        self._synced = 0
        self._stopping = False
        self._failure: OSError | None = None
        self._thread = threading.Thread(target=self._run, name="encounter-sync", daemon=True)
        self._thread.start()

    @property
    def failure(self) -> OSError | None:
        """Why a flush failed; stays until a checkpoint, since the next may wrongly be called good."""
        with self._state:
            return self._failure

    def touched(self) -> None:
        """Say that something was committed; never waits for the disk."""
        with self._state:
            if self._committed == self._attempted:
                self._state.notify_all()
            self._committed += 1

    def settled(self) -> None:
        """Say that SQLite itself has flushed everything committed so far, by a complete checkpoint."""
        with self._state:
            self._attempted = self._synced = self._committed
            self._failure = None
            self._state.notify_all()

    def wait(self, timeout: float) -> bool:
        """Wait until all committed before the call is on the disk; False if not in `timeout` seconds."""
        with self._state:
            wanted = self._committed
            return self._state.wait_for(lambda: self._synced >= wanted, timeout)

    def stop(self) -> None:
        """Flush what is left at once and end the thread; returns when it has ended."""
        with self._state:
            self._stopping = True
            self._state.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._state:
                self._state.wait_for(lambda: self._stopping or self._committed > self._attempted)
                if self._committed == self._attempted:
                    return
                self._state.wait_for(lambda: self._stopping, self._delay)
                reached = self._committed
            failure = self._try_flush()
            with self._state:
                self._attempted = max(self._attempted, reached)
                if failure is not None:
                    self._failure = failure
                elif self._failure is None:
                    self._synced = max(self._synced, reached)
                self._state.notify_all()

    def _try_flush(self) -> OSError | None:
        try:
            self._flush()
        except OSError as error:
            return error
        return None
