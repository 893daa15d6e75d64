"""Proofs of long encounters in the user's cache, so that opening one again need not prove every step again.

The cache is the user's own, as with compiled rulesets: a proof inside an encounter file that somebody sent
would come round every check, so it lies here, under a digest of the whole file.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec
from msgspec import Struct

from desktop.files.cached import code_of, sealed, sound
from rulesets.plain_files import write_whole

PROVERS = ("engine", "fight", "formula", "reading", "table", "vocabulary")
"""Folders of the core that a proof depends on."""
MOST = 24
"""Proofs that are kept; the oldest go."""
LARGEST = 1 << 24
"""Bytes that a proof may have: where a fight stands, not how it came there."""
_ENDING = ".proof"


class KeptProofs:
    """Proofs in files; one that is damaged, of other code, or that cannot be read or written is none."""

    def __init__(self, folder: Path) -> None:
        """Keep proofs in ``folder``, which is made when the first one is kept."""
        self._folder = folder

    def expects(self, size: int) -> bool:
        """Return whether there is a proof of a file with so many bytes."""
        return any(path.name.startswith(f"{size}-") for path in self._files())

    def find(self, key: str) -> bytes | None:
        """Return what is kept under a key by the same code; None if there is none that is whole."""
        with suppress(OSError, msgspec.DecodeError, ValueError):
            with self._path(key).open("rb") as file:
                kept = msgspec.msgpack.decode(sound(file.read(LARGEST)), type=_Kept)
            if (kept.key, kept.code) == (key, self._code):
                return kept.proof
        return None

    def keep(self, key: str, data: bytes) -> None:
        """Keep a proof, and give up the oldest if there are too many."""
        with suppress(OSError):  # a cache that cannot be written costs time, nothing else
            write_whole(self._path(key), sealed(msgspec.msgpack.encode(_Kept(key, self._code, data))))
        for _, path in sorted((_written(path), path) for path in self._files())[:-MOST]:
            with suppress(OSError):
                path.unlink()

    @cached_property
    def _code(self) -> str:
        return "\0".join(code_of(PROVERS))

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{_ENDING}"

    def _files(self) -> list[Path]:
        try:
            return [path for path in self._folder.iterdir() if path.suffix == _ENDING]
        except OSError:
            return []


class _Kept(Struct, frozen=True):
    """A file of the folder: its key, the code that made it, and the proof."""

    key: str
    code: str
    proof: bytes


def _written(path: Path) -> int:
    """Return when a file was written, in nanoseconds; 0 if nobody knows."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
