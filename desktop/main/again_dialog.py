"""Before a fight is started again: who is not as they came in, and whether they are to be whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QComboBox, QWidget

from desktop.combatants.copying import first_given
from desktop.widgets.command_dialog import CommandDialog
from rulesets.campaign.entered import entered
from rulesets.seen.carrying import carried, lines
from rulesets.seen.labels import label_in
from rulesets.table.carried import Carried
from rulesets.table.combatant import PC, Combatant
from rulesets.table.commands import Add, Command, Leave

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

MOST_NAMED = 10
"""Combatants of whom it is told how they stand; of more their number is."""
AS_THEY_STAND, OTHERS, EVERYBODY = "stand", "others", "all"


def changed_people(bridge: Bridge) -> list[Combatant]:
    """Return those who do not stand as somebody does who has just come in: out, hurt, or under an effect."""
    scene, effects = bridge.scene, {effect.on for effect in bridge.state.effects.values()}
    found = []
    for who in bridge.state.combatants.values():
        points = scene.points_of_anybody(who)
        hurt = points is not None and points.now < points.full
        tracks = any(place.step for place in who.tracks.values())
        if who.out or hurt or tracks or who.id in effects:
            found.append(who)
    return found


class AgainDialog(CommandDialog):
    """Says who stays dead, hurt or under an effect, and offers to have them as they came in."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Look at everybody who has changed."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Start again"))
        self._people = changed_people(bridge)
        self._first = first_given(bridge)
        self.about.say("\n".join(self._told()))
        self.whole = QComboBox(self)
        self.whole.addItem(self.tr("Everybody as they stand"), AS_THEY_STAND)
        others = [who for who in self._people if who.kind != PC]
        if others and len(others) < len(self._people):
            self.whole.addItem(self.tr("Player characters as they stand, all others whole again"), OTHERS)
        self.whole.addItem(self.tr("Everybody whole again"), EVERYBODY)
        self.whole.currentIndexChanged.connect(self.refresh)
        hint = self.tr("Whole again is as they came in; names, sides and notes stay as they are now.")
        self.add_row(self.tr("&Begin with"), self.whole, hint)
        self.finish(self.tr("&Go on"))
        self.whole.setFocus()

    def wanted(self) -> list[Command]:
        chosen = self.whole.currentData()
        if chosen == AS_THEY_STAND:
            return []
        people = [who for who in self._people if chosen == EVERYBODY or who.kind != PC]
        rules = self.bridge.rules
        anew = [Add(combatant=entered(rules, who, self._first.get(who.id))) for who in people]
        return [*(Leave(who=who.id) for who in people), *anew]

    def tried_live(self) -> bool:
        return False

    def _told(self) -> list[str]:
        """Return how those stand who are not as they came in."""
        told = [self.tr("From the fight before:")]
        told += (f"\u2003{who.name}: {self._stands(who)}" for who in self._people[:MOST_NAMED])
        more = len(self._people) - MOST_NAMED
        if more > 0:
            told.append("\u2003" + self.tr("and %n more", "", more))
        return told

    def _stands(self, who: Combatant) -> str:
        rules, state = self.bridge.rules, self.bridge.state
        given: Mapping[str, Any] = entered(rules, who, self._first.get(who.id))
        found = carried(rules, state, who, given)
        said = ("state",) if self.bridge.scene.out(who) else ("state", "out")
        told = (line for line in lines(rules, given, Carried(), found) if line.kind not in said)
        brief = [self.texts.carried(line).brief for line in told]
        brief += [label for label in self._in_force(who) if label not in brief]
        return ", ".join(brief) or self.tr("as entered")

    def _in_force(self, who: Combatant) -> list[str]:
        """Return the states on ``who`` as the list has them: no word of any that is over."""
        scene, rules = self.bridge.scene, self.bridge.rules
        states = scene.telling_states(who)
        return [label_in(rules.states, name) + scene.numbers_beside(who, name) for name in states]
