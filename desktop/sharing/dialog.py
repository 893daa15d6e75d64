"""Share with players: on and off, at which address, who is there, and everybody's personal link."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from desktop.bridge import Bridge
from desktop.sharing.addresses import Address, addresses
from desktop.sharing.links import Link
from desktop.sharing.qr import QrCode
from desktop.sharing.shared_fight import USUAL_PORT, Sharing
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit
from desktop.widgets.fields import NumberField
from desktop.widgets.labels import ToneLabel, plain_label, roomy
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.plain_text import PlainLabel
from desktop.widgets.read_table import ReadTable
from rulesets.table.changes import Changes
from rulesets.table.combatant import PC, Combatant

_LOOKS = 4_000
"""Milliseconds between two looks at the addresses of this computer."""


class Row(NamedTuple):
    """Somebody whom an address is for."""

    who: str
    """Id of the combatant; '' is everybody."""
    name: str
    link: Link | None = None
    there: str = ""
    """Who is there, in words."""


class _Rows(ReadTable):
    """Everybody, then the combatants of players."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show others."""
        if list(rows) == self._rows:
            return
        if len(rows) == len(self._rows):
            self._rows = list(rows)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, self.columnCount() - 1))
            return
        new = list(rows)
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def entries(self) -> Sequence[Row]:
        return self._rows

    def titles(self) -> tuple[str, ...]:
        return (self.tr("For"), self.tr("Page"), self.tr("Connected"))

    def cell(self, entry: Any, column: int) -> str:
        if column == 0:
            return str(entry.name)
        if column == 1:
            if not entry.who:
                return self.tr("the table")
            return self.tr("personal link") if entry.link is not None else self.tr("no link yet")
        return str(entry.there)


class ShareDialog(QDialog):
    """Stays open beside the fight for as long as anybody wants to look at it."""

    def __init__(
        self,
        sharing: Sharing,
        bridge: Bridge,
        parent: QWidget | None = None,
        *,
        port: int = USUAL_PORT,
        keep_port: Callable[[int], None] | None = None,
        found: Callable[[], list[Address]] = addresses,
    ) -> None:
        """Show how ``sharing`` stands; ``found`` finds the addresses of this machine."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Share with players"))
        self._sharing, self._bridge, self._found, self._keep_port = sharing, bridge, found, keep_port
        self._failed = False
        """Whether it says why sharing ended by itself: that stays until it is begun anew."""
        self._away = False
        """Whether this computer is not at the address any more at which it shares."""
        self._looks = QTimer(self)
        self._looks.setInterval(_LOOKS)
        self._model = _Rows(self)
        self.rows = PlainTable(self._model, self.tr("Who has which page"), self)
        self.network = QComboBox(self)
        self.port = NumberField(self, least=1024, most=65535, digits=5)
        self.port.number = port
        self.qr = QrCode(self)
        self.told = ToneLabel("", self, tone="text")
        self.address = plain_label("", self)
        self.on = side_button(self.tr("&Share"), self, self._switch)
        self.copying = side_button(self.tr("&Copy the address"), self, self.copy)
        self.new = side_button(self.tr("Make a &link"), self, self._make)
        self.all = side_button(self.tr("Links for &all"), self, self._make_all)
        self.out = side_button(self.tr("&Throw the link out"), self, self._drop)
        self.also = QComboBox(self)
        self._lay_out()
        self._connect()
        self._find()
        self.follow()
        self.rows.selectRow(0)
        fit(self, self.sizeHint())

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.address.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.address.setWordWrap(True)
        code = QVBoxLayout()
        code.addWidget(self.qr, 1)
        code.addWidget(self.address)
        code.addWidget(self.copying, 0, Qt.AlignmentFlag.AlignHCenter)
        middle = QHBoxLayout()
        middle.addLayout(self._whom(), 3)
        middle.addLayout(code, 2)
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        closing.rejected.connect(self.reject)
        self.leaving = closing.button(QDialogButtonBox.StandardButton.Close)
        whole = QVBoxLayout(self)
        whole.addWidget(self._about())
        whole.addLayout(self._where())
        whole.addWidget(roomy(self.told))
        whole.addLayout(middle, 1)
        whole.addWidget(self._help())
        whole.addWidget(closing)

    def _where(self) -> QHBoxLayout:
        """Lay out at which address, and whether at all."""
        network = PlainLabel(self.tr("&Network"), self)
        network.setBuddy(self.network)
        port = PlainLabel(self.tr("&Port"), self)
        port.setBuddy(self.port)
        row = QHBoxLayout()
        for widget, stretch in ((network, 0), (self.network, 1), (port, 0), (self.port, 0), (self.on, 0)):
            row.addWidget(widget, stretch)
        return row

    def _whom(self) -> QVBoxLayout:
        """Lay out who has which page, and what is done with links."""
        column = QVBoxLayout()
        column.addWidget(self.rows, 1)
        buttons = QHBoxLayout()
        for button in (self.new, self.out, self.all):
            buttons.addWidget(button)
        column.addLayout(buttons)
        also = PlainLabel(self.tr("A link &for somebody else"), self)
        also.setBuddy(self.also)
        others = QHBoxLayout()
        others.addWidget(also)
        others.addWidget(self.also, 1)
        column.addLayout(others)
        return column

    def _about(self) -> QLabel:
        return roomy(
            ToneLabel(
                self.tr(
                    "Players on the same network open a page in their browsers: whose turn it is, who is "
                    "next, and of the rest what you let them see. Whoever has a personal link sees the own "
                    "combatant, too, and can send you slips, which do nothing until you accept them. It is "
                    "plain HTTP, not encrypted: others on the same network may read along. It ends with this "
                    "window, and is off again at the next start."
                ),
                self,
            )
        )

    def _help(self) -> QLabel:
        return roomy(
            ToneLabel(
                self.tr(
                    "If a phone finds nothing: it has to be in the same network, not in a guest Wi-Fi that "
                    "keeps its devices apart, and not on mobile data. If the firewall of this computer asks, "
                    "allow Turnwright on private networks, or open this port. With several network cards, "
                    "choose the one that the phones are on."
                ),
                self,
            )
        )

    def _connect(self) -> None:
        self.rows.set_widths(2, 14, 20, 14)
        self.rows.selectionModel().currentRowChanged.connect(self._show_row)
        self.rows.copying.connect(self.copy)
        self.also.activated.connect(self._also)
        self._sharing.changed.connect(self.follow)
        self._sharing.failed.connect(self.fails)
        self._bridge.changed.connect(self._stepped)
        self._bridge.reset.connect(self.follow)
        self._looks.timeout.connect(self._look_for_network)

    # -- on and off --------------------------------------------------------------------------------

    def _find(self) -> None:
        """Offer the addresses that there are now; the one that was chosen stays chosen."""
        chosen = str(self.network.currentData() or self._sharing.host)
        self.network.clear()
        for one in self._found():
            self.network.addItem(one.text, one.host)
        self.network.setCurrentIndex(max(0, self.network.findData(chosen)))

    def look_again(self) -> None:
        """Find the addresses anew: the network may have changed since."""
        if not self._sharing.is_on:
            self._find()
        self.follow()

    def _switch(self) -> None:
        if self._sharing.is_on:
            self._sharing.end()
            return
        port = self.port.number
        if port is None:
            self._say(self.tr("Nothing is shared yet: the port is a number from 1024 to 65535."), "bad")
            self.port.setFocus()
            return
        if self._keep_port is not None:
            self._keep_port(port)
        self._failed = False
        self._sharing.begin(str(self.network.currentData()), port)

    def fails(self, code: str, why: str) -> None:
        """Say why it cannot be shared, and what can be done."""
        said = {
            "port": self.tr("Other programs have this port and those after it. Choose another one."),
            "address": self.tr("This computer is not at this address any more. Choose another network."),
            "permission": self.tr("The system does not allow it at this port. Choose one above 1024."),
            "not-started": self.tr(
                "The part of the program that gives the page out could not be started. Nothing is shared. "
                "Try again; if it stays so, install the program anew."
            ),
            "died": self.tr(
                "The page has broken down again and again, and is given out no longer. The fight is "
                "unharmed. Personal links are good no longer: share again, and give out new ones."
            ),
        }
        self._failed = True
        otherwise = self.tr("The page could not be given out ({why}). Try again, or choose another port.")
        told = said.get(code)
        if told is None:
            told = otherwise.format(why=why or "?")
        elif why:
            told = self.tr("{sentence} It said last: {why}").format(sentence=told, why=why)
        self._say(told, "bad")
        self._find()

    def _say(self, text: str, tone: str = "text") -> None:
        self.told.set_tone(tone)
        self.told.say(text)

    # -- following ---------------------------------------------------------------------------------

    def follow(self) -> None:
        """Show how it stands now."""
        sharing = self._sharing
        on = sharing.is_on
        self.on.setText(self.tr("&Stop sharing") if on else self.tr("&Share"))
        self.on.setDefault(not on)  # Enter after a port shares; it throws out nobody
        self.leaving.setDefault(on)
        self.network.setEnabled(not on)
        self.port.setEnabled(not on)
        if sharing.address:
            self._say(self._state())
        elif on:
            self._say(self.tr("The page is being prepared…"))
        elif not self._failed:
            self._say("")
        self._fill()

    def _stepped(self, changes: Changes) -> None:
        """Somebody may have come, left, or be called otherwise; nobody looks while this is closed."""
        if self.isVisible() and (changes.whole or changes.joined or changes.left or changes.combatants):
            self._fill()

    def _look_for_network(self) -> None:
        """See whether this computer is still at the address at which it shares."""
        host = self._sharing.host
        away = bool(host) and not any(one.host == host for one in self._found())
        if away != self._away:
            self._away = away
            self.follow()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._looks.start()
        self.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._looks.stop()

    def _state(self) -> str:
        if self._away:
            return self.tr(
                "This computer is not at {host} now: the network is away, or gave it another address. "
                "The page is there again as soon as it is back; else stop, choose the new address, and "
                "share again."
            ).format(host=self._sharing.host)
        number = len(self._sharing.visitors)
        if not number:
            return self.tr("Shared. Nobody has opened the page yet.")
        behind = sum(one.behind for one in self._sharing.visitors)
        text = (
            self.tr("Shared. 1 page is open.") if number == 1 else self.tr("Shared. {number} pages are open.")
        )
        more = self.tr("{number} do not take what is sent at the moment.") if behind else ""
        return f"{text.format(number=number)} {more.format(number=behind)}".strip()

    def _fill(self) -> None:
        chosen = self.chosen
        self._model.show_rows(self._found_rows())
        at = next((at for at, row in enumerate(self._model.entries()) if chosen and row.who == chosen.who), 0)
        if self.rows.row != at:
            self.rows.selectRow(at)
        self._offer_others()
        self._show_row()

    def _found_rows(self) -> list[Row]:
        sharing, there = self._sharing, [one.address for one in self._sharing.visitors if not one.token]
        rows = [Row("", self.tr("Everybody"), None, ", ".join(dict.fromkeys(there)))]
        for who in self._people():
            link = sharing.links.of(who.id)
            if who.kind == PC or link is not None:
                found = [] if link is None else [one.address for one in sharing.there(link)]
                rows.append(Row(who.id, who.name, link, ", ".join(found)))
        return rows

    def _people(self) -> list[Combatant]:
        if not self._bridge.is_open:
            return []
        return [who for who in self._bridge.state.combatants.values() if not who.hidden]

    def _offer_others(self) -> None:
        rows = {row.who for row in self._model.entries()}
        others = [(self.tr("choose…"), "")]
        others += [(who.name, who.id) for who in self._people() if who.id not in rows]
        if others != [(self.also.itemText(at), self.also.itemData(at)) for at in range(self.also.count())]:
            self.also.clear()
            for name, ident in others:
                self.also.addItem(name, ident)
        self.also.setEnabled(self._sharing.is_on and len(others) > 1)

    @property
    def chosen(self) -> Row | None:
        """The row that is chosen."""
        rows = self._model.entries()
        return rows[self.rows.row] if 0 <= self.rows.row < len(rows) else None

    def _show_row(self, *_rows: object) -> None:
        """Show the address of the row that is chosen."""
        row, sharing = self.chosen, self._sharing
        address = ""
        if row is not None:
            address = sharing.address if not row.who else (sharing.address_of(row.link) if row.link else "")
        self.qr.show_text(address)
        self.address.setText(address)
        linked = row is not None and row.link is not None
        self.copying.setEnabled(bool(address))
        self.new.setText(self.tr("Make a new &link") if linked else self.tr("Make a &link"))
        self.new.setEnabled(sharing.is_on and row is not None and bool(row.who))
        self.out.setEnabled(linked)
        self.all.setEnabled(
            sharing.is_on and any(one.who and one.link is None for one in self._model.entries())
        )

    # -- what is done with links -------------------------------------------------------------------

    def copy(self) -> None:
        """Put the address that is shown on the clipboard."""
        if self.qr.text:
            QGuiApplication.clipboard().setText(self.qr.text)
            self._say(self.tr("The address was copied."))

    def _make(self) -> None:
        if self.chosen is not None and self.chosen.who:
            self._sharing.make_link(self.chosen.who)

    def _make_all(self) -> None:
        for row in self._model.entries():
            if row.who and row.link is None:
                self._sharing.make_link(row.who)

    def _drop(self) -> None:
        if self.chosen is not None and self.chosen.who:
            self._sharing.drop_link(self.chosen.who)

    def _also(self) -> None:
        who = str(self.also.currentData() or "")
        if who:
            self._sharing.make_link(who)
            at = next((at for at, row in enumerate(self._model.entries()) if row.who == who), 0)
            self.rows.selectRow(at)

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        return QSize(em * 120, self.fontMetrics().height() * 34)
