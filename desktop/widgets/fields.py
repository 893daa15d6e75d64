"""Small fields and labels that the side panels and dialogs share."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QSizePolicy, QWidget

from desktop.theme import theme_of
from desktop.widgets.plain_text import PlainLabel


class ToneLabel(PlainLabel):
    """A label of plain text, wrapped, in one of the theme's text colours."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, tone: str = "quiet") -> None:
        """Show ``text``; ``tone`` is quiet, text, good, bad or warn."""
        super().__init__("", parent)
        self._tone = tone
        self._colouring = False
        self.setWordWrap(True)
        self.setMinimumWidth(1)
        self.setText(text)
        self._colour()

    def set_tone(self, tone: str) -> None:
        """Change the tone."""
        self._tone = tone
        self._colour()

    def say(self, text: str) -> None:
        """Show ``text``, or nothing and no room for it."""
        if text != self.text():
            self.setText(text)
        self.setVisible(bool(text))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.ParentChange):
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        if self._colouring:
            return
        self._colouring = True
        parent = self.parentWidget()
        base = parent.palette() if parent is not None else QApplication.palette()
        theme = theme_of(base)
        palette = QPalette()
        colour = theme.quiet if self._tone == "quiet" else theme.tone(self._tone)
        palette.setColor(QPalette.ColorRole.WindowText, theme.text if self._tone == "text" else colour)
        self.setPalette(palette)
        self._colouring = False


class TypedField(QLineEdit):
    """A line that tells typing from being set: what is half typed is never overwritten from outside."""

    typed = Signal()
    """The GM changed the text."""
    committed = Signal()
    """The GM is done with it: Enter, or the focus went elsewhere, and the text differs from what was set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._set = ""
        self._tried: str | None = None
        """Text that was committed and, as it is still there, refused: it is not tried again by itself."""
        self.textEdited.connect(self._on_edited)
        self.editingFinished.connect(self._on_finished)

    def offer(self, text: str) -> None:
        """Show ``text`` unless the GM is typing something else here."""
        half_typed = self.hasFocus() and self.text() not in (self._set, self._tried)
        self._set = text
        if not half_typed and self.text() != text:
            self.setText(text)

    def put(self, text: str) -> None:
        """Show ``text`` whatever is being typed."""
        self._set = text
        self.setText(text)

    def put_back(self) -> None:
        """Show again what was set last."""
        self.setText(self._set)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text() != self._set:
            self.put_back()
            self.typed.emit()
            event.accept()
            return
        super().keyPressEvent(event)

    def _on_edited(self, _text: str) -> None:
        self._tried = None
        self.typed.emit()

    def _on_finished(self) -> None:
        if self.text() not in (self._set, self._tried):
            self._tried = self.text()
            self.committed.emit()


class NumberField(TypedField):
    """A whole number, or nothing. Up and Down change it by 1, Page Up and Page Down by 10."""

    def __init__(self, parent: QWidget | None = None, *, least: int | None = None, digits: int = 4) -> None:
        """Take numbers from ``least`` on; wide enough for ``digits``."""
        from PySide6.QtCore import QRegularExpression  # a start shows no field: 1 ms for both
        from PySide6.QtGui import QRegularExpressionValidator

        super().__init__(parent)
        self._least = least
        self._digits = digits
        self._usual: int | None = None
        """What is meant while nothing is filled in, where that is known."""
        sign = "" if least is not None and least >= 0 else "[-−+]?"
        self.setValidator(QRegularExpressionValidator(QRegularExpression(rf"{sign}\d{{0,9}}"), self))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    @property
    def number(self) -> int | None:
        """The number typed, or None."""
        text = self.text().replace("−", "-")
        return int(text) if text.strip("+-") else None

    @number.setter
    def number(self, value: int | None) -> None:
        self.put("" if value is None else str(value))

    def begin(self, *, usual: int | None = None, suggested: int | None = None) -> None:
        """Stand as nobody has filled it in.

        What the rules take when nothing is filled in (``usual``) is shown, and left to them. What they leave
        open can be suggested: that is filled in.
        """
        self.number, self._usual = suggested, usual
        self.setPlaceholderText("" if usual is None else str(usual))

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        wanted = self.fontMetrics().horizontalAdvance("0" * (self._digits + 1))
        margins = self.textMargins()
        return QSize(wanted + margins.left() + margins.right() + 10, size.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: 10,
            Qt.Key.Key_PageDown: -10,
        }
        by = steps.get(Qt.Key(event.key()))
        if by is None or self.isReadOnly() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        before = self._usual if self.number is None else self.number
        value = (before or 0) + by
        self.setText(str(value if self._least is None else max(self._least, value)))
        self.selectAll()
        self.typed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self.selectAll()


def left_out(usual: str, otherwise: str) -> str:
    """Return what a choice says while nothing is chosen: what the rules take then, if they take something."""
    text = QCoreApplication.translate("Fields", "{choice} (usual)")
    return text.format(choice=usual) if usual else otherwise


def roomy(label: QLabel) -> QLabel:
    """Give a wrapped label a sensible least width: forms reserve the height that it needs at that width."""
    label.setMinimumWidth(label.fontMetrics().averageCharWidth() * 38)
    return label


def plain_label(text: str = "", parent: QWidget | None = None, *, bold: bool = False) -> QLabel:
    """Return a label of plain, wrapped text: names are whatever people have typed, HTML included."""
    label = PlainLabel(parent=parent)
    label.setWordWrap(True)
    label.setMinimumWidth(1)
    label.setText(text)
    if bold:
        font = label.font()
        font.setBold(True)
        label.setFont(font)
    return label
