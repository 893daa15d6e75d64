"""Templates: which parts a document is made of, in TOML files that game masters can replace by their own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading import toml_text
from rulesets.reading.lines import find_lines
from rulesets.reading.problems import Loc, listed
from rulesets.seen.scene import Audience

LARGEST = 200_000
"""Bytes that a template may have."""
ColumnName = Literal[
    "count", "combatant", "side", "stats", "points", "tracks", "actions", "effects", "declared", "notes",
    "shared",
]  # fmt: skip
PartKind = Literal[
    "order", "declarations", "options", "time", "totals", "totals-side", "actions", "points-chart",
    "turns-chart", "happened", "notes", "cards", "about", "waves", "standing",
]  # fmt: skip


class TemplatePart(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a document."""

    kind: PartKind
    title: str = ""
    """Heading; left out: the usual one."""
    columns: Annotated[tuple[ColumnName, ...], Meta(min_length=1, max_length=20)] = (
        "count",
        "combatant",
        "stats",
        "points",
        "tracks",
        "actions",
        "effects",
    )
    """Of order: what is told of everybody."""
    blank: bool = False
    """Of order: there is room to write, and nothing is struck out but what is spent of a round under way."""
    every_track: bool = False
    """Of order: all tracks have boxes; else only the main one, those that moved, and all if it is blank."""
    rounds: Annotated[int, Meta(ge=0, le=20)] = 0
    """Of order and declarations: for so many rounds there are boxes to tick."""
    segments: Annotated[int, Meta(ge=1, le=20)] = 4
    """Of declarations: boxes a round."""
    lines: Annotated[int, Meta(ge=1, le=60)] = 6
    """Of notes: ruled lines, fewer where the page ends."""


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """What a document is made of."""

    part: Annotated[tuple[TemplatePart, ...], Meta(min_length=1, max_length=60)]
    title: str = ""
    landscape: bool = False
    audience: Audience = Audience.GM
    """Who is to read it: "players" are told nothing that is kept from them."""


class TemplateError(ValueError):
    """A template that cannot be used; the message names file, line and what is wrong."""


def read_template(path: Path) -> Template:
    """Return the template in a file.

    Raises:
        TemplateError: if it cannot be read or says what no template can.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise TemplateError(f"{path}: the file is too large for a template")
        text = path.read_text(encoding="utf-8").removeprefix("\ufeff")
        data = toml_text.loads(text)
        return msgspec.convert(data, Template, str_keys=True)
    except OSError as error:
        raise TemplateError(f"{path}: the file cannot be read ({error.strerror})") from error
    except toml_text.TooMuch as error:
        raise TemplateError(f"{path}: it is left unread: {error}") from error
    except (UnicodeDecodeError, toml_text.TOMLDecodeError) as error:
        raise TemplateError(f"{path}: this is no TOML ({error})") from error
    except msgspec.ValidationError as error:
        raise TemplateError(_located(path, text, data, str(error))) from error


_CHOICES: dict[str, tuple[str, ...]] = {"kind": get_args(PartKind), "audience": tuple(Audience)}
"""Key → what can stand there; columns elsewhere."""


def _located(path: Path, text: str, data: dict[str, Any], message: str) -> str:
    """Return what is wrong with a template, with its line and what may have been meant."""
    what, _, place = message.partition(" - at `$")
    loc: Loc = tuple(
        int(part) if part.isdecimal() else part for part in re.findall(r"\w[\w-]*", place.rstrip("`"))
    )
    unknown = re.search(r"unknown field `([^`]+)`", what)
    wrong = re.search(r"Invalid enum value '([^']+)'", what)
    hint = ""
    if unknown is not None:
        known = TemplatePart.__struct_fields__ if "part" in loc else Template.__struct_fields__
        what, hint = f"there is no key {unknown[1]!r} here", did_you_mean(unknown[1], known)
        loc = (*loc, unknown[1])
    elif wrong is not None:
        choices = _CHOICES.get(str(loc[-1]) if loc else "", get_args(ColumnName))
        what = f"{wrong[1]!r} is none of {listed(choices)}"
        hint = did_you_mean(wrong[1], choices)
    elif not data.get("part"):
        what = "there is not one [[part]]"
    lines = find_lines(text)
    line = next((lines[loc[:n]] for n in range(len(loc), 0, -1) if loc[:n] in lines), 1)
    return f"{path}:{line}: {what}" + (f" ({hint})" if hint else "")
