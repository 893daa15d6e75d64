"""What players are shown of a fight, as one plain value: whose turn it is, who is next, how they all fare.

The window on a second screen and the page for phones show a :class:`PlayersScreen`, and nothing besides. It
is made of a scene that players see (:class:`~rulesets.seen.scene.Viewer` with ``Audience.PLAYERS``), so
nothing that is kept from them can be in it, and of that only what the game master has chosen
(:class:`~rulesets.seen.facts.Facts`).

Labels are the ruleset's own, in the language in which it was loaded. What is said in general (that somebody
waits, is hurt, has declared) is a code or a flag: whoever shows it says it in the language of whoever reads
it. Ids are those by which players know somebody (:meth:`~rulesets.seen.players.Names.id`), which need not be
those of the encounter. Encoded as JSON, a field that has its default is left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from rulesets.formula.compiling import FormulaError
from rulesets.seen.facts import Facts
from rulesets.seen.labels import label_in, said_fields, spelled
from rulesets.seen.number_format import UNPLACED, minus, step_label
from rulesets.seen.players import Names
from rulesets.seen.queries import value_of
from rulesets.seen.scene import Audience, PoolSeen, Scene, Turn, Viewer
from rulesets.seen.sides import numbered, played_sides
from rulesets.table.changes import Changes
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import RUNNING, SETUP, Effect, Encounter
from rulesets.vocabulary import Rules

BAR_STEP = 5
"""Percent: bars go by such steps, so that nobody can work numbers out of them."""
UNHURT, HURT, HALF, LOW, DOWN = "unhurt", "hurt", "half", "low", "down"
"""How somebody fares by the share of points that is left: all · more than half · half or less · a quarter or
less · none."""


class PointsShown(Struct, frozen=True, omit_defaults=True):
    """Hit points as numbers."""

    now: int
    full: int = 0
    """0 if nothing says how many there are at full health."""
    extra: int = 0
    """Temporary points."""


class TrackShown(Struct, frozen=True, omit_defaults=True):
    """A place on a condition track."""

    label: str
    """What the track is called."""
    step: str
    """What the step reached is called."""
    at: int = 0
    """Its number, 0 is unhurt."""
    last: int = 0
    """Number of the worst step."""
    kept: int = 0
    """Steps that do not recover by themselves."""
    short: str = ""
    """What the step is called in at most four letters; '' if it has only its name."""


class ConditionShown(Struct, frozen=True, omit_defaults=True):
    """A state or an effect on somebody."""

    name: str
    """As the ruleset calls it, with the numbers that stand beside it."""
    tone: str = ""
    """good · bad · '' for whoever has it."""
    left: int = -1
    """Rounds left; 0: a check is due, -1: it does not count down."""
    by: str = ""
    """Name of who has brought it, where that is part of it: surprised by somebody."""
    notes: str = ""
    """What is noted on it for everybody."""


class TokenShown(Struct, frozen=True, omit_defaults=True):
    """What is left to spend of a pool."""

    label: str
    short: str
    """At most four letters."""
    left: int | None = None
    """None is without limit."""
    size: int | None = None
    number: bool = False
    """Told as 'AP 4/6' and not by single tokens."""
    extra: int = 0
    """What is left of the pools that are told on this one's token."""


class AnnouncedShown(Struct, frozen=True, omit_defaults=True):
    """One act that was announced, a declaration, or a reaction that came in between."""

    label: str
    """What the declaration or reaction is called; '' of a numbered act that says what it is."""
    said: str = ""
    """What was said of it; '' of a numbered act is still open."""
    number: int = 0
    """Which act of the round it is, from 1; 0 if acts are not counted."""
    how: str = "said"
    """said · to-come · now · done · spare (used up by a reaction) · extra (a reaction on top) · lost"""


class SideShown(Struct, frozen=True, omit_defaults=True):
    """A side that has somebody whom players see."""

    label: str
    number: int = 0
    """Chooses colour and shape (:mod:`rulesets.seen.sides`), and stays the same while the side is there."""
    own: bool = False
    """Player characters are on it."""


class RowShown(Struct, frozen=True, omit_defaults=True):
    """One combatant."""

    id: str
    name: str
    side: int = 0
    """Number of its side (:class:`SideShown`)."""
    kind: str = ""
    """pc · npc"""
    own: bool = False
    """It is shown in full: players play it, or it stands at their side."""
    follows: str = ""
    """Name of the first one of its group if it is another member; they share count and turn."""
    count: str = ""
    """Initiative count or card; '' where it is not shown or none yet."""
    active: bool = False
    """It acts, or declares, now."""
    next: bool = False
    """Its turn comes next."""
    must: bool = False
    """Only those who wait are left, and this one has to go."""
    choosable: bool = False
    """Can be chosen to go next."""
    acted: bool = False
    """Has had its turn in this pass."""
    waiting: bool = False
    """Waits, or has put its turn off."""
    missed: bool = False
    """Has no turn in this pass any more."""
    readied: str = ""
    """What sets its readied action off; '' if it has none, or it is kept from the players."""
    out: str = ""
    """'' · defeated · disabled; where a state says so, that stands among the conditions, too."""
    unaware: bool = False
    """It is surprised, or will be."""
    declared: bool = False
    """Has declared in the phase of declaring that goes on: sealed or not, everybody sees that it has."""
    level: str = ""
    """unhurt · hurt · half · low · down, of whoever has points that are shown in words or numbers."""
    word: str = ""
    """The ruleset's word for how hurt it is ('Bloodied'); '' where it has none, and ``level`` says it."""
    points: PointsShown | None = None
    bar: int = -1
    """Percent of points left, in steps of BAR_STEP: 0 only for none, 100 only for all; -1 is not shown."""
    tracks: tuple[TrackShown, ...] = ()
    """The main track first; of others but their own nothing else."""
    conditions: tuple[ConditionShown, ...] = ()
    tokens: tuple[TokenShown, ...] = ()
    """What is left to do, of their own."""
    announced: tuple[AnnouncedShown, ...] = ()
    notes: str = ""
    """What is noted about it for everybody."""


class PlayersScreen(Struct, frozen=True, omit_defaults=True):
    """All that players are shown."""

    status: str = SETUP
    """setup · running · over"""
    title: str = ""
    """Name of the encounter, if it is shown."""
    round: int = 0
    """0 before the first one."""
    stage: str = ""
    """start · opening (the surprise round) · round; '' while no fight is running"""
    phase: str = ""
    """Label of the phase; '' where a round has only one."""
    activity: str = ""
    """What it is for: roll · declare · act · tick"""
    pass_word: str = ""
    """What a pass of the phase is called ('segment'); '' where there are none."""
    pass_number: int = 0
    sealed: bool = False
    """What is declared is not told yet."""
    open: int = 0
    """How many whom the players see have still to declare."""
    points_label: str = ""
    """What points are called: 'Hit points'."""
    count_label: str = ""
    """What the counts are: 'Initiative'."""
    sides: tuple[SideShown, ...] = ()
    rows: tuple[RowShown, ...] = ()
    """From top to bottom. Whoever acts and whoever is next is always among them."""
    left_out: int = 0
    """How many of those whom the players know of are not among the rows, as the game master wants it."""
    notes: str = ""
    """What is noted about the encounter for everybody."""


NOTHING = PlayersScreen()
"""Shown while no encounter is open."""


def players_screen(
    scene: Scene, facts: Facts, title: str = "", before: PlayersScreen = NOTHING
) -> PlayersScreen:
    """Return what players are shown of a scene that players see; raises ValueError for any other scene.

    Args:
        scene: What players see of the encounter.
        facts: What of it they are shown.
        title: Name of the encounter.
        before: What they were shown until now: its sides keep their numbers.
    """
    return Showing(scene, facts, before.sides).shown(title)


class Following:
    """What players are shown of one fight, step by step: rows that nothing has touched stay."""

    def __init__(self, rules: Rules, facts: Facts, before: PlayersScreen = NOTHING) -> None:
        """Begin to show ``facts`` of a fight that goes by ``rules``; sides keep the numbers of ``before``."""
        self.viewer = Viewer(rules, Audience.PLAYERS)
        self.facts = facts
        self.scene: Scene | None = None
        """What players see of the encounter that was looked at last."""
        self.now = before
        """What they are shown."""
        self._last: Showing | None = None

    def look(self, state: Encounter, title: str = "", changes: Changes | None = None) -> PlayersScreen:
        """Return what players are shown of an encounter.

        ``changes`` says all that differs from the one that was looked at before; without them everything may.
        """
        scene = self.viewer.look(state)
        showing, last = Showing(scene, self.facts, self.now.sides), self._last
        if last is not None and changes is not None and not _differs(changes, last, showing):
            showing.keep(last, _touched(changes, last, showing, state))
        self.scene, self._last = scene, showing
        self.now = showing.shown(title)
        return self.now


def _differs(changes: Changes, last: Showing, now: Showing) -> bool:
    """Return whether any row may look different, or who is known to be whom."""
    if changes.whole or changes.passes or changes.clock or changes.joined or changes.left:
        return True
    before, after = last.scene.state, now.scene.state
    if last.scene.sealed != now.scene.sealed or last.common != now.common:
        return True
    old = {ident: (who.name, who.side, who.group) for ident, who in before.combatants.items()}
    return old != {ident: (who.name, who.side, who.group) for ident, who in after.combatants.items()}


def _touched(changes: Changes, last: Showing, now: Showing, state: Encounter) -> set[str]:
    """Return the ids whose rows may look different, as players know them."""
    names = Names(state.combatants)
    slots = {names.slot(slot) for slot in changes.slots}
    slots |= {slot for _, slot in last.standing_out ^ now.standing_out}
    found = {names.id(who) for who in changes.combatants}
    for slot in slots:
        found.update(now.scene.members.get(slot, ()))
    return found


class Showing:
    """Makes what players are shown of one scene, row by row."""

    def __init__(self, scene: Scene, facts: Facts, before: Iterable[SideShown] = ()) -> None:
        """Show ``facts`` of a scene that players see; raises ValueError for any other."""
        if scene.viewer.audience is not Audience.PLAYERS:
            raise ValueError("players are shown only what they may see")
        self.scene, self.rules, self.facts = scene, scene.rules, facts
        people = scene.state.combatants.values()
        own, known = played_sides(people), {side.label: side.number for side in before}
        sides = dict.fromkeys(who.side for who in people)
        numbers = numbered(sides, own, known)
        self._sides = {side: numbers[side] for side in sides}
        self._own_sides = frozenset(own)
        self._next = frozenset(scene.next)
        self._kept: dict[str, RowShown] = {}

    @property
    def common(self) -> object:
        """What every row goes by."""
        return self._sides, self._own_sides, self.facts

    @cached_property
    def standing_out(self) -> frozenset[tuple[str, str]]:
        """How slots stand out from the others by whose turn it is: (how, slot)."""
        walk, choice = self.scene.state.walk, self.scene.choice
        ways = {
            "now": walk.under_way,
            "next": self._next,
            "must": (self.scene.must_act,),
            "can": () if choice is None else choice.slots,
            "by": () if choice is None else (choice.who,),
        }
        return frozenset((way, slot) for way, slots in ways.items() for slot in slots)

    def keep(self, last: Showing, touched: Collection[str]) -> None:
        """Show again the rows of ``last`` that were not touched since."""
        self._kept = {ident: row for ident, row in last.made.items() if ident not in touched}

    @cached_property
    def made(self) -> Mapping[str, RowShown]:
        """The row of everybody whom players see, by id, in their order."""
        people = self.scene.state.combatants
        return {ident: self._kept.get(ident) or self.row(people[ident]) for ident in self.scene.order}

    def shown(self, title: str) -> PlayersScreen:
        """Return all of it."""
        scene, clock, phase = self.scene, self.scene.state.clock, self.scene.phase
        rows = tuple(self.made.values())
        shown = tuple(row for row in rows if self._is_shown(row))
        declaring, order = scene.declaring, scene.viewer.order
        running = clock.status == RUNNING
        several = sum(one.when == "round" for one in self.rules.phases) > 1
        return PlayersScreen(
            status=clock.status,
            title=title if self.facts.title else "",
            round=clock.round,
            stage=clock.stage if running else "",
            phase=phase.label if running and phase is not None and several else "",
            activity=scene.activity if running else "",
            pass_word=phase.pass_name if running and phase is not None and phase.repeats else "",
            pass_number=clock.segment if running and phase is not None and phase.repeats else 0,
            sealed=running and scene.sealed,
            open=0 if declaring is None else len(declaring.open) - len(declaring.late),
            points_label=self.rules.stats[scene.viewer.vital].label if scene.viewer.vital else "",
            count_label=order.label if order is not None and self.facts.counts else "",
            sides=tuple(
                SideShown(side, number, side in self._own_sides) for side, number in self._sides.items()
            ),
            rows=shown,
            left_out=len(rows) - len(shown),
            notes=scene.state.shared.strip() if self.facts.notes else "",
        )

    def _is_shown(self, row: RowShown) -> bool:
        if self.facts.order == "all" or row.own or self.scene.state.clock.status != RUNNING:
            return True
        return row.active or row.next or row.must or row.choosable

    def in_full(self, who: Combatant) -> bool:
        """Return whether nothing that may be told of somebody is held back."""
        return self.scene.tells_numbers(who) or (self.facts.allies and who.side in self._own_sides)

    def row(self, who: Combatant, *, own: bool = False) -> RowShown:
        """Return what is shown of one combatant; of those who are their ``own`` everything."""
        scene, facts, turn = self.scene, self.facts, self.scene.turn(who)
        own = own or self.in_full(who)
        level, word, points, bar = self._health(who, own=own)
        members = scene.members.get(who.slot, ())
        leads = not members or members[0] == who.id or scene.state.clock.status == SETUP
        return RowShown(
            id=who.id,
            name=who.name,
            side=self._sides[who.side],
            kind=who.kind,
            own=own,
            follows="" if leads else scene.state.combatants[members[0]].name,
            count=self._count(who) if facts.counts else "",
            active=turn.active,
            next=who.slot in self._next and not who.out and not turn.active,
            must=turn.must,
            choosable=turn.choosable,
            acted=turn.acted,
            waiting=turn.waiting or turn.put_off is not None,
            missed=_has_missed(turn),
            readied="" if who.readied is None else who.readied.trigger.strip() or spelled(who.readied.action),
            out=who.out,
            unaware=scene.unaware(who) and (own or facts.conditions),
            declared=scene.activity == "declare" and who.done,
            level=level,
            word=word,
            points=points,
            bar=bar,
            tracks=self._tracks(who, own=own),
            conditions=tuple(self.conditions(who)) if own or facts.conditions else (),
            tokens=tuple(self.tokens(who)) if own else (),
            announced=tuple(self._announced(who)) if own or facts.declared else (),
            notes=who.shared.strip() if facts.notes else "",
        )

    def _count(self, who: Combatant) -> str:
        count = self.scene.count(who)[0]
        return "" if count == UNPLACED or self.scene.spent(who) else count

    # -- how it fares ------------------------------------------------------------------------------

    def _tracks(self, who: Combatant, *, own: bool) -> tuple[TrackShown, ...]:
        """Return all tracks of their own; of others the main one, if it is shown how they fare."""
        tracks = tuple(self.tracks(who))
        return tracks if own else () if self.facts.points == "nothing" else tracks[:1]

    def _health(self, who: Combatant, *, own: bool) -> tuple[str, str, PointsShown | None, int]:
        """Return how hurt somebody is: by a code, by the ruleset's word, as numbers, as percent."""
        shown_as = "numbers" if own else self.facts.points
        points = self.scene.points_of_anybody(who) if shown_as != "nothing" else None
        if points is None:
            return "", "", None, -1
        bar = percent_left(points.now, points.full)
        if shown_as == "bar":
            return "", "", None, bar
        level, word = level_of(points.now, points.full), self._look(points.stat, who)
        if shown_as == "words":
            return level, word, None, -1
        return level, word, PointsShown(points.now, points.full, points.extra), bar

    def _look(self, stat: str, who: Combatant) -> str:
        """Return the ruleset's word for how somebody looks; '' where it has none now."""
        told = self.scene.told
        who = told.combatants.get(who.id, who)
        for look in self.rules.stats[stat].looks:
            try:
                if not look.condition or value_of(self.rules, told, who, look.condition):
                    return look.label
            except FormulaError:
                continue
        return ""

    def tracks(self, who: Combatant) -> Iterator[TrackShown]:
        """Yield where somebody stands on each track, on the main one first."""
        for seen in self.scene.tracks(who):
            rule = self.scene.viewer.tracks[seen.id]
            label, last = rule.label or spelled(seen.id), len(rule.steps) - 1
            short = minus(rule.steps[seen.at].short)
            yield TrackShown(label, step_label(rule, seen.at), seen.at, last, seen.persistent, short)

    def conditions(self, who: Combatant) -> Iterator[ConditionShown]:
        """Yield the states and effects on somebody, and what ties it to others."""
        scene, rules = self.scene, self.rules
        for name in scene.states_left(who):
            label = label_in(rules.states, name) + scene.numbers_beside(who, name)
            yield ConditionShown(label, self._tone(name))
        for tie in scene.ties(who):
            if tie.over == who.id and tie.of in scene.state.combatants:
                by = scene.state.combatants[tie.of].name
                yield ConditionShown(label_in(rules.relations, tie.name), "bad", by=by)
        for effect in scene.effects(who):
            yield self._effect(effect)

    def _effect(self, effect: Effect) -> ConditionShown:
        name = f"{label_in(self.rules.states, effect.name)} {effect.large}".rstrip()
        notes = effect.shared.strip() if self.facts.notes else ""
        return ConditionShown(name, self._tone(effect.name), effect.left, notes=notes)

    def _tone(self, state: str) -> str:
        rule = self.rules.states.get(state)
        return rule.tone if rule is not None and rule.tone in ("good", "bad") else ""

    # -- what it does ------------------------------------------------------------------------------

    def tokens(self, who: Combatant) -> Iterator[TokenShown]:
        """Yield what somebody has left to spend."""
        return (self.token(seen) for seen in self.scene.pools(who, inner=False))

    def token(self, seen: PoolSeen) -> TokenShown:
        """Return what is left of one pool."""
        pool = self.rules.pools[seen.id]
        label = pool.label or spelled(seen.id)
        short, number = pool.short or label[:4].upper(), pool.shown == "number"
        return TokenShown(label, short, seen.left, seen.size, number, seen.extra)

    def _announced(self, who: Combatant) -> Iterator[AnnouncedShown]:
        """Yield what somebody has announced; nothing while it is sealed."""
        if self.scene.sealed:
            return
        for act in self.scene.announced(who):
            rule = self.rules.declarations.get(act.name)
            label = label_in(self.rules.reactions if rule is None else self.rules.declarations, act.name)
            fields = [one for one in said_fields(self.rules, rule, act.fields, self._name) if one]
            counted = act.number and act.name in self.rules.declarations
            said = act.text or ", ".join(fields)
            yield AnnouncedShown("" if counted else label, said, act.number, act.how)

    def _name(self, who: str) -> str:
        one = self.scene.state.combatants.get(who)
        return "" if one is None else one.name


def _has_missed(turn: Turn) -> bool:
    return bool(turn.missed) or turn.idle or turn.used_up


def percent_left(now: int, full: int) -> int:
    """Return what is left in percent, in steps of BAR_STEP; 0 only for none, 100 only for all."""
    if now <= 0:
        return 0
    if full <= 0 or now >= full:
        return 100
    steps = round(100 * now / full / BAR_STEP)
    return min(max(steps, 1), 100 // BAR_STEP - 1) * BAR_STEP


def level_of(now: int, full: int) -> str:
    """Return how somebody fares with so many points of so many."""
    if now <= 0:
        return DOWN
    if full <= 0 or now >= full:
        return UNHURT
    return LOW if now * 4 <= full else HALF if now * 2 <= full else HURT
