"""Whose the files of a bundle are: a distribution's, Python's, the system's, or Turnwright's own."""

from __future__ import annotations

import json
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from pathlib import Path

from devtools.console import ROOT, DevError

BUILDER = "pyinstaller"
"""What starts a standalone program comes from it, whatever else is in the bundle."""
MICROSOFT = re.compile(r"(vcruntime|msvcp|concrt|vccorlib|ucrtbase|api-ms-win-)", re.IGNORECASE)
"""Libraries of Microsoft's, whoever brings a copy."""
_LICENCE = re.compile(r"(licen[cs]es?|copying|notice|authors)", re.IGNORECASE)
_HOMES = ("homepage", "home", "source", "source code", "repository", "documentation")
_KINDS = "License :: OSI Approved :: "


@dataclass(frozen=True)
class Distribution:
    """A Python package that was installed from an index, with all that it says about its licence."""

    name: str
    version: str
    licence: str
    home: str
    text: str


@dataclass
class SortedOut:
    """The files of a bundle by owner."""

    distributions: list[Distribution] = field(default_factory=list)
    of_python: set[str] = field(default_factory=set)
    """Names of Python's own modules that are written in C."""
    of_the_system: list[Path] = field(default_factory=list)


def sort_out(entries: Iterable[tuple[str, str, str]]) -> SortedOut:
    """Find the owner of every file of a bundle."""
    owners = _owners()
    found, used = SortedOut(), {BUILDER: metadata.distribution(BUILDER)}
    for _, source, kind in entries:
        path = Path(source)
        if kind == "SYMLINK" or not path.is_absolute():
            continue
        owner = owners.get(path) or owners.get(path.resolve())
        if MICROSOFT.match(path.name):
            found.of_the_system.append(path)
        elif owner is not None:
            used[_key(owner)] = owner
        elif of_python(path):
            if kind == "EXTENSION":
                found.of_python.add(path.name.partition(".")[0])
        elif not path.resolve().is_relative_to(ROOT):
            found.of_the_system.append(path)
    used.pop("turnwright", None)
    found.distributions = [_told(dist) for dist in used.values()]
    return found


def of_python(path: Path) -> bool:
    """Whether a file came with Python itself."""
    homes = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    if sys.platform in ("win32", "darwin"):
        homes.add(sys.base_prefix)  # nobody else installs libraries there
    real = path.resolve()
    if any(real.is_relative_to(Path(home).resolve()) for home in homes):
        return True
    return bool(re.match(r"(lib)?python3?[\d.]*\.?(so|dll|dylib)", path.name, re.IGNORECASE))


def _key(dist: metadata.Distribution) -> str:
    return re.sub(r"[-_.]+", "-", dist.metadata["Name"]).lower()


@cache
def _owners() -> dict[Path, metadata.Distribution]:
    """Whose every file is that was installed from an index; nobody changes that meanwhile."""
    return {path: dist for dist in metadata.distributions() for path in _files(dist)}


def _files(dist: metadata.Distribution) -> Iterator[Path]:
    for file in dist.files or ():
        yield Path(str(dist.locate_file(file))).resolve()


def _told(dist: metadata.Distribution) -> Distribution:
    said = dist.metadata
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in _licence_files(dist)]
    return Distribution(
        said["Name"], dist.version, _licence(said), _home(said), "\n\n".join([*texts, *_crates(dist)])
    )


def _licence_files(dist: metadata.Distribution) -> list[Path]:
    """The licences that a distribution brings, wherever in its metadata they lie."""
    return [
        Path(str(dist.locate_file(file)))
        for file in dist.files or ()
        if ".dist-info" in file.parts[0] and _LICENCE.match(file.name)
    ]


def _crates(dist: metadata.Distribution) -> Iterator[str]:
    """What a module written in Rust was linked with, if its maker says so."""
    for file in dist.files or ():
        if file.name.endswith(".cyclonedx.json") and ".dist-info" in file.parts[0]:
            bill = json.loads(Path(str(dist.locate_file(file))).read_text(encoding="utf-8"))
            lines = sorted(set(map(_crate, bill.get("components", []))))
            if lines:
                yield "Linked with these Rust packages:\n" + "\n".join(lines)


def _crate(component: dict[str, object]) -> str:
    licences = []
    for each in component.get("licenses") or ():  # type: ignore[attr-defined]
        licences.append(each.get("expression") or each.get("license", {}).get("id") or "")
    author = str(component.get("author") or "").strip()
    told = f"  {component['name']} {component.get('version', '')}: {', '.join(filter(None, licences))}"
    return f"{told} ({author})" if author else told


def _licence(said: metadata.PackageMetadata) -> str:
    known = dict(said.json)
    for key in ("license_expression", "license"):
        text = str(known.get(key) or "").strip()
        if text:
            return text.splitlines()[0]
    kinds = [str(each) for each in said.get_all("Classifier") or []]
    return ", ".join(kind.removeprefix(_KINDS) for kind in kinds if kind.startswith(_KINDS))


def _home(said: metadata.PackageMetadata) -> str:
    homes = {}
    for each in said.get_all("Project-URL") or []:
        label, _, address = str(each).partition(",")
        homes[label.strip().casefold()] = address.strip()
    for each in said.get_all("Home-page") or []:
        homes.setdefault("homepage", str(each))
    return next((homes[label] for label in _HOMES if label in homes), "")


def licence_of_python() -> str:
    """The licence that this Python came with.

    Raises:
        DevError: if it came without.
    """
    library = Path(sysconfig.get_path("stdlib"))
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for path in (
        Path(sys.base_prefix) / "LICENSE.txt",
        library / "LICENSE.txt",
        Path(f"/usr/share/doc/python{version}/copyright"),
        Path(f"/usr/share/doc/python{version}-minimal/copyright"),
    ):
        if path.is_file():
            return path.read_text(encoding="utf-8", errors="replace")
    raise DevError(f"Python's licence is neither in {sys.base_prefix} nor in {library}.")
