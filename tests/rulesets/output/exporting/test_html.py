"""HTML that leaves the program: one file, nothing loaded, nothing run, every name as it was typed."""

from __future__ import annotations

import re
import time
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from rulesets.output.exporting.checking import NotSafe, check_page
from rulesets.output.exporting.pages import policy
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.making import KINDS
from rulesets.output.summary import Summary
from tests.rulesets.output.exporting.fights import NASTY, STORIES, folder, nasty, reader, told
from tests.rulesets.output.exporting.reading import Html

SUMMARIES = [*STORIES, None]


def fight(path: Path | None, kind: str = "record") -> Summary:
    return nasty(reader(kind)) if path is None else told(path, reader(kind))[0]


@cache
def page(path: Path | None, kind: str) -> str:
    exporter = Exporter(folder())
    made = exporter.export(fight(path, kind), Wanted("html", kind, printed="2026-01-02 20:15"))
    assert exporter.folder.problems == []
    return made.decode("utf-8")


def name(path: Path | None) -> str:
    return path.stem if path is not None else "nasty"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_nothing_is_loaded_and_nothing_runs(path: Path | None, kind: str) -> None:
    """No script, no address but one within the page, and a policy that lets only its own style sheet in."""
    read = Html(page(path, kind))
    assert read.open == []
    assert not {tag for tag, _ in read.elements} & {
        "script",
        "img",
        "iframe",
        "object",
        "embed",
        "link",
        "base",
    }
    for tag, attribute, value in read.attributes():
        assert not attribute.startswith("on"), (tag, attribute)
        if attribute in ("src", "href", "action", "data", "poster", "srcset", "background"):
            assert value.startswith("#")
        if attribute != "content":
            assert attribute != "style"
    assert "://" not in read.styles
    assert not re.search(r"url\(|@import", read.styles)
    contents = [a["content"] for t, a in read.elements if t == "meta" and a.get("http-equiv")]
    assert contents == [policy(read.styles)]
    assert contents[0].startswith("default-src 'none'; style-src 'sha256-")
    assert [attrs.get("charset") for tag, attrs in read.elements if "charset" in attrs] == ["utf-8"]


@pytest.mark.parametrize("kind", KINDS)
def test_nasty_names_stand_as_they_were_typed(kind: str) -> None:
    read = Html(page(None, kind))
    told = [text.replace("▶ ", "") for text in read.texts]
    for typed in NASTY:
        wanted = typed.replace("\r\n", "\n")
        assert any(wanted in text.replace("\r\n", "\n") for text in told), typed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_tables_have_captions_and_headers(path: Path | None, kind: str) -> None:
    read = Html(page(path, kind))
    tags = [tag for tag, _ in read.elements]
    assert tags.count("caption") == tags.count("table")
    scopes = [attrs.get("scope") for tag, attrs in read.elements if tag == "th"]
    assert set(scopes) <= {"col", "row"}
    if "table" in tags:
        assert "row" in scopes
        assert "" not in read.tables


@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_totals_are_those_of_the_accounts(path: Path | None) -> None:
    summary = fight(path)
    grid = Html(page(path, "record")).tables["Totals"]
    heads, compared = grid[0], 0
    rows = {row[0]: dict(zip(heads, row, strict=True)) for row in grid[1:]}
    for ident, account in summary.accounts.combatants.items():
        row = rows[summary.accounts.names[ident]]
        for key in ("dealt", "taken", "healed", "turns", "reactions", "overrides"):
            if key.capitalize() in row:
                assert int(row[key.capitalize()]) == getattr(account, key)
                compared += getattr(account, key)
    assert compared


def test_charts_are_drawings_with_a_title_and_the_same_in_words() -> None:
    read = Html(page(None, "record"))
    drawings = [attrs for tag, attrs in read.elements if tag == "svg"]
    assert len(drawings) == 2
    ids = [attrs["id"] for _, attrs in read.elements if "id" in attrs]
    assert len(ids) == len(set(ids)) == 4
    for attrs in drawings:
        assert attrs["role"] == "img"
        assert str(attrs["aria-labelledby"]).split() == [i for i in ids if i in str(attrs["aria-labelledby"])]
    captions = "".join(read.texts)
    assert captions.count("on average over") + captions.count(", one turn") >= 2 * sum(
        bool(a.seconds) for a in nasty().accounts.combatants.values()
    )
    colours = {value for tag, name, value in read.attributes() if name in ("fill", "stroke")}
    assert colours <= {"none", "currentColor"}


def test_a_page_turns_as_its_document_does() -> None:
    assert "@page { size: landscape; }" in Html(page(None, "run-sheet")).styles
    assert "landscape" not in Html(page(None, "record")).styles


def test_an_encounter_with_nobody_in_it_is_a_page_too() -> None:
    from rulesets.output.summary import summarise
    from rulesets.reading.loader import load

    for kind in KINDS:
        empty = summarise(load("srd35"), (), "Nobody yet", audience=reader(kind))
        assert "Nobody yet" in Exporter(folder()).export(empty, Wanted("html", kind)).decode()


GUARD = f'<meta http-equiv="Content-Security-Policy" content="{policy("")}">'


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<img src='x.png'>",
        "<p onclick='f()'>x</p>",
        "<a href='https://example.org'>x</a>",
        "<a href='javascript:f()'>x</a>",
        "<style>@import 'x.css'; p { background: url(x.png) }</style>",
        "<p style='background: u\\72l(x)'>x</p>",
        "<meta http-equiv='refresh' content='0;x'>",
        "<iframe></iframe>",
        "<svg><image href='file:///etc/passwd'/></svg>",
        "<svg><use href='#a'/></svg>",
        "<form action='#'></form>",
        "<base href='#'>",
        "<?php ?>",
        "<svg><rect fill='url(https://example.org)'/></svg>",
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; script-src *\">",
    ],
)
def test_a_page_that_would_load_or_run_something_is_never_used(evil: str) -> None:
    check_page(f"<!DOCTYPE html>{GUARD}<p>fine</p><a href='#top'>up</a>", html=True)
    with pytest.raises(NotSafe):
        check_page(f"<!DOCTYPE html>{GUARD}{evil}", html=True)
    with pytest.raises(NotSafe):
        check_page("<!DOCTYPE html><p>without a policy</p>", html=True)


@pytest.mark.parametrize(
    "before", ["text", "<p>x</p>", "<!-- -->", "<body>", "<style></style>", "<title>x</title>"]
)
def test_nothing_stands_before_the_policy(before: str) -> None:
    """A browser takes one that comes later for a text, or obeys it too late."""
    check_page(f"<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>{GUARD}", html=True)
    with pytest.raises(NotSafe, match="does not begin with"):
        check_page(f"<!DOCTYPE html>\n{before}{GUARD}", html=True)


RUN = "<script>alert(1)</script>"
IN_DOUBT = {
    "an empty comment": f"<!-->{RUN}-->",
    "a comment of a dash": f"<!--->{RUN}-->",
    "a comment's other end": f"<!-- --!>{RUN} -->",
    "a comment": "<!-- fine -->",
    "a comment without end": "<!-- ",
    "a comment within a title": f"<title><!--</title>{RUN}<!-- --></title>",
    "a style in a drawing": f"<svg><style>{RUN}</style></svg>",
    "a style in a title in a drawing": f"<svg><title><style>{RUN}</style></title></svg>",
    "a style after a drawing that has ended": f"<svg></p><style><b title='</style>{RUN}'></style></svg>",
    "a reference in a style in a drawing": "<svg><style>p { background: u&#114;l(x) }</style></svg>",
    "an element in a style": "<style><p></style>",
    "an element in a title": "<title><b>x</b></title>",
    "an end in capitals": f"<style></STYLE {RUN}</style>",
    "an end that says more": "<p></p title='x'>",
    "an end that ends itself": "<p></p/>",
    "a style without end": "<style>p { color: red }",
    "a CDATA section": f"<svg><![CDATA[ ]]>{RUN}<![CDATA[ ]]></svg>",
    "a second document type": "<!DOCTYPE html>",
    "an unknown declaration": "<!x>",
    "a sign that begins nothing": "1 < 2",
    "an end of nothing": "</ p>",
    "a tag without end": "<p title='x'",
    "no space between attributes": "<p title='a'class='b'>",
    "an attribute without a value": "<p title=>",
    "a value with a quotation mark in it": "<p title=a'b>",
    "a tag in a value": f"<p title='{RUN}'>",
    "a slash in the middle": "<p/title='x'>",
    "an equals sign as a name": "<p ='x'>",
    "an attribute that stands twice": "<p title='a' title='b'>",
    "a zero byte": "<p>\x00</p>",
    "a switch to another alphabet": "<p>\x1b$B</p>",
    "another alphabet": "<meta charset='shift_jis'>",
    "a link by a reference without end": "<a href='&#35top'>x</a>",
    "a link that tells others": "<a href='#a' attributionsrc='https://example.org'>x</a>",
}


@pytest.mark.parametrize("doubt", IN_DOUBT)
def test_what_can_be_read_in_two_ways_is_refused(doubt: str) -> None:
    """The page is judged and not rewritten, so a browser must read what was read here.

    HTML Living Standard, 13.2: what is a comment, a text or an element depends on all that stands before it.
    """
    with pytest.raises(NotSafe):
        check_page(f"<!DOCTYPE html><html><head><meta charset='utf-8'>{GUARD}{IN_DOUBT[doubt]}", html=True)


@pytest.mark.parametrize(
    "plain",
    [
        "<p title='a > b' class=x>1 &lt; 2, D&D &amp; &nbsp; ></p><br/><td colspan=2>",
        "<TITLE>a &lt; b</TITLE><Style>p > b { color: red }</Style>",
        '<svg viewBox="0 0 1 1"><title>x</title><path d="M0 0"/></svg>\r\n\t',
    ],
)
def test_what_can_be_read_in_one_way_only_is_let_through(plain: str) -> None:
    """Templates of the game master's need not be written as ours are."""
    check_page(f"<!DOCTYPE html><html><head>{GUARD}{plain}", html=True)


@pytest.mark.parametrize(
    "content",
    [
        policy("").replace("default-src 'none'", "default-src\N{NO-BREAK SPACE}'none'"),
        policy("").replace("default-src 'none'", "default-src&#28;'none'"),
        policy("").replace("default-src 'none'", "default-src&nbsp'none'"),
        policy("").replace("; base-uri", "\v; base-uri"),
        "default-src *; " + policy(""),
        policy("") + "; default-src *",
    ],
    ids=ascii,
)
def test_a_policy_that_a_browser_reads_otherwise_is_none(content: str) -> None:
    """Python splits at spaces that a browser does not know, and of two parts a browser obeys the first."""
    with pytest.raises(NotSafe):
        check_page(f'<meta http-equiv="Content-Security-Policy" content="{content}">', html=True)


@pytest.mark.parametrize("before", ["</br>", "</p>", "</body>", "\N{NO-BREAK SPACE}", "&#32;", "<!x>", "< "])
def test_nothing_that_begins_the_body_stands_before_the_policy(before: str) -> None:
    """In the body it is obeyed by nobody: an end tag or a no-break space is enough to begin that."""
    with pytest.raises(NotSafe, match="does not begin with"):
        check_page(f"<!DOCTYPE html><html>{before}{GUARD}", html=True)


@pytest.mark.slow
def test_a_long_page_is_read_in_time() -> None:
    """What ends nowhere is found in one go, not in one for each sign."""
    for part in (
        "<p title='" + "a" * 1_000_000,
        "<p" + " a" * 500_000,
        "<" + "p" * 1_000_000,
        "<p " * 300_000,
    ):
        began = time.process_time()
        with pytest.raises(NotSafe):
            check_page(GUARD + part, html=True)
        assert time.process_time() - began < 2


@pytest.mark.slow
def test_the_alphabet_of_a_page_is_never_guessed(tmp_path: Path) -> None:
    """Read as Shift JIS the last byte of a name swallows the quotation mark behind it (Encoding, 10.3)."""
    guard = '<meta http-equiv="Content-Security-Policy" content="{{ policy }}">'
    for charset, mark in (("", b"\xef\xbb\xbf"), ('<meta charset="utf-8">', b"")):
        text = f"<!DOCTYPE html><html lang='en'><head>{charset}{guard}<p title='é'>é</p>"
        (tmp_path / "document.html.j2").write_text(text, encoding="utf-8")
        found = folder(tmp_path)
        page = Exporter(found).export(nasty(), Wanted("html"))
        assert found.problems == []
        assert page.startswith(mark + b"<!DOCTYPE html>")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_texts_have_their_contrast_light_dark_and_printed() -> None:
    """WCAG AA: 4.5 to 1 for every text on every ground."""
    style = folder().page("document.css").text
    looks = [
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", line))
        for line in style.splitlines()
        if "--paper:" in line
    ]
    assert len(looks) == 3
    for look in looks:
        for ink in ("ink", "soft"):
            for ground in ("paper", "head"):
                dark, light = sorted((luminance(look[ink]), luminance(look[ground])))
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (look, ink, ground)


def test_a_chart_has_room_for_every_name() -> None:
    """However many sides there are: no label lies on another, and none outside of the picture."""
    from rulesets.output.documents import Chart, Series
    from rulesets.output.exporting.charts import svg

    series = tuple(Series(f"Side {number}", (30.0, 20.0 + number % 3)) for number in range(40))
    drawn = svg(Chart("lines", "Points", ("0", "1"), series, "", "told"), "c")
    height = float(re.search(r'height="(\d+)"', drawn)[1])
    places = [float(y) for y in re.findall(r'<text x="500.0" y="([\d.]+)"[^>]*>Side', drawn)]
    assert len(places) == 40
    assert all(0 < y < height for y in places)
    places.sort()
    assert all(above + 13 < below for above, below in pairwise(places))
