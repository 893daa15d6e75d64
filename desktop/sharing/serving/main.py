"""Runs the server of the players' page: reads the window's orders, one a line, and tells it what comes.

It ends when the window ends: nobody is left who could tell it anything.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from desktop.process.paths import resources
from desktop.sharing import protocol
from desktop.sharing.serving.guard import MOST_CONNECTIONS
from desktop.sharing.serving.server import PlayersServer

_WAITING = 500
"""Reports that may wait for the window; more are not taken."""
_LONGEST_LINE = 2 * protocol.LARGEST_VALUE


class _Teller:
    """Writes reports in a thread of its own: a window that hangs keeps no page waiting."""

    def __init__(self, out: BinaryIO) -> None:
        self._out = out
        self._waiting: queue.Queue[protocol.AnyReport] = queue.Queue(_WAITING)
        threading.Thread(target=self._write, daemon=True).start()

    def tell(self, report: protocol.AnyReport) -> bool:
        """Tell the window; False if too much is waiting for it already."""
        try:
            self._waiting.put_nowait(report)
        except queue.Full:
            return False
        return True

    def end(self) -> None:
        """Wait until what was told last has been written."""
        self._waiting.join()

    def _write(self) -> None:
        while True:
            report = self._waiting.get()
            with suppress(OSError):  # a window that is gone hears nothing
                self._out.write(protocol.line(report))
                self._out.flush()
            self._waiting.task_done()


def main(_arguments: list[str] | None = None) -> int:
    """Give the page out until the window ends; 1 if that cannot be."""
    _have_files()
    given, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    return asyncio.run(_serve(resources() / "players", given, out))


def _have_files() -> None:
    """Be allowed as many connections as there may be: some systems begin with 256 files."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


async def _serve(folder: Path, given: BinaryIO, out: BinaryIO) -> int:
    teller = _Teller(out)
    server = PlayersServer(folder, teller.tell)
    orders: asyncio.Queue[protocol.AnyOrder | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        """Read lines in a thread: pipes of Windows cannot be waited for otherwise."""
        for line in iter(lambda: given.readline(_LONGEST_LINE), b""):
            try:
                order = protocol.order(line)
            except msgspec.DecodeError:
                continue
            loop.call_soon_threadsafe(orders.put_nowait, order)
        loop.call_soon_threadsafe(orders.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    first = await orders.get()
    if not isinstance(first, protocol.Open):
        return 1
    opened = await server.open(first)
    teller.tell(opened)
    if isinstance(opened, protocol.Failed):
        teller.end()
        return 1
    try:
        while (order := await orders.get()) is not None:
            server.obey(order)
    finally:
        await server.close()
    return 0
