"""What Windows wants besides the programs: a version resource in each, an archive and an installer."""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from devtools import building
from devtools.console import ROOT, DevError, say, spawn

SCRIPT = ROOT / "packaging" / "windows" / "turnwright.iss"
DESCRIPTION = "A combat tracker for game masters"
RESOURCE = """# The version resource of a program, read by PyInstaller.
VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers},
    prodvers={numbers},
    mask=0x3f,
    flags=0x0,
    OS=0x40004,
    fileType=0x1,
    subtype=0x0,
    date=(0, 0),
  ),
  kids=[
    StringFileInfo([
      StringTable('040904B0', [
        StringStruct('CompanyName', 'Turnwright'),
        StringStruct('FileDescription', {description!r}),
        StringStruct('FileVersion', {version!r}),
        StringStruct('InternalName', '{name}'),
        StringStruct('LegalCopyright', 'Copyright the authors of Turnwright'),
        StringStruct('OriginalFilename', '{name}.exe'),
        StringStruct('ProductName', 'Turnwright'),
        StringStruct('ProductVersion', {version!r}),
      ]),
    ]),
    VarFileInfo([VarStruct('Translation', [0x0409, 1200])]),
  ],
)
"""


def numbers(version: str) -> tuple[int, int, int, int]:
    """A version as Windows compares it: "0.1.0" is (0, 1, 0, 0); what follows the numbers is left out."""
    found = [int(part) for part in re.findall(r"\d+", re.split(r"[^\d.]", version)[0])][:4]
    if not found:
        raise DevError(f"{version!r} does not begin with a number, as a version has to on Windows.")
    padded = [*found, 0, 0, 0, 0]
    return padded[0], padded[1], padded[2], padded[3]


def version_resource(folder: Path, version: str, program: str) -> str:
    """Write the version resource of a program into ``folder``; returns its path, for EXE(version=...)."""
    name = program.removesuffix(".exe")
    path = folder / f"{name}.version.txt"
    folder.mkdir(parents=True, exist_ok=True)
    told = {"numbers": numbers(version), "version": version, "description": DESCRIPTION, "name": name}
    path.write_text(RESOURCE.format(**told), encoding="utf-8")
    return str(path)


def compiler(environ: Mapping[str, str]) -> Path:
    """The command-line compiler of Inno Setup.

    Raises:
        DevError: if it is not installed.
    """
    found = shutil.which("ISCC")
    if found:
        return Path(found)
    for name, below in (("ProgramFiles(x86)", ""), ("ProgramFiles", ""), ("LOCALAPPDATA", "Programs")):
        if name in environ:
            compilers = (Path(environ[name]) / below).glob("Inno Setup */ISCC.exe")
            if newest := max(compilers, default=None):
                return newest
    raise DevError(
        "Inno Setup, which makes the installer, is not there. Nothing was packed. Install it, for instance "
        "with: winget install JRSoftware.InnoSetup"
    )


def make(bundle: Path, icons: Path, out: Path) -> list[Path]:
    """Pack the programs in the folder ``bundle`` as a .zip archive and as an installer."""
    inno, machine, version = compiler(os.environ), platform.machine().lower(), building.version()
    name = f"turnwright-{version}-windows-{machine}"
    archive = shutil.make_archive(str(out / name), "zip", bundle.parent, bundle.name)
    made = [Path(archive), out / f"{name}-setup.exe"]
    passed = {"Version": version, "Machine": machine, "Bundle": bundle, "Icons": icons, "Out": out}
    command = [str(inno), "/Qp", *(f"/D{key}={value}" for key, value in passed.items()), str(SCRIPT)]
    if spawn(command).returncode or not made[1].is_file():
        raise DevError("Inno Setup could not make the installer; its reason stands above.")
    for path in made:
        say(f"packed {path.name}, {path.stat().st_size / 1e6:.1f} MB")
    return made
