"""Cards in place of dice: what leaves a deck stays out until it is shuffled, and what counts of a hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rulesets.fight.session import Session, decode_entry, encode_entry
from rulesets.formula.cards import deck_of
from rulesets.formula.dice import ListedDice, RandomDice
from rulesets.reading import loader
from rulesets.seen import queries
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from tests.rulesets.carried_out import do, refused

CARDS = loader.shipped()["cards"]


def fight(*people: dict[str, Any], dice: Any = None, **options: str) -> Session:
    """A fight of these, before it begins; whoever has no side is of the party."""
    session = Session(loader.load(CARDS, options), dice=dice or RandomDice(1))
    for one in people:
        do(session, cmd.Add(combatant=one))
    return session


def one(name: str, *feats: str, side: str = "party", **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "feats": list(feats),
        "side": side,
        "kind": "pc" if side == "party" else "npc",
        **more,
    }


def kept(session: Session, who: str) -> Any:
    return queries.count_of(session.rules, session.state, who)


def left(session: Session) -> int:
    return queries.cards_left(session.rules, session.state)["action"]


def play_round(session: Session) -> None:
    """End every turn of the round."""
    now = session.state.clock.round
    while session.state.clock.round == now:
        do(session, cmd.EndTurn())


# -- how cards are written -------------------------------------------------------------------------------


def test_the_rank_counts_before_the_suit() -> None:
    deck = deck_of(("2-10 J Q K A of C D H S", "BJ", "RJ"))
    assert len(deck.pile) == 54
    assert deck.pile[:5] == ("2C", "2D", "2H", "2S", "3C")
    assert deck.pile[-4:] == ("AH", "AS", "BJ", "RJ")
    assert [deck.cards[name].rank for name in ("2C", "10S", "JC", "AS", "BJ", "RJ")] == [
        2,
        10,
        11,
        14,
        15,
        16,
    ]
    assert [deck.cards[name].suit for name in ("2C", "2D", "2H", "2S", "BJ")] == [1, 2, 3, 4, 0]


def test_cards_can_be_alike_and_there_more_than_once() -> None:
    deck = deck_of(("1-3", "1-3", "X=Y"))
    assert Counter(deck.pile) == {"1": 2, "2": 2, "3": 2, "X": 1, "Y": 1}
    assert deck.cards["X"].worth == deck.cards["Y"].worth == 4


@pytest.mark.parametrize("text", [" of C", "2-10 of ", "10-2", "a-b", "5 3", "BJ=", "1-100000"])
def test_what_names_no_cards_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        deck_of((text,))


# -- what counts of a hand -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feats", "drawn", "counts"),
    [
        ((), ("5S",), "5S"),
        (("quick",), ("5S", "2C", "8D"), "8D"),
        (("quick",), ("6C",), "6C"),
        (("level_headed",), ("6H", "QD"), "QD"),
        (("improved_level_headed",), ("6H", "QD", "KC"), "KC"),
        (("level_headed", "quick"), ("3H", "4D", "2C", "7S"), "7S"),
        (("level_headed", "quick"), ("3H", "9D"), "9D"),
        (("hesitant",), ("6H", "QD"), "6H"),
        (("hesitant",), ("6H", "6C"), "6C"),
        (("hesitant",), ("2H", "BJ"), "BJ"),
    ],
)
def test_the_edges_about_cards(feats: tuple[str, ...], drawn: tuple[str, ...], counts: str) -> None:
    """CA-09, CA-10, CA-12: given or drawn by the program, the same of them counts, and all leave the deck."""
    for given, dice in (({"A": drawn}, []), ({"A": drawn[:1]}, drawn[1:]), ({}, drawn)):
        session = fight(one("A", *feats), dice=ListedDice(dice))
        do(session, cmd.Start(rolls=dict(given)))
        assert kept(session, "A") == counts
        assert left(session) == 54 - len(drawn)


def test_edges_about_cards_do_not_work_for_who_is_incapacitated() -> None:
    """CA-11: it is dealt in all the same, one card, and keeps a low one."""
    session = fight(one("A", "quick", "level_headed", tracks={"wounds": 4}), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": "2C", "F": "9D"}))
    assert kept(session, "A") == "2C"
    assert session.state.walk.active == "F"


def test_a_group_is_dealt_one_card() -> None:
    """CA-01: the extras go on it one after the other, as one slot."""
    session = fight(one("A"), *(one(name, side="foes", group="wolves") for name in "XYZ"))
    do(session, cmd.Start(rolls={"A": "2C", "wolves": "9D"}))
    assert left(session) == 52
    assert session.state.walk.active == "wolves"


def test_a_group_with_a_joker_brings_one_benny() -> None:
    """CA-08: every wild card of its side gains one, however many share the joker; all of them have it."""
    session = fight(
        one("A"),
        *(one(name, side="foes", group="wolves") for name in "XYZ"),
        one("W", side="foes", wild=True),
    )
    do(session, cmd.Start(rolls={"A": "2C", "wolves": "BJ", "W": "3C"}))
    states = session.state.combatants
    assert all("joker" in states[name].states for name in "XYZ")
    assert queries.value_of(session.rules, session.state, states["W"], "bennies") == 3
    assert queries.value_of(session.rules, session.state, states["A"], "bennies") == 3


@pytest.mark.parametrize(
    ("rolls", "why"),
    [
        ({"A": "1S"}, "no-card"),
        ({"A": "ks"}, "no-card"),
        ({"A": 12}, "no-card"),
        ({"A": ("KS", "QS")}, "too-many-cards"),
        ({"A": "KS", "F": "KS"}, "card-out"),
    ],
)
def test_what_cannot_be_drawn_is_refused(rolls: dict[str, Any], why: str) -> None:
    session = fight(one("A"), one("F", side="foes"))
    assert refused(session, cmd.Start(rolls=rolls)) == ("bad-value", why)
    assert left(session) == 54


# -- how long cards stay out -----------------------------------------------------------------------------


def test_no_card_comes_twice_until_none_is_left() -> None:
    """CA-05: 54 cards are five rounds of ten, and four; then the discards are shuffled, not what is held."""
    session = fight(
        *(one(f"A{number}") for number in range(5)), *(one(f"F{n}", side="foes") for n in range(5))
    )
    names = list(session.state.combatants)
    plain = [card for card in deck_of(session.rules.decks["action"].cards).pile if card not in ("BJ", "RJ")]
    for number in range(5):
        cards = plain[number * 10 : number * 10 + 10]
        kind = cmd.RollInitiative if number else cmd.Start
        do(session, kind(rolls=dict(zip(names, cards, strict=True))))
        assert left(session) == 44 - 10 * number
        play_round(session)
        again = cmd.RollInitiative(rolls={names[0]: cards[0]})
        assert refused(session, again) == ("bad-value", "card-out")
    fifth_from_the_discards = {names[4]: plain[0]}
    last = dict(zip(names, [*plain[50:], "BJ", "RJ"], strict=False))
    do(session, cmd.RollInitiative(rolls={**last, **fifth_from_the_discards}))
    assert left(session) == 44, "ten cards are held, and all others are back"


def test_a_joker_has_the_deck_shuffled_when_the_round_is_over() -> None:
    """CA-08: also one that was thrown away for another card."""
    session = fight(one("A", "hesitant"), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": ("4D", "RJ"), "F": "9D"}))
    assert left(session) == 51
    play_round(session)
    assert left(session) == 54


@pytest.mark.parametrize(("option", "back"), [("return", 54), ("keep", 53)])
def test_a_held_card_when_the_deck_is_shuffled(option: str, back: int) -> None:
    """CAA-4."""
    session = fight(one("A"), one("F", side="foes"), reshuffle_held=option)
    do(session, cmd.Start(rolls={"A": "RJ", "F": "9D"}), cmd.Delay(who="A"))
    play_round(session)
    assert left(session) == back
    do(session, cmd.RollInitiative(rolls={"F": "3D"}))
    play_round(session)
    assert left(session) == back - 1, "the joker of an earlier round shuffles nothing any more"


def test_two_jokers_red_first_or_as_the_game_master_says() -> None:
    """CAA-2."""
    for options, pick, first in (({}, ("B",), "A"), ({"joker_tie": "pick"}, ("B",), "B")):
        session = fight(one("A"), one("B", side="foes"), **options)
        do(session, cmd.Start(rolls={"A": "RJ", "B": "BJ"}, pick=pick))
        assert session.state.walk.active == first


# -- one more card ---------------------------------------------------------------------------------------


def test_a_benny_buys_a_card_and_the_better_one_counts() -> None:
    """CA-49: the slot stands where it goes now; only before the turn of the round."""
    session = fight(one("A"), one("B"), one("F", side="foes"), dice=ListedDice(["3C", "AS"]))
    do(session, cmd.Start(rolls={"A": "4D", "B": "9D", "F": "KD"}))
    do(session, cmd.SpendPoint(who="A", resource="benny", on="card"))
    assert (kept(session, "A"), left(session)) == ("4D", 50)
    do(session, cmd.SpendPoint(who="A", resource="benny", on="card"))
    assert (kept(session, "A"), left(session)) == ("AS", 49)
    do(session, cmd.EndTurn())
    assert session.state.walk.active == "A"
    assert refused(session, cmd.SpendPoint(who="A", resource="benny", on="card")) == (
        "no-trigger",
        "use-needs",
    )


def test_a_joker_that_is_bought_is_a_joker() -> None:
    """CA-06..08, once: a card that is bought besides it brings nothing more."""
    session = fight(one("A"), one("B"), one("F", side="foes"), dice=ListedDice(["RJ", "3C"]))
    do(session, cmd.Start(rolls={"A": "4D", "B": "9D", "F": "KD"}))
    do(session, *[cmd.SpendPoint(who="A", resource="benny", on="card")] * 2)
    assert "joker" in session.state.combatants["A"].states
    values = [
        queries.value_of(session.rules, session.state, session.state.combatants[who], "bennies")
        for who in "AB"
    ]
    assert values == [2, 4]  # 3 - 2 + 1, 3 + 1


# -- holding ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["shaken", "stunned"])
def test_who_is_shaken_on_hold_loses_the_hold_and_the_turn(state: str) -> None:
    """CA-34: in the same round and in a later one; between two rounds it is dealt in again."""
    for rounds in (0, 1):
        session = fight(one("A"), one("B"), one("F", side="foes"))
        do(session, cmd.Start(rolls={"A": "KS", "B": "QS", "F": "2D"}), cmd.Delay(who="A"))
        if rounds:
            play_round(session)
            do(session, cmd.RollInitiative(rolls={"B": "8S", "F": "3D"}))
        do(session, cmd.BeginEffect(on="A", name=state), cmd.EndTurn(), cmd.EndTurn())
        assert session.state.put_off == {}
        assert session.state.clock.phase == "deal"
        assert queries.unrolled(session.rules, session.state) == ["A", "B", "F"]


def test_who_loses_the_hold_before_the_deal_is_dealt_in() -> None:
    session = fight(one("A"), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": "KS", "F": "2D"}), cmd.Delay(who="A"), cmd.EndTurn())
    assert queries.unrolled(session.rules, session.state) == ["F"]
    do(session, cmd.BeginEffect(on="A", name="shaken"))
    assert queries.unrolled(session.rules, session.state) == ["A", "F"]
    do(session, cmd.RollInitiative(rolls={"A": "4D", "F": "3D"}))
    assert session.state.walk.active == "A"


def test_nobody_shaken_goes_on_hold() -> None:
    """CA-34."""
    session = fight(one("A"), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": "KS", "F": "2D"}), cmd.BeginEffect(on="A", name="shaken"))
    assert refused(session, cmd.Delay(who="A"))[0] == "state-forbids"


def test_everybody_may_be_on_hold_and_anybody_come_in() -> None:
    """CA-32: nobody is dealt in then, and nobody has to act before the others."""
    session = fight(one("A"), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": "KS", "F": "2D"}), cmd.Delay(who="A"), cmd.Delay(who="F"))
    assert (session.state.clock.round, session.state.walk.active) == (2, "")
    do(session, cmd.Resume(who="F"), cmd.EndTurn())
    assert session.state.clock.round == 3


def test_who_joins_before_the_deal_is_dealt_in_with_the_others() -> None:
    session = fight(one("A"), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": "KS", "F": "2D"}), cmd.Delay(who="A"), cmd.EndTurn())
    do(session, cmd.Add(combatant=one("J")))
    assert queries.unrolled(session.rules, session.state) == ["F", "J"]
    do(session, cmd.RollInitiative(rolls={"F": "3D", "J": "4D"}))
    do(session, cmd.Add(combatant=one("L"), roll="QD"))
    assert kept(session, "L") == "QD"
    assert left(session) == 49


# -- by hand, and back -----------------------------------------------------------------------------------


def test_a_card_can_be_corrected() -> None:
    """The game master gives another one, which leaves the deck if it is in it."""
    session = fight(one("A"), one("F", side="foes"))
    do(session, cmd.Start(rolls={"A": "4D", "F": "KD"}), cmd.SetNumbers(who="A", initiative="AS"))
    assert (kept(session, "A"), left(session)) == ("AS", 51)
    assert session.state.orders["initiative"].slots == ("A", "F")
    assert refused(session, cmd.SetNumbers(who="A", initiative=12)) == ("bad-value", "no-card")


def test_draws_are_taken_back_and_read_again_exactly() -> None:
    session = fight(one("A", "quick", "level_headed"), one("B"), one("F", side="foes"), dice=RandomDice(4))
    states = [session.state]
    for _ in range(40):
        phase = session.state.clock.phase
        do(session, cmd.RollInitiative() if phase == "deal" else cmd.EndTurn() if phase else cmd.Start())
        states.append(session.state)
    again = Session(session.rules)
    again.load([decode_entry(encode_entry(entry)) for entry in session.line], session.cursor)
    assert again.state == session.state
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state


def test_chance_deals_nobody_a_card_that_was_given_to_somebody_else() -> None:
    """Whoever comes later in the list draws later, and has the card that lay there on the table."""
    for seed in range(60):
        session = fight(
            one("A"), one("B"), one("F", side="foes"), dice=RandomDice(seed), reshuffle_held="return"
        )
        do(session, cmd.Start(rolls={"F": "2C"}))
        assert kept(session, "F") == "2C"
        assert len({kept(session, who) for who in "ABF"}) == 3
    session = fight(one("A"), one("F", side="foes"))
    assert not isinstance(session.preview(cmd.Start(rolls={"F": "2C"})), Refusal)
