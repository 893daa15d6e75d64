"""Stages: what pipelines, actions, reactions and triggers do to one combatant, step by step."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, assert_never

from msgspec.structs import asdict

from rulesets.engine import authors, checks, degrees, effects, powers, sorting
from rulesets.engine.effects import Span
from rulesets.engine.inputs import read_inputs
from rulesets.engine.ruling import Ruling
from rulesets.engine.scope import owner_of, value_of
from rulesets.engine.sizes import Size
from rulesets.formula.compiling import MAX_NUMBER, FormulaError, as_number
from rulesets.formula.work import STAGE, TRACK
from rulesets.table.combatant import OUT_DEFEATED, Combatant, TrackPlace
from rulesets.table.encounter import OpenCheck
from rulesets.table.outcome import StageResult
from rulesets.table.refusal import Code
from rulesets.table.told import StageTold, Thrown
from rulesets.vocabulary import (
    AbsorbStage,
    AnswerStage,
    AnyStage,
    ApplyStage,
    AskStage,
    ChangeStage,
    CountStage,
    DrawStage,
    EffectStage,
    LetStage,
    LiftStage,
    PlaceStage,
    PlainStage,
    PoolStage,
    ReduceStage,
    ScaleStage,
    SizeStage,
    Stage,
    StatStage,
    TallyStage,
    TrackStage,
    needs_target,
)
from rulesets.vocabulary.stages import OWNER, SIDE, TARGET

STAGE_STEPS, MOVE_STEPS = 5, 20
"""Steps of work that a stage and a move along a track cost, besides what they do."""
MAX_MOVES = 24
"""Moves along tracks, pipelines and what states bring that may set each other off, one inside the other."""
MAX_ANSWERS = 12
"""Answers to rolls that may give each other, one inside of the other."""


class Run:
    """One run of stages on one combatant, and where a stage says so on its target."""

    def __init__(
        self,
        ruling: Ruling,
        who: Combatant,
        local: dict[str, Any],
        edits: dict[str, int],
        by: str,
        actor: str = "",
        target: str = "",
        moved: set[tuple[int, str]] | None = None,
    ) -> None:
        self.ruling = ruling
        self.moved = moved
        """Place of a stage and slot whose count it has moved already, where it runs on each of several."""
        self.own = self.id = who.id
        self.local = local
        self.edits = edits
        self.by = by
        self.by_name = actor
        self.target = target
        self.place = 0
        """Of the present stage in its list."""
        self.results: list[StageResult] = []

    @property
    def who(self) -> Combatant:
        """The one on whom the present stage works."""
        return self.ruling.draft.combatants[self.id]

    @property
    def actor(self) -> Combatant | None:
        """The one who does it, if that is known."""
        return self.ruling.draft.combatants.get(self.by_name)

    def value(self, formula: str) -> Any:
        return value_of(self.ruling.rules, self.ruling.draft, self.who, formula, self.local, self.actor)

    def exact(self, formula: str) -> int | float:
        return as_number(self.value(formula), formula)

    def number(self, stage: Stage, formula: str) -> int:
        """Return the stage's number: the GM's, if edited, or its formula's rounded down."""
        if stage.id in self.edits:
            return self.edits[stage.id]
        return math.floor(self.exact(formula))

    def left(self) -> int:
        return int(self.local.get("left", 0))

    def keep(self, stage: AnyStage, verb: str, number: int, before: int, after: int, name: str = "") -> None:
        if stage.label:
            self.results.append(
                StageResult(stage.id, verb, number, before, after, self.left(), name, self.id, self.place)
            )

    def run(self, stage: AnyStage, place: int) -> None:
        """Run the stage that stands at ``place`` of its list, from 0."""
        self.place = place
        named = len(stage.begin) + len(stage.end)
        self.ruling.work.spend(STAGE_STEPS + named, STAGE, stage.id or stage.label or stage.verb)
        for one in self._whom(stage):
            self.id = one
            if not stage.condition or self.value(stage.condition):
                self._do(stage)
                self._rest(stage)
                settle(self.ruling)
        if not self.id and isinstance(stage, LetStage):  # stages after it can still read the name
            self.local[stage.let] = 0

    def _whom(self, stage: AnyStage) -> list[str]:
        """Return on whom a stage works; nobody, and that is said, if it has no target."""
        if stage.on == SIDE:
            side_of = self.ruling.rules.side_of or "side"
            side = self.ruling.value(side_of, self.ruling.combatant(self.own))
            everybody = self.ruling.draft.combatants.values()
            self.ruling.work.spend(len(self.ruling.draft.combatants), STAGE, stage.id or stage.verb)
            return [one.id for one in everybody if self.ruling.value(side_of, one) == side]
        self.id = self.target if stage.on == TARGET else self.own
        if stage.on == OWNER:
            owner = owner_of(self.ruling.rules, self.ruling.draft, self.ruling.combatant(self.own))
            self.id = owner if owner in self.ruling.draft.combatants else ""
        return [self.id] if self.id else []

    def _do(self, stage: AnyStage) -> None:
        """Do what the verb of a stage says."""
        match stage:
            case LetStage():
                number = self.local[stage.let] = self.edits.get(stage.id, self.value(stage.value))
                self.keep(stage, "let", number if isinstance(number, int) else 0, 0, 0)
            case ReduceStage():
                self._take(stage, "reduce", min(self.left(), max(0, self.number(stage, stage.reduce))))
            case ScaleStage():
                kept = math.floor(self.left() * self.exact(stage.scale))
                self._take(stage, "scale", self.left() - kept)
            case AbsorbStage():
                self._absorb(stage)
            case StatStage():
                self._set(stage)
            case TrackStage():
                self._track(stage)
            case PoolStage():
                self._pool(stage)
            case TallyStage():
                self._tally(stage)
            case CountStage():
                self._count(stage)
            case SizeStage():
                self._size(stage)
            case ApplyStage():
                self._apply(stage)
            case PlaceStage():
                self.ruling.moves.append((self.who.slot, self.ruling.draft.walk.active))
            case AskStage():
                self._ask(stage)
            case AnswerStage():
                self._answer(stage)
            case LiftStage():
                self._lift(stage)
            case DrawStage():
                from rulesets.engine import moving  # which lets moments come, and so stages run

                moving.draw_one_more(self.ruling, stage.draw, self.who.slot)
            case EffectStage() | PlainStage():
                pass  # among what can stand beside a verb
            case _:
                assert_never(stage)

    def _lift(self, stage: LiftStage) -> None:
        """End what bears a name; of several authors only what that one has begun whose effect it is."""
        name, by = str(self.value(stage.lift)), self.by
        every = authors.named(self.ruling.draft, self.id, name)
        if stage.author:
            by = str(self.value(stage.author)) or next((effect.by for effect in every), "")
        theirs = [effect for effect in every if by and effect.by == by]
        for effect in theirs:
            effects.end(self.ruling, effect)
        if not theirs and not (stage.author and every):
            effects.end_state(self.ruling, self.id, name)

    def _take(self, stage: ReduceStage | ScaleStage, verb: str, taken: int) -> None:
        before = self.left()
        self.local["left"] = before - taken
        self.keep(stage, verb, taken, before, before - taken)

    def _absorb(self, stage: AbsorbStage) -> None:
        has = int(self.exact(stage.absorb))
        most = has - min(0, self.ruling.rules.stats[stage.absorb].least or 0)
        wanted = self.edits.get(stage.id, self.left())  # the GM's number counts, whatever is left
        taken = max(0, min(wanted, most))
        self.local["left"] = max(0, self.left() - taken)
        self.ruling.set_stat(self.id, stage.absorb, has - taken)
        self.keep(stage, "absorb", taken, has, has - taken, stage.absorb)

    def _set(self, stage: StatStage) -> None:
        """Change a stat; what it grows by is told as it was reckoned, whatever the cap left of it.

        One that was never entered stays so while it comes to the same: that is no change.
        """
        before = self.exact(stage.stat)
        number = self.number(stage, stage.formula)
        after = self._capped(stage, int(before), number if stage.to else int(before) + number)
        if after != before:
            self.ruling.set_stat(self.id, stage.stat, after)
        self.keep(stage, "set" if stage.to else "gain", number, int(before), after, stage.stat)

    def _tally(self, stage: TallyStage) -> None:
        old = self.who.tallies.get(stage.tally, 0)
        self.ruling.set_tally(self.id, stage.tally, self._changed(stage, old))

    def _count(self, stage: CountStage) -> None:
        rules, slot = self.ruling.rules, self.who.slot
        if rules.orders[stage.count_in].of == "side":
            slot = str(self.value(rules.side_of or "side"))
        if not sorting.has_count(self.ruling, stage.count_in, slot) or (self.place, slot) in (
            self.moved or ()
        ):
            return
        if self.moved is not None:
            self.moved.add((self.place, slot))
        before = self.ruling.draft.orders[stage.count_in].places[slot].count
        after = self._changed(stage, before)
        sorting.set_count(self.ruling, stage.count_in, slot, after)
        self.keep(stage, "count", after - before, before, after, stage.count_in)
        if self.moved is not None:
            self.ruling.counts_moved.append((stage.count_in, slot, before, after))
        elif after != before:
            self.ruling.tell("count-moved", who=slot, order=stage.count_in, old=before, new=after)

    def _pool(self, stage: PoolStage) -> None:
        has = self.who.pools.get(stage.pool, 0)
        if has is None:  # without limit: it can be set, and not changed
            if stage.to:
                self.ruling.set_pool(self.id, stage.pool, self.number(stage, stage.to))
            return
        by = self._number_of(stage, has)
        if stage.too_little and has + by < 0:
            for state in stage.too_little:
                effects.begin_state(self.ruling, self.id, state)
        after = max(0, self._capped(stage, has, has + by))
        self.ruling.set_pool(self.id, stage.pool, after)
        self.keep(stage, "pool", by, has, after, stage.pool)

    def _ask(self, stage: AskStage) -> None:
        rules = self.ruling.rules
        name = str(self.value(stage.named)) if stage.named else stage.ask
        text, local = stage.against or rules.checks[stage.ask].against, {**self.local, "named": name}
        against: int | None = None
        if text:
            number = value_of(rules, self.ruling.draft, self.who, text, local, self.actor)
            against = self.edits.get(stage.id, math.floor(as_number(number, text)))
        other = self.own if stage.on == TARGET else self.target
        roll = rules.checks[stage.ask].marked
        new = OpenCheck(self.id, stage.ask, name, against, self.by, roll, other)
        checks.ask(self.ruling, new)

    def _answer(self, stage: AnswerStage) -> None:
        name = str(self.value(stage.named)) if stage.named else ""
        one = None if stage.named and not name else checks.find(self.ruling, self.id, name)
        if one is not None:
            answer(self.ruling, one, degrees.settled(self.ruling, one, stage.answer))

    def _number_of(self, stage: ChangeStage, before: int) -> int:
        """Return by how much something is to change; the GM's number is that, as it is shown."""
        number = self.number(stage, stage.formula) if stage.formula else 0
        return number - before if stage.to and stage.id not in self.edits else number

    def _changed(self, stage: ChangeStage, before: int) -> int:
        """Return what something becomes that is as much now."""
        return self._capped(stage, before, before + self._number_of(stage, before))

    def _capped(self, stage: ChangeStage, before: int, after: int) -> int:
        """Return ``after``, no higher than the cap; 'size' in its formula is how much a pool holds."""
        if not stage.cap or after <= before:
            return after
        rules, draft, local = self.ruling.rules, self.ruling.draft, self.local
        if isinstance(stage, PoolStage):
            size = value_of(rules, draft, self.who, rules.pools[stage.pool].size)
            local = {**local, "size": MAX_NUMBER if size is None else size}
        cap = as_number(value_of(rules, draft, self.who, stage.cap, local, self.actor), stage.cap)
        return max(before, min(after, math.floor(cap)))

    def _size(self, stage: SizeStage) -> None:
        before = effects.size_now(self.ruling, self.id, stage.size)
        size = Size(max(0, self._changed(stage, before)))
        if not before and effects.is_immune(self.ruling, self.who, stage.size):
            return
        effects.resize(self.ruling, self.id, stage.size, size, self.by)
        after = effects.size_now(self.ruling, self.id, stage.size)
        self.keep(stage, "size", after - before, before, after, stage.size)

    def _apply(self, stage: ApplyStage) -> None:
        given = {name: self.value(formula) for name, formula in stage.inputs.items()}
        rule, who = self.ruling.rules.pipelines[stage.apply], self.who
        inputs = read_inputs(self.ruling, rule.inputs, given, who, rule.label)
        with nested(self.ruling, stage.apply):
            target = self.target if stage.on != TARGET else ""
            run_pipeline(self.ruling, stage.apply, inputs, who, None, self.by, self.by_name, target=target)

    def _begin(self, stage: EffectStage) -> None:
        if effects.is_immune(self.ruling, self.who, stage.effect):
            return
        rounds = self.number(stage, stage.rounds) if stage.rounds else -1
        span = effects.span_of(
            self.ruling, stage.effect, self.id, Span(rounds, until=stage.until), self.by_name
        )
        size = Size(max(0, self.number(stage, stage.value))) if stage.value else None
        effects.begin(self.ruling, self.who, stage.effect, span, self.by or self.id, size)

    def _track(self, stage: TrackStage) -> None:
        before = self.who.tracks.get(stage.track, TrackPlace()).step
        by = self._changed(stage, before) - before
        kept, recovers = stage.persistent, stage.recovers
        move_track(self.ruling, self.who, stage.track, by, persistent=kept, recovers=recovers)
        after = self.who.tracks.get(stage.track, TrackPlace()).step
        self.keep(stage, "track", after - before, before, after, stage.track)

    def _rest(self, stage: AnyStage) -> None:
        before = len(self.ruling.events)
        for state in stage.end:
            effects.end_state(self.ruling, self.id, state)
        for state in stage.begin:
            effects.begin_state(self.ruling, self.id, state)
        if stage.flag:
            shown = {name: self.value(formula) for name, formula in stage.shows.items()}
            self.ruling.flag(stage.flag, self.id, shown)
        begun = ""
        if isinstance(stage, EffectStage):
            begun = stage.effect
            self._begin(stage)
        if stage.out:
            self.ruling.set_out(self.id, "" if stage.out == "restore" else stage.out)
        news = len(self.ruling.events) > before  # what was so already is none
        if news and not isinstance(stage, TrackStage):
            self.keep(stage, "state", 0, 0, 0, (*stage.begin, *stage.end, begun)[0])


def counted_ahead(
    ruling: Ruling, does: tuple[AnyStage, ...], who: Combatant, local: Mapping[str, Any]
) -> Combatant:
    """Return ``who`` with the tallies as its own ``does`` will leave them: its roll counts them already."""
    told, one = dict(local), who
    for stage in does:
        if stage.on != "self" or not isinstance(stage, LetStage | TallyStage):
            continue
        read = partial(value_of, ruling.rules, ruling.draft, one, local=told, actor=who)
        if stage.condition and not read(stage.condition):
            continue
        if isinstance(stage, LetStage):
            told[stage.let] = read(stage.value)
        else:
            number = math.floor(as_number(read(stage.formula), stage.formula))
            old = 0 if stage.to else one.tallies.get(stage.tally, 0)
            one = one.having(tallies={**one.tallies, stage.tally: old + number})
    return one


def known_target(
    ruling: Ruling, does: tuple[AnyStage, ...], target: str, who: str, name: str, cite: str = ""
) -> str:
    """Return the target of what ``who`` does, or '' where none is needed.

    Raises:
        Refused: if one is needed and nobody is named; if the GM insists, the rest of it happens.
    """
    if not needs_target(does, ruling.rules):
        return ""
    if not target:
        ruling.forbid(Code.REQUIREMENT, "needs-target", cite, who=who, name=name)
        return ""
    return ruling.combatant(target).id


def tell_pools(ruling: Ruling, results: list[StageResult], actor: str) -> None:
    """Tell what somebody else has left of a pool after what ``actor`` did: it is no cost of an own act."""
    for result in results:
        if result.verb == "pool" and result.who != actor and result.before != result.after:
            old, new = result.before, result.after
            ruling.tell("pool-changed", who=result.who, pool=result.name, old=old, new=new)


def run(
    ruling: Ruling,
    stages: tuple[AnyStage, ...],
    who: Combatant,
    local: dict[str, Any],
    edits: dict[str, int] | None = None,
    by: str = "",
    actor: str = "",
    target: str = "",
    moved: set[tuple[int, str]] | None = None,
) -> list[StageResult]:
    """Run ``stages`` on ``who`` with ``local`` values; ``edits`` are numbers the GM changed by stage.

    ``by`` is whose effects they begin, ``actor`` who does it as far as that was said, ``target`` whom
    stages with on = 'target' work on; without one those are passed over. ``moved`` is what the same stages
    have done at this moment to others, of what happens but once to those who share a count.
    """
    one = Run(ruling, who, local, edits or {}, by, actor, target, moved)
    for place, stage in enumerate(stages):
        one.run(stage, place)
    return one.results


@contextmanager
def nested(ruling: Ruling, name: str) -> Iterator[None]:
    """Let something run inside of something else that has set it off.

    Raises:
        Refused: if too much sets each other off.
    """
    if ruling.moving >= MAX_MOVES:
        raise ruling.reject(Code.BAD_VALUE, "endless", name=name)
    ruling.moving += 1
    yield
    ruling.moving -= 1


def run_pipeline(
    ruling: Ruling,
    name: str,
    inputs: Mapping[str, Any],
    who: Combatant,
    edits: dict[str, int] | None,
    by: str,
    actor: str,
    thrown: Sequence[Thrown] = (),
    target: str = "",
) -> list[StageResult]:
    """Run a pipeline on ``who`` with ``inputs`` that were read, and tell what it came to.

    ``by`` is whose effects it begins, ``actor`` who does it as far as that was said; ``thrown`` are the dice
    that the inputs were rolled with, ``target`` whom the act was aimed at that has applied it: rolls that it
    asks for remember that.
    """
    pipeline, local = ruling.rules.pipelines[name], dict(inputs)
    if pipeline.amount:
        local["left"] = inputs.get(pipeline.amount) or 0
    results = run(
        ruling, pipeline.stages, who, local, edits, by or ruling.draft.walk.active, actor, target=target
    )
    shown = [{key: getattr(result, key) for key in StageTold.__struct_fields__} for result in results]
    told = {key: value for key, value in inputs.items() if value not in (None, "", False)}
    fell = [{**asdict(one), "fell": list(one.fell), "who": ""} for one in thrown]
    dice = {"thrown": fell} if fell else {}
    ruling.tell("applied", pipeline=name, who=who.id, by=actor, inputs=told, stages=shown, **dice)
    return results


def told_of_state(ruling: Ruling, state: str, size: int) -> dict[str, Any]:
    """Return what stages of a state can read besides: how large it is, its id, and which kind it is of."""
    rule = ruling.rules.states.get(state)
    return {"size": size, "state": state, "kind": "" if rule is None else rule.kind}


def settle(ruling: Ruling) -> None:
    """Let happen what the states bring that have begun, or leave behind that have ended."""
    while ruling.due:
        (who, state), was = next(iter(ruling.due.items()))
        del ruling.due[who, state]
        now, rule = ruling.in_force(who, state), ruling.rules.states[state]
        does = rule.on_begin if now else rule.on_end
        if now == was or not does or who not in ruling.draft.combatants:
            continue
        local = told_of_state(ruling, state, effects.size_now(ruling, who, state))
        effect = authors.first(ruling.rules, ruling.draft, who, state)
        with nested(ruling, state):
            run(ruling, does, ruling.draft.combatants[who], local, by=effect.by if effect else who)


def answer(ruling: Ruling, one: OpenCheck, given: degrees.Answer) -> None:
    """Close what was asked for, and let happen what comes of its answer.

    Raises:
        FormulaError: if answers give each other without end.
    """
    if ruling.answering >= MAX_ANSWERS:
        raise FormulaError("rolls that are asked for and answered by each other go on without end")
    ruling.close_check(one)
    total = given.total if given.known else None
    name, against, degree = one.name, one.against, given.degree
    ruling.tell(
        "checked", who=one.who, check=one.check, name=name, against=against, total=total, degree=degree
    )
    powers.answered(ruling, one, degree)
    ruling.answering += 1
    does, who = ruling.rules.checks[one.check].does(given.degree), ruling.draft.combatants[one.who]
    target = one.target if one.target in ruling.draft.combatants else ""  # it may have left
    told = {**given.told, "target": target}
    run(ruling, does, who, told, by=one.by, actor=one.by if one.target else "", target=target)
    ruling.answering -= 1


def move_track(
    ruling: Ruling, who: Combatant, track: str, by: int, *, persistent: bool = False, recovers: bool = False
) -> None:
    """Move along a track, stopping at both ends; states of the steps begin and end with it.

    ``persistent``: steps down do not recover by themselves, steps up lift them, too. ``recovers``: steps
    up stop where the persistent ones begin (E-SW-07).
    """
    rule = ruling.rules.tracks[track]
    old = who.tracks.get(track, TrackPlace())
    last = len(rule.steps) - 1
    if rule.last:
        last = min(last, max(0, ruling.number(rule.last, who)))
    step = max(0, min(last, old.step + by))
    if recovers and by < 0:
        step = max(step, min(old.step, old.persistent))
    kept = old.persistent + max(0, step - old.step) if persistent else old.persistent
    new = TrackPlace(step, min(kept, step))
    if new == old:
        return
    cause = ruling.work.cause
    if cause is None or cause[0] != TRACK:
        ruling.work.cause = TRACK, track
    ruling.work.spend(MOVE_STEPS, *(ruling.work.cause or (TRACK, track)))
    if ruling.moving >= MAX_MOVES:
        raise ruling.reject(Code.BAD_VALUE, "endless", name=track)
    ruling.set_track(who.id, track, new)
    before, after = rule.steps[old.step], rule.steps[new.step]
    for state in before.states:
        if state not in after.states:
            effects.end_state(ruling, who.id, state)
    for state in after.states:
        effects.begin_state(ruling, who.id, state)
    if after.out and not ruling.draft.combatants[who.id].out:
        ruling.set_out(who.id, OUT_DEFEATED)
    elif before.out and not after.out and ruling.draft.combatants[who.id].out == OUT_DEFEATED:
        ruling.set_out(who.id, "")
    does = rule.on_worse if step > old.step else rule.on_better
    ruling.moving += 1
    run(ruling, does, ruling.draft.combatants[who.id], {"moved": abs(step - old.step)})
    ruling.moving -= 1
    ruling.work.cause = cause
