"""Compiled rulesets, so that opening an encounter need not validate its ruleset again.

Compiling imports pydantic and takes longer than showing a bare window. The result is kept in the user's
cache under a hash of everything it was made from. The cache is the user's own: a compiled ruleset inside an
encounter file somebody sent would come round every check, so encounters carry text only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

import rulesets
from desktop.services.paths import write_whole
from rulesets import loader
from rulesets.compiled import Rules
from rulesets.writing import Writing


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
        path = self._folder / f"{_fingerprint(writing, options, self._language)}.msgpack"
        with suppress(OSError, msgspec.DecodeError):
            return loader.decode(path.read_bytes())
        rules = loader.load_writing(writing, options, self._language)
        with suppress(OSError):  # a cache that cannot be written costs time, nothing else
            write_whole(path, loader.encode(rules))
        return rules


def _fingerprint(writing: Writing, options: Mapping[str, str], language: str) -> str:
    """A hash of the ruleset and of the compiler: its version, and its files as long as they can change."""
    texts = msgspec.json.encode(writing).decode()
    parts = [rulesets.__version__, language, texts, *(f"{key}={options[key]}" for key in sorted(options))]
    home = Path(loader.__file__).parent
    for part in ("compiled", "definition"):
        for file in sorted((home / part).glob("*.py")):
            with suppress(OSError):
                about = file.stat()
                parts.append(f"{part} {file.name} {about.st_size} {about.st_mtime_ns}")
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()
