"""Dialogs that were closed with something typed in them are laid by: each comes back as it was left.

Escape closes, and asks nothing. What was typed or rolled is kept until it is taken up again: by asking for
the same before anything else happens at the table, by the button of the message that says so, or by the
command of the same name; of several the last one comes first, and a menu has them all. When the fight goes on
that message gives way; it is back when the same is asked again, and left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar, runtime_checkable

from PySide6 import QtWidgets
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog

from desktop.commands.table import called
from desktop.process.in_front import ask

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.messages.feedback import Feedback
    from rulesets.table.encounter import Encounter

MOST = 8
"""Dialogs that are kept at once; the oldest gives way."""
MOST_NAMED = 2
"""Those closed before the last one that a message names."""
D = TypeVar("D", bound=QDialog)
Kind = tuple[type[QDialog], str]
"""What a dialog asks, and of whom: its class and its title."""


@runtime_checkable
class TakesUp(Protocol):
    """A dialog that can be filled in as one stood that was left, whatever has happened since."""

    def takes_up(self, left: Any) -> None:
        """Stand as another of its class stood."""


@runtime_checkable
class HoldsTyped(Protocol):
    """A dialog that says itself whether somebody has typed or rolled something in it."""

    def holds_typed(self) -> bool:
        """Return whether closing it would drop anything."""


@runtime_checkable
class Refreshes(Protocol):
    """A dialog that says what its fields come to at this moment."""

    def refresh(self) -> None:
        """Say it again."""


@runtime_checkable
class Renews(Protocol):
    """A dialog that comes back as it was left, with what is new in the one that was asked for."""

    def renew(self, asked: QDialog) -> None:
        """Take over what was told to ``asked`` just now."""


class Left(NamedTuple):
    """A dialog that was left."""

    dialog: QDialog
    state: Encounter | None
    """The encounter as it stood then."""
    again: Callable[[QDialog], object]
    """Shows it once more."""

    @property
    def title(self) -> str:
        """What it asks, and of whom."""
        return self.dialog.windowTitle()


class LaidBy(QObject):
    """The dialogs that were left, as long as their encounter is open under the same rules."""

    changed = Signal()
    """Others are kept than before."""

    def __init__(self, bridge: Bridge, feedback: Feedback, parent: QObject | None = None) -> None:
        """Keep nothing yet."""
        super().__init__(parent)
        self._bridge, self._feedback = bridge, feedback
        self._kept: list[Left] = []
        """The one that was left last stands last: it is gone on with first."""
        self._said = ""
        """What was said last of those that are kept."""
        self._back: QDialog | None = None
        """The one that was gone on with last."""
        self._moment: tuple[object, ...] = ()
        """Where the fight stood when it was said last that something is kept."""
        self._begun: dict[QDialog, Texts] = {}
        self._stood: Encounter | None = None
        """The encounter as it stands, or stood before what changes now."""
        self._cursor = 0
        """How many steps were in force then."""
        bridge.reset.connect(self.forget)
        bridge.rules_changed.connect(self.forget)
        bridge.changed.connect(self._follow)

    @property
    def titles(self) -> list[str]:
        """What those that are kept ask, the last one first; of two alike the earlier one says so."""
        found: list[str] = []
        for left in reversed(self._kept):
            earlier = self.tr("{title} (earlier)").format(title=left.title)
            found.append(earlier if left.title in found else left.title)
        return found

    def go_on(self, place: int = 0) -> None:
        """Show one of those that are kept once more, by its place among their titles."""
        if 0 <= place < len(self._kept):
            left = self._kept[-1 - place]
            self._take(left)
            left.again(left.dialog)

    def ask(self, dialog: QDialog) -> None:
        """Show a dialog, or the one that asks the same and was left; it is laid by when it is left again."""
        self._show(self.instead_of(dialog))

    def _show(self, dialog: QDialog) -> None:
        self.begin(dialog)
        dialog.finished.connect(self._closed)
        ask(dialog)

    def _closed(self) -> None:
        dialog = self.sender()
        if isinstance(dialog, QDialog):
            dialog.finished.disconnect(self._closed)
            if not self.keep(dialog, self._show):
                dialog.deleteLater()

    def begin(self, dialog: QDialog) -> None:
        """A dialog opens: remember what is filled in already."""
        self._begun.setdefault(dialog, _texts(dialog))

    def keep(self, dialog: QDialog, again: Callable[[QDialog], object]) -> bool:
        """Keep a dialog that was left if something is typed in it, and say so; else return False."""
        begun = self._begun.get(dialog, {})
        accepted, same = dialog.result() == QDialog.DialogCode.Accepted, self._like(dialog)
        if accepted or not holds_typed(dialog, begun):
            self._begun.pop(dialog, None)
            if same is not None and not accepted:
                self._kept.remove(same)
                self._put(same)  # it was asked anew, and this was not what was meant
            elif self._kept and dialog is self._back and self._feedback.is_silent:
                self._tell()  # one of several was gone on with
            return False
        self._look()
        while len(self._kept) >= MOST:
            self._drop(self._kept[0])
        self._put(Left(dialog, self._stood, again))
        return True

    def instead_of(self, dialog: D) -> D:
        """Return the dialog that asks the same and was left, if it still says what is; else this one."""
        left = self._like(dialog)
        if left is None:
            return dialog
        if isinstance(dialog, TakesUp):
            dialog.takes_up(left.dialog)
            self._drop(left)
            return dialog
        if left.state is not self._state():
            return dialog
        kept = left.dialog
        if not isinstance(kept, type(dialog)):
            return dialog
        self._take(left)
        if isinstance(kept, Renews):
            kept.renew(dialog)
        dialog.deleteLater()
        told = self.tr("“{title}” stands as you left it: what was typed or rolled is still there.")
        self._feedback.cannot(told.format(title=kept.windowTitle()))
        return kept

    def forget(self) -> None:
        """Forget all of them: they are about an encounter that is closed, or about other rules."""
        for left in list(self._kept):
            self._drop(left)

    # -- internal ------------------------------------------------------------------------------------

    def _like(self, dialog: QDialog) -> Left | None:
        """Return the last one that was left and asks the same as ``dialog``."""
        return next((left for left in reversed(self._kept) if _kind(left.dialog) == _kind(dialog)), None)

    def _put(self, left: Left) -> None:
        """Keep one as the last that was left, and say so."""
        self._kept.append(left)
        self.changed.emit()
        self._tell()

    def _told(self) -> str:
        """Say which are kept: several are in a menu, where each is found."""
        last, *others = self.titles
        if not others:
            return self.tr("“{title}” was closed. What was typed or rolled there is kept.").format(title=last)
        named = [self.tr("“{title}”").format(title=title) for title in others[:MOST_NAMED]]
        if len(others) > MOST_NAMED:
            named.append(self.tr("{count} more").format(count=len(others) - MOST_NAMED))
        told = self.tr(
            "“{title}” was closed, and before it {others}. What was typed or rolled there is kept:"
            " Edit → {menu}."
        )
        return told.format(title=last, others=", ".join(named), menu=called("closed"))

    def _state(self) -> Encounter | None:
        return self._bridge.state if self._bridge.is_open else None

    def _tell(self) -> None:
        self._moment, self._said = self._now(), self._told()
        self._feedback.tell(self._said, called("go-on"), self.go_on)

    def _now(self) -> tuple[object, ...]:
        """Return where the fight stands: when it goes on, nobody is asked any more to go on with a dialog."""
        state = self._state()
        return () if state is None else (state.clock, state.walk.active)

    def _look(self) -> None:
        self._stood = self._state()
        self._cursor = self._bridge.cursor if self._bridge.is_open else 0

    def _follow(self) -> None:
        """Let the message go when the fight goes on: then nothing of what was left has been recorded."""
        before, cursor = self._stood, self._cursor
        self._look()
        if not self._kept or self._now() == self._moment:
            return
        self._unsay()
        told = self.tr("Nothing of “{title}” was recorded.")
        for left in self._kept:
            if left.state is before and before is not None and self._cursor > cursor:
                self._feedback.remind(told.format(title=left.title))

    def _unsay(self) -> None:
        if self._said:
            self._feedback.withdraw(self._said)
            self._said = ""

    def _take(self, left: Left) -> None:
        """Keep one no longer: it is shown as it was left, with the keys where something is to be typed."""
        self._kept.remove(left)
        self._back = dialog = left.dialog
        self.changed.emit()
        self._unsay()
        if isinstance(dialog, Refreshes):
            dialog.refresh()
        if _is_left_by(dialog) and (empty := _to_type_in(dialog)) is not None:
            empty.setFocus()
        field = dialog.focusWidget()
        line = field.lineEdit() if isinstance(field, QtWidgets.QComboBox) else field
        if isinstance(line, QtWidgets.QLineEdit):
            line.selectAll()  # what is typed now takes its place

    def _drop(self, left: Left) -> None:
        self._kept.remove(left)
        self.changed.emit()
        self._unsay()
        self._begun.pop(left.dialog, None)
        left.dialog.deleteLater()


def _is_left_by(dialog: QDialog) -> bool:
    """Return whether the keys of a dialog are still at the button by which it was left."""
    button, box = dialog.focusWidget(), dialog.findChild(QtWidgets.QDialogButtonBox)
    if box is None or not isinstance(button, QtWidgets.QAbstractButton):
        return False
    return box.buttonRole(button) == QtWidgets.QDialogButtonBox.ButtonRole.RejectRole


def _to_type_in(dialog: QDialog) -> QtWidgets.QLineEdit | None:
    """Return the first line of a dialog in which nothing stands, else its first one."""
    found = [
        line
        for line in dialog.findChildren(QtWidgets.QLineEdit)
        if line.isVisibleTo(dialog) and line.isEnabled() and not line.isReadOnly()
    ]
    return next((line for line in found if not line.text().strip()), found[0] if found else None)


def _kind(dialog: QDialog) -> Kind:
    return type(dialog), dialog.windowTitle()


Texts: TypeAlias = "dict[QtWidgets.QComboBox, str]"
"""What stands in boxes that one may type into."""


def _texts(dialog: QDialog) -> Texts:
    return {box: box.currentText() for box in dialog.findChildren(QtWidgets.QComboBox) if box.isEditable()}


def holds_typed(dialog: QDialog, begun: Texts) -> bool:
    """Return whether somebody has typed something into a dialog, or rolled there, that it would drop.

    ``begun`` is what stood in its boxes when it opened.
    """
    if isinstance(dialog, HoldsTyped):
        return dialog.holds_typed()
    if any(text.document().isModified() for text in dialog.findChildren(QtWidgets.QPlainTextEdit)):
        return True
    # It is no measure what the line of a box calls modified: names are completed there.
    if any(text.strip() and text != begun.get(box) for box, text in _texts(dialog).items()):
        return True
    lines = (
        field
        for field in dialog.findChildren(QtWidgets.QLineEdit)
        if not isinstance(field.parent(), QtWidgets.QComboBox)
    )
    return any(map(_is_typed, lines))


def _is_typed(field: QtWidgets.QLineEdit) -> bool:
    from desktop.widgets.fields import TypedField  # a start opens no dialog

    if field.isReadOnly() or not field.text().strip():
        return False
    return field.is_typed if isinstance(field, TypedField) else field.isModified()
