"""The licences of the system's libraries in a bundle, from the packages that they were installed by."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from devtools.console import spawn
from devtools.licences_python import MICROSOFT

DOCUMENTS = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")
_MICROSOFT_TEXT = """These files are of Microsoft's Visual C++ runtime and of its Universal C runtime.
Microsoft lets programs that were made with Visual Studio bring them along, unmodified, on the terms of
https://visualstudio.microsoft.com/license-terms/

Copyright (c) Microsoft Corporation. All rights reserved.
"""


@dataclass(frozen=True)
class Package:
    """A package of the system's, or what is known of one."""

    name: str
    version: str
    licence: str
    home: str
    text: str


def packages(files: Iterable[Path], documents: Path = DOCUMENTS) -> Iterator[Package]:
    """The packages that these libraries belong to, and one for those that belong to none."""
    alone: list[Path] = []
    by_source: dict[str, list[tuple[str, Path]]] = {}
    paths = sorted(set(files))
    owners = _owners(paths)
    for path in paths:
        if path in owners:
            by_source.setdefault(owners[path][1], []).append((owners[path][0], path))
        else:
            alone.append(path)
    for source, members in sorted(by_source.items()):
        yield _package(source, members, documents)
    microsoft = [path for path in alone if MICROSOFT.match(path.name)]
    if microsoft:
        names = _listing("Files of it in this program", microsoft)
        home = "https://visualstudio.microsoft.com/"
        yield Package("Microsoft Visual C++ runtime", "", "Microsoft", home, f"{_MICROSOFT_TEXT}\n{names}")
    rest = [path for path in alone if path not in microsoft]
    if rest:
        told = f"These libraries come from the system on which this program was built ({sys.platform}).\n\n"
        yield Package("Libraries of the system", "", "their own", "", told + _listing("They are", rest))


def _listing(head: str, files: Iterable[PurePath]) -> str:
    return f"{head}: {', '.join(sorted({file.name for file in files}))}\n"


def _owners(files: Iterable[Path]) -> Mapping[Path, tuple[str, str]]:
    """The Debian packages of files, by file: their own name, and that of what they were built from."""
    if not shutil.which("dpkg-query"):
        return {}
    places: dict[str, Path] = {}
    for path in files:
        # Where /lib is a link to /usr/lib, a package may have been told either.
        for place in {str(path), str(path.resolve())}:
            places[place] = path
            places[place.removeprefix("/usr") if place.startswith("/usr/lib") else f"/usr{place}"] = path
    if not places:
        return {}
    found: dict[Path, str] = {}
    for line in spawn(["dpkg-query", "-S", *sorted(places)], quiet=True).stdout.splitlines():
        names, _, place = line.rpartition(": ")
        if place in places:
            found[places[place]] = names.partition(",")[0].partition(":")[0]
    sources = _asked("${source:Package}", found.values())
    return {path: (name, sources.get(name, name)) for path, name in found.items()}


def _asked(what: str, names: Iterable[str]) -> dict[str, str]:
    """What dpkg knows of packages, by name."""
    command = ["dpkg-query", "-W", "-f", "${Package}\\t" + what + "\\n", *sorted(set(names))]
    lines = spawn(command, quiet=True).stdout.splitlines() if names else []
    return {line.partition("\t")[0]: line.partition("\t")[2].strip() for line in lines}


def _package(source: str, members: list[tuple[str, Path]], documents: Path) -> Package:
    name = members[0][0]
    version = _asked("${source:Upstream-Version}", [name]).get(name, "")
    home = _asked("${Homepage}", [name]).get(name, "")
    copyright_file = documents / name / "copyright"
    text = copyright_file.read_text(encoding="utf-8", errors="replace") if copyright_file.is_file() else ""
    licence = licence_name(text, {path.name.partition(".")[0] for _, path in members})
    if text:
        text = _listing("Libraries of it in this program", [path for _, path in members]) + "\n" + text
    return Package(source, version, licence, home, text)


def licence_name(text: str, libraries: Iterable[str] = ()) -> str:
    """What a machine-readable copyright file says of these libraries, or else of the whole package."""
    stanzas = re.findall(r"^Files:\s*(.*?)^License:\s*([^\n]+)", text, re.MULTILINE | re.DOTALL)
    own = tuple(f"{name}/" for name in libraries)
    for files, licence in stanzas:
        if own and files.startswith(own):
            return str(licence).strip()
    whole = [licence for files, licence in stanzas if files.startswith("*")]
    return str(whole[0]).strip() if whole else "see the text"


def common(found: Iterable[Package], folder: Path = COMMON) -> Iterator[Package]:
    """The licences that copyright files only name by their place in Debian, each once."""
    pattern = r"/usr/share/common-licenses/([A-Za-z0-9.+-]*[A-Za-z0-9])"
    named = {name for package in found for name in re.findall(pattern, package.text)}
    # GPL is another name for the newest one, GPL-3.
    for name in sorted({(folder / name).resolve().name for name in named}):
        path = folder / name
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            home = "https://www.gnu.org/licenses/" if "GPL" in name else ""
            yield Package(f"Licence {name}", "", f"the text of {name}", home, text)
