"""Dialogs that were closed with something typed in them are laid by: each comes back as it was left.

Escape closes, and asks nothing. What was typed or rolled is kept until it is taken up again: by asking for
the same before anything else happens at the table, or by the button of the message that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QComboBox, QDialog, QLineEdit, QPlainTextEdit

from desktop.widgets.fields import TypedField

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.messages.feedback import Feedback
    from rulesets.table.encounter import Encounter

MOST = 8
"""Dialogs that are kept at once; the oldest gives way."""
Kind = tuple[type[QDialog], str]
"""What a dialog asks, and of whom: its class and its title."""


class LaidBy(QObject):
    """The dialogs that were left, as long as their encounter is open under the same rules."""

    def __init__(self, bridge: Bridge, feedback: Feedback, parent: QObject | None = None) -> None:
        """Keep nothing yet."""
        super().__init__(parent)
        self._bridge, self._feedback = bridge, feedback
        self._kept: dict[Kind, tuple[QDialog, Encounter | None]] = {}
        self._begun: dict[QDialog, Texts] = {}
        bridge.reset.connect(self.forget)
        bridge.rules_changed.connect(self.forget)

    def begin(self, dialog: QDialog) -> None:
        """A dialog opens: remember what is filled in already."""
        self._begun.setdefault(dialog, _texts(dialog))

    def keep(self, dialog: QDialog, again: Callable[[QDialog], object]) -> bool:
        """Keep a dialog that was left if something is typed in it, and say so; else return False."""
        begun = self._begun.get(dialog, {})
        if dialog.result() == QDialog.DialogCode.Accepted or not holds_typed(dialog, begun):
            self._begun.pop(dialog, None)
            return False
        kind = _kind(dialog)
        self._drop(kind)
        self._kept[kind] = dialog, self._state()
        while len(self._kept) > MOST:
            self._drop(next(iter(self._kept)))
        text = self._told(dialog.windowTitle())
        self._feedback.tell(text, self.tr("Go on with it"), partial(self._go_on, kind, again))
        return True

    def instead_of(self, dialog: QDialog) -> QDialog:
        """Return the dialog that asks the same and was left, if it still says what is; else this one."""
        left, state = self._kept.get(_kind(dialog), (None, None))
        if left is None:
            return dialog
        takes_up = getattr(dialog, "takes_up", None)
        if callable(takes_up):  # it can be filled in whatever has happened since
            takes_up(left)
            self._drop(_kind(dialog))
            return dialog
        if state is not self._state():
            return dialog
        dialog.deleteLater()
        return self._take(_kind(dialog)) or dialog

    def forget(self) -> None:
        """Forget all of them: they are about an encounter that is closed, or about other rules."""
        for kind in list(self._kept):
            self._drop(kind)

    # -- internal ------------------------------------------------------------------------------------

    def _told(self, title: str) -> str:
        return self.tr("“{title}” was closed. What was typed or rolled there is kept.").format(title=title)

    def _state(self) -> Encounter | None:
        return self._bridge.state if self._bridge.is_open else None

    def _go_on(self, kind: Kind, again: Callable[[QDialog], object]) -> None:
        dialog = self._take(kind)
        if dialog is not None:
            again(dialog)

    def _take(self, kind: Kind) -> QDialog | None:
        dialog, _ = self._kept.pop(kind, (None, None))
        if dialog is None:
            return None
        self._feedback.withdraw(self._told(dialog.windowTitle()))
        if callable(refresh := getattr(dialog, "refresh", None)):
            refresh()
        if isinstance(line := dialog.focusWidget(), QLineEdit):
            line.selectAll()  # what is typed now takes its place
        return dialog

    def _drop(self, kind: Kind) -> None:
        dialog, _ = self._kept.pop(kind, (None, None))
        if dialog is not None:
            self._feedback.withdraw(self._told(dialog.windowTitle()))
            self._begun.pop(dialog, None)
            dialog.deleteLater()


def _kind(dialog: QDialog) -> Kind:
    return type(dialog), dialog.windowTitle()


Texts = dict[QComboBox, str]
"""What stands in boxes that one may type into."""


def _texts(dialog: QDialog) -> Texts:
    return {box: box.currentText() for box in dialog.findChildren(QComboBox) if box.isEditable()}


def holds_typed(dialog: QDialog, begun: Texts) -> bool:
    """Return whether somebody has typed something into a dialog, or rolled there, that it would drop.

    ``begun`` is what stood in its boxes when it opened.
    """
    own = getattr(dialog, "holds_typed", None)
    if callable(own):
        return bool(own())
    if any(text.document().isModified() for text in dialog.findChildren(QPlainTextEdit)):
        return True
    # It is no measure what the line of a box calls modified: names are completed there.
    if any(text.strip() and text != begun.get(box) for box, text in _texts(dialog).items()):
        return True
    lines = (field for field in dialog.findChildren(QLineEdit) if not isinstance(field.parent(), QComboBox))
    return any(map(_is_typed, lines))


def _is_typed(field: QLineEdit) -> bool:
    if field.isReadOnly() or not field.text().strip():
        return False
    return field.is_typed if isinstance(field, TypedField) else field.isModified()
