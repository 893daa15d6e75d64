"""The action budget in large tokens: what is left, of how much, and what it can stand in for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from desktop.models.budget import Token
from desktop.theme import scaled, theme_of
from desktop.views.inspector_tiles import TileLayout

PAD = 8


class TokenTile(QFrame):
    """One token, painted from one prepared value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._token: Token | None = None
        self._lines: tuple[str, ...] = ()

    @property
    def token(self) -> Token | None:
        """What is shown."""
        return self._token

    @property
    def lines(self) -> tuple[str, ...]:
        """The small lines under the label."""
        return self._lines

    def show_token(self, token: Token) -> None:
        """Show ``token``; nothing happens if it is shown already."""
        if token == self._token:
            return
        self._token = token
        self._lines = tuple(self._words(token))
        spoken = ", ".join((token.label, *self._lines))
        if spoken != self.accessibleName():
            self.setAccessibleName(spoken)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.setToolTip("\n".join(part for part in (token.text, token.cite) if part))
        self.updateGeometry()
        self.update()

    def _words(self, token: Token) -> list[str]:
        if token.counts_up:
            return [str(token.left)]
        if token.waiting:
            size = self.tr("no limit") if token.size is None else str(token.size)
            lines = [self.tr("{size} from the start").format(size=size)]
        elif token.left is None:
            lines = [self.tr("no limit")]
        elif token.size is None or token.left > token.size:
            lines = [self.tr("{left} left").format(left=token.left)]
        elif not token.left and not token.size:
            lines = [self.tr("none")]
        elif token.left == 0:
            lines = [self.tr("0 of {size} · used").format(size=token.size)]
        else:
            lines = [self.tr("{left} of {size} left").format(left=token.left, size=token.size)]
        if token.instead and not token.spent:
            lines.append(self.tr("or: {actions}").format(actions=", ".join(token.instead)))
        lines += [self.tr("+{left} {pool}").format(left=left, pool=label) for label, left in token.extra]
        if token.lent:
            lines.append(self.tr("{count} lent by the next turn").format(count=token.lent))
        return lines

    # -- Qt ------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        inner = width - 2 * PAD
        small = QFontMetrics(scaled(self.font(), 0.9))
        label = self._token.label if self._token is not None else ""
        bold = QFontMetrics(self._bold()).boundingRect(0, 0, inner, 9999, self._flags(), label)
        height = bold.height() + 2 * PAD - 2
        for line in self._lines:
            height += small.boundingRect(0, 0, inner, 9999, self._flags(), line).height() + 1
        return height

    def sizeHint(self) -> QSize:
        width = 120
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        metrics = QFontMetrics(self._bold())
        return QSize(60, metrics.height() * 2 + 2 * PAD)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        token = self._token
        if token is None:
            return
        theme = theme_of(self.palette())
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            has = not token.spent and not token.waiting
            colour = theme.round_token if token.round else theme.token
            pen = QPen(colour if has else theme.spent_edge, 2 if has else 1)
            pen.setStyle(Qt.PenStyle.SolidLine if has else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.setBrush(theme.raised)
            radius = 12 if token.round else 6
            painter.drawRoundedRect(box, radius, radius)
            self._paint_words(painter, token)

    def _paint_words(self, painter: QPainter, token: Token) -> None:
        theme = theme_of(self.palette())
        inner = self.rect().adjusted(PAD, PAD - 1, -PAD, -PAD + 1)
        bold = self._bold()
        bold.setStrikeOut(token.spent)
        painter.setFont(bold)
        painter.setPen(theme.quiet if token.spent or token.waiting else theme.text)
        self._paint_line(painter, inner, token.label)
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(theme.quiet)
        for line in self._lines:
            inner.setTop(inner.top() + 1)
            self._paint_line(painter, inner, line)

    def _paint_line(self, painter: QPainter, inner: QRect, text: str) -> None:
        """Paint wrapped text and take its height off what is left of ``inner``."""
        height = painter.fontMetrics().boundingRect(inner, self._flags(), text).height()
        painter.drawText(inner, self._flags(), text)
        inner.setTop(inner.top() + height)

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    @staticmethod
    def _flags() -> int:
        return int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)


class BudgetView(QWidget):
    """All tokens of one combatant."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._tiles: list[TokenTile] = []
        self._layout = TileLayout(self, tile=self._tile_width(), most=4)

    @property
    def tiles(self) -> list[TokenTile]:
        """The tokens shown, first one first."""
        return [tile for tile in self._tiles if not tile.isHidden()]

    def show_tokens(self, tokens: tuple[Token, ...]) -> None:
        """Show ``tokens``; tiles that are there already are used again."""
        while len(self._tiles) < len(tokens):
            tile = TokenTile(self)
            self._tiles.append(tile)
            self._layout.addWidget(tile)
        for number, tile in enumerate(self._tiles):
            if number < len(tokens):
                tile.show_token(tokens[number])
            tile.setVisible(number < len(tokens))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._layout.set_tile(self._tile_width())
        super().changeEvent(event)

    def _tile_width(self) -> int:
        return self.fontMetrics().averageCharWidth() * 14
