"""Recording that somebody attacked somebody: what it takes, what reactions and the log know, what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from desktop.actions.fields import act_fields
from desktop.widgets.boxes import chosen, narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.people import attack_kinds, people_box
from desktop.widgets.tab_order import tab_as_laid_out
from desktop.widgets.to_sheet import ToSheet
from rulesets.seen.proposed import is_attack, kinds_of_action, kinds_of_attack
from rulesets.seen.queries import acting_one, is_able, pipeline_for
from rulesets.seen.throws import harm_of, known_kinds
from rulesets.table.commands import Act, Command, RecordAttack

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

_NO_USUAL = "ranged", ""


class AttackDialog(CommandDialog):
    """Asks who attacked whom, how it came out, with what, and what was spent on it."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        target: str,
        parent: QWidget | None = None,
        *,
        usual: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        """Suggest that the active one attacked ``target``, or somebody of another side.

        ``usual`` is how each combatant has attacked last, '' whoever did (see :attr:`done_so`).
        """
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Record an attack"))
        self._usual = dict(usual or {})
        self._acts: dict[str, Act] = {}
        """What can be spent on it, by its key."""
        self._mends = False
        """Whether a line of the log is changed: it is the attack alone."""
        state, everybody = bridge.state, bridge.state.combatants.values()
        active = acting_one(bridge.rules, state)
        able = [one for one in everybody if one.id == active or is_able(bridge.rules, state, one)]
        self.who = people_box(able, active, self)
        self.target = people_box(everybody, self._likely(chosen(self.who), target), self)
        self.kind, self.came, self.spends = QComboBox(self), QComboBox(self), QComboBox(self)
        for value, text in (*attack_kinds().items(), ("", self.tr("neither"))):
            self.kind.addItem(text, value)
        results = (("", self.tr("not known yet")), ("hit", self.tr("hit")), ("miss", self.tr("miss")))
        for value, text in results:
            self.came.addItem(text, value)
        for box in (self.kind, self.came, self.spends):
            narrow(box)
        self.label = QLineEdit(self)
        self.name_in_title(self.target)
        self.add_row(self.tr("&Attacker"), self.who)
        self.add_row(self.tr("&Target"), self.target)
        self.add_row(self.tr("&Result"), self.came)
        self.add_row(self.tr("&Kind"), self.kind)
        self.add_row(self.tr("&Spends"), self.spends)
        self.add_row(self.tr("&Name"), self.label, self.tr("What reactions call it, such as: shot"))
        self._as_usual()
        self.who.currentIndexChanged.connect(self._as_usual)
        for each in (self.who, self.target, self.kind, self.came, self.spends):
            each.currentIndexChanged.connect(self.refresh)
        self.label.textEdited.connect(self.refresh)
        self.finish(self.tr("Record"))
        tab_as_laid_out(self)
        self.target.setFocus()

    def _likely(self, attacker: str, target: str) -> str:
        """Return ``target`` unless it attacks itself; then the first who can act of another side."""
        everybody = self.bridge.state.combatants
        if target in everybody and target != attacker:
            return target
        side = everybody[attacker].side if attacker in everybody else ""
        others = [one for one in everybody.values() if one.id != attacker]
        rules, state = self.bridge.rules, self.bridge.state
        others.sort(key=lambda one: (one.side == side, not is_able(rules, state, one)))
        return others[0].id if others else ""

    def _as_usual(self) -> None:
        """Offer what the attacker can spend, and propose cost and kind."""
        who = chosen(self.who)
        self._acts = {}
        attacks: list[str] = []
        self.spends.blockSignals(True)
        self.spends.clear()
        self.spends.addItem(self.tr("nothing more"), "")
        for offer in self.bridge.offers(who) if who else ():
            if offer.legal and isinstance(offer.command, Act) and self._needs_no_word(offer.command):
                key = f"{offer.kind}:{offer.id}"
                self._acts[key] = offer.command
                told = f"{offer.called} · {offer.cost}" if offer.cost else offer.called
                self.spends.addItem(told, key)
                if offer.kind == "action" and is_attack(self.bridge.rules, offer.id):
                    attacks.append(offer.id)
        cost, kind = self._proposed(who, attacks)
        self.spends.setCurrentIndex(max(0, self.spends.findData(cost)))
        self.spends.blockSignals(False)
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind)))

    def _proposed(self, who: str, attacks: Sequence[str]) -> tuple[str, str]:
        """Return what is likely spent, of the ``attacks`` that can be paid, and the kind.

        The kind is that of an attack that was announced, the only one that the attacker's texts know, that
        of its last attack, or the first of its texts; then that of what is spent, or of anybody's last.
        """
        rules, state = self.bridge.rules, self.bridge.state
        own, last = self._usual.get(who), self._usual.get("", _NO_USUAL)
        someone = state.combatants.get(who)
        known = () if someone is None else known_kinds(someone)
        said = (*kinds_of_attack(rules, state, who), *(known if len(known) == 1 else ()))
        kind = next(iter((*said, *(own[:1] if own else ()), *known)), "")
        fitting = [one for one in attacks if kind and kind in kinds_of_action(rules, one)]
        action = next(iter((*fitting, *attacks)), "")
        usual = own[1] if own else last[1]
        cost = usual if usual in self._acts or (own and not usual) else action and f"action:{action}"
        if not (kind or own):
            spent = cost.removeprefix("action:")
            kind = next(iter(kinds_of_action(rules, spent)), last[0])
        return cost, kind

    def _needs_no_word(self, act: Act) -> bool:
        """Return whether all that an act has to be told is whom it is aimed at."""
        rules, state = self.bridge.rules, self.bridge.state
        fields = act_fields(rules, state, state.combatants[act.who], act)
        return not any(one.needed and one.id != "target" and one.suggested in (None, "") for one in fields)

    def _aimed(self, act: Act) -> Act:
        """Return an act with whom it is aimed at, where it can be told that."""
        rules, state = self.bridge.rules, self.bridge.state
        fields = act_fields(rules, state, state.combatants[act.who], act)
        aims = any(one.id == "target" for one in fields)
        return replace(act, target=chosen(self.target)) if aims else act

    @property
    def done_so(self) -> tuple[str, tuple[str, str]]:
        """Who attacked, and how: the kind, and what was spent on it."""
        return chosen(self.who), (chosen(self.kind), chosen(self.spends))

    @property
    def to_sheet(self) -> ToSheet | None:
        """What the damage sheet is opened with after a hit; None if nothing follows."""
        pipeline = pipeline_for(self.bridge.rules, "damage")
        if self._mends or not pipeline or chosen(self.came) != "hit":
            return None
        who = chosen(self.who)
        attacker = self.bridge.state.combatants.get(who)
        dice = "" if attacker is None else harm_of(attacker, self.label.text().strip())
        return ToSheet(pipeline, (chosen(self.target),), who, dice or None)

    def fill(self, command: RecordAttack) -> None:
        """Fill everything in as a command has it; what was spent is a line of its own."""
        self._mends = True
        self.show_row(self.spends, shown=False)
        for box, value in (
            (self.who, command.who),
            (self.target, command.target),
            (self.kind, command.kind),
            (self.came, command.result),
        ):
            box.setCurrentIndex(max(0, box.findData(value)))
        self.label.setText(command.label)
        self.refresh()

    def refresh(self) -> None:
        """Let the button say what comes next."""
        self.ok.setText(self.tr("Record, then damage…") if self.to_sheet is not None else self.tr("Record"))
        super().refresh()

    def wanted(self) -> list[Command]:
        attack = RecordAttack(
            who=chosen(self.who),
            target=chosen(self.target),
            kind=chosen(self.kind),
            result=chosen(self.came),
            label=self.label.text().strip(),
        )
        act = None if self._mends else self._acts.get(chosen(self.spends))
        return [attack] if act is None else [self._aimed(act), attack]

    def missing(self) -> str:
        if not chosen(self.who) or not chosen(self.target):
            return self.tr("There is nobody to attack.")
        if chosen(self.who) == chosen(self.target):
            return self.tr("Choose who was attacked: it is the attacker now.")
        return ""
