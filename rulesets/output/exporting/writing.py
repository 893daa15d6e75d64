"""One way to every format: a summary and the kind of document wanted come out as the bytes of a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from rulesets.output.documents import Document
from rulesets.output.exporting.formats import FORMATS
from rulesets.output.exporting.isolation import Cancelled, TooLong, make_isolated
from rulesets.output.papers.folder import Page, TemplateFolder
from rulesets.output.papers.making import document
from rulesets.output.papers.templates import TemplateError
from rulesets.output.summary import Summary
from rulesets.seen.scene import Audience

STYLE = "document.css"
_CHARSET = re.compile(rb"(?i)<meta\s+charset\s*=\s*[\"']?utf-8")
"""What names the alphabet of a page; a browser looks for it in the first 1024 bytes."""


class Wanted(Struct, frozen=True):
    """What is to be made."""

    format: str
    """Id of one of FORMATS."""
    kind: str = "record"
    """Kind of document; of no meaning for a format that holds everything."""
    only: tuple[str, ...] = ()
    """Ids of the combatants that a document is about; none: all."""
    printed: str = ""
    language: str = ""


class Exporter:
    """Makes files of summaries by the templates of one folder."""

    def __init__(self, folder: TemplateFolder, translate: Callable[[str], str] = str) -> None:
        """Use the templates of ``folder``; what is wrong with the user's own stands in its problems."""
        self.folder, self._translate = folder, translate

    def audience(self, wanted: Wanted) -> Audience:
        """Return who is to read what is wanted, for whom the summary has to be made; raises TemplateError.

        A format that holds everything is the game master's.
        """
        whole = FORMATS[wanted.format].make is not None
        return Audience.GM if whole else self.folder.template(wanted.kind).audience

    def document(self, summary: Summary, wanted: Wanted) -> Document:
        """Return the document that is wanted; raises TemplateError."""
        template = self.folder.template(wanted.kind)
        return document(summary, wanted.kind, template, wanted.printed, self._translate, wanted.only)

    def export(self, summary: Summary, wanted: Wanted, stop: Callable[[], bool] = lambda: False) -> bytes:
        """Return the file's bytes.

        Raises:
            TemplateError: if nothing can be made by the templates that there are.
            Cancelled: if ``stop`` says so meanwhile.
        """
        made_as = FORMATS[wanted.format]
        if made_as.make is not None:
            return made_as.make(summary)
        made = self.document(summary, wanted)
        if stop():
            raise Cancelled
        return _written(self._page(made_as.page, made, summary, wanted, stop), wanted.format)

    def _page(
        self, name: str, made: Document, summary: Summary, wanted: Wanted, stop: Callable[[], bool]
    ) -> str:
        try:
            page, style = self.folder.page(name), self.folder.page(STYLE)
            if page.own or style.own:
                return self._own(page, style, made, summary, wanted, stop)
        except TemplateError as error:
            self.folder.tell(f"{error}. The template that comes with Turnwright was used.")
        return self._shipped(name, made, summary, wanted)

    def _shipped(self, name: str, made: Document, summary: Summary, wanted: Wanted) -> str:
        from rulesets.output.exporting.pages import Job, PageError, render

        page, style = self.folder.page(name, shipped=True), self.folder.page(STYLE, shipped=True)
        job = Job(name, {name: page.text}, made, summary, _sheet(style.text, made), wanted.language or "en")
        try:
            return render(job)
        except PageError as error:
            raise TemplateError(str(error)) from error

    def _own(
        self,
        page: Page,
        style: Page,
        made: Document,
        summary: Summary,
        wanted: Wanted,
        stop: Callable[[], bool],
    ) -> str:
        """Make a page by a template of the user's, in a process of its own."""
        job = {
            "name": page.name,
            "sources": {**self.folder.beside(), page.name: page.text},
            "document": made,
            "summary": summary,
            "style": _sheet(style.text, made),
            "language": wanted.language or "en",
        }
        where = page.path if page.own else style.path
        try:
            found = make_isolated(msgspec.msgpack.encode(job), stop)
        except TooLong as error:
            raise TemplateError(f"{where}: it takes too much time or memory") from error
        except OSError as error:
            raise TemplateError(f"{where}: no process can be started for it ({error})") from error
        if not found.reason:
            return found.page
        named = where if found.name == page.name else Path(where).with_name(found.name)
        raise TemplateError(
            f"{named}:{found.line}: {found.reason}" if found.line else f"{named}: {found.reason}"
        )


def _written(page: str, format_: str) -> bytes:
    """Return a page as UTF-8, with a mark of it where a browser would have to guess.

    In another alphabet a letter of a name may swallow the quotation mark behind it (Encoding Standard, 10.3):
    what was checked is not what is read then.
    """
    told = format_ != "html" or page.isascii() or _CHARSET.search(page.encode("utf-8")[:1024]) is not None
    return page.encode("utf-8" if told else "utf-8-sig")


def _sheet(style: str, made: Document) -> str:
    """Return a style sheet that turns the paper as the document wants it; nothing in it ends the element."""
    turned = "@page { size: landscape; }\n" if made.landscape else ""
    return (turned + style).replace("<", "")
