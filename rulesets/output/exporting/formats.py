"""The one table of formats in which a fight can leave the program.

The dialog, the command line and whatever else offers files read it. A format that holds everything has a
maker; one that is a document is made by a page template. PDF is drawn by the desktop.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rulesets.output.exporting.as_csv import combatants_csv, events_csv
from rulesets.output.exporting.as_json import as_json
from rulesets.output.summary import Summary


class Format(Struct, frozen=True, kw_only=True):
    """One format."""

    id: str
    """What it is asked for by."""
    called: str
    """Its name in a sentence."""
    ending: str
    """Of its files, without the dot."""
    label: str
    """What it is offered as, to be translated."""
    about: str = ""
    """What one has of it, to be translated."""
    page: str = ""
    """The page template that makes it of a document."""
    make: Callable[[Summary], bytes] | None = None
    """Makes it of the whole fight, whatever document was asked for."""
    title: str = ""
    """Of a format with a maker: what stands in the name of a file besides the fight's, to be translated."""
    also: tuple[str, ...] = ()
    """Other endings that mean it."""

    @property
    def is_document(self) -> bool:
        """Whether it shows one document, and can be about some combatants only."""
        return self.make is None


FORMATS = {
    one.id: one
    for one in (
        Format(id="pdf", called="PDF", ending="pdf", label="PDF, to print or to hand on"),
        Format(
            id="html",
            called="HTML",
            ending="html",
            label="Web page (HTML)",
            about="One file that loads nothing from elsewhere; any browser shows and prints it.",
            page="document.html.j2",
            also=("htm",),
        ),
        Format(
            id="md",
            called="Markdown",
            ending="md",
            label="Text with tables (Markdown)",
            about="For a wiki, a chat or a notebook. Every name stands as you typed it.",
            page="document.md.j2",
            also=("markdown",),
        ),
        Format(
            id="csv",
            called="CSV",
            ending="csv",
            label="Spreadsheet (CSV): a row for every combatant",
            about="Numbers are numbers, and no name is taken for a formula.",
            make=combatants_csv,
            title="combatants",
        ),
        Format(
            id="csv-events",
            called="CSV",
            ending="csv",
            label="Spreadsheet (CSV): a row for every step",
            about="Numbers are numbers, and no name is taken for a formula.",
            make=events_csv,
            title="steps",
        ),
        Format(
            id="json",
            called="JSON",
            ending="json",
            label="Everything, for other programs (JSON)",
            about="How everybody stands, every step, all totals. The keys are documented.",
            make=as_json,
        ),
    )
}
"""Id → format, in the order in which they are offered."""
CALLED = tuple(dict.fromkeys(one.called for one in FORMATS.values()))
"""Their names in a sentence; README, guide and what is packed list them by hand, which a test holds."""
ENDINGS = tuple(dict.fromkeys(one.ending for one in FORMATS.values()))
"""Endings of the files that there are."""
ASKED_BY = tuple(dict.fromkeys((*ENDINGS, *FORMATS)))
"""What a format is asked for by: what its files end with, or its id, where another one ends so, too."""


def format_of(asked: str) -> Format | None:
    """Return the format of an id, or the first whose files end so (in small letters, without the dot)."""
    ends = (one for one in FORMATS.values() if asked in (one.ending, *one.also))
    return FORMATS.get(asked) or next(ends, None)
