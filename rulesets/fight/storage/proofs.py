"""What the proof of a long file came to, so that the very same bytes need not be proved a second time.

A proof is found by a cryptographic digest of every byte of the file, and the bytes that were digested are the
bytes that are read: a file in which anybody changed one of them has no proof, and is proved in full. Whoever
could make a proof up would have to write into the user's own cache, and could change the program as well.
"""

import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.fight.storage.files import leftovers
from rulesets.table.encounter import Encounter
from rulesets.table.events import AnyEvent

try:
    from _blake2 import blake2b  # hashlib loads OpenSSL first: 3 ms; Python's random goes round it likewise
except ImportError:
    from hashlib import blake2b

FEWEST_ROWS = 500
"""Rows of a journal for which a proof is kept: fewer are proved before anybody notices."""
SMALLEST, LARGEST = 1 << 15, 1 << 25
"""Bytes of a file that can have a proof: fewer hold no such journal, more are not taken into memory whole."""


class Proofs(Protocol):
    """Keeps proofs, as bytes, for one edition of the program's code. No call raises anything."""

    def expects(self, size: int) -> bool:
        """Return whether a file of so many bytes can have a proof at all: it is digested only then."""

    def find(self, key: str) -> bytes | None:
        """Return what is kept under a key by the same code; None if there is none that is whole."""

    def keep(self, key: str, data: bytes) -> None:
        """Keep a proof, if that is possible."""


class Proof(Struct, frozen=True):
    """That a file was proved in full, row by row and step by step, and where that led."""

    rules: str
    """Hash of the ruleset that it was proved with."""
    state: Encounter
    """The encounter at the step that the file stands at; its opening apart."""
    opening: tuple[AnyEvent, ...]
    """The opening of that encounter, whose events have no type there."""
    changes: tuple[int, ...]
    """Numbers of those entries of the line that change the rules, counted from 0."""
    met: tuple[str, ...]
    """Everybody whom an entry of the line has been about, sorted."""

    @classmethod
    def of(cls, rules: str, state: Encounter, changes: Iterable[int], met: Iterable[str]) -> Self:
        """Return the proof of a file that has led to ``state``."""
        return cls(rules, replace(state, opening=()), state.opening, tuple(changes), tuple(sorted(met)))

    @property
    def encounter(self) -> Encounter:
        """Where the file leads."""
        return replace(self.state, opening=self.opening)


def whole(path: Path, proofs: Proofs | None = None) -> bytes | None:
    """Return every byte of a file that can have a proof; None of others.

    Those are too small, too large, not of a size that ``proofs`` expects, or a killed process's log lies
    beside them: what they say is not in the file alone. Raises OSError or Unknown.
    """
    about = path.stat()
    if not stat.S_ISREG(about.st_mode) or not SMALLEST <= about.st_size <= LARGEST:
        return None
    if (proofs is not None and not proofs.expects(about.st_size)) or leftovers(path):
        return None
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return data if len(data) <= LARGEST else None


def key_of(data: bytes) -> str:
    """Return what the proof of a file with these bytes is kept under: their number and their digest."""
    return f"{len(data)}-{blake2b(data, digest_size=32).hexdigest()}"


def found_proof(proofs: Proofs, key: str) -> Proof | None:
    """Return the proof under a key; None if there is none that can be read."""
    data = proofs.find(key)
    try:
        return None if data is None else _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def encoded(proof: Proof) -> bytes:
    """Return a proof as bytes, from which exactly the same comes back.

    Raises:
        ValueError: if something else would come back.
    """
    try:
        data = msgspec.msgpack.encode(proof)
        if _DECODER.decode(data) == proof:
            return data
    except (msgspec.MsgspecError, OverflowError, TypeError, RecursionError) as error:
        raise ValueError("the proof cannot be kept") from error
    raise ValueError("the proof would not come back as it is")


_DECODER: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(Proof)
