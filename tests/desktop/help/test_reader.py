"""Help > Writing Rulesets and Ruleset Reference: pages with contents, links and a line to find words in."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QPalette, QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.help.book import anchor_of, read_book
from desktop.help.reader import PAGES, Reader
from desktop.process.in_front import dialog_in_front
from desktop.process.paths import resources
from desktop.theme import AA, Scheme, contrast
from desktop.widgets.style import apply_theme
from tests.hands.keys_and_mouse import Hands

GUIDE, REFERENCE, _ = PAGES


@pytest.fixture
def reader(hands: Hands) -> Iterator[Reader]:
    """The reader with the reference open, and the keyboard in it."""
    hands.menu("reference")
    found = hands.window.findChild(Reader)
    assert found is not None
    found.activateWindow()
    hands.until(found.isActiveWindow, "the reader to have the keyboard")
    yield found
    found.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ident", "title"), [("authors", "Writing rulesets"), ("reference", "Ruleset reference")]
)
def test_the_menu_opens_its_page(hands: Hands, ident: str, title: str) -> None:
    """It does not stop the fight, and is opened only once."""
    hands.menu(ident)
    hands.menu(ident)
    readers = hands.window.findChildren(Reader)
    assert [reader.windowTitle() for reader in readers] == [title]
    assert dialog_in_front() is None
    assert title in readers[0].browser.toPlainText()
    readers[0].close()


@pytest.mark.slow
def test_it_opens_at_once(reader: Reader) -> None:
    """Long as it is, only the chapter that is shown is laid out."""
    text = (resources() / REFERENCE).read_text(encoding="utf-8")
    assert 0 < len(reader.browser.toPlainText()) < len(text) / 10


@pytest.mark.slow
def test_contents_lead_to_their_chapters(reader: Reader, hands: Hands) -> None:
    """With the keyboard, too."""
    reader.contents.setFocus()
    item = reader.contents.findItems("pool", Qt.MatchFlag.MatchExactly)[0]
    reader.contents.setCurrentItem(item)
    assert reader.browser.toPlainText().startswith("pool\n")
    QTest.keyClick(reader.contents, Qt.Key.Key_Down)
    assert reader.browser.toPlainText().startswith("tally\n")


@pytest.mark.slow
def test_links_lead_on_and_back(reader: Reader) -> None:
    """Within a page and from one to the other."""
    reader.follow("#moments")
    assert reader.browser.toPlainText().startswith("Moments\n")
    moments = reader.place
    reader.browser.anchorClicked.emit(QUrl("ruleset-guide.md#a-reaction"))
    assert reader.place[0] == GUIDE
    current = reader.contents.currentItem()
    assert current is not None
    assert current.text(0) == "A reaction"
    assert reader.pages.currentIndex() == 0
    reader.back()
    assert reader.place == moments
    reader.follow("nowhere.md")
    assert reader.place == moments


@pytest.mark.slow
def test_the_index_leads_to_where_it_stands(reader: Reader) -> None:
    """Every link of "How do I say …" shows the heading that it means, and one comes back from there."""
    reader.open_page(GUIDE, "how-do-i-say-")
    index, links = reader.place, re.findall(r"\]\(([^)]+)\)", reader.browser.toMarkdown())
    assert len(links) > 60
    for target in dict.fromkeys(links):
        page, _, anchor = target.partition("#")
        reader.browser.anchorClicked.emit(QUrl(target))
        assert reader.place[0] == (page or GUIDE)
        assert anchor_of(reader.browser.textCursor().block().text()) == anchor, target
        reader.back()
        assert reader.place == index


@pytest.mark.slow
def test_one_comes_back_to_the_same_line(reader: Reader) -> None:
    """A long list of links is read on where it was left."""
    reader.open_page(GUIDE, "how-do-i-say-")
    bar = reader.browser.verticalScrollBar()
    bar.setValue(bar.maximum())
    left = bar.value()
    assert left > 0
    reader.follow("#exploding-dice")
    assert bar.value() != left
    reader.back()
    assert bar.value() == left


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_every_heading_can_be_gone_to(reader: Reader, page: str) -> None:
    """Each entry of the contents shows its heading."""
    book = read_book(page, (resources() / page).read_text(encoding="utf-8"))
    reader.open_page(page)
    for heading in book.headings:
        reader.open_page(page, heading.anchor)
        cursor = reader.browser.textCursor()
        assert cursor.block().text() == heading.text.replace("`", "")


@pytest.mark.slow
def test_every_chapter_names_the_next_one(reader: Reader) -> None:
    """The page can be read to its end without the contents."""
    text = reader.browser.toPlainText()
    assert "Next: The top of the file" in text
    reader.follow("#keys-that-few-need")
    assert "Next:" not in reader.browser.toPlainText()


@pytest.mark.slow
def test_words_are_found_on_all_chapters(reader: Reader, hands: Hands) -> None:
    """Ctrl+F, then Enter from place to place, Shift+Enter back; Escape leaves the line and not the page."""
    QTest.keyClick(reader, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert reader.line.hasFocus()
    hands.type(reader.line, "refill")
    number = int(reader.told.text().split(" / ")[1])
    seen = []
    for _ in range(number):
        seen.append((reader.place[1], reader.browser.textCursor().position()))
        block = reader.browser.textCursor().block().text().casefold()
        assert "refill" in block
        QTest.keyClick(reader.line, Qt.Key.Key_Return)
    assert len(set(seen)) == number > 3
    assert reader.told.text().startswith("1 /")
    QTest.keyClick(reader.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert reader.told.text().startswith(f"{number} /")
    hands.type(reader.line, "xyzzy")
    assert reader.told.text() == "not found"
    QTest.keyClick(reader.line, Qt.Key.Key_Escape)
    assert reader.isVisible()
    assert not reader.line.hasFocus()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark", "contrast-light", "contrast-dark"])
def test_code_is_readable_in_every_look(reader: Reader, scheme: Scheme) -> None:
    """Code has a ground of its own, on which its letters and its marks keep their contrast."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    reader.follow("#pool")
    apply_theme(app, scheme)
    ink = reader.browser.palette().color(QPalette.ColorRole.Text)
    link = reader.browser.palette().color(QPalette.ColorRole.Link)
    assert contrast(link, reader.browser.palette().color(QPalette.ColorRole.Base)) >= AA
    block = reader.browser.document().begin()
    grounds = []
    while block.isValid():
        if "[pool]" in block.text():
            grounds.append(block.blockFormat().background().color())
        block = block.next()
    assert grounds
    assert all(contrast(ink, ground) >= AA for ground in grounds)
    apply_theme(app, "light")


@pytest.mark.slow
def test_nothing_is_cut_off_in_a_small_window(reader: Reader) -> None:
    """At 1024 x 640 no chapter needs a horizontal scroll bar; tables and code wrap."""
    reader.resize(980, 600)
    tables = 0
    for page in PAGES:
        book = read_book(page, (resources() / page).read_text(encoding="utf-8"))
        for heading in book.headings:
            if heading.level > 2:
                continue
            reader.open_page(page, heading.anchor)
            QApplication.processEvents()
            assert reader.browser.horizontalScrollBar().maximum() == 0, heading.text
            frames = reader.browser.document().rootFrame().childFrames()
            tables += sum(isinstance(frame, QTextTable) for frame in frames)
    assert tables, "it is about tables, too"


@pytest.mark.slow
def test_everything_has_a_name(reader: Reader) -> None:
    """For those who hear what is on the screen."""
    for widget in (reader.contents, reader.browser, reader.line, reader.pages):
        assert widget.accessibleName()
