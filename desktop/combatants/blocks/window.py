"""The window of stat blocks: search to the left, the one that is chosen to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.combatants.blocks.form import BlockForm
from desktop.combatants.blocks.model import BlocksModel
from desktop.combatants.library import Shelf
from desktop.combatants.naming import MOST, numbered_names
from desktop.combatants.newcomers import NewcomerLine
from desktop.combatants.ruleset_box import RulesetBox
from desktop.files.samples import label_of
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit
from desktop.widgets.fields import NumberField
from desktop.widgets.labels import ToneLabel
from desktop.widgets.plain_table import PlainTable
from desktop.widgets.plain_text import PlainLabel
from rulesets.campaign.parties import fitting
from rulesets.campaign.things import Block
from rulesets.fight.storage.errors import StorageError
from rulesets.table.writing import beneath

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from desktop.bridge import Bridge
    from desktop.combatants.library import Library
    from desktop.files.campaigns import Campaigns
    from rulesets.campaign.folder import Change


Typed = tuple[str, tuple[str, ...], dict[str, Any]]
"""What the form says: name, tags, and what the block is given."""
Key = tuple[str, str, bool]
"""Name and ruleset of a block, and whether it is one's own; a new one has no name."""
Drafts = dict[Key, Typed]
"""What was typed into the forms of blocks and is not kept yet."""


class BlocksWindow(QDialog):
    """Everything is kept at once by a button; what was kept or removed can be taken back, step by step.

    What was typed and is not kept yet is there again whenever its block is shown: in this window after
    another block, and in the next window.
    """

    adding = Signal(object)
    """NewcomerLine: so many of this block are to come into the fight."""
    exporting = Signal(object, object)
    """Blocks that are found, and the places among them of those that are selected: to be taken elsewhere."""
    copying = Signal(object)
    """Blocks that are to be put on the clipboard."""
    turned = Signal(str)
    """Id of a ruleset whose blocks are to be shown instead."""

    def __init__(
        self,
        bridge: Bridge,
        library: Library,
        campaigns: Campaigns,
        said: Callable[[Exception], str],
        parent: QWidget | None = None,
        *,
        rulesets: Sequence[tuple[str, str]] = (),
        drafts: Drafts | None = None,
    ) -> None:
        """Show the blocks for the ruleset of ``bridge``; ``said`` puts an error into words.

        ``rulesets`` (id, name) can be turned to: then no encounter is open, and nobody comes into a fight.
        ``drafts`` outlive the window: what was typed into the one before and is not kept yet.
        """
        super().__init__(parent)
        self._bridge, self._library, self._campaigns, self._said = bridge, library, campaigns, said
        self._block: Block | None = None
        self._fresh = False
        """Whether the form has a new block, which is kept nowhere yet."""
        self._done: list[Change] = []
        """What was kept and removed here, to be taken back from behind."""
        self._drafts: Drafts = {} if drafts is None else drafts
        self._left_out: tuple[str, ...] = ()
        self.setWindowTitle(self.tr("Stat blocks: {ruleset}").format(ruleset=bridge.rules.label))
        self.ruleset = RulesetBox(rulesets, bridge.rules.id, self)
        self._make_fields()
        self._make_buttons()
        self._lay_out()
        self._connect()
        self.look_again()
        self._go_on()
        fit(self, self.sizeHint())
        self.search.setFocus()

    def _make_fields(self) -> None:
        self.search = _Search(self)
        self.model = BlocksModel(self._bridge.rules, self)
        self.table = PlainTable(self.model, self.tr("Stat blocks"), self)
        self.table.setSelectionMode(PlainTable.SelectionMode.ExtendedSelection)
        self.others = QCheckBox(self.tr("Those of other &rulesets, too"), self)
        self.troubles = ToneLabel("", self, tone="warn")
        self.form = BlockForm(self._bridge.rules, self)
        self.told = ToneLabel("", self)
        self.count = NumberField(self, least=1, most=MOST, digits=2)
        self.count.number = 1
        self.count.setAccessibleName(self.tr("How many"))

    def _make_buttons(self) -> None:
        self.add = side_button(self.tr("&Add to the fight"), self, self._add)
        self._times = PlainLabel("×", self)
        for one in (self.add, self._times, self.count):
            one.setHidden(self.ruleset.is_offered)
        self.save = side_button(self.tr("&Keep"), self, self._save)
        self.copy = side_button(self.tr("&Copy"), self, self._copy)
        self.new = side_button(self.tr("&New"), self, self._begin_new)
        self.remove = side_button(self.tr("&Delete"), self, self._remove)
        self.undo = side_button(self.tr("&Undo"), self, self._undo)
        self.export = side_button(self.tr("&Export…"), self, self._export)

    def _lay_out(self) -> None:
        left, right = QWidget(self), QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        parts: tuple[QWidget, ...] = (self.search, self.table, self.others, self.troubles)
        for part in parts:
            column.addWidget(part)
        column.setStretch(1, 1)
        beside = QVBoxLayout(right)
        beside.setContentsMargins(8, 0, 0, 0)
        beside.addWidget(self.form, 1)
        beside.addWidget(self.told)
        first, second = QHBoxLayout(), QHBoxLayout()
        for one in (self.add, self._times, self.count):
            first.addWidget(one)
        first.addStretch(1)
        for button in (self.save, self.copy, self.new, self.remove, self.undo, self.export):
            second.addWidget(button)
        second.addStretch(1)
        beside.addLayout(first)
        beside.addLayout(second)
        across = QSplitter(Qt.Orientation.Horizontal, self)
        across.setChildrenCollapsible(False)
        across.addWidget(left)
        across.addWidget(right)
        wide = self.sizeHint().width()
        across.setSizes([wide * 47 // 100, wide * 53 // 100])
        layout = QVBoxLayout(self)
        layout.addWidget(self.ruleset)
        layout.addWidget(across, 1)

    def _connect(self) -> None:
        self.ruleset.turned.connect(self.turned)
        self.search.textChanged.connect(self._find)
        self.search.going_down.connect(self._into_list)
        self.search.returnPressed.connect(self._into_list)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        self.table.selectionModel().selectionChanged.connect(self._say)
        self.table.copying.connect(self._copy_out)
        self.model.modelReset.connect(self._first)
        self.table.opened.connect(self._add_row)
        self.others.toggled.connect(self.look_again)
        self.form.changed.connect(self._on_typed)
        self._campaigns.changed.connect(self._changed_outside)
        for keys, act in (("Ctrl+F", self.search.setFocus), ("Ctrl+S", self._save), ("Ctrl+Z", self._undo)):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        delete = QShortcut(QKeySequence("Del"), self.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 150, metrics.height() * 38)

    # -- what is shown -------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Read what there is now, and stay at the block that was chosen."""
        rules, under = self._bridge.rules, beneath(self._bridge.writing)
        shelf = self._library.shelf(rules.id, under)
        others = self._library.of_others(rules.id, under) if self.others.isChecked() else Shelf()
        kept, troubles = self._block, (*shelf.troubles, *others.troubles)
        self.model.show_blocks((*shelf.blocks, *others.blocks))
        blank = self.model.blank_columns()
        for column in range(self.model.columnCount()):
            self.table.setColumnHidden(column, column in blank)
        self.table.set_widths(0, 22, 16, 8, *[7] * (self.model.columnCount() - 3))
        told = self.tr("Left out, the files are as they were: {files}")
        self.troubles.say(told.format(files="; ".join(troubles)) if troubles else "")
        if kept is not None:
            self._choose(kept.name, own=kept.own)

    def _changed_outside(self) -> None:
        """Read anew; what was said of one's own last step stays, which comes back as such a change, too."""
        if not self._is_changed():
            before, said = self._before, self.told.text()
            with self.table.keeping_rows(self.model.known_by):
                self.look_again()
            if said and self._before == before:
                self.told.say(said)

    def _find(self, typed: str) -> None:
        self.model.search(typed)

    def _first(self) -> None:
        """Choose the first that is found, unless something was changed in the form."""
        if not self._is_changed():
            self.table.setCurrentIndex(self.model.index(0, 0))
            if not self.model.rowCount():
                self._show(None)

    def _into_list(self) -> None:
        if self.model.rowCount():
            self.table.setFocus()

    def _choose(self, name: str, *, own: bool) -> None:
        row = self.model.row_of(name, own=own)
        if row < 0:
            row = self.model.row_of(name, own=not own)
        if row >= 0:
            self.table.setCurrentIndex(self.model.index(row, 0))
            self._show(self.model.block(row))

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._show(self.model.block(current.row()))

    def _show(self, block: Block | None) -> None:
        self._block, self._fresh = block, False
        fit_in = fitting(self._bridge.rules, {} if block is None else block.given)
        self.form.put("" if block is None else block.name, () if block is None else block.tags, fit_in.given)
        self._before = self._typed()
        self._left_out = fit_in.left_out
        self._fill_in_draft()
        self._say()

    def _go_on(self) -> None:
        """Show what was typed last and is not kept yet."""
        name, _, own = next(reversed(self._drafts), ("", "", False))
        if name:
            self._choose(name, own=own)
        elif self._drafts:
            self._begin_new()

    @property
    def _key(self) -> Key:
        block = self._block
        return ("", "", True) if block is None else (block.name, block.ruleset, block.own)

    def _fill_in_draft(self) -> None:
        draft = self._drafts.get(self._key)
        if draft is not None and (self._block is not None or self._fresh):
            self.form.put(*draft)

    def _on_typed(self) -> None:
        self._drafts.pop(self._key, None)
        if self._is_changed() and self._typed() != self._before:
            self._drafts[self._key] = self._typed()
        self._say()

    def _typed(self) -> Typed:
        return self.form.name.text().strip(), self.form.tags_typed(), self.form.given()

    def _is_changed(self) -> bool:
        return self._fresh or (self._block is not None and self._typed() != self._before)

    def _is_foreign(self) -> bool:
        block = self._block
        return block is not None and bool(block.ruleset) and block.ruleset not in self._own_rulesets()

    def _own_rulesets(self) -> tuple[str, ...]:
        return (self._bridge.rules.id, *beneath(self._bridge.writing))

    def _say(self, *_: object) -> None:
        """Say what becomes of what is typed, and enable what can be done."""
        changed = self._is_changed()
        wrong = self.form.wrong() if self._block is not None or self._fresh else ""
        block, told = self._block, ""
        if block is None and not self._fresh and not self.model.rowCount():
            told = self.tr("Nothing fits. Fewer letters find more, and so may other rulesets.")
        if self._left_out:
            told = self.tr("Left out, since this ruleset does not know it: {keys}.")
            told = told.format(keys=", ".join(self._left_out))
        if block is not None and self._is_foreign():
            of = self.tr("It is a stat block of another ruleset ({ruleset}): what fits stands here.")
            told = f"{of.format(ruleset=label_of(block.ruleset))} {told}".strip()
        elif block is not None and not block.own and changed:
            told = self.tr("It comes with the program: what you keep is a stat block of your own.")
        elif self._key in self._drafts:
            told = self.tr(
                "Not kept yet, and still here if you close this: Keep keeps it, Undo takes it back."
            )
        self.told.set_tone("warn" if wrong else "quiet")
        self.told.say(wrong or told)
        there = block is not None or self._fresh
        self.save.setEnabled(there and not wrong and (changed or self._is_foreign()))
        self.copy.setEnabled(block is not None)
        self.remove.setEnabled(block is not None and block.own and len(self.table.rows()) < 2)
        self.export.setEnabled(bool(self.model.rowCount()))
        self.add.setEnabled(there and not wrong)
        self.undo.setEnabled(bool(self._done) or self._key in self._drafts)

    # -- what is done --------------------------------------------------------------------------------

    def _add_row(self, _row: int) -> None:
        self._add()

    def _add(self) -> None:
        """Put so many into the fight, with what the form says."""
        if self.add.isEnabled() and not self.ruleset.is_offered:
            name, _, given = self._typed()
            self.adding.emit(NewcomerLine(name, self.count.number or 1, given))

    def tell_added(self, names: str) -> None:
        """Say who has come in."""
        self.told.set_tone("good")
        self.told.say(self.tr("In the fight: {names}.").format(names=names))

    def _save(self) -> None:
        if not self.save.isEnabled():
            return
        name, tags, given = self._typed()
        block = self._block
        if block is None or not block.own or self._is_foreign():
            block = Block(name, {}, self._bridge.rules.id)
        self._write(replace(block, name=name, tags=tags, given=given))

    def _copy(self) -> None:
        if self._block is not None:
            _, tags, given = self._typed()
            names = {block.name for block in self._library.shelf(self._bridge.rules.id).blocks}
            (name,) = numbered_names(self._block.name, 1, names | {self._block.name})
            self._write(Block(name, given, self._bridge.rules.id, tags))
            self.form.name.setFocus()
            self.form.name.selectAll()

    def _begin_new(self) -> None:
        """Begin a block with nothing but what the ruleset gives."""
        self._block, self._fresh = None, True
        self.form.put("", (), {"kind": "npc"})
        self._before, self._left_out = self._typed(), ()
        self._fill_in_draft()
        self.form.name.setFocus()
        self._say()

    def _remove(self) -> None:
        block = self._block
        if block is None or not self.remove.isEnabled():
            return
        try:
            change = self._campaigns.current.remove(block)
        except StorageError as error:
            self._failed(error)
            return
        self._drafts.pop(self._key, None)
        self._block, self._fresh = None, False
        self._keep_step(change)
        self.told.say(self.tr("“{name}” is deleted; Undo brings it back.").format(name=block.name))

    def _write(self, block: Block) -> None:
        try:
            written = self._campaigns.current.write(block)
        except StorageError as error:
            self._failed(error)
            return
        self._drafts.pop(self._key, None)
        block = written.thing
        self._block, self._fresh = block, False
        self.form.put(block.name, block.tags, block.given)
        self._before = self._typed()
        self._keep_step(written.change)
        told = self.tr("“{name}” is kept.").format(name=block.name)
        if written.beside:
            told += " " + self.tr("Its file was changed by somebody else meanwhile: both are kept.")
        self.told.say(told)

    def _keep_step(self, change: Change) -> None:
        self._done.append(change)
        self.look_again()
        self._campaigns.changed.emit()

    def _undo(self) -> None:
        """Take back what is typed and not kept yet; else what was kept or removed last."""
        if self._drafts.pop(self._key, None) is not None:
            self._show(self._block)
            self.told.say(self.tr("It is as it is kept."))
            return
        if not self._done:
            return
        try:
            self._campaigns.current.take_back(self._done[-1])
        except StorageError as error:
            self._failed(error)
            return
        self._done.pop()
        self._fresh, self._before = False, self._typed()
        self.look_again()
        self._campaigns.changed.emit()
        self.told.say(self.tr("It is as it was before."))
        self.undo.setEnabled(bool(self._done))

    # -- taken elsewhere -----------------------------------------------------------------------------

    def _export(self) -> None:
        if self.export.isEnabled():
            self.exporting.emit(tuple(self.model.entries()), tuple(self.table.rows()))

    def _copy_out(self) -> None:
        found = self.model.entries()
        if rows := self.table.rows():
            self.copying.emit(tuple(found[row] for row in rows))

    def tell_taken(self, text: str) -> None:
        """Say what was taken elsewhere."""
        self.told.set_tone("good")
        self.told.say(text)

    def tell_failed(self, error: Exception) -> None:
        """Say why nothing was."""
        self._failed(error)

    def _failed(self, error: Exception) -> None:
        self.told.set_tone("bad")
        self.told.say(self._said(error))


class _Search(QLineEdit):
    """Down leads into the list."""

    going_down = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Begin empty."""
        super().__init__(parent)
        self.setPlaceholderText(self.tr("Name, tag, note or number: dragon 19, hp>50"))
        self.setAccessibleName(self.tr("Search the stat blocks"))
        self.setClearButtonEnabled(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.going_down.emit()
            return
        super().keyPressEvent(event)
