"""XML of many entries, one after another: as a stream, and where it breaks, entry by entry."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Collection, Iterator
from xml.etree.ElementTree import Element, iterparse

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring, iterparse as iterparse_safely

from rulesets.incoming.found import Finding, Refused
from rulesets.incoming.source import Source, decoded
from rulesets.incoming.texts import name_of

MOST_ELEMENTS = 3_000_000
"""A bestiary of 20 MB has a fifth of that."""
_DECLARED = re.compile(rb"\s{0,9}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}[\"']([\w.:-]{2,30})[\"']")
_ENCODINGS = re.compile(
    r"utf-?8|utf-?16(-?[lb]e)?|us-ascii|ascii|iso-?8859-?\d+|latin-?\d|windows-?\d+|cp\d+|koi8-?[ru]|mac-?\w+|"
    r"shift[-_]jis|sjis|euc-?\w+|gb2312|gbk|gb18030|big5",
    re.IGNORECASE,
)
"""Encodings that take time in proportion to the text; a declaration can name others."""
_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)")
_FORBIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|&#(?:x(?:0?[0-8bcBC]|0?[eE]|1\w)|0?[0-8]|1[124-9]|2\d|3[01]);"
)
_NAME = re.compile(r"<[Nn]ame>([^<]{0,200})")


def entries(
    source: Source, finding: Finding, tags: Collection[str], other: Collection[str] = ()
) -> Iterator[Element]:
    """Each element that is called one of ``tags``, as it ends; it is emptied when the next one is asked for.

    Where the XML breaks, every entry that is whole by itself still comes, and the others are named. How many
    of ``other`` there were is told at the end: they are entries of other kinds.

    Raises:
        Refused: if it has entities or a document type of its own, or far too many elements.
    """
    text = xml_text(source.data)
    if text.count("<") > 2 * MOST_ELEMENTS:
        raise Refused("“{name}” has too many parts. Bring a smaller part.", name=source.name)
    passed: Counter[str] = Counter()
    try:
        # A document type can only stand before the first element: from there on the faster parser is as safe.
        next(iterparse_safely(io.StringIO(text), events=("start",), forbid_dtd=True), None)
        for _, element in iterparse(io.StringIO(text), events=("end",)):
            tag = element.tag
            if tag in tags:
                yield element
                element.clear()
            elif tag in other:
                passed[tag] += 1
                element.clear()
    except DefusedXmlException as error:
        raise Refused(
            "“{name}” has entities of its own, which are not followed.", name=source.name
        ) from error
    except ParseError as error:
        line, column = error.position
        finding.tell("The file breaks in line {line}. What is whole before and after was taken.", line=line)
        yield from _singly(text, _offset(text, line, column), tags, finding)
    if passed:
        finding.tell(
            "{count} entries of other kinds were left out: {kinds}.",
            count=passed.total(),
            kinds=", ".join(f"{count} × {kind}" for kind, count in passed.most_common()),
        )


def xml_text(data: bytes) -> str:
    """Return XML as text: by its byte order mark, else as its declaration says if that is true."""
    declared = _DECLARED.match(data)
    if declared and not data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        encoding = declared[1].decode("ascii")
        # A program that writes to a text first says UTF-16 and then saves the text as UTF-8.
        if _ENCODINGS.fullmatch(encoding) and not encoding.lower().startswith("utf"):
            try:
                return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
            except (LookupError, UnicodeError):
                pass
    elif data[:4] in (b"<\x00?\x00", b"<\x00\x00\x00"):
        data = b"\xff\xfe" + data
    elif data[:4] == b"\x00<\x00?":
        data = b"\xfe\xff" + data
    return decoded(data)


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    return start + column


def _singly(text: str, broken: int, tags: Collection[str], finding: Finding) -> Iterator[Element]:
    """Each entry that the stream did not give, because it, or something before it, is broken."""
    starts = list(re.finditer(rf"<({'|'.join(sorted(tags))})[\s/>]", text))
    ends = [*(later.start() for later in starts[1:]), len(text)]
    for start, end in zip(starts, ends, strict=False):
        close = f"</{start[1]}>"
        last = text.rfind(close, start.start(), end)
        if last < 0:
            _left_out(text[start.start() : end], finding)
        elif last + len(close) > broken:
            piece = text[start.start() : last + len(close)]
            element = _element(piece)
            if element is None:
                _left_out(piece, finding)
            else:
                yield element


def _element(piece: str) -> Element | None:
    """Return one entry by itself, with bare '&' and control characters mended, which change nothing."""
    mended = _AMPERSAND.sub("&amp;", _FORBIDDEN.sub(" ", piece))
    for text in (piece, mended):
        try:
            return fromstring(text, forbid_dtd=True)
        except (ParseError, DefusedXmlException):
            continue
    return None


def _left_out(piece: str, finding: Finding) -> None:
    found = _NAME.search(piece)
    finding.tell("“{name}” cannot be read and was left out.", name=name_of(found[1])[:80] if found else "?")
