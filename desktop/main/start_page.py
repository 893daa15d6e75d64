"""What an empty window shows: how to begin, and what was played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QEvent, QLocale, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.commands.table import on_button
from desktop.files.samples import samples
from desktop.main.choices import AWAY, Choice, Pairs
from desktop.widgets.plain_text import PlainLabel
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.places import home

if TYPE_CHECKING:
    from desktop.main.campaign_section import CampaignPage

WIDEST = 62
"""Width of the page's column, in letters."""
SHOWN = 6
"""Recent files on the page; the menu has all of them."""


class StartPage(QScrollArea):
    """Offers to go on with the last encounter, a new one, a sample of every ruleset, and recent files."""

    wants = Signal(str)
    """'new', 'open', 'rulesets', or 'sample:' and the name of a sample."""
    wants_file = Signal(str)
    """Path of an encounter to open."""
    wants_removed = Signal(str)
    """Id of an entry of the campaign that is to go: 'prepared:' and the name of its file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without recent files; they are looked for once the window is on the screen."""
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._last: Choice | None = None
        self._recent: list[QWidget] = []
        self._filled = False
        page = QWidget(self)
        outer = QVBoxLayout(page)
        outer.setContentsMargins(24, 24, 24, 24)
        self._box = QWidget(page)
        self._box.setMaximumWidth(self.fontMetrics().averageCharWidth() * WIDEST * 8 // 5)
        self._column = QVBoxLayout(self._box)
        self._column.setSpacing(8)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._box, 100)
        middle.addStretch(1)
        outer.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(2)
        self.setWidget(page)

    def _fill(self) -> None:
        """Put in what is always offered, once; a start that goes on with an encounter never shows it."""
        if self._filled:
            return
        self._filled = True
        title = PlainLabel(self.tr("Turnwright"), self._box)
        from desktop.widgets.text_size import in_proportion

        in_proportion(title, 2.2, bold=True)
        self._column.addWidget(title)
        text = PlainLabel(
            self.tr("Whose turn is it? Begin with a fight that is ready, or with your own."), self._box
        )
        text.setWordWrap(True)
        self._column.addWidget(text)
        self._column.addSpacing(12)
        self._own = Pairs(self._box)
        self._own.add(self._made("new", on_button("new"), self.tr("Choose a ruleset, then add combatants.")))
        self._own.add(self._made("open", on_button("open"), self.tr("An encounter that was kept in a file.")))
        told = self.tr("The rules there are, and your own.")
        self._own.add(self._made("rulesets", on_button("rulesets"), told))
        self._column.addWidget(self._own)
        from desktop.main.campaign_section import CampaignSection

        self.campaign = CampaignSection(self._box)
        self.campaign.wants.connect(self.wants)
        self.campaign.wants_removed.connect(self.wants_removed)
        self._column.addWidget(self.campaign)
        self._heading(self.tr("A fight that is ready, for every ruleset. Try anything: undo takes it back."))
        self.samples = Pairs(self._box)
        self._column.addWidget(self.samples)
        told = self.tr("{ruleset} · {count} combatants")
        for number, head in enumerate(samples()):
            name = ("" if number else "&") + head.title.replace("&", "&&")
            about = told.format(ruleset=head.ruleset, count=head.count)
            self.samples.add(self._made(f"sample:{head.name}", name, about))
        self.sample = self.samples.choices[0] if self.samples.choices else self._own.choices[0]

    def _heading(self, text: str) -> QLabel:
        heading = PlainLabel(text, self._box)
        heading.setWordWrap(True)
        font = heading.font()
        font.setBold(True)
        heading.setFont(font)
        heading.setContentsMargins(0, 10, 0, 0)
        self._column.addWidget(heading)
        return heading

    def _made(self, name: str, text: str, told: str) -> Choice:
        button = Choice(text, told, self._box)
        button.setObjectName(name)
        button.clicked.connect(self._clicked)
        return button

    def _button(self, name: str, text: str, told: str, place: int = -1) -> Choice:
        button = self._made(name, text, told)
        self._column.insertWidget(self._column.count() if place < 0 else place, button)
        return button

    def _clicked(self) -> None:
        sender = self.sender()
        if sender is None:
            return
        path = sender.property("path")
        if path:
            self.wants_file.emit(path)
        else:
            self.wants.emit(sender.objectName())

    def show_recent(self, last: str, recent: Sequence[str], moments: Mapping[str, str] | None = None) -> None:
        """Offer these files, the one played last first and above everything else.

        ``moments`` says where the fights in them stood.
        """
        stood = moments or {}
        self._fill()
        for widget in (*self._recent, *([self._last] if self._last else [])):
            self._column.removeWidget(widget)
            widget.deleteLater()
        self._recent, self._last = [], None
        if last:
            text = self.tr("Cont&inue “{name}”").format(name=Path(last).stem.replace("&", "&&"))
            place = self._column.indexOf(self._own)
            self._last = self._button("continue", text, _about(last, stood), place)
            self._last.setProperty("path", last)
            self._last.show()  # the layout would only later, and nobody who is not seen takes the keyboard
        others = [path for path in recent if path != last][:SHOWN]
        if others:
            self._recent.append(self._heading(self.tr("Recent encounters")))
        for path in others:
            button = self._button("recent", Path(path).stem.replace("&", "&&"), _about(path, stood))
            button.setProperty("path", path)
            self._recent.append(button)
        tab_as_laid_out(self)

    def show_moments(self, moments: Mapping[str, str]) -> None:
        """Say where the fights in the files on the page stand: nothing moves, and the focus stays."""
        for entry in (self._last, *self._recent):
            if isinstance(entry, Choice):
                entry.tell(_about(entry.property("path"), moments))

    def show_campaign(self, page: CampaignPage) -> None:
        """Offer what is kept in the campaign."""
        self._fill()
        first = self.first
        self.campaign.show_page(page)
        tab_as_laid_out(self)
        if first.hasFocus():
            self.first.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        """Be as wide as the text wants it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._box.setMaximumWidth(self.fontMetrics().averageCharWidth() * WIDEST * 8 // 5)

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens the first entry wherever the focus is on the page; arrows go as the entries lie.

        Home and End go to the first and the last of them.
        """
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.first.click()
        elif event.key() in AWAY and isinstance(here := self.focusWidget(), Choice):
            if (beside := here.beside(self._entries(), AWAY[Qt.Key(event.key())])) is not None:
                self._go_to(beside)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and (entries := self._entries()):
            self._go_to(entries[0 if event.key() == Qt.Key.Key_Home else -1])
        else:
            super().keyPressEvent(event)

    def _entries(self) -> list[Choice]:
        """Return what can be begun, as it lies on the page."""
        found = [one for one in self._box.findChildren(Choice) if one.isVisible() and one.isEnabled()]
        places = {one: one.mapTo(self._box, QPoint(0, 0)) for one in found}
        return sorted(found, key=lambda one: (places[one].y(), places[one].x()))

    def _go_to(self, entry: Choice) -> None:
        entry.setFocus(Qt.FocusReason.TabFocusReason)
        self.ensureWidgetVisible(entry)

    @property
    def first(self) -> Choice:
        """The button that Return presses when the page comes up: what is played now, or is ready to be."""
        self._fill()
        return self._last or next(iter(self.campaign.entries.choices), self.sample)


def _about(path: str, moments: Mapping[str, str]) -> str:
    """What is said of a file: where its fight stood, when that was, and where it lies."""
    try:
        changed = QDateTime.fromSecsSinceEpoch(int(Path(path).stat().st_mtime))
    except OSError:
        return _place(path)
    when = QLocale().toString(changed, QLocale.FormatType.ShortFormat)
    return " · ".join(part for part in (moments.get(path, ""), when, _place(path)) if part)


def _place(path: str) -> str:
    """The folder of a file, with the user's own folder as ~."""
    folder = Path(path).parent
    try:
        return str(Path("~") / folder.relative_to(home()))
    except ValueError:
        return str(folder)
