"""Compiled rulesets, so that opening an encounter need not validate its ruleset again.

Compiling imports pydantic and takes longer than showing a bare window. The result is kept in the user's
cache together with everything it was made from. The cache is the user's own: a compiled ruleset inside an
encounter file somebody sent would come round every check, so encounters carry text only.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from desktop.files.cached import code_of, sealed, sound
from rulesets.plain_files import write_whole
from rulesets.reading import loader
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

COMPILER = ("reading", "vocabulary")
"""Folders of the core that a compiled ruleset depends on."""


class RulesetCache:
    """Compiles rulesets, or remembers how they came out."""

    def __init__(self, folder: Path, language: str = "") -> None:
        """Keep compiled rulesets in ``folder``, which is made when the first one is kept.

        ``language`` is the one that their texts are wanted in, such as 'de' or 'pt-br'.
        """
        self._folder, self._language = folder, language

    def compiled(self, writing: Writing, options: Mapping[str, str]) -> Rules:
        """Return the ruleset of ``writing`` with ``options``, in the user's language if it speaks it.

        Raises:
            RulesetError: with everything that is wrong with it.
        """
        made_from = _made_from(writing, options, self._language)
        path = self._folder / f"{zlib.crc32(made_from):08x}.msgpack"
        with suppress(OSError, msgspec.DecodeError, ValueError):
            kept = msgspec.msgpack.decode(sound(path.read_bytes()), type=_Kept)
            if kept.made_from == made_from:
                return loader.decode(kept.rules)
        rules = loader.load_writing(writing, options, self._language)
        with suppress(OSError):  # a cache that cannot be written costs time, nothing else
            write_whole(path, sealed(msgspec.msgpack.encode(_Kept(made_from, loader.encode(rules)))))
        return rules


class _Kept(Struct, frozen=True):
    """A file of the cache. Its name is only a checksum: what it was made from tells whether it is the one."""

    made_from: bytes
    rules: bytes


def _made_from(writing: Writing, options: Mapping[str, str], language: str) -> bytes:
    """Everything that a compiled ruleset depends on.

    That is its texts and options, and the compiler.
    """
    texts = msgspec.json.encode(writing).decode()
    parts = [language, texts, *(f"{key}={options[key]}" for key in sorted(options)), *code_of(COMPILER)]
    return "\0".join(parts).encode("utf-8", "replace")
