"""Fights to be exported: the five stories played to the end, and one whose people have nasty names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulesets.fight.session import Session
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.summary import Summary, summarise
from rulesets.reading.loader import load
from rulesets.scenarios.files import find_files, read_file
from rulesets.scenarios.play import Player
from rulesets.seen.scene import Audience
from rulesets.table import commands as cmd

ROOT = Path(__file__).parents[4]
TEMPLATES = ROOT / "resources" / "templates"
STORIES = find_files([ROOT / "tests" / "desktop" / "stories"])
NASTY = (
    "<img src=file:///etc/passwd onerror=alert(1)>",
    "{{ 7*7 }} {% include 'x' %}",
    "]]> --> </style></title><script>alert(1)</script>",
    "</svg><a href='https://example.org'>x</a> &amp; &lt;",
    '=HYPERLINK("https://example.org","x")',
    "| a | **b** _c_ `d` ~~e~~ [f](https://g.h) ![i](j)",
    "# one",
    "1. two",
    "- three\n\n    four\n> five\r\nsix",
    '+A1, "seven"',
    "  eight  nine  ",
    "www.example.org https://example.org a@example.org <b>",
    "\\",
    "'",
    "$x$ #12 ~~~",
)


def folder(own: Path | None = None) -> TemplateFolder:
    return TemplateFolder(TEMPLATES, own)


def reader(kind: str) -> Audience:
    """Who reads a kind of document."""
    return folder().template(kind).audience


@cache
def told(path: Path, audience: Audience = Audience.GM) -> tuple[Summary, Session]:
    """A story played to its end: every step an hour and a second after the one before."""
    data = read_file(path)
    case = data["case"][0]
    player = Player(load(data["ruleset"], case.get("options") or {}), case)
    for step in case["steps"]:
        assert player.play(step) == ""
    session, title = player.session, case["title"]
    return summarise(player.rules, session.log, title, session.base, audience=audience), session


@cache
def nasty(audience: Audience = Audience.GM) -> Summary:
    """A fight of people with names that mean something in one file or another."""
    session = Session(load("saga-edition"))
    at = 1_700_000_000.0
    for number, name in enumerate(NASTY):
        side = "heroes" if number % 2 else name
        combatant = {"id": f"n{number}", "name": name, "side": side, "notes": name, "max_hp": 30}
        session.dispatch(cmd.Add(combatant=combatant), at)
    session.dispatch(cmd.Start(rolls={f"n{number}": number + 1 for number in range(len(NASTY))}), at)
    for number in range(12):
        to = (f"n{number % 5}",)
        session.dispatch(cmd.Apply(pipeline="damage", to=to, inputs={"amount": number}, by="n6"), at + number)
        session.dispatch(cmd.BeginEffect(on=to[0], name=NASTY[number % 9]), at + number)
        session.dispatch(cmd.EndTurn(), at + 60 * number)
    return summarise(session.rules, session.log, NASTY[0], audience=audience)
