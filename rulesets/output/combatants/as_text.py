"""Combatants to be read: a few lines for each, plain or as Markdown, for a clipboard or a file."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.output.combatants.outgoing import Outgoing
from rulesets.output.exporting.escaping import markdown, printable
from rulesets.output.stat_block import Standing, standings
from rulesets.words.filling import capital
from rulesets.words.papers import PAPERS
from rulesets.words.terms import Terms


def text_of(outgoing: Outgoing) -> str:
    """Return everybody as plain text, with an empty line between two."""
    blocks = []
    for head, lines in _told(outgoing):
        blocks.append("\n".join(map(printable, (head, *lines))))
    return "\n\n".join(blocks) + "\n"


def markdown_of(outgoing: Outgoing) -> str:
    """Return everybody as Markdown: a heading in bold, and a list."""
    blocks = []
    for head, lines in _told(outgoing):
        name, comma, rest = head.partition(", ")
        items = "".join(f"\n- {markdown(line)}" for line in lines)
        blocks.append(
            f"**{markdown(name)}**{comma}{markdown(rest)}\n{items}" if items else f"**{markdown(name)}**"
        )
    return "\n\n".join(blocks) + "\n"


def _told(outgoing: Outgoing) -> Iterator[tuple[str, list[str]]]:
    """Yield the heading and the lines of everybody who goes, from the top of the order down."""
    names = {who.id: who.name for who in outgoing.state.combatants.values()}
    terms = Terms(outgoing.rules, lambda ident: names.get(ident, ident))
    wanted = {who.id for who in outgoing.people}
    for standing in standings(outgoing.rules, outgoing.state, terms):
        if standing.id in wanted:
            yield _head(standing, terms), list(_lines(standing, terms))


def _head(standing: Standing, terms: Terms) -> str:
    parts = [standing.name, standing.side]
    if any(map(str.isalnum, standing.count)):
        parts.append(f"{terms.say(PAPERS['initiative'], {}).lower()} {standing.count}")
    return ", ".join(part for part in parts if part)


def _lines(standing: Standing, terms: Terms) -> Iterator[str]:
    numbers = []
    if standing.points is not None:
        points = standing.points
        full = f"/{points.full}" if points.full else ""
        extra = f" (+{points.extra})" if points.extra else ""
        numbers.append(f"{points.label} {points.now}{full}{extra}")
    numbers += [f"{stat.short} {stat.value}" for stat in standing.told]
    if numbers:
        yield ", ".join(numbers)
    for track in standing.tracks:
        if track.at:
            yield f"{track.label}: {track.names[track.at]}"
    if standing.words:
        yield capital(", ".join(standing.words))
    if standing.effects:
        told = (f"{one.name} ({one.duration})" if one.duration else one.name for one in standing.effects)
        yield f"{terms.say(PAPERS['effects'], {})}: {', '.join(told)}"
    for notes in (standing.notes, standing.shared):
        if notes:
            yield f"{terms.say(PAPERS['notes'], {})}: {notes}"
