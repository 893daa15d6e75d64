"""What goes into a standalone program, and what of Qt, Python and the system stays out. Read by the specs."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path, PurePosixPath

from devtools import elf_paths

Entry = tuple[str, str, str]
"""One file of a bundle: where it lies in it, where it comes from, what kind of file it is."""

PLUGINS = (
    "platforms/libqxcb.so",
    "platforms/libqwayland*.so",
    "platforms/*qoffscreen.*",
    "platforms/qwindows.dll",
    "platforms/libqcocoa.dylib",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "platformthemes/*",
    "wayland-shell-integration/libxdg-shell.so",
    "wayland-decoration-client/*",
    "styles/*",
    "iconengines/*qsvgicon.*",
    "imageformats/*qsvg.*",
    "imageformats/*qjpeg.*",
    "imageformats/*qwebp.*",
    "printsupport/*",
)
"""The plugins of Qt that are used: windows on each system and off screen, printing, pictures, accents."""

MODULES = (
    # Widgets drawn by the processor: no OpenGL, no QML. Encounters are read by Python's sqlite3.
    "PySide6.QtDBus",
    "PySide6.QtDesigner",
    "PySide6.QtHelp",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtSql",
    "PySide6.QtUiTools",
    "PySide6.QtXml",
    # Python's own windows, terminals and tools.
    "curses",
    "ensurepip",
    "idlelib",
    "lib2to3",
    "pydoc_data",
    "readline",
    "setuptools",
    "tkinter",
    "turtle",
    # No connection is made, and Python works out hashes by itself.
    "_hashlib",
    "_ssl",
    "ssl",
    # No process is forked; were it there, PyInstaller would import all of it at every start.
    "multiprocessing",
    # Only the tests of its makers ask for it.
    "multidict._testcapi",
    # What is only there for development: extras of the libraries reach for it.
    "_pytest",
    "hypothesis",
    "mypy",
    "pydantic.mypy",
    "pydantic.v1",
    "pytest",
    "rich",
)
"""What is never imported, whoever names it."""

WITH_SYMBOLS = frozenset({"aiohttp", "frozenlist", "multidict", "propcache", "yarl"})
"""Packages whose modules come with everything that debuggers want: four times of what runs, 9 MB in all."""

UNUSED_HOOKS = frozenset({"pyi_rth_inspect", "pyi_rth_pkgutil"})
"""What PyInstaller would run before every start: modules would be listed by pkgutil, and their sources found
by inspect. Nobody asks inspect, pkgutil is told by found_modules.py, and both would have to be loaded."""

OF_THE_SYSTEM = re.compile(
    r"lib(gtk|gdk|gio|gobject|gmodule|glib|gthread|pango|cairo|atk|harfbuzz|cups|avahi|gnutls|systemd|mount|gssapi|krb5"
    r"|fontconfig|freetype|wayland|dbus|x11|xcb\.|stdc\+\+|gcc_s)"
)
"""Libraries that every system with windows has. A copy from elsewhere would read settings and fonts that were
written for another version."""

_PYTHON = re.compile(r"(lib)?python(3|$)", re.IGNORECASE)
"""The interpreter: libpython3.11.so.1.0, python311.dll and python3.dll, or Python in a framework of macOS."""
_FRAMEWORK = re.compile(r"(.*?\.framework)/")


def entry_name(entry: Entry) -> str:
    """The name by which others are linked to a file. Windows takes capitals for small letters."""
    return PurePosixPath(entry[0].replace("\\", "/")).name.casefold()


def plugin(dest: str) -> str | None:
    """Kind and name of a plugin of Qt's, as "platforms/libqxcb.so"; None for any other file."""
    parts = PurePosixPath(dest.replace("\\", "/")).parts
    return "/".join(parts[-2:]) if "PySide6" in parts and "plugins" in parts else None


def may_come(entry: Entry) -> bool:
    """Whether a library may come along with one that needs it."""
    return plugin(entry[0]) is None and not OF_THE_SYSTEM.match(entry_name(entry))


def begins(entry: Entry) -> bool:
    """Whether a file is there for its own sake: a module, Python itself, or a plugin that is used."""
    name = plugin(entry[0])
    if name is not None:
        return any(PurePosixPath(name).match(pattern) for pattern in PLUGINS)
    return entry[2] == "EXTENSION" or bool(_PYTHON.match(entry_name(entry)))


def only_used(entries: Sequence[Entry], linked: Callable[[str], Iterable[str]]) -> list[Entry]:
    """Return the libraries without which a module or a plugin that is used could not be loaded.

    ``linked`` gives the names of the libraries that a file was linked with.
    """
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(entry_name(entry).casefold(), []).append(entry)  # as Windows finds libraries
    kept: set[str] = set()
    waiting = [entry for entry in entries if begins(entry)]
    while waiting:
        entry = waiting.pop()
        if entry[0] in kept:
            continue
        kept.add(entry[0])
        names = [PurePosixPath(entry[1]).name] if entry[2] == "SYMLINK" else linked(entry[1])
        waiting += [found for name in names for found in by_name.get(name.casefold(), ()) if may_come(found)]
    return [entry for entry in entries if entry[0] in kept]


def linked(path: str) -> list[str]:
    """The names of the libraries that a file was linked with, not those that they need in their turn."""
    if sys.platform.startswith("linux"):
        said = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True).stdout
        return re.findall(r"^\s+NEEDED\s+(\S+)", said, re.MULTILINE)
    from PyInstaller.depend.bindepend import get_imports  # type: ignore[import-untyped]

    return [PurePosixPath(name.replace("\\", "/")).name for name, _ in get_imports(path)]


def other_files(entries: Sequence[Entry], kept: Iterable[Entry]) -> list[Entry]:
    """Leave out what belonged to libraries that were not kept, and the translations of Qt's own dialogs.

    The window speaks one language, and so do they. A framework of macOS is a folder with links in it, which
    is signed as a whole: of it everything comes or nothing.
    """
    there = {entry[0] for entry in kept}
    frameworks = {found[1] for found in map(_FRAMEWORK.match, there) if found}

    def comes(entry: Entry) -> bool:
        if framework := _FRAMEWORK.match(entry[0]):
            return framework[1] in frameworks
        return entry[2] != "SYMLINK" or str(PurePosixPath(entry[0]).parent / entry[1]) in there

    return [entry for entry in entries if not entry[0].endswith(".qm") and comes(entry)]


def stripped(entries: Sequence[Entry], folder: Path) -> list[Entry]:
    """Take what is only there for debuggers out of Python's own files, in copies that go into ``folder``.

    With it goes the path where their builder kept others of them.

    Those that come with packages are left alone, but for WITH_SYMBOLS: they are small already, and some do
    not survive it.
    """
    if not sys.platform.startswith("linux"):
        return list(entries)
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for dest, source, kind in entries:
        path = Path(source)
        of_python = path.is_relative_to(sys.base_prefix) and "site-packages" not in path.parts
        laden = "site-packages" in path.parts and not WITH_SYMBOLS.isdisjoint(path.parts)
        if kind != "SYMLINK" and (of_python or laden) and path.is_file():
            copy = folder / path.name
            shutil.copy2(path, copy)
            subprocess.run(["strip", "--strip-unneeded", str(copy)], check=True)
            elf_paths.clean(copy)
            source = str(copy)
        made.append((dest, source, kind))
    return made


def of_tests(modules: Iterable[Entry]) -> list[Entry]:
    """Return the modules that are only there to test the program."""
    return [entry for entry in modules if entry[0].partition(".")[0] == "tests"]


def nothing_of_tests(modules: Iterable[Entry]) -> None:
    """See that a program that is given away has nothing in it that tests or plays it.

    Raises:
        ValueError: if it has, with the names.
    """
    if found := [entry[0] for entry in of_tests(modules)]:
        raise ValueError(f"these are not for users: {', '.join(found)}")


def besides(entries: Iterable[Entry], there: Iterable[Entry]) -> list[Entry]:
    """Return the files whose place is not taken yet."""
    taken = {entry[0] for entry in there}
    return [entry for entry in entries if entry[0] not in taken]
