"""One process for each user: a second start tells the first what to open, and ends.

Whoever starts takes a lock that dies with its process. Who finds it taken tells the holder, through a local
socket, and is through; who cannot (no folder for it, a holder that hangs) goes on alone, with a window of its
own. Nothing of the window is loaded for any of this, and the first process of all loads nothing at all.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

from msgspec import Struct

from desktop.process.paths import Paths
from rulesets.fight.storage.errors import InUse, StorageError
from rulesets.fight.storage.lock import FileLock

ANSWER = 1500
"""Milliseconds after which a process that listens and does not answer counts as hung."""
BEGINNING = 8.0
"""Seconds that a process which does not listen yet is given to show its window."""
_AGAIN = 0.02
"""Seconds until it is asked again."""
MOST_FILES = 100
LONGEST_PATH = 4096
LARGEST = 512_000
"""Bytes of a whole message."""
LONGEST_FOLDER = 60
"""Bytes; the name of a socket may have some hundred."""
TAKEN = b'{"taken": true}\n'


class Order(Struct, frozen=True):
    """What a second start wants: files to be opened, or the window to be raised if there are none."""

    files: tuple[Path, ...] = ()
    """Absolute paths."""
    token: str = ""
    """What the desktop gave the second process so that it may come to the front (Wayland)."""


class BadOrder(ValueError):
    """A message that no second start has sent."""


class Met(Enum):
    """What a start finds."""

    FIRST = "first"
    """Nobody else is there, or nobody can be asked."""
    TAKEN = "taken"
    """The other process does what was wanted."""
    HUNG = "hung"
    """There is another one that does not answer."""


class Place(Struct):
    """Where the processes of one user meet."""

    folder: Path
    """Writable for this user only."""
    key: str
    """Made from the user's data folder: whoever has another one never meets this user."""
    lock: FileLock | None = None
    """Held by the first process."""

    @property
    def name(self) -> str:
        """The name of the socket, as Qt wants it."""
        return self.key if sys.platform == "win32" else str(self.folder / f"{self.key}.socket")

    def take(self) -> bool:
        """Become the first process; False if there is one.

        Raises:
            StorageError: if the folder allows no such thing.
        """
        try:
            self.lock = FileLock(self.folder / self.key, "open")
        except InUse:
            return False
        return True

    def leave(self) -> None:
        """Let another one be the first."""
        if self.lock is not None:
            self.lock.release()
            self.lock = None


def place_of(data: Path) -> Place | None:
    """Return where the processes with this data folder meet; None if this system has no safe place."""
    where = os.fsencode(os.path.realpath(data))
    key = f"{zlib.crc32(where):08x}{zlib.adler32(where):08x}"  # hashlib would delay every start
    folder = _folder()
    return None if folder is None else Place(folder, f"turnwright-{key}")


def _folder() -> Path | None:
    """A folder that is there, or made, and in which nobody else can put anything."""
    try:
        passing = Path(tempfile.gettempdir())
    except OSError:  # no folder for passing files can be written
        passing = None
    if sys.platform == "win32":
        return passing  # each user has one
    given = Path(os.environ.get("XDG_RUNTIME_DIR", ""))
    own = passing / f"turnwright-{os.getuid()}" if passing is not None else None
    for folder in (given if given.is_absolute() else None, own):
        if folder is None:
            continue
        try:
            if folder == own:
                folder.mkdir(mode=0o700, exist_ok=True)
            about = folder.lstat()
        except OSError:
            continue
        fits = len(os.fsencode(folder)) <= LONGEST_FOLDER
        private = about.st_uid == os.getuid() and not about.st_mode & 0o077
        if folder.is_dir() and private and fits and os.access(folder, os.W_OK):
            return folder
    return None


# -- the second start ------------------------------------------------------------------------------


def started(files: Sequence[Path]) -> tuple[Met, Place | None]:
    """Return what this start finds, and where it has to listen if it is the first."""
    place = place_of(Paths.standard().data)
    try:
        order = order_of(files)
    except OSError:  # started in a folder that is gone
        return Met.FIRST, None
    if place is None:
        return Met.FIRST, None
    found = meet(place, order)
    return found, place if place.lock is not None else None


def order_of(files: Sequence[Path]) -> Order:
    """Return what this process was started for; its own folder is what relative paths are meant from."""
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "") or os.environ.get("DESKTOP_STARTUP_ID", "")
    return Order(tuple(file.absolute() for file in files), token)


def meet(place: Place, order: Order) -> Met:
    """Become the first process, or let the first one do what is wanted."""
    until = time.monotonic() + BEGINNING
    while True:
        try:
            if place.take():
                return Met.FIRST
        except StorageError:
            return Met.FIRST
        found = _told(place, order)
        if found is not None:
            return Met.TAKEN if found else Met.HUNG
        if time.monotonic() > until:
            return Met.HUNG
        time.sleep(_AGAIN)


def _told(place: Place, order: Order) -> bool | None:
    """Tell the first process; False if it does not take the order, None if it does not listen (yet)."""
    try:
        message = written(order)
    except BadOrder:
        return False
    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(place.name)
    if not socket.waitForConnected(ANSWER):
        return None
    _let_come_to_the_front()
    socket.write(message)
    until, answer = time.monotonic() + ANSWER / 1000, b""
    while not answer.endswith(b"\n") and (left := until - time.monotonic()) > 0:
        if not socket.waitForReadyRead(max(1, round(left * 1000))):
            break
        answer += bytes(socket.readAll().data())
    socket.abort()  # one that wakes up later finds nobody there, and leaves it
    return answer == TAKEN


def _let_come_to_the_front() -> None:
    """Windows lets only the process that was started by the user raise a window, or whom it allows."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(-1)


# -- messages --------------------------------------------------------------------------------------


def written(order: Order) -> bytes:
    """Return an order as a message of one line.

    Raises:
        BadOrder: if it is larger than the first process takes.
    """
    import json

    text = json.dumps({"files": [str(file) for file in order.files], "token": order.token})
    if len(text) >= LARGEST or len(order.files) > MOST_FILES:
        raise BadOrder("too much at once")
    return text.encode("ascii") + b"\n"


def read(message: bytes) -> Order:
    """Return the order in a message.

    Raises:
        BadOrder: if it is none.
    """
    import json

    try:
        said = json.loads(message)
    except (ValueError, RecursionError) as error:
        raise BadOrder("no JSON") from error
    files, token = (said.get("files"), said.get("token")) if isinstance(said, dict) else (None, None)
    if not isinstance(files, list) or len(files) > MOST_FILES or not isinstance(token, str):
        raise BadOrder("not what a start says")
    if not all(isinstance(file, str) and _is_path(file) for file in files):
        raise BadOrder("not a path")
    return Order(tuple(Path(file) for file in files), token if _is_token(token) else "")


def _is_path(text: str) -> bool:
    return 0 < len(text) <= LONGEST_PATH and "\0" not in text and Path(text).is_absolute()


def _is_token(text: str) -> bool:
    return len(text) <= LONGEST_PATH and text.isprintable()
