"""A ruleset of one's own: what it is called and what it builds on. It is written when this is accepted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.rulesets.cards import RulesetCard
from desktop.widgets.boxes import narrow
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, label_of_field, roomy
from desktop.widgets.plain_text import tip
from rulesets.plain_files import write_whole
from rulesets.reading.problems import RulesetError
from rulesets.reading.shelf import Shelf

LONGEST = 40
"""Letters of an id."""


class NewRulesetDialog(QDialog):
    """Asks for name and base; :attr:`written` is the file that was made."""

    def __init__(
        self, shelf: Shelf, own: Path, cards: Sequence[RulesetCard], parent: QWidget | None = None
    ) -> None:
        """Write into a folder of ``own``, on what ``cards`` has without errors."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("New ruleset"))
        self._shelf, self._own = shelf, own
        self._taken = {card.id for card in cards}
        self.written: Path | None = None
        self.name = QLineEdit(self)
        self.name.setPlaceholderText(self.tr("House rules"))
        self.ident = QLineEdit(self)
        self.base = QComboBox(self)
        narrow(self.base)
        for card in cards:
            if not card.errors:
                self.base.addItem(card.label, card.id)
        self.base.addItem(self.tr("Nothing: a small complete one to begin with"), "")
        self.where = ToneLabel("", self)
        roomy(self.where)
        self._reason = ToneLabel("", self, tone="warn")
        roomy(self._reason)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, parent=self)
        self._lay_out()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.ok.setText(self.tr("&Write it"))
        press_with_ctrl_return(self, self.ok)
        self.name.textEdited.connect(self._follow_name)
        self.ident.textChanged.connect(self._check)
        self._check()
        fit(self, self.sizeHint())

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        told = self.tr(
            "Lower case letters, digits, - and _. The folder is called so, and 'extends' means it by it."
        )
        for text, field in (
            (self.tr("&Name"), self.name),
            (self.tr("&Id"), self.ident),
            (self.tr("&Builds on"), self.base),
        ):
            form.addRow(label_of_field(text, field), field)
            if field is self.ident:
                field.setAccessibleDescription(told)
                form.addRow("", roomy(ToneLabel(told, self)))
        about = self.tr(
            "What it builds on is inherited: write only what is different. All of it can be changed later."
        )
        form.addRow("", roomy(ToneLabel(about, self)))
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addStretch(1)
        layout.addWidget(self.where)
        layout.addWidget(self._reason)
        layout.addWidget(self.buttons)

    @property
    def ok(self) -> QPushButton:
        """The button that accepts."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def reason(self) -> str:
        """Why it cannot be written, or ''."""
        return self._reason.text()

    @property
    def folder(self) -> Path:
        """Where it goes."""
        return self._own / self.ident.text().strip()

    def accept(self) -> None:
        """Write it; if that fails, say why and stay open."""
        from rulesets.reading.starting import CannotStart, start

        self._check()
        if not self.ok.isEnabled():
            return
        base = str(self.base.currentData() or "")
        try:
            files = start(self.folder, base, self._shelf)
            self.written = files[0]
            _name(self.written, self.name.text().strip())
        except CannotStart as error:
            self._reason.say(str(error))
        except RulesetError as error:
            told = self.tr("What it would build on cannot be used: {reason}")
            self._reason.say(told.format(reason=error.problems[0].message if error.problems else ""))
        except OSError as error:
            told = self.tr("It cannot be written into {folder}: {reason}. Nothing is left of it; try again.")
            self._reason.say(told.format(folder=self.folder, reason=error.strerror or str(error)))
        else:
            super().accept()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 84, super().sizeHint().height())

    def _follow_name(self, name: str) -> None:
        """Make an id of the name, until one is typed."""
        if not self.ident.isModified():
            self.ident.setText(ident_of(name))

    def _check(self) -> None:
        ident, reason = self.ident.text().strip(), ""
        if not ident:
            reason = self.tr("Give it a name.")
        elif not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", ident):
            reason = self.tr("That is no id: use lower case letters, digits, - and _.")
        elif ident in self._taken:
            reason = self.tr("There is a ruleset with the id “{id}” already.").format(id=ident)
        self._reason.say(reason)
        self.where.say("" if reason else self.tr("It is written into {folder}.").format(folder=self.folder))
        self.ok.setEnabled(not reason)
        self.ok.setToolTip(tip(reason))


def ident_of(name: str) -> str:
    """Return a name as an id: 'My house (2)' is 'my-house-2'."""
    return re.sub(r"[^a-z0-9_]+", "-", name.casefold()).strip("-_")[:LONGEST].rstrip("-_")


def _name(file: Path, name: str) -> None:
    """Let a new ruleset be called what was typed, instead of what its id comes to."""
    if not name or '"' in name or "\\" in name or not name.isprintable():
        return
    text = file.read_text(encoding="utf-8")
    named = re.sub(r'^label = "[^"\n]*"', lambda _: f'label = "{name}"', text, count=1, flags=re.MULTILINE)
    with suppress(OSError):  # then it keeps the name that its id comes to
        write_whole(file, named.encode())
