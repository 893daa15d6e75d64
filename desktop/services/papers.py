"""Documents of the open encounter: which there are, and how one is made of how the fight stands now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale

from desktop.bridge import Bridge
from desktop.services.encounters import Encounters
from desktop.services.texts import translated
from rulesets.documents import Document
from rulesets.papers.making import KINDS, document
from rulesets.papers.templates import Template, TemplateError, read_template
from rulesets.summary import summarise
from rulesets.wording.papers import PAPERS


class Papers:
    """Makes documents."""

    def __init__(self, bridge: Bridge, encounters: Encounters, shipped: Path, own: Path) -> None:
        """Make documents of what is open, by the shipped templates or the user's own of the same name."""
        self._bridge, self._encounters = bridge, encounters
        self._shipped, self._own = shipped, own
        self.problem = ""
        """What is wrong with the user's own template that was asked for last, if so."""

    def listed(self) -> list[tuple[str, str]]:
        """Return every kind of document with its name."""
        return [(kind, translated(PAPERS[kind])) for kind in KINDS]

    def template(self, kind: str) -> Template:
        """Return the template of a kind of document; the shipped one if the user's own cannot be used.

        Raises:
            TemplateError: if neither can be used.
        """
        self.problem = ""
        own = self._own / f"{kind}.toml"
        if own.is_file():
            try:
                return read_template(own)
            except TemplateError as error:
                self.problem = str(error)
        return read_template(self._shipped / f"{kind}.toml")

    def maker(self, kind: str, only: Sequence[str] = ()) -> Callable[[], Document]:
        """Return what makes a document of the encounter as it is now; it may be called on any thread.

        Raises:
            TemplateError: if the template cannot be used.
        """
        bridge, current = self._bridge, self._encounters.current
        template = self.template(kind)
        rules, log, base = bridge.rules, bridge.log, bridge.session.base
        name = current.name if current is not None else ""
        now = QLocale().toString(QDateTime.currentDateTime(), QLocale.FormatType.ShortFormat)

        def make() -> Document:
            told = summarise(rules, log, name, base, translated)
            return document(told, kind, template, now, translated, only)

        return make
