"""Asking 'why?' of a number: Shift+F1 or '?' on what has the focus, its context menu, a click on its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu, QWidget

from desktop.why.card import WhyCard
from desktop.widgets.fields import NumberField
from rulesets.words.explaining import Why

Answer = Callable[[QWidget], Sequence[Why]]
"""Gives the explanations of the widget that was asked."""


class Asker(QObject):
    """Lets a widget be asked why. ``answer`` is only called when somebody asks."""

    def __init__(self, widget: QWidget, answer: Answer, *others: QWidget) -> None:
        """Answer for ``widget`` and for ``others`` that show the same number; labels answer a click."""
        super().__init__(widget)
        self._widget = widget
        self._answer = answer
        for one in (widget, *others):
            one.installEventFilter(self)
            if isinstance(one, QLabel):
                one.setCursor(Qt.CursorShape.WhatsThisCursor)

    def ask(self) -> None:
        """Show the answer below the widget, if there is one."""
        show_answer(self._answer(self._widget), self._widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys, the menu and, of a label, the click."""
        match event:
            case QKeyEvent() if event.type() == QEvent.Type.KeyPress and asks(event, watched):
                self.ask()
                return True
            case QContextMenuEvent() if isinstance(watched, QWidget):
                self._menu(watched, event)
                return True
            case QMouseEvent() if event.type() == QEvent.Type.MouseButtonRelease and isinstance(
                watched, QLabel
            ):
                if event.button() == Qt.MouseButton.LeftButton:
                    self.ask()
                    return True
        return False

    def _menu(self, watched: QWidget, event: QContextMenuEvent) -> None:
        menu = watched.createStandardContextMenu() if isinstance(watched, QLineEdit) else QMenu(watched)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        why = QAction(self.tr("Why?\tShift+F1"), menu)
        why.triggered.connect(self.ask)
        first = next(iter(menu.actions()), None)
        if first is None:
            menu.addAction(why)
        else:
            menu.insertAction(first, why)
            menu.insertSeparator(first)
        menu.popup(event.globalPos())


def asks(event: QKeyEvent, where: QObject) -> bool:
    """Return whether a key asks why: Shift+F1, or '?' where no text is typed."""
    if event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
        return True
    types = isinstance(where, QLineEdit) and not isinstance(where, NumberField)
    return event.text() == "?" and not types


def show_answer(
    whys: Sequence[Why], over: QWidget, place: QRect | None = None, *, keep: QWidget | None = None
) -> WhyCard | None:
    """Show explanations by ``over`` (or by ``place`` in it); None if there is nothing to say.

    ``keep`` is what they explain as a whole, which stays in sight as far as there is room.
    """
    if not whys:
        return None
    box = over.rect() if place is None else place
    card = WhyCard(whys, over.window())
    card.show_at(_on_screen(over, box), None if keep is None else _on_screen(keep, keep.rect()))
    return card


def _on_screen(widget: QWidget, box: QRect) -> QRect:
    return QRect(widget.mapToGlobal(box.topLeft()), box.size())
