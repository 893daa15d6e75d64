"""Templates of the game master's: they win, and one that is broken or up to no good changes nothing."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from rulesets.output.exporting import isolation
from rulesets.output.exporting.isolation import Cancelled
from rulesets.output.exporting.pages import Job, PageError, render
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.papers.making import KINDS
from rulesets.output.papers.templates import TemplateError
from tests.rulesets.output.exporting.fights import STORIES, folder, nasty, told
from tests.rulesets.output.exporting.templates import ENDLESS, GREEDY, HEAD
from tests.sampling import mostly_slow

SHIPPED = Exporter(folder()).export(nasty(), Wanted("html"))


def made(own: Path, text: str, format_: str = "html") -> tuple[bytes, list[str]]:
    """The page made by a template of one's own, and what was said about it."""
    (own / f"document.{format_}.j2").write_text(text, encoding="utf-8")
    found = folder(own)
    return Exporter(found).export(nasty(), Wanted(format_)), found.problems


# -- documents ---------------------------------------------------------------------------------------


def test_a_template_of_the_same_name_wins_and_others_are_documents_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "status.toml").write_text('title = "How it stands"\n[[part]]\nkind = "notes"\n')
    (tmp_path / "handout.toml").write_text('title = "Hand-out"\n[[part]]\nkind = "order"\n')
    (tmp_path / "plain.toml").write_text('[[part]]\nkind = "totals"\n')
    found = folder(tmp_path)
    listed = {one.kind: (one.title, one.own) for one in found.documents()}
    assert list(listed)[: len(KINDS)] == list(KINDS)
    assert listed["status"] == ("How it stands", False)
    assert listed["handout"] == ("Hand-out", True)
    assert listed["plain"] == ("plain", True)
    summary = told(STORIES[0])[0]
    assert Exporter(found).document(summary, Wanted("html", "handout")).name == "Hand-out"
    assert Exporter(found).document(summary, Wanted("html", "plain")).name == "plain"
    assert found.problems == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[part]\n", "this is no TOML"),
        ('[[part]]\nkind = "ordre"\n', ":2: 'ordre' is none of"),
        ('[[part]]\nkind = "order"\nrows = 3\n', ":3: there is no key 'rows' here"),
        ("\x00", "this is no TOML"),
        ("title = 3\n[[part]]\nkind = 'order'\n", ":1:"),
    ],
)
def test_a_broken_one_is_told_with_its_line_and_the_shipped_one_is_used(
    tmp_path: Path, text: str, told: str
) -> None:
    (tmp_path / "record.toml").write_text(text)
    (tmp_path / "other.toml").write_text(text)
    found = folder(tmp_path)
    assert found.template("record") == folder().template("record")
    assert [one.kind for one in found.documents()] == list(KINDS)
    assert len(found.problems) == 2
    assert all(told in problem for problem in found.problems)
    assert str(tmp_path / "record.toml") in found.problems[0]
    with pytest.raises(TemplateError, match=r"other\.toml"):
        found.template("other")


def test_a_folder_that_is_not_there_is_no_problem(tmp_path: Path) -> None:
    found = folder(tmp_path / "nowhere")
    assert [one.kind for one in found.documents()] == list(KINDS)
    assert found.problems == []
    with pytest.raises(TemplateError):
        found.template("handout")


# -- pages -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_page_of_ones_own_wins_and_may_include_another(tmp_path: Path) -> None:
    (tmp_path / "row.j2").write_text("<li>{{ who.name }}</li>\n")
    text = HEAD + "<ul>{% for who in summary.standings %}{% include 'row.j2' %}{% endfor %}</ul>"
    page, problems = made(tmp_path, text)
    assert problems == []
    assert page.count(b"<li>") == len(nasty().standings)
    assert b"&lt;img src=file:///etc/passwd onerror=alert(1)&gt;" in page


@pytest.mark.slow
def test_a_style_sheet_of_ones_own_is_obeyed(tmp_path: Path) -> None:
    (tmp_path / "document.css").write_text("body { color: maroon; }")
    found = folder(tmp_path)
    page = Exporter(found).export(nasty(), Wanted("html"))
    assert b"color: maroon" in page
    assert found.problems == []
    (tmp_path / "document.css").write_text("body { background: url(https://example.org/x.png); }")
    assert Exporter(found).export(nasty(), Wanted("html")) == SHIPPED
    assert "style sheet may load something" in found.problems[0]


ATTACKS = {
    "classes": ("{{ ''.__class__.__mro__ }}", "not allowed"),
    "classes by filter": ("{{ ''|attr('__class__') }}", "attr"),
    "globals of a function": ("{{ chart.__globals__ }}", "not allowed"),
    "of a struct": ("{{ document.__struct_config__ }}", "not allowed"),
    "of a string's format": ("{{ '{0.__class__}'.format(document) }}", "not allowed"),
    "a file": ("{% include '/etc/passwd' %}", "no template '/etc/passwd'"),
    "a file above": ("{% include '../encounters/a.turnwright' %}", "no template"),
    "an import": ("{% import 'os' as os %}{{ os }}", "no template 'os'"),
    "a base": ("{% extends 'base.html' %}", "no template"),
    "a huge range": ("{% for a in range(10**9) %}{% endfor %}", "Range too big"),
    "a global of Python": ("{{ open('/etc/passwd').read() }}", "'open' is undefined"),
    "a change": ("{{ summary.accounts.combatants.clear() }}", "not"),
    "a list changed": ("{% set x = [] %}{{ x.append(1) }}", "not"),
    "no escape": ("{% autoescape false %}{{ document.title }}{% endautoescape %}", "autoescape"),
    "no escape by filter": ("{{ document.title|safe }}", "safe"),
    "endless macros": ("{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "calls itself"),
    "a script": (HEAD + "<script>alert(1)</script>", "<script>"),
    "an address": (HEAD + "<img src='https://example.org/x.png'>", "<img>"),
    "no policy": ("<!DOCTYPE html><p>{{ document.title }}</p>", "policy"),
    "no syntax": ("\n\n{% if %}", ":3:"),
    "an error": ("\n{{ 1 // 0 }}", ":2:"),
    "a typing error": ("\n\n{{ document.titel }}", ":3:"),
    "a whole object": ("{{ document }}", "only texts and numbers"),
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", mostly_slow(ATTACKS, *list(ATTACKS)[::8]))
def test_what_a_template_may_not_is_told_and_the_shipped_one_is_used(tmp_path: Path, attack: str) -> None:
    text, told = ATTACKS[attack]
    page, problems = made(tmp_path, text)
    assert page == SHIPPED
    assert len(problems) == 1
    assert str(tmp_path / "document.html.j2") in problems[0]
    assert told in problems[0]
    assert problems[0].endswith("The template that comes with Turnwright was used.")


@pytest.mark.slow
def test_a_mistake_in_an_included_template_is_told_with_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "row.j2").write_text("fine\n{{ nothing }}\n")
    _, problems = made(tmp_path, HEAD + "{% include 'row.j2' %}")
    assert f"{tmp_path / 'row.j2'}:2: 'nothing' is undefined" in problems[0]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(Path, "symlink_to"), reason="no links here")
def test_a_link_leads_to_no_other_file(tmp_path: Path) -> None:
    own, secret = tmp_path / "own", tmp_path / "secret.txt"
    own.mkdir()
    secret.write_text("the treasure is below the mill")
    (own / "x.j2").symlink_to(secret)
    page, problems = made(own, HEAD + "{% include 'x.j2' %}")
    assert page == SHIPPED
    assert "no template 'x.j2'" in problems[0]


MARKDOWN_ATTACKS = ("![x](https://example.org/x.png)", "<img src=x>", "[x](file:///etc/passwd)")


@pytest.mark.slow
@pytest.mark.parametrize("text", MARKDOWN_ATTACKS)
def test_markdown_of_ones_own_loads_nothing_either(tmp_path: Path, text: str) -> None:
    page, problems = made(tmp_path, text, "md")
    assert page == Exporter(folder()).export(nasty(), Wanted("md"))
    assert "no pictures, links or HTML" in problems[0]


@pytest.mark.slow
def test_values_are_escaped_in_markdown_of_ones_own(tmp_path: Path) -> None:
    """What the template itself says is its own affair."""
    page, problems = made(tmp_path, "# {{ document.title ~ '*' }} *x*", "md")
    assert problems == []
    assert page == b"# \\<img src=file\\:///etc/passwd onerror=alert(1)\\>\\* *x*"


# -- templates without end ---------------------------------------------------------------------------


@pytest.mark.slow
def test_a_template_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation.make_isolated, "__defaults__", (1.0,))
    began = time.monotonic()
    page, problems = made(tmp_path, ENDLESS)
    assert time.monotonic() - began < 10
    assert page == SHIPPED
    assert "too much time or memory" in problems[0]


@pytest.mark.slow
def test_a_template_that_wants_all_memory_is_stopped(tmp_path: Path) -> None:
    page, problems = made(tmp_path, GREEDY)
    assert page == SHIPPED
    assert "memory" in problems[0]


def test_a_template_without_end_is_stopped_when_nobody_wants_it_any_more(tmp_path: Path) -> None:
    (tmp_path / "document.html.j2").write_text(ENDLESS)
    wanted, raised = threading.Event(), threading.Event()

    def work() -> None:
        try:
            Exporter(folder(tmp_path)).export(nasty(), Wanted("html"), wanted.is_set)
        except Cancelled:
            raised.set()

    thread = threading.Thread(target=work)
    thread.start()
    wanted.set()
    thread.join(20)
    assert not thread.is_alive()
    assert raised.is_set()


def test_the_shipped_templates_are_sound() -> None:
    """A mistake in one of them would leave nobody anything to use."""
    found = TemplateFolder(folder().page("document.html.j2").path.parent)
    assert not found.page("document.html.j2").own
    with pytest.raises(PageError):
        render(Job("document.html.j2", {"document.html.j2": "{{ x }}"}, *_job()))


def _job():
    summary = told(STORIES[0])[0]
    return Exporter(folder()).document(summary, Wanted("html")), summary
