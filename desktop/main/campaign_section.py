"""The campaign on the start page: what is prepared in it, who plays in it, and which other ones there are."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop.commands.table import on_button
from desktop.main.choices import Choice, Pairs
from desktop.widgets.labels import ToneLabel
from desktop.widgets.menus import let_scroll, underline_letters
from desktop.widgets.plain_text import PlainLabel, tip


class Kept(Struct, frozen=True):
    """Something of the campaign that can be begun."""

    id: str
    """Of the command that begins it: 'prepared:' or 'new-with:' and the name of its file."""
    title: str
    about: str


class CampaignPage(Struct, frozen=True):
    """All that the page says of a campaign."""

    name: str
    kept: tuple[Kept, ...] = ()
    others: tuple[tuple[str, str], ...] = ()
    """Id of the command that chooses it, and name, of every other campaign."""
    troubles: tuple[str, ...] = ()
    """What is said of files that cannot be read or copied, a sentence each."""
    missing: str = ""
    """What is said if its folder is not there."""


class CampaignSection(QWidget):
    """A heading with the campaign's name, which leads to others, and what can be begun below it."""

    wants = Signal(str)
    """Id of a command."""
    wants_removed = Signal(str)
    """Id of an entry that is to go."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._page = CampaignPage("")
        self.heading = PlainLabel("", self)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.button = QPushButton(on_button("campaigns"), self)
        self.button.setToolTip(self.tr("Another campaign, or the folder of this one"))
        self._menu = QMenu(self)
        self.button.setMenu(self._menu)
        self.entries = Pairs(self)
        self._empty = ToneLabel(
            self.tr(
                "Nothing is prepared yet. Set an encounter up, then choose Campaign → Keep this encounter as "
                "prepared: it stands here from then on, to be begun as often as you like."
            ),
            self,
        )
        self._hint = ToneLabel(
            self.tr(
                "Enter begins an entry, F2 edits what is prepared, Del removes it; so does the right button."
            ),
            self,
        )
        self._troubles = ToneLabel("", self, tone="warn")
        head = QHBoxLayout()
        head.setContentsMargins(0, 10, 0, 0)
        head.addWidget(self.heading, 1)
        head.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        for widget in (self._empty, self.entries, self._hint, self._troubles):
            column.addWidget(widget)
        self.hide()

    @property
    def page(self) -> CampaignPage:
        """What is shown."""
        return self._page

    @property
    def troubles(self) -> str:
        """What is wrong with files, as it is said."""
        return self._troubles.text()

    def show_page(self, page: CampaignPage) -> None:
        """Show another state of the campaign; who has the focus keeps it."""
        focused = next((one.objectName() for one in self.entries.choices if one.hasFocus()), "")
        self.heading.setText(self.tr("Campaign: {name}").format(name=page.name))
        if page.kept != self._page.kept:
            self.entries.clear()
            for kept in page.kept:
                self.entries.add(self._choice(kept))
        self._page = page
        self._fill_menu(page.others)
        self._empty.setVisible(not page.kept and not page.missing)
        self.entries.setVisible(bool(page.kept))
        self._hint.setVisible(bool(page.kept))
        self._troubles.say(page.missing or "\n".join(page.troubles))
        self.show()
        again = next((one for one in self.entries.choices if one.objectName() == focused), None)
        if focused and again is not None:
            again.setFocus()

    def _choice(self, kept: Kept) -> Choice:
        choice = _KeptChoice(kept.title.replace("&", "&&"), kept.about, self)
        choice.setObjectName(kept.id)
        choice.setToolTip(tip(f"{kept.title}\n{kept.about}"))
        choice.clicked.connect(self._clicked)
        choice.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        choice.customContextMenuRequested.connect(self._ask_what)
        choice.removed.connect(self.wants_removed)
        choice.edited.connect(self.wants)
        return choice

    def _clicked(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.wants.emit(sender.objectName())

    def _ask_what(self, at: QPoint) -> None:
        """Offer what can be done with an entry."""
        choice = self.sender()
        if not isinstance(choice, Choice):
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        begin = menu.addAction(self.tr("&Begin"))
        if isinstance(choice, _KeptChoice) and choice.edits:
            edit = menu.addAction(self.tr("&Edit"))
            edit.setShortcut(Qt.Key.Key_F2)
            edit.triggered.connect(choice.edit)
        remove = menu.addAction(self.tr("&Remove"))
        remove.setShortcut(Qt.Key.Key_Delete)
        begin.triggered.connect(choice.click)
        remove.setObjectName(choice.objectName())
        menu.triggered.connect(self._chosen_of_entry)
        let_scroll(menu).popup(choice.mapToGlobal(at))

    def _chosen_of_entry(self, action: QAction) -> None:
        if action.objectName():
            self.wants_removed.emit(action.objectName())

    def _fill_menu(self, others: Sequence[tuple[str, str]]) -> None:
        self._menu.clear()
        for ident, name in others:
            self._add(ident, name.replace("&", "&&"))
        if others:
            self._menu.addSeparator()
        for ident in ("campaign-open", "campaign-new", "campaign-folder"):
            self._add(ident, on_button(ident))
        underline_letters(let_scroll(self._menu))

    def _add(self, ident: str, text: str) -> None:
        action = self._menu.addAction(text)
        action.setObjectName(ident)
        action.triggered.connect(self._clicked)


class _KeptChoice(Choice):
    """An entry that can be removed."""

    removed = Signal(str)
    edited = Signal(str)
    """Id of the command that opens it to be changed."""
    cut = Qt.TextElideMode.ElideRight

    @property
    def edits(self) -> str:
        """The command that opens it to be changed; '' for a party, whose window does that."""
        kind, _, file = self.objectName().partition(":")
        return f"edit-prepared:{file}" if kind == "prepared" else ""

    def edit(self) -> None:
        """Ask for it to be opened for changes."""
        self.edited.emit(self.edits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """F2 edits what is prepared. Delete removes an entry; that can be taken back."""
        if event.key() == Qt.Key.Key_F2 and self.edits and not event.isAutoRepeat():
            self.edit()
            return
        if event.key() == Qt.Key.Key_Delete and not event.isAutoRepeat():
            self.removed.emit(self.objectName())
            return
        super().keyPressEvent(event)
