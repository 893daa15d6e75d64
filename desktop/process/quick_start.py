"""What makes the start quick and is over once the window is there; the program does the same without it."""

from __future__ import annotations

import builtins
import enum
import gc
import sys
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from rulesets import collector


def import_plainly() -> None:
    """Import from here on without what PySide does at every import for `from __feature__ import ...`.

    It looks whether a feature is wanted, and whether one could concern the module, whose source it reads for
    that; nobody here uses any. It is a tenth of the start, and seven megabytes of lines that stay. Should
    PySide keep this elsewhere one day, the start only takes longer.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def import_msgspec() -> None:
    """Import msgspec without what it can do without: typing_extensions, and what describes types to programs.

    With all of inspect that is a thirtieth of the start. Who imports one of them later finds it.
    """
    absent = {"typing_extensions": None, "msgspec.inspect": ModuleType("msgspec.inspect")}
    absent = {name: module for name, module in absent.items() if name not in sys.modules}
    sys.modules.update(absent)  # type: ignore[arg-type]  # None: there is no such module
    import msgspec  # noqa: F401

    for name in absent:
        del sys.modules[name]


def make_enums_quickly() -> None:
    """Have Qt's enumerations made the way the standard library makes large ones of its own.

    PySide makes every enumeration of a class as soon as something touches the class: some 380 with 4,500
    members until the window stands, each by ``Enum(name, pairs)``. That looks at every name and value for
    what only a class written by hand can have, and is a fifth of the start. ``enum._simple_enum`` leaves this
    out, takes a third of the time, and the same comes of it. Should it go one day, the start takes longer.
    """
    simple: Callable[..., Callable[[type], Any]] | None = getattr(enum, "_simple_enum", None)
    plain = getattr(enum.EnumType, "_create_", None)
    if simple is None or plain is None:
        return

    def made(base: Any, class_name: str, names: Any, *, boundary: Any = None, **others: Any) -> Any:
        asked_for = (others.get(key) for key in ("module", "qualname", "type"))
        if not _numbered(names) or any(one is not None for one in asked_for):
            return plain(base, class_name, names, boundary=boundary, **others)
        found = simple(base, boundary=boundary)(type(class_name, (object,), dict(names)))
        for name in found.__members__.keys() - _words_of(base):
            # Python 3.11 has put a property in between, which is slow to ask.
            type.__setattr__(found, name, found._member_map_[name])
        return found

    enum.EnumType._create_ = made  # type: ignore[attr-defined]


@cache
def _words_of(base: type) -> frozenset[str]:
    """Return what a kind of enumeration calls its own: asked one by one, each that is not there costs."""
    return frozenset(name for one in base.__mro__ for name in vars(one))


def _numbered(members: Any) -> bool:
    """Return whether these are pairs of name and number, and at least one."""
    return isinstance(members, list) and bool(members) and all(type(number) is int for _, number in members)


def collect_nothing() -> None:
    """Look for no garbage from here on: what a start makes is there to stay."""
    gc.disable()


def collect_again() -> None:
    """Set aside what the start has made, and look for garbage from here on."""
    collector.set_aside()
    gc.enable()
