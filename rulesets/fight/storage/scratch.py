"""A folder for copies that are read instead of the original; it goes away with whoever asked for it.

A killed process removes nothing: whoever makes the next folder removes what the dead have left. A lock that
dies with its process tells who is.
"""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.lock import FileLock

_BEGINNING = "turnwright-copy-"


class Scratch:
    """A temporary folder, to be used with `with` or given up by `cleanup`."""

    def __init__(self) -> None:
        """Make it.

        Raises OSError; where the system has none, that is no missing encounter (which ENOENT would mean).
        """
        try:
            above = Path(tempfile.gettempdir())
            _sweep(above)
            path = above / f"{_BEGINNING}{os.urandom(8).hex()}"
            self._lock = FileLock(path, "open")
            try:
                path.mkdir(mode=0o700)
            except BaseException:
                self._lock.release()
                raise
        except (FileNotFoundError, StorageError) as error:
            raise OSError("the system has no folder for temporary files that can be written") from error
        self.name = str(path)
        """Its path."""

    def cleanup(self) -> None:
        """Remove it with all that is in it; a second call does nothing."""
        shutil.rmtree(self.name, ignore_errors=True)
        self._lock.release()

    def __enter__(self) -> str:
        return self.name

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.cleanup()


def _sweep(above: Path) -> None:
    """Remove what killed processes of the same user have left."""
    with suppress(OSError):
        for left in above.glob(f"{_BEGINNING}*"):
            with suppress(OSError, StorageError):
                if left.is_symlink() or (hasattr(os, "getuid") and left.lstat().st_uid != os.getuid()):
                    continue
                lock = FileLock(left, "open")
                shutil.rmtree(left, ignore_errors=True)
                lock.release()
