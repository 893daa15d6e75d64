"""What was done in the turn under way and what of it is still open, read from the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from rulesets.engine.powers import powers_of
from rulesets.seen.asked import left_attacks, open_attacks, settled
from rulesets.seen.attack_texts import kinds_by_words, plain_attacks
from rulesets.seen.attacks import covering, strikes
from rulesets.seen.labels import label_in
from rulesets.seen.proposed import (
    asked_by_rules,
    done_as,
    is_attack,
    is_blow,
    kinds_of_action,
    kinds_of_reaction,
    lets_attack,
    said_attack,
)
from rulesets.seen.queries import id_of_action, pipeline_for
from rulesets.seen.throws import texts_of
from rulesets.seen.told_inputs import takes_less
from rulesets.table import commands as cmd
from rulesets.table.encounter import Attack, Encounter
from rulesets.table.entry import Entry
from rulesets.table.events import ClockMoved, OutChanged, ReadiedChanged, Told, Walked
from rulesets.vocabulary import Rules, find_phase
from rulesets.vocabulary.base import AttackKind
from rulesets.vocabulary.values import HIT

_ANOTHER_TURN = cmd.EndTurn | cmd.Start | cmd.Choose | cmd.Delay | cmd.Resume
Deed = cmd.Act | cmd.React | cmd.RecordAttack | cmd.Trigger
Hits = Mapping[int, cmd.RecordAttack]
"""Place in the log → hit."""


class Played(Protocol):
    """A fight with its log."""

    @property
    def rules(self) -> Rules:
        """Its ruleset."""

    @property
    def state(self) -> Encounter:
        """The encounter as it stands."""

    @property
    def line(self) -> Sequence[Entry]:
        """The entries in force, and behind them those that were undone."""

    @property
    def cursor(self) -> int:
        """How many entries of the line are in force."""


def deeds(fight: Played) -> Iterator[Deed]:
    """Yield what was done in the turn under way, the last of it first."""
    done = (command for command in _of_turn(fight) if isinstance(command, Deed))
    return (one for one in done if not (isinstance(one, cmd.RecordAttack) and one.settles))


def _of_turn(fight: Played) -> Iterator[cmd.Command]:
    """Yield the commands of the turn under way, the last of them first."""
    return (fight.line[number].command for number in _in_turn(fight))


def open_hits(fight: Played) -> list[cmd.RecordAttack]:
    """Return the hits of the turn under way whose damage was not applied yet, the oldest first."""
    found: Hits = {}
    for number in reversed(list(_in_turn(fight))):
        found = with_step(fight, found, number, fight.line[number].command)
    return list(found.values())


def open_hit_on(fight: Played, targets: Collection[str]) -> cmd.RecordAttack | None:
    """Return the hit on one of ``targets`` whose damage is to be given next; None without one.

    That is by whoever hit last, and of several by that one the oldest, as damage that is given answers them.
    """
    hits = [one for one in open_hits(fight) if one.target in targets]
    last = hits[-1] if hits else None
    same = (one for one in hits if last is not None and (one.who, one.target) == (last.who, last.target))
    return next(same, None)


def harmed_by(fight: Played) -> frozenset[str]:
    """Return who has done harm to somebody in the turn under way, whether an attack was recorded or not."""
    given = (one for one in _of_turn(fight) if isinstance(one, cmd.Apply))
    return frozenset(one.by for one in given if one.by and _harms(fight, one.pipeline))


def with_step(fight: Played, hits: Hits, number: int, command: cmd.Command) -> Hits:
    """Return the hits without damage after a step at a place in the log, of those before it.

    What is applied to whoever was hit is the damage of the attacker's oldest hit, or of the oldest one if
    nobody says whose it is, unless it does them good. Points that are set by hand stand for all of it.
    """
    if isinstance(command, cmd.RecordAttack) and command.result == HIT:
        return {**hits, number: command}
    if hits and isinstance(command, cmd.Apply) and _harms(fight, command.pipeline):
        left = dict(hits)
        for target in command.to:
            on = [at for at, hit in left.items() if hit.target == target]
            by = [at for at in on if command.by in ("", left[at].who)]
            for at in by[:1]:
                del left[at]
        return left
    if hits and isinstance(command, cmd.SetNumbers) and command.pools:
        return {at: hit for at, hit in hits.items() if hit.target != command.who}
    return hits


def answered_by(fight: Played, damage: cmd.Apply) -> list[cmd.RecordAttack]:
    """Return what says of attacks that are open that they have hit, since their damage is given with a step.

    What hurts as the rules ask for it, after no attack, answers none; nor does it say of whoever takes half
    or none of it that it was hit: a miss may leave that.
    """
    if not _harms(fight, damage.pipeline) or asked_by_rules(fight.rules, damage.pipeline):
        return []
    rule, oldest = fight.rules.pipelines[damage.pipeline], _oldest_open(fight)
    found = (oldest.get((damage.by, who)) for who in damage.to if not takes_less(rule, damage, who))
    return [settled(one, HIT) for one in found if one is not None]


def open_attack_on(fight: Played, targets: Collection[str]) -> cmd.RecordAttack | None:
    """Return what says that an attack on one of ``targets`` has hit, the last that is open; None without one.

    Of several attacks of one on another it is the oldest, as damage that is given answers them.
    """
    found = (attack for (_, target), attack in _oldest_open(fight).items() if target in targets)
    return next((settled(attack, HIT) for attack in found), None)


def _oldest_open(fight: Played) -> dict[tuple[str, str], Attack]:
    """Return the oldest open attack by attacker and target, the pair of the last attack first.

    What the present turn has left open, and a hit of it, goes before what earlier ones have.
    """
    if find_phase(fight.rules, fight.state.clock.phase) is None:
        return {}
    now = [*open_attacks(fight.rules, fight.state)]
    of_turn = {(one.by, one.target): one for one in reversed(now)}
    earlier = {(one.by, one.target): one for one in reversed([*left_attacks(fight.state)])}
    known = {*of_turn, *((hit.who, hit.target) for hit in (open_hits(fight) if earlier else ()))}
    return {**of_turn, **{pair: one for pair, one in earlier.items() if pair not in known}}


def begins_round(entry: Entry) -> bool:
    """Return whether a round begins with a step of the log."""
    moved = (one for one in entry.events if isinstance(one, ClockMoved))
    return any(one.old.round != one.new.round for one in moved)


def passed_on(fight: Played) -> tuple[str, str] | None:
    """Return who is out by the last step, and the turn with it, and the slot that acts now; '' is nobody.

    None where the turn has not passed on by that.
    """
    entry = fight.line[fight.cursor - 1] if fight.cursor else None
    if entry is None or isinstance(entry.command, cmd.EndTurn | cmd.NextPhase):
        return None
    walks = [event for event in entry.events if isinstance(event, Walked)]
    before, after = (walks[0].old.active, walks[-1].new.active) if walks else ("", "")
    people = fight.state.combatants
    fell = {event.who for event in entry.events if isinstance(event, OutChanged) and event.new}
    acted = any(who in people and people[who].slot == before for who in fell)
    return (before, after) if acted and before != after else None


def declared_on(fight: Played) -> str:
    """Return the slot that acts since the last step was the last declaration; '' of another step."""
    entry = fight.line[fight.cursor - 1] if fight.cursor else None
    if entry is None or not isinstance(entry.command, cmd.Declare):
        return ""
    clocks = (event for event in entry.events if isinstance(event, ClockMoved))
    walks = [event for event in entry.events if isinstance(event, Walked)]
    moved = any(one.old.phase != one.new.phase for one in clocks)
    return walks[-1].new.active if moved and walks else ""


def _harms(fight: Played, pipeline: str) -> bool:
    rule = fight.rules.pipelines.get(pipeline)
    return rule is not None and rule.role not in ("heal", "temporary") and rule.tone != "good"


def _in_turn(fight: Played) -> Iterator[int]:
    """Yield the places in the log of the steps of the turn under way, the last one first."""
    for number in range(fight.cursor - 1, -1, -1):
        if isinstance(fight.line[number].command, _ANOTHER_TURN):
            return
        yield number


def attacked_at(fight: Played) -> int:
    """Return how many steps were in force once somebody was attacked last in the turn under way, or 0."""
    for number in _in_turn(fight):
        one = fight.line[number].command
        made = not one.settles if isinstance(one, cmd.RecordAttack) else isinstance(one, cmd.React) and one.by
        if made:
            return number + 1
    return 0


def as_made(fight: Played, hit: cmd.RecordAttack) -> cmd.RecordAttack:
    """Return a hit with what stands in the log where its attack was made, if that was left open."""
    if not hit.settles:
        return hit
    there = _answered_by(fight, hit)
    return replace(
        hit,
        label=hit.label or there.label,
        using=hit.using or there.using,
        rolled=there.rolled if hit.rolled is None else hit.rolled,
        against=there.against if hit.against is None else hit.against,
    )


def _answered_by(fight: Played, hit: cmd.RecordAttack) -> cmd.RecordAttack:
    """Return the attack that was left open and of which ``hit`` says what came: each answers the oldest."""
    waiting: list[cmd.RecordAttack] = []
    for number in reversed([*_in_turn(fight)]):
        one = fight.line[number].command
        if isinstance(one, cmd.React) and one.by:
            one = cmd.RecordAttack(who=one.by, target=one.who, kind=one.kind, result=one.result)
        if not isinstance(one, cmd.RecordAttack) or (one.who, one.target) != (hit.who, hit.target):
            continue
        if not one.settles:
            waiting += [] if one.result else [one]
        elif waiting:
            answered = waiting.pop(0)
            if one is hit:
                return answered
    return waiting[0] if waiting else hit


def paid_for(fight: Played, hit: cmd.RecordAttack) -> str:
    """Return the action with which the attack of a hit was paid in its turn, or ''."""
    found = False
    for number in _in_turn(fight):
        deed = fight.line[number].command
        if not isinstance(deed, Deed) or deed.who != hit.who:
            continue
        if isinstance(deed, cmd.RecordAttack):
            if found and not deed.settles:
                return ""
            found = found or (deed.target == hit.target and not deed.settles)
        elif found and isinstance(deed, cmd.Act):
            return deed.name if is_attack(fight.rules, deed.name) else ""
    return ""


def covered_by(fight: Played, target: str, kind: str) -> tuple[str, int] | None:
    """Return which reaction of the round covers ``target`` against attacks of a kind, and what it rolled.

    None where there is none, or its roll is not in the log.
    """
    who = fight.state.combatants.get(target)
    names = () if who is None else covering(fight.rules, who, kind)
    for number in range(fight.cursor - 1 if names else 0, 0, -1):
        entry, before = fight.line[number], fight.line[number - 1]
        react, thrown = entry.command, before.command
        taken = (react.who, react.name) if isinstance(react, cmd.React) else ("", "")
        rolled = isinstance(thrown, cmd.Throw) and thrown.who == target
        if rolled and taken[0] == target and taken[1] in names:
            told = (one for one in before.events if isinstance(one, Told) and one.code == "threw")
            return next(((taken[1], int(one.params["total"])) for one in told), None)
        if begins_round(entry):
            return None
    return None


def strikes_last(fight: Played) -> str:
    """Return who has acted, struck back or been set off last in this turn, if it has not attacked since.

    Whom an attack was recorded of is known by whom it was on; whoever wards something off hurts nobody.
    """
    for deed in deeds(fight):
        if isinstance(deed, cmd.RecordAttack):
            return ""
        if not isinstance(deed, cmd.React) or strikes(fight.rules, deed.name):
            return deed.who
    return ""


class Paid(Struct, frozen=True):
    """What an attack was paid with that is not recorded yet."""

    label: str
    kinds: tuple[AttackKind, ...] = ()
    """The kinds of attack that it may be; () is any."""
    action: str = ""
    """Id of the action that it is, also if it was readied; '' of a reaction, and of words of one's own."""
    reaction: str = ""


def paid_attack(fight: Played, who: str) -> Paid | None:
    """Return with what ``who`` has paid for an attack that is not recorded yet, or None.

    Whose damage was dealt behind it was made: one on several is not recorded.
    """
    rules = fight.rules
    for number in _in_turn(fight):
        deed = fight.line[number].command
        if isinstance(deed, cmd.Apply) and deed.by == who and deed.pipeline == pipeline_for(rules, "damage"):
            return None
        if not isinstance(deed, Deed) or deed.who != who:
            continue
        match deed:
            case cmd.RecordAttack():
                return None
            case cmd.Act() if is_blow(rules, deed.name):
                label = label_in(rules.actions, deed.name)
                return Paid(label, kinds_of_action(rules, deed.name), action=deed.name)
            case cmd.Act() if deed.name not in rules.actions and _attacks_off_turn(rules, deed.cost):
                return Paid(label_in(rules.costs, deed.cost))
            case cmd.React() if strikes(rules, deed.name):
                label = label_in(rules.reactions, deed.name)
                return Paid(label, kinds_of_reaction(rules, deed.name), reaction=deed.name)
            case cmd.Trigger():
                return _readied(fight, number, who)
    return None


def paid_towards(fight: Played, who: str, pipeline: str) -> str:
    """Return the label of what ``who`` has paid in this turn for what a pipeline does, or ''.

    That is one of the actions by which it is done, an attack where it hurts, or what costs as much and is no
    action of the catalogue: a power, or words of the game master's own.
    """
    rules, one = fight.rules, fight.state.combatants.get(who)
    powers = {} if one is None else {own.name: own.rule.cost for own in powers_of(rules, fight.state, one)}
    meant, costs = done_as(rules, pipeline), set[str]()
    for name in meant:
        costs |= set(rules.actions[name].costs)
    for deed in deeds(fight):
        if not isinstance(deed, cmd.Act) or deed.who != who:
            continue
        if deed.name in meant:
            return label_in(rules.actions, deed.name)
        if deed.name not in rules.actions and (deed.cost or powers.get(deed.name)) in costs:
            return deed.name or label_in(rules.costs, deed.cost)
    return ""


def taken_for_attacks(fight: Played, who: str) -> str:
    """Return the label of a type of action that ``who`` took in this turn, or of an action of one; or ''.

    Of an action that is one that lets attack. A type takes more than an attack does: a full-round action may
    be a full attack (E-SRD-18).
    """
    rules = fight.rules
    blows = [
        set(way.takes)
        for name, action in rules.actions.items()
        if is_blow(rules, name)
        for way in rules.costs[action.cost].alternatives
    ]
    for number in _in_turn(fight):
        deed = fight.line[number].command
        if not isinstance(deed, cmd.Act) or deed.who != who:
            continue
        if lets_attack(rules, deed.name):
            return label_in(rules.actions, deed.name)
        ways = () if deed.name or deed.cost not in rules.costs else rules.costs[deed.cost].alternatives
        if ways and all(any(one < set(way.takes) for one in blows) for way in ways):
            return label_in(rules.costs, deed.cost)
    return ""


def _attacks_off_turn(rules: Rules, cost: str) -> bool:
    """Return whether what is taken in the turns of others, by its cost alone, may be an attack."""
    costs = (one for name, rule in rules.actions.items() if is_attack(rules, name) for one in rule.costs)
    return cost in rules.costs and rules.costs[cost].off_turn and cost in costs


def _readied(fight: Played, number: int, who: str) -> Paid | None:
    """Return the attack that was readied and is set off by a step of the log, or None."""
    changed = (one for one in fight.line[number].events if isinstance(one, ReadiedChanged))
    action = next((one.old.action for one in changed if one.who == who and one.old is not None), "")
    return readied_attack(fight, who, action)


def readied_attack(fight: Played, who: str, action: str) -> Paid | None:
    """Return an action that ``who`` has readied as the attack that it is; None of anything else."""
    rules, one = fight.rules, fight.state.combatants.get(who)
    names = () if one is None else [attack.name for attack in plain_attacks(texts_of(one))]
    if not said_attack(rules, action, names):
        return None
    found = id_of_action(rules, action)
    label = label_in(rules.actions, found) if found else action
    return Paid(label, kinds_of_action(rules, found) or kinds_by_words(action), action=found)
