"""Documents to print: stories played to their end, made-up rulesets' combatants, and what stands on pages."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from desktop.paper.printing.letters import Style
from desktop.paper.printing.output import lay_out
from desktop.paper.printing.pages import Laid
from desktop.process.paper_setup import Setup
from rulesets.fight.session import Entry
from rulesets.output.documents import Document
from rulesets.output.papers.making import document
from rulesets.output.papers.templates import Template, read_template
from rulesets.output.stat_block import EffectShown, Points, PoolShown, Standing, StatShown, TrackShown
from rulesets.output.summary import Summary, summarise
from rulesets.reading import loader
from rulesets.reading.shelf import Shelf
from rulesets.scenarios.files import read_file
from rulesets.scenarios.play import Player

ROOT = Path(__file__).parents[3]
STORIES = {path.stem: path for path in sorted((ROOT / "tests" / "desktop" / "stories").glob("*.toml"))}
KINDS = ("run-sheet", "status", "record", "cards")
"""Documents for the game master."""
SETUPS = (
    Setup(),
    Setup(landscape=True),
    Setup("Letter"),
    Setup("Letter", landscape=True, margin=5),
    Setup("A5", margin=10),
    Setup(scale=50, size=7),
    Setup(scale=200),
    Setup("A5", landscape=True, margin=50, scale=200, size=16),
)


def template(kind: str) -> Template:
    return read_template(ROOT / "resources" / "templates" / f"{kind}.toml")


@cache
def told(name: str) -> Summary:
    """A story as it came out, with the times of a real table."""
    data = read_file(STORIES[name])
    case, chance, at, entries = data["case"][0], random.Random(3), 1.7e9, []
    rules = loader.load_writing(Shelf().writing(data["ruleset"]), case.get("options"))
    player = Player(rules, case)
    for step in case["steps"]:
        player.play(step)
    for entry in player.session.log:
        at += chance.choice([2, 5, 9, 20])
        entries.append(Entry(entry.command, entry.events, at))
    return summarise(rules, entries, case["title"], player.session.base)


def paper(summary: Summary, kind: str, only: Sequence[str] = ()) -> Document:
    return document(summary, kind, template(kind), "today", only=only)


def somebody(number: int = 1, **given: object) -> Standing:
    """A combatant of a ruleset that has nothing, but for what is given."""
    nothing = Standing(
        id=f"c{number}", name=f"Combatant {number}", side="party", kind="", group="", count=str(30 - number),
        aside="", active=number == 1, out="", words=(), stats=(), points=None, tracks=(), pools=(),
        effects=(), declared=(), notes="",
    )  # fmt: skip
    return replace(nothing, **given)


LONG = "An uncommonly long label of a house ruleset"
MANY = {
    "stats": tuple(StatShown(f"s{n}", f"{LONG} {n}", f"Stat{n}", str(n * 7)) for n in range(24)),
    "points": Points(LONG, -12, 1234, 56),
    "tracks": tuple(
        TrackShown(f"t{n}", f"{LONG} {n}", ("0", "−1", "Unconscious", LONG), ("a",) * 4, n % 4)
        for n in range(6)
    ),
    "pools": tuple(PoolShown(f"p{n}", f"{LONG} {n}", f"PL{n}", n % 3, n % 5) for n in range(30)),
    "effects": tuple(EffectShown(f"{LONG} {n}", "3 rounds", "", 3) for n in range(9)),
    "declared": (LONG, LONG),
    "notes": "Remember the bridge. " * 40,
}
"""Of a ruleset that has everything, many times over."""


def house(people: Sequence[Standing], title: str = "A house ruleset") -> Summary:
    """A fight that has just begun, of combatants as they are given."""
    return replace(
        told("saga-edition"),
        title=title,
        standings=tuple(people),
        happened=(),
        declares=True,
        pass_word="beat",
    )


def doc(*blocks: object, title: str = "A title") -> Document:
    """A document of these blocks."""
    return Document("status", title, "Status", "about", "round 3", "today", tuple(blocks))  # type: ignore[arg-type]


def laid(made: Document, setup: Setup = SETUPS[0]) -> Laid:
    return lay_out(made, setup)


Placed = tuple[float, float, float, float, str]


def rectangles(pages: Laid) -> Iterator[list[Placed]]:
    """Where every text of every page stands: left, top, right, bottom and the text."""
    letters = pages.letters
    for page in pages.pages:
        found = []
        for style in Style:
            for x, y, text in page.texts[style]:
                top = y - letters.ascents[style]
                found.append((x, top, x + letters.width(style, text), top + letters.heights[style], text))
        yield found


def check(pages: Laid) -> None:
    """Nothing leaves its page, and no text stands on another."""
    edge = 2.0
    for page, found in zip(pages.pages, rectangles(pages), strict=True):
        for left, top, right, bottom, text in found:
            assert left >= -edge, text
            assert top >= -edge, text
            assert right <= pages.width + edge, text
            assert bottom <= pages.height + edge, text
        for x, y, wide, high in [*page.boxes, *page.fills]:
            assert min(x, y) >= -edge
            assert x + wide <= pages.width + edge
            assert y + high <= pages.height + edge
        found.sort(key=lambda placed: placed[1])
        for number, (left, _top, right, bottom, text) in enumerate(found):
            for other in found[number + 1 :]:
                if other[1] >= bottom - edge:
                    break
                assert other[0] >= right - edge or other[2] <= left + edge, (text, other[4])


def texts(pages: Laid) -> list[str]:
    """All texts of each page, one after the other."""
    return [" ".join(page.words()) for page in pages.pages]
