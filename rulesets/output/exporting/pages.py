"""HTML and Markdown from page templates. Whatever a template does, values appear as they were typed.

The templates are jinja2's, in its sandbox: no loader but a mapping of texts, no attribute with an underscore,
a short list of filters, nothing undefined, autoescape that cannot be switched off. jinja2 is imported here
alone, when a page is made.
"""

from __future__ import annotations

import base64
import hashlib
import traceback
from collections.abc import Callable
from functools import lru_cache
from html import escape
from itertools import count
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup
from msgspec import Struct

from rulesets.output.documents import Document, Table, Words
from rulesets.output.exporting import charts
from rulesets.output.exporting.checking import NotSafe, check_page
from rulesets.output.exporting.escaping import markdown, printable
from rulesets.output.papers.figures import duration
from rulesets.output.summary import Summary
from rulesets.seen.number_format import minus

LARGEST = 50_000_000
"""Characters that a page may have."""
FILTERS = (
    "abs", "batch", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int",
    "items", "join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr",
    "replace", "reverse", "round", "select", "selectattr", "slice", "sort", "sum", "title", "trim",
    "truncate", "unique", "upper", "wordcount",
)  # fmt: skip
TESTS = (
    "boolean", "defined", "divisibleby", "eq", "equalto", "even", "false", "ge", "gt", "in", "integer", "le",
    "lower", "lt", "mapping", "ne", "none", "number", "odd", "sequence", "string", "true", "undefined",
    "upper", "==", "!=", "<", "<=", ">", ">=", "greaterthan", "lessthan",
)  # fmt: skip
KINDS = (
    "heading", "paragraph", "table", "lines", "chart", "card", "words", "boxes", "gauge", "space",
)  # fmt: skip
"""Tests for blocks and pieces of a document: ``{% if block is table %}``."""


class PageError(ValueError):
    """A page template that cannot be used: which, where and why."""

    def __init__(self, name: str, line: int, reason: str) -> None:
        """Keep the three."""
        super().__init__(f"{name}:{line}: {reason}" if line else f"{name}: {reason}")
        self.name, self.line, self.reason = name, line, reason


class Job(Struct, frozen=True):
    """All that making a page needs."""

    name: str
    """'document.html.j2' or 'document.md.j2'."""
    sources: dict[str, str]
    """Name → text of this template and of those that it may include."""
    document: Document
    summary: Summary
    style: str = ""
    language: str = "en"


def render(job: Job) -> str:
    """Return the page.

    Raises:
        PageError: if the template cannot be used, or what it makes would load or run something.
    """
    html = job.name.endswith(".html.j2")
    environment = _environment(tuple(job.sources.items()), _typed_html if html else _typed_markdown)
    try:
        page = _bounded(environment.get_template(job.name).generate(_context(job)))
    except TemplateSyntaxError as error:
        raise PageError(
            error.name or job.name, error.lineno, error.message or "this is no template"
        ) from error
    except TemplateNotFound as error:
        raise PageError(*_place(error, job), f"there is no template {error.name!r} beside it") from error
    except RecursionError as error:
        raise PageError(*_place(error, job), "it calls itself without end") from error
    except SecurityError as error:
        raise PageError(*_place(error, job), f"this is not allowed here ({error})") from error
    except MemoryError as error:
        raise PageError(job.name, 0, "it needs too much memory") from error
    except Exception as error:  # whatever a template does wrong is the template's, and told with its place
        raise PageError(*_place(error, job), str(error) or type(error).__name__) from error
    try:
        check_page(page, html=html)
    except NotSafe as error:
        raise PageError(job.name, 0, f"the page it makes is not used: {error}") from error
    return page


def policy(style: str) -> str:
    """Return the content security policy of a page: nothing is loaded, only this style sheet is obeyed."""
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


# -- the sandbox -----------------------------------------------------------------------------------


class _Sandbox(ImmutableSandboxedEnvironment):
    """jinja2 without what a page of a fight needs not."""

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for kind in (nodes.EvalContextModifier, nodes.ScopedEvalContextModifier):
            for node in tree.find_all(kind):
                raise TemplateSyntaxError("autoescape cannot be switched", node.lineno, name, filename)
        return tree


@lru_cache(maxsize=4)
def _environment(sources: tuple[tuple[str, str], ...], typed: Callable[[Any], Markup]) -> _Sandbox:
    """Return what makes pages of these templates, which it reads once: to compile one takes longest."""
    texts = dict(sources)

    def load(name: str) -> tuple[str, str, Callable[[], bool]] | None:
        text = texts.get(name)
        return None if text is None else (text, name, lambda: True)

    made = _Sandbox(
        loader=jinja2.FunctionLoader(load),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=typed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters = {name: made.filters[name] for name in FILTERS if name in made.filters}
    made.filters["duration"] = duration
    made.filters["minus"] = lambda number: minus(str(number))
    made.tests = {name: made.tests[name] for name in TESTS if name in made.tests}
    made.tests |= {kind: _is(kind) for kind in KINDS}
    made.globals = {name: made.globals[name] for name in ("range", "namespace")}
    return made


def _is(kind: str) -> Callable[[object], bool]:
    def test(value: object) -> bool:
        return isinstance(value, Struct) and value.__struct_config__.tag == kind

    return test


def _typed_html(value: Any) -> Markup:
    return value if isinstance(value, Markup) else Markup(escape(printable(_text(value))))


def _typed_markdown(value: Any) -> Markup:
    return value if isinstance(value, Markup) else Markup(markdown(_text(value)))


def _text(value: Any) -> str:
    if isinstance(value, jinja2.Undefined):
        return str(value)  # says what is undefined
    if isinstance(value, str | int | float):
        return str(value)
    raise TypeError(f"only texts and numbers can be written, and this is a {type(value).__name__}")


def _bounded(pieces: Any) -> str:
    found, size = [], 0
    for piece in pieces:
        size += len(piece)
        if size > LARGEST:
            raise ValueError(f"the page would have more than {LARGEST} characters")
        found.append(piece)
    return "".join(found)


def _place(error: BaseException, job: Job) -> tuple[str, int]:
    """Return the template and line at which something went wrong; jinja2 puts them into the traceback."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in job.sources]
    return (places[-1].filename, places[-1].lineno or 0) if places else (job.name, 0)


# -- what a template gets --------------------------------------------------------------------------


def _context(job: Job) -> dict[str, Any]:
    numbers = count(1)

    def chart(value: Any) -> Markup:
        return Markup(charts.svg(value, f"chart{next(numbers)}"))

    return {
        "document": job.document,
        "summary": job.summary,
        "language": job.language,
        "style": Markup(job.style),
        "policy": Markup(policy(job.style)),
        "chart": chart,
        "name_column": _name_column,
        "headed": _headed,
    }


def _name_column(table: Table) -> int:
    """Return which column names the rows: the first whose cells all begin bold, or one of labels; else -1."""
    if not _headed(table):
        return 0
    for number in range(len(table.columns)):
        firsts = [row.cells[number][0] if row.cells[number] else None for row in table.rows]
        if firsts and all(isinstance(one, Words) and one.bold and not one.large for one in firsts):
            return number
    return -1


def _headed(table: Table) -> bool:
    return any(column.title for column in table.columns)
