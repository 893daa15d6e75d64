"""The tar.gz: a folder to unpack anywhere, with a starter that says what the system lacks."""

from __future__ import annotations

import gzip
import io
import platform
import sys
import tarfile
import tempfile
from pathlib import Path

from devtools import linux_share
from devtools.linux_libraries import Needs

LINUX = linux_share.LINUX
ABIS = {"x86_64": "libc6,x86-64", "aarch64": "libc6,AArch64"}
"""What the loader's list (ldconfig -p) calls the libraries of a machine."""


def needs_text(needs: Needs, machine: str) -> str:
    """What the starter reads: the loader's word for this machine, then one line for each need."""
    lines = [f"abi {ABIS.get(machine, 'libc6')}", f"glibc {needs.glibc}"]
    lines += [f"library {name} {package.words()}" for name, package in needs.required.items()]
    lines += [f"file {name} {package.words()}" for name, package in needs.files.items()]
    return "\n".join(lines) + "\n"


def readme(version: str, machine: str) -> str:
    """The text in the folder."""
    text = (LINUX / "README.txt").read_text(encoding="utf-8")
    return text.replace("@VERSION@", version).replace("@MACHINE@", machine)


class _Writer:
    """Puts files into the archive: owned by root, with one time, in a fixed order."""

    def __init__(self, archive: tarfile.TarFile, top: str, made: int) -> None:
        self._archive, self._top, self._made = archive, top, made

    def tree(self, folder: Path, below: str, programs: frozenset[str] = frozenset()) -> None:
        """A whole folder; only ``programs`` can be run."""
        self._add(tarfile.TarInfo(below), tarfile.DIRTYPE, 0o755)
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder).as_posix()
            info = tarfile.TarInfo(f"{below}/{name}")
            if path.is_symlink():
                info.linkname = str(path.readlink())
                self._add(info, tarfile.SYMTYPE, 0o777)
            elif path.is_dir():
                self._add(info, tarfile.DIRTYPE, 0o755)
            else:
                self.file(f"{below}/{name}", path.read_bytes(), program=name in programs)

    def file(self, name: str, data: bytes, *, program: bool = False) -> None:
        """One file."""
        info = tarfile.TarInfo(name)
        info.size = len(data)
        self._add(info, tarfile.REGTYPE, 0o755 if program else 0o644, data)

    def _add(self, info: tarfile.TarInfo, kind: bytes, mode: int, data: bytes = b"") -> None:
        info.name, info.type, info.mode = f"{self._top}/{info.name}", kind, mode
        info.mtime, info.uname, info.gname = self._made, "root", "root"
        self._archive.addfile(info, io.BytesIO(data))


def make(bundle: Path, icons: Path, needs: Needs, version: str, made: int, out: Path) -> Path:
    """Make the archive in ``out``."""
    machine = platform.machine()
    top = f"turnwright-{version}-{sys.platform}-{machine}"
    target = out / f"{top}.tar.gz"
    with tempfile.TemporaryDirectory() as folder:
        share = Path(folder)
        linux_share.share(share, icons, made)
        (share / "needs.txt").write_text(needs_text(needs, machine), encoding="ascii")
        with (
            target.open("wb") as raw,
            gzip.GzipFile("", "wb", 9, raw, mtime=made) as zipped,
            tarfile.open(mode="w", fileobj=zipped, format=tarfile.PAX_FORMAT) as archive,
        ):
            writer = _Writer(archive, top, made)
            writer.file("README.txt", readme(version, machine).encode("utf-8"))
            writer.file("turnwright", (LINUX / "starter.sh").read_bytes(), program=True)
            writer.tree(share, "share")
            writer.tree(bundle, "program", frozenset(("turnwright",)))
    return target
