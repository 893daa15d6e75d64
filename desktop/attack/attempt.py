"""An attack as it is chosen so far: what marks its roll, what that is rolled against, what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from desktop.widgets.roll_marks import ahead, marks
from rulesets.seen.asked import open_attacks
from rulesets.seen.attacks import (
    Changed,
    Defence,
    HitRule,
    Rolled,
    Way,
    aims,
    comes_out,
    defences,
    harm_by_roll,
    hit_rule,
    less_damage,
    misses_critically,
    rolled_against,
    ticked,
)
from rulesets.seen.deeds import covered_by, deeds, paid_for
from rulesets.seen.proposed import roll_of_attack
from rulesets.seen.throws import known_kinds, too_low
from rulesets.table.commands import RecordAttack
from rulesets.vocabulary.values import HIT, MISS

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts
    from rulesets.seen.scene import Scene
    from rulesets.table.combatant import Combatant
    from rulesets.table.refusal import Refusal
    from rulesets.words.rolls import RollText

USUAL_THREAT = 20
"""The lowest die that threatens a critical hit, where what is attacked with says nothing."""


def noted_on(bridge: Bridge, attacker: str) -> list[str]:
    """Return on whom attacks of somebody are noted of which nothing else is known, the oldest first."""
    made = (one for one in deeds(bridge) if isinstance(one, RecordAttack) and not one.result)
    own = [one for one in made if one.who == attacker]
    told = {one.target for one in own if one.using or one.rolled is not None or paid_for(bridge, one)}
    found = open_attacks(bridge.rules, bridge.state)
    noted = [one.target for one in found if one.by == attacker and one.rolled is None]
    return [target for target in noted if target not in told]


class Attempt(NamedTuple):
    """Who attacks whom, with what and how, before it is known what was rolled."""

    bridge: Bridge
    scene: Scene
    """What is seen before the attack: one that is paid already is not counted for itself."""
    who: Combatant | None
    target: Combatant | None
    way: Way | None
    kind: str
    narrower: str
    """Which of the narrower kinds of roll it is, from how far; '' where nobody has said."""

    @property
    def hits(self) -> HitRule | None:
        """What the ruleset says of when it hits."""
        return hit_rule(self.bridge.rules, self.kind)

    @property
    def marked(self) -> str:
        """The kind of roll that an attack made so is marked as; '' where nothing says it."""
        return roll_of_attack(self.bridge.rules, self.kind)

    @property
    def threat(self) -> int:
        """The lowest die that threatens a critical hit."""
        return USUAL_THREAT if self.way is None else self.way.threat

    # -- its roll ------------------------------------------------------------------------------------

    def refusal(self) -> Refusal | None:
        """Return why what is chosen cannot be rolled, or None."""
        return None if self.way is None else too_low(self.bridge.rules, self.way.roll)

    def marks(self, texts: Texts) -> tuple[RollText, ...]:
        """Return what is for and against the roll, in words."""
        if self.way is None:
            return ()
        return marks(texts, self.scene, self.who, self.way.roll, self.target, self.narrower)

    def edge(self) -> str:
        """Return what advantages and disadvantages of both come to for the roll that is chosen.

        As long as nothing says which of the narrower ones it is, it is what marks all of them.
        """
        if self.way is None:
            return ""
        rolls = ahead(self.scene, self.who, self.way.roll, self.target, self.narrower)
        return next((one.edge for one in rolls if self.narrower or one.id == self.way.roll.roll), "")

    def aims(self) -> Sequence[str]:
        """Return the narrower kinds of roll of which one has to be said, since it makes a difference."""
        if self.way is None or self.who is None or self.target is None:
            return ()
        return aims(self.scene, self.who, self.way.roll.roll, self.target, self.hits)

    def known_kinds(self) -> tuple[str, ...]:
        """Return how the attacks are made that the attacker's texts know."""
        return () if self.who is None else known_kinds(self.who)

    # -- what it is rolled against -------------------------------------------------------------------

    def defences(self) -> Sequence[Defence]:
        """Return the numbers of the target that the ruleset lets it be rolled against."""
        if self.hits is None or self.target is None:
            return ()
        return defences(self.bridge.rules, self.bridge.state, self.hits, self.target)

    def covered(self) -> tuple[str, int] | None:
        """Return against which reaction of the round it is rolled, and what that has rolled; or None."""
        if self.target is None:
            return None
        found = covered_by(self.bridge, self.target.id, self.kind)
        if found is None:
            return None
        against = rolled_against(self.bridge.rules, self.bridge.state, self.target, *found)
        return None if against is None else (found[0], against)

    def is_open(self) -> bool:
        """Return whether a reaction, taken or refused, has noted this attack without a roll and a result.

        One that was recorded for itself is answered where it is due: the next on the same one is another.
        """
        if self.who is None or self.target is None:
            return False
        return self.target.id in noted_on(self.bridge, self.who.id)

    # -- what comes of it ----------------------------------------------------------------------------

    def result(self, rolled: Rolled | None) -> str:
        """Return what comes of a roll by the ruleset, '' as long as not all of it is known."""
        if self.hits is None or rolled is None:
            return ""
        return comes_out(self.bridge.rules, self.bridge.state, self.hits, rolled)

    def ticked(self, rolled: Rolled | None) -> tuple[str, ...]:
        """Return what a hit ticks in the sheet by its roll: that it is critical."""
        if self.hits is None or rolled is None:
            return ()
        return ticked(self.bridge.rules, self.bridge.state, self.hits, rolled)

    def is_critical(self, result: str, rolled: Rolled | None) -> bool:
        """Return whether a result is a critical one by the roll."""
        if self.hits is None or rolled is None or result == HIT:
            return result == HIT and bool(self.ticked(rolled))
        return result == MISS and misses_critically(self.bridge.rules, self.bridge.state, self.hits, rolled)

    def changed(self, dice: str, action: str, made: RecordAttack) -> Changed | None:
        """Return what ``action`` takes off the damage of the attack as it was made, or its roll adds."""
        if self.who is None:
            return None
        rules, state = self.bridge.rules, self.bridge.state
        less = less_damage(rules, state, self.who, action, dice) if action else None
        return less or harm_by_roll(rules, state, self.who, made, dice)
