"""Which dialog belongs to which command. They are imported when they are asked for: the start needs none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop.bridge import Bridge
from desktop.combatants.library import Library
from desktop.widgets.texts import Texts
from rulesets.table.commands import Add

if TYPE_CHECKING:
    from desktop.dice.dialog import DiceDialog
    from desktop.why.formula_dialog import FormulaDialog
    from desktop.widgets.fight_dialog import FightDialog, Habit
    from desktop.widgets.to_sheet import ToSheet


class Dialogs:
    """Makes dialogs about the open encounter."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget, library: Library | None = None) -> None:
        """Show them over ``parent``."""
        self._bridge, self._texts, self._parent, self._library = bridge, texts, parent, library

    def add(self) -> FightDialog:
        """Ask who comes in."""
        from desktop.combatants.adding.dialog import AddCombatantsDialog

        return AddCombatantsDialog(self._bridge, self._texts, self._parent, self._library)

    def wave(self, ident: str = "") -> FightDialog:
        """Ask who is to come later; anew, if there is a wave of this id."""
        from desktop.combatants.adding.wave_dialog import WaveDialog

        wave = next((one for one in self._bridge.state.waves if one.id == ident), None)
        return WaveDialog(self._bridge, self._texts, self._parent, self._library, wave)

    def bring_in(self, wave: str = "") -> FightDialog:
        """Ask what was rolled for those who come in: those of a wave, at first of the next one."""
        from desktop.combatants.adding.bring_in_dialog import BringInDialog

        return BringInDialog(self._bridge, self._texts, self._parent, wave)

    def join(self, adds: Sequence[Add]) -> FightDialog:
        """Ask what was rolled for those who come in now."""
        from desktop.combatants.adding.bring_in_dialog import JoinDialog

        return JoinDialog(self._bridge, self._texts, self._parent, adds)

    def send_away(self, who: Sequence[str]) -> FightDialog:
        """Ask with whom, or when, some who are there are to come back."""
        from desktop.combatants.sending_dialog import SendingDialog

        return SendingDialog(self._bridge, self._texts, who, self._parent)

    def known(self, who: Sequence[str]) -> FightDialog:
        """Ask what the players know of some."""
        from desktop.combatants.knowing_dialog import KnowingDialog

        return KnowingDialog(self._bridge, self._texts, who, self._parent)

    def about_fight(self) -> FightDialog:
        """Ask for notes on the encounter."""
        from desktop.combatants.knowing_dialog import EncounterNotesDialog

        return EncounterNotesDialog(self._bridge, self._texts, self._parent)

    def effect_note(self, who: Sequence[str]) -> FightDialog:
        """Ask for notes on an effect."""
        from desktop.combatants.knowing_dialog import EffectNotesDialog

        return EffectNotesDialog(self._bridge, self._texts, who, self._parent)

    def belongs(self, who: Sequence[str]) -> FightDialog:
        """Ask for side, group and kind of some."""
        from desktop.combatants.belonging_dialog import BelongsDialog

        return BelongsDialog(self._bridge, self._texts, who, self._parent)

    def rename(self, who: str) -> FightDialog:
        """Ask what somebody is to be called."""
        from desktop.combatants.rename_dialog import RenameDialog

        return RenameDialog(self._bridge, self._texts, who, self._parent)

    def again(self) -> FightDialog:
        """Ask whether those who fell or were hurt are whole again when a fight is started again."""
        from desktop.main.again_dialog import AgainDialog

        return AgainDialog(self._bridge, self._texts, self._parent)

    def end(self, still_open: Sequence[str]) -> FightDialog:
        """Ask whether the fight is to end while rolls are ``still_open``."""
        from desktop.main.end_dialog import EndDialog

        return EndDialog(self._bridge, self._texts, still_open, self._parent)

    def start(self, rolled: Mapping[str, int]) -> FightDialog:
        """Ask how initiative came out; what some have ``rolled`` already stands there."""
        from desktop.rolls.start_dialog import StartDialog

        dialog = StartDialog(self._bridge, self._texts, self._parent)
        dialog.take_over(rolled)
        return dialog

    def delay(self, who: str) -> FightDialog:
        """Ask until when to delay."""
        from desktop.declare.delay_dialog import DelayDialog

        return DelayDialog(self._bridge, self._texts, who, self._parent)

    def interrupt(self, who: str) -> FightDialog:
        """Ask how the opposed rolls came out for coming in inside of another's turn."""
        from desktop.declare.interrupt_dialog import InterruptDialog

        return InterruptDialog(self._bridge, self._texts, who, self._parent)

    def ready(self, who: str) -> FightDialog:
        """Ask which action to ready, and for what."""
        from desktop.declare.ready_dialog import ReadyDialog

        return ReadyDialog(self._bridge, self._texts, who, self._parent)

    def trigger(self, who: str) -> FightDialog:
        """Ask whose readied action happens, and because of whom."""
        from desktop.declare.trigger_dialog import TriggerDialog

        return TriggerDialog(self._bridge, self._texts, who, self._parent)

    def react(self, who: str, name: str = "", *, picked: bool = True) -> FightDialog:
        """Ask who reacts to what, and how; ``name`` is the reaction that was chosen already.

        Not ``picked``, only the turn has come to ``who``.
        """
        from desktop.declare.react_dialog import ReactDialog

        return ReactDialog(self._bridge, self._texts, who, self._parent, name=name, picked=picked)

    def count(self, who: str) -> FightDialog:
        """Ask for another initiative count."""
        from desktop.rolls.count_dialog import CountDialog

        return CountDialog(self._bridge, self._texts, who, self._parent)

    def declare(self, who: str) -> FightDialog:
        """Ask what somebody declares in the own turn."""
        from desktop.declare.dialog import DeclareDialog

        return DeclareDialog(self._bridge, self._texts, who, self._parent)

    def effect(self, who: Sequence[str], name: str = "") -> FightDialog:
        """Ask which effect begins, unless that is known by its ``name``, and for how long."""
        from desktop.inspector.effect_dialog import EffectDialog

        dialog = EffectDialog(self._bridge, self._texts, list(who), self._parent)
        if name:
            dialog.begin_named(name)
        else:
            dialog.name.setCurrentIndex(-1)
        return dialog

    def pipeline(self, wanted: ToSheet) -> FightDialog:
        """Ask how much damage, healing or the like, and show what comes of it."""
        from desktop.damage.dialog import DamageDialog

        dialog = DamageDialog(
            self._bridge,
            self._texts,
            wanted.pipeline,
            list(wanted.targets),
            self._parent,
            several=wanted.several,
        )
        if wanted.amount is not None or wanted.by:
            dialog.sheet.prefill(
                wanted.amount,
                wanted.by,
                wanted.ticked,
                wanted.about,
                times=wanted.times,
                told=wanted.told,
                pays=wanted.pays,
                rolled=wanted.rolled,
            )
        return dialog

    def formula(self, who: str, selected: Sequence[str]) -> FormulaDialog:
        """Ask for the values of a formula, and show what comes of it."""
        from desktop.why.formula_dialog import FormulaDialog

        return FormulaDialog(self._bridge, self._texts, who, selected, self._parent)

    def attack(
        self,
        who: str,
        target: str,
        usual: Mapping[str, Habit],
        spends: str = "",
        selected: Sequence[str] = (),
    ) -> FightDialog:
        """Ask who attacks whom; ``usual`` is how each has done so last (:attr:`AttackDialog.done_so`).

        ``spends`` is what was chosen to be spent on it already: 'action:attack'. Of those ``selected`` it is
        said who is left out.
        """
        from desktop.attack.dialog import AttackDialog

        return AttackDialog(
            self._bridge,
            self._texts,
            target,
            self._parent,
            who=who,
            usual=usual,
            spends=spends,
            selected=selected,
        )

    def dice(self, who: str, usual: str = "") -> DiceDialog:
        """Ask what is rolled, ``usual`` first; the dialog rolls it."""
        from desktop.dice.dialog import DiceDialog

        return DiceDialog(self._bridge, self._texts, who, self._parent, usual=usual)

    def bring_back(self) -> FightDialog:
        """Ask which of the steps that were cut off come back; the dialog does it itself."""
        from desktop.log.bring_back_dialog import BringBackDialog

        return BringBackDialog(self._bridge, self._texts, self._parent)
