"""The program's icons in every size and form, drawn by Qt from the SVG files in resources/icons.

Run by dev.py with the environment's Python, since it needs Qt:  python -m devtools.icons FOLDER

    hicolor/<N>x<N>/apps/turnwright.png                      for Linux desktops
    hicolor/<N>x<N>/mimetypes/application-x-turnwright.png   for encounter files there
    turnwright.ico, turnwright-document.ico                  for Windows
    turnwright.icns, turnwright-document.icns                for macOS
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from devtools.console import ROOT

SOURCES = ROOT / "resources" / "icons"
HICOLOR = (16, 22, 24, 32, 48, 64, 128, 256, 512)
WINDOWS = (16, 20, 24, 32, 40, 48, 64, 128, 256)
MACOS = (
    ("ic11", 32),
    ("ic12", 64),
    ("ic07", 128),
    ("ic13", 256),
    ("ic08", 256),
    ("ic14", 512),
    ("ic09", 512),
    ("ic10", 1024),
)
"""Kinds of pictures in an .icns file: those that may be PNG inside an application bundle."""
SMALL = 24
"""Up to this many pixels the simpler drawing is used: the arrow would be a smudge."""
MACOS_TILE = 824 / 1024
"""How much of its picture the tile of a program takes on macOS; the rest stays empty."""
TILE = 240 / 256
"""How much of it the tile takes in the drawing."""
MIME_ICON = "application-x-turnwright"


@dataclass(frozen=True)
class Drawing:
    """One icon in two drawings, for large and for small pictures."""

    large: Path
    small: Path

    def at(self, size: int, scale: float = 1.0) -> QImage:
        """The picture of this many pixels, shrunk around its middle by ``scale``."""
        source = self.small if size <= SMALL else self.large
        renderer = QSvgRenderer(str(source))
        if not renderer.isValid():
            raise OSError(f"{source}: not a drawing that Qt can read")
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        space = size * (1 - scale) / 2
        painter = QPainter(image)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            renderer.render(painter, QRectF(space, space, size * scale, size * scale))
        finally:
            painter.end()
        return image


PROGRAM = Drawing(SOURCES / "turnwright.svg", SOURCES / "turnwright-small.svg")
DOCUMENT = Drawing(SOURCES / "turnwright-document.svg", SOURCES / "turnwright-document-small.svg")


def png(image: QImage) -> bytes:
    """The picture as a PNG file."""
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError("Qt could not write a PNG picture")
    return bytes(held.data())


def bitmap(image: QImage) -> bytes:
    """The picture as it lies in an .ico file: a bitmap from the bottom up, and an empty mask below it."""
    size = image.width()
    header = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0)
    pixels = bytes(image.constBits())
    rows = [pixels[start : start + 4 * size] for start in range(0, len(pixels), 4 * size)]
    mask = bytes((size + 31) // 32 * 4 * size)
    return header + b"".join(reversed(rows)) + mask


def ico(images: Iterable[QImage]) -> bytes:
    """A Windows icon. Only its largest picture is a PNG: older programs cannot read smaller ones as such."""
    parts = [(image.width(), png(image) if image.width() >= 256 else bitmap(image)) for image in images]
    entries, place = [], 6 + 16 * len(parts)
    for size, data in parts:
        entries.append(struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), place))
        place += len(data)
    return struct.pack("<HHH", 0, 1, len(parts)) + b"".join(entries) + b"".join(data for _, data in parts)


def icns(draw: Callable[[int], QImage]) -> bytes:
    """A macOS icon with all the sizes that the system asks for."""
    body = b""
    for kind, size in MACOS:
        data = png(draw(size))
        body += kind.encode("ascii") + struct.pack(">I", 8 + len(data)) + data
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def write(folder: Path) -> list[Path]:
    """Write all icons below ``folder``; returns the files."""
    files: dict[Path, bytes] = {}
    for size in HICOLOR:
        theme = Path("hicolor") / f"{size}x{size}"
        files[theme / "apps" / "turnwright.png"] = png(PROGRAM.at(size))
        files[theme / "mimetypes" / f"{MIME_ICON}.png"] = png(DOCUMENT.at(size))
    files[Path("turnwright.ico")] = ico(PROGRAM.at(size) for size in WINDOWS)
    files[Path("turnwright-document.ico")] = ico(DOCUMENT.at(size) for size in WINDOWS)
    files[Path("turnwright.icns")] = icns(lambda size: PROGRAM.at(size, MACOS_TILE / TILE))
    files[Path("turnwright-document.icns")] = icns(DOCUMENT.at)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return [folder / name for name in files]


def main(arguments: list[str]) -> int:
    """Write the icons into the folder named; returns the exit code."""
    if len(arguments) != 1:
        print("usage: python -m devtools.icons FOLDER", file=sys.stderr)
        return 2
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = QGuiApplication.instance() or QGuiApplication([])
    write(Path(arguments[0]))
    del app
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
