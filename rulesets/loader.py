"""Finding, loading and storing rulesets: from a ``ruleset.toml`` to :class:`rulesets.compiled.Rules`.

A compiled ruleset can be encoded and read back without pydantic; what is needed to compile one from its
text (:mod:`rulesets.definition`) is only imported when that is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from rulesets.compiled import Rules
from rulesets.definition.problems import Problem, RulesetError, did_you_mean
from rulesets.writing import Writing

__all__ = [
    "Problem",
    "RulesetError",
    "check",
    "decode",
    "encode",
    "judged",
    "load",
    "load_text",
    "load_writing",
    "shipped",
]

FILE = "ruleset.toml"
JUDGEMENT = "judgement.toml"
_SYSTEMS = Path(__file__).parent / "systems"


def shipped() -> dict[str, Path]:
    """Return id → folder of every ruleset that comes with the program."""
    if not _SYSTEMS.is_dir():
        return {}
    return {file.parent.name: file.parent for file in sorted(_SYSTEMS.glob(f"*/{FILE}"))}


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
    text, file = _read(source)
    return load_text(text, str(file), options)


def load_writing(writing: Writing, options: Mapping[str, object] | None = None) -> Rules:
    """Return the ruleset of ``writing`` with ``options``.

    Raises:
        RulesetError: with everything that is wrong with it, or with the options.
    """
    return load_text(writing.text, writing.name, options)


def load_text(text: str, name: str, options: Mapping[str, object] | None = None) -> Rules:
    """Return the ruleset written in ``text``; ``name`` is what its problems call the file.

    Raises:
        RulesetError: with everything that is wrong with it, or with the options.
    """
    from rulesets.definition.source import as_option

    chosen = tuple(sorted((option, as_option(value)) for option, value in (options or {}).items()))
    return _build(text, name, chosen)


def check(source: Path | str) -> list[Problem]:
    """Return all problems of a ruleset: with default options, every single value of each, and each preset."""
    try:
        text, file = _read(source)
    except RulesetError as error:
        return list(error.problems)
    from rulesets.definition.build import check as check_text

    return check_text(text, str(file))


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
def _build(text: str, name: str, options: tuple[tuple[str, str], ...]) -> Rules:
    from rulesets.definition.build import build

    return build(text, name, dict(options))


def _read(source: Path | str) -> tuple[str, Path]:
    known = shipped()
    path = known[source] if isinstance(source, str) and source in known else Path(source)
    file = path / FILE if path.is_dir() else path
    try:
        return file.read_text(encoding="utf-8"), file
    except FileNotFoundError:
        hint = did_you_mean(str(source), known)
        message = f"There is no file {str(file)!r} and no shipped ruleset of that name."
    except UnicodeDecodeError:
        hint, message = "", "The file is not UTF-8 text."
    except OSError as error:
        hint, message = "", f"The file cannot be read: {error.strerror}."
    raise RulesetError([Problem(str(file), 0, "", message, hint)])
