"""Why a number is what it is: asks the rules core, and has the answer put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QCoreApplication

from desktop.widgets.citations import cited
from rulesets.formula.compiling import FormulaError
from rulesets.seen.attacks import defence_stats
from rulesets.seen.harm import threshold_stats
from rulesets.seen.labels import entry_label, label_in
from rulesets.seen.number_format import minus
from rulesets.seen.queries import value_of
from rulesets.seen.why.explain import Explanation, explain_pool, explain_roll, explain_stat, explain_track
from rulesets.seen.why.log import MOST_CHANGES, Back, changes_of
from rulesets.seen.why.order import explain_count
from rulesets.seen.why.stages import explain_stages
from rulesets.table.combatant import Combatant
from rulesets.table.commands import Apply
from rulesets.table.encounter import Encounter
from rulesets.vocabulary import Rules
from rulesets.words.explaining import Why, WhyLine

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


class Whys:
    """Answers of the open encounter. An answer is a tuple: nothing, or one explanation or several."""

    def __init__(self, bridge: Bridge, texts: Texts) -> None:
        """Ask about the bridge's encounter."""
        self._bridge = bridge
        self._texts = texts
        self._back = Back()

    def stat(self, who: str, name: str) -> tuple[Why, ...]:
        """Return what a stat is made of; of a skill that is rolled also what its next roll is made of."""
        combatant = self._who(who)
        if combatant is None or name not in self._rules.stats:
            return ()
        if name == self._bridge.viewer.vital:
            return self.points(who)
        try:
            found = [explain_stat(self._rules, self._state, combatant, name)]
            if self._rules.act_roll and self._rules.stats[name].type == "code":
                found.append(explain_roll(self._rules, self._state, combatant, name))
        except (FormulaError, ArithmeticError):
            return ()
        said = self._said(*found)
        return (self._with_history(combatant, name, said[0]), *said[1:])

    def _with_history(self, who: Combatant, name: str, why: Why) -> Why:
        """Return the answer about a number that was entered with what the log says has changed it."""
        value, rule = who.stats.get(name), self._rules.stats[name]
        if rule.type != "number" or not isinstance(value, int) or not why.lines:
            return why
        lines = self._history(who, name, value)
        if len(lines) < 2:
            return why
        return structs.replace(why, lines=(*lines, *why.lines[1:]))

    def _history(self, who: Combatant, name: str, now: int) -> list[WhyLine]:
        """Return what a number that is ``now`` stood at, and what has changed it since, line by line."""
        log = self._bridge.log
        before, changes = changes_of(log, who.id, name, self._usual(who, name))
        begun = now if before is None or not changes else int(before)
        lines = [WhyLine(0, _number(begun), self._began(len(changes)))]
        for number, by in changes:
            text = self._texts.entry(log[number])
            label = f"{text.place}: {text.title}" if text.place else text.title
            lines.append(WhyLine(0, minus(f"{by:+g}"), label))
        return lines

    def _usual(self, who: Combatant, name: str) -> int:
        """Return what a stat is of whom nobody has entered it."""
        without = structs.replace(who, stats={key: one for key, one in who.stats.items() if key != name})
        try:
            return int(value_of(self._rules, self._state, without, name) or 0)
        except (FormulaError, ArithmeticError, ValueError, TypeError):
            return 0

    def all_of(self, who: str) -> tuple[Why, ...]:
        """Return why somebody acts when it does, its next roll, points and defences; of tracks how far down.

        By which numbers it goes whether damage moves a track is told, too.
        """
        combatant = self._who(who)
        moved = set() if combatant is None else {name for name, at in combatant.tracks.items() if at.step}
        tracks = [one for name in self._rules.tracks if name in moved for one in self.track(who, name)]
        limits = dict.fromkeys(
            stat for name in self._rules.tracks for stat in threshold_stats(self._rules, name)
        )
        at = [one for stat in limits for one in self.stat(who, stat)]
        hit = [one for stat in defence_stats(self._rules) for one in self.stat(who, stat)]
        return (*self.count(who), *self.next_roll(who), *self.points(who), *hit, *tracks, *at)

    def next_roll(self, who: str) -> tuple[Why, ...]:
        """Return what the next act that was declared is rolled with, if that may be told."""
        combatant = self._who(who)
        roll = None if combatant is None else self._bridge.scene.next_roll(combatant)
        if combatant is None or roll is None:
            return ()
        return self._said(explain_roll(self._rules, self._state, combatant, roll.skill))

    def points(self, who: str) -> tuple[Why, ...]:
        """Return what points are made of: what there is at full health, and what has changed them."""
        combatant, scene = self._who(who), self._bridge.scene
        seen = None if combatant is None else scene.points(combatant)
        if combatant is None or seen is None:
            return ()
        rules = self._rules
        rule, full = rules.stats[seen.stat], rules.stats[seen.stat].formula
        lines = self._history(combatant, seen.stat, seen.now + seen.owed)
        if lines[0].value == _number(seen.full) and full in rules.stats:
            lines[0] = structs.replace(lines[0], label=label_in(rules.stats, full))
            inside = self._texts.why(explain_stat(rules, self._state, combatant, full)).lines
            lines[1:1] = (structs.replace(line, depth=line.depth + 1) for line in inside)
        if seen.owed:
            label = ", ".join(label_in(rules.stats, stat) for stat in scene.viewer.owed)
            lines.append(WhyLine(0, _number(-seen.owed), label))
        value = f"{_number(seen.now)} / {_number(seen.full)}" if seen.full else _number(seen.now)
        return (Why(entry_label(rule, seen.stat), value, tuple(lines), (), rule.text, cited(rule.cite)),)

    def _began(self, changes: int) -> str:
        if changes == MOST_CHANGES:
            return QCoreApplication.translate("Whys", "before that")
        if changes:
            return QCoreApplication.translate("Whys", "to begin with")
        return QCoreApplication.translate("Whys", "as entered: nothing has changed it since")

    def cell(self, who: str, column: str) -> tuple[Why, ...]:
        """Return why the number in a column of the list is what it is; () of those that say it themselves."""
        of, colon, name = column.partition(":")
        match of:
            case "roll":
                return self.next_roll(who)
            case "health":
                return self.points(who)
            case "stat" if colon:
                return self.stat(who, name)
            case "pool" if colon:
                return self.pool(who, name)
        return ()

    def roll(self, who: str, skill: str) -> tuple[Why, ...]:
        """Return what a roll with a skill is made of now."""
        combatant = self._who(who)
        if combatant is None or skill not in self._rules.stats:
            return ()
        return self._said(explain_roll(self._rules, self._state, combatant, skill))

    def pool(self, who: str, name: str) -> tuple[Why, ...]:
        """Return what is left of a pool and of those shown within it; of points, what they are."""
        combatant, rules = self._who(who), self._rules
        resource = rules.resources.get(name.removeprefix("resource:"))
        if combatant is not None and resource is not None:
            return self.stat(who, resource.stat)
        if combatant is None or name not in rules.pools:
            return ()
        inside = [other for other, pool in rules.pools.items() if pool.shown_with == name]
        log = self._bridge.session.log
        found = (explain_pool(rules, self._state, combatant, pool, log) for pool in (name, *inside))
        return self._said(*found)

    def track(self, who: str, name: str) -> tuple[Why, ...]:
        """Return where somebody stands on a track and what that changes."""
        combatant = self._who(who)
        if combatant is None or name not in self._rules.tracks:
            return ()
        return self._said(explain_track(self._rules, self._state, combatant, name))

    def count(self, who: str) -> tuple[Why, ...]:
        """Return why somebody acts when it does: the rolled count, and the place in the order of turns."""
        combatant, rules = self._who(who), self._rules
        if combatant is None:
            return ()
        log, found = self._bridge.session.log, []
        for name, rule in rules.orders.items():
            if rule.roll is None and name != rules.main_order:
                continue
            slot = combatant.slot
            if rule.of == "side":
                slot = str(value_of(rules, self._state, combatant, rules.side_of or "side"))
            told = explain_count(rules, self._state, slot, log, name, self._back) if slot else None
            if told is not None:
                found.append(told)
        return self._said(*found)

    def stages(self, command: Apply, target: str) -> dict[int, Why]:
        """Return why every stage of a pipeline has its number, by its place."""
        found = explain_stages(self._rules, self._state, command, target)
        return {number: self._texts.why(one) for number, one in found.items()}

    # -- internal ------------------------------------------------------------------------------------

    @property
    def _rules(self) -> Rules:
        return self._bridge.rules

    @property
    def _state(self) -> Encounter:
        """The encounter as it may be told: what was declared, sealed, has no line of its own."""
        return self._bridge.scene.told

    def _who(self, who: str) -> Combatant | None:
        return self._state.combatants.get(who) if self._bridge.is_open else None

    def _said(self, *explained: Explanation) -> tuple[Why, ...]:
        return tuple(self._texts.why(one) for one in explained)


def _number(value: int) -> str:
    return minus(str(value))
