"""All rulesets, shipped and own: how sound each is, what is wrong with it, and what can be done about it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.rulesets.cards import RulesetCard
from desktop.rulesets.desk import RulesetDesk
from desktop.rulesets.problems import WHAT, ProblemsModel
from desktop.rulesets.table import LABEL, RulesetsModel
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit, spacious
from desktop.widgets.labels import ToneLabel, plain_label
from desktop.widgets.plain_table import PlainTable
from rulesets.reading.problems import Advice

ABOUT_ONE = ("file", "folder", "play")
"""Buttons that need a ruleset to be chosen."""


class RulesetsDialog(QDialog):
    """Stays open beside the fight and an editor, and follows what is written there."""

    wants = Signal(str)
    """'new', 'editor' or 'play'."""
    wants_chapter = Signal(str)
    """Heading of the guide for authors; '' is the whole of it."""
    wants_file = Signal(object, int)
    """Path and line of a file to be opened; line 0 is the whole of it."""
    wants_folder = Signal(object)
    """Path of a folder to be shown."""

    def __init__(self, desk: RulesetDesk, own: Path | None, parent: QWidget | None = None) -> None:
        """Show what ``desk`` knows; ``own`` is the user's folder, which need not exist."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Rulesets"))
        self._desk, self._own, self._wanted = desk, own, ""
        self._following = False
        """True while the list is brought up to date: who is chosen then was not chosen by hand."""
        self.list_model, self.problems_model = RulesetsModel(self), ProblemsModel(self)
        self.list = PlainTable(self.list_model, self.tr("Rulesets"), self)
        self.problems = PlainTable(self.problems_model, self.tr("What is wrong with the ruleset"), self)
        self.buttons = self._made_buttons()
        self.empty = ToneLabel("", self)
        self.about = plain_label("", self)
        self.told = ToneLabel("", self, tone="text")
        self._nothing = ToneLabel("", self)
        self._set_up()
        self._lay_out()
        self._connect()
        self._listed()
        fit(self, self.sizeHint())
        self.list.setFocus()

    # -- building ----------------------------------------------------------------------------------

    def _made_buttons(self) -> dict[str, QPushButton]:
        texts = {
            "new": self.tr("&New…"),
            "file": self.tr("&Open the file"),
            "folder": self.tr("Open the &folder"),
            "play": self.tr("&Play its scenarios…"),
            "again": self.tr("Check a&gain"),
            "copy": self.tr("&Copy"),
            "all": self.tr("Copy &all"),
            "guide": self.tr("G&uide"),
            "editor": self.tr("&Editor…"),
        }
        made = {}
        for name, text in texts.items():
            made[name] = side_button(text, self)
        wide = max(button.sizeHint().width() for button in made.values())
        for button in made.values():
            button.setMinimumWidth(wide)
        made["copy"].setToolTip(self.tr("Copy the chosen problem as text (Ctrl+C)"))
        made["all"].setToolTip(self.tr("Copy all problems of this ruleset as text"))
        made["guide"].setToolTip(self.tr("For authors, at the chapter that the chosen advice names"))
        made["editor"].setToolTip(self.tr("With which program files are opened"))
        return made

    def _set_up(self) -> None:
        self.list.set_widths(LABEL, 18, 16, 31, 10, 10, 16, 14, 8)
        self.list.setMinimumHeight(3 * self.list.verticalHeader().defaultSectionSize())
        self.problems.set_widths(WHAT, 13, 28, 26, 34, 28)
        self.problems.wrap()
        self.problems.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.empty.setText(
            self.tr(
                "You have no ruleset of your own yet. New… starts one: a text file that builds on one of "
                "these, or on nothing. It is written into {folder}."
            ).format(folder=self._own or "")
        )
        self.about.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.told.hide()

    def _lay_out(self) -> None:
        upper, lower = QWidget(self), QWidget(self)
        above = QHBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        listed = QVBoxLayout()
        listed.addWidget(self.list, 1)
        listed.addWidget(self.empty)
        above.addLayout(listed, 1)
        above.addLayout(self._column("new", "file", "folder", "play"))
        below = QHBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.problems)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages.addWidget(self._nothing)
        found = QVBoxLayout()
        found.addWidget(self.about)
        found.addWidget(self._pages, 1)
        below.addLayout(found, 1)
        below.addLayout(self._column("again", "copy", "all"))
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(upper)
        splitter.addWidget(lower)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        closing = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for name in ("guide", "editor"):
            closing.addButton(self.buttons[name], QDialogButtonBox.ButtonRole.HelpRole)
        closing.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(splitter, 1)
        column.addWidget(self.told)
        column.addWidget(closing)

    def _column(self, *names: str) -> QVBoxLayout:
        column = QVBoxLayout()
        for name in names:
            column.addWidget(self.buttons[name])
        column.addStretch(1)
        return column

    def _connect(self) -> None:
        desk = self._desk
        desk.listed.connect(self._listed)
        desk.renewed.connect(self._renewed)
        self.list.selectionModel().currentRowChanged.connect(self._chose)
        self.list.opened.connect(self._open_file)
        self.problems.opened.connect(self._open_problem)
        self.problems.copying.connect(self.copy)
        self.problems.selectionModel().selectionChanged.connect(self._enable)
        self.buttons["file"].clicked.connect(self._open_file)
        self.buttons["folder"].clicked.connect(self._open_folder)
        self.buttons["again"].clicked.connect(desk.refresh)
        self.buttons["copy"].clicked.connect(self.copy)
        self.buttons["all"].clicked.connect(self.copy_all)
        self.buttons["guide"].clicked.connect(self._open_guide)
        for name in ("new", "editor", "play"):
            self.buttons[name].clicked.connect(self._asked)
            self.buttons[name].setObjectName(name)

    # -- interface ---------------------------------------------------------------------------------

    @property
    def chosen(self) -> RulesetCard | None:
        """The ruleset that is chosen."""
        return self.list_model.card(self.list.row)

    @property
    def all_checked(self) -> bool:
        """True once nothing is being read or checked any more."""
        return not self._desk.busy and self.list_model.rowCount() > 0

    def choose(self, ident: str) -> None:
        """Choose a ruleset: now, or as soon as it is known."""
        row = self.list_model.row_of(ident)
        if row >= 0:
            self.list.selectRow(row)
        self._wanted = "" if row >= 0 else ident

    def say(self, text: str) -> None:
        """Say what came of something."""
        self.told.say(text)

    def copy(self) -> None:
        """Copy the chosen problems as text."""
        self._copy(self.problems.rows())

    def copy_all(self) -> None:
        """Copy all problems of the chosen ruleset as text."""
        self._copy(list(range(self.problems_model.rowCount())))

    def _copy(self, rows: list[int]) -> None:
        if rows:
            QGuiApplication.clipboard().setText(self.problems_model.text(rows))
            one, more = self.tr("1 problem was copied."), self.tr("{count} problems were copied.")
            self.say(one if len(rows) == 1 else more.format(count=len(rows)))

    # -- following the desk --------------------------------------------------------------------------

    def _listed(self) -> None:
        """Other rulesets are there; whoever was chosen stays chosen."""
        self._following = True
        before = self._wanted or (self.chosen.id if self.chosen is not None else "")
        self.list_model.show_cards(self._desk.cards)
        self.empty.setVisible(not any(card.own for card in self._desk.cards))
        self.choose(before)
        if self.chosen is None and self.list_model.rowCount():
            self.list.selectRow(0)
        self._following = False
        self._show()

    def _renewed(self, number: int) -> None:
        self.list_model.renew(number, self._desk.cards[number])
        if self.list.row == number:
            self._show()

    def _chose(self, _current: QModelIndex, _before: QModelIndex) -> None:
        if not self._following:
            self.say("")
        self._show()

    def _show(self) -> None:
        """Show what is wrong with the chosen ruleset."""
        card = self.chosen
        problems = card.problems if card is not None else ()
        self.problems_model.show_problems(problems)
        if problems and self.problems.row < 0:
            self.problems.setCurrentIndex(self.problems_model.index(0, 0))
        self._pages.setCurrentIndex(0 if problems else 1)
        self.about.setText("" if card is None else self._sentence(card))
        nothing = "" if card is None else self.tr("Nothing is wrong with it.")
        self._nothing.setText(nothing if card is None or card.checked else self.tr("It is being checked…"))
        self._enable()

    def _sentence(self, card: RulesetCard) -> str:
        told = self.tr("{name}: it can be played.")
        if card.errors:
            told = self.tr("{name}: new encounters cannot use it before its errors are mended.")
        elif not card.checked:
            told = "{name}"
        return f"{told.format(name=card.label)}\n{card.file}"

    def _enable(self) -> None:
        card = self.chosen
        for name in ABOUT_ONE:
            self.buttons[name].setEnabled(card is not None)
        self.buttons["play"].setEnabled(card is not None and (card.cases > 0 or not card.checked))
        self.buttons["play"].setToolTip("" if card is None or card.cases else self.tr("It has no scenarios."))
        self.buttons["copy"].setEnabled(bool(self.problems.rows()))
        self.buttons["all"].setEnabled(self.problems_model.rowCount() > 0)

    # -- what is asked for ---------------------------------------------------------------------------

    def _asked(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.wants.emit(sender.objectName())

    def _open_guide(self) -> None:
        """Open the guide, at the chapter that the chosen advice names."""
        problem = self.problems_model.problem(self.problems.row)
        self.wants_chapter.emit(problem.chapter if isinstance(problem, Advice) else "")

    def _open_file(self, _row: object = None) -> None:
        if self.chosen is not None:
            self.wants_file.emit(self.chosen.file, 0)

    def _open_folder(self) -> None:
        if self.chosen is not None:
            self.wants_folder.emit(self.chosen.folder)

    def _open_problem(self, row: int) -> None:
        problem = self.problems_model.problem(row)
        if problem is not None:
            self.wants_file.emit(Path(problem.file), problem.line)

    # -- Qt ------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        return spacious(self, QSize(em * 162, 590))

    def showEvent(self, event: QShowEvent) -> None:
        """Read everything as it is on disk now."""
        super().showEvent(event)
        if not event.spontaneous():
            self._desk.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nobody looks: nothing has to be checked."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._desk.leave()
