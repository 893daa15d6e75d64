"""A new encounter: what it is called, which ruleset it is played with, and that ruleset's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.rulesets.options_view import OptionsView
from desktop.widgets.boxes import narrow
from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, label_of_field, roomy
from desktop.widgets.plain_text import tip
from desktop.widgets.section import Section
from rulesets.fight.storage.values import LONGEST_NAME
from rulesets.seen.labels import entry_label

if TYPE_CHECKING:
    from desktop.rulesets.infos import RulesetInfo


class Chosen(Struct, frozen=True):
    """What the GM chose."""

    name: str
    ruleset: str
    options: dict[str, str]
    """Options that differ from their defaults."""


class NewEncounterDialog(QDialog):
    """Asks for name, ruleset and options."""

    wants_rulesets = Signal(str)
    """Id of a ruleset that has errors, which the GM wants to see."""

    def __init__(
        self,
        rulesets: Sequence[RulesetInfo],
        parent: QWidget | None = None,
        usual: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Offer ``rulesets``, the first one chosen, with the options that each was used with last."""
        super().__init__(parent)
        self._rulesets = [info for info in rulesets if not info.errors]
        self._broken = [info for info in rulesets if info.errors]
        self._usual = dict(usual or {})
        self.setWindowTitle(self.tr("New encounter"))
        self.name = QLineEdit(self)
        self.name.setMaxLength(LONGEST_NAME)
        self.name.setPlaceholderText(self.tr("Ambush at the docking bay"))
        self.ruleset = QComboBox(self)
        narrow(self.ruleset)
        for info in self._rulesets:
            self.ruleset.addItem(entry_label(info, info.id), info.id)
        self.broken = ToneLabel("", self, tone="warn")
        self.show_errors = side_button(self.tr("Show the &errors"), self, self._show_errors)
        self._list_broken()
        self.about = ToneLabel("", self)
        roomy(self.about)
        self.options: OptionsView | None = None
        self._section = Section(self.tr("Options of the ruleset"), self, is_open=False)
        self._section.opened.connect(self._make_room)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._section.set_content(self._area)
        self._reason = ToneLabel("", self, tone="warn")
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, Qt.Orientation.Horizontal, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.ok.setText(self.tr("&Create"))
        press_with_ctrl_return(self, self.ok)
        self._lay_out()
        self.name.textChanged.connect(self._check)
        self.ruleset.currentIndexChanged.connect(self._on_ruleset)
        self._on_ruleset()
        self.name.setFocus()
        fit(self, self.sizeHint())

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field in ((self.tr("&Name"), self.name), (self.tr("&Ruleset"), self.ruleset)):
            form.addRow(label_of_field(text, field), field)
        form.addRow("", self.about)
        if self._broken:
            row = QHBoxLayout()
            row.addWidget(self.broken, 1)
            row.addWidget(self.show_errors)
            form.addRow("", row)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._section, 1)
        layout.addStretch(0)
        layout.addWidget(self._reason)
        layout.addWidget(self.buttons)

    @property
    def ok(self) -> QPushButton:
        """The button that accepts."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def reason(self) -> str:
        """Why there can be no such encounter yet, or ''."""
        return self._reason.text()

    def choose(self, ident: str) -> None:
        """Choose a ruleset, if it can be used."""
        ids = [info.id for info in self._rulesets]
        if ident in ids:
            self.ruleset.setCurrentIndex(ids.index(ident))

    def takes_up(self, left: NewEncounterDialog) -> None:
        """Stand as one stood that was closed: name, ruleset, options."""
        chosen = left.chosen()
        self.name.setText(chosen.name)
        self.name.setModified(True)  # it was typed
        self.choose(chosen.ruleset)
        if self.options is not None and self.chosen().ruleset == chosen.ruleset:
            self.options.set_values(chosen.options)

    def chosen(self) -> Chosen:
        """Return name, ruleset and options."""
        options = self.options.values() if self.options is not None else {}
        return Chosen(self.name.text().strip(), str(self.ruleset.currentData() or ""), options)

    def accept(self) -> None:
        """Accept, if nothing is missing."""
        self._check()
        if self.ok.isEnabled():
            super().accept()

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().averageCharWidth() * 84
        if self._section.is_open:
            return QSize(wide, self.fontMetrics().height() * 38)
        layout = self.layout()
        needed = 0 if layout is None else layout.totalHeightForWidth(wide)
        return QSize(wide, max(needed, super().sizeHint().height()))

    def _make_room(self) -> None:
        """The options were unfolded: grow for them, within the screen."""
        fit(self, self.size().expandedTo(self.sizeHint()))

    def _list_broken(self) -> None:
        """List what cannot be used behind all that can, greyed: its author has to know that it was found."""
        self.show_errors.setVisible(bool(self._broken))
        self.broken.setVisible(bool(self._broken))
        model = self.ruleset.model()
        for info in self._broken:
            one, more = self.tr("{name} – has 1 error"), self.tr("{name} – has {count} errors")
            text = one if info.errors == 1 else more
            self.ruleset.addItem(text.format(name=info.label, count=info.errors), info.id)
            if isinstance(model, QStandardItemModel):
                model.item(self.ruleset.count() - 1).setEnabled(False)
        count = len(self._broken)
        one, more = self.tr("1 ruleset cannot be used."), self.tr("{count} rulesets cannot be used.")
        self.broken.setText(one if count == 1 else more.format(count=count))
        self.broken.setWordWrap(False)

    def _show_errors(self) -> None:
        self.wants_rulesets.emit(self._broken[0].id)

    def _on_ruleset(self, _index: int = 0) -> None:
        at = self.ruleset.currentIndex()
        info = self._rulesets[at] if 0 <= at < len(self._rulesets) else None
        self.about.setText(info.text if info is not None else "")
        options = dict(info.options) if info is not None else {}
        presets = dict(info.presets) if info is not None else {}
        self.options = OptionsView(options, presets, self)
        self.options.show_values(self._usual.get(info.id, {}) if info is not None else {})
        self.options.changed.connect(self._name_section)
        self._area.setWidget(self.options)
        self._name_section()
        self._section.setVisible(bool(options))
        self._check()

    def _name_section(self) -> None:
        """Say in the heading how many options are not the ruleset's own, and how many not a book's."""
        count = len(self.options.values()) if self.options is not None else 0
        title = self.tr("Options of the ruleset")
        unlike = self.options.unlike_the_book() if self.options is not None else None
        if unlike is not None:
            text = self.tr("{title} ({number} otherwise than “{book}”)")
            title = text.format(title=title, number=len(unlike.options), book=unlike.book)
        changed = self.tr("{title}: {count} changed").format(title=title, count=count)
        self._section.set_title(changed if count else title)

    def _check(self) -> None:
        reason = ""
        if not self.name.text().strip():
            reason = self.tr("Give the encounter a name.")
        elif not self._rulesets:
            reason = self.tr("There is no ruleset to play with.")
        self._reason.say(reason)
        self.ok.setEnabled(not reason)
        self.ok.setToolTip(tip(reason))
