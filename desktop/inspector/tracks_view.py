"""Condition tracks as ladders: what each step means, the present one marked, any one a click away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QSizePolicy, QVBoxLayout, QWidget

from desktop.inspector.tracks import Ladder, StepRow
from desktop.theme import scaled, theme_of
from desktop.why.asking import Asker
from desktop.why.model import Whys
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_text import tip
from desktop.widgets.tiles import TileLayout
from rulesets.table.commands import MoveTrack
from rulesets.words.explaining import Why

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

PAD = 5
LONGEST = 8
"""Steps that are shown with their words; a longer track, and any but the main one, is a row of numbers."""
_TEXT = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)


class StepButton(QAbstractButton):
    """One step of a ladder. Up and Down go to its neighbours, Enter or Space moves the combatant here."""

    wanted = Signal(int)
    """The number of the step."""
    neighbour = Signal(int, int)
    """Step, direction: the focus goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._step: StepRow | None = None
        self._note = ""
        self._compact = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._ask)

    @property
    def step(self) -> StepRow | None:
        """What is shown."""
        return self._step

    def show_step(self, step: StepRow, *, compact: bool) -> None:
        """Show ``step``, only its short name if ``compact``; nothing happens if it is shown already."""
        if step == self._step and compact == self._compact:
            return
        self._step, self._compact = step, compact
        notes = [self.tr("now")] if step.here else []
        notes += [self.tr("persistent")] if step.persistent else []
        self._note = " · ".join(notes)
        self.setText(step.label)
        self.setAccessibleName(", ".join([step.short, step.label, *notes]))
        words = [step.label if compact else "", self._note if compact else "", step.why]
        self.setToolTip(tip("\n".join(word for word in words if word)))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if step.here else Qt.FocusPolicy.ClickFocus)
        self.updateGeometry()
        self.update()

    def _ask(self) -> None:
        if self._step is not None:
            self.wanted.emit(self._step.number)

    # -- Qt ------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if not event.modifiers():
                self.click()
            case Qt.Key.Key_Up | Qt.Key.Key_Left:
                self.neighbour.emit(self._step.number if self._step else 0, -1)
            case Qt.Key.Key_Down | Qt.Key.Key_Right:
                self.neighbour.emit(self._step.number if self._step else 0, 1)
            case _:
                super().keyPressEvent(event)
                return
        event.accept()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        metrics = QFontMetrics(self._font())
        if self._compact:
            return metrics.height() + 2 * PAD
        words = metrics.boundingRect(QRect(0, 0, self._words_width(width), 9999), _TEXT, self.text())
        return max(metrics.height(), words.height()) + 2 * PAD

    def sizeHint(self) -> QSize:
        width = self._short_width() + 2 * PAD if self._compact else 220
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        width = self._short_width() if self._compact else 120
        return QSize(width, self.fontMetrics().height() + 2 * PAD)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        step = self._step
        if step is None:
            return
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            near = self.hasFocus() or self.underMouse()
            if step.here or near or self._compact:
                painter.setBrush(theme.active if step.here else theme.raised)
                edge = theme.accent if step.here else theme.edge
                painter.setPen(QPen(theme.selection if self.hasFocus() else edge, 2 if near else 1))
                painter.drawRoundedRect(box, 5, 5)
            if self._compact:
                self._paint_short(painter, step)
            else:
                self._paint_words(painter, step)

    def _paint_short(self, painter: QPainter, step: StepRow) -> None:
        """Paint the short name, bold and underlined if it is the present step; persistent ones have a bar."""
        theme = theme_of(self.palette())
        font = self._font(bold=step.here)
        font.setUnderline(step.here)
        painter.setFont(font)
        painter.setPen(theme.accent if step.here else theme.text)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, step.short)
        if step.persistent:
            painter.fillRect(QRect(PAD, self.height() - 4, self.width() - 2 * PAD, 2), theme.warn)

    def _paint_words(self, painter: QPainter, step: StepRow) -> None:
        theme = theme_of(self.palette())
        short, note = self._short_width(), self._note_width()
        inner = self.rect().adjusted(PAD + 3, PAD, -PAD - 3, -PAD)
        painter.setFont(self._font(bold=True))
        painter.setPen(theme.accent if step.here else theme.text)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.drawText(QRect(inner.left(), inner.top(), short, inner.height()), left, step.short)
        painter.setFont(self._font())
        painter.setPen(theme.text if step.here else theme.quiet)
        words = QRect(inner.left() + short, inner.top(), self._words_width(self.width()), inner.height())
        painter.drawText(words, _TEXT, step.label)
        if self._note:
            painter.setFont(scaled(self._font(bold=True), 0.85))
            painter.setPen(theme.accent if step.here else theme.warn)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            box = QRect(inner.right() - note, inner.top(), note, inner.height())
            painter.drawText(box, right, self._note)

    # -- internal ------------------------------------------------------------------------------------

    def _font(self, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setBold(bold)
        return font

    def _short_width(self) -> int:
        return QFontMetrics(self._font(bold=True)).horizontalAdvance("−10 ") + 4

    def _note_width(self) -> int:
        if not self._note:
            return 0
        return QFontMetrics(scaled(self._font(bold=True), 0.85)).horizontalAdvance(self._note) + 6

    def _words_width(self, width: int) -> int:
        return max(40, width - 2 * (PAD + 3) - self._short_width() - self._note_width())


class LadderView(QWidget):
    """One track with all its steps."""

    wanted = Signal(str, int)
    """Track, by how many steps to move."""

    def __init__(
        self,
        answer: Callable[[str], tuple[Why, ...]],
        parent: QWidget | None = None,
        *,
        compact: bool = False,
    ) -> None:
        """Begin empty; ``compact`` shows steps as a row of numbers, ``answer`` says what a track does."""
        super().__init__(parent)
        self._answer = answer
        self._compact = compact
        self._ladder: Ladder | None = None
        self._title = ToneLabel("", self)
        self._buttons: list[StepButton] = []
        em = self.fontMetrics().averageCharWidth()
        self._steps = TileLayout(tile=em * 6 if compact else em * 200, gap=3 if compact else 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        self._effect = ToneLabel("", self)
        self._effect.hide()
        Asker(self._title, self._why, self._effect)
        layout.addWidget(self._title)
        layout.addLayout(self._steps)
        layout.addWidget(self._effect)

    @property
    def compact(self) -> bool:
        """True if steps are shown as a row of numbers."""
        return self._compact

    @property
    def buttons(self) -> list[StepButton]:
        """The steps, top one first."""
        return self._buttons

    def show_ladder(self, ladder: Ladder, *, titled: bool) -> None:
        """Show a track, with its name if ``titled``."""
        if ladder == self._ladder:
            return
        self._ladder = ladder
        words = [ladder.label] if titled else []
        words += [ladder.steps[ladder.at].label] if self._compact else []
        self._title.say(": ".join(words))
        self._effect.say(ladder.steps[ladder.at].why)
        while len(self._buttons) > len(ladder.steps):
            button = self._buttons.pop()
            self._steps.removeWidget(button)
            button.deleteLater()
        while len(self._buttons) < len(ladder.steps):
            button = StepButton(self)
            button.wanted.connect(self._ask)
            button.neighbour.connect(self._go)
            Asker(button, self._why)
            self._buttons.append(button)
            self._steps.addWidget(button)
        for button, step in zip(self._buttons, ladder.steps, strict=True):
            button.show_step(step, compact=self._compact)

    def _why(self, _asked: QWidget) -> tuple[Why, ...]:
        return () if self._ladder is None else self._answer(self._ladder.id)

    def _ask(self, step: int) -> None:
        by = self._ladder.move_to(step) if self._ladder is not None else 0
        if by and self._ladder is not None:
            self.wanted.emit(self._ladder.id, by)

    def _go(self, step: int, direction: int) -> None:
        wanted = step + direction
        if 0 <= wanted < len(self._buttons):
            self._buttons[wanted].setFocus(Qt.FocusReason.OtherFocusReason)


class TracksView(QWidget):
    """Every track of one combatant, the main one first."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._bridge = bridge
        self._whys = Whys(bridge, texts)
        self._who = ""
        self._views: dict[str, LadderView] = {}
        self._persistent = QCheckBox(self.tr("Next steps persist"), self)
        self._persistent.setToolTip(
            self.tr("The next steps down are persistent: they do not recover by themselves.")
        )
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self._persistent)

    @property
    def views(self) -> list[LadderView]:
        """One view for each track."""
        return list(self._views.values())

    @property
    def persistent(self) -> QCheckBox:
        """Whether the next steps down will be persistent."""
        return self._persistent

    def show_ladders(self, who: str, ladders: tuple[Ladder, ...]) -> None:
        """Show the tracks of ``who``; one without steps to move along is left out."""
        if who != self._who:
            self._persistent.setChecked(False)
        self._who = who
        shown = {ladder.id: ladder for ladder in ladders if len(ladder.steps) > 1}
        for name in [name for name in self._views if name not in shown]:
            self._views.pop(name).deleteLater()
        for number, (name, ladder) in enumerate(shown.items()):
            compact = number > 0 or len(ladder.steps) > LONGEST
            view = self._views.get(name)
            if view is not None and view.compact != compact:
                self._views.pop(name).deleteLater()
                view = None
            if view is None:
                view = self._views[name] = LadderView(self._why, self, compact=compact)
                view.wanted.connect(self._move)
                self._layout.insertWidget(number, view)
            view.show_ladder(ladder, titled=len(shown) > 1)

    def _why(self, track: str) -> tuple[Why, ...]:
        return self._whys.track(self._who, track)

    def _move(self, track: str, by: int) -> None:
        persistent = by > 0 and self._persistent.isChecked()
        self._bridge.dispatch(MoveTrack(who=self._who, by=by, track=track, persistent=persistent))
