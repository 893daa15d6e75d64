"""Shows a chapter of help: code on a ground of its own, tables as wide as the page, headings to go to."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QUrl, Signal
from PySide6.QtGui import (
    QFontDatabase,
    QPalette,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from desktop.help.book import anchor_of
from desktop.theme import theme_of

_PADDING = 10
_CELL = 4


class HelpBrowser(QTextBrowser):
    """A chapter of help. Links are told and not followed."""

    linked = Signal(str)
    """Where a link leads to: a page, an anchor, or both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("Page"))
        self.document().setDocumentMargin(14)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.anchorClicked.connect(self._clicked)
        self._text = ""
        self._words = ""

    def show_chapter(self, text: str) -> None:
        """Show a chapter that is written in Markdown, from its beginning."""
        self._text = text
        self.setMarkdown(text)
        self._dress()
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.horizontalScrollBar().setValue(0)

    def go_to(self, anchor: str) -> None:
        """Bring the heading with this anchor to the top."""
        for block in self._blocks():
            if block.blockFormat().headingLevel() and anchor_of(block.text()) == anchor:
                at = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(at))
                self.setTextCursor(QTextCursor(block))
                return

    def mark(self, words: str, number: int = -1) -> bool:
        """Mark all places with ``words``, and go to one of them; False if there are not so many."""
        self._words = words
        found = list(self._places(words)) if words else []
        ground = self.palette().color(QPalette.ColorRole.Highlight)
        ink = self.palette().color(QPalette.ColorRole.HighlightedText)
        selections = []
        for place, cursor in enumerate(found):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            shown = QTextCharFormat()
            if place == number:
                shown.setBackground(ground)
                shown.setForeground(ink)
            else:
                shown.setFontUnderline(True)
                shown.setBackground(theme_of(self.palette()).raised)
            selection.format = shown
            selections.append(selection)
        self.setExtraSelections(selections)
        if not 0 <= number < len(found):
            return False
        at = QTextCursor(found[number])
        at.clearSelection()
        self.setTextCursor(at)
        self.ensureCursorVisible()
        return True

    def loadResource(self, kind: int, name: QUrl | str) -> None:
        """Load nothing: a page of help is text, and nothing in it leads out of the program by itself."""

    def changeEvent(self, event: QEvent) -> None:
        """Dress the text anew when the look changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._text:
            at = self.verticalScrollBar().value()
            self.show_chapter(self._text)
            self.mark(self._words)
            self.verticalScrollBar().setValue(at)

    # -- internal ----------------------------------------------------------------------------------

    def _clicked(self, url: QUrl) -> None:
        self.linked.emit(url.toString())

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def _places(self, words: str) -> Iterator[QTextCursor]:
        cursor = self.document().find(words, 0)
        while not cursor.isNull():
            yield cursor
            cursor = self.document().find(words, cursor)

    def _dress(self) -> None:
        """Give code a ground and let it wrap, and tables the width of the page."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        code = [block for block in self._blocks() if _is_code(block)]
        ground = theme_of(self.palette()).raised
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        for block in code:
            cursor.setPosition(block.position())
            shape = QTextBlockFormat()
            shape.setBackground(ground)
            shape.setNonBreakableLines(False)
            shape.setLeftMargin(_PADDING)
            shape.setTextIndent(0)
            shape.setTopMargin(0 if _is_code(block.previous()) else _PADDING)
            shape.setBottomMargin(0 if _is_code(block.next()) else _PADDING)
            cursor.mergeBlockFormat(shape)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            letters = QTextCharFormat()
            letters.setFontFamilies(fixed.families())
            cursor.mergeCharFormat(letters)
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._dress_table(frame)
        cursor.endEditBlock()
        self.document().setUndoRedoEnabled(False)

    def _dress_table(self, table: QTextTable) -> None:
        shape = table.format()
        shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
        shape.setCellPadding(_CELL)
        shape.setCellSpacing(0)
        shape.setBorderCollapse(True)
        shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        shape.setBorderBrush(theme_of(self.palette()).edge)
        shape.setTopMargin(_PADDING)
        shape.setBottomMargin(_PADDING)
        table.setFormat(shape)


def _is_code(block: QTextBlock) -> bool:
    """Return whether a block is a line of a block of code."""
    fence = QTextFormat.Property.BlockCodeFence
    return block.isValid() and bool(block.blockFormat().hasProperty(fence))
