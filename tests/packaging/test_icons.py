"""The icons can be read by a reader that did not write them, in every size that a system asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QImageReader

from devtools import icons

BAR = QColor("#f5b544")
"""The bar of whose turn it is, which has to be seen at every size."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("icons")
    icons.write(made)
    return made


def pictures(path: Path) -> list[QImage]:
    reader = QImageReader(str(path))
    found = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        found.append(reader.read())
    assert not any(image.isNull() for image in found), reader.errorString()
    return found


def colour(image: QImage, x: float, y: float) -> QColor:
    return image.pixelColor(int(image.width() * x), int(image.height() * y))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["apps/turnwright", f"mimetypes/{icons.MIME_ICON}"])
@pytest.mark.parametrize("size", icons.HICOLOR)
def test_every_hicolor_size_is_there_in_its_size(folder: Path, size: int, name: str) -> None:
    image = QImage(str(folder / "hicolor" / f"{size}x{size}" / f"{name}.png"))
    assert (image.width(), image.height()) == (size, size)
    assert colour(image, 0.0, 0.0).alpha() < 255, "the corners are round"


@pytest.mark.parametrize("size", icons.HICOLOR)
def test_whose_turn_it_is_shows_at_every_size(folder: Path, size: int) -> None:
    image = QImage(str(folder / "hicolor" / f"{size}x{size}" / "apps" / "turnwright.png"))
    assert colour(image, 0.5, 0.5) == BAR


def test_the_small_drawing_lies_on_the_pixels(folder: Path) -> None:
    image = QImage(str(folder / "hicolor" / "16x16" / "apps" / "turnwright.png"))
    column = [image.pixelColor(8, y).name() for y in range(16)]
    heights = {name: column.count(name) for name in column}
    assert heights == {"#171b21": 8, "#43bcab": 2, "#f5b544": 4, "#8f98a6": 2}


@pytest.mark.parametrize("name", ["turnwright", "turnwright-document"])
def test_windows_finds_all_its_sizes(folder: Path, name: str) -> None:
    found = pictures(folder / f"{name}.ico")
    assert [image.width() for image in found] == list(icons.WINDOWS)
    for image in found:
        drawn = icons.PROGRAM if name == "turnwright" else icons.DOCUMENT
        assert image.convertToFormat(QImage.Format.Format_ARGB32) == drawn.at(image.width())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["turnwright", "turnwright-document"])
def test_macos_finds_all_its_sizes(folder: Path, name: str) -> None:
    data = (folder / f"{name}.icns").read_bytes()
    assert int.from_bytes(data[4:8], "big") == len(data)
    assert [image.width() for image in pictures(folder / f"{name}.icns")] == [n for _, n in icons.MACOS]


def test_on_macos_the_tile_leaves_the_room_that_other_programs_leave(folder: Path) -> None:
    image = pictures(folder / "turnwright.icns")[-1]
    drawn = [x for x in range(1024) if image.pixelColor(x, 512).alpha() > 127]
    assert (drawn[0], drawn[-1] - drawn[0] + 1) == (100, 824)


@pytest.mark.qt_log_ignore("Cannot read file", extend=True)
def test_a_drawing_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.svg"
    broken.write_text("no drawing", encoding="utf-8")
    with pytest.raises(OSError, match=r"broken\.svg"):
        icons.Drawing(broken, broken).at(16)
