"""What the options of a ruleset decide: a refusal, a stage that is left out, what a book has otherwise."""

from __future__ import annotations

import pytest

from rulesets.fight.session import Session
from rulesets.reading.loader import load
from rulesets.seen.options import LeftOut, deciding, left_out, preset_of, unlike_the_book
from rulesets.table.commands import Act, Add, Apply, Start
from rulesets.table.refusal import Refusal
from rulesets.words.texts import Speaker

SHIELDS = "A hit beyond the shield rating"


def fought(**options: str) -> Session:
    """Two of whom one has a shield, and the first has the turn."""
    session = Session(load("saga-edition", options))
    for who, shield in (("Ada", 10), ("Rook", 0)):
        assert not isinstance(
            session.dispatch(Add(combatant={"id": who, "max_sr": shield, "sr": shield})), Refusal
        )
    assert not isinstance(session.dispatch(Start(rolls={"Ada": 20, "Rook": 5})), Refusal)
    return session


def refused(session: Session, command: Act) -> str:
    """What is said of a command that is refused."""
    result = session.dispatch(command)
    assert isinstance(result, Refusal)
    return Speaker(session.rules, str).refusal_with_options(result)


def test_a_refusal_names_the_option_by_another_choice_of_which_it_might_be_none() -> None:
    session = fought()
    session.dispatch(Act(who="Ada", cost="swift"))
    told = refused(session, Act(who="Ada", cost="swift"))
    assert told.endswith("can change that: “Core rulebook” does.")
    session.dispatch(Act(who="Ada", cost="move"))
    told = refused(session, Act(who="Rook", cost="move"))
    assert "option" not in told, "no option changes whose turn it is"


def test_a_stage_is_said_to_be_left_out_only_where_nothing_but_an_option_is_against_it() -> None:
    session, blow = fought(), Apply(pipeline="damage", to=("Ada",), inputs={"amount": 14})
    assert left_out(session.rules, session.state, blow) == LeftOut(
        "Shield rating worn", ((SHIELDS, "Changes nothing: by hand"),)
    )
    for inputs, to in (({"amount": 4}, "Ada"), ({"amount": 14}, "Rook")):
        weak = Apply(pipeline="damage", to=(to,), inputs=inputs)
        assert left_out(session.rules, session.state, weak) is None, "no shield is beaten"
    session = fought(shields="wear")
    assert left_out(session.rules, session.state, blow) is None, "it happens"


def test_what_differs_from_the_book_is_every_option_that_is_not_as_its_preset() -> None:
    rules = load("saga-edition")
    book = dict(rules.presets["core"].options)
    unlike = unlike_the_book(rules.options, rules.presets, {})
    assert unlike is not None
    assert (unlike.book, len(unlike.options)) == ("Core rulebook", len(book))
    assert unlike_the_book(rules.options, rules.presets, book) is None
    unlike = unlike_the_book(rules.options, rules.presets, book | {"shields": "stay", "delay_tie": "after"})
    assert unlike is not None
    assert unlike.options == ("Delaying to somebody's count", SHIELDS)
    other = load("dnd5e")
    assert unlike_the_book(other.options, other.presets, {}) is None, "none of its presets is the book"


def test_an_option_decides_what_any_of_its_choices_changes() -> None:
    rules = load("saga-edition")
    assert deciding(rules, {("formula", "shields_wear")}) == (SHIELDS,)
    assert deciding(rules, {("delay", "")}) == ("Delaying into a later round", "Delaying to somebody's count")
    assert deciding(rules, {("cost", "no such")}) == ()


@pytest.mark.parametrize(
    ("chosen", "preset"),
    [
        ({}, ""),
        ({"helpless": "dexterity_0"}, ""),
        ({"helpless": "dexterity_0", "flat_footed_ends": "turn"}, "SRD text"),
        ({"helpless": "dexterity_0", "flat_footed_ends": "turn", "massive_damage": "on"}, "SRD text"),
        ({"helpless": "dexterity_0", "flat_footed_ends": "turn", "massive_damage": "off"}, ""),
    ],
)
def test_options_that_together_are_a_preset_have_its_name(chosen: dict[str, str], preset: str) -> None:
    """On paper it stands behind the ruleset: two lines of them pushed the last row to a page of its own."""
    assert preset_of(load("srd35", chosen)) == preset
