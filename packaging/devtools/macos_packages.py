"""What macOS wants besides the program: what its bundle says of itself, and a disk image to drag it from."""

from __future__ import annotations

import platform
import plistlib
import shutil
import tempfile
from pathlib import Path
from typing import Any

from devtools import building
from devtools.console import ROOT, DevError, say, spawn

PLIST = ROOT / "packaging" / "macos" / "Info.plist"
IDENTIFIER = "alt.turnwright.turnwright"
DOCUMENT_ICON = "turnwright-document.icns"


def info_plist(version: str) -> dict[str, Any]:
    """What the bundle says of itself besides what PyInstaller puts there, for BUNDLE(info_plist=...)."""
    told: dict[str, Any] = plistlib.loads(PLIST.read_bytes())
    return {**told, "CFBundleShortVersionString": version, "CFBundleVersion": version}


def make(bundle: Path, icons: Path, out: Path) -> list[Path]:
    """Pack Turnwright.app as a disk image, beside a link to the folder that programs belong into.

    The icons are in the bundle already.
    """
    made = out / f"turnwright-{building.version()}-macos-{platform.machine().lower()}.dmg"
    with tempfile.TemporaryDirectory(prefix="turnwright-image-") as folder:
        staged = Path(folder) / "Turnwright"
        staged.mkdir()
        # Links inside a bundle are part of it, and part of what was signed.
        shutil.copytree(bundle, staged / bundle.name, symlinks=True)
        (staged / "Applications").symlink_to("/Applications")
        options = ["-volname", "Turnwright", "-srcfolder", str(staged), "-format", "UDZO", "-ov"]
        if spawn(["hdiutil", "create", *options, str(made)]).returncode or not made.is_file():
            raise DevError("hdiutil could not make the disk image; its reason stands above.")
    say(f"packed {made.name}, {made.stat().st_size / 1e6:.1f} MB")
    return [made]
