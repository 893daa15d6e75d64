"""What a Linux desktop reads about the program: menu entry, icons, file type, description."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from pathlib import Path

from devtools.building import version
from devtools.console import ROOT, DevError, say, spawn
from devtools.releases import CHANGELOG, releases

LINUX = ROOT / "packaging" / "linux"
DESKTOP_ID = "alt.turnwright.turnwright"
MIME_TYPE = "application/x-turnwright"
MIME_ICON = MIME_TYPE.replace("/", "-")
SCALABLE = ROOT / "resources" / "icons"


def put(source: Path, target: Path) -> None:
    """Copy a file's content, making the folders above it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def metainfo(made: int) -> str:
    """The AppStream description with the releases in it."""
    raw = (LINUX / f"{DESKTOP_ID}.metainfo.xml").read_text(encoding="utf-8")
    tree = ET.fromstring(raw, ET.XMLParser(target=ET.TreeBuilder(insert_comments=False)))
    place = tree.find("releases")
    if place is None:
        raise DevError(f"{DESKTOP_ID}.metainfo.xml has no place for releases.")
    day = datetime.fromtimestamp(made, UTC).date().isoformat()
    for release in releases(CHANGELOG.read_text(encoding="utf-8")):
        if release.version != version():
            continue  # when an older one was made stands nowhere
        entry = ET.SubElement(place, "release", version=release.version, date=day)
        if release.told:
            ET.SubElement(ET.SubElement(entry, "description"), "p").text = release.told
    ET.indent(tree)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(tree, encoding="unicode") + "\n"


def icons(source: Path, target: Path) -> None:
    """Copy the hicolor icons under the names that the desktop entry and the file type ask for."""
    pictures = sorted(source.glob("hicolor/*/*/*.png"))
    if not any(picture.parent.name == "apps" for picture in pictures):
        raise DevError(f"There are no icons in {source}; dev.py build makes them.")
    for picture in pictures:
        name = DESKTOP_ID if picture.parent.name == "apps" else MIME_ICON
        put(picture, target / picture.relative_to(source).with_stem(name))
    drawings = {f"apps/{DESKTOP_ID}": "turnwright", f"mimetypes/{MIME_ICON}": "turnwright-document"}
    for name, drawing in drawings.items():
        if (found := SCALABLE / f"{drawing}.svg").is_file():
            put(found, target / "hicolor" / "scalable" / f"{name}.svg")


def share(target: Path, icon_folder: Path, made: int) -> None:
    """Write all of it below ``target``, which becomes /usr/share or ~/.local/share."""
    put(LINUX / f"{DESKTOP_ID}.desktop", target / "applications" / f"{DESKTOP_ID}.desktop")
    put(LINUX / f"{DESKTOP_ID}.mime.xml", target / "mime" / "packages" / f"{DESKTOP_ID}.xml")
    described = target / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
    described.parent.mkdir(parents=True, exist_ok=True)
    described.write_text(metainfo(made), encoding="utf-8")
    icons(icon_folder, target / "icons")


def validate(target: Path) -> None:
    """Let the desktop's own tools read what was written.

    Raises:
        DevError: with what a tool said.
    """
    with tempfile.TemporaryDirectory() as folder:
        mime = Path(folder, "mime")
        put(target / "mime" / "packages" / f"{DESKTOP_ID}.xml", mime / "packages" / f"{DESKTOP_ID}.xml")
        described = target / "metainfo" / f"{DESKTOP_ID}.metainfo.xml"
        for command in (
            ["desktop-file-validate", str(target / "applications" / f"{DESKTOP_ID}.desktop")],
            ["appstreamcli", "validate", "--no-net", "--no-color", str(described)],
            ["xmllint", "--noout", str(described), *map(str, (mime / "packages").iterdir())],
            ["update-mime-database", str(mime)],
        ):
            _let_read(command)


def _let_read(command: list[str]) -> subprocess.CompletedProcess[str] | None:
    if shutil.which(command[0]) is None:
        say(f"{command[0]} is not installed here, so it has not looked at the package's files")
        return None
    done = spawn(command, quiet=True)
    if done.returncode:
        raise DevError(f"{command[0]} refuses the package's files:\n{(done.stdout + done.stderr).strip()}")
    return done
