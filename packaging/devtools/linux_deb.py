"""The Debian package, made with dpkg-deb alone."""

from __future__ import annotations

import gzip
import hashlib
import os
import platform
import shutil
import tempfile
import textwrap
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path

from devtools import linux_share
from devtools.console import DevError, say, spawn
from devtools.linux_libraries import Needs
from devtools.releases import CHANGELOG, releases

NAME = "turnwright"
MAINTAINER = "The authors of Turnwright <turnwright@turnwright.invalid>"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
PROGRAM = Path("usr/lib/turnwright")
LINUX = linux_share.LINUX
DESCRIPTION = """combat tracker for game masters
 It shows whose turn it is in a fight of a tabletop roleplaying game, what
 everybody may still do this turn, and how hurt they are.
 .
 The combat round itself is data: ten systems with very different rounds come
 with it, and each of them is a text file.
 .
 This package holds everything the program needs, Python and Qt included."""
RECOMMENDED = ("desktop-file-utils", "hicolor-icon-theme", "shared-mime-info")
"""They put the menu entry, the icons and the file type into force, by dpkg triggers of their own."""

SUGGESTED = ("cups", "xdg-utils")


def architecture() -> str:
    """What Debian calls the machine that the program was frozen on."""
    told = spawn(["dpkg", "--print-architecture"], quiet=True)
    machine = platform.machine()
    return told.stdout.strip() if not told.returncode else ARCHITECTURES.get(machine, machine)


def control(version: str, arch: str, needs: Needs, size: int) -> str:
    """The control file. ``size`` is what is installed, in KiB."""
    recommended = sorted({*needs.weaker(recommended=True), *RECOMMENDED})
    suggested = sorted({*needs.weaker(recommended=False), *SUGGESTED})
    fields = {
        "Package": NAME,
        "Version": version,
        "Architecture": arch,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size),
        "Depends": ", ".join(needs.depends()),
        "Recommends": ", ".join(recommended),
        "Suggests": ", ".join(suggested),
        "Section": "utils",
        "Priority": "optional",
        "Description": DESCRIPTION,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def changelog(text: str, made: int) -> str:
    """The changelog in Debian's form."""
    parts = []
    for release in releases(text):
        points = (release.told, *release.points) if release.told else release.points
        wrapped = [
            textwrap.fill(point, 78, initial_indent="  * ", subsequent_indent="    ") for point in points
        ]
        end = f" -- {MAINTAINER}  {formatdate(made).replace('-0000', '+0000')}"
        parts.append(
            f"{NAME} ({release.version}) stable; urgency=medium\n\n" + "\n".join(wrapped) + f"\n\n{end}\n"
        )
    return "\n".join(parts)


def installed_size(root: Path) -> int:
    """In KiB, as Debian policy counts: files rounded up, one for everything else."""
    size = 0
    for path in root.rglob("*"):
        whole = path.is_file() and not path.is_symlink()
        size += -(-path.stat().st_size // 1024) if whole else 1
    return size


def set_modes(root: Path, made: int) -> None:
    """Readable by all, writable by the owner, and only the program itself can be run."""
    programs = {root / PROGRAM / NAME}
    for path in (root, *root.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path in programs else 0o644)
        os.utime(path, (made, made), follow_symlinks=False)


def sums(root: Path) -> str:
    """The md5sums file, which tells a damaged installation."""
    lines = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and "DEBIAN" not in path.relative_to(root).parts:
            digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            lines.append(f"{digest}  {path.relative_to(root)}\n")
    return "".join(lines)


def terms(made: int) -> str:
    """The copyright file."""
    text = (LINUX / "copyright").read_text(encoding="utf-8")
    return text.replace("@YEAR@", str(datetime.fromtimestamp(made, UTC).year))


def packed(text: str) -> bytes:
    """Compressed without name and time, as reproducible packages want it."""
    return gzip.compress(text.encode("utf-8"), 9, mtime=0)


def fill(root: Path, bundle: Path, icons: Path, made: int) -> None:
    """Put everything where it gets installed."""
    shutil.copytree(bundle, root / PROGRAM, symlinks=True)
    (root / "usr" / "bin").mkdir(parents=True)
    (root / "usr" / "bin" / NAME).symlink_to(Path("..") / PROGRAM.relative_to("usr") / NAME)
    linux_share.share(root / "usr" / "share", icons, made)
    texts = {
        f"doc/{NAME}/copyright": terms(made).encode("utf-8"),
        f"doc/{NAME}/changelog.gz": packed(changelog(CHANGELOG.read_text(encoding="utf-8"), made)),
        f"man/man1/{NAME}.1.gz": packed((LINUX / f"{NAME}.1").read_text(encoding="utf-8")),
        f"lintian/overrides/{NAME}": (LINUX / "lintian-overrides").read_bytes(),
    }
    for name, data in texts.items():
        path = root / "usr" / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def make(bundle: Path, icons: Path, needs: Needs, version: str, made: int, out: Path) -> Path | None:
    """Make the package in ``out``; None where there is no dpkg-deb."""
    if shutil.which("dpkg-deb") is None:
        say("no Debian package: dpkg-deb is not installed here")
        return None
    arch = architecture()
    target = out / f"{NAME}_{version}_{arch}.deb"
    with tempfile.TemporaryDirectory(prefix="turnwright-deb-") as folder:
        root = Path(folder, "root")
        fill(root, bundle, icons, made)
        size = installed_size(root)
        (root / "DEBIAN").mkdir()
        (root / "DEBIAN" / "control").write_text(control(version, arch, needs, size), encoding="utf-8")
        (root / "DEBIAN" / "md5sums").write_text(sums(root), encoding="utf-8")
        set_modes(root, made)
        # zstd -19 takes longer for a tenth more; xz -9 takes three times as long for a fiftieth less.
        command = ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", str(root), str(target)]
        done = spawn(command, env={**os.environ, "SOURCE_DATE_EPOCH": str(made)}, quiet=True)
    if done.returncode:
        raise DevError(f"dpkg-deb could not make the package:\n{done.stderr.strip()}")
    return target


def inspect(package: Path) -> None:
    """Let lintian look for what a Debian package must not have.

    Raises:
        DevError: with what it said.
    """
    if shutil.which("lintian") is None:
        say("lintian is not installed here, so it has not looked at the package")
        return
    command = ["lintian", "--fail-on", "error", "--tag-display-limit", "0", "--allow-root", str(package)]
    done = spawn(command, quiet=True)
    if done.stdout.strip():
        print(done.stdout.strip(), flush=True)
    if done.returncode:
        raise DevError(f"lintian finds errors in {package.name}; they stand above. {done.stderr.strip()}")
