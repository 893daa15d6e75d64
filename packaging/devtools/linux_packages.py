"""The packages for Linux, made from what PyInstaller has frozen into a folder.

Called by building.py; by itself, from packaging/:  python3 -m devtools.linux_packages BUNDLE ICONS OUT
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from devtools import linux_archive, linux_deb, linux_libraries, linux_share
from devtools.building import version
from devtools.console import DevError, say
from devtools.releases import moment


def make(bundle: Path, icons: Path, out: Path) -> list[Path]:
    """Make the tar.gz, and the .deb where dpkg-deb is, in ``out``; returns them.

    ``bundle`` is the frozen folder with the program ``turnwright`` in it, ``icons`` has the hicolor folder.
    """
    made, now = moment(), version()
    needs = linux_libraries.needs(bundle)
    say(f"it needs from the system: {', '.join(needs.depends())}")
    with tempfile.TemporaryDirectory() as folder:
        linux_share.share(Path(folder), icons, made)
        linux_share.validate(Path(folder))
    out.mkdir(parents=True, exist_ok=True)
    packages = [linux_archive.make(bundle, icons, needs, now, made, out)]
    deb = linux_deb.make(bundle, icons, needs, now, made, out)
    if deb is not None:
        linux_deb.inspect(deb)
        packages.append(deb)
    for path in packages:
        say(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")
    return packages


def main(arguments: list[str]) -> int:
    """Make the packages from the folders named; returns the exit code."""
    if len(arguments) != 3:
        print("usage: python3 -m devtools.linux_packages BUNDLE ICONS OUT", file=sys.stderr)
        return 2
    bundle, icons, out = (Path(name).resolve() for name in arguments)
    try:
        make(bundle, icons, out)
    except DevError as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
