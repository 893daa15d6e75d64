"""What is carried out, and paid, along with what somebody is hurt or healed by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from desktop.damage.inputs import label_line
from desktop.widgets.calm import calm
from desktop.widgets.name_search import let_names_be_typed
from rulesets.seen.deeds import paid_towards
from rulesets.seen.labels import label_in
from rulesets.seen.offers import undone_by
from rulesets.seen.proposed import declared_weapon, done_as, is_attack, is_blow, kind_of_weapon
from rulesets.seen.queries import active_slot, pipeline_for
from rulesets.seen.told_inputs import takes_less
from rulesets.table.commands import Act, Apply, RecordAttack
from rulesets.vocabulary.values import HIT

if TYPE_CHECKING:
    from desktop.bridge import Bridge

_Offered = tuple[tuple[str, str], ...]


class CarriedOut(QWidget):
    """A line with what was declared and not done yet; where nothing was, with what can be paid.

    It is hidden where neither is to be asked.
    """

    def __init__(self, bridge: Bridge, parent: QWidget) -> None:
        """Offer nothing yet."""
        super().__init__(parent)
        self._bridge = bridge
        self._offered: tuple[str, str, _Offered] = ("", "", ())
        """Who can carry something out by it, what is done by it, with label and action of each."""
        self._paid_by = ""
        """What was chosen to be paid with when that was offered."""
        self.pays = ""
        """The action with which it was chosen to be paid where several are hurt."""
        self.box = QComboBox(self)
        calm(self.box)
        let_names_be_typed(self.box)
        self.box.setAccessibleName(self.tr("What was declared and is carried out by it"))
        inside = label_line(self.tr("carries out"), self.box, self)
        inside.setContentsMargins(0, 0, 0, 0)
        self.setLayout(inside)
        self.hide()

    @property
    def act(self) -> Act | None:
        """What is carried out along with it."""
        action = str(self.box.currentData() or "")
        return Act(who=self._offered[0], name=action) if action else None

    @property
    def is_attack(self) -> bool:
        """Whether it can be an attack: another action was not chosen."""
        act = self.act
        return act is None or is_blow(self._bridge.rules, act.name)

    def hits(self, apply: Apply, *, several: bool) -> list[RecordAttack]:
        """Return the hit of the attack that is carried out by it; of several each says whether it was hit."""
        act, rules = self.act, self._bridge.rules
        who = None if act is None else self._bridge.state.combatants.get(act.who)
        if (
            act is None
            or who is None
            or several
            or len(apply.to) != 1
            or apply.by != act.who
            or apply.by in apply.to
        ):
            return []
        if apply.pipeline != pipeline_for(rules, "damage") or not is_blow(rules, act.name):
            return []
        if any(takes_less(rules.pipelines[apply.pipeline], apply, one) for one in apply.to):
            return []
        kind, weapon = kind_of_weapon(rules, who) or "", declared_weapon(rules, who)
        return [RecordAttack(who=apply.by, target=apply.to[0], kind=kind, result=HIT, using=weapon)]

    def offer(self, by: str, pipeline: str, *, several: bool, alone: bool, in_panel: bool) -> None:
        """Offer to carry out what whoever does it has declared for this turn and not done yet.

        An attack has its own dialog, so anything else is likelier. Where nothing was declared, an action can
        be paid along with it by whoever acts and heals, or hurts several: it is proposed as for an attack on
        one, so that nothing is done unpaid in silence.
        """
        found: _Offered = ()
        asks = bool(by) and self._bridge.is_open and not alone
        if asks:
            found = undone_by(self._bridge.rules, self._bridge.state, by)
        unpaid = self._unpaid(by, pipeline, several) if asks and not found and not in_panel else ()
        if (self._offered, self._paid_by) == ((by, pipeline, found or unpaid), self.pays):
            return
        self._offered, self._paid_by = (by, pipeline, found or unpaid), self.pays
        self.box.clear()
        if unpaid:
            self._offer_unpaid(by, pipeline, unpaid)
        elif found:
            rules = self._bridge.rules
            for name, action in found:
                self.box.addItem(label_in(rules.declarations, name), action)
            self.box.addItem(self.tr("nothing declared"), "")
            likely = (at for at, (_, action) in enumerate(found) if not is_attack(rules, action))
            self.box.setCurrentIndex(next(likely, 0))
        self.setVisible(bool(found or unpaid))

    def _offer_unpaid(self, by: str, pipeline: str, unpaid: _Offered) -> None:
        """Offer what can be paid, and choose what was chosen before, or is likely, unless it is paid."""
        paid, meant = paid_towards(self._bridge, by, pipeline), done_as(self._bridge.rules, pipeline)
        none = self.tr("nothing more: {action} is paid").format(action=paid)
        self.box.addItem(none if paid else self.tr("no action: none is paid"), "")
        for label, action in unpaid:
            self.box.addItem(label, action)
        likely = (self.pays,) if paid else (self.pays, *meant)  # what was chosen for it is spent once more
        found = (self.box.findData(action) for action in likely if action)
        self.box.setCurrentIndex(next((at for at in found if at > 0), 0))

    def _unpaid(self, by: str, pipeline: str, several: bool) -> _Offered:
        """Return label and id of what whoever acts and heals, or hurts several, can pay.

        What is meant most often stands first.
        """
        rules, state = self._bridge.rules, self._bridge.state
        who, slot = state.combatants.get(by), active_slot(rules, state)
        heals = pipeline == pipeline_for(rules, "heal")
        hurts = several and pipeline == pipeline_for(rules, "damage")
        if who is None or not slot or who.slot != slot or not (heals or hurts):
            return ()
        meant = done_as(rules, pipeline)
        offers = (one for one in self._bridge.offers(by) if one.kind == "action" and one.legal)
        ordered = sorted(offers, key=lambda one: meant.index(one.id) if one.id in meant else len(meant))
        return tuple((" · ".join(filter(None, (one.called, one.cost))), one.id) for one in ordered)
