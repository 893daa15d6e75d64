"""Help → About Turnwright: what this is, by whom its parts are, and where it keeps what is the user's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Qt, QUrl, qVersion
from PySide6.QtGui import QDesktopServices, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

import rulesets
from desktop.commands.table import called
from desktop.help.licence_list import Licences
from desktop.help.licences import QT, components
from desktop.help.versions import versions
from desktop.process.paths import Paths, resources
from desktop.theme import scaled
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.plain_text import PlainLabel
from rulesets.places import is_folder

ICON = 72
_LINES = 38
"""Lines of text that the dialog is high, where the screen has room for them."""


def _open(url: QUrl) -> bool:
    return QDesktopServices.openUrl(url)


class AboutDialog(QDialog):
    """Says what the program is. Nothing in it is looked up on the network; an address opens on a click."""

    def __init__(
        self, paths: Paths, parent: QWidget | None = None, *, opens: Callable[[QUrl], bool] = _open
    ) -> None:
        """Tell of the program whose files are in ``paths``; ``opens`` shows folders and addresses."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(called("about"))
        self._opens = opens
        self._folders = (
            (self.tr("Encounters, rulesets, stat blocks"), paths.data),
            (self.tr("Settings"), paths.config),
            (self.tr("What can be made again (cache)"), paths.cache),
        )
        self.told = ToneLabel("", self, tone="warn")
        self.told.hide()
        self.licences = Licences(components(resources() / "licences", qVersion()), self)
        self.licences.wants.connect(self.open_address)
        self.tabs = QTabWidget(self)
        self.tabs.addTab(self._program(), self.tr("&This program"))
        self.tabs.addTab(self.licences, self.tr("&Licences of its parts"))
        self.tabs.setAccessibleName(self.tr("Parts of this window"))
        column = QVBoxLayout(self)
        column.setSpacing(10)
        column.addLayout(self._head())
        column.addWidget(self.tabs, 1)
        column.addWidget(self.told)
        column.addWidget(self._buttons())
        self.tabs.setFocus()
        fit(self, QSize(self.licences.sizeHint().width() + 40, self.fontMetrics().height() * _LINES))
        if parent is not None:
            self.resize(self.size().boundedTo(parent.window().size() - QSize(24, 24)))

    # -- building ----------------------------------------------------------------------------------

    def _head(self) -> QHBoxLayout:
        icon = PlainLabel(parent=self)
        icon.setPixmap(QIcon(str(resources() / "icons" / "turnwright.png")).pixmap(ICON, ICON))
        icon.setAccessibleName(self.tr("The program's sign"))
        name = plain_label(f"Turnwright {rulesets.__version__}", self, bold=True)
        name.setFont(scaled(name.font(), 1.6))
        what = self.tr(
            "A combat tracker for game masters in which the combat round itself is data. It makes no "
            "network connections: nothing that you play leaves this machine, unless you share a fight with "
            "your players on the local network. That is off at every start."
        )
        words = QVBoxLayout()
        words.addWidget(name)
        words.addWidget(plain_label(what, self))
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        return head

    def _program(self) -> QWidget:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setSpacing(10)
        for part in (self._notice(page), self._versions(page), self._places(page)):
            column.addLayout(part)
            column.addSpacing(8)
        column.addStretch(1)
        area = QScrollArea(self)  # large letters in a small window
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        for ground in (area.viewport(), page):
            ground.setAutoFillBackground(False)
        return area

    def _notice(self, page: QWidget) -> QHBoxLayout:
        """What the licence of Qt asks to be told wherever a program shows its own."""
        text = self.tr(
            "Turnwright uses Qt and PySide6 (Qt for Python) under the GNU Lesser General Public License, "
            "version 3. Both are unmodified and dynamically linked: you may replace them by your own "
            "versions. Qt is copyright of The Qt Company Ltd. and other contributors."
        )
        self.notice = plain_label(text, page)
        self.notice.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.lesser = side_button(self.tr("&Read the licence"), page, self.show_lesser)
        row = QHBoxLayout()
        row.addWidget(self.notice, 1)
        row.addWidget(self.lesser, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _versions(self, page: QWidget) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, (name, value) in enumerate(versions()):
            grid.addWidget(ToneLabel(QCoreApplication.translate("Versions", name), page), row, 0)
            grid.addWidget(plain_label(value, page), row, 1)
        grid.setColumnMinimumWidth(0, self.fontMetrics().averageCharWidth() * 14)
        return grid

    def _places(self, page: QWidget) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setColumnStretch(0, 1)
        heading = plain_label(self.tr("Where your files are"), page, bold=True)
        grid.addWidget(heading, 0, 0, 1, 3)
        self.openers: list[QPushButton] = []
        self.copiers: list[QPushButton] = []
        for number, (what, folder) in enumerate(self._folders):
            cell = QVBoxLayout()
            cell.setSpacing(0)
            cell.addWidget(ToneLabel(what, page))
            where = plain_label(_breakable(folder), page)
            where.setAccessibleName(f"{what}: {folder}")
            cell.addWidget(where)
            grid.addLayout(cell, number + 1, 0)
            opener = self._button(self.tr("Open"), self.tr("Open: {what}"), what, page)
            copier = self._button(self.tr("Copy"), self.tr("Copy the path: {what}"), what, page)
            if not is_folder(folder):
                opener.setEnabled(False)
                opener.setToolTip(self.tr("Nothing has been kept there yet."))
                opener.setAccessibleDescription(opener.toolTip())
            opener.clicked.connect(self._folder_wanted)
            copier.clicked.connect(self._path_wanted)
            self.openers.append(opener)
            self.copiers.append(copier)
            grid.addWidget(opener, number + 1, 1)
            grid.addWidget(copier, number + 1, 2)
        return grid

    def _button(self, text: str, told: str, what: str, page: QWidget) -> QPushButton:
        button = QPushButton(text, page)
        button.setAccessibleName(told.format(what=what))
        button.setAutoDefault(False)
        return button

    def _buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.copy_details = side_button(self.tr("&Copy details"), self, self._details_wanted)
        self.copy_details.setToolTip(self.tr("Versions and folders, to be put into a report of a bug."))
        box.addButton(self.copy_details, QDialogButtonBox.ButtonRole.ActionRole)
        box.rejected.connect(self.reject)
        return box

    # -- interface ---------------------------------------------------------------------------------

    def details(self) -> str:
        """Return what a report of a bug should say, in lines."""
        lines = [f"{name}: {value}" for name, value in versions()]
        lines += [f"{what}: {folder}" for what, folder in self._folders]
        return "\n".join([f"Turnwright {rulesets.__version__}", *lines])

    def show_lesser(self) -> None:
        """Show the text of the licence that Qt is used under."""
        self.tabs.setCurrentWidget(self.licences)
        self.licences.choose(QT)

    def open_address(self, address: str) -> None:
        """Open an address of the web in the browser; nothing else is opened."""
        url = QUrl(address)
        if url.scheme() not in ("http", "https") or not self._opens(url):
            text = self.tr("No browser could be started. The address is {address}.")
            self._say(text.format(address=address))

    # -- internal ----------------------------------------------------------------------------------

    def _folder_wanted(self) -> None:
        button = self.sender()
        folder = next(f for (_, f), b in zip(self._folders, self.openers, strict=True) if b is button)
        if not self._opens(QUrl.fromLocalFile(str(folder))):
            self._say(self.tr("Nothing here can show the folder {folder}.").format(folder=folder))

    def _path_wanted(self) -> None:
        button = self.sender()
        folder = next(f for (_, f), b in zip(self._folders, self.copiers, strict=True) if b is button)
        self._copy(str(folder))
        self._say(self.tr("Copied: {path}").format(path=folder), tone="quiet")

    def _details_wanted(self) -> None:
        self._copy(self.details())
        self._say(self.tr("Copied. Put it into the report of a bug."), tone="quiet")

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    def _say(self, text: str, *, tone: str = "warn") -> None:
        self.told.set_tone(tone)
        self.told.say(text)
        self.told.setAccessibleName(text)


def _breakable(folder: Path) -> str:
    """Return a path that a label may break after each folder."""
    return str(folder).replace("/", "/\u200b").replace("\\", "\\\u200b")
