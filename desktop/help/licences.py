"""The parts that others wrote: what each is called, under which licence it stands, and that licence's text.

A built program brings the list in a folder of its resources. From source it is put together from what is
installed: everything that the distribution needs to run, and what that needs in turn. What others wrote
of the program's own resources is listed beside it in either case.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import msgspec
from msgspec import Struct
from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

DISTRIBUTION = "turnwright"
INDEX = "index.json"
CONTENTS = "contents.json"
"""The list of what resources are made from, such as the numbers of stat blocks."""
LESSER, GENERAL = "LGPL-3.0.txt", "GPL-3.0.txt"
"""Texts that come with the program in any case: the lesser licence is an addition to the general one."""
QT = "Qt"
_LESSER = "LGPL-3.0"
_HOMES = ("homepage", "home", "source", "repository", "documentation")
_CLASSIFIER = "License :: OSI Approved :: "


class Component(Struct, frozen=True):
    """A part that others wrote."""

    name: str
    version: str = ""
    licence: str = ""
    home: str = ""
    """Its address on the web, or ''."""
    files: tuple[Path, ...] = ()
    """The text of its licence."""

    @property
    def title(self) -> str:
        """Name and version; of some parts nobody tells one."""
        return f"{self.name} {self.version}".strip()

    def text(self) -> str:
        """Return the full text of its licence; '' if there is none, which the caller has to say."""
        return "\n\n".join(filter(None, map(_read, self.files))).strip("\n")


class _Listed(Struct):
    """An entry of such a list."""

    name: str
    version: str = ""
    licence: str = ""
    home: str = ""
    file: str = ""


def components(folder: Path, qt_version: str = "") -> tuple[Component, ...]:
    """Return all parts by name: those listed in ``folder``, else what is installed.

    Qt is always among them: it is the part whose licence asks to be told.
    """
    parts = [*(_listed(folder / INDEX) or _installed(folder)), *_listed(folder / CONTENTS)]
    found = {part.name.casefold(): part for part in parts}
    found.setdefault(QT.casefold(), _qt(folder, qt_version))
    return tuple(found[name] for name in sorted(found))


def _qt(folder: Path, version: str) -> Component:
    return Component(QT, version, "LGPL-3.0-only", "https://www.qt.io", _lesser(folder))


def _lesser(folder: Path) -> tuple[Path, ...]:
    return (folder / LESSER, folder / GENERAL)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _listed(file: Path) -> list[Component]:
    """Return what a list holds; nothing if there is none, or none that can be read."""
    try:
        listed = msgspec.json.decode(file.read_bytes(), type=list[_Listed])
    except (OSError, msgspec.DecodeError):
        return []
    folder = file.parent
    return [
        Component(
            each.name, each.version, each.licence, each.home, (folder / each.file,) if each.file else ()
        )
        for each in listed
    ]


# -- what is installed -----------------------------------------------------------------------------


def _installed(folder: Path) -> list[Component]:
    """Return what the program needs to run, and what that needs in turn."""
    found: dict[str, Component] = {}
    waiting = list(needs(DISTRIBUTION))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            about = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # then the program does without it
        found[name] = _component(about, folder)
        waiting.extend(needs(name))
    return list(found.values())


def needs(name: str) -> Iterator[str]:
    """Yield what a distribution needs here and without any of its extras."""
    try:
        required = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return
    for text in required:
        try:
            wanted = Requirement(text)
        except InvalidRequirement:
            continue
        if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
            yield canonicalize_name(wanted.name)


def _component(about: metadata.Distribution, folder: Path) -> Component:
    told = about.metadata
    licence = _licence(told)
    files = tuple(
        Path(str(about.locate_file(file)))
        for file in about.files or ()
        if ".dist-info" in file.parts[0] and _is_licence(file.name)
    )
    if not files and _LESSER in licence:
        files = _lesser(folder)
    return Component(told["Name"], about.version, licence, _home(told), files)


def _is_licence(name: str) -> bool:
    return name.casefold().startswith(("licen", "copying", "notice"))


def _licence(told: metadata.PackageMetadata) -> str:
    """Return what a distribution says of its licence, in one line."""
    said = dict(told.json)
    for key in ("license_expression", "license"):
        text = str(said.get(key) or "").strip()
        if text:
            return text.splitlines()[0]
    classifiers = [str(each) for each in told.get_all("Classifier") or []]
    kinds = [each.removeprefix(_CLASSIFIER) for each in classifiers if each.startswith(_CLASSIFIER)]
    return ", ".join(kinds)


def _home(told: metadata.PackageMetadata) -> str:
    """Return where a distribution is at home on the web."""
    homes: dict[str, str] = {}
    for each in told.get_all("Project-URL") or []:
        label, _, address = str(each).partition(",")
        homes[label.strip().casefold()] = address.strip()
    for each in told.get_all("Home-page") or []:
        homes.setdefault("homepage", str(each).strip())
    return next((homes[label] for label in _HOMES if label in homes), "")
