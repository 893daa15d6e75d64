"""The action budget in large tokens: what is left, of how much, what it can stand in for; a click spends one.

What a click can spend looks like a button. What only counts (a tally) is plain text below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QVBoxLayout, QWidget

from desktop.actions.budget import Token
from desktop.theme import scaled, theme_of
from desktop.why.asking import Asker
from desktop.why.model import Whys
from desktop.widgets.citations import with_citation
from desktop.widgets.labels import ToneLabel
from desktop.widgets.menus import underline_letters
from desktop.widgets.pictures import Pictures
from desktop.widgets.plain_text import tip
from desktop.widgets.steady import Steady
from desktop.widgets.tiles import TileLayout, packed
from rulesets.seen.number_format import minus
from rulesets.table.commands import Command, SpendPoint
from rulesets.words.explaining import Why

PAD, GAP, LINE_GAP = 6, 4, 3
TILE = 17
"""Letters that a token is wide at least where there is room for all that is said of it."""
LOW_ROWS = 2
"""Rows of tokens that are kept free for others where there is little room."""
MOST_HEIGHTS = 50
MOST_PICTURES = 4
"""Of each: it is spent and comes back with every turn."""
_TEXT = int(Qt.TextFlag.TextWordWrap) | int(Qt.AlignmentFlag.AlignLeft)


class TokenTile(QAbstractButton):
    """One token, painted from one prepared value. Clicked, it asks to be spent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self._token: Token | None = None
        self._count = ""
        self._lines: tuple[str, ...] = ()
        self._close = False
        """Only its name and what is not to be seen without a number stand on it, in one line."""
        self._told = ""
        """What the tool tip says."""
        self._key = ""
        """The key that spends it in the list; it stands small before the name."""
        self._pictures = Pictures(MOST_PICTURES)
        self._heights: dict[tuple[object, ...], int] = {}
        """How high it is with the words that it has had."""
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def token(self) -> Token | None:
        """What is shown."""
        return self._token

    @property
    def key(self) -> str:
        """The key that spends it in the list, or ''."""
        return self._key

    @property
    def count(self) -> str:
        """How much is left, in words."""
        return self._count

    @property
    def lines(self) -> tuple[str, ...]:
        """The small lines under the label; where there is little room the tool tip has them."""
        return self._lines

    def set_close(self, close: bool) -> None:
        """Say it in one line, or all of it."""
        if close != self._close:
            self._close = close
            self._heights.clear()
            if self._token is not None:
                self._tell(self._token)
            self.updateGeometry()
            self.update()

    def show_token(self, token: Token, key: str = "") -> bool:
        """Show ``token``, which ``key`` spends; nothing happens if it is shown already.

        True if it wants other room.
        """
        if token == self._token and key == self._key:
            return False
        looks, wanted = self._looks(), self._wanted()
        before, self._token, self._key = self._token, token, key
        self._count = self._left(token)
        self._lines = tuple(self._words(token))
        if token.label != self.text():
            self.setText(token.label)
        clickable = bool(token.does)
        if before is None or clickable != bool(before.does):
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if clickable else Qt.FocusPolicy.TabFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        used = [self.tr("used")] if token.spent else []
        spoken = ", ".join((token.label, self._count, *used, *self._lines))
        if spoken != self.accessibleName():
            self.setAccessibleName(spoken)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self._tell(token)
        if self._looks() == looks:
            return False
        self.update()
        if self._wanted() == wanted:
            return False
        self.updateGeometry()
        return True

    def _tell(self, token: Token) -> None:
        """Say in the tool tip what a click does, what the token is, and what finds no room on it."""
        by = self.tr("Click, or {key} in the list: spend one ({action})")
        how = by if self._key else self.tr("Click: spend one ({action})")
        click = how.format(key=self._key, action=token.does) if token.does else ""
        if self._key and not click:
            click = self.tr("{key} in the list spends of it").format(key=self._key)
        more = (f"{token.label}: {self._count}", *self._lines) if self._close else ()
        told = "\n".join(part for part in (*more, click, with_citation(token.text, token.cite)) if part)
        if told != self._told:
            self._told = told
            self.setToolTip(tip(told))
            self.setAccessibleDescription(self.toolTip())

    def _shown_count(self) -> str:
        """Return how much is left as it is painted: close together, of what there is one of, nothing.

        Beside a key it is shorter, so that the name has the room it had.
        """
        token = self._token
        if token is None:
            return self._count
        if not self._close:
            of = token.size if self._key else None
            shorter = of and token.left is not None and token.left <= of
            return f"{token.left}/{of}" if shorter else self._count
        extra = "".join(f" +{left}" for _, left in token.extra)
        if token.size == 1 and token.left in (0, 1):
            return extra.strip()
        if token.size is None or (token.left is not None and token.left > token.size and not token.waiting):
            return f"{'∞' if token.left is None else token.left}{extra}"
        return f"{token.size if token.waiting else token.left}/{token.size}{extra}"

    def _shown_lines(self) -> tuple[str, ...]:
        return () if self._close else self._lines

    def _looks(self) -> tuple[object, ...]:
        """Return all that is painted of the token: another one's may look the same."""
        one = self._token
        drawn = () if one is None else (one.label, one.spent, one.waiting, one.round, bool(one.does))
        return (*drawn, self._key, self._shown_count(), self._shown_lines())

    def _wanted(self) -> QSize | int:
        """Return the room that it wants: of its own width, or at the width that it is given."""
        return self.sizeHint() if self._close else self.heightForWidth(self.width())

    def _left(self, token: Token) -> str:
        if token.waiting:
            return self.tr("no limit") if token.size is None else str(token.size)
        if token.left is None:
            return self.tr("no limit")
        if token.size is None or token.left > token.size:
            return self.tr("{left} left").format(left=token.left)
        if not token.left and not token.size:
            return self.tr("none")
        return self.tr("{left} of {size}").format(left=token.left, size=token.size)

    def _words(self, token: Token) -> list[str]:
        lines = [self.tr("from the start")] if token.waiting else []
        if token.only:
            lines.append(self.tr("only: {actions}").format(actions=", ".join(token.only)))
        if token.instead and not token.spent:
            lines.append(self.tr("or: {actions}").format(actions=", ".join(token.instead)))
        if token.closes and not token.spent:
            lines.append(self.tr("instead of: {pools}").format(pools=", ".join(token.closes)))
        lines += [self.tr("+{left} {pool}").format(left=left, pool=label) for label, left in token.extra]
        if token.back:
            back = {
                "round-start": self.tr("+{count} each round"),
                "turn-start": self.tr("+{count} each turn"),
            }.get(token.each, self.tr("comes back by {count}"))
            lines.append(back.format(count=token.back))
        if token.lent:
            lines.append(self.tr("{count} lent by the next turn").format(count=token.lent))
        return lines

    # -- Qt ------------------------------------------------------------------------------------------

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self._close:
            return self.sizeHint().height()
        key = (width, self.text(), self._key, self._count, self._lines, self.font().key())
        if key not in self._heights:
            if len(self._heights) > MOST_HEIGHTS:
                self._heights.clear()
            self._heights[key] = self._measure(width)
        return self._heights[key]

    def _measure(self, width: int) -> int:
        inner = width - 2 * PAD - 2
        beside = inner - self._before_name()
        bold, small = QFontMetrics(self._bold()), QFontMetrics(self._small())
        height = (
            2 * PAD + bold.boundingRect(0, 0, self._label_width(beside), 9999, _TEXT, self.text()).height()
        )
        if self._label_width(beside) == beside:
            height += small.height()
        for line in self._lines:
            height += small.boundingRect(0, 0, inner, 9999, _TEXT, line).height()
        return height

    def sizeHint(self) -> QSize:
        if self._close:
            bold, small, count = QFontMetrics(self._bold()), QFontMetrics(self._small()), self._shown_count()
            beside = small.horizontalAdvance(count) + PAD if count else 0
            wide = self._before_name() + bold.horizontalAdvance(self.text()) + beside + 2 * PAD + 4
            return QSize(wide, bold.height() + PAD + 2)
        width = self.fontMetrics().averageCharWidth() * TILE
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, QFontMetrics(self._bold()).height() + 2 * PAD)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        token = self._token
        if token is None:
            return
        near = bool(token.does) and (self.underMouse() or self.isDown())
        shows = (self._looks(), self.hasFocus(), near, self.font().key(), self.palette().cacheKey())
        ground = theme_of(self.palette()).window
        with QPainter(self) as painter:
            self._pictures.paint(
                painter, self.rect(), shows, ground, lambda inside: self._draw(inside, token, near=near)
            )

    def _draw(self, painter: QPainter, token: Token, *, near: bool) -> None:
        theme = theme_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        has = not token.spent and not token.waiting
        colour = theme.round_token if token.round else theme.token
        pen = QPen(colour if has else theme.spent_edge, 2 if has else 1)
        pen.setStyle(Qt.PenStyle.SolidLine if has else Qt.PenStyle.DashLine)
        if not token.does:
            pen = QPen(theme.edge, 1)
        if self.hasFocus():
            pen = QPen(theme.selection, 2)
        painter.setPen(pen)
        ground = theme.window if not token.does else theme.raised
        painter.setBrush(theme.selected if near else ground)
        radius = 12 if token.round else 6
        painter.drawRoundedRect(box, radius, radius)
        self._paint_words(painter, token)

    def _paint_words(self, painter: QPainter, token: Token) -> None:
        theme = theme_of(self.palette())
        if self._close:
            self._paint_close(painter, token)
            return
        inner = self.rect().adjusted(PAD + 1, PAD, -PAD - 1, -PAD)
        bold = self._bold()
        bold.setStrikeOut(token.spent)
        before = self._before_name()
        wide = self._label_width(inner.width() - before)
        first = QRect(inner.left(), inner.top(), before, QFontMetrics(bold).height())
        painter.setFont(self._small())
        painter.setPen(theme.quiet)
        painter.drawText(first, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._key)
        painter.setFont(bold)
        painter.setPen(theme.quiet if token.spent or token.waiting else theme.text)
        label = QRect(inner.left() + before, inner.top(), wide, inner.height())
        height = painter.fontMetrics().boundingRect(label, _TEXT, token.label).height()
        painter.drawText(label, _TEXT, token.label)
        painter.setFont(self._small())
        painter.setPen(theme.quiet)
        if wide < inner.width() - before:
            line = QRect(inner.left(), inner.top(), inner.width(), painter.fontMetrics().height() + 2)
            below = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(line, below, self._shown_count())
            inner.setTop(inner.top() + height)
        else:
            inner.setTop(inner.top() + height)
            self._paint_line(painter, inner, self._shown_count())
        for line_text in self._lines:
            self._paint_line(painter, inner, line_text)

    def _paint_close(self, painter: QPainter, token: Token) -> None:
        """Paint the name, and the number at the end of the same line."""
        theme, middle = theme_of(self.palette()), Qt.AlignmentFlag.AlignVCenter
        inner, count = self.rect().adjusted(PAD + 1, 0, -PAD - 1, 0), self._shown_count()
        painter.setPen(theme.quiet)
        painter.setFont(self._small())
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | middle, count)
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | middle, self._key)
        inner.setLeft(inner.left() + self._before_name())
        if count:
            inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(count) - PAD)
        bold = self._bold()
        bold.setStrikeOut(token.spent)
        painter.setFont(bold)
        painter.setPen(theme.quiet if token.spent or token.waiting else theme.text)
        label = painter.fontMetrics().elidedText(token.label, Qt.TextElideMode.ElideRight, inner.width() + 2)
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | middle, label)

    def _paint_line(self, painter: QPainter, inner: QRect, text: str) -> None:
        """Paint wrapped text and take its height off what is left of ``inner``."""
        height = painter.fontMetrics().boundingRect(inner, _TEXT, text).height()
        painter.drawText(inner, _TEXT, text)
        inner.setTop(inner.top() + height)

    def _before_name(self) -> int:
        """Return the width that the key takes before the name, with what is between them."""
        return QFontMetrics(self._small()).horizontalAdvance(self._key) + PAD if self._key else 0

    def _label_width(self, inner: int) -> int:
        """Return the width for the label: what is left beside the count, or all if both find no room."""
        bold, small = QFontMetrics(self._bold()), QFontMetrics(self._small())
        beside = inner - small.horizontalAdvance(self._shown_count()) - PAD
        longest = max((bold.horizontalAdvance(word) for word in self.text().split()), default=0)
        return beside if beside >= longest + 2 else inner

    def _bold(self) -> QFont:
        font = QFont(self.font())
        font.setBold(True)
        return font

    def _small(self) -> QFont:
        return scaled(self.font(), 0.9)


class BudgetView(Steady):
    """All tokens of one combatant, and what is counted.

    It never gets lower during a fight; in a low window, while it shows the same combatant.
    """

    spend = Signal(object)
    """Command that spends what was clicked."""
    wants_word = Signal(str)
    """'react': what was clicked needs a further word."""

    def __init__(self, whys: Whys, parent: QWidget | None = None) -> None:
        """Begin empty; ``whys`` answers why a token holds what it holds."""
        super().__init__(parent)
        self._whys = whys
        self._who = ""
        self._low = False
        self._tiles: list[TokenTile] = []
        self._fullest: list[tuple[Token, ...]] = []
        """What budgets of this fight look like at most."""
        self._keys: dict[int, str] = {}
        """Digit of the ruleset → the key that is bound to it."""
        self._whole: tuple[Token, ...] = ()
        """What is shown with what can come to it, while something can."""
        self._needed: dict[bool, tuple[tuple[int, str], int]] = {}
        """Whether these stand close → at which width and in which font they were measured, and how high."""
        self._measure = TokenTile(self)
        self._measure.hide()
        self._tokens = TileLayout(tile=self._tile_width(), most=4, gap=GAP)
        self._usual = TileLayout(tile=self._tile_width(), most=4, gap=GAP)
        self._counts, self._kept = False, True
        """Whether anything can be counted here, and whether its line has room before anything is."""
        self._counted = ToneLabel("", self)
        self._counted.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(LINE_GAP)
        layout.addLayout(self._tokens)
        layout.addWidget(self._counted)
        layout.addStretch(1)

    @property
    def tiles(self) -> list[TokenTile]:
        """The tokens shown, first one first."""
        return [tile for tile in self._tiles if not tile.isHidden()]

    @property
    def counted(self) -> str:
        """What is counted, in words."""
        return self._counted.text().strip()

    def show_tokens(self, who: str, tokens: tuple[Token, ...], coming: tuple[Token, ...] = ()) -> None:
        """Show the tokens of ``who``; tiles that are there already are used again.

        Those of ``coming``, which are these and others, have their room before they come.
        """
        other, self._who = who != self._who, who
        self._whole = coming
        large = [token for token in tokens if not token.counts_up]
        while len(self._tiles) < len(large):
            tile = TokenTile(self)
            tile.set_close(self._low)
            tile.clicked.connect(self._on_clicked)
            Asker(tile, self._answer)
            self._tiles.append(tile)
            self._tokens.addWidget(tile)
        other_room = False
        for number, tile in enumerate(self._tiles):
            there = number < len(large)
            if there:
                other_room |= tile.show_token(large[number], self._keys.get(large[number].digit, ""))
            if there == tile.isHidden():
                tile.setVisible(there)
                other_room = True
        counted = " · ".join(
            f"{token.label}: {minus(str(token.left))}" for token in tokens if token.counts_up
        )
        counted = counted or (self._uncounted() if large else self.tr("Nothing to spend now."))
        if other_room or counted != self._counted.text():
            self._counted.say(counted)
            if other and self._low:
                self.forget()  # nobody keeps the room of one who has far more
            else:
                self.settle()

    @property
    def most(self) -> int:
        """How high the fullest budget of a fight is, were there room; measured once for a width and font."""
        return self._most(close=False)

    def _most(self, *, close: bool) -> int:
        """Return the same for tokens that stand in one line each, or with all that is said of them."""
        measured_at = (self.width(), self.font().key())
        if close not in self._needed or self._needed[close][0] != measured_at:
            heights = (self._height_of(tokens, close=close) for tokens in self._fullest)
            self._needed[close] = (measured_at, max(heights, default=0) if self.width() else 0)
        return self._needed[close][1]

    def set_keys(self, keys: Mapping[int, str]) -> None:
        """Have the key that is bound to each digit of the ruleset stand on what it spends."""
        if keys != self._keys:
            self._keys, self._needed = dict(keys), {}
            for tile in self.tiles:
                if tile.token is not None:
                    tile.show_token(tile.token, self._keys.get(tile.token.digit, ""))
            self.settle()

    def set_low(self, low: bool) -> None:
        """Stand close, each in one line, and keep little room for others: what is below has to be seen."""
        if low != self._low:
            self._low = low
            for tile in self._tiles:
                tile.set_close(low)
            self._tokens.set_packed(low)
            self.forget()

    def keep_line(self, kept: bool) -> None:
        """Keep the line of what is counted free, or leave its room to what is below as long as nothing is."""
        if kept != self._kept:
            self._kept = kept
            self._keep_line()
            self.forget()

    def make_room(self, fullest: Sequence[tuple[Token, ...]], *, counts: bool = False) -> None:
        """Have room from now on for whoever of a fight needs most of it: another turn moves nothing.

        With ``counts`` there is a line for what is counted, too, before anything is.
        """
        self._fullest, self._needed = list(fullest), {}
        self._counts = counts
        self._keep_line()
        self.forget()

    def _uncounted(self) -> str:
        """Return what keeps the line of what is counted before anything is; '' where no room is to be had."""
        return " " if self._counts and self._kept else ""

    def _keep_line(self) -> None:
        if not self.counted:
            self._counted.say(self._uncounted())

    def settle(self) -> None:
        """Take the room that the fullest budget needs at this width, and what is shown now."""
        super().settle()
        if not self.width():
            return
        needed = self._most(close=self._low)
        if self._low:
            row = self._measure.minimumSizeHint().height() + self._tokens.spacing()
            needed = max(
                min(needed, LOW_ROWS * row - self._tokens.spacing()), self._height_of(self._whole, close=True)
            )
        if self._uncounted():
            needed += LINE_GAP + self._counted.fontMetrics().height()
        if needed > self.minimumHeight():
            self.setMinimumHeight(needed)

    def _height_of(self, tokens: tuple[Token, ...], *, close: bool) -> int:
        """Return how high these tokens would be, each in one line or with all that is said of it."""
        columns, width = self._usual.columns(self.width(), len(tokens))
        self._measure.set_close(close)
        heights, liked = [], []
        for token in tokens:
            self._measure.show_token(token, self._keys.get(token.digit, ""))
            hint = self._measure.sizeHint().expandedTo(self._measure.minimumSizeHint())
            heights.append(hint.height() if close else self._measure.heightForWidth(width))
            liked.append(min(hint.width(), self.width()))
        if close:
            rows = [
                max(heights[first : first + len(widths)])
                for first, widths in packed(liked, self.width(), GAP)
            ]
        else:
            rows = [max(heights[at : at + columns]) for at in range(0, len(heights), columns)]
        return sum(rows) + self._usual.spacing() * max(0, len(rows) - 1)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._tokens.set_tile(self._tile_width())
            self._usual.set_tile(self._tile_width())
        super().changeEvent(event)

    def _tile_width(self) -> int:
        return self.fontMetrics().averageCharWidth() * TILE

    def _on_clicked(self) -> None:
        tile = self.sender()
        token = tile.token if isinstance(tile, TokenTile) else None
        if not isinstance(tile, TokenTile) or token is None or not token.does:
            return
        if token.uses:
            self._ask_use(token, tile)
        elif token.targets and isinstance(token.command, SpendPoint):
            self._ask_target(token.command, token.targets, tile)
        elif isinstance(token.command, Command):
            self.spend.emit(token.command)
        else:
            self.wants_word.emit("react")

    def _ask_target(self, command: SpendPoint, targets: tuple[tuple[str, str], ...], tile: QWidget) -> None:
        """Ask on whom a point is spent, under its token."""
        menu = QMenu(tile)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(self.tr("On whom"))
        for who, name in targets:
            chosen = replace(command, target=who)
            menu.addAction(name.replace("&", "&&")).triggered.connect(
                lambda _=False, chosen=chosen: self.spend.emit(chosen)
            )
        underline_letters(menu).popup(tile.mapToGlobal(tile.rect().bottomLeft()))

    def _ask_use(self, token: Token, tile: QWidget) -> None:
        """Ask what a point is spent on, under its token; what it cannot be says so in the list beside it."""
        menu = QMenu(tile)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(self.tr("On what"))
        for use in token.uses:
            action = menu.addAction(use.label.replace("&", "&&"))
            action.setEnabled(use.legal)
            action.triggered.connect(lambda _=False, command=use.command: self.spend.emit(command))
        menu.addSeparator()
        other = menu.addAction(self.tr("Something else"))
        other.triggered.connect(lambda _=False: self.spend.emit(token.command))
        underline_letters(menu).popup(tile.mapToGlobal(tile.rect().bottomLeft()))

    def _answer(self, tile: QWidget) -> tuple[Why, ...]:
        token = tile.token if isinstance(tile, TokenTile) else None
        return () if token is None else self._whys.pool(self._who, token.id)
