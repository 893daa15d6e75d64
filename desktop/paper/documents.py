"""Documents of the open encounter: which there are, and how one is made of how the fight stands now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import overload

from PySide6.QtCore import QDateTime, QLocale

from desktop.bridge import Bridge, Entry
from desktop.files.encounters import Encounters
from desktop.process.tasks import Tick
from desktop.widgets.texts import translated
from rulesets.output.documents import Document
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.papers.making import document
from rulesets.output.papers.templates import Template
from rulesets.output.summary import summarise

_OFTEN = 50
"""Steps of a fight between two words about progress."""


class Papers:
    """Makes documents."""

    def __init__(self, bridge: Bridge, encounters: Encounters, shipped: Path, own: Path) -> None:
        """Make documents of what is open, by the shipped templates or the user's own of the same name."""
        self._bridge, self._encounters = bridge, encounters
        self._shipped, self._own = shipped, own
        self.problem = ""
        """What is wrong with the user's own template that was asked for last, if so."""

    def listed(self) -> list[tuple[str, str]]:
        """Return every kind of document with its name, the user's own last."""
        found = TemplateFolder(self._shipped, self._own).documents()
        return [(one.kind, one.title or translated(one.listed)) for one in found]

    def template(self, kind: str) -> Template:
        """Return the template of a kind of document; the shipped one if the user's own cannot be used.

        Raises:
            TemplateError: if neither can be used.
        """
        templates = TemplateFolder(self._shipped, self._own)
        found = templates.template(kind)
        self.problem = " · ".join(templates.problems)
        return found

    def maker(self, kind: str, only: Sequence[str] = ()) -> Callable[[Tick], Document]:
        """Return what makes a document of the encounter as it is now; it may be called on any thread.

        Raises:
            TemplateError: if the template cannot be used.
        """
        bridge, current = self._bridge, self._encounters.current
        template = self.template(kind)
        rules, log, base = bridge.rules, bridge.log, bridge.session.base
        editions = bridge.editions()  # found before the work leaves the window's thread
        name = current.name if current is not None else ""
        now = QLocale().toString(QDateTime.currentDateTime(), QLocale.FormatType.ShortFormat)

        def make(tick: Tick) -> Document:
            entries = Ticking(log, tick)
            told = summarise(rules, entries, name, base, translated, editions.get, template.audience)
            return document(told, kind, template, now, translated, only)

        return make


class Ticking(Sequence[Entry]):
    """A log that says how far along it somebody is, so that telling a long one can be stopped."""

    def __init__(self, log: Sequence[Entry], tick: Tick) -> None:
        self._log, self._tick = log, tick

    def __len__(self) -> int:
        return len(self._log)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        return self._log[index]

    def __iter__(self) -> Iterator[Entry]:
        for number, entry in enumerate(self._log):
            if not number % _OFTEN:
                self._tick(number, len(self._log))
            yield entry
