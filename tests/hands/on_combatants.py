"""What happens to combatants in a story played by hand: harm, tracks, effects, numbers, who comes or goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt

from desktop.inspector.tracks import ladders
from rulesets.table.combatant import PC
from tests.hands.fields import put
from tests.hands.gestures import NO_KEYS, SHIFT, Args, Gestures
from tests.hands.keys_and_mouse import Lost


class OnCombatants(Gestures):
    """Each takes what it needs out of a step's arguments; what is left over the window cannot do."""

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
        if sheet.carries.count():  # a story says by an act of its own what is carried out
            put(self.hands, sheet.carries, "")
        for target, stages in args.pop("edits", {}).items():
            self._edit(sheet, target, stages, args)
        for key in list(args):
            if key in sheet.inputs.fields:
                self._told(sheet, key, args.pop(key))
        if not self._refused and not sheet.apply_button.isEnabled():
            raise Lost(f"{name}: {sheet.problem}")
        if not self._refused and sheet.roll.number_to_ask():
            self.hands.key(Qt.Key.Key_Return, on=dialog)  # nothing is rolled against them
        self._answer(dialog)

    def _edit(self, sheet: Any, target: str, stages: Mapping[str, int], args: Args) -> None:
        """Type the inputs first: a stage can be changed once it is shown."""
        for key in list(args):
            self._told(sheet, key, args.pop(key))
        view = next(view for view in sheet.rows() if view.who == target)
        for stage, number in stages.items():
            put(self.hands, view.stage(stage).number, number)

    def _told(self, sheet: Any, key: str, value: Any) -> None:
        """Type an input: where each of several has its own, into every row."""
        rows = [view.own.fields[key] for view in sheet.rows() if view.own and key in view.own.fields]
        for field in rows or [sheet.inputs.fields[key]]:
            put(self.hands, field, value)

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
        shown = ladders(self.bridge.scene, one)
        at = next(number for number, ladder in enumerate(shown) if ladder.id == track)
        tracks = self.window.inspector.tracks
        put(self.hands, tracks.persistent, persistent)
        self.hands.click(tracks.views[at].buttons[shown[at].at + by])

    def _effect(self, args: Args) -> None:
        on = args.pop("on")
        self._select(on)
        self.hands.key(Qt.Key.Key_C)
        dialog: Any = self.hands.dialog()
        put(self.hands, dialog.name, args.pop("name"))
        if "value" in args:
            put(self.hands, dialog.value, args.pop("value"))
        if "rounds" in args:
            put(self.hands, dialog.rounds, args.pop("rounds"))
        put(self.hands, dialog.by, args.pop("by", ""))
        save = args.pop("save", {})
        asked = {
            "until": dialog.until, "of": dialog.of, "at_zero": dialog.at_zero, "brings": dialog.brings,
            "sustained": dialog.kept,
        }  # fmt: skip
        for key, field in asked.items():
            if key in args:
                put(self.hands, field, args.pop(key))
        for key, field in {
            "ability": dialog.save.ability,
            "dc": dialog.save.against,
            "at": dialog.save.at,
        }.items():
            if key in save:
                put(self.hands, field, save[key])
        self._answer(dialog)

    def _check(self, args: Args) -> None:
        """Answer a roll that is asked for, over the list: by a total, or by what came of it."""
        who, name = args.pop("who"), args.pop("name")
        for line in self.window.due.lines:
            asked = line.due.asked
            if asked.check is not None and (asked.who, asked.name) == (who, name):
                if "total" in args:
                    put(self.hands, line.total, args.pop("total"))
                    self.hands.key(Qt.Key.Key_Return, on=line.total)
                else:
                    self.hands.click(line.buttons[args.pop("degree")])
                return
        raise Lost(f"nothing asks {who} for {name}")

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
        """Fill in the dialog; the id is what it makes of the name; side and kind are as the core has them."""
        given = {"side": "party", "kind": PC, **args.pop("combatant")}
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
