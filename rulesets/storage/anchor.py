"""Whether a path still leads to the file that was opened under it: others may delete or move it meanwhile."""

import os
from pathlib import Path


class Anchor:
    """Holds on to an open file by a handle of its own.

    Close it after SQLite's connection: POSIX drops a process's locks on a file with any handle of it.
    """

    def __init__(self, path: Path) -> None:
        """Hold on to the file that is at ``path`` now; raises OSError."""
        self._path = path
        self._handle: int | None = os.open(path, os.O_RDONLY)

    @property
    def there(self) -> bool:
        """False if there is nothing under the path any more, or something else."""
        if self._handle is None:
            return True
        try:
            return os.path.samestat(os.fstat(self._handle), self._path.stat())
        except FileNotFoundError:
            return False
        except OSError:
            return True  # the disk does not answer, which whoever writes will be told

    @property
    def deleted(self) -> bool:
        """True if the file has no name left, anywhere: it ends with the last handle."""
        return self._handle is not None and os.fstat(self._handle).st_nlink == 0

    def close(self) -> None:
        """Let go; a second call does nothing."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)
