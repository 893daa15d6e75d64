"""Plays a scenario in the window as a game master would: rows, keys, drags, dialogs, never a command.

Each step of a scenario is translated into gestures. The systems are told apart by their scenarios alone. What
the window has no control for is :class:`Lost`, and says which field of which step it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from desktop.rolls.model import Column
from rulesets.seen.deeds import passed_on
from rulesets.seen.proposed import is_attack, lets_attack
from rulesets.seen.queries import active_slot, choosable, must_act
from rulesets.table.commands import Delay, Resume
from rulesets.vocabulary import find_phase
from tests.hands.declaring import declare, fill_fields
from tests.hands.fields import named, put, write
from tests.hands.gestures import CONTROL, DRAG, SHIFT, Args
from tests.hands.keys_and_mouse import Hands, Lost
from tests.hands.on_combatants import OnCombatants

MOST = 200
"""Turns after which an advance has got lost."""


class ByHand(OnCombatants):
    """Plays the steps of one scenario in one window."""

    def __init__(self, hands: Hands, watch: Callable[[str], None] | None = None) -> None:
        """Play in the window that ``hands`` have taken hold of; ``watch`` sees dialogs and drags."""
        super().__init__(hands, watch)
        self._drag_last = False
        """The delay before was made by a drag."""
        self._gestures: dict[str, Callable[[Args], None]] = {
            "start": self._roll,
            "initiative": self._roll,
            "end-turn": self._end_turn,
            "next-phase": self._next_phase,
            "advance": self._advance,
            "set": self._set,
            "act": self._act,
            "react": self._react,
            "spend": self._spend,
            "attack": self._attack,
            "delay": self._delay,
            "resume": self._resume,
            "choose": self._choose,
            "ready": self._ready,
            "trigger": self._trigger,
            "declare": self._declare,
            "track": self._track,
            "effect": self._effect,
            "check": self._check,
            "end-effect": self._end_effect,
            "add": self._add,
            "remove": self._each("remove"),
            "defeat": self._each("defeat"),
            "disable": self._each("disable"),
            "restore": self._each("restore"),
            "end-encounter": self._end,
            "undo": self._undo,
            "redo": self._redo,
        }

    def play(self, step: Mapping[str, Any]) -> None:
        """Do what a step says.

        Raises:
            Lost: if the window has no way to do it, or did not do what was expected.
        """
        name = self._step = step.get("do", "")
        args = {
            key: value for key, value in step.items() if key not in ("do", "expect", "refused", "override")
        }
        self._refused, self._insists = bool(step.get("refused")), bool(step.get("override"))
        before = self.bridge.session.cursor
        rules = self.bridge.rules
        if self.hands.asked() and name != "initiative":
            self.hands.leave()
        if not self.hands.asked():
            self.hands.key(Qt.Key.Key_1, CONTROL)  # letters and digits act in the list
        if name in self._gestures:
            self._gestures[name](args)
        elif name in rules.declarations:
            args["name"] = name
            self._declare(args)
        elif name in rules.pipelines:
            self._apply(name, args)
        elif name and name != "compute":
            raise Lost(f"{name}: the window has no control for it")
        if args and name != "compute":
            raise Lost(f"{name}: the window has no control for {', '.join(args)}")
        if self._insists and self.bridge.session.cursor == before:
            self._override()
        silent = ("", "compute", "advance")  # these may change nothing and yet be right
        if name not in silent and (self.bridge.session.cursor == before) != self._refused:
            raise Lost(f"{dict(step)}: {self._why()}")

    # -- rolls and turns ---------------------------------------------------------------------------

    def _roll(self, args: Args) -> None:
        """Press the primary button and type every total and roll-off, if any are asked for."""
        before = self.bridge.session.cursor
        if not self.hands.asked():  # the end of a round asks for the next roll by itself
            self.hands.primary()
        columns: dict[int, dict[str, Any]] = {Column.ROLL: args.pop("rolls", {})}
        columns |= dict(enumerate(args.pop("rolloffs", ()), Column.TIE))
        if not any(columns.values()) and self.bridge.session.cursor > before:
            return
        dialog = self.hands.dialog()
        table = dialog.findChild(QTableView)
        if table is None:
            raise Lost("the dialog has no table of rolls")
        for column, results in columns.items():
            for slot, result in results.items():
                index = table.model().index(self._row_of(table, slot), column)
                drawn = " ".join(result) if isinstance(result, list) else str(result)
                self.hands.fill(table, index, drawn)
        self._answer(dialog)

    def _row_of(self, table: QTableView, slot: str) -> int:
        standing = [one.name for one in self.bridge.state.members(slot) if not one.out]
        names = {slot, self.window.services.texts.name(slot), *(standing if len(standing) == 1 else ())}
        model = table.model()
        for row in range(model.rowCount()):
            shown = str(model.index(row, Column.NAME).data())
            if any(shown == name or shown.startswith(f"{name} ×") for name in names):
                return row
        raise Lost(f"{slot} is not asked for a roll")

    def _end_turn(self, args: Args) -> None:
        """By Space; who has to act now gives the turn up from the menu, because Space lets it act."""
        must = must_act(self.bridge.rules, self.bridge.state)
        who = args.pop("who", "")
        if who and who != (must or active_slot(self.bridge.rules, self.bridge.state)):
            raise Lost("the window ends the turn of the active one only")
        if must:
            self.hands.menu("give-up")
        else:
            self._end_by_space()

    def _end_by_space(self) -> None:
        """Press Space; where the turn has begun because somebody fell, that is said first: press it again."""
        passed, cursor = passed_on(self.bridge), self.bridge.cursor
        self.hands.key(Qt.Key.Key_Space)
        if passed is not None and passed[1] and self.bridge.cursor == cursor:
            self.hands.key(Qt.Key.Key_Space)

    def _next_phase(self, _args: Args) -> None:
        """By the primary button, unless that asks who goes next."""
        if choosable(self.bridge.rules, self.bridge.state):
            self.hands.menu("close-phase")
        else:
            self.hands.primary()

    def _advance(self, args: Args) -> None:
        """Press Space until it is somebody's turn; who goes next is chosen as the core does it."""
        to, round_ = args.pop("to"), args.pop("round", None)
        last = self.bridge.state.clock.round + 1
        for _ in range(MOST):
            state = self.bridge.state
            there = active_slot(self.bridge.rules, state) == to
            if there and (state.clock.round == round_ if round_ is not None else state.clock.round <= last):
                return
            before, able = self.bridge.session.cursor, choosable(self.bridge.rules, state)
            if able:
                self._choose({"who": to if to in able else able[0]})
            else:
                self._end_by_space()
            if self.bridge.session.cursor == before:
                raise Lost(f"Space led nowhere: {self._why()}")
        raise Lost(f"the turn of {to} never came")

    def _choose(self, args: Args) -> None:
        """Click on the mark of the row; what has none is selected and told to go next all the same."""
        who = args.pop("who")
        one = next((c.id for c in self.bridge.state.members(who) if not c.out), who)
        if not self.hands.mark(one):
            self._select(who)
            self.hands.key(Qt.Key.Key_Return)

    # -- actions -----------------------------------------------------------------------------------

    def _act(self, args: Args) -> None:
        """By type with its digit, by name from the list of what can be done now."""
        self._select(args.pop("who"))
        cost, name = args.pop("cost", ""), args.pop("name", "")
        if not name:
            key = self.bridge.rules.costs[cost].key
            if not key:
                raise Lost(f"no digit spends {cost}")
            self.hands.key(Qt.Key(ord(str(key))))
            if args:  # the digit has asked for it
                self._tell(args)
            return
        if cost:
            raise Lost("an action is chosen by type or by name, not by both")
        wanted = f"{name}:limited" if args.pop("limited", False) else name
        actions = self.bridge.rules.actions
        label, kind = (actions[name].label or name, "action") if name in actions else (name, "power")
        self._find_and_do((kind, wanted), label, args)

    def _find_and_do(self, key: tuple[str, str], label: str, args: Args) -> None:
        """Find something by its name in the list of what can be done now, fill in its form, and do it."""
        offered = self.window.inspector.action_list
        write(self.hands, offered.filter, label)
        self.hands.key(Qt.Key.Key_Down, on=offered.filter)
        for _ in range(offered.model.rowCount()):
            row = offered.model.row(offered.rows.currentIndex())
            if row is not None and row.key == key:
                break
            self.hands.key(Qt.Key.Key_Down, on=offered.rows)
        else:
            raise Lost(f"{label!r} is not among what can be done")
        self._tell(args)
        write(self.hands, offered.filter, "")

    def _spend(self, args: Args) -> None:
        """Spend a point on what the rules have a name for."""
        self._select(args.pop("who"))
        resource, use = args.pop("resource"), args.pop("on")
        label = self.bridge.rules.resources[resource].uses[use].label
        self._find_and_do(("point", f"{resource}.{use}"), label, args)

    def _tell(self, args: Args) -> None:
        """Fill in the form of the action that is selected, and do it."""
        offered = self.window.inspector.action_list
        for asked, widget in offered.form.widgets.items():
            if asked in args:
                put(self.hands, widget, args.pop(asked))
        row = offered.model.row(offered.rows.currentIndex())
        rules, name = self.bridge.rules, "" if row is None else row.id.partition(":")[0]
        if is_attack(rules, name) or lets_attack(rules, name):
            offered.spend_selected()  # how it is rolled is a step of its own
            self.hands.settle()
        else:
            self.hands.key(Qt.Key.Key_Return, on=offered.rows)

    def _react(self, args: Args) -> None:
        who = args.pop("who")
        self._select(who)
        self.hands.key(Qt.Key.Key_E)
        dialog: Any = self.hands.dialog()
        put(self.hands, dialog.who, who)
        put(self.hands, dialog.name, args.pop("name", "") or self.bridge.rules.plain_reaction)
        asked = {"to": dialog.to, "skill": dialog.skill, "points": dialog.points, "move": dialog.moving}
        if dialog.spare.isVisible():
            put(self.hands, dialog.spare if args.pop("spare", False) else dialog.extra, True)
        if dialog.to.isVisible():
            args.setdefault("to", "")  # it stands for what was recorded
        for key, field in asked.items():
            if key in args:
                if not field.isVisible():
                    raise Lost(f"react: the dialog does not ask for {key}")
                put(self.hands, field, args.pop(key))
        self._answer(dialog)

    def _attack(self, args: Args) -> None:
        self._select(args["target"])
        self.hands.key(Qt.Key.Key_T, CONTROL)
        dialog: Any = self.hands.dialog()
        fields = {"who": "Attacker", "target": "Target", "kind": "Kind", "result": "Result", "label": "Name"}
        for key, name in fields.items():
            put(self.hands, named(dialog, name), args.pop(key, ""))
        put(self.hands, named(dialog, "Spends"), "")  # what is spent is a step of its own
        if dialog.rolls_next and not self._refused:
            self._filled_in()
            self.hands.click(dialog.bare)
            self.hands.no_dialog()
        else:
            self._answer(dialog)

    def _delay(self, args: Args) -> None:
        """Drag the row until the sentence says what is wanted; by the key where no drop means it.

        Every other one that could be dragged goes by the key, too.
        """
        wanted = Delay(**args)
        self._select(wanted.who)
        keyed = self._refused or self._insists or self._drag_last
        self._drag_last = not keyed and self._dragged(wanted.who, wanted)
        if not self._drag_last:
            self.hands.key(Qt.Key.Key_D)
            dialog: Any = self.hands.dialog()
            kind = "count" if wanted.count is not None else "after" if wanted.after else "wait"
            put(self.hands, dialog.radios[kind], True)
            if wanted.count is not None:
                put(self.hands, dialog.count, wanted.count)
            if wanted.after:
                put(self.hands, dialog.after, wanted.after)
            if wanted.round is not None:
                put(self.hands, dialog.round, wanted.round)
            self._answer(dialog)
        args.clear()

    def _resume(self, args: Args) -> None:
        """Drag the waiting row back to the present place; by the key where no drop means it.

        Inside of another's turn it is chosen from the menu, and both totals are typed.
        """
        wanted = Resume(who=args.pop("who"))
        self._select(wanted.who)
        if args.pop("interrupt", False):
            contest = args.pop("contest", {})
            self.hands.menu("interrupt")
            if self.hands.asked():
                dialog: Any = self.hands.dialog()
                for slot, total in contest.items():
                    put(self.hands, dialog.totals[slot], total)
                self._answer(dialog)
            return
        if self._refused or self._insists or not self._dragged(wanted.who, wanted):
            self.hands.key(Qt.Key.Key_R, CONTROL)

    def _dragged(self, slot: str, wanted: Delay | Resume) -> bool:
        """Drag a slot's row over the others until the indicator says what ``wanted`` would come to."""
        said = self.window.services.texts.drop(wanted, self.bridge.preview(wanted))
        who = next((c.id for c in self.bridge.state.members(slot)), slot)
        table = self.window.table
        self.hands.take(who)
        for row in range(table.initiative.rowCount()):
            for part in (-0.4, 0.4):
                self.hands.carry(table.initiative.combatant_at(row), part)
                if table.drag.active and table.drag.indicator.text == said:
                    if self._watch is not None:
                        self._watch(DRAG)
                    self.hands.drop()
                    return True
        self.hands.carry(who, 0.0)  # let go of at home, a row stays where it is
        self.hands.drop()
        return False

    def _ready(self, args: Args) -> None:
        self._select(args.pop("who"))
        self.hands.key(Qt.Key.Key_R)
        dialog: Any = self.hands.dialog()
        actions = self.bridge.rules.actions
        action = args.pop("action", "")
        put(self.hands, dialog.action, actions[action].label if action in actions else action)
        put(self.hands, dialog.trigger, args.pop("trigger", ""))
        if "sustained" in args:
            put(self.hands, dialog.kept, args.pop("sustained"))
        self._answer(dialog)

    def _trigger(self, args: Args) -> None:
        self.hands.key(Qt.Key.Key_T)
        dialog: Any = self.hands.dialog()
        put(self.hands, dialog.who, args.pop("who"))
        put(self.hands, dialog.by, args.pop("by"))
        self._answer(dialog)

    def _declare(self, args: Args) -> None:
        """On the board, for all of them together; where nothing is named it is what the phase asks for.

        In a turn by the dialog.
        """
        phase = find_phase(self.bridge.rules, self.bridge.state.clock.phase)
        self._select(args.pop("who"))
        name, done = args.pop("name", ""), args.pop("done", False)
        if phase is not None and phase.activity == "act" and name:
            self.hands.key(Qt.Key.Key_E, CONTROL)
            dialog: Any = self.hands.dialog()
            put(self.hands, dialog.name, name)
            fill_fields(self.hands, dialog.fields, self.bridge.rules.declarations[name], args)
            self._answer(dialog)
            args.clear()
            return
        if not name and not done and phase is not None:
            name = phase.declaration
        declare(self.hands, name, dict(args), self._filled_in)
        args.clear()

    def _end(self, _args: Args) -> None:
        self.hands.menu("end-encounter")
        self.hands.leave()

    def _undo(self, args: Args) -> None:
        for _ in range(args.pop("times", 1)):
            self.hands.key(Qt.Key.Key_Z, CONTROL)

    def _redo(self, args: Args) -> None:
        for _ in range(args.pop("times", 1)):
            self.hands.key(Qt.Key.Key_Z, CONTROL | SHIFT)
