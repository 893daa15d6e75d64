"""The commands of a fight that ask a question or look at the window before anything is ordered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QDialog, QLineEdit, QMenu, QWidget

from desktop.bridge import Bridge
from desktop.combatants.library import Library, block_of
from desktop.combatants.naming import action_name
from desktop.combatants.waves import players_roll
from desktop.commands.orders import brought_in, waiting_one
from desktop.commands.primary import Kind, primary
from desktop.commands.situation import Situation
from desktop.commands.table import COMMANDS, as_sentence, called
from desktop.declare.board import DeclareBoard
from desktop.list.due import TO_ROLL, Due, DueKey, due
from desktop.list.view import InitiativeList
from desktop.main.dialogs import Dialogs
from desktop.main.laid_by import LaidBy
from desktop.messages.feedback import Feedback
from desktop.process.in_front import ask
from desktop.widgets.menus import underline_letters
from desktop.widgets.texts import Texts
from desktop.widgets.to_sheet import ToSheet
from rulesets.fight.storage.errors import StorageError
from rulesets.seen.ahead import behind
from rulesets.seen.aiming import most_hurt
from rulesets.seen.labels import entry_label
from rulesets.seen.proposed import attacked_next, attacking, hurt_one, lets_attack
from rulesets.seen.queries import contest_of, formulas_for_people, pipeline_for
from rulesets.table import commands as cmd
from rulesets.table.encounter import OVER
from rulesets.table.events import Noted, Told
from rulesets.vocabulary.values import HIT

if TYPE_CHECKING:
    from desktop.dice.dialog import DiceDialog
    from desktop.widgets.fight_dialog import FightDialog, Habit

Then = Callable[[Sequence[cmd.Command]], object]
"""Takes what a dialog says once it was accepted."""
MOST_HITS = 20
"""Hits of which it is kept what the sheet of their damage is opened with."""


class Fight(QObject):
    """Carries out what the table of commands only names: asks for the rest, dispatches what comes of it."""

    asks = Signal(bool)
    """Whether something is asked now."""
    ended = Signal()
    """The GM has ended the fight."""
    missed = Signal(str)
    """An attack was recorded, and no damage follows: that, in words."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        table: InitiativeList,
        board: DeclareBoard,
        feedback: Feedback,
        window: QWidget,
        library: Library | None,
        laid_by: LaidBy,
    ) -> None:
        """Act on what is selected in ``table``; dialogs left with something typed are ``laid_by``."""
        super().__init__(window)
        self._board = board
        self._bridge, self._texts, self._table, self._feedback = bridge, texts, table, feedback
        self._window = window
        self._dialogs = Dialogs(bridge, texts, window, library)
        self._library = library
        self._asking: FightDialog | None = None
        self._given: Sequence[cmd.Command] = ()
        """What it has said when it was accepted: it is not asked again."""
        self._from_list = False
        """Whether a key of the list has asked: whoever leaves what was asked is there again."""
        self._then: Then | None = None
        self._handed: list[tuple[cmd.RecordAttack, ToSheet]] = []
        """Hits, the last one first, with what was handed over to the sheet of their damage."""
        self._read_at = -1
        """How many steps were in force when the primary button was pressed for what it says."""
        self._said_begun = -1
        """How many were when it was said of a turn that it has begun by itself."""
        bridge.reset.connect(self._reset)
        self._rolling: tuple[str, DiceDialog] | None = None
        self._just_due: set[DueKey] = set()
        """What the last press has made due."""
        self._usual_rolls: dict[str, str] = {}
        """Combatant → what it rolled by name last: its attack, as a rule."""
        self._usual_attacks: dict[str, Habit] = {}
        """Combatant → how it has attacked last; '' is whoever attacked."""
        self._laid_by = laid_by
        self.half_typed: Callable[[], Mapping[DueKey, str]] = dict
        """Returns the totals that stand at rolls, and that nobody has recorded."""
        self.rolled: Mapping[str, int] = {}
        """Slot → what a player has rolled for it: it stands in the roll when that is asked for."""

    def commands(self) -> dict[str, Callable[[], object]]:
        """Return what carries out the commands of a fight that order nothing by themselves, by their ids."""
        bridge, dialogs = self._bridge, self._dialogs
        return {
            "primary": self.primary,
            "back": bridge.back_one_turn,
            "undo": bridge.undo,
            "redo": bridge.redo,
            "override": self._feedback.override,
            "keep": self.keep,
            "count-off": self._board.count_off.press,
            "declare": self.declare,
            "rename": self.rename,
            "heal": partial(self._apply_role, "heal"),
            "damage": partial(self._apply_role, "damage"),
            "why": self.why,
            "formula": self.formula,
            "dice": self.roll_dice,
            "add": lambda: self.ask(dialogs.add()),
            "wave": lambda: self.ask(dialogs.wave()),
            "send-away": lambda: self.ask(dialogs.send_away(self._now().targets)),
            "bring-in": self.bring_in,
            "bring-in-rolled": lambda: self.ask(dialogs.bring_in()),
            "known": lambda: self.ask(dialogs.known(self._now().targets)),
            "about-fight": lambda: self.ask(dialogs.about_fight()),
            "effect-note": lambda: self.ask(dialogs.effect_note(self._now().targets)),
            "belongs": lambda: self.ask(dialogs.belongs(self._now().targets)),
            "delay": lambda: self.ask(dialogs.delay(self._now().actor)),
            "interrupt": lambda: self.interrupt(waiting_one(self._now())),
            "ready": lambda: self.ask(dialogs.ready(self._now().actor)),
            "trigger": lambda: self.trigger(self._now().current),
            "react": self._react,
            "count": lambda: self.ask(dialogs.count(self._now().current)),
            "effect": lambda: self.ask(dialogs.effect(self._now().targets)),
            "bring-back": lambda: self.ask(dialogs.bring_back()),
            "end-encounter": self.end,
            "attack": self.attack,
        }

    def _now(self) -> Situation:
        return self._table.situation()

    def begin_effect(self, name: str) -> None:
        """Ask for how long an effect is on whoever is selected."""
        self.ask(self._dialogs.effect(self._now().targets, name))

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, dialog: FightDialog, then: Then | None = None) -> None:
        """Show a dialog; when it is accepted, what it says is dispatched, or given to ``then`` afterwards.

        One that asks the same and was left with something typed in it is shown in its place.
        """
        if self._asking is not None:
            dialog.deleteLater()
            return
        self._show(self._laid_by.instead_of(dialog), then)

    def _show(self, dialog: FightDialog, then: Then | None = None) -> None:
        if self._asking is not None:
            return
        self._asking, self._then = dialog, then
        self._from_list = self._table.hasFocus()
        self._laid_by.begin(dialog)
        self.asks.emit(True)
        dialog.accepted.connect(self._answered)
        dialog.finished.connect(self._closed)
        ask(dialog)

    def _answered(self) -> None:
        if self._asking is None or self._then is not None:
            return
        self._given = list(self._asking.commands())
        self._bridge.dispatch_all(self._given)

    def _closed(self) -> None:
        dialog, then, self._asking = self._asking, self._then, None
        given, self._given = self._given, ()
        if dialog is not None:
            dialog.accepted.disconnect(self._answered)
            dialog.finished.disconnect(self._closed)
            if not self._laid_by.keep(dialog, partial(self._show, then=then)):
                dialog.deleteLater()
        left = dialog is not None and dialog.result() != QDialog.DialogCode.Accepted
        if self._board.who and not (left and self._from_list):
            self._board.begin()  # what is typed next is what the next one declares
        else:
            self._table.setFocus()
        if dialog is not None and dialog.result() == QDialog.DialogCode.Accepted:
            if then is not None:
                then(dialog.commands())
            else:
                self._remember_attack(dialog)
                self._remember_hit(dialog.to_sheet, given)
                self._go_on(dialog.to_sheet, dialog.typed_on)
                self._strike(dialog.strikes_at)
                self._say_missed(given)
                self._say_noted(given)
        if self._asking is None:
            self.asks.emit(False)

    def hurt(self, hit: cmd.RecordAttack) -> None:
        """Open the sheet of the damage of a hit."""
        self.enter(self._sheet_of(hit))

    def strike(self, who: str, target: str) -> None:
        """Ask how an attack comes out that was announced, is paid and happens now."""
        if self._asking is None:
            self._strike((who, target))

    def enter(self, wanted: ToSheet) -> None:
        """Open the sheet in which it is entered what comes of a roll."""
        if self._asking is None:
            self._go_on(wanted)

    def _go_on(self, wanted: ToSheet | None, typed: str = "") -> None:
        """Open the damage sheet with what the dialog before hands over, and what was ``typed``."""
        if wanted is None:
            return
        self.ask(self._dialogs.pipeline(wanted))
        line = self._asking.focusWidget() if typed and self._asking is not None else None
        if isinstance(line, QLineEdit):
            line.insert(typed)  # as if it were typed there: in place of what is selected

    # -- the damage of a hit -----------------------------------------------------------------------

    def _remember_hit(self, wanted: ToSheet | None, given: Sequence[cmd.Command]) -> None:
        """Keep what the sheet of a hit's damage is opened with: it may be wanted once more."""
        hits = [one for one in given if isinstance(one, cmd.RecordAttack)]
        if wanted is not None and hits:
            self._handed = [(hits[-1], wanted), *self._handed][:MOST_HITS]

    def _say_missed(self, given: Sequence[cmd.Command]) -> None:
        """Tell whoever has the keys now that no damage is asked for: whoever types on may think it is."""
        missed = [one for one in given if isinstance(one, cmd.RecordAttack) and one.result not in ("", HIT)]
        if missed and self._asking is None:
            text = self.tr("{who} has not hit {target}: no damage.")
            who, target = self._texts.name(missed[-1].who), self._texts.name(missed[-1].target)
            self.missed.emit(text.format(who=who, target=target))

    def _say_noted(self, given: Sequence[cmd.Command]) -> None:
        """Say that a reaction was noted that has spent and changed nothing: nowhere else is it seen."""
        if self._asking is not None or len(given) != 1 or not isinstance(given[0], cmd.React):
            return
        entry = self._bridge.log[-1]
        if entry.command == given[0] and all(isinstance(event, Noted | Told) for event in entry.events):
            told = self._feedback.besides(as_sentence(self._texts.title(entry)))
            self._feedback.done_now(told, called("undo"), self._bridge.undo)

    def _sheet_of(self, hit: cmd.RecordAttack) -> ToSheet:
        """Return what the sheet of a hit's damage is opened with: as it was, where that is known."""
        from desktop.widgets.after_hit import sheet_after

        known = (wanted for one, wanted in self._handed if one == hit)
        return next(known, None) or sheet_after(self._bridge, hit)

    def _open_hit(self, targets: Collection[str]) -> cmd.RecordAttack | None:
        """Return the hit on one of ``targets`` whose damage is to be given next."""
        from rulesets.seen.deeds import open_hit_on  # nobody hits before the first frame

        if not pipeline_for(self._bridge.rules, "damage"):
            return None
        return open_hit_on(self._bridge, targets)

    def _open_attack(self, targets: Collection[str]) -> cmd.RecordAttack | None:
        """Return the last attack on one of ``targets`` of which nobody has said that it has hit, as a hit."""
        from rulesets.seen.deeds import open_attack_on  # nobody attacks before the first frame

        return open_attack_on(self._bridge, targets)

    def _reset(self) -> None:
        self._handed = []
        self._usual_attacks = {}
        self._said_begun = self._read_at = -1

    def react(self, who: str, name: str = "") -> None:
        """Ask to what ``who`` reacts, with the reaction ``name`` where one was chosen."""
        self.ask(self._dialogs.react(who, name))

    def _react(self) -> None:
        """Ask who reacts to what: who was picked, unless an attack says who that is later than the pick."""
        from rulesets.seen.deeds import attacked_at  # nobody attacks before the first frame

        picked = self._table.picked_since(attacked_at(self._bridge) if self._bridge.is_open else 0)
        self.ask(self._dialogs.react(self._now().current, picked=picked))

    def end(self) -> None:
        """End the fight, if rolls are open after asking; the window shows then what it came to."""
        still_open = [one.text for one in self._to_roll()]
        if still_open:
            dialog = self._dialogs.end(still_open)
            self.ask(dialog)
            dialog.finished.connect(self._asked_to_end)
        elif self._bridge.dispatch(cmd.EndEncounter()) is not None:
            self.ended.emit()

    def _asked_to_end(self, result: int) -> None:
        if result == QDialog.DialogCode.Accepted and self._bridge.state.clock.status == OVER:
            self.ended.emit()

    # -- turns -------------------------------------------------------------------------------------

    def primary(self) -> None:
        """Do what the primary button says."""
        if not self._bridge.is_open:
            return
        now = primary(self._bridge.scene)
        match now.kind:
            case Kind.ADD:
                self.ask(self._dialogs.add())
            case Kind.START | Kind.ROLL:
                self.start()
            case Kind.DECLARE:
                self._board.press()
            case Kind.CHOOSE:
                self._choose_picked()
            case Kind.COMMAND if self._is_begun_unseen(now.commands):
                pass
            case Kind.COMMAND:
                slot, shown, acts = self._bridge.state.walk.active, self._to_roll(), self._announced()
                attacks = behind(self._bridge.rules, self._bridge.state).attacks
                if not self._bridge.dispatch_all(now.commands):
                    return
                self._remind(slot, shown, acts, attacks)
                if primary(self._bridge.scene).kind is Kind.ROLL:
                    self.start()  # what comes next is a roll: no second press for it
                else:
                    self._board.begin_by_name()  # nor for a declaration

    def label_read(self) -> None:
        """Take what the primary button says as meant: what is pressed now is no key of the board."""
        self._read_at = self._bridge.cursor if self._bridge.is_open else -1

    def _is_begun_unseen(self, commands: Sequence[cmd.Command]) -> bool:
        """Return whether a turn would end that began by itself; say so once.

        It has, since whoever acted is out, or since everybody has declared. Whoever presses then still means
        what was before it: the turn that has begun would be skipped, or its act carried out unseen. After a
        declaration only the key can mean that which is the board's own, too.
        """
        from rulesets.seen.deeds import declared_on, passed_on

        passed, cursor = passed_on(self._bridge), self._bridge.cursor
        begun = passed[1] if passed is not None else ""
        declared = "" if self._read_at == cursor else declared_on(self._bridge)
        ends = any(isinstance(one, cmd.EndTurn) for one in commands)
        if not ends or not (begun or declared) or self._said_begun == cursor:
            return False
        self._said_begun = cursor
        text = self.tr("It is the turn of {name} already: once more ends it.")
        if declared:
            text = self.tr("Everybody has declared, and it is the turn of {name}: press once more to go on.")
        self._feedback.tell(text.format(name=self._texts.name(begun or declared)))
        return True

    def _to_roll(self) -> list[Due]:
        """Return what has to be rolled for now."""
        return [one for one in due(self._bridge.scene) if one.asked.matter in TO_ROLL]

    def _announced(self) -> list[str]:
        """Return what was announced and neither took effect nor was called off, with who announced it."""
        rules, pending = self._bridge.rules, self._bridge.state.notes.pending
        names = ((self._texts.name(one.who), action_name(rules, one.name)) for one in pending)
        return [f"{who}: {action}" for who, action in names]

    def _remind(
        self, slot: str, shown: Sequence[Due], acts: Sequence[str], attacks: Collection[tuple[str, str]]
    ) -> None:
        """Say which rolls were passed over with the turn of ``slot``, or with a phase: it stops nobody.

        So it is with the ``acts`` that were announced in it: nothing comes of them any more; and with the
        ``attacks`` (attacker, target) of which nobody has said what came of them. Of rolls only
        what was ``shown`` as due before can be: what the same step has made due is new, and passed over by
        the next one, whoever's turn that ends.
        """
        people, before, now = self._bridge.state.combatants, {one.key for one in shown}, self._to_roll()
        typed, told = self.half_typed(), self.tr("{roll} ({total} was typed there, and not recorded)")
        passed = [
            one
            for one in now
            if one.key in before
            and (one.key in typed or slot in ("", people[one.who].slot) or one.key in self._just_due)
        ]
        self._just_due = {one.key for one in now} - before
        passed += [
            one
            for one in due(self._bridge.scene)
            if (made := one.asked.attack) is not None and (made.by, made.target) in attacks
        ]
        texts = [
            told.format(roll=one.text, total=typed[one.key]) if one.key in typed else one.text
            for one in passed
        ]
        went_on = self._bridge.state.walk.active != slot or any(one.key in typed for one in passed)
        if (passed or acts) and went_on:
            self._feedback.passed_over(texts, acts)

    def _choose_picked(self) -> None:
        """Let the one go next that the game master has gone to; else go to the first that can."""
        choice = self._bridge.scene.choice
        able = () if choice is None else choice.slots
        picked = self._bridge.state.combatants.get(self._table.picked)
        if picked is not None and picked.slot in able:
            COMMANDS["choose"].carry_out(self._now(), self._bridge.dispatch)
            return
        first = next((who for slot in able for who in self._bridge.state.members(slot) if not who.out), None)
        if first is not None:
            self._table.pick(first.id)
            self._feedback.tell(
                self.tr("Choose who goes next: go to a row with ▷ and press Enter, or click its ▷.")
            )

    def declare(self) -> None:
        """Go to the board while declarations are made; else ask what is declared in the turn."""
        if self._board.who:
            self._board.begin()
        else:
            self.ask(self._dialogs.declare(self._now().actor))

    def interrupt(self, who: str) -> None:
        """Let a slot that waits come in inside of the turn under way; ask for the rolls that it takes."""
        if contest_of(self._bridge.rules, self._bridge.state, who):
            self.ask(self._dialogs.interrupt(who))
        else:
            self._bridge.dispatch(cmd.Resume(who=who, interrupt=True))

    def trigger(self, who: str) -> None:
        """Ask whose readied action happens, ``who``'s if there is one, and because of whom."""
        self.ask(self._dialogs.trigger(who))

    def set_off(self, command: cmd.Trigger) -> None:
        """Let a readied action happen because of whom its row was dropped on; an attack is rolled next.

        Which of a group that acts together has set it off is not said by that: it is asked.
        """
        state = self._bridge.state
        if len(list(state.members(state.walk.active))) > 1:
            self.trigger(command.who)
            return
        from rulesets.seen.deeds import readied_attack  # nothing is readied before the first frame

        readied = self._bridge.state.combatants[command.who].readied
        attack = None if readied is None else readied_attack(self._bridge, command.who, readied.action)
        if self._bridge.dispatch(command) is not None and attack is not None:
            self.strike(command.who, command.by)

    def start(self) -> None:
        """Ask how initiative came out; before that, what stays of a fight that somebody is marked by."""
        if self._bridge.state.clock.status == OVER:
            from desktop.main.again_dialog import changed_people  # with the first fight that is over

            if changed_people(self._bridge):
                dialog = self._dialogs.again()
                self.ask(dialog)
                dialog.finished.connect(self._asked_to_start_again)
                return
        self._start()

    def _asked_to_start_again(self, result: int) -> None:
        if result == QDialog.DialogCode.Accepted:
            self._start()

    def _start(self) -> None:
        """Ask how initiative came out; a start at which nothing is rolled or asked needs no dialog."""
        from desktop.rolls.answers import RollSheet  # not needed at the start of the program

        if RollSheet(self._bridge).asks:
            self.ask(self._dialogs.start(self.rolled))
        elif self._bridge.dispatch(cmd.Start()) is not None:
            self._board.begin_by_name()

    def bring_in(self, ident: str = "") -> None:
        """Bring a wave in, the next one without an ``ident``; what players roll for it is asked for."""
        orders = brought_in(ident, self._now())
        if orders is None:
            self.ask(self._dialogs.bring_in(ident))
        else:
            self._bridge.dispatch_all(orders)
            self._table.setFocus()

    def join(self, adds: Sequence[cmd.Add], told: str = "") -> None:
        """Let some come in, as one step; what players roll for them is asked for.

        ``told`` is what is said of them once they are in.
        """
        people = (one.combatant for one in adds)
        if players_roll(self._bridge.rules, self._bridge.state, people):
            self.ask(self._dialogs.join(adds), partial(self._let_in, told))
        elif self._let_in(told, adds):
            self._table.setFocus()

    def _let_in(self, told: str, orders: Sequence[cmd.Command]) -> bool:
        done = self._bridge.dispatch_all(orders)
        if done and told:
            self._feedback.tell(told)
        return done

    def wave(self, wanted: str) -> None:
        """Do what a line of those to come asks for: 'come:wave-1', 'replan:wave-1' or 'drop:wave-1'."""
        what, _, ident = wanted.partition(":")
        match what:
            case "come":
                self.bring_in(ident)
            case "drop":
                self._bridge.dispatch(cmd.PlanWave(wave=ident))
                self._table.setFocus()
            case "replan":
                self.ask(self._dialogs.wave(ident))

    # -- combatants --------------------------------------------------------------------------------

    def _apply_role(self, role: str) -> None:
        """Open the sheet of the ruleset's pipeline for a role; offer all pipelines if there is none."""
        rules = self._bridge.rules
        if name := pipeline_for(rules, role):
            if self._only_turn():
                whose = self._hurt_in_turn() if role == "damage" else self._healed_in_turn()
                self.ask(self._dialogs.pipeline(self._sheet_for(name, whose)))
            else:
                self.apply(name)
            return
        menu = QMenu(self._window)
        for ident, pipeline in rules.pipelines.items():
            menu.addAction(entry_label(pipeline, ident).replace("&", "&&")).setObjectName(ident)
        self._pop_up(menu)

    def _only_turn(self) -> bool:
        """Return whether the turn alone has selected who is: whoever acts is nobody's target by that."""
        now = self._now()
        acts = now.phase is not None and now.phase.activity == "act" and not self._table.picked
        return acts and bool(now.has_turn) and set(now.targets) <= set(now.has_turn)

    def _hurt_in_turn(self) -> tuple[str, ...]:
        """Return whom the damage of the turn is for where nobody was picked; () if only the GM knows.

        A hit on whoever acts, of a reaction, is still to be given; else it is whom the one who acts attacked.
        """
        state, hit = self._bridge.state, self._open_hit(self._now().has_turn)
        hurt = hurt_one(self._bridge.rules, state) if hit is None else hit.target
        return (hurt,) if hurt in state.combatants else ()

    def _healed_in_turn(self) -> tuple[str, ...]:
        """Return who is healed in the turn where nobody was picked: the friend who is hurt most."""
        now = self._now()
        hurt = most_hurt(self._bridge.scene, now.actor)
        return (hurt,) if hurt else tuple(now.targets)

    def apply(self, pipeline: str) -> None:
        """Open the sheet of a pipeline for the selected."""
        targets = self._now().targets
        if targets:
            self.ask(self._dialogs.pipeline(self._sheet_for(pipeline, targets)))

    def _sheet_for(self, pipeline: str, targets: Sequence[str]) -> ToSheet:
        """Return what a sheet is opened with: of the only target the damage of a hit that is open.

        That is a hit without damage, or an attack of which nobody has said yet whether it has hit.
        """
        of_hit = pipeline == pipeline_for(self._bridge.rules, "damage") and len(targets) == 1
        hit = self._open_hit(targets) or self._open_attack(targets) if of_hit else None
        return ToSheet(pipeline, tuple(targets), "") if hit is None else self._sheet_of(hit)

    def formula(self) -> None:
        """Work out a formula of the ruleset for the selected one; the result may go to the damage sheet."""
        who = self._now().current
        if not who or not formulas_for_people(self._bridge.rules) or self._asking is not None:
            return
        self.ask(self._dialogs.formula(who, self._table.selected_ids()))

    def attack(self) -> None:
        """Ask who attacks whom: roll, result and cost are one step, and after a hit comes the damage.

        Whoever is selected attacks, if it has the turn or is on the side that has it; else it is attacked by
        whoever acts. Of several it is the next one, and the dialog says who is left. Where nobody can be
        attacked now the attack is only rolled.
        """
        if self._asking is not None:
            return
        now = self._now()
        if now.phase is None or now.phase.activity != "act" or len(now.state.combatants) < 2:
            self.roll_dice(at_once=True)
            return
        one = now.actor if len(now.chosen) > 1 else now.current
        picked = self._table.picked_at(self._bridge.cursor)
        who, target = attacking(now.rules, now.state, one, picked=picked)
        if len(now.chosen) > 1:
            target = attacked_next(now.rules, now.state, who, now.chosen) or target
        self.ask(self._dialogs.attack(who, target, self._usual_attacks, selected=now.chosen))

    def attack_by(self, who: str, target: str, spends: str) -> None:
        """Ask how ``who`` attacks with what was chosen, 'action:attack'; it is paid along with the attack.

        What only lets attack is paid first: a full attack is several, each of which is rolled for itself.
        """
        acts = (one for one in self._bridge.offers(who) if isinstance(one.command, cmd.Act))
        act = next((one.command for one in acts if f"{one.kind}:{one.id}" == spends), None)
        if isinstance(act, cmd.Act) and lets_attack(self._bridge.rules, act.name):
            if self._asking is not None or self._bridge.dispatch(act) is None:
                return
            spends = ""
        self.ask(self._dialogs.attack(who, target, self._usual_attacks, spends))

    def _strike(self, struck: tuple[str, str] | None) -> None:
        """Go on to the attack that a reaction or a readied action is: who makes it, at whom; it is paid."""
        if struck is not None:
            self.ask(self._dialogs.attack(*struck, self._usual_attacks))

    def _remember_attack(self, dialog: FightDialog) -> None:
        """Keep how somebody has attacked, if a dialog says so: the next attack is offered like that."""
        if dialog.done_so is not None:
            who, how = dialog.done_so
            self._usual_attacks |= {who: how, "": how}

    def roll_dice(self, *, at_once: bool = False) -> None:
        """Open the line for any roll.

        ``at_once`` the attack of the selected one is rolled already, or it is said that none is known.
        """
        if self._asking is None:
            who = self._now().current
            dialog = self._dialogs.dice(who, self._usual_rolls.get(who, ""))
            if at_once:
                dialog.setWindowTitle(self.tr("Roll the attack: {name}").format(name=self._texts.name(who)))
            self._rolling = who, dialog
            dialog.finished.connect(self._remember_roll)
            self.ask(dialog)
            if at_once and dialog is self._asking:
                dialog.attack()

    def _remember_roll(self) -> None:
        """Keep what was rolled by name: it is offered first when the same one rolls again."""
        if self._rolling is not None:
            who, dialog = self._rolling
            self._usual_rolls[who], self._rolling = dialog.named, None

    def why(self) -> None:
        """Show why the selected one acts when it does, its next roll, points, defences and tracks."""
        from desktop.why.asking import show_answer
        from desktop.why.model import Whys

        show_answer(Whys(self._bridge, self._texts).all_of(self._now().current), *self._table.current_place())

    def explain(self, who: str, column: str) -> str:
        """Return as a tool tip what the number in a column of the list is made of, or ''."""
        from desktop.why.card import told_in_full
        from desktop.why.model import Whys

        return told_in_full(Whys(self._bridge, self._texts).cell(who, column))

    def tracks(self) -> list[tuple[str, str]]:
        """(command, text) for each track of the ruleset, one step either way."""
        worse, better = self.tr("{track}: one worse"), self.tr("{track}: one better")
        return [
            (f"track:{name}:{by}", text.format(track=entry_label(track, name)))
            for name, track in self._bridge.rules.tracks.items()
            for by, text in ((1, worse), (-1, better))
        ]

    def _pop_up(self, menu: QMenu) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.triggered.connect(self._picked)
        at = self._table.mapToGlobal(QPoint(self._table.width() // 3, self._table.height() // 3))
        underline_letters(menu).popup(
            QCursor.pos() if self._window.geometry().contains(QCursor.pos()) else at
        )

    def _picked(self, action: QObject) -> None:
        self.apply(action.objectName())

    def keep(self) -> None:
        """Keep the selected as stat blocks of the user's own: each name once."""
        rules = self._bridge.rules
        blocks = {block["name"]: block for block in (block_of(rules, one) for one in self._now().meant)}
        if self._library is None or not blocks:
            return
        kept: list[str] = []
        folder = self._library.folder(rules.id)
        try:
            for name, block in blocks.items():
                folder = self._library.keep(rules.id, block).change.path.parent
                kept.append(name)
        except StorageError as error:
            self._feedback.not_kept(folder, error, kept)
            return
        text = self.tr("{names} can be added from your stat blocks from now on. Kept in {folder}.")
        self._feedback.tell(text.format(names=", ".join(kept), folder=folder))

    def rename(self) -> None:
        """Ask for another name."""
        if self._now().current:
            self.ask(self._dialogs.rename(self._now().current))
