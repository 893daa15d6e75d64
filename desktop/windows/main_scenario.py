"""Plays a scenario in the window as a game master would: rows, keys, drags, dialogs, never a command.

Each step of a scenario is translated into gestures. The systems are told apart by their scenarios alone. What
the window has no control for is :class:`Lost`, and says which field of which step it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QTableView

from desktop.models.rolling import Column
from desktop.models.tracks import ladders
from desktop.windows.main_declaring import declare
from desktop.windows.main_fields import named, put, write
from desktop.windows.main_hands import Hands, Lost
from rulesets.encounter.commands import Delay, Resume
from rulesets.engine.queries import active_slot
from rulesets.engine.ruling import find_phase

Args = dict[str, Any]
NO_KEYS = Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
DRAG = "drag"
"""What a watcher is told before a row is let go; before a dialog is accepted it is told the step's name."""
MOST = 200
"""Turns after which an advance has got lost."""


class ByHand:
    """Plays the steps of one scenario in one window."""

    def __init__(self, hands: Hands, watch: Callable[[str], None] | None = None) -> None:
        """Play in the window that ``hands`` have taken hold of; ``watch`` sees dialogs and drags."""
        self.hands, self.window, self._watch = hands, hands.window, watch
        self._step = ""
        self.bridge = hands.window.services.bridge
        self._refused = self._insists = False
        self._gestures: dict[str, Callable[[Args], None]] = {
            "start": self._roll,
            "initiative": self._roll,
            "end-turn": self._end_turn,
            "next-phase": self._next_phase,
            "advance": self._advance,
            "set": self._set,
            "act": self._act,
            "react": self._react,
            "attack": self._attack,
            "delay": self._delay,
            "resume": self._resume,
            "ready": self._ready,
            "trigger": self._trigger,
            "declare": self._declare,
            "track": self._track,
            "effect": self._effect,
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
        args = {key: value for key, value in step.items() if key not in ("do", "expect", "refused", "override")}
        self._refused, self._insists = bool(step.get("refused")), bool(step.get("override"))
        before = self.bridge.session.cursor
        rules = self.bridge.rules
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

    # -- what is on the screen ---------------------------------------------------------------------

    def _why(self) -> str:
        return self.window.messages.text or "nothing happened"

    def _override(self) -> None:
        """Press the button of the message that a refusal has left."""
        if not self.window.messages.action.isVisible():
            raise Lost(f"nothing can be overridden: {self._why()}")
        self.hands.click(self.window.messages.action)

    def _select(self, who: str | list[str]) -> None:
        """Click on the rows of those meant; of a group on its first member's."""
        names = [who] if isinstance(who, str) else list(who)
        members = [next((c.id for c in self.bridge.state.members(name)), name) for name in names]
        self.hands.choose(members[0])
        for other in members[1:]:
            self.hands.also(other)

    def _pick(self, menu: str, ident: str) -> None:
        """Choose an entry of a submenu."""
        for action in self.window.actions_.menus[menu].actions():
            if action.objectName() == ident:
                action.trigger()
                self.hands.settle()
                return
        raise Lost(f"the menu {menu!r} does not offer {ident!r}")

    def _answer(self, dialog: QDialog) -> None:
        """Accept a dialog; leave it again if it does not let itself be accepted, as a refusal should."""
        tick = getattr(dialog, "override", None)
        if self._insists and tick is not None and tick.isVisible():
            put(self.hands, tick, True)
        self._filled_in()
        if not self._refused:
            ok = getattr(dialog, "ok", None)
            if ok is not None and not ok.isEnabled():
                raise Lost(f"{dialog.windowTitle()}: {getattr(dialog, 'reason', '')}")
            self.hands.accept()
            return
        self.hands.key(Qt.Key.Key_Return, on=dialog)
        if dialog.isVisible():
            self.hands.leave()

    def _filled_in(self) -> None:
        if self._watch is not None:
            self._watch(self._step)

    # -- rolls and turns ---------------------------------------------------------------------------

    def _roll(self, args: Args) -> None:
        """Press the primary button and type every total and roll-off."""
        self.hands.primary()
        dialog = self.hands.dialog()
        table = dialog.findChild(QTableView)
        if table is None:
            raise Lost("the dialog has no table of rolls")
        rolloffs = args.pop("rolloffs", [])
        if len(rolloffs) > 1:
            raise Lost("the window takes one roll-off for each of the tied, not several passes")
        for column, results in ((Column.ROLL, args.pop("rolls", {})), (Column.TIE, (*rolloffs, {})[0])):
            for slot, result in results.items():
                index = table.model().index(self._row_of(table, slot), column)
                self.hands.fill(table, index, str(result))
        self._answer(dialog)

    def _row_of(self, table: QTableView, slot: str) -> int:
        one = self.bridge.state.combatants.get(slot)
        names = {slot, self.window.services.texts.name(slot), one.name if one is not None else slot}
        model = table.model()
        for row in range(model.rowCount()):
            shown = str(model.index(row, Column.NAME).data())
            if any(shown == name or shown.startswith(f"{name} ×") for name in names):
                return row
        raise Lost(f"{slot} is not asked for a roll")

    def _end_turn(self, args: Args) -> None:
        who = args.pop("who", "")
        if who and who != active_slot(self.bridge.rules, self.bridge.state):
            raise Lost("the window ends the turn of the active one only")
        self.hands.key(Qt.Key.Key_Space)

    def _next_phase(self, _args: Args) -> None:
        self.hands.primary()

    def _advance(self, args: Args) -> None:
        """Press Space until it is somebody's turn."""
        to, round_ = args.pop("to"), args.pop("round", None)
        last = self.bridge.state.clock.round + 1
        for _ in range(MOST):
            state = self.bridge.state
            there = active_slot(self.bridge.rules, state) == to
            if there and (state.clock.round == round_ if round_ is not None else state.clock.round <= last):
                return
            before = self.bridge.session.cursor
            self.hands.key(Qt.Key.Key_Space)
            if self.bridge.session.cursor == before:
                raise Lost(f"Space led nowhere: {self._why()}")
        raise Lost(f"the turn of {to} never came")

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
            return
        if cost:
            raise Lost("an action is chosen by type or by name, not by both")
        wanted = f"{name}:limited" if args.pop("limited", False) else name
        label = self.bridge.rules.actions[name].label or name
        offered = self.window.inspector.action_list
        write(self.hands, offered.filter, label)
        self.hands.key(Qt.Key.Key_Down, on=offered.filter)
        for _ in range(offered.model.rowCount()):
            row = offered.model.row(offered.rows.currentIndex())
            if row is not None and row.key == ("action", wanted):
                break
            self.hands.key(Qt.Key.Key_Down, on=offered.rows)
        else:
            raise Lost(f"{label!r} is not among what can be done")
        self.hands.key(Qt.Key.Key_Return, on=offered.rows)
        write(self.hands, offered.filter, "")

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
        for key, field in asked.items():
            if key in args:
                if not field.isVisible():
                    raise Lost(f"react: the dialog does not ask for {key}")
                put(self.hands, field, args.pop(key))
        self._answer(dialog)

    def _attack(self, args: Args) -> None:
        self._select(args["target"])
        self.hands.key(Qt.Key.Key_T, CONTROL)
        dialog = self.hands.dialog()
        fields = {"who": "Attacker", "target": "Target", "kind": "Kind", "result": "Result", "label": "Name"}
        for key, name in fields.items():
            put(self.hands, named(dialog, name), args.pop(key, ""))
        self._answer(dialog)

    def _delay(self, args: Args) -> None:
        """Drag the row until the sentence says what is wanted; by the key where no drop means it."""
        wanted = Delay(**args)
        self._select(wanted.who)
        if self._refused or self._insists or not self._dragged(wanted.who, wanted):
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
        """Drag the waiting row back to the present place; by the key where no drop means it."""
        wanted = Resume(who=args.pop("who"))
        self._select(wanted.who)
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
        self.hands.key(Qt.Key.Key_Escape)
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
        self._answer(dialog)

    def _trigger(self, args: Args) -> None:
        self.hands.key(Qt.Key.Key_T)
        dialog: Any = self.hands.dialog()
        put(self.hands, dialog.who, args.pop("who"))
        put(self.hands, dialog.by, args.pop("by"))
        self._answer(dialog)

    def _declare(self, args: Args) -> None:
        """On the board, for all of them together; where nothing is named it is what the phase asks for."""
        phase = find_phase(self.bridge.rules, self.bridge.state.clock.phase)
        self._select(args.pop("who"))
        name, done = args.pop("name", ""), args.pop("done", False)
        if not name and not done and phase is not None:
            name = phase.declaration
        declare(self.hands, name, dict(args), self._filled_in)
        args.clear()

    # -- what happens to combatants ----------------------------------------------------------------

    def _apply(self, name: str, args: Args) -> None:
        """Open the sheet by its key or from the menu, and fill it in."""
        rules = self.bridge.rules
        self._select(args.pop("to", None) or args.pop("who"))
        roles = {"damage": NO_KEYS, "heal": SHIFT}
        role = rules.pipelines[name].role
        if role in roles and next(i for i, p in rules.pipelines.items() if p.role == role) == name:
            self.hands.key(Qt.Key.Key_H, roles[role])
        else:
            self._pick("apply", f"pipeline:{name}")
        dialog: Any = self.hands.dialog()
        sheet = dialog.sheet
        if "by" in args:
            put(self.hands, sheet.by, args.pop("by"))
        for target, stages in args.pop("edits", {}).items():
            self._edit(sheet, target, stages, args)
        for key in list(args):
            if key in sheet.inputs.fields:
                put(self.hands, sheet.inputs.fields[key], args.pop(key))
        if not self._refused and not sheet.apply_button.isEnabled():
            raise Lost(f"{name}: {sheet.problem}")
        self._answer(dialog)

    def _edit(self, sheet: Any, target: str, stages: Mapping[str, int], args: Args) -> None:
        """Type the inputs first: a stage can be changed once it is shown."""
        for key in list(args):
            put(self.hands, sheet.inputs.fields[key], args.pop(key))
        view = next(view for view in sheet.rows() if view.who == target)
        for stage, number in stages.items():
            put(self.hands, view.stage(stage).number, number)

    def _track(self, args: Args) -> None:
        """K for one step along the main track; else a click on the step of the ladder."""
        rules, who = self.bridge.rules, args.pop("who")
        self._select(who)
        track, by = args.pop("track", "") or rules.main_track, args.pop("by", 1)
        persistent = args.pop("persistent", False)
        if track == rules.main_track and abs(by) == 1 and not persistent:
            self.hands.key(Qt.Key.Key_K, NO_KEYS if by > 0 else SHIFT)
            return
        one = self.bridge.state.combatants[who]
        shown = [ladder for ladder in ladders(rules, one) if len(ladder.steps) > 1]
        at = next(number for number, ladder in enumerate(shown) if ladder.id == track)
        tracks = self.window.inspector.tracks
        put(self.hands, tracks.persistent, persistent)
        self.hands.click(tracks.views[at].buttons[shown[at].at + by])

    def _effect(self, args: Args) -> None:
        self._select(args.pop("on"))
        self.hands.key(Qt.Key.Key_C)
        dialog: Any = self.hands.dialog()
        put(self.hands, dialog.name, args.pop("name"))
        if "rounds" in args:
            put(self.hands, dialog.rounds, args.pop("rounds"))
        put(self.hands, dialog.by, args.pop("by", ""))
        if "at_zero" in args:
            put(self.hands, dialog.at_zero, args.pop("at_zero"))
        self._answer(dialog)

    def _end_effect(self, args: Args) -> None:
        self._select(args.pop("on"))
        name = args.pop("name")
        self.hands.settle()
        for line in self.window.inspector.effects.lines:
            if line.row is not None and line.row.name == name:
                self.hands.click(line.button)
                return
        raise Lost(f"{name} is not among the effects")

    def _set(self, args: Args) -> None:
        """Correct the count by its dialog, stats where they stand."""
        self._select(args.pop("who"))
        if "initiative" in args:
            self.hands.key(Qt.Key.Key_F2, SHIFT)
            dialog: Any = self.hands.dialog()
            put(self.hands, dialog.count, args.pop("initiative"))
            self._answer(dialog)
        section = self.window.inspector.sections["stats"]
        for name, value in args.pop("stats", {}).items():
            if not section.is_open:
                self.hands.click(section.heading)
            self.hands.settle()
            editor = self.window.inspector.stats.fields[name].editor
            put(self.hands, editor, value)
            self.hands.key(Qt.Key.Key_Return, on=editor)

    def _add(self, args: Args) -> None:
        """Fill in the dialog; the id is what it makes of the name."""
        given = dict(args.pop("combatant"))
        given.pop("id")
        self.hands.key(Qt.Key.Key_N)
        dialog: Any = self.hands.dialog()
        for key in ("name", "side", "kind", "aware"):
            if key in given:
                put(self.hands, getattr(dialog, key), given.pop(key))
        if "roll" in args:
            put(self.hands, dialog.roll, args.pop("roll"))
        for key, value in given.items():
            for fields in (dialog.first, dialog.others):
                if key in fields.fields:
                    if not fields.isVisible():
                        self.hands.click(dialog.more.heading)
                    put(self.hands, fields.fields[key], value)
        self._answer(dialog)

    def _each(self, ident: str) -> Callable[[Args], None]:
        def gesture(args: Args) -> None:
            self._select(args.pop("who"))
            self.hands.menu(ident)

        return gesture

    def _end(self, _args: Args) -> None:
        self.hands.menu("end-encounter")

    def _undo(self, args: Args) -> None:
        for _ in range(args.pop("times", 1)):
            self.hands.key(Qt.Key.Key_Z, CONTROL)

    def _redo(self, args: Args) -> None:
        for _ in range(args.pop("times", 1)):
            self.hands.key(Qt.Key.Key_Z, CONTROL | SHIFT)
