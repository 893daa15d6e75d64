"""The window in which long pages are read beside the fight: for ruleset authors, and what is new."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QTabBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.commands.table import called
from desktop.help.book import CHAPTER, Book, Hit, read_book
from desktop.help.browser import HelpBrowser
from desktop.process.paths import resources
from desktop.widgets.plain_text import PlainLabel, tip

_ROLE = Qt.ItemDataRole.UserRole
_SIZE = QSize(980, 760)
NEWS = "CHANGELOG.md"
PAGES = ("ruleset-guide.md", "ruleset-reference.md", NEWS)
_CONTENTS = 34
"""Letters that the contents are wide."""


class Reader(QDialog):
    """Pages of help with their contents beside them; Ctrl+F finds words on all chapters of a page."""

    def __init__(self, parent: QWidget) -> None:
        """Begin with no page. The reader stands beside the window and does not stop it."""
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._book = Book("", (), ())
        self._chapter = -1
        self._trail: list[tuple[str, str, int]] = []
        """Places that were left by a link, and how far they were scrolled; the last one last."""
        self._hits: list[Hit] = []
        self._at = -1
        self.contents = QTreeWidget(self)
        self.contents.setHeaderHidden(True)
        self.contents.setAccessibleName(self.tr("Contents"))
        self.contents.itemActivated.connect(self._chosen)
        self.contents.itemClicked.connect(self._chosen)
        self.contents.currentItemChanged.connect(self._chosen)
        self.contents.setMinimumWidth(self.fontMetrics().averageCharWidth() * _CONTENTS // 2)
        self.pages = QTabBar(self)
        self.pages.setAccessibleName(self.tr("Pages"))
        self.pages.addTab(called("authors"))
        self.pages.addTab(called("reference"))
        self.pages.addTab(called("changelog"))
        self.pages.setExpanding(False)
        self.pages.setDrawBase(False)
        self.pages.currentChanged.connect(self._page_chosen)
        self.browser = HelpBrowser(self)
        self.browser.linked.connect(self.follow)
        self.line = QLineEdit(self)
        self.told = PlainLabel(parent=self)
        self._lay_out()
        self._bind(QKeySequence.StandardKey.Find, self._begin_finding)
        self._bind(QKeySequence.StandardKey.FindNext, self._next)
        self._bind(QKeySequence.StandardKey.FindPrevious, self._previous)
        self._bind(QKeySequence.StandardKey.Back, self.back)
        self.resize(_SIZE.boundedTo(parent.size()))

    def _lay_out(self) -> None:
        self.line.setPlaceholderText(self.tr("Find · Enter: the next · Shift+Enter: the one before"))
        self.line.setAccessibleName(self.tr("Find on this page"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._typed)
        self.line.returnPressed.connect(self._entered)
        self.told.setMinimumWidth(self.fontMetrics().horizontalAdvance("1000 / 1000 "))
        self._leave = self._button("◀", self.tr("Back to where the link was (Alt+Left)"), self.back)
        self._leave.setEnabled(False)
        row = QHBoxLayout()
        row.addWidget(self._leave)
        row.addWidget(self.pages)
        row.addWidget(self.line, 1)
        row.addWidget(self.told)
        row.addWidget(self._button("▲", self.tr("The one before (Shift+Enter)"), self._previous))
        row.addWidget(self._button("▼", self.tr("The next one (Enter)"), self._next))
        across = QSplitter(Qt.Orientation.Horizontal, self)
        across.addWidget(self.contents)
        across.addWidget(self.browser)
        across.setStretchFactor(1, 1)
        across.setChildrenCollapsible(False)
        wide = self.fontMetrics().averageCharWidth() * _CONTENTS
        across.setSizes([wide, max(wide, _SIZE.width() - wide)])
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(across, 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves the line to find in first, then the reader."""
        if event.key() == Qt.Key.Key_Escape and self.line.hasFocus():
            self.browser.setFocus()
            return
        super().keyPressEvent(event)

    def _button(self, sign: str, text: str, does: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(sign)
        button.setAutoRaise(True)
        button.setToolTip(tip(text))
        button.setAccessibleName(text)
        button.clicked.connect(does)
        return button

    def _bind(self, key: QKeySequence.StandardKey, does: Callable[[], None]) -> None:
        action = QAction(self)
        action.setShortcuts(key)
        action.triggered.connect(does)
        self.addAction(action)

    # -- pages and chapters ------------------------------------------------------------------------

    @property
    def place(self) -> tuple[str, int]:
        """The page and the chapter that are shown."""
        return self._book.name, self._chapter

    def open_page(self, name: str, anchor: str = "") -> None:
        """Show a page of the program's resources, at one of its headings."""
        if name != self._book.name:
            self._read(name)
            blocked = self.pages.blockSignals(True)
            self.pages.setCurrentIndex(PAGES.index(name) if name in PAGES else -1)
            self.pages.blockSignals(blocked)
        self._show(self._book.chapter_of(anchor), anchor)

    def _page_chosen(self, at: int) -> None:
        if at >= 0:
            self._remember()
            self.open_page(PAGES[at])

    def _remember(self) -> None:
        """Keep where one is, for the way back."""
        self._trail.append((self._book.name, self._here(), self.browser.verticalScrollBar().value()))
        self._leave.setEnabled(True)

    def follow(self, target: str) -> None:
        """Go where a link leads; back leads here again."""
        page, _, anchor = target.partition("#")
        if page and not (resources() / page).is_file():
            return
        self._remember()
        self.open_page(page or self._book.name, anchor)

    def back(self) -> None:
        """Go back to where the last link was."""
        if self._trail:
            name, anchor, scrolled = self._trail.pop()
            self._leave.setEnabled(bool(self._trail))
            self.open_page(name, anchor)
            self.browser.verticalScrollBar().setValue(scrolled)

    def _here(self) -> str:
        """Return the anchor of the chapter that is shown."""
        return next((h.anchor for h in self._book.headings if h.chapter == self._chapter), "")

    def _read(self, name: str) -> None:
        try:
            self._book = read_book(name, (resources() / name).read_text(encoding="utf-8"))
        except OSError:
            missing = self.tr("This page is missing: the program was not installed completely.")
            self._book = read_book(name, missing)
        self._chapter = -1
        title = next((heading.text for heading in self._book.headings), name)
        self.setWindowTitle(title)
        blocked = self.contents.blockSignals(True)
        self.contents.clear()
        above: QTreeWidgetItem | None = None
        for heading in self._book.headings:
            item = QTreeWidgetItem([heading.text.replace("`", "")])
            item.setData(0, _ROLE, heading.anchor)
            item.setToolTip(0, tip(item.text(0)))
            if heading.level <= CHAPTER or above is None:
                self.contents.addTopLevelItem(item)
                above = item
            else:
                above.addChild(item)
        self.contents.blockSignals(blocked)
        self._find()

    def _show(self, chapter: int, anchor: str = "") -> None:
        if chapter != self._chapter and chapter < len(self._book.chapters):
            self._chapter = chapter
            self.browser.show_chapter(f"{self._book.chapters[chapter]}\n\n{self._onward()}")
            self.browser.mark(self.line.text().strip())
        if anchor:
            self.browser.go_to(anchor)
        self._choose(anchor or self._here())

    def _onward(self) -> str:
        """Return a link to the next chapter, in Markdown."""
        following = (heading for heading in self._book.headings if heading.chapter == self._chapter + 1)
        heading = next(following, None)
        if heading is None:
            return ""
        told = self.tr("Next: {heading}").format(heading=heading.text)
        return f"[{told} ▸](#{heading.anchor})"

    def _choose(self, anchor: str) -> None:
        """Show in the contents where one is."""
        blocked = self.contents.blockSignals(True)
        for item in self.contents.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            if item.data(0, _ROLE) == anchor:
                self.contents.setCurrentItem(item)
                item.setExpanded(True)
                break
        self.contents.blockSignals(blocked)

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            anchor = str(item.data(0, _ROLE))
            self._show(self._book.chapter_of(anchor), anchor)

    # -- finding -----------------------------------------------------------------------------------

    def _begin_finding(self) -> None:
        self.line.setFocus()
        self.line.selectAll()

    def _typed(self) -> None:
        self._find()
        later = [at for at, hit in enumerate(self._hits) if hit.chapter >= self._chapter]
        self._go(later[0] if later else 0)

    def _find(self) -> None:
        self._hits, self._at = self._book.find(self.line.text()), -1
        self._tell()

    def _entered(self) -> None:
        back = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
        self._go(self._at + (-1 if back else 1))

    def _next(self) -> None:
        self._go(self._at + 1)

    def _previous(self) -> None:
        self._go(self._at - 1)

    def _go(self, at: int) -> None:
        """Go to one of the places that were found; behind the last one comes the first."""
        if not self._hits:
            self.browser.mark("")
            self._tell()
            return
        self._at = at % len(self._hits)
        hit = self._hits[self._at]
        self._show(hit.chapter)
        self.browser.mark(self.line.text().strip(), hit.number)
        self._tell()

    def _tell(self) -> None:
        words = self.line.text().strip()
        none = self.tr("not found") if words else ""
        self.told.setText(f"{self._at + 1} / {len(self._hits)}" if self._hits else none)
