"""Lets Qt be imported without the members of enumerations that nobody asks for.

PySide makes a member for each of the 3,900 names of 250 enumerations at a start, which asks 45 of them for
one. Here an enumeration is there at once, and Python's own enum makes its members when something of it is
asked for; from then on it is like any other.

It is kept, although it stands before a private function of Python: with an encounter of 100 a start takes
241 ms of the processor instead of 250 at best, 265 instead of 292 in the median of 14, and a megabyte less
(Python 3.11, PySide 6.11, a busy machine). What it stands before is the same from Python 3.11 to 3.13; with
any other one, or should it be gone, members are made at once and nothing else differs. It goes when it takes
less than a thirtieth off.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterator
from threading import RLock
from typing import Any

_KNOWN = sys.version_info < (3, 14)
"""Python's own enum has been looked at from 3.11 to 3.13; by another one the members are made at once."""
_AS_EVER: Any = getattr(enum.EnumType, "_create_", None)
"""What makes an enumeration of its kind, its name and its members."""
_Asked = tuple[type[enum.Enum], str, list[tuple[str, int]], dict[str, Any]]
_waiting: dict[enum.EnumType, _Asked] = {}
"""What was asked for: the kind of enumeration, its name, its members with values, and what else was said."""
_making = RLock()


def make_late() -> None:
    """Put off the members of all enumerations that PySide makes from here on."""
    if _KNOWN and _AS_EVER is not None:
        enum.EnumType._create_ = _create  # type: ignore[attr-defined]


class _Late(enum.EnumType):
    """The type of an enumeration without members; it has them, and is of the usual type, once asked."""

    def __getattribute__(cls, name: str) -> Any:
        if name.startswith("__") and name != "__members__":  # what classes have, and importing looks at
            return super().__getattribute__(name)
        return getattr(_made(cls), name)

    def __call__(cls, *given: Any, **named: Any) -> Any:
        return _made(cls)(*given, **named)

    def __getitem__(cls, name: str) -> Any:
        return _made(cls)[name]

    def __contains__(cls, member: object) -> bool:
        return member in _made(cls)

    def __iter__(cls) -> Iterator[Any]:
        yield from _made(cls)

    def __reversed__(cls) -> Iterator[Any]:
        yield from reversed(_made(cls))

    def __len__(cls) -> int:
        return len(_made(cls))

    def __dir__(cls) -> list[str]:
        return dir(_made(cls))


def _create(
    kind: type[enum.Enum],
    class_name: str,
    names: Any,
    *,
    boundary: enum.FlagBoundary | None = None,
    **said: Any,
) -> Any:
    """Return an enumeration: without members if it is asked for as PySide does, which keeps unknown bits."""
    if boundary is not enum.KEEP or not isinstance(names, list):
        return _AS_EVER(kind, class_name, names, boundary=boundary, **said)
    late = type.__new__(_Late, class_name, (kind,), {})
    _waiting[late] = (kind, class_name, names, {"boundary": boundary, **said})
    return late


def _made(late: enum.EnumType) -> Any:
    """Give ``late`` what Python makes of what was asked for."""
    with _making:
        if late in _waiting:
            kind, name, names, said = _waiting[late]
            whole = _AS_EVER(kind, name, names, **said)
            for member in (*whole._member_map_.values(), *whole._value2member_map_.values()):
                member.__class__ = member.__objclass__ = late
            for key, value in vars(whole).items():
                if key not in vars(late):  # PySide has said some of it itself, such as its module
                    type.__setattr__(late, key, value)
            late.__class__ = enum.EnumType
            del _waiting[late]
    return late
