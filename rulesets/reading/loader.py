"""Finding, loading and storing rulesets: from a ``ruleset.toml`` to :class:`rulesets.vocabulary.Rules`.

A compiled ruleset can be encoded and read back without pydantic; what is needed to compile one from its
text (:mod:`rulesets.reading`) is only imported when that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import msgspec

from rulesets import collector
from rulesets.reading import shelf
from rulesets.reading.problems import Advice, Problem, RulesetError
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

__all__ = [
    "Advice",
    "Problem",
    "RulesetError",
    "advice",
    "advice_on",
    "check",
    "check_writing",
    "decode",
    "encode",
    "judged",
    "load",
    "load_text",
    "load_writing",
    "shipped",
]

FILE = shelf.FILE
JUDGEMENT = "judgement.toml"


def shipped() -> dict[str, Path]:
    """Return id → folder of every ruleset that comes with the program."""
    return {found.id: found.folder for found in shelf.Shelf().found()}


def judged(ident: str) -> dict[str, str]:
    """Return rule → sentence of what only a gamemaster can judge under a shipped ruleset; often empty."""
    folder = shipped().get(ident)
    if folder is None or not (folder / JUDGEMENT).is_file():
        return {}
    import tomllib

    entries = tomllib.loads((folder / JUDGEMENT).read_text(encoding="utf-8"))["judgement"]
    return {entry["rule"]: entry["sentence"] for entry in entries}


def load(source: Path | str, options: Mapping[str, object] | None = None) -> Rules:
    """Return the ruleset in a file, in a folder's ``ruleset.toml``, or shipped under an id.

    Raises:
        RulesetError: with everything that is wrong with it, or with the options.
    """
    on = shelf.Shelf()
    return load_writing(on.writing(on.file(source)), options)


def load_text(text: str, name: str, options: Mapping[str, object] | None = None) -> Rules:
    """Return the ruleset written in ``text``; ``name`` is what its problems call the file.

    Raises:
        RulesetError: with everything that is wrong with it, or with the options.
    """
    return load_writing(Writing(name, text), options)


def load_writing(writing: Writing, options: Mapping[str, object] | None = None, language: str = "") -> Rules:
    """Return the ruleset of ``writing`` with ``options``, in ``language`` as far as it is translated.

    Raises:
        RulesetError: with everything that is wrong with it, or with the options.
    """
    from rulesets.reading.source import as_option

    chosen = tuple(sorted((option, as_option(value)) for option, value in (options or {}).items()))
    return _build(msgspec.msgpack.encode(writing), chosen, language)


def check(source: Path | str, on: shelf.Shelf | None = None) -> list[Problem]:
    """Return all problems of a ruleset: with default options, every single value of each, and each preset.

    ``on`` is the shelf on which an id, or what the ruleset extends, is looked for; left out: the shipped one.
    """
    on = on or shelf.Shelf()
    try:
        writing = on.writing(on.file(source))
    except RulesetError as error:
        return list(error.problems)
    return check_writing(writing)


def check_writing(writing: Writing) -> list[Problem]:
    """Return all problems of a ruleset whose texts are at hand."""
    from rulesets.reading.build import check as check_all

    try:
        with _told(writing.name), collector.paused():
            return check_all(writing)
    except RulesetError as error:
        return list(error.problems)


def advice(source: Path | str, on: shelf.Shelf | None = None) -> list[Advice]:
    """Return what of a ruleset could be said in short; it is found as :func:`check` finds it."""
    on = on or shelf.Shelf()
    try:
        return advice_on(on.writing(on.file(source)))
    except RulesetError:
        return []


def advice_on(writing: Writing) -> list[Advice]:
    """Return what could be said in short of a ruleset whose texts are at hand."""
    from rulesets.reading.build import advice as look

    try:
        with _told(writing.name), collector.paused():
            return look(writing)
    except RulesetError:
        return []


def encode(rules: Rules) -> bytes:
    """Return a compiled ruleset as bytes to be stored."""
    return msgspec.msgpack.encode(rules)


def decode(data: bytes) -> Rules:
    """Return a compiled ruleset from its stored bytes; loads no pydantic.

    Raises:
        msgspec.DecodeError: if they were not made by :func:`encode` of this version.
    """
    return msgspec.msgpack.decode(data, type=Rules)


@lru_cache(maxsize=64)
def _build(writing: bytes, options: tuple[tuple[str, str], ...], language: str) -> Rules:
    from rulesets.reading.build import build

    text = msgspec.msgpack.decode(writing, type=Writing)
    with _told(text.name), collector.paused():
        return build(text, dict(options), language)


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Let whatever a ruleset makes the program trip over be a problem of that ruleset, and of no other."""
    try:
        yield
    except RulesetError:
        raise
    except Exception as error:
        import logging  # a start goes without: 2 ms

        logging.getLogger(__name__).exception("the ruleset %s", name)
        message = f"The program cannot make anything of this ruleset ({type(error).__name__})."
        hint = "take out what was written last until it can be read again"
        raise RulesetError([Problem(name, 0, "", message, hint)]) from error
