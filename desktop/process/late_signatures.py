"""Lets Qt be imported without what PySide needs only to explain a wrong call, or to write its stubs.

PySide compiles those modules anew at every start: a third of what a bare window takes (60 of 180 ms). Here
each of them is read once something in it is asked for, and everything is then told as ever. Should PySide
keep them elsewhere one day, the start only takes longer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from threading import RLock
from types import ModuleType
from typing import Any, SupportsIndex

_PACKAGE = "shibokensupport.signature"
_MAPPING = f"{_PACKAGE}.mapping"
_OTHERS = ("errorhandler", "layout", "lib.enum_sig", "lib.pyi_generator", "lib.tool", "parser")
_LATE = frozenset({_MAPPING, *(f"{_PACKAGE}.{name}" for name in _OTHERS)})


@contextmanager
def read_late() -> Iterator[None]:
    """Put off what PySide reads of them while Qt is imported."""
    before = sys.meta_path
    sys.meta_path = _Finders(before)
    try:
        yield
    finally:
        before[:] = (finder for finder in sys.meta_path if not isinstance(finder, _Finder))
        sys.meta_path = before


class _Finders(list[Any]):
    """Those who find modules; before one that comes first stands another that lets late modules wait.

    PySide asks for its modules as soon as it has put its own finder first: there is no later moment.
    """

    def insert(self, at: SupportsIndex, finder: Any) -> None:
        super().insert(at, finder)
        super().insert(at, _Finder(finder))


class _Finder:
    """Finds the late ones of a finder's modules."""

    def __init__(self, finder: Any) -> None:
        self._finder = finder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        found = self._finder.find_spec(name, path, target) if name in _LATE else None
        if found is None:
            return None
        loader: Any = _Loader(found)
        return ModuleSpec(name, loader)


class _Loader:
    """Makes a module and reads nothing."""

    def __init__(self, found: ModuleSpec) -> None:
        self._found = found

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Late(spec.name, self._found)

    def exec_module(self, _module: ModuleType) -> None:
        pass  # once something of it is asked for


class _Late(ModuleType):
    """A module that is read once something is asked for that it does not have yet."""

    _reading = RLock()

    def __init__(self, name: str, found: ModuleSpec) -> None:
        super().__init__(name)
        self._found: ModuleSpec | None = found
        if name == _MAPPING:  # PySide takes what is in it without asking the module, but calls this first
            self.update_mapping = self._updated

    def _updated(self) -> Any:
        self._read()
        return self.update_mapping()  # its own by now

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):  # what importing itself looks for
            self._read()
        try:
            return vars(self)[name]
        except KeyError:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}") from None

    def _read(self) -> None:
        with self._reading:
            found, self._found = self._found, None
            if found is not None and found.loader is not None:
                self.__spec__ = found  # PySide has moved the module: its loader knows only the first name
                found.loader.exec_module(self)
