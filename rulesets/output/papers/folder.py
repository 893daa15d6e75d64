"""Where templates are found: those that come with the program, and the user's own, which win over them."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from rulesets.output.papers.making import KINDS
from rulesets.output.papers.templates import LARGEST, Template, TemplateError, read_template
from rulesets.places import is_file
from rulesets.words.papers import PAPERS

ENDING = ".toml"
MOST = 100
"""Own documents that are listed."""


class Listed(Struct, frozen=True):
    """A document that can be made."""

    kind: str
    """'run-sheet', or the name of the user's own file without its ending."""
    title: str
    """As its template calls it; '' for the usual title of a shipped one."""
    own: bool = False
    """True if it is none of those that come with the program."""

    @property
    def listed(self) -> str:
        """What a shipped one is called in lists, to be translated: the record is looked for as a summary."""
        return PAPERS.get(f"{self.kind}-listed", PAPERS[self.kind])


class Page(Struct, frozen=True):
    """The text of a page template, such as ``document.html.j2``."""

    name: str
    path: Path
    text: str
    own: bool = False


class TemplateFolder:
    """The templates that can be used; a broken one of the user's is told and the shipped one used."""

    def __init__(self, shipped: Path, own: Path | None = None) -> None:
        """Look into ``own``, the user's folder, if there is one, and ``shipped``; neither is kept in mind."""
        self._shipped, self._own = shipped, own
        self.problems: list[str] = []
        """What was wrong with the user's own, a sentence each, in the order in which it was met."""

    # -- documents ---------------------------------------------------------------------------------

    def documents(self) -> list[Listed]:
        """Return every document: the shipped kinds, then the user's own that can be read, by name."""
        shipped = [Listed(kind, self.template(kind).title) for kind in KINDS]
        found: list[Listed] = []
        for path in self._own_files()[:MOST]:
            if path.stem not in KINDS:
                template = self._readable(path)
                if template is not None:
                    found.append(Listed(path.stem, template.title or path.stem, own=True))
        return [*shipped, *found]

    def template(self, kind: str) -> Template:
        """Return the template of a document: the user's own, or the shipped one if there is no sound own.

        Raises:
            TemplateError: if nothing by that name can be used.
        """
        own = {path.stem: path for path in self._own_files()}.get(kind)
        if kind in KINDS:
            found = self._readable(own) if own is not None else None
            return found or read_template(self._shipped / f"{kind}{ENDING}")
        if own is None:
            raise TemplateError(f"There is no document {kind!r}.")
        template = read_template(own)
        return template if template.title else msgspec.structs.replace(template, title=kind)

    def _readable(self, path: Path) -> Template | None:
        try:
            return read_template(path)
        except TemplateError as error:
            self.tell(str(error))
            return None

    def _own_files(self) -> list[Path]:
        if self._own is None:
            return []
        try:
            return sorted(path for path in self._own.glob(f"*{ENDING}") if path.is_file())
        except OSError:
            return []

    def tell(self, problem: str) -> None:
        """Keep in mind what is wrong with one of the user's templates, once."""
        if problem not in self.problems:
            self.problems.append(problem)

    # -- pages -------------------------------------------------------------------------------------

    def page(self, name: str, *, shipped: bool = False) -> Page:
        """Return the page template called ``name``: the user's own unless only ``shipped`` is wanted.

        Raises:
            TemplateError: if it cannot be read.
        """
        if self._own is not None and not shipped:
            path = self._own / name
            if is_file(path):
                return Page(name, path, _text(path), own=True)
        path = self._shipped / name
        return Page(name, path, _text(path))

    def _pages(self) -> list[Path]:
        try:
            return sorted(self._own.glob("*.j2")) if self._own is not None else []
        except OSError:
            return []

    def beside(self) -> dict[str, str]:
        """Return the user's page templates by name: one of them may include another, and nothing else."""
        if self._own is None:
            return {}
        found: dict[str, str] = {}
        for path in self._pages()[:MOST]:
            if is_file(path) and path.resolve().parent == self._own.resolve():
                found[path.name] = _text(path)
        return found


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise TemplateError(f"{path}: the file is too large for a template")
        return path.read_text(encoding="utf-8").removeprefix("\ufeff")
    except OSError as error:
        raise TemplateError(f"{path}: the file cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise TemplateError(f"{path}: this is no UTF-8 text") from error
