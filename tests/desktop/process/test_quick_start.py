"""What makes the start quick leaves nothing behind that others would trip over."""

from __future__ import annotations

import enum
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from desktop.process.quick_start import make_enums_quickly

LEAN = """
import sys
from desktop.process.quick_start import import_msgspec
{before}
import_msgspec()
print(*(name in sys.modules for name in ("msgspec", "inspect", "typing_extensions", "msgspec.inspect")))
import typing_extensions, msgspec.inspect
print(msgspec.inspect.type_info(int))
from rulesets.table.commands import Add
import msgspec
print(msgspec.json.decode(msgspec.json.encode(Add(combatant={{"id": "x"}})), type=Add).combatant)
"""


def said(before: str = "") -> list[str]:
    """Return what a program of its own says."""
    done = subprocess.run(
        [sys.executable, "-c", LEAN.format(before=before)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_msgspec_is_imported_without_what_it_can_do_without() -> None:
    assert said() == [
        "True False False False",
        "IntType(gt=None, ge=None, lt=None, le=None, multiple_of=None)",
        "{'id': 'x'}",
    ]


def test_what_is_there_already_stays() -> None:
    assert said("import typing_extensions")[0] == "True True True False"


def enums_in(place: Any, depth: int = 0) -> Iterator[type[enum.Enum]]:
    """Yield the enumerations of a module, and of its classes."""
    for name in dir(place):
        found = getattr(place, name, None)
        if isinstance(found, type) and issubclass(found, enum.Enum):
            yield found
        elif isinstance(found, type) and depth < 2 and found.__module__.startswith("PySide6"):
            yield from enums_in(found, depth + 1)


QT_ENUMS = {one for module in (QtCore, QtGui, QtWidgets) for one in enums_in(module)}
HOUSEKEEPING = {"__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "_generate_next_value_"}
"""What PySide gives an enumeration afterwards, and what only one without members is asked for."""


def about(made: type[enum.Enum]) -> dict[str, Any]:
    """Return everything that an enumeration is, its members as texts: those of two are never equal."""
    found = {key: value for key, value in vars(made).items() if key not in HOUSEKEEPING}
    members = {name: (repr(one), one.value, one.name, hash(one)) for name, one in made.__members__.items()}
    found |= {"members": members, "canonical": [one.name for one in made], "bases": made.__mro__[1:]}
    for name in (*members, "_member_map_", "_value2member_map_", "_iter_member_"):
        found[name] = repr(found.get(name))
    if issubclass(made, enum.Flag):
        few = list(made)[:4]
        found["operators"] = [repr((a | b, a & b, a ^ b, ~a)) for a in few for b in few]
    return found


def made_again(like: type[enum.Enum]) -> type[enum.Enum]:
    """Make an enumeration as PySide does."""
    base: Any = like.__mro__[1]
    members = [(name, one.value) for name, one in like.__members__.items()]
    made: type[enum.Enum] = base(like.__name__, members, boundary=getattr(like, "_boundary_", None))
    return made


def test_an_enumeration_that_is_made_quickly_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of Qt's, in everything that they are."""
    monkeypatch.setattr(enum.EnumType, "_create_", enum.EnumType._create_)  # type: ignore[attr-defined]
    plain = {one: about(made_again(one)) for one in QT_ENUMS}
    make_enums_quickly()
    assert len(QT_ENUMS) > 500
    assert [one for one in QT_ENUMS if about(made_again(one)) != plain[one]] == []


def test_an_enumeration_that_is_not_one_of_numbers_is_made_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enum.EnumType, "_create_", enum.EnumType._create_)  # type: ignore[attr-defined]
    make_enums_quickly()
    suits: Any = enum.Enum("suits", "hearts spades", module=__name__)
    assert [(one.name, one.value) for one in suits] == [("hearts", 1), ("spades", 2)]
    assert suits.__module__ == __name__
    words: Any = enum.StrEnum("words", [("one", "eins")])
    assert words("eins") is words.one
