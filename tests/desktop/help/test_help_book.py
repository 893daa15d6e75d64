"""A page of help is cut into chapters; its headings are found again, and words in it."""

from __future__ import annotations

from desktop.help.book import Hit, anchor_of, read_book

TEXT = """\
# The book

Before all.

<!-- a note
over two lines -->
## First things

```toml
# no heading
[stat]
```

A [link to stat](#stat) and `stat`.

### More, and `code`

## What now?

Stat.
"""
BOOK = read_book("book.md", TEXT)


def test_chapters_begin_at_headings_of_the_second_level() -> None:
    assert [chapter.splitlines()[0] for chapter in BOOK.chapters] == [
        "# The book",
        "## First things",
        "## What now?",
    ]


def test_nothing_is_lost_but_comments() -> None:
    assert "\n".join(BOOK.chapters) == TEXT.replace("<!-- a note\nover two lines -->\n", "").rstrip("\n")


def test_headings_know_their_chapters() -> None:
    """Also those below the level at which pages are cut; lines of code are no headings."""
    assert [(heading.level, heading.anchor, heading.chapter) for heading in BOOK.headings] == [
        (1, "the-book", 0),
        (2, "first-things", 1),
        (3, "more-and-code", 1),
        (2, "what-now", 2),
    ]
    assert BOOK.chapter_of("more-and-code") == 1
    assert BOOK.chapter_of("nowhere") == 0


def test_words_are_found_where_they_are_shown() -> None:
    """In text and code, whatever the case; not in the targets of links."""
    assert BOOK.find("STAT") == [Hit(1, 0), Hit(1, 1), Hit(1, 2), Hit(2, 0)]
    assert BOOK.find("  ") == []
    assert BOOK.find("toml") == []


def test_anchors_are_those_of_markdown() -> None:
    assert anchor_of("Step 6: damage, and how badly off") == "step-6-damage-and-how-badly-off"
    assert anchor_of("`table-entry`") == "table-entry"
