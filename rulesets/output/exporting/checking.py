"""The last look at a page before it leaves: it loads nothing and runs nothing, whatever made it."""

from __future__ import annotations

import re
from html import unescape

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
        "attributionsrc",
        "xml:base",
    ]
)
_STYLE = re.compile(r"(?i)url\s*\(|@import|image-set|image\s*\(|expression\s*\(|\\|src\s*\(")
_MARKDOWN = re.compile(r"!\[|<(?!br>)[A-Za-z/!?]|\]\s*\(|^ {0,3}\[[^\]]+\]:|\]\s*\[", re.MULTILINE)
FIRST = frozenset({"html", "head", "meta"})
"""Elements that may stand before the policy: whatever else does, a browser may see otherwise than we."""
_NONE = frozenset({"default-src", "base-uri", "form-action"})
_HASH = re.compile(r"'sha(256|384|512)-[A-Za-z0-9+/]+=*'")

_SPACE = "\t\n\r "
_DOCTYPE = re.compile(r"(?ai)[\t\n\r ]*<!doctype[\t\n\r ]+html[\t\n\r ]*>")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
"""What no page needs, and what a browser drops, replaces, or takes for a switch of the alphabet."""
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*+)")
_ATTRIBUTE = re.compile(
    r"""[\t\n\r ]++([A-Za-z_][A-Za-z0-9_.:-]*+)"""
    r"""(?:[\t\n\r ]*+=[\t\n\r ]*+(?:"([^"<]*+)"|'([^'<]*+)'|([^\t\n\r "'`=<>/]++)))?"""
)
_END = re.compile(r"[\t\n\r ]*+/?>")
_RAW = frozenset({"style", "title"})
"""Elements in which a browser sees texts where, inside a drawing, it sees elements."""
_PLAIN_REFERENCES = re.compile(r"[^&]*+(?:&#[0-9]{1,4};[^&]*+)*")

LACKING = "its head does not begin with the content security policy, {{ policy }}"


class NotSafe(ValueError):
    """A page that would load or run something."""


def check_page(page: str, *, html: bool) -> None:
    """Prove a page; raises NotSafe."""
    if not html:
        _check_markdown(page)
        return
    checker = _Checker(page)
    checker.check()
    if not checker.guarded:
        raise NotSafe(LACKING)


def _check_markdown(page: str) -> None:
    found = _MARKDOWN.search(re.sub(r"\\.", "", page.replace("\\\n", "\n")))
    if found is not None:
        raise NotSafe(f"Markdown may hold no pictures, links or HTML ({found[0]!r})")


def _check_policy(content: str) -> None:
    """Prove that a policy lets in nothing but style sheets that it knows; raises NotSafe.

    Of a part that stands twice a browser obeys the first, and only spaces of ASCII separate words (CSP 3,
    2.2.1), where Python splits at others, too.
    """
    parts = [part.split() for part in content.split(";") if part.strip()]
    found = {name: values for name, *values in parts}
    strict = content.isascii() and content.isprintable() and len(found) == len(parts)
    strict = strict and all(found.get(name) == ["'none'"] for name in _NONE)
    styles = found.get("style-src", [])
    if not strict or set(found) - _NONE - {"style-src"} or not all(_HASH.fullmatch(one) for one in styles):
        raise NotSafe("its content security policy lets in more than {{ policy }} does")


class _Checker:
    """Reads a page that can be read in one way only; raises at what is no text, no drawing, or in doubt.

    Browsers forgive: what is a comment, a text or an element depends on all that stands before it (HTML
    Living Standard, 13.2). A page of ours needs none of that, so nothing that could be read otherwise is let
    through: every ``<`` begins a tag that is written in full, there are no comments, and ``style`` and
    ``title`` hold nothing but text. Whatever state a browser's parser is in, it meets no other tags than
    those that are seen here.
    """

    def __init__(self, page: str) -> None:
        self.guarded = False
        self._page = page
        self._raw = ""
        """The element whose text is being read, of those that hold nothing else."""

    def check(self) -> None:
        """Go through the page; raises NotSafe."""
        page = self._page
        if (odd := _CONTROL.search(page)) is not None:
            raise NotSafe(f"it holds the control character {odd[0]!r} ({self._line(odd.start())})")
        begun = _DOCTYPE.match(page)
        at = begun.end() if begun is not None else 0
        while at < len(page):
            tag = page.find("<", at)
            tag = len(page) if tag < 0 else tag
            self._text(page[at:tag], at)
            at = self._tag(tag) if tag < len(page) else tag
        if self._raw:
            raise NotSafe(f"<{self._raw}> has no end")

    def _line(self, at: int) -> str:
        return f"line {self._page.count(chr(10), 0, at) + 1} of the page"

    def _text(self, text: str, at: int) -> None:
        if not self.guarded and text.strip(_SPACE):
            raise NotSafe(LACKING)
        if self._raw == "style" and _may_load(text):
            raise NotSafe(f"its style sheet may load something ({self._line(at)})")

    def _tag(self, at: int) -> int:
        """Read the tag that begins here; return where it ends."""
        begun = _TAG.match(self._page, at)
        if begun is None:
            raise NotSafe(self._no_tag(at))
        closing, name = begun[1], begun[2].lower()
        if not self.guarded and (closing or name not in FIRST):
            raise NotSafe(LACKING)
        if name not in ELEMENTS:
            raise NotSafe(f"<{name}> is no element of a printed page ({self._line(at)})")
        if self._raw and not (closing and name == self._raw):
            raise NotSafe(f"<{self._raw}> may hold nothing but text ({self._line(at)})")
        attributes, after = self._attributes(name, begun.end())
        if closing and (attributes or self._page[after - 2] == "/"):
            raise NotSafe(f"</{name}> may say nothing but the name ({self._line(at)})")
        self._raw = name if name in _RAW and not closing else ""
        for key, value in attributes.items():
            self._attribute(name, key, value, at)
        if name == "meta":
            self._meta(attributes, at)
        return after

    def _no_tag(self, at: int) -> str:
        page, line = self._page, self._line(at)
        if not self.guarded:
            return LACKING
        if page.startswith("<!--", at):
            return f"a comment can be read in more than one way; write it as {{# … #}} ({line})"
        if page.startswith(("<!", "<?"), at):
            return f"it holds a declaration or a processing instruction ({line})"
        return f"a < that begins no tag can be read in more than one way; write it as &lt; ({line})"

    def _attributes(self, tag: str, at: int) -> tuple[dict[str, str], int]:
        """Return the attributes of a tag as they are written, and where the tag ends."""
        found: dict[str, str] = {}
        while (one := _ATTRIBUTE.match(self._page, at)) is not None:
            name = one[1].lower()
            if name in found:
                raise NotSafe(f"{name}= stands twice in <{tag}> ({self._line(at)})")
            found[name] = next((value for value in one.groups()[1:] if value is not None), "")
            at = one.end()
        end = _END.match(self._page, at)
        if end is None:
            raise NotSafe(f"<{tag}> can be read in more than one way ({self._line(at)})")
        return found, end.end()

    def _attribute(self, tag: str, name: str, value: str, at: int) -> None:
        if name.startswith("on"):
            raise NotSafe(f"{name}= runs a script ({self._line(at)})")
        if name in ADDRESSES and not value.startswith("#"):
            raise NotSafe(f"{name}= leads out of the page ({self._line(at)})")
        if name not in ("content", "aria-label", "title") and _may_load(value):
            raise NotSafe(f"{name}= of <{tag}> may load something ({self._line(at)})")

    def _meta(self, attributes: dict[str, str], at: int) -> None:
        told = attributes.get("http-equiv", "").lower()
        if told and told != "content-security-policy":
            raise NotSafe(f"<meta http-equiv={told}> is not allowed ({self._line(at)})")
        if attributes.get("charset", "utf-8").lower() != "utf-8":
            raise NotSafe(f"its alphabet is not utf-8 ({self._line(at)})")
        if told:
            content = attributes.get("content", "")
            if not _PLAIN_REFERENCES.fullmatch(content):
                raise NotSafe("its content security policy can be read in more than one way")
            _check_policy(unescape(content))
            self.guarded = True


def _may_load(style: str) -> bool:
    """Return whether a style may load something, be its references read as signs (in a drawing) or not."""
    return any(_STYLE.search(text) is not None for text in (style, unescape(style)))
