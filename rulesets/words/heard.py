"""The log in the words that players hear.

While somebody acts whom they do not see, time stands still for them: what happens then stands where the last
turn stood that they saw, and what came of the end of that turn is told when they see the next one begin.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import Struct, structs

from rulesets.seen.heard import Heard, Hearing
from rulesets.table.commands import Declare
from rulesets.table.entry import Entry
from rulesets.words.entries import EntryWriter
from rulesets.words.logbook import LINES
from rulesets.words.texts import EntryText, Speaker
from rulesets.words.timeline import Mark, Timeline, Where, moment, spot


class Line(Struct, frozen=True):
    """One step of the fight as players hear of it."""

    heard: Heard
    mark: Mark
    """When it was, as far as they know."""
    text: EntryText


def heard_log(
    speaker: Speaker, timeline: Timeline, hearing: Hearing, entries: Sequence[Entry], secret: int
) -> list[Line]:
    """Return what players hear of a log; from the entry number ``secret`` on declarations are sealed.

    ``speaker`` must call everybody as the players do.
    """
    found: list[Line] = []
    held: tuple[Any, ...] = ()
    first: int | None = None
    stood: Where | None = None
    for number, entry in enumerate(entries):
        mark = timeline.forward(entry.events)
        heard, unseen = hearing.heard(entry)
        seen = Mark(_seen(mark.before, unseen, stood), _seen(mark.after, unseen, stood))
        if mark.after.active not in unseen:
            stood = mark.after
        if heard is None:
            continue
        if heard.silent:
            held += heard.events
            continue
        at = len(found)
        if heard.begins or not mark.after.active:
            heard, held = structs.replace(heard, events=(*held, *heard.events)), ()
            if heard.begins and first is not None:  # whom they see begin first has begun at once
                begun, at, first = found[first], first, None
                heard = structs.replace(begun.heard, events=(*begun.heard.events, *heard.events))
                seen = Mark(begun.mark.before, mark.after)
        line = _line(speaker, heard, seen, sealed=number >= secret)
        if line is not None:
            if heard.hides and first is None and at == len(found):
                first = at
            found[at : at + 1] = [line]
    return found


def _line(speaker: Speaker, heard: Heard, mark: Mark, *, sealed: bool) -> Line | None:
    said, titled = _said(speaker, heard, mark, sealed=sealed)
    if not said:
        return None
    if not titled:  # what the command has led to is all that is told
        mark = Mark(mark.after, mark.after)
    terms = speaker.terms_at(mark)
    where = spot(terms, moment(terms, heard.command, mark))
    return Line(heard, mark, EntryText(said[0], tuple(dict.fromkeys(said[1:])), place=where))


def _said(speaker: Speaker, heard: Heard, mark: Mark, *, sealed: bool) -> tuple[list[str], bool]:
    """Return what is told, and whether the first of it says what the command was."""
    terms = speaker.terms_at(mark)
    if sealed and isinstance(heard.command, Declare) and heard.command.name:
        return [terms.say(LINES["declared-sealed"], {"who": terms.names(heard.command.who)})], True
    writer = EntryWriter(terms, heard.command, heard.events, mark, whole=False)
    said = [writer.title()] if writer.has_title else []
    return [*said, *writer.lines()], bool(said)


def _seen(where: Where, unseen: Collection[str], stood: Where | None) -> Where:
    """Return a moment as players know it: that of the last turn they saw, if this one is unseen."""
    if where.active not in unseen:
        return where
    return stood or structs.replace(where, active="", count=None)
