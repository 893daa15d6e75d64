"""Exported pages read again, by parsers of others."""

from __future__ import annotations

from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

Grid = list[list[str]]
VOID = frozenset({"meta", "br", "col", "path", "rect", "circle"})


class Html(HTMLParser):
    """Elements with their attributes, tables by caption, and all text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.tables: dict[str, Grid] = {}
        self.texts: list[str] = []
        self.styles = ""
        self.open: list[str] = []
        self._caption = ""
        self._rows: Grid = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID and tag not in ("svg",):
            self.open.append(tag)
        if tag == "table":
            self._rows, self._caption = [], ""
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and tag != "svg":
            assert self.open.pop() == tag
        if tag == "table":
            self.tables.setdefault(self._caption, self._rows)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            self.styles += data
            return
        self.texts.append(data)
        if "caption" in self.open:
            self._caption += data
        elif "td" in self.open or "th" in self.open:
            self._rows[-1][-1] += data

    def attributes(self) -> list[tuple[str, str, str]]:
        return [(tag, name, value or "") for tag, attrs in self.elements for name, value in attrs.items()]


def tokens(page: str) -> list[Token]:
    """All tokens of a Markdown page, those within lines included."""
    found: list[Token] = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(page):
        found.append(token)
        found += token.children or ()
    return found


def said(token: Token) -> str:
    """The text of an inline token as a reader sees it."""
    parts = []
    for child in token.children or ():
        assert child.type in (
            "text", "text_special", "html_inline", "strong_open", "strong_close", "s_open", "s_close",
            "softbreak",
        ), child  # fmt: skip
        if child.type == "html_inline":
            assert child.content == "<br>"
            parts.append("\n")
        else:
            parts.append(child.content)
    return "".join(parts).replace("\xa0", " ")


def markdown_tables(page: str) -> dict[str, Grid]:
    """The tables of a Markdown page by the heading before them."""
    found: dict[str, Grid] = {}
    heading, rows, inside = "", [], ""
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(page):
        if token.type == "heading_open":
            inside = "heading"
        elif token.type == "table_open":
            rows = []
            found.setdefault(heading, rows)
        elif token.type == "tr_open":
            rows.append([])
        elif token.type in ("td_open", "th_open"):
            inside = "cell"
        elif token.type == "inline":
            if inside == "heading":
                heading = said(token)
            elif inside == "cell":
                rows[-1].append(said(token))
            inside = ""
    return found
