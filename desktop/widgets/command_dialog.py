"""What every dialog about the encounter has in common: its commands are tried before it is accepted.

What is typed is never lost: a refusal is shown in words under the fields and the dialog stays open. If the
refusal is a rule, the GM may tick Override.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.boxes import let_enter_through
from desktop.widgets.dialogs import grow, press_with_ctrl_return
from desktop.widgets.fields import NumberField, unread_under
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.labels import CitedLabel, ToneLabel, roomy
from desktop.widgets.name_search import let_names_be_typed
from desktop.widgets.plain_text import FieldLabel, tip
from rulesets.table.commands import Command
from rulesets.table.refusal import Refusal

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SHIFTED = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
LEAST_LETTERS = 14
"""What a list to choose from is wide at least."""


class CommandDialog(FightDialog):
    """A form whose result is one command or several."""

    def __init__(self, bridge: Bridge, texts: Texts, title: str, parent: QWidget | None = None) -> None:
        """Make an empty form; subclasses add rows and end with :meth:`finish`."""
        super().__init__(parent)
        self.bridge = bridge
        self.texts = texts
        self.setWindowTitle(title)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        self._hints: dict[QWidget, QLabel] = {}
        self._forms: dict[QWidget, QFormLayout] = {}
        """Field → the form in which it stands, where it has a label."""
        self._settled = 0
        """How high it stood when everything was laid out last; 0 before it is shown."""
        self.about = CitedLabel("", self)
        roomy(self.about)
        self.about.hide()
        self._reason = CitedLabel("", self)
        roomy(self._reason)
        self._reason.hide()
        self.override = QCheckBox(self.tr("O&verride the rule"), self)
        self.override.setToolTip(self.tr("Do it all the same; the log will show it."))
        self.override.hide()
        self.override.toggled.connect(self.refresh)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._cancel.setAutoDefault(False)
        self._cancel.installEventFilter(self)
        self.body = QVBoxLayout()
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self.about)
        layout.addLayout(self.body, 1)
        self.body.addLayout(self.form)
        layout.addWidget(self._reason)
        layout.addWidget(self.override)
        layout.addWidget(self.buttons)
        press_with_ctrl_return(self, self.ok)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 60)

    # -- for subclasses ------------------------------------------------------------------------------

    @abstractmethod
    def wanted(self) -> Sequence[Command]:
        """Return the commands that the fields stand for, without override."""

    def missing(self) -> str:
        """Return what is still missing or wrong in the fields, in words, or ''."""
        return ""

    def tried_live(self) -> bool:
        """Return whether every change is tried at once, not only OK (cheap commands)."""
        return True

    def foreseen(self, _command: Command, _outcome: object) -> str:
        """Return a sentence about what the last command will come to, or ''."""
        return ""

    def finish(self, ok: str) -> None:
        """Call the OK button ``ok`` and show what the fields come to."""
        self.ok.setText(ok)
        self.ok.setDefault(True)
        QWidget.setTabOrder(self.ok, self._cancel)  # some systems have Cancel before it
        for box in self.findChildren(QComboBox):
            let_enter_through(box)
            let_names_be_typed(box)
        self.refresh()

    def name_in_title(self, who: QComboBox) -> None:
        """Let the title say of whom this is, whoever is chosen in ``who``."""
        title = self.windowTitle()

        def say() -> None:
            self.setWindowTitle(f"{title}: {who.currentText()}" if who.currentData() else title)

        who.currentIndexChanged.connect(say)
        say()
        metrics = self.fontMetrics()  # system buttons stand beside the title
        wanted = min(2 * metrics.horizontalAdvance(self.windowTitle()), metrics.averageCharWidth() * 80)
        self.setMinimumWidth(max(self.minimumWidth(), wanted))

    def tell_below_fields(self) -> None:
        """Say under the fields what a choice is about: above them it would move the field that it is in."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.removeWidget(self.about)
        layout.insertWidget(layout.indexOf(self._reason), self.about)

    def add_row(self, label: str, field: QWidget, hint: str = "", *, form: QFormLayout | None = None) -> None:
        """Add a labelled field, with ``hint`` under it; to ``form`` rather than on top."""
        form = form or self.form
        text = FieldLabel(label, self)
        text.setBuddy(field.focusProxy() or field)  # what cannot have the keys itself lets its letter pass by
        text.setMinimumWidth(text.sizeHint().width() + 3)  # an underlined letter breaks kerning
        if isinstance(field, QComboBox):  # its longest entry is no reason to stand over the label
            field.setMinimumWidth(field.fontMetrics().averageCharWidth() * LEAST_LETTERS)
        spoken = field.focusProxy() or field
        if not spoken.accessibleName():
            spoken.setAccessibleName(label.replace("&", ""))
        form.addRow(text, field)
        self._forms[field] = form
        if hint:
            field.setAccessibleDescription(hint)
            self._hints[field] = roomy(ToneLabel(hint, self))
            form.addRow("", self._hints[field])

    def say_hint(self, field: QWidget, hint: str) -> None:
        """Say something else under a field that has a hint."""
        if hint != self._hints[field].text():
            field.setAccessibleDescription(hint)
            self._hints[field].setText(hint)

    def show_row(self, field: QWidget, shown: bool) -> None:
        """Show or hide a field with its label and its hint."""
        form = self._forms.get(field, self.form)
        form.setRowVisible(field, shown)
        if field in self._hints:
            form.setRowVisible(self._hints[field], shown)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def ok(self) -> QPushButton:
        """The button that accepts."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def reason(self) -> str:
        """Why OK is not possible, or what will come of it."""
        return self._reason.told

    def commands(self) -> list[Command]:
        """Return what to dispatch, in this order."""
        return [self._insisting(command) for command in self.wanted()]

    def command(self) -> Command:
        """Return what to dispatch, of a dialog that yields one command."""
        return self.commands()[0]

    def refresh(self) -> None:
        """Say what is missing, what stands against it, or what will come of it."""
        missing = self.lacking()
        if missing:
            self._say(missing, "warn", ok=False)
            self._offer_override(None)
        elif self.tried_live():
            self._try()
        else:
            self._say("", "quiet", ok=True)

    def accept(self) -> None:
        """Accept, if nothing stands against it."""
        missing = self.lacking()
        if missing:
            self._say(missing, "warn", ok=False)
        elif self._try():
            super().accept()

    def lacking(self) -> str:
        """Return what cannot be read or is still missing in the fields, in words, or ''."""
        return unread_under(self) or self.missing()

    # -- internal ------------------------------------------------------------------------------------

    @property
    def _cancel(self) -> QPushButton:
        return self.buttons.button(QDialogButtonBox.StandardButton.Cancel)

    def _insisting(self, command: Command) -> Command:
        insists = self.override.isChecked() and not self.override.isHidden()
        return replace(command, override=True) if insists else command

    def _try(self) -> bool:
        """Try all commands on the encounter as it is; show the first refusal."""
        found = self._first_refusal(self.wanted())
        self._offer_override(found if isinstance(found, Refusal) else None)
        if not isinstance(found, Refusal):
            self._say(found, "quiet", ok=True)
            return True
        reason = self.texts.refusal(found)
        insists = found.can_override and self.override.isChecked()
        still = self._first_refusal(self.commands()) if insists else found
        if isinstance(still, Refusal):
            self._say(self.texts.refusal(still), "bad", ok=False)
            return False
        self._say(self.tr("Against the rule: {reason}").format(reason=reason), "warn", ok=True)
        return True

    def _first_refusal(self, commands: Sequence[Command]) -> Refusal | str:
        """Return the first refusal of the commands one after the other, or what is foreseen of the last."""
        if not commands:
            return ""
        outcome = self.bridge.preview(*commands)
        return outcome if isinstance(outcome, Refusal) else self.foreseen(commands[-1], outcome)

    def _offer_override(self, refusal: Refusal | None) -> None:
        shown = refusal is not None and refusal.can_override
        if shown == self.override.isHidden():
            self.override.setVisible(shown)
            if not shown:
                self.override.setChecked(False)

    def _say(self, text: str, tone: str, *, ok: bool) -> None:
        self._reason.set_tone(tone)
        self._reason.say(text)
        self.ok.setEnabled(ok)
        self.ok.setToolTip("" if ok else tip(text))
        self.ok.setAccessibleDescription(text)
        self.grow()

    def grow(self) -> None:
        """Grow with what is said, within the screen: nothing is squeezed, and nothing jumps back."""
        grow(self, self._settled)
        self._settled = self.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._settle)

    def _settle(self) -> None:
        self._settled = self.height()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter never cancels: where OK is not possible it says why, and on Cancel it does nothing.

        A letter that is typed on a button belongs to a field: with a Tab too many a blank would close it all.
        """
        if self._goes_on_typing(event):
            return
        if event.key() not in _ENTER or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif not self._cancel.hasFocus():
            if self.ok.isEnabled():
                super().keyPressEvent(event)
            else:
                self.accept()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Frame no other button while the keys are on Cancel: Enter does nothing then."""
        if watched is self._cancel and event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.ok.setDefault(event.type() == QEvent.Type.FocusOut)
        return super().eventFilter(watched, event)

    def _goes_on_typing(self, event: QKeyEvent) -> bool:
        """Bring a letter from a button to the field that still lacks words, else to the last one."""
        focus, typed = self.focusWidget(), event.text()
        if focus is None or not self.buttons.isAncestorOf(focus) or event.modifiers() & ~_SHIFTED:
            return False
        lines = self._lines_of_words()
        if not typed.strip() or not typed.isprintable() or not lines:
            return False
        empty = None if self.ok.isEnabled() else next((one for one in lines if not one.text().strip()), None)
        line = empty or lines[-1]
        line.setFocus()
        line.end(False)
        QCoreApplication.sendEvent(self.focusWidget() or line, event)
        return True

    def _lines_of_words(self) -> list[QLineEdit]:
        """Return what words are typed into, from the top; numbers have fields of their own."""
        found = (one.lineEdit() if isinstance(one, QComboBox) else one for one in self._forms)
        lines = [one for one in found if isinstance(one, QLineEdit) and not isinstance(one, NumberField)]
        return [one for one in lines if one.isVisible() and one.isEnabled() and not one.isReadOnly()]

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._settled = 0
        self.grow()
