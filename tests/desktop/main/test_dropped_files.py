"""Files that are dropped on a window: encounters are opened, anything else is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.main.window import MainWindow
from tests.desktop.many import Windows


def drop(window: MainWindow, *files: Path) -> bool:
    """Drop files on the middle of a window as the system does; whether it wants them."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return drop_data(window, data)


def drop_data(window: MainWindow, data: QMimeData) -> bool:
    on = window.centralWidget()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    actions = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    middle = on.mapTo(window, on.rect().center())
    enter = QDragEnterEvent(middle, actions, data, left, none)
    enter.ignore()
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(middle.toPointF(), actions, data, left, none))
    return enter.isAccepted()


@pytest.mark.slow
def test_the_first_file_dropped_on_the_start_page_is_opened_there(windows: Windows, files) -> None:
    """Each other one has a window of its own."""
    first = windows.begin()
    assert drop(first, *files)
    assert windows.names == ["one", "two"]
    assert windows.all[0] is first


@pytest.mark.slow
def test_a_file_dropped_on_a_fight_has_a_window_of_its_own(windows: Windows, files) -> None:
    """Nothing that is on the table is taken away by a slip of the mouse."""
    first = windows.begin(files[0])
    assert drop(first, files[1], files[0])
    assert windows.names == ["one", "two"]


@pytest.mark.slow
def test_a_dropped_file_that_is_none_says_so(windows: Windows, files, tmp_path: Path) -> None:
    """The others are opened."""
    picture = tmp_path / "map.png"
    picture.write_bytes(b"png")
    first = windows.begin(files[0])
    assert drop(first, picture, tmp_path, files[1])
    assert "map.png" in first.messages.text
    assert "Nothing was changed" in first.messages.text
    assert windows.names == ["one", "two"]


@pytest.mark.slow
def test_what_is_no_file_is_not_taken(windows: Windows, files) -> None:
    """A text is for the field it is dropped on; an address of the web is nothing to open."""
    first = windows.begin(files[0])
    text, web = QMimeData(), QMimeData()
    text.setText("Lug")
    web.setUrls([QUrl("https://example.org/one.turnwright")])
    assert not drop_data(first, text)
    assert not drop_data(first, web)


@pytest.mark.slow
def test_every_part_of_the_window_lets_files_through(windows: Windows, files) -> None:
    """Whatever takes drops itself would keep them from the window; fields for text may."""
    first = windows.begin(files[0])
    takers = [w for w in first.findChildren(QWidget) if w.acceptDrops() and w.isVisibleTo(first)]
    assert [type(taker).__name__ for taker in takers if not is_field(taker)] == []


def is_field(widget: QWidget) -> bool:
    kinds = ("QLineEdit", "QPlainTextEdit", "QTextEdit")
    parents = (widget, widget.parentWidget())
    return any(one is not None and one.inherits(kind) for one in parents for kind in kinds)
