"""Prepared encounters while they are edited: each is a table of its own, until it is kept again.

A draft is an encounter's file that is never listed with the others, so that no kill costs a step, with a
file beside it that says what it was made from: what others have changed there meanwhile is not written over.
"""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from desktop.process.paths import ENDING
from rulesets.fight.storage.files import real
from rulesets.places import is_file, make_folder
from rulesets.plain_files import write_whole

if TYPE_CHECKING:
    from rulesets.campaign.things import Origin, Prepared

_BESIDE = ".json"


class _MadeFrom(Struct, frozen=True):
    path: str
    text: str


class Drafts:
    """Knows where drafts lie."""

    def __init__(self, folder: Path) -> None:
        """Keep them in ``folder``, which is made with the first one."""
        self._folder = folder

    def __contains__(self, path: Path) -> bool:
        """Return whether a file is a draft."""
        return real(self._folder) in real(path).parents

    def path(self, prepared: Prepared) -> Path:
        """Return where the draft of a prepared encounter of a campaign is."""
        assert prepared.origin is not None
        kept = prepared.origin.path
        campaign = f"{zlib.crc32(str(kept.parent).encode('utf-8', 'replace')):08x}"
        return self._folder / campaign / f"{kept.stem}{ENDING}"

    def begin(self, prepared: Prepared) -> Path | None:
        """Return where a new draft goes, once its folder is there; None if there is one. Raises OSError."""
        path = self.path(prepared)
        if is_file(path):
            return None
        make_folder(path.parent)
        assert prepared.origin is not None
        self.made_from(path, prepared.origin)
        return path

    def made_from(self, path: Path, origin: Origin) -> None:
        """Note what the campaign has of a draft; raises OSError."""
        said = _MadeFrom(str(origin.path), origin.text)
        write_whole(path.with_suffix(_BESIDE), msgspec.json.encode(said))

    def origin(self, path: Path) -> Origin | None:
        """Return what a draft was made from; None if nobody knows any more."""
        from rulesets.campaign.things import Origin

        with suppress(OSError, msgspec.DecodeError):
            said = msgspec.json.decode(path.with_suffix(_BESIDE).read_bytes(), type=_MadeFrom)
            return Origin(Path(said.path), said.text)
        return None

    def remove(self, path: Path) -> None:
        """Remove a draft all of which is in the campaign; one that cannot be removed is opened again."""
        if path in self:
            for one in (path, path.with_suffix(_BESIDE)):
                with suppress(OSError):
                    one.unlink()
