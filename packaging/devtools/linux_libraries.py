"""What a frozen program needs from the Linux system it runs on, and the packages that bring it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from devtools.console import ROOT, DevError, spawn

TABLE = ROOT / "packaging" / "linux" / "libraries.toml"
C_LIBRARY = re.compile(r"(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|util|nsl|anl))\.so\.\d+")
"""What glibc brings; every Linux system that the program runs on has these."""
MUST_WORK = frozenset(("libqxcb.so", "libqoffscreen.so", "libqminimal.so"))
"""Plugins of Qt without which no window opens or nothing is drawn; all others may be left out by Qt."""


@dataclass(frozen=True)
class Package:
    """The packages that hold one library or file."""

    apt: tuple[str, ...]
    dnf: str
    pacman: str
    zypper: str
    recommended: bool = False
    """Whether it is wanted though only a plugin of Qt asks for it, and not all desktops bring it."""

    def depends(self) -> str:
        """As it stands in a Debian control file."""
        return " | ".join(self.apt)

    def words(self) -> str:
        """One name for each package manager. Older Debian names are provided by the newer packages."""
        return f"{self.apt[-1]} {self.dnf} {self.pacman} {self.zypper}"


@dataclass(frozen=True)
class Elf:
    """What one program or library asks for."""

    path: Path
    needs: frozenset[str]
    glibc: tuple[int, ...]


@dataclass(frozen=True)
class Needs:
    """What the system has to bring: libraries by soname, files by path."""

    required: Mapping[str, Package]
    optional: Mapping[str, Package]
    files: Mapping[str, Package]
    glibc: str

    def depends(self) -> list[str]:
        """What a Debian package has to depend on."""
        known = {package.depends() for package in (*self.required.values(), *self.files.values())}
        return [f"libc6 (>= {self.glibc})", *sorted(known)]

    def weaker(self, *, recommended: bool) -> list[str]:
        """What only some plugin of Qt asks for: what is recommended, or the rest."""
        found = {p.depends() for p in self.optional.values() if p.recommended == recommended}
        return sorted(found - set(self.depends()))


def read_elf(path: Path) -> Elf:
    """Ask objdump, which PyInstaller needs as well."""
    done = spawn(["objdump", "-p", str(path)], quiet=True)
    if done.returncode:
        raise DevError(
            f"objdump could not read {path}: {done.stderr.strip()} (it is in the package binutils)"
        )
    needs = re.findall(r"^\s+NEEDED\s+(\S+)$", done.stdout, re.MULTILINE)
    versions = [tuple(map(int, v.split("."))) for v in re.findall(r"\bGLIBC_([\d.]+)", done.stdout)]
    return Elf(path, frozenset(needs), max(versions, default=(0,)))


def elves(bundle: Path) -> list[Elf]:
    """Every program and library of a bundle."""
    found = [path for path in sorted(bundle.rglob("*")) if path.is_file() and not path.is_symlink()]
    return [read_elf(path) for path in found if _is_elf(path)]


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def _always_loaded(elf: Elf) -> bool:
    """Plugins are looked for by Qt and left out if something is missing; everything else is imported."""
    return "plugins" not in elf.path.parts or elf.path.name in MUST_WORK


def sonames(found: Iterable[Elf], held: Iterable[str]) -> tuple[set[str], set[str]]:
    """What is needed from outside: always, and by something that may be left out.

    Libraries of a plugin lie beside those of Qt itself, so what counts is who asks for them.
    """
    all_of_them, inside = list(found), set(held)
    every = {elf.path.name: elf for elf in all_of_them}
    asked = {name for elf in all_of_them for name in elf.needs}
    waiting = [elf for elf in all_of_them if _always_loaded(elf) and elf.path.name not in asked]
    reached: set[str] = set()
    required: set[str] = set()
    while waiting:
        for name in waiting.pop().needs:
            if name not in inside:
                required.add(name)
            elif name in every and name not in reached:
                reached.add(name)
                waiting.append(every[name])
    return required, {name for name in asked if name not in inside} - required


def read_table(path: Path = TABLE) -> tuple[dict[str, Package], dict[str, tuple[str, Package]]]:
    """The packages by soname; and by file, with the library that reads the file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))

    def package(entry: Mapping[str, object]) -> Package:
        apt = entry["apt"]
        assert isinstance(apt, list)
        dnf, pacman, zypper = (str(entry[name]) for name in ("dnf", "pacman", "zypper"))
        return Package(tuple(apt), dnf, pacman, zypper, bool(entry.get("recommended")))

    libraries = {name: package(entry) for name, entry in data["library"].items()}
    files = {name: (str(entry["read_by"]), package(entry)) for name, entry in data["file"].items()}
    return libraries, files


def needs(bundle: Path) -> Needs:
    """What the system must bring for this bundle.

    Raises:
        DevError: for a library that nobody has named a package for.
    """
    found = elves(bundle.resolve())
    held = {path.name for path in bundle.rglob("*")}
    required, optional = sonames(found, held)
    libraries, files = read_table()

    def known(names: Iterable[str]) -> dict[str, Package]:
        ours = sorted(name for name in names if not C_LIBRARY.fullmatch(name))
        if unknown := [name for name in ours if name not in libraries]:
            raise DevError(
                f"The bundle needs {', '.join(unknown)} from the system. Put it into the bundle, or say in "
                f"{TABLE.relative_to(ROOT)} which packages hold it."
            )
        return {name: libraries[name] for name in ours}

    data = {name: package for name, (reader, package) in files.items() if reader in held}
    glibc = max((elf.glibc for elf in found), default=(0,))
    return Needs(known(required), known(optional), data, ".".join(map(str, glibc)))
