"""The fields of adding combatants and how they stand beside each other."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_lowercase
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.adding.library import LibraryPanel
from desktop.combatants.adding.lines import Lines
from desktop.combatants.adding.stats import StatFields, noted_attacks
from desktop.combatants.adding.ties import JoinTies
from desktop.combatants.library import Library, Shelf, blocks_there
from desktop.combatants.naming import MOST
from desktop.combatants.newcomers import deck_on_joining, opponents, party, rolls_on_joining, side_of_kind
from desktop.combatants.parties import called, of_another, of_ruleset
from desktop.combatants.stats import known_feats, shown_feats
from desktop.widgets.boxes import narrow
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.dialogs import fit
from desktop.widgets.fields import NumberField, TypedField
from desktop.widgets.labels import ToneLabel
from desktop.widgets.letters import letter_of
from desktop.widgets.plain_text import PlainLabel, tip
from desktop.widgets.room_area import RoomArea
from desktop.widgets.section import Section
from rulesets.campaign.things import Block
from rulesets.seen.attack_texts import example_of_attack
from rulesets.table.combatant import PC
from rulesets.table.encounter import RUNNING
from rulesets.table.writing import beneath

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts


AROUND = 48
"""Pixels of a screen that a dialog leaves to its frame."""
LEAST_LETTERS = 12
"""What is read of a side or kind in however large letters."""
LEAST_LINES = 12
"""Lines of the form that are seen at once on however small a screen."""


class AddForm(CommandDialog):
    """Stat blocks to the left, the fields to the right, what was put down below them."""

    def __init__(
        self, bridge: Bridge, texts: Texts, parent: QWidget | None = None, library: Library | None = None
    ) -> None:
        """Make the fields; the ruleset says which numbers are asked for first."""
        super().__init__(bridge, texts, "", parent)
        self.setWindowTitle(self.tr("Add combatants"))
        rules, state = bridge.rules, bridge.state
        self.rolls_now, self.deck = rolls_on_joining(rules, state), deck_on_joining(rules, state)
        self.shelf = Shelf() if library is None else library.shelf(rules.id, beneath(bridge.writing))
        self.parties = () if library is None else tuple(of_ruleset(library.parties(), rules.id))
        self.there = () if library is None else blocks_there(rules, state, self.shelf)
        """Those of the table as stat blocks, which nobody has kept."""
        self.name, self.count = QLineEdit(self), NumberField(self, least=1, most=MOST, digits=2)
        self.numbers, self.without = ToneLabel("", self), QPushButton(self.tr("&Take off"), self)
        self.side, self.kind = QComboBox(self), QComboBox(self)
        self.together = QCheckBox(self.tr("They share one turn, as the &group"), self)
        self.group = QComboBox(self)
        self.aware = QCheckBox(self.tr("A&ware of the others at the start"), self)
        self.hidden = QCheckBox(self.tr("&Hidden from the players"), self)
        self.roll: TypedField = TypedField(self) if self.deck else NumberField(self)
        self.ties = JoinTies(bridge, self)
        edited = {name: rule for name, rule in rules.stats.items() if rule.when_added}
        self.first = StatFields(edited, rules, self)
        others = {name: rule for name, rule in rules.stats.items() if not rule.when_added}
        self.others = StatFields(others, rules, self, grouped=True)
        self.feats, self.notes = QLineEdit(self), QLineEdit(self)
        self.lines = Lines(self)
        self.library = LibraryPanel(
            self.shelf,
            rules,
            self,
            [
                (told, of_another(rules, party))
                for party, told in zip(self.parties, called(self.parties), strict=True)
            ],
            self.there,
        )
        self._scrolled: WholeArea | None = None
        self._lay_out()

    def finish(self, ok: str) -> None:
        """Give the numbers asked for first the letters that nothing else has: Alt leads to them, too."""
        super().finish(ok)
        self.first.underline(ascii_lowercase)
        texts = [one.text() for one in self.findChildren(QLabel)]
        texts += [one.text() for one in self.findChildren(QAbstractButton)]
        self.first.underline(map(letter_of, texts))

    def _lay_out(self) -> None:
        state = self.bridge.state
        self.name.setMaxLength(200)
        self.name.setPlaceholderText(self.tr("Stormtrooper ×4; Sergeant"))
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setToolTip(
            self.tr("“4 Stormtrooper” or “Stormtrooper ×4” are four; a ; begins another, @ a party.")
        )
        self.count.number = 1
        self.count.setAccessibleName(self.tr("How many"))
        self.count.setToolTip(self.tr("1 to {most}; several are numbered").format(most=MOST))
        for box in (self.side, self.group):
            box.setEditable(True)
            box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
            narrow(box)
        self._offer_sides()
        self.group.addItems(list(dict.fromkeys(c.group for c in state.combatants.values() if c.group)))
        for box in (self.side, self.kind, self.group):
            box.setMinimumWidth(box.fontMetrics().averageCharWidth() * LEAST_LETTERS)
        self.group.setCurrentText("")
        self.group.setAccessibleName(self.tr("Name of the group"))
        self.group.setEnabled(False)
        self.kind.addItem(self.tr("Player character"), "pc")
        self.kind.addItem(self.tr("Non-player character"), "npc")
        self.aware.setChecked(True)
        self.add_row(self.tr("&Name × count"), _in_line(self, self.name, PlainLabel("×", self), self.count))
        self._add_numbers()
        kind = PlainLabel(self.tr("&Kind"), self)
        kind.setBuddy(self.kind)
        self.side.setAccessibleName(self.tr("Side"))
        self.kind.setAccessibleName(self.tr("Kind"))
        self.add_row(self.tr("&Side"), _in_line(self, self.side, kind, self.kind))
        self.form.addRow(_in_line(self, self.group, before=self.together))
        self.form.addRow("", self.aware)
        self.form.addRow("", self.hidden)
        clock = state.clock
        begins = clock.status != RUNNING or clock.surprise
        surprising = self.bridge.rules.surprise not in ("", "false")
        policy = self.aware.sizePolicy()
        policy.setRetainSizeWhenHidden(surprising)  # what stands below it has the same place in every fight
        self.aware.setSizePolicy(policy)
        self.aware.setVisible(begins and surprising)
        self._add_stats()
        self._put_beside()

    def roll_hint(self, *, several: bool) -> str:
        """Return what is typed as the roll; of ``several`` players' characters each has one of its own."""
        if several:
            return self.tr("blank: asked for each player's character after this")
        return self.tr("every card drawn; blank = dealt") if self.deck else self.tr("total; blank = rolled")

    def _offer_sides(self) -> None:
        """Offer the sides that are there, the heroes' first, and one for foes where there are none."""
        people = self.bridge.state.combatants.values()
        self.opponents = opponents()
        self.heroes = side_of_kind(PC, [(one.side, one.kind) for one in people], party())
        foes = any(one.kind == "npc" for one in people)
        sides = [*(one.side for one in people), self.heroes, *(() if foes else [self.opponents])]
        self.side.addItems(list(dict.fromkeys(sides)))
        self.side.setCurrentText(self.heroes)

    def _add_numbers(self) -> None:
        """Say under the name whose numbers they are; the button keeps its room where there is nothing."""
        keeps = self.without.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.without.setSizePolicy(keeps)
        self.without.setAutoDefault(False)
        self.without.setToolTip(self.tr("Only what is typed here counts then, and what the ruleset gives."))
        self.add_row(self.tr("Numbers"), _in_line(self, self.numbers, self.without))
        self.say_whose(None, None, taken_back=False)

    def say_whose(self, base: Block | None, block: Block | None, *, taken_back: bool, lost: str = "") -> None:
        """Say whose numbers those are that nobody types: of a stat block, of a namesake, or of none.

        ``lost`` is the stat block that the name alone had brought, before it was another one.
        """
        if base is None and lost:
            text = self.tr("what is typed below, no more “{name}”: taken from the list it stays")
            told = text.format(name=lost)
        elif base is None:
            told = self.tr("what is typed below")
        elif block is not None:
            told = self.tr("of the stat block “{name}”").format(name=block.name)
        elif taken_back:
            told = self.tr("what it had when it was put down")
        else:
            told = self.tr("of {name}").format(name=base.name)
        self.numbers.setText(told)
        self.without.setVisible(base is not None)

    def _put_beside(self) -> None:
        """Put the stat blocks to the left of the form, and the lines with their button below it."""
        self.more_button = self.buttons.addButton(
            self.tr("Another &line"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.more_button.setToolTip(self.tr("Puts this line down; all are added in one go. Shift+Enter"))
        self.more_button.setAutoDefault(False)
        for keys in ("Shift+Return", "Shift+Enter"):  # beside the letter that is underlined
            QShortcut(keys, self).activated.connect(self.more_button.click)
        self.lines_label = PlainLabel(
            self.tr("P&ut down, to be added: Enter takes a line back, Del away"), self
        )
        self.lines_label.setBuddy(self.lines)
        self.lines_label.hide()
        self.lines.changed.connect(lambda: self.lines_label.setVisible(not self.lines.isHidden()))
        whole = self.layout()
        self.library.setVisible(self._has_library)
        if isinstance(whole, QVBoxLayout):
            whole.removeItem(self.body)
            across = QHBoxLayout()
            across.setSpacing(16)
            across.addWidget(self.library, 1)
            self._scrolled = WholeArea(self.body, self)
            right = QVBoxLayout()
            for part in (self._scrolled, self.lines_label, self.lines):
                right.addWidget(part)
            right.setStretch(0, 1)
            across.addLayout(right, 3)
            whole.insertLayout(1, across, 1)

    @property
    def _has_library(self) -> bool:
        """Whether there is anything to take beside the form."""
        return bool(self.shelf.blocks or self.shelf.troubles or self.parties or self.there)

    def _add_stats(self) -> None:
        self.body.addWidget(self.first)
        self._add_notes()
        self._add_roll()
        feats = known_feats(self.bridge.rules)
        self.usual_feats = shown_feats(feats) or self.tr("separated by commas")
        self.feats.setPlaceholderText(self.usual_feats)
        inside = QWidget(self)
        form = QFormLayout(inside)
        form.setContentsMargins(0, 0, 6, 0)
        form.addRow(self.others)
        form.addRow(self.tr("&Feats"), self.feats)
        self.more = Section(self.tr("All numbers"), self, is_open=False)
        self.more.set_content(inside)
        self.more.opened.connect(self._make_room)
        self.body.addWidget(self.more)
        self.body.addStretch(1)

    def _add_roll(self) -> None:
        """Ask what was rolled below what is asked in every fight: there, no field has another place."""
        if not self.rolls_now:
            self.roll.hide()
            return
        label = self.tr("Ca&rd") if self.deck else self.tr("&Initiative roll")
        rolled = QFormLayout()
        self.add_row(label, self.roll, self.roll_hint(several=False), form=rolled)
        self.body.addLayout(rolled)
        self.body.addWidget(self.ties)
        self.ties.grown.connect(self._make_room_for_ties)

    def _add_notes(self) -> None:
        """Ask for the notes in sight, not among all numbers: what one attacks with is typed there."""
        example = example_of_attack(self.bridge.rules)
        self.usual_notes = noted_attacks(self.bridge.rules)
        self.notes.setPlaceholderText(self.usual_notes)
        told = self.tr("What stands here as “{attack}” is offered when it attacks.")
        self.notes.setToolTip(tip(told.format(attack=example)))
        notes = QFormLayout()
        notes.addRow(self.tr("N&otes"), self.notes)
        self.body.addLayout(notes)

    def order_tabs(self) -> None:
        """Tab goes through the form from the first field down, and to the stat blocks last."""
        fields = [
            *self.before_the_name(),
            self.name,
            self.count,
            self.without,
            self.side,
            self.kind,
            self.together,
            self.group,
            self.aware,
            self.hidden,
        ]
        fields += [*self.first.fields.values(), self.notes, self.roll]
        fields += [self.more.heading, *self.others.fields.values(), self.feats]
        fields += [self.lines, self.ok, self.more_button]
        fields += [self.library.search, self.library.list]
        for one, other in pairwise(fields):
            QWidget.setTabOrder(one, other)

    def go_to_name(self) -> None:
        """Let the name have the keys, in sight however far down the form is scrolled."""
        self.name.setFocus()
        if self._scrolled is not None:
            self._scrolled.ensureWidgetVisible(self.name)

    def before_the_name(self) -> list[QWidget]:
        """Return the fields that stand over the name."""
        return []

    def keep_room_for_lines(self) -> None:
        """Let "Another line" move nothing under the mouse, unless letters are too large for the screen."""
        layout, parent = self.layout(), self.parentWidget()
        self.lines.keep_room()
        self.lines_label.show()
        screen = self.screen().availableGeometry().height()
        room = screen if parent is None else min(screen, parent.window().height())
        if layout is None:
            return
        needed = layout.totalMinimumSize().height()
        if self._scrolled is not None:
            needed += self._scrolled.hidden_height()
        if needed > room - AROUND:
            self.lines.let_go()
            self.lines_label.hide()

    def sizeHint(self) -> QSize:
        """Have two more lines for what the fields come to: the buttons stay where they are."""
        em, high = self.fontMetrics().averageCharWidth(), super().sizeHint().height()
        wide = 118 if self._has_library else 74
        layout, line = self.layout(), self.fontMetrics().height()
        folded = 0 if layout is None else layout.totalHeightForWidth(em * wide)
        return QSize(em * wide, max(high, folded + 2 * line, 26 * line))

    def _make_room_for_ties(self) -> None:
        fit(self, QSize(self.width(), max(self.height(), self.layout_height())))

    def layout_height(self) -> int:
        """Return the height at which nothing is cut off."""
        layout = self.layout()
        return self.height() if layout is None else layout.totalSizeHint().height()

    def _make_room(self) -> None:
        """Grow as far as the screen goes below: what was under the pointer stays, the rest is scrolled."""
        wanted = self.height() + self.fontMetrics().height() * 12
        below = self.screen().availableGeometry().bottom() + 1 - self.geometry().top()
        fit(self, QSize(self.width(), max(self.height(), min(wanted, below))))


class WholeArea(RoomArea):
    """Shows a layout whole where there is room for it; what does not fit is scrolled."""

    def __init__(self, inside: QLayout, parent: QWidget) -> None:
        """Take over the layout, which has no parent any more."""
        held = QWidget(parent)
        inside.setContentsMargins(0, 0, 0, 0)
        held.setLayout(inside)
        super().__init__(held, parent)

    def hidden_height(self) -> int:
        """Return by how much it can be lower than what it shows."""
        held = self.widget()
        least = 0 if held is None else held.minimumSizeHint().height()
        return max(0, least - self.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        held = self.widget()
        return QSize() if held is None else held.sizeHint()

    def minimumSizeHint(self) -> QSize:
        held = self.widget()
        least = QSize() if held is None else held.minimumSizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(least.width() + bar, min(least.height(), LEAST_LINES * self.fontMetrics().height()))


def _in_line(parent: QWidget, first: QWidget, *others: QWidget, before: QWidget | None = None) -> QWidget:
    """Return a widget that shows fields beside each other; the first one takes what room there is."""
    holder = QWidget(parent)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    if before is not None:
        row.addWidget(before)
    row.addWidget(first, 1)
    for other in others:
        row.addWidget(other)
    holder.setFocusProxy(first)
    return holder
