"""Who comes in: a name and how many, whose side, and the ruleset's numbers where they differ.

Stat blocks stand beside the form; a name that is one of theirs brings its numbers with it, and one that was
taken stays whatever its creature is called. Whoever is called like somebody who is there takes after that
one. Several different lines can be put down and added in one go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.combatants.adding.bring_in_dialog import JoinDialog
from desktop.combatants.adding.form import AddForm
from desktop.combatants.library import Library
from desktop.combatants.naming import MOST, Names, plain_name
from desktop.combatants.newcomers import (
    Model,
    NewcomerLine,
    adds,
    model_for,
    owned_by,
    owner_meant,
    read_count,
    read_names,
    side_of_kind,
)
from desktop.combatants.parties import called, is_party, left_out, meant, of_another, party_lines
from desktop.combatants.stats import entered_feats, shown_feats
from desktop.combatants.waves import is_players
from desktop.widgets.announcing import announce
from desktop.widgets.dialogs import fit
from desktop.widgets.fields import NumberField
from rulesets.campaign.things import Block
from rulesets.seen.number_format import cards_typed
from rulesets.table.combatant import NPC, PC
from rulesets.table.commands import Add, Command
from rulesets.table.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

_NOTES = ("notes", "shared")
"""What is noted on all of a stat block."""
MOST_NAMED = 8
"""Newcomers of one side that are named before they come in."""

__all__ = ["AddCombatantsDialog", "by_side", "read_count"]


class AddCombatantsDialog(AddForm):
    """One command for each combatant. Numbers left blank are the stat block's, or the ruleset's own."""

    def __init__(
        self, bridge: Bridge, texts: Texts, parent: QWidget | None = None, library: Library | None = None
    ) -> None:
        """Begin with one player character, in a running fight with a foe; the ruleset says what is asked."""
        super().__init__(bridge, texts, parent, library)
        self._kind_chosen = self._side_chosen = self._proposing = False
        self._rolled_each: list[Add] = []
        """Those who come in, each with what was rolled, once that was asked for."""
        self._kept = self.heroes, PC
        if self.bridge.state.clock.status == RUNNING:  # who comes late is mostly a foe
            self._kept = self._side_of_kind(NPC, self.opponents), NPC
        self._base: Block | None = None
        self._taken: Block | None = None
        """The stat block that was taken, or what a line had that was taken back, whatever its name."""
        self._taken_off = ""
        """Whose numbers are not to be taken, though the name is theirs."""
        self._lost = ""
        """The stat block that the name has brought, and has no more."""
        self.block: Block | None = None
        """The stat block that the numbers are of, if they are of one."""
        self.model: Model | None = None
        self._connect()
        self.finish(self.tr("&Add"))
        self.order_tabs()
        self.keep_room_for_lines()
        self._propose()
        self.go_to_name()
        fit(self, self.sizeHint())

    def _connect(self) -> None:
        self.name.textChanged.connect(self._on_name)
        self.together.toggled.connect(self._on_together)
        self.group.editTextChanged.connect(self.refresh)
        self.side.editTextChanged.connect(self.refresh)
        self.kind.activated.connect(self._on_kind)
        self.side.editTextChanged.connect(self._on_side)
        self.count.typed.connect(self._propose)
        for signal in (self.count.typed, self.roll.typed, self.first.changed, self.others.changed):
            signal.connect(self.refresh)
        self.aware.toggled.connect(self.refresh)
        self.hidden.toggled.connect(self.refresh)
        self.ties.answered.connect(self.refresh)
        self.more_button.clicked.connect(self.put_down)
        self.lines.changed.connect(self._on_name)  # whom a name takes after may be gone, or there now
        self.lines.taken_back.connect(self._take_back)
        self.library.chosen.connect(self._take_block)
        self.library.pointed.connect(self._show_block)
        self.without.clicked.connect(self._take_off)

    # -- CommandDialog -------------------------------------------------------------------------------

    def accept(self) -> None:
        """Accept; of several players' characters what each has rolled is asked for before."""
        orders = [order for order in self.wanted() if isinstance(order, Add)]
        asks = self.rolls_now and not self._rolled_each and len(_open_slots(orders)) > 1
        if self.lacking() or not asks:
            super().accept()
            return
        dialog = JoinDialog(self.bridge, self.texts, self, orders)
        dialog.accepted.connect(partial(self._take_rolls, dialog))
        dialog.open()

    def _take_rolls(self, dialog: JoinDialog) -> None:
        self._rolled_each = [order for order in dialog.wanted() if isinstance(order, Add)]
        super().accept()

    def wanted(self) -> list[Command]:
        if self._rolled_each:
            return list(self._rolled_each)
        commands = adds([*self.lines.lines, *self._present()], self.bridge.state)
        if self._is_one_slot(commands):
            commands[0] = self.ties.with_answers(commands[0])
        return list(commands)

    def refresh(self) -> None:
        """Show, too, with whom a typed total ties."""
        if self.rolls_now and not self.lacking():
            commands = adds([*self.lines.lines, *self._present()], self.bridge.state)
            self.ties.follow(commands[0] if self._is_one_slot(commands) else None)
            self.say_hint(self.roll, self.roll_hint(several=len(_open_slots(commands)) > 1))
        super().refresh()

    @staticmethod
    def _is_one_slot(commands: Sequence[Add]) -> bool:
        """Return whether one combatant or one group comes in, so that its ties can be told."""
        first = commands[0].combatant.get("group") if commands else None
        return len(commands) == 1 or (
            bool(first) and all(each.combatant.get("group") == first for each in commands)
        )

    def missing(self) -> str:
        named = read_names(self.name.text(), self.count.number or 0)
        if not named:
            return "" if self.lines.lines else self.tr("Give a name.")
        for name, count in named:
            if is_party(name):
                if wrong := self._wrong_party(name):
                    return wrong
                continue
            if not 1 <= count <= MOST:
                wrong = self.tr("{name}: type how many, from 1 to {most}.")
                return wrong.format(name=name, most=MOST)
        if not self.side.currentText().strip():
            return self.tr("Name the side.")
        if self.together.isChecked() and not self._group():
            return self.tr("Name the group.")
        for fields in (self.first, self.others):
            wrong_one = fields.wrong()
            if wrong_one:
                return self.tr("{stat}: “{text}” is no value for it.").format(**wrong_one)
        return ""

    def foreseen(self, _command: Command, _outcome: object) -> str:
        people = [command.combatant for command in self.wanted() if isinstance(command, Add)]
        names = [one["name"] for one in people]
        told = by_side(people)
        if len(self.lines.lines) + len(self._present()) > 1:
            told = self.several_told.format(count=len(names), names=told)
        elif len(names) > 1:
            told = self.tr("{first} to {last} ({side})")
            told = told.format(first=names[0], last=names[-1], side=people[0]["side"])
        block = self._whose() or self._whose_numbers()
        if told_of := self._told_of_parties():
            told = f"{told} {told_of}".strip()
        if new := self._new_side():
            told = f"{told}. {new}" if told else new
        if block:
            told = f"{told}, {block}" if told else block[0].upper() + block[1:]
        return told

    @property
    def several_told(self) -> str:
        """What is said of several who are added, with {count} and {names}."""
        return self.tr("{count} come in: {names}")

    def _new_side(self) -> str:
        """Return that nobody is on the side that was typed: it may be misspelt; '' if somebody is."""
        side = self.side.currentText().strip()
        known = {*dict(self._sides()), *(self.side.itemText(at) for at in range(self.side.count()))}
        if not self._side_chosen or side in known:
            return ""
        return self.tr("“{side}” is a new side: nobody is on it yet.").format(side=side)

    def _whose(self) -> str:
        """Return to whom the newcomer belongs, or where that can be said; '' for one of its own."""
        rules, state = self.bridge.rules, self.bridge.state
        owned, typed = owned_by(self.name.text(), rules, state), self._typed_numbers()
        if owned is None and not typed.get(rules.owner):
            return ""
        label = rules.stats[rules.owner].label
        owner = state.combatants.get(str(typed.get(rules.owner) or (owned or {}).get(rules.owner, "")))
        if owner is None:
            return self.tr("to stand for what belongs to somebody, say whose at “{stat}”").format(stat=label)
        return f"{label[:1].lower()}{label[1:]} {owner.name}"

    def _whose_numbers(self) -> str:
        """Return whose numbers the newcomer has, if not its own."""
        if self.block is not None:
            return self.tr("with the stat block “{name}”").format(name=self.block.name)
        if self.model is not None and self._base is not None and self._base is not self._taken:
            return self.tr("with the numbers of {name}").format(name=self.model.name)
        return ""

    def _told_of_parties(self) -> str:
        """Return what this ruleset cannot take of the numbers of a party that is of another one."""
        named = (name for name, _ in read_names(self.name.text(), 1) if is_party(name))
        parties = [party for name in named if (party := meant(self.parties, name)) is not None]
        rules, told = self.bridge.rules, []
        for party in parties:
            if ruleset := of_another(rules, party):
                text = self.tr("“{party}” is of another ruleset ({ruleset}): what fits comes in.")
                told.append(text.format(party=party.name, ruleset=ruleset))
        if lost := list(dict.fromkeys(key for party in parties for key in left_out(rules, party))):
            text = self.tr("Left out, since this ruleset does not know it: {keys}.")
            told.append(text.format(keys=", ".join(lost)))
        return " ".join(told)

    # -- lines ---------------------------------------------------------------------------------------

    def put_down(self) -> None:
        """Put the line in the form down and begin another one; side and kind stay."""
        if self.lacking() or not self.name.text().strip():
            self.refresh()
            self.go_to_name()
            return
        present = self._present()
        self._kept = str(present[-1].given["side"]), str(present[-1].given["kind"])
        self._clear()
        self.lines.put(present)
        self.go_to_name()
        announce(self.name, self.tr("Put down: {lines}").format(lines="; ".join(one.text for one in present)))

    def _present(self) -> list[NewcomerLine]:
        """Return the lines that the form stands for."""
        named = read_names(self.name.text(), self.count.number or 1)
        roll = self._rolled() if self.rolls_now else None
        found: list[NewcomerLine] = []
        before = self._kept
        for name, count in named:
            if is_party(name):
                found += self._party_lines(name)
                continue
            model = self._model_for(name)
            base = self._base if len(named) == 1 else self._base_for(name, model)
            block = self._block_of(base)
            given = {} if base is None else base.given
            side, kind = self._proposed(count, model, self._kin(name), before)
            before = before if found else (side, kind)  # the fields show those of the first
            spelled = self._spelled(name, model)
            found.append(
                NewcomerLine(
                    spelled,
                    min(count, MOST),
                    self._shared(given, side, kind),
                    roll,
                    typed=self._typed(),
                    block="" if block is None else block.name,
                )
            )
        return found

    def _spelled(self, name: str, model: Model | None) -> str:
        """Return a name as its namesake, or its stat block, is written: 'goblin 4' is 'Goblin 4'."""
        plain = plain_name(name)
        if model is not None and model.same:
            return model.plain + name[len(plain) :]
        block = self.shelf.named(plain)
        return name if block is None else block.name + name[len(plain) :]

    def _typed(self) -> dict[str, str]:
        """Return what is typed into the form besides name and side, by its label."""
        texts = {label: field.text().strip() for label, field in self._lines_of_text().items()}
        return {label: text for label, text in texts.items() if text}

    def _lines_of_text(self) -> dict[str, QLineEdit]:
        """Return the fields in which numbers and words are typed, by their labels."""
        found = {self.roll.accessibleName(): self.roll} if self.rolls_now else {}
        fields = (*self.first.fields.values(), *self.others.fields.values())
        lines = {each.accessibleName(): each for each in fields if isinstance(each, QLineEdit)}
        return {**found, **lines, self.tr("Feats"): self.feats, self.tr("Notes"): self.notes}

    def _party_lines(self, name: str) -> list[NewcomerLine]:
        party = meant(self.parties, name)
        put_down = {line.ident for line in self.lines.lines if line.ident}
        lines = [] if party is None else party_lines(self.bridge.rules, party, self.bridge.state)
        told = {"hidden": True} if self.hidden.isChecked() else {}
        if not self.aware.isChecked():
            told["aware"] = False
        wanted = [line for line in lines if line.ident not in put_down]
        return [replace(line, given={**line.given, **told}) for line in wanted]

    def _wrong_party(self, name: str) -> str:
        """Return why no party can come in by this name; '' if one can."""
        if meant(self.parties, name) is not None:
            there = self.tr("All of them are there already.")
            return "" if self._party_lines(name) else there
        if not self.parties:
            return self.tr(
                "There is no party yet: select its members and choose Combatant → Keep and print → "
                "Keep as a party."
            )
        known = ", ".join(f"@{name}" for name in called(self.parties))
        return self.tr("Which party? There are {names}.").format(names=known)

    def _rolled(self) -> int | tuple[str, ...] | None:
        """Return the total that was typed, or the cards, or None if there is none."""
        if isinstance(self.roll, NumberField):
            return self.roll.number
        return cards_typed(self.bridge.rules, self.deck, self.roll.text()) or None

    def _take_back(self, line: NewcomerLine) -> None:
        """Show a line again that was put down; what is in the form goes down in its place."""
        if self.name.text().strip() and not self.missing():
            self.put_down()
        self._taken, self._taken_off = Block(line.block or line.name, dict(line.given)), ""
        self.name.setText(line.name)
        self.count.number = line.count
        self.side.setCurrentText(str(line.given.get("side", "")))
        self.kind.setCurrentIndex(self.kind.findData(line.given.get("kind", "pc")))
        self._kind_chosen = self._side_chosen = True
        self.together.setChecked(bool(line.given.get("group")))
        self.group.setCurrentText(str(line.given.get("group", "")))
        self.aware.setChecked(bool(line.given.get("aware", True)))
        self.hidden.setChecked(bool(line.given.get("hidden", False)))
        for label, field in self._lines_of_text().items():
            field.setText(line.typed.get(label, ""))
        self.go_to_name()

    def _clear(self) -> None:
        self._kind_chosen = self._side_chosen = False
        for field in (self.name, self.roll, self.feats, self.notes):
            field.clear()
        for fields in (self.first, self.others):
            fields.clear()
        self.count.number = 1
        self.together.setChecked(False)
        self.group.setCurrentText("")
        self._taken, self._taken_off = None, ""
        self._base_on(None)

    # -- whom they take after ------------------------------------------------------------------------

    def _take_block(self, name: str) -> None:
        """Take a stat block's name and numbers; how many and whose side is asked next. A party is all."""
        self._show_block(name)
        if is_party(name):
            self.ok.setFocus()
            return
        self.count.setFocus()
        self.count.selectAll()

    def _show_block(self, name: str) -> None:
        self._taken, self._taken_off = None if is_party(name) else self._listed(name), ""
        if is_party(name) or not self._is_own_name():
            self.name.setText(name)
            self.name.setModified(True)  # whoever leaves is told that somebody was chosen and not added
        self._on_name()

    def _listed(self, name: str) -> Block | None:
        """Return the stat block that stands under a name in the list, or whoever is there under it."""
        there = (block for block in self.there if block.name == name)
        return self.shelf.named(name) or next(there, None)

    def _is_own_name(self) -> bool:
        """Return whether what was typed is a name for itself, and not how a stat block's begins."""
        typed = self.name.text().strip().casefold()
        plain = next((name for name, _ in read_names(typed, 1)), "")
        begun = any(block.name.casefold().startswith((typed, plain)) for block in self.shelf.blocks)
        return bool(plain) and not is_party(typed) and not begun

    def _take_off(self) -> None:
        """Have no numbers but what is typed, and the ruleset's; another name may bring some again."""
        self._taken_off = "" if self._base is None else self._base.name
        self._taken = None
        self.go_to_name()
        self._on_name()

    def _on_name(self) -> None:
        """A name that is a stat block's, or that of somebody who is there, brings its numbers."""
        named = read_names(self.name.text(), 1)
        name = named[0][0] if len(named) == 1 else ""
        self.model = self._model_for(name) if name else None
        wanted = self._base_for(name, self.model) if name else self._taken
        if self.block is not None and not self._taken_off:
            self._lost = self.block.name
        self._lost = self._lost if name and wanted is None else ""
        if wanted != self._base:
            self._base_on(wanted)
        self._propose()
        self.refresh()

    def _model_for(self, name: str) -> Model | None:
        """Return whom one of this name takes after: of those who are there and those put down."""
        return model_for(name, self.bridge.rules, self.bridge.state, self.lines.lines)

    def _kin(self, name: str) -> Block | None:
        """Return the stat block that a name is, begins or ends with: an 'Orc chief' is of the orcs' kind.

        Of a player's character of a party that is the kind alone.
        """
        if owned := owned_by(name, self.bridge.rules, self.bridge.state):
            return Block(name, owned)
        kept = self._block_of(self._taken) is not None or self._taken in self.there
        if kept and self.shelf.named(name) is None:
            return self._taken
        members = (
            one.given for party in self.parties for one in party.members if one.given.get("kind", PC) == PC
        )
        if any(str(one.get("name", "")).casefold() == name.casefold() for one in members):
            return Block(name, {"kind": PC})
        found = Names(block.name for block in self.shelf.blocks).namesake(name)
        return None if found is None else self.shelf.named(name) or self.shelf.blocks[found[0]]

    def _base_for(self, name: str, model: Model | None) -> Block | None:
        """Return the numbers that a newcomer has: those that were taken, a namesake's, or a stat block's.

        What is taken stays for whoever it is called, but for the name of another stat block.
        """
        block, taken = self.shelf.named(name), self._taken
        if taken is not None and block is not None and block.name != taken.name:
            taken = None
        if owned := owned_by(name, self.bridge.rules, self.bridge.state):
            return Block(name, owned) if taken is None else Block(taken.name, {**taken.given, **owned})
        if taken is not None:
            return taken
        if model is not None and model.same and model.own_numbers and model.plain != self._taken_off:
            notes = {} if block is None else {key: block.given[key] for key in _NOTES if key in block.given}
            return Block(model.plain, {**model.given, **notes})
        return None if block is None or block.name == self._taken_off else block

    def _block_of(self, base: Block | None) -> Block | None:
        """Return the stat block whose numbers ``base`` is, or what was made of them."""
        if base is None or base in self.shelf.blocks:
            return base
        taken = self._taken is not None and self._taken.name == base.name
        return self.shelf.named(base.name) if taken else None

    def _base_on(self, block: Block | None) -> None:
        self._base = block
        self.block = self._block_of(block)
        given = {} if block is None else block.given
        self.first.set_base(given)
        self.others.set_base(given)
        self.feats.setPlaceholderText(shown_feats(given.get("feats", ())) or self.usual_feats)
        self.notes.setPlaceholderText(str(given.get("notes", "")) or self.usual_notes)
        taken = block if block in self.there else self.block
        self.library.mark("" if taken is None else taken.name)
        taken_back = block is not None and block is self._taken and block not in self.there
        self.say_whose(block, self.block, taken_back=taken_back, lost=self._lost)
        self._propose()
        self.refresh()

    def _side_of(self, given: Mapping[str, Any], kind: str) -> str:
        """Return the side for a stat block: its own if it is there, else that of others of its kind."""
        side = str(given.get("side", ""))
        usual = self.heroes if kind == "pc" else self.opponents
        return side if side in dict(self._sides()) else self._side_of_kind(kind, side or usual)

    def _side_of_kind(self, kind: str, otherwise: str) -> str:
        return side_of_kind(kind, self._sides(), otherwise)

    def _sides(self) -> list[tuple[str, str]]:
        """Return side and kind of all who are there and of those who are put down."""
        there = [(one.side, one.kind) for one in self.bridge.state.combatants.values()]
        return there + [(str(one.given["side"]), str(one.given["kind"])) for one in self.lines.lines]

    def _propose(self) -> None:
        """Fill in side and kind of the line in the form, unless the GM has chosen them."""
        named = read_names(self.name.text(), self.count.number or 1)
        first, count = named[0] if named else ("", 1)
        model = self.model if len(named) == 1 else self._model_for(first) if named else None
        side, kind = self._proposed(count, model, self._kin(first) if named else None, self._kept)
        self._proposing = True
        self.side.setCurrentText(side)
        self.kind.setCurrentIndex(self.kind.findData(kind))
        self._proposing = False

    def _proposed(
        self, count: int, model: Model | None, block: Block | None, before: tuple[str, str]
    ) -> tuple[str, str]:
        """Return side and kind: what was chosen, a namesake's, a stat block's, or what stood ``before``.

        That is what the fields show, of the first name of a line, or what the line before had. Several at
        once are opponents, and a side keeps to one kind.
        """
        side, kind = before
        if model is not None:
            side, kind = str(model.given["side"]), str(model.given["kind"])
        elif block is not None and (block.given.get("kind") in ("pc", "npc") or block in self.shelf.blocks):
            kind = str(block.given.get("kind", "npc"))
            side = self._side_of(block.given, kind)
        elif count > 1:
            kind = "npc"
            side = side if (side, kind) in self._sides() else self._side_of_kind(kind, self.opponents)
        if self._kind_chosen and self.kind.currentData() != kind:
            kind = str(self.kind.currentData())
            side = self._side_of_kind(kind, self.opponents if kind == "npc" else self.heroes)
        if self._side_chosen:
            side = self.side.currentText().strip()
            of_side = next((of for one, of in self._sides() if one == side), "")
            first = "pc" if side == self.heroes else "npc"
            settled = self._kind_chosen or model is not None or block is not None
            kind = kind if settled else of_side or ("npc" if count > 1 else first)
        return side, kind

    # -- internal ------------------------------------------------------------------------------------

    def _shared(self, base: Mapping[str, Any], side: str, kind: str) -> dict[str, Any]:
        """Return what all of a line have in common: what it takes over, then what is typed."""
        given: dict[str, Any] = dict(base) | {
            "side": side,
            "kind": kind,
            "aware": self.aware.isChecked(),
            **self._typed_numbers(),
        }
        given.pop("group", None)
        given.pop("hidden", None)
        if self.hidden.isChecked():
            given["hidden"] = True
        if self._group():
            given["group"] = self._group()
        if feats := entered_feats(self.bridge.rules, self.feats.text()):
            given["feats"] = feats
        if self.notes.text().strip():
            given["notes"] = self.notes.text().strip()
        return given

    def _typed_numbers(self) -> dict[str, Any]:
        """Return the numbers that are typed; whom one belongs to may be said by name."""
        given, owner = {**self.first.values(), **self.others.values()}, self.bridge.rules.owner
        if isinstance(said := given.get(owner), str):
            given[owner] = owner_meant(said, self.bridge.state)
        return given

    def _group(self) -> str:
        return self.group.currentText().strip() if self.together.isChecked() else ""

    def _on_together(self, together: bool) -> None:
        self.group.setEnabled(together)
        named = read_names(self.name.text(), 1)
        if together and named and not self.group.currentText().strip():
            self.group.setCurrentText(named[0][0])
        self.refresh()

    def _on_kind(self, _index: int) -> None:
        self._kind_chosen = True
        self._propose()
        self.refresh()

    def _on_side(self, _side: object) -> None:
        if not self._proposing:
            self._side_chosen = True
            self._propose()


def _open_slots(orders: Sequence[Add]) -> set[str]:
    """Return the slots of players' characters who come in and for whom no roll was typed."""
    people = [order.combatant for order in orders if order.roll is None and is_players(order.combatant)]
    return {str(one.get("group") or one["id"]) for one in people}


def by_side(people: Sequence[Mapping[str, Any]]) -> str:
    """Return who comes in on which side, side by side: 'Ann, Ben (party); Orc 1, Orc 2 (foes)'."""
    sides: dict[str, list[str]] = {}
    for one in people:
        sides.setdefault(str(one["side"]), []).append(str(one["name"]))
    parts = []
    for side, names in sides.items():
        shown = ", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else "")
        parts.append(f"{shown} ({side})")
    return "; ".join(parts)
