"""The last look at a page before it leaves: it loads nothing and runs nothing, whatever made it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

ELEMENTS = frozenset(
    [
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "footer",
        "main",
        "section",
        "article",
        "aside",
        "nav",
        "div",
        "span",
        "p",
        "br",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "b",
        "strong",
        "i",
        "em",
        "u",
        "s",
        "small",
        "sub",
        "sup",
        "mark",
        "code",
        "pre",
        "kbd",
        "q",
        "blockquote",
        "cite",
        "abbr",
        "time",
        "data",
        "bdi",
        "bdo",
        "wbr",
        "del",
        "ins",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "table",
        "caption",
        "colgroup",
        "col",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "th",
        "td",
        "figure",
        "figcaption",
        "details",
        "summary",
        "a",
        "svg",
        "g",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "text",
        "tspan",
        "title",
        "desc",
        "defs",
    ]
)
ADDRESSES = frozenset(
    [
        "src",
        "srcset",
        "href",
        "xlink:href",
        "action",
        "formaction",
        "data",
        "poster",
        "background",
        "cite",
        "longdesc",
        "manifest",
        "ping",
        "profile",
        "codebase",
        "archive",
        "classid",
        "usemap",
        "icon",
        "lowsrc",
        "dynsrc",
    ]
)
_STYLE = re.compile(r"(?i)url\s*\(|@import|image-set|image\s*\(|expression\s*\(|\\|src\s*\(")
_MARKDOWN = re.compile(r"!\[|<(?!br>)[A-Za-z/!?]|\]\s*\(|^ {0,3}\[[^\]]+\]:|\]\s*\[", re.MULTILINE)
FIRST = frozenset({"html", "head", "meta"})
"""Elements that may stand before the policy: whatever else does, a browser may see otherwise than we."""
_NONE = frozenset({"default-src", "base-uri", "form-action"})
_HASH = re.compile(r"'sha(256|384|512)-[A-Za-z0-9+/]+=*'")


LACKING = "its head does not begin with the content security policy, {{ policy }}"


class NotSafe(ValueError):
    """A page that would load or run something."""


def check_page(page: str, *, html: bool) -> None:
    """Prove a page; raises NotSafe."""
    if not html:
        _check_markdown(page)
        return
    checker = _Checker()
    checker.feed(page)
    checker.close()
    if not checker.guarded:
        raise NotSafe(LACKING)


def _check_markdown(page: str) -> None:
    found = _MARKDOWN.search(re.sub(r"\\.", "", page.replace("\\\n", "\n")))
    if found is not None:
        raise NotSafe(f"Markdown may hold no pictures, links or HTML ({found[0]!r})")


def _check_policy(content: str) -> None:
    """Prove that a policy lets in nothing but style sheets that it knows; raises NotSafe."""
    found = {name: values for name, *values in (part.split() for part in content.split(";") if part.strip())}
    strict = all(found.get(name) == ["'none'"] for name in _NONE)
    styles = found.get("style-src", [])
    if not strict or set(found) - _NONE - {"style-src"} or not all(_HASH.fullmatch(one) for one in styles):
        raise NotSafe("its content security policy lets in more than {{ policy }} does")


class _Checker(HTMLParser):
    """Reads a page as a browser does, and raises at the first thing that is not plain text and drawing."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.guarded = False
        self._style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        if not self.guarded and tag not in FIRST:
            raise NotSafe(LACKING)
        if tag not in ELEMENTS:
            raise NotSafe(f"<{tag}> is no element of a printed page (line {line} of the page)")
        self._style = tag == "style"
        for name, value in attrs:
            self._attribute(tag, name, value or "", line)
        if tag == "meta":
            self._meta(dict(attrs), line)

    def _attribute(self, tag: str, name: str, value: str, line: int) -> None:
        if name.startswith("on"):
            raise NotSafe(f"{name}= runs a script (line {line} of the page)")
        if name in ADDRESSES and not value.startswith("#"):
            raise NotSafe(f"{name}= leads out of the page (line {line} of the page)")
        if _STYLE.search(value) and name not in ("content", "aria-label", "title"):
            raise NotSafe(f"{name}= of <{tag}> may load something (line {line} of the page)")

    def _meta(self, attrs: dict[str, str | None], line: int) -> None:
        told = (attrs.get("http-equiv") or "").lower()
        if told and told != "content-security-policy":
            raise NotSafe(f"<meta http-equiv={told}> is not allowed (line {line} of the page)")
        if told:
            _check_policy(attrs.get("content") or "")
            self.guarded = True

    def handle_data(self, data: str) -> None:
        if not self.guarded and data.strip():
            raise NotSafe(LACKING)
        if self._style and _STYLE.search(data):
            raise NotSafe(f"its style sheet may load something (line {self.getpos()[0]} of the page)")

    def handle_endtag(self, tag: str) -> None:
        self._style = False

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            raise NotSafe(f"<!{decl[:20]}> is no page of today")

    def handle_comment(self, data: str) -> None:
        if not self.guarded:
            raise NotSafe(LACKING)

    def handle_pi(self, data: str) -> None:
        raise NotSafe("it holds a processing instruction")

    def unknown_decl(self, data: str) -> None:
        raise NotSafe("it holds an unknown declaration")
