"""What others wrote and a standalone Turnwright brings along: a text for each part, and a list of all.

Called by turnwright.spec, when it is known which files go into the bundle. Whatever is among them has to be
known here with the text of its licence; if it is not, there is no bundle.

The list, ``index.json``, is read by Help → About: name, version, licence, home page and file of each part.
"""

from __future__ import annotations

import json
import platform
import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from devtools import licences_python, licences_system
from devtools.console import ROOT, DevError

Entry = tuple[str, str, str]
"""One file of a bundle: where it lies in it, where it comes from, what kind of file it is."""

TEXTS = ROOT / "packaging" / "licences"
COMMON = ROOT / "resources" / "licences"
"""The texts that the program brings from source, too."""
INDEX = "index.json"
QT_PLACES = {
    "linux": "the folder _internal/PySide6 beside the program, most of them in its subfolder Qt",
    "win32": "the folder _internal\\PySide6 beside the program",
    "darwin": "Turnwright.app/Contents/Frameworks/PySide6, most of them in its subfolder Qt",
}

LICENCES = {"pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception"}
"""Where a distribution tells its licence in a sentence."""


@dataclass(frozen=True)
class Part:
    """Something that others wrote, and the whole text of its licence."""

    name: str
    version: str
    licence: str
    home: str
    text: str

    @property
    def file(self) -> str:
        """The name of the file with its text: one that every system takes."""
        return re.sub(r"[^a-z0-9.+_-]+", "-", self.name.casefold()).strip("-.") + ".txt"


def write(folder: Path, entries: Iterable[Entry]) -> list[Entry]:
    """Write the licences of what is in a bundle into ``folder``; returns the files as parts of the bundle.

    Raises:
        DevError: if something in the bundle has no licence that is known here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    parts = sorted(collected(list(entries)), key=lambda part: part.name.casefold())
    lacking = [part.name for part in parts if not part.text.strip()]
    if lacking:
        raise DevError(
            f"No licence text was found for: {', '.join(lacking)}. Nothing may be shipped without."
        )
    index = []
    for part in parts:
        (folder / part.file).write_text(part.text.strip("\n") + "\n", encoding="utf-8", newline="\n")
        index.append({key: getattr(part, key) for key in ("name", "version", "licence", "home", "file")})
    told = json.dumps(index, ensure_ascii=False, indent=1) + "\n"
    (folder / INDEX).write_text(told, encoding="utf-8", newline="\n")
    return [(f"resources/licences/{path.name}", str(path), "DATA") for path in sorted(folder.iterdir())]


def collected(entries: list[Entry]) -> Iterator[Part]:
    """All that others wrote in a bundle."""
    sorted_out = licences_python.sort_out(entries)
    qt = qt_parts(entry[0] for entry in entries)
    yield python()
    for dist in sorted_out.distributions:
        of_qt = dist.name.casefold().startswith(("pyside6", "shiboken6"))
        text = _qt_text(dist.version, qt) if of_qt else dist.text
        licence = LICENCES.get(dist.name.casefold(), dist.licence)
        yield Part(dist.name, dist.version, licence, dist.home, text)
        if dist.name.casefold() == "shiboken6":
            yield Part("Qt", dist.version, "LGPL-3.0-only", "https://www.qt.io/", text)
    inside = {*qt, *(f"python/{name}" for name in sorted_out.of_python)}
    yield from parts_inside(inside, sys.platform, platform.machine().casefold())
    found = list(licences_system.packages(sorted_out.of_the_system))
    for package in (*found, *licences_system.common(found)):
        yield Part(package.name, package.version, package.licence, package.home, package.text)


def python() -> Part:
    """The interpreter and its library."""
    note = (
        "What of others is inside Python stands in https://docs.python.org/3/license.html; its larger parts\n"
        "stand in this list under their own names.\n\n"
    )
    text = note + licences_python.licence_of_python()
    return Part("Python", platform.python_version(), "PSF-2.0", "https://www.python.org/", text)


# -- Qt --------------------------------------------------------------------------------------------

_PLUGIN = re.compile(r"/plugins/(\w[\w-]*)/(?:lib)?(\w[\w-]*)\.(?:so|dll|dylib)$")
_LIBRARY = re.compile(r"^(?:lib)?Qt6(\w+?)(?:\.so(?:\.\d+)*|\.dll|\.\d+\.dylib)$")
_FRAMEWORK = re.compile(r"/Qt(\w+)\.framework/")


def qt_parts(places: Iterable[str]) -> set[str]:
    """What of Qt lies at these places of a bundle: "Core", "platforms/qxcb", "icu"."""
    found = set()
    for place in places:
        path = place.replace("\\", "/")
        name = PurePosixPath(path).name
        if not re.match(r"(.*/)?PySide6/", path):
            continue
        if plugin := _PLUGIN.search(path):
            found.add(f"{plugin[1]}/{plugin[2]}")
        elif library := _LIBRARY.match(name) or _FRAMEWORK.search(path):
            found.add(library[1])
        elif re.match(r"(lib)?icu", name):
            found.add("icu")
    return found


def _qt_text(version: str, parts: Collection[str]) -> str:
    modules = sorted(f"Qt {name}" for name in parts if "/" not in name and name != "icu")
    plugins = sorted(name for name in parts if "/" in name)
    place = QT_PLACES.get(sys.platform, QT_PLACES["linux"])
    notice = (TEXTS / "qt.txt").read_text(encoding="utf-8")
    told = ", ".join(modules) + "\n    plugins: " + ", ".join(plugins)
    texts = [(COMMON / name).read_text(encoding="utf-8") for name in ("LGPL-3.0.txt", "GPL-3.0.txt")]
    return _ruled([notice.format(version=version, place=place, modules=told), *texts])


def parts_inside(there: Collection[str], system: str, machine: str) -> Iterator[Part]:
    """What of others is inside the libraries that are there, by packaging/licences/inside.toml."""
    listed = tomllib.loads((TEXTS / "inside.toml").read_text(encoding="utf-8"))["part"]
    for part in listed:
        if system not in part.get("systems", [system]) or machine not in part.get("machines", [machine]):
            continue
        holders = [name for name in part["in"] if name in there]
        if not holders:
            continue
        texts = [(TEXTS / f"{name}.txt").read_text(encoding="utf-8") for name in part["texts"]]
        head = f"{part['name']}, inside {_holder(holders[0])}\n\n{part['copyright'].strip()}\n"
        yield Part(part["name"], "", part["licence"], part["home"], _ruled([head, *texts]))


def _holder(name: str) -> str:
    if name.startswith("python/"):
        return f"Python's {name.removeprefix('python/')}"
    return "Qt" if name == "icu" else f"Qt's {name}"


def _ruled(texts: Iterable[str]) -> str:
    return f"\n{'-' * 78}\n\n".join(text.strip("\n") + "\n" for text in texts)
