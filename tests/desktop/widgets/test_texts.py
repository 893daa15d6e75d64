"""The window's texts: translated, with names of those who are gone, and places that follow undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from desktop.bridge import Bridge
from desktop.widgets.texts import CONTEXT, Texts
from rulesets.reading import loader
from rulesets.table import commands as cmd
from rulesets.table.encounter import Effect
from rulesets.table.refusal import Refusal

NAMES = {"deel": "Deel Surool", "vex": "Sarlane Vex", "st": "Stormtrooper"}


class German(QTranslator):
    """A translation of two templates."""

    def translate(self, context: str, source: str, disambiguation: Any = None, n: int = -1) -> str:
        known = {
            "Next: {slot} ({count})": "{slot} ist dran ({count})",
            "It is the turn of {active}, not of {who}. End that turn first.": "{who}: {active} ist am Zug.",
        }
        return known.get(source, "") if context == CONTEXT else ""


@pytest.fixture
def bridge(qapp: QCoreApplication) -> Bridge:
    """A running fight of three; Deel Surool acts first."""
    bridge = Bridge()
    bridge.open(loader.load("saga-edition"))
    for ident, name in NAMES.items():
        bridge.dispatch(cmd.Add(combatant={"id": ident, "name": name, "hp": 30}))
    bridge.dispatch(cmd.Start(rolls={"deel": 20, "vex": 15, "st": 10}))
    return bridge


@pytest.fixture
def texts(bridge: Bridge) -> Texts:
    """Texts that follow the log of the fight."""
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    return texts


@pytest.fixture
def german(qapp: QCoreApplication) -> Iterator[None]:
    """The window in another language."""
    translator = German()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def test_without_an_encounter_codes_are_said_all_the_same(qapp: QCoreApplication) -> None:
    texts = Texts()
    assert texts.refusal(Refusal("nothing-to-undo")) == "There is nothing to undo."
    assert texts.name("x") == "x"
    assert texts.name("") == ""


def test_all_kinds_of_texts_speak_of_the_open_encounter(bridge: Bridge, texts: Texts) -> None:
    damage = cmd.Apply(pipeline="damage", to=("vex",), inputs={"amount": 12})
    assert texts.command(damage) == "Damage 12 to Sarlane Vex"
    delay = cmd.Delay(who="deel", count=12)
    assert texts.drop(delay, bridge.preview(delay)) == "Delay Deel Surool to count 12, acts after Sarlane Vex"
    assert texts.name("deel") == "Deel Surool"
    assert texts.flag("died", "vex") == "Sarlane Vex dies"
    assert texts.duration(Effect("x", "vex", "x", left=2)) == "2 rounds"
    said = texts.entry(bridge.log[-1])
    assert (said.title, said.place, said.overridden) == ("The encounter begins", "R1 · 20", False)


def test_translations_are_filled_after_they_are_looked_up(bridge: Bridge, texts: Texts, german: None) -> None:
    refusal = bridge.preview(cmd.Act(who="vex", cost="swift"))
    assert isinstance(refusal, Refusal)
    assert texts.refusal(refusal) == "Sarlane Vex: Deel Surool ist am Zug. (Rulebook p. 143-144)"
    bridge.dispatch(cmd.EndTurn())
    assert texts.entry(bridge.log[-1]).title == "Sarlane Vex ist dran (15)"


def test_who_has_left_keeps_the_name_in_the_log(bridge: Bridge, texts: Texts) -> None:
    bridge.dispatch(cmd.MoveTrack(who="vex", by=1))
    entry = bridge.log[-1]
    bridge.dispatch(cmd.Leave(who="vex"))
    assert texts.entry(entry).title == "Sarlane Vex: condition track Normal → −1"


def test_places_follow_the_log_through_undo_and_a_new_line(bridge: Bridge, texts: Texts) -> None:
    bridge.dispatch(cmd.Delay(who="deel", count=12))
    bridge.dispatch(cmd.EndTurn())
    assert [texts.entry(entry).place for entry in bridge.log[-3:]] == ["R1 · 20", "R1 · 20", "R1 · 12"]
    bridge.undo()
    bridge.undo()
    bridge.dispatch(cmd.Act(who="deel", cost="move"))
    bridge.dispatch(cmd.EndTurn())
    said = [texts.entry(entry) for entry in bridge.log[-2:]]
    assert [(text.place, text.title) for text in said] == [
        ("R1 · 20", "Deel Surool: Move action"),
        ("R1 · 15", "Next: Sarlane Vex (15)"),
    ]
    bridge.undo()
    bridge.redo()
    assert texts.entry(bridge.log[-1]).place == "R1 · 15"


def test_without_the_log_the_newest_entry_has_its_place(bridge: Bridge) -> None:
    texts = Texts()
    texts.set_encounter(bridge.rules, lambda: bridge.state)
    bridge.dispatch(cmd.Delay(who="deel", count=12))
    said = texts.entry(bridge.log[-1])
    assert (said.place, said.lines) == ("R1 · 20", ("Next: Sarlane Vex (15)",))


def test_another_encounter_begins_anew(bridge: Bridge, texts: Texts) -> None:
    texts.entry(bridge.log[-1])
    bridge.open(loader.load("saga-edition"))
    texts.set_encounter(bridge.rules, lambda: bridge.state, lambda: bridge.log)
    bridge.dispatch(cmd.Add(combatant={"id": "a", "name": "<i>{who}</i>"}))
    said = texts.entry(bridge.log[-1])
    assert (said.title, said.place) == ("<i>{who}</i> joins", "")
