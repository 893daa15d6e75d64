"""Markdown that leaves the program: GitHub's tables, every text as it was typed."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st

from rulesets.fight.session import Session
from rulesets.output.exporting.checking import NotSafe, check_page
from rulesets.output.exporting.escaping import markdown, printable
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.making import KINDS
from rulesets.output.summary import Summary, summarise
from rulesets.reading import loader
from rulesets.table import commands as cmd
from tests.rulesets.output.exporting.fights import NASTY, STORIES, folder, nasty, reader, told
from tests.rulesets.output.exporting.reading import markdown_tables, said, tokens

SUMMARIES = [*STORIES, None]
KNOWN = {
    "heading_open", "heading_close", "inline", "paragraph_open", "paragraph_close", "table_open",
    "table_close", "thead_open", "thead_close", "tbody_open", "tbody_close", "tr_open", "tr_close", "th_open",
    "th_close", "td_open", "td_close", "text", "text_special", "html_inline", "strong_open", "strong_close",
    "s_open", "s_close", "softbreak",
}  # fmt: skip


def fight(path: Path | None, kind: str = "record") -> Summary:
    return nasty(reader(kind)) if path is None else told(path, reader(kind))[0]


@cache
def page(path: Path | None, kind: str) -> str:
    exporter = Exporter(folder())
    made = exporter.export(fight(path, kind), Wanted("md", kind))
    assert exporter.folder.problems == []
    return made.decode("utf-8")


def name(path: Path | None) -> str:
    return path.stem if path is not None else "nasty"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_a_page_is_headings_paragraphs_and_tables(path: Path | None, kind: str) -> None:
    """No link, picture, code, list or quotation comes of what somebody is called."""
    assert {token.type for token in tokens(page(path, kind))} <= KNOWN


@pytest.mark.parametrize("kind", KINDS)
def test_nasty_names_stand_as_they_were_typed(kind: str) -> None:
    lines = "\n".join(said(token) for token in tokens(page(None, kind)) if token.type == "inline")
    for typed in NASTY:
        assert typed.replace("\r\n", "\n").strip() in lines, typed


@pytest.mark.parametrize("form", ["md", "html"])
def test_points_below_0_have_a_minus_sign_as_in_the_window(form: str) -> None:
    """srd35, 004-114: -1 of 6; the hyphen of a number stood there."""
    session = Session(loader.load("srd35"))
    session.dispatch(cmd.Add(combatant={"id": "elf", "name": "Elf", "max_hp": 6, "hp": -1}), 1.0)
    summary = summarise(session.rules, session.log, "Below 0")
    made = Exporter(folder()).export(summary, Wanted(form, "status")).decode("utf-8")
    assert "−1 / 6" in re.sub(r"<[^>]*>", "", made)


@pytest.mark.parametrize("path", SUMMARIES, ids=name)
def test_totals_are_those_of_the_accounts(path: Path | None) -> None:
    summary = fight(path)
    grid = markdown_tables(page(path, "record"))["Totals"]
    rows = {row[0].strip(): dict(zip(grid[0], row, strict=True)) for row in grid[1:]}
    compared = 0
    for ident, account in summary.accounts.combatants.items():
        row = rows[summary.accounts.names[ident].replace("\r\n", "\n").strip()]
        for key in ("dealt", "taken", "healed", "turns", "reactions", "overrides"):
            if key.capitalize() in row:
                assert int(row[key.capitalize()]) == getattr(account, key)
                compared += getattr(account, key)
    assert compared


@pytest.mark.slow
@given(st.text(max_size=60))
@example("1) x")
@example("\t\tcode")
@example("a  \nb")
@example("***bold***")
@example("&nbsp;&#35;")
@example("![a](b)")
@example("\\|")
@example("---")
@example("a\u2028b")
@example("\xa0")
@example("\u2003x\u2028")
def test_any_text_in_a_cell_is_read_as_it_was_typed(text: str) -> None:
    escaped = markdown(text)
    check_page(escaped, html=False)
    read = markdown_tables(f"| a | b |\n| --- | --- |\n| {escaped} | **z** |\n")[""]
    wanted = (
        printable(text).replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    ").replace("\xa0", " ")
    )
    assert read[1] == [wanted, "z"]


@pytest.mark.slow
@given(st.text(min_size=1, max_size=60).filter(lambda text: text.strip() != ""))
def test_any_text_in_a_paragraph_is_a_paragraph(text: str) -> None:
    read = tokens(f"before\n\n{markdown(text)}\n\nafter")
    assert [token.type for token in read if token.type == "paragraph_open"] == ["paragraph_open"] * 3
    assert {token.type for token in read} <= KNOWN


@pytest.mark.parametrize(
    "evil", ["![x](y)", "<script>", "[x](https://example.org)", "[x]: y", "[x][y]", "\\\\![x](y)", "<!-- -->"]
)
def test_a_page_with_pictures_links_or_html_is_never_used(evil: str) -> None:
    with pytest.raises(NotSafe):
        check_page(f"# fine\n\n{evil}\n", html=False)
