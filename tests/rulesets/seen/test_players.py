"""What the players see of a fight: nothing that is kept from them is in it, whatever happens.

Proved over random fights of all rulesets, in which combatants are hidden, revealed, go by other names, and
wait in waves: no name, id, note or number of what is kept from them is in anything that players are told, and
what they are told is the same whether somebody hidden is there or not.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis.stateful import invariant
from msgspec.structs import replace

from rulesets.fight.session import Session
from rulesets.output.stat_block import standings
from rulesets.output.summary import Summary, summarise
from rulesets.reading import loader
from rulesets.seen.facts import Facts
from rulesets.seen.own_sheet import own_sheet
from rulesets.seen.players import UNKNOWN, for_players
from rulesets.seen.players_screen import Following, players_screen
from rulesets.seen.scene import Audience, Scene, Viewer
from rulesets.seen.slips import refused_to
from rulesets.table import commands as cmd, events as ev
from rulesets.table.changes import changes_of
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import Attack, Encounter, Missed, Place, Relation, Taken
from rulesets.table.refusal import Refusal
from rulesets.table.slip import Slip
from rulesets.table.told import Thrown
from rulesets.vocabulary import Rules
from rulesets.words.texts import Speaker
from tests.rulesets import random_fight, random_table
from tests.rulesets.carried_out import do
from tests.rulesets.plain_fight import PlainFight
from tests.rulesets.random_fight import RULESETS, named
from tests.rulesets.random_table import of_each_state
from tests.rulesets.secretive import PEOPLE, SECRET, SecretiveFight, kept_from_them
from tests.sampling import mostly_slow


class Secretive(SecretiveFight):
    """A fight after each step of which all is asked that players could be told."""

    @invariant()
    @of_each_state
    def nothing_is_told_that_is_kept_from_the_players(self) -> None:
        rules, state = self.session.rules, self.session.state
        kept_from_them(rules, state, told_now(state, self.seen()))

    @invariant()
    @of_each_state
    def nothing_is_shown_that_is_kept_from_the_players(self) -> None:
        shown_fully(self.session.state, self.seen(), self.session.cursor)

    @invariant()
    def what_is_shown_step_by_step_is_what_is_shown_at_once(self) -> None:
        """Rows that a command has not touched are kept, and would be made alike."""
        log, rules, state = list(self.session.log), self.session.rules, self.session.state
        old, following = getattr(self, "followed", ([], None))
        if following is None or following.viewer.rules is not rules:
            old, following = [], Following(rules, Facts())
        known = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(old, log)))  # noqa: B905
        events = [event for entry in (*old[known:], *log[known:]) for event in entry.events]
        self.followed = (log, following)
        before = following.now
        shown = following.look(state, changes=changes_of(events))
        assert shown == players_screen(self.seen(), Facts(), "", before)

    @invariant()
    @of_each_state
    def nothing_is_answered_that_is_kept_from_the_players(self) -> None:
        answered(self.session.rules, self.session.state, self.session.cursor)

    @invariant()
    @of_each_state
    def it_is_the_same_without_whom_they_do_not_see(self) -> None:
        rules, state = self.session.rules, self.session.state
        told = self.seen().state
        assert for_players(rules, with_one_more(rules, state, self.session.cursor)) == told
        assert for_players(rules, told).combatants == told.combatants

    @invariant()
    @of_each_state
    def somebody_seen_has_the_turn(self) -> None:
        told = self.seen().state
        slots = {who.slot for who in told.combatants.values()} | {""}
        assert told.walk.active in slots
        assert {one.slot for one in told.walk.interrupted} <= slots

    def seen(self) -> Scene:
        """Return what players see now; it is looked at once, and asked about by all of these."""
        rules, state = self.session.rules, self.session.state
        scene, of, by = getattr(self, "scene", (None, None, None))
        if scene is None or of is not state or by is not rules:
            scene = Viewer(rules, Audience.PLAYERS).look(state)
            self.scene = scene, state, rules
        return scene

    def teardown(self) -> None:
        summary = for_the_players(self.session)
        kept_from_them(
            self.session.rules, self.session.state, msgspec.json.encode(summary).decode(), self.gone()
        )

    def gone(self) -> set[str]:
        """Ids and names of those who have left and were hidden when they last did."""
        left = [e.combatant for entry in self.session.log for e in entry.events if isinstance(e, ev.Left)]
        people, last = self.session.state.combatants, {one.id: one for one in left}
        hidden = [one for one in last.values() if one.hidden and one.id not in people]
        return {text for one in hidden for text in (one.id, one.name)}


def told_now(state: Encounter, scene: Scene) -> str:
    """All that a display for players could ask of a scene of an encounter, as one text."""
    rules = scene.rules
    called = {ident: who.name for ident, who in scene.state.combatants.items()}
    speaker = Speaker(rules, lambda ident: called.get(ident, ""))
    found: list[Any] = [scene.state, standings(rules, state, speaker.terms, Audience.PLAYERS), asked(scene)]
    return msgspec.json.encode(found).decode()


def shown_fully(state: Encounter, scene: Scene, seed: int) -> None:
    """Look for what is kept from them in all that leaves for a screen and for phones, whatever is chosen.

    Of those who are not their own no number but what the facts say, of nobody anything that is sealed.
    """
    rules, facts = scene.rules, chosen(random.Random(seed))
    shown = players_screen(scene, facts, f"{SECRET}-title")
    assert shown == players_screen(
        Viewer(rules, Audience.PLAYERS).look(with_one_more(rules, state, seed)), facts, ""
    )
    sheets = [own_sheet(scene, ident) for ident, who in scene.state.combatants.items() if who.kind == "pc"]
    told = msgspec.json.encode(shown).decode()
    for text in (told, msgspec.json.encode(sheets).decode()):
        kept_from_them(rules, state, f'{text} "{UNKNOWN}"')
    own = {who.side for who in scene.state.combatants.values() if who.kind == "pc"} if facts.allies else set()
    for row in shown.rows:
        who = scene.state.combatants[row.id]
        assert row.own == (who.kind == "pc" or who.side in own)
        if not row.own:
            assert not row.tokens
            assert (row.points is None) or facts.points == "numbers"
            assert row.bar < 0 or facts.points in ("numbers", "bar")
            assert not (row.level or row.word) or facts.points in ("numbers", "words")
            assert not row.tracks or facts.points != "nothing"
            assert not row.conditions or facts.conditions
        assert not (row.announced and scene.sealed)
        assert not (row.count and not facts.counts)
    assert {row.id for row in shown.rows if row.active} == {
        who.id for who in scene.state.combatants.values() if scene.turn(who).active
    }


def answered(rules: Rules, state: Encounter, seed: int) -> None:
    """Send a slip for one of them, and look for the same in the sentence with which it is refused."""
    chance = random.Random(seed)
    own = [ident for ident, who in state.combatants.items() if who.kind == "pc" and not who.hidden]
    if not own:
        return
    who = chance.choice(own)
    told = for_players(rules, state).combatants
    speaker = Speaker(rules, lambda ident: told[ident].name if ident in told else ident)
    slip = Slip(
        id="12345678",
        what=chance.choice(("declare", "delay", "resume", "react", "ready")),
        name=chance.choice(["", *rules.declarations, *rules.reactions, *list(rules.actions)[:5]]),
        trigger=chance.choice(["", "the door opens"]),
    )
    refusal = refused_to(rules, state, who, slip)
    if refusal is not None:
        kept_from_them(rules, state, f'{speaker.refusal(refusal)} "{UNKNOWN}"')


def chosen(chance: random.Random) -> Facts:
    """Some choice of what players are shown."""
    return Facts(
        points=chance.choice(("numbers", "bar", "words", "nothing")),
        order=chance.choice(("all", "near")),
        **{name: chance.random() < 0.5 for name in ("conditions", "counts", "allies", "declared", "notes")},
    )


def asked(scene: Scene) -> list[Any]:
    """What is asked of a scene about everybody together, and about each."""
    people = [scene.state.combatants[ident] for ident in scene.order]
    whole = [
        scene.order, scene.members, scene.must_act, scene.acting, scene.delaying, scene.one_side_left,
        scene.choice, scene.ahead, scene.cards_left, scene.declaring, scene.asked,
    ]  # fmt: skip
    each = [
        (
            scene.turn(who), scene.count(who), scene.card(who), scene.out(who), list(scene.states(who)),
            scene.effects(who), [scene.lasting(effect) for effect in scene.effects(who)], scene.ties(who),
            scene.notes(who), scene.points(who), list(scene.tracks(who)), list(scene.pools(who)),
            list(scene.marked_rolls(who)), scene.announced(who), scene.next_roll(who),
        )
        for who in people
    ]  # fmt: skip
    return [whole, each]


def for_the_players(session: Session) -> Summary:
    return summarise(
        session.rules,
        session.log,
        "A fight",
        session.base,
        editions=session.edition,
        audience=Audience.PLAYERS,
    )


def with_one_more(rules: Rules, state: Encounter, seed: int) -> Encounter:
    """The same encounter in which somebody hidden is everywhere where one can be, but has not the turn."""
    chance, ident = random.Random(seed), f"{SECRET}wolf"
    who = Combatant(ident, f"{ident}-called", side="wolves", hidden=True)
    orders = {}
    for name, order in state.orders.items():
        slot = "wolves" if rules.orders[name].of == "side" else ident
        at = chance.randint(0, len(order.slots))
        keys = next(iter(order.places.values()), Place()).keys
        place = Place(chance.randint(-5, 30), keys=keys, rolls=(3,))
        slots = (*order.slots[:at], slot, *order.slots[at:])
        orders[name] = replace(order, slots=slots, places={**order.places, slot: place})
    people = list(state.combatants.items())
    people.insert(chance.randint(0, len(people)), (ident, who))
    other = next(iter(state.combatants), ident)
    attack = Attack(ident, other, "ranged", "hit", "a shot")
    return replace(
        state,
        combatants=dict(people),
        orders=orders,
        over={**state.over, ident: state.clock.passes} if chance.random() < 0.5 else state.over,
        missed={**state.missed, ident: Missed(state.clock.passes, "waited")},
        acted={**state.acted, state.clock.round: (*state.acted.get(state.clock.round, ()), Taken(ident, 1))},
        relations={**state.relations, "x": Relation("surprise", ident, other)},
        notes=replace(
            state.notes, attacks=(*state.notes.attacks, attack), triggered=(*state.notes.triggered, ident)
        ),
    )


def machine_for(ruleset: Path | str) -> type[Secretive]:
    name = f"Secretive_{named(ruleset).replace('-', '_')}"
    return type(name, (Secretive,), {"ruleset": ruleset, "tried": Counter(), "accepted": Counter()})


@pytest.mark.parametrize("ruleset", mostly_slow(RULESETS, "saga-edition", "moon-swing", "cards"), ids=named)
def test_nothing_kept_from_the_players_is_told_to_them(
    ruleset: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_fight, "NAMES", PEOPLE)
    monkeypatch.setattr(random_table, "NAMES", PEOPLE)
    for seed in range(2):
        failure = PlainFight(machine_for(ruleset), seed).play(40)
        assert failure is None, failure


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=named)
def test_nothing_is_told_in_many_fights(ruleset: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_fight, "NAMES", PEOPLE)
    monkeypatch.setattr(random_table, "NAMES", PEOPLE)
    for seed in range(100, 125):
        failure = PlainFight(machine_for(ruleset), seed).play(60)
        assert failure is None, failure


ANN, BO = {"id": "ann", "name": "Ann"}, {"id": "bo", "name": "Bo", "side": "foes", "kind": "npc"}
HIDDEN = {"id": "zed", "name": "Zed", "side": "foes", "kind": "npc", "hidden": True}


def heard(ruleset: str, counts: dict[str, int]) -> tuple[list[tuple[str, ...]], list[tuple[int, str]]]:
    """What players hear up to Ann's turn in the third round, and whose turns they have seen until then.

    Fear ends meanwhile, at the turn of either.
    """
    session = Session(loader.load(ruleset))
    people = [one for one in (ANN, BO, HIDDEN) if one["id"] in counts]
    do(session, *(cmd.Add(combatant=dict(one)) for one in people), cmd.Start(rolls=counts))
    viewer, turns = Viewer(session.rules, Audience.PLAYERS), [(1, "ann")]
    for round_ in (1, 2, 3):
        while (session.state.walk.active, session.state.clock.round) != ("ann", round_):
            if isinstance(session.dispatch(cmd.EndTurn()), Refusal):
                do(session, cmd.RollInitiative(rolls=counts))
            now = viewer.look(session.state)
            turn = now.state.clock.round, now.acting
            turns += [turn] if turns[-1:] != [turn] else []
        if round_ == 1:
            do(session, cmd.BeginEffect(on="ann", name="Fear", rounds=2))
            do(session, cmd.BeginEffect(on="bo", name="Fear", rounds=1))
    told = for_the_players(session).happened
    return [(one.section, one.place, one.title, *one.lines) for one in told], turns


@pytest.mark.parametrize("count", [25, 17, 5])
@pytest.mark.parametrize("ruleset", ["saga-edition", "sagas-hub", "srd35", "dnd5e", "pf2e", "shots"])
def test_the_log_is_the_same_whether_somebody_hidden_acts_or_not(ruleset: str, count: int) -> None:
    """First, between the others, or last: no step, no count, no place and no word tells of that one."""
    without = heard(ruleset, {"ann": 20, "bo": 15})
    assert heard(ruleset, {"ann": 20, "bo": 15, "zed": count}) == without


@pytest.mark.parametrize("ruleset", ["saga-edition", "srd35", "pf2e"])
def test_whoever_was_hidden_left_and_comes_back_openly_is_told_of_from_then_on(ruleset: str) -> None:
    """Neither the first stay is told nor anything of the second left out: log and counts are those of it."""

    def told(*stays: bool) -> Summary:
        session = Session(loader.load(ruleset))
        do(session, cmd.Add(combatant=dict(ANN)), cmd.Add(combatant=dict(BO)))
        do(session, cmd.Start(rolls={"ann": 20, "bo": 15}))
        for hidden in stays:
            do(session, cmd.Add(combatant={**HIDDEN, "hidden": hidden}, roll=10), cmd.Leave(who="zed"))
        return for_the_players(session)

    back = told(True, False)
    assert [one.title for one in back.happened if "Zed" in one.title][-1] == "Zed leaves"
    assert back == told(False)
    assert told(False, True) == told(True) == told(), "who was hidden at last never was"


@pytest.mark.parametrize("ruleset", ["saga-edition", "srd35"])
def test_who_puts_the_turn_off_before_a_hidden_one_did_it_in_its_own_turn(ruleset: str) -> None:
    """The count of the line would tell at which count somebody hidden acts."""

    def told(counts: dict[str, int]) -> list[tuple[str, ...]]:
        session = Session(loader.load(ruleset))
        people = [one for one in (ANN, BO, HIDDEN) if one["id"] in counts]
        do(session, *(cmd.Add(combatant=dict(one)) for one in people), cmd.Start(rolls=counts))
        while session.state.walk.active != "ann":
            do(session, cmd.EndTurn())
        do(session, cmd.Delay(who="ann"))
        while session.state.walk.active != "bo":
            do(session, cmd.EndTurn())
        return [(one.place, one.title, *one.lines) for one in for_the_players(session).happened]

    assert told({"ann": 20, "bo": 15, "zed": 17}) == told({"ann": 20, "bo": 15})


@pytest.mark.parametrize("ruleset", ["saga-edition", "srd35"])
def test_the_dice_of_opponents_are_not_told_beside_their_totals(ruleset: str) -> None:
    """What is added to them is hidden in the list, and stands in no line."""
    session = Session(loader.load(ruleset))
    do(session, cmd.Add(combatant=dict(ANN)), cmd.Add(combatant={**BO, "dex": 18}))
    do(session, cmd.Start(dice={"ann": (12,), "bo": (11,)}, rolls={"ann": 12, "bo": 15}))
    lines = [line for one in for_the_players(session).happened for line in (one.title, *one.lines)]
    assert any("Bo: 15" in line for line in lines)
    assert [line for line in lines if "11" in line] == []


def test_the_dice_of_a_foes_damage_are_not_told() -> None:
    """An evening: "4 damage to Anna (by Ghoul 2, 1d6+3: 1 + 3 = 4)" stood on the sheet for the players."""
    session = Session(loader.load("pf2e"))
    foe = {**BO, "kind": "npc", "side": "foes"}
    do(session, cmd.Add(combatant={**ANN, "max_hp": 30}), cmd.Add(combatant={**foe, "max_hp": 30}))
    do(session, cmd.Start(rolls={"ann": 20, "bo": 15}))
    for by, target in (("bo", "ann"), ("ann", "bo")):
        dice = (Thrown("amount", "1d6+3", (1,), 3),)
        do(session, cmd.Apply(pipeline="damage", to=(target,), inputs={"amount": 4}, by=by, thrown=dice))
    theirs, own = (one.title for one in for_the_players(session).happened if "damage to" in one.title)
    assert "4 damage to Ann" in theirs
    assert "d6" not in theirs
    assert "1d6+3: 1 + 3 = 4" in own, "what they have thrown themselves they know"


def test_what_an_attack_was_rolled_against_is_told_of_those_alone_whom_they_play() -> None:
    """A hero's roll and weapon are known at the table; the armor class of a foe is not, nor a foe's bonus."""
    session = Session(loader.load("srd35"))
    do(session, cmd.Add(combatant=dict(ANN)), cmd.Add(combatant={**BO, "kind": "npc", "side": "foes"}))
    do(session, cmd.Start(rolls={"ann": 20, "bo": 15}))
    rolled: dict[str, Any] = {"rolled": 21, "against": 19, "defense": "ac", "kind": "melee", "result": "hit"}
    do(session, cmd.RecordAttack(who="ann", target="bo", using="Axe", **rolled))
    do(session, cmd.RecordAttack(who="bo", target="ann", using="Venom", **rolled))
    told = [one.title for one in for_the_players(session).happened if "attacks" in one.title]
    assert told == ["Ann attacks Bo: Axe 21, melee, hit", "Bo attacks Ann: melee, hit"]
    gm = summarise(session.rules, session.log, "A fight", session.base, editions=session.edition)
    mine = [one.title for one in gm.happened if "attacks" in one.title]
    assert mine[1] == "Bo attacks Ann: Venom 21 against Armor class 19, melee, hit"
