"""The laws of a pass, over every ruleset: the shipped ones, those of the tests, and those made for it.

First the book itself is held to account: it says nothing of fights that go by the rules, it knows why a turn
was missed, and it notices when a law is broken. Then random fights are played by it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings, strategies as st
from msgspec.structs import replace

from rulesets.engine import coming
from rulesets.reading import loader
from rulesets.table import commands as cmd, events as ev
from rulesets.table.combatant import OUT_DEFEATED, OUT_DISABLED
from rulesets.table.encounter import Encounter
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules
from tests.rulesets.engine.made_rulesets import (
    FALL,
    FEATURES,
    Features,
    agreed,
    choices,
    drawn,
    rules_of,
    rulesets,
    text_of,
)
from tests.rulesets.engine.pass_fights import (
    WRITTEN,
    Fight,
    Gamemaster,
    made_fight,
    random_fight,
    some_options,
    written,
)
from tests.rulesets.engine.pass_laws import (
    CLOSED,
    ENDED,
    FELL,
    GAVE_UP,
    INSISTED,
    LATE,
    LEFT,
    NO_PART,
    NOT_ASKED,
    OUT,
    READIED,
    REASONS,
    WAITED,
    Missed,
    Observer,
)

GIVEN_UP, LOST, LATER = "turn-given-up", "turn-lost", "delayed"
"""Lines of the log for turns that somebody gave up, waited with in vain, or put off into a later round."""

PLAIN = {key: values[0] for key, values in FEATURES.items()}


def named(ruleset: Path | str) -> str:
    return Path(ruleset).name


def fight_of(
    counts: dict[str, int], stats: dict[str, dict[str, Any]] | None = None, **features: Any
) -> Fight:
    """A fight by a made ruleset of some who have rolled these counts."""
    fight = Fight(rules_of(text_of({**PLAIN, "effects_at": "round", **features})))
    for number, name in enumerate(counts):
        given = {"id": name, "side": ("foes", "party")[number % 2], **(stats or {}).get(name, {})}
        assert fight.play(cmd.Add(combatant=given)) == []
    rolled = features.get("rolled") != "phase"
    assert fight.play(cmd.Start(rolls=counts if rolled else {})) == []
    return fight


# -- what is made can be played ------------------------------------------------------------------------


@pytest.mark.parametrize("key", FEATURES)
def test_each_value_of_each_feature_makes_a_ruleset_without_a_complaint(key: str) -> None:
    for value in dict.fromkeys(FEATURES[key]):
        text = text_of({**PLAIN, "to": '"count", "after", "wait"', key: value})
        assert loader.check_writing(Writing("made", text)) == []


@pytest.mark.slow
@given(text=rulesets())
@settings(max_examples=30)
def test_every_made_ruleset_is_without_a_complaint(text: str) -> None:
    assert loader.check_writing(Writing("made", text)) == []


# -- the book ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_the_book_says_nothing_of_a_calm_fight_by_a_made_ruleset(seed: int) -> None:
    """Everybody takes its turn and nothing else happens: no law is broken under any ruleset."""
    features = drawn(random.Random(seed))
    assert calm(Fight(rules_of(text_of({**features, "who": ""}))), seed) > 10


@pytest.mark.parametrize("ruleset", WRITTEN, ids=named)
def test_the_book_says_nothing_of_a_calm_fight_by_a_written_ruleset(ruleset: Path | str) -> None:
    for seed in range(3):
        assert calm(Fight(written(ruleset)), seed) > 10


def calm(fight: Fight, seed: int) -> int:
    """Play a fight in which everybody takes its turn; return how many steps were taken."""
    gm, taken = Gamemaster(random.Random(seed), fight), 0
    for name in "ABCDE":
        assert fight.play(gm.newcomer(name)) == []
    for _ in range(60):
        taken += fight.play(gm.go_on()) == []
        assert not fight.observer.found
    assert fight.reopened() == []
    return taken


def why(fight: Fight, *steps: cmd.Command) -> list[Missed]:
    """The turns missed in the passes that these steps ended."""
    missed: list[Missed] = []
    for step in steps:
        assert fight.play(step) == [], step
        missed += fight.observer.missed
    return missed


END = cmd.EndTurn()
AB = {"A": 9, "B": 6}
MISSING: dict[str, tuple[dict[str, Any], list[cmd.Command], str]] = {
    "out": ({}, [cmd.Disable(who="B"), END], "B"),
    "takes-no-part": ({"who": "fit > 0"}, [cmd.SetNumbers(who="B", stats={"fit": 0}), END], "B"),
    "waited": ({"to": '"wait"'}, [END, cmd.Delay(who="B")], "B"),
    "gave-up": (
        {"to": '"wait"', "until": "pass", "then": "must-act"},
        [END, cmd.Delay(who="B"), cmd.EndTurn(who="B")],
        "B",
    ),
    "closed": (
        {"to": '"wait"', "until": "pass", "then": "may-act", "closes": "gm"},
        [END, cmd.Delay(who="B"), cmd.NextPhase()],
        "B",
    ),
    "joined-late": ({}, [END, cmd.Add(combatant={"id": "J"}, roll=8), END], "J"),
    "readied": (
        {"ready": "moves"},
        [END, cmd.Ready(who="B", action="shoot", trigger="it moves"), END, cmd.Trigger(who="B", by="A"), END],
        "B",
    ),
    "fell": ({"falls": True}, [cmd.Apply(pipeline=FALL, to=("B",)), END], "B"),
    "left": ({}, [cmd.Leave(who="B")], "B"),
    "ended": ({}, [cmd.EndEncounter()], "B"),
    "insisted": ({}, [cmd.NextPhase(override=True)], "B"),
    "not-asked": (
        {"choice": '{ from = "side != last_side", otherwise = "false", anew = true }'},
        [cmd.Choose(who="A"), cmd.Defeat(who="B"), END],
        "C",
    ),
}
"""Reason → features of the ruleset, what happens, and who misses its turn for it."""


@pytest.mark.parametrize("reason", REASONS)
def test_the_book_knows_why_a_turn_was_missed(reason: str) -> None:
    features, steps, who = MISSING[reason]
    missed = why(fight_of({**AB, "C": 3} if who == "C" else AB, **features), *steps)
    assert (who, reason) in [(one.slot, one.why) for one in missed]
    assert len(missed) <= 2


def doctored(fight: Fight, step: cmd.Command, **changes: Any) -> set[str]:
    """The laws that are broken if the table looked like this after a step."""
    before, observer = fight.state, fight.observer
    assert fight.play(step) is not None, step
    after: Encounter = fight.state
    observer.book = fight.books[fight.session.cursor - 1]
    if "active" in changes:
        after = replace(after, walk=replace(after.walk, active=changes.pop("active")))
    if "clock" in changes:
        after = replace(after, clock=replace(after.clock, **changes.pop("clock")))
    return {one.law for one in observer.see(before, step, replace(after, **changes))}


ABC = {**AB, "C": 3}


def test_the_book_notices_turns_that_are_lost_taken_twice_or_out_of_order() -> None:
    assert doctored(fight_of(ABC), END, active="C") == {"passed-over"}
    assert doctored(fight_of(ABC), END, active="A") == {"two-turns"}
    assert doctored(fight_of(ABC), END, active="") == {"stuck"}
    over = {"round": 2, "passes": 3, "completed": 1}
    assert doctored(fight_of(AB), END, active="A", clock=over) == {"lost-turn"}
    assert doctored(fight_of(AB), END, active="A", clock={**over, "round": 4}) == {"runaway"}


def test_the_book_notices_that_nothing_happens_though_a_phase_was_closed() -> None:
    fight = fight_of(AB, closes="gm")
    why(fight, END, END)
    before = fight.state
    assert {one.law for one in fight.observer.see(before, cmd.NextPhase(), before)} == {"idle"}


def test_the_book_notices_turns_of_those_who_have_missed_theirs() -> None:
    fight = fight_of(AB)
    why(fight, END, cmd.Add(combatant={"id": "J"}, roll=8))
    assert doctored(fight, END, active="J", clock={"round": 1, "passes": 2, "completed": 0}) == {"turn-gone"}


def test_the_book_notices_that_the_faster_are_not_first() -> None:
    fight = fight_of(ABC, {"C": {"haste": 1}, "B": {"haste": 1}}, first="haste", passes=True)
    why(fight, END, END)
    swapped = {"turns": replace(fight.state.orders["turns"], slots=("A", "B", "C"))}
    assert "haste" in doctored(fight, END, active="A", orders=swapped)


def test_the_book_notices_that_one_taken_out_in_the_same_moment_has_no_turn() -> None:
    """Equals act at the same moment, so that B has its turn all the same (the vocabulary: together)."""
    equal = {"A": {"speed": 1}, "B": {"speed": 1}}
    fight = fight_of({"A": 0, "B": 0, "C": 0}, equal, rolled="phase", together=True)
    why(fight, cmd.Defeat(who="B"))
    assert doctored(fight, END, active="C") == {"passed-over"}
    fight = fight_of({"A": 0, "B": 0, "C": 0}, equal, rolled="phase", together=True)
    why(fight, cmd.Defeat(who="B"), END, END, END)
    assert fight.state.clock.round == 2


def test_the_book_notices_effects_that_end_early_or_late() -> None:
    for at in ("turn", "place", "round", "phase"):
        fight = fight_of(AB, effects_at=at)
        why(fight, cmd.BeginEffect(on="B", name="mark", rounds=1))
        assert doctored(fight, END, effects={}) == {"effect"}, at
        fight = fight_of(AB, effects_at=at)
        why(fight, cmd.BeginEffect(on="B", name="mark", rounds=1))
        lasts = fight.state.effects
        why(fight, END)
        assert doctored(fight, END, effects=lasts) == {"effect"}, at


def test_the_book_notices_that_one_who_has_to_act_is_passed_by() -> None:
    fight = fight_of(AB, to='"wait"', until="pass", then="must-act")
    why(fight, END)
    over = {"round": 2, "passes": 3, "completed": 1}
    assert doctored(fight, cmd.Delay(who="B"), active="A", clock=over) == {"must-act"}


def test_the_book_notices_that_one_who_was_interrupted_does_not_go_on() -> None:
    fight = fight_of(ABC, to='"wait"')
    why(fight, cmd.Act(who="A", name="deed"), cmd.Resume(who="C", override=True))
    assert doctored(fight, END, active="B") == {"interrupted"}
    fight = fight_of(ABC, to='"wait"')
    why(fight, cmd.Act(who="A", name="deed"), cmd.Resume(who="C", override=True))
    fresh = fight.state.combatants["A"].having(pools={"acts": 2})
    assert doctored(fight, END, combatants={**fight.state.combatants, "A": fresh}) == {"interrupted"}


def test_the_book_notices_that_declarations_are_closed_too_early() -> None:
    fight = fight_of(AB, declares="anybody")
    acting = {"phase": "turns", "passes": 3}
    assert doctored(fight, cmd.Declare(who=("A",), name="plan"), active="A", clock=acting) == {"declaring"}


def test_an_observer_begins_with_no_book() -> None:
    """Before the start there is no pass."""
    observer = Observer(rules_of(text_of(PLAIN)))
    assert observer.see(Encounter(), cmd.Add(combatant={"id": "A"}), Encounter()) == []
    assert observer.book is None


@pytest.mark.parametrize("closes", ["auto", "gm"])
def test_a_pass_that_nobody_is_left_for_does_not_begin(closes: str) -> None:
    """Who has put its turn off into a later round has none in the passes of this one."""
    fight = fight_of({"A": 9}, passes=True, to='"count"', closes=closes)
    passes = fight.state.clock.passes
    assert fight.play(cmd.Delay(who="A", count=5, round=2)) == []
    assert fight.state.clock.passes == passes + (closes == "auto")
    assert fight.play(cmd.NextPhase() if closes == "gm" else END) == []
    assert fight.state.clock.round == 2


def test_the_book_knows_that_one_taken_out_in_its_moment_misses_its_turn_since_the_gm_insists() -> None:
    fight = fight_of({"A": 0, "B": 0}, rolled="phase", together=True)
    missed = why(fight, cmd.Defeat(who="B"), cmd.NextPhase(override=True))
    assert [(one.slot, one.why) for one in missed] == [("B", INSISTED)]


@pytest.mark.parametrize("waits", [False, True])
def test_the_book_leaves_open_whether_one_acts_at_once_whom_a_corrected_number_lets_act(waits: bool) -> None:
    """Whoever is restored or joins does (contract); of corrections nothing is said."""
    unable, able = (cmd.SetNumbers(who="B", stats={"fit": fit}) for fit in (0, 1))
    fight = fight_of(AB, who="fit > 0", to='"wait"', until="pass", then="must-act")
    why(
        fight,
        *([END, cmd.Leave(who="A"), cmd.Delay(who="B"), unable] if waits else [unable, cmd.Leave(who="A")]),
    )
    assert fight.state.walk.active == ""
    why(fight, able, cmd.BeginEffect(on="B", name="mark", rounds=1), cmd.NextPhase())
    assert fight.state.walk.active == "B"


def test_the_book_leaves_open_whether_a_joiner_has_a_turn_between_one_to_come_and_a_late_one() -> None:
    """J stands below A, whose turn was taken back and is to come, and above D, which has missed its own."""
    fight = fight_of({"A": 6, "B": 3}, to='"wait"', place="stays")
    why(fight, cmd.Add(combatant={"id": "D"}, roll=8), cmd.Resume(who="B", override=True))
    why(fight, cmd.SetNumbers(who="A", initiative=12), cmd.Add(combatant={"id": "J"}, roll=10), END, END)
    assert fight.state.walk.active == "J"


def test_the_book_leaves_open_whether_a_place_above_one_that_was_left_has_gone_by() -> None:
    """A comes in, and acts where it stands, when the turn of B further down is over since B has left."""
    fight = fight_of(AB, to='"wait"', place="stays")
    why(fight, cmd.Delay(who="A"), cmd.Leave(who="B"), cmd.Resume(who="A"))
    why(fight, cmd.Add(combatant={"id": "J"}, roll=8), END)
    assert (fight.state.walk.active, fight.state.clock.round) == ("A", 2)


def test_the_book_knows_that_who_rises_behind_one_that_resumed_comes_before_the_faster() -> None:
    """A and B wait for each other into the next segment; A comes in, and B right behind it (E-SRD-09)."""
    fight = fight_of(
        AB | {"C": 3, "D": 1},
        {"C": {"haste": 1}, "D": {"haste": 1}},
        first="haste",
        passes=True,
        to='"after"',
    )
    why(fight, END, END, cmd.Delay(who="A", after="B"), cmd.Delay(who="B", after="A"), END)
    why(fight, cmd.Resume(who="A"), END)
    assert fight.state.walk.active == "B"


def test_the_book_leaves_open_whether_a_place_counts_down_whose_turn_was_begun_elsewhere_and_put_off() -> (
    None
):
    """C comes in from the round before, in front of A and not at its place, and goes behind A."""
    counts = {"E": 12, "A": 9, "B": 6, "C": 3}
    fight = fight_of(counts, to='"after", "wait"', effects_at="place", place="stays")
    why(fight, END, END, END, cmd.BeginEffect(on="A", name="mark", rounds=2), cmd.Delay(who="C"))
    why(fight, END, cmd.Resume(who="C"), cmd.Delay(who="C", after="A"), END)
    assert fight.state.walk.active == "C"


def test_the_book_knows_that_a_turn_given_up_is_none_to_come_when_somebody_joins() -> None:
    fight = fight_of(AB, to='"wait"', until="pass", then="must-act", closes="gm")
    why(fight, END, cmd.Delay(who="B"), cmd.EndTurn(who="B"), cmd.Add(combatant={"id": "J"}, roll=1), END)
    why(fight, cmd.Delay(who="B", override=True))
    assert not fight.state.put_off


# -- what the engine says of it ------------------------------------------------------------------------

ENGINE: dict[str, set[str]] = {
    OUT: {OUT_DEFEATED, OUT_DISABLED, coming.WAITED, coming.NO_PART},
    NO_PART: {coming.NO_PART, coming.WAITED, OUT_DEFEATED, OUT_DISABLED},
    WAITED: {coming.WAITED, GIVEN_UP, LOST, LATER},
    GAVE_UP: {GIVEN_UP},
    CLOSED: {GIVEN_UP, coming.CLOSED},
    LATE: {coming.JOINED_LATE},
    READIED: {coming.READIED},
    FELL: {coming.MOVED},
    INSISTED: {coming.CLOSED, GIVEN_UP},
    NOT_ASKED: {coming.NOT_ASKED},
}
"""Reason of the book → what the engine may call it. Whoever left, or an ended encounter, needs no reason."""
UNABLE = {OUT, NO_PART}
"""Reasons of those who cannot act: the engine keeps them, and the log names only some of them."""


def recorded(events: Iterable[ev.Event]) -> Iterator[tuple[str, str]]:
    """Slots with the reasons that the engine keeps for their missing a turn."""
    for event in events:
        if isinstance(event, ev.TurnsMissed):
            yield from ((slot, one.reason) for slot, one in event.new.items() if one is not None)


def named_in_log(events: Iterable[ev.Event]) -> Iterator[tuple[str, str]]:
    """Slots with the reasons that the log tells."""
    for event in events:
        if isinstance(event, ev.Told) and event.code in ("turn-missed", GIVEN_UP, LOST):
            yield str(event.params["slot"]), str(event.params.get("reason", event.code))
        elif isinstance(event, ev.Told) and event.code == "delayed" and event.params["round"]:
            yield str(event.params["slot"]), LATER


def compared(rules: Rules, seed: int, length: int) -> Counter[str]:
    """Play a random fight; everybody without a turn is named, for a reason that the book knows, too.

    Returns how often each reason of the book was met.
    """
    fight, met = Fight(rules), Counter[str]()
    gm = Gamemaster(random.Random(seed), fight)
    for name in "ABCD":
        fight.play(gm.newcomer(name))
    chosen = any(phase.choice is not None for phase in rules.phases)
    said: set[tuple[str, str]] = set()
    kept: set[tuple[str, str]] = set()
    for number in range(length):
        step = gm.start() if number == 0 else gm.step()
        passes = fight.state.clock.passes
        if isinstance(step, str) or fight.play(step) is None:
            continue
        events = fight.session.line[fight.session.cursor - 1].events
        said |= set(named_in_log(events))
        kept |= set(recorded(events))
        assert {reason for _, reason in kept} <= set(coming.REASONS)
        for one in fight.observer.missed:
            unasked = one.why in UNABLE and chosen  # no place comes by where turns are chosen
            if one.why not in ENGINE or one.slot in fight.state.put_off or unasked:
                continue  # a turn that still waits is not lost yet
            found = {(one.slot, reason) for reason in ENGINE[one.why]}
            met[one.why] += 1
            assert found & (kept if one.why in UNABLE else said), (seed, one, said, kept)
        if fight.state.clock.passes != passes:
            said, kept = set(named_in_log(events)), set(recorded(events))
    return met


def test_every_reason_of_the_book_is_one_of_the_engine() -> None:
    assert ENGINE.keys() | {LEFT, ENDED} == REASONS.keys()
    named = set().union(*ENGINE.values()) - {GIVEN_UP, LOST, LATER}
    assert named == coming.REASONS - {coming.EARLIER}


@pytest.mark.slow
def test_the_log_names_everybody_without_a_turn_and_why() -> None:
    """Each by a reason of the closed list (``walk.REASONS``), or as one who gave its turn up."""
    met = Counter[str]()
    for seed in range(40):
        met += compared(rules_of(text_of(drawn(random.Random(seed)))), seed, 60)
    for ruleset in WRITTEN:
        met += compared(written(ruleset), 1, 60)
    assert {OUT, NO_PART, GAVE_UP, LATE, READIED, INSISTED} <= met.keys()


# -- random fights -------------------------------------------------------------------------------------


@pytest.mark.slow
@given(features=choices(), seed=st.integers(0, 10_000))
@settings(max_examples=40, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_the_laws_hold_under_any_ruleset_that_can_be_made(features: Features, seed: int) -> None:
    """What is found is made smaller here, step by step and feature by feature, and not by Hypothesis."""
    assert made_fight(features, seed, 40) > 0


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", WRITTEN, ids=named)
def test_the_laws_hold_under_every_ruleset_there_is(ruleset: Path | str) -> None:
    """A short run for every check before a commit."""
    for seed in range(8):
        rng = random.Random(seed)
        assert random_fight(written(ruleset, some_options(ruleset, rng)), seed, 50) > 0


def kinds_of(tried: Counter[str]) -> set[str]:
    return {kind for kind, times in tried.items() if times >= 20}


EVERYTHING = {
    "Act", "Add", "BeginEffect", "Choose", "Declare", "Defeat", "Delay", "Disable", "EndEncounter", "EndTurn",
    "Leave", "NextPhase", "Ready", "Restore", "Resume", "RollInitiative", "SetNumbers", "Start", "Trigger",
}  # fmt: skip


@pytest.mark.slow
def test_the_laws_hold_in_many_fights_by_made_rulesets() -> None:
    """A long run, in which every kind of command is accepted often and every feature is met."""
    tried, met = Counter[str](), Counter[tuple[str, str]]()
    for seed in range(900):
        features = drawn(random.Random(seed))
        met.update((key, str(value)) for key, value in agreed(features).items())
        made_fight(features, seed, 70, tried)
    assert {f"cmd.{kind}" for kind in EVERYTHING} <= kinds_of(tried)
    assert {(key, str(value)) for key, values in FEATURES.items() for value in values} <= set(met)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", WRITTEN, ids=named)
def test_the_laws_hold_in_many_fights_by_every_ruleset(ruleset: Path | str) -> None:
    for seed in range(100):
        rng = random.Random(seed)
        assert random_fight(written(ruleset, some_options(ruleset, rng)), seed, 70) > 0
