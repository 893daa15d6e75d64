"""What is asked about a campaign: what an encounter is kept as, what a new campaign is called and where."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.buttons import side_button
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, label_of_field, roomy
from desktop.widgets.plain_text import tip
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.fight.storage.values import LONGEST_NAME
from rulesets.places import is_folder
from rulesets.plain_files import file_name


class _NameDialog(QDialog):
    """Asks for a name and a little more."""

    def __init__(self, title: str, ok: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.name = QLineEdit(self)
        self.name.setMaxLength(LONGEST_NAME)
        self.about, self._reason = ToneLabel("", self), ToneLabel("", self, tone="warn")
        roomy(self.about)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, parent=self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.ok.setText(ok)
        press_with_ctrl_return(self, self.ok)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.add_row(self.tr("&Name"), self.name)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addWidget(self.about)
        layout.addStretch(1)
        layout.addWidget(self._reason)
        layout.addWidget(self.buttons)
        self.name.textChanged.connect(self.check)

    def sizeHint(self) -> QSize:
        wide = self.fontMetrics().averageCharWidth() * 76
        layout = self.layout()
        return QSize(wide, 0 if layout is None else layout.totalHeightForWidth(wide))

    def add_row(self, text: str, field: QWidget, beside: QWidget | None = None) -> None:
        label = label_of_field(text, field)
        if beside is None:
            self.form.addRow(label, field)
            return
        row = QHBoxLayout()
        row.addWidget(field, 1)
        row.addWidget(beside)
        self.form.addRow(label, row)

    @property
    def ok(self) -> QPushButton:
        """The button that accepts."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    def check(self) -> None:
        """Say what is missing."""
        reason = self.missing()
        self._reason.say(reason)
        self.ok.setEnabled(not reason)
        self.ok.setToolTip(tip(reason))

    def missing(self) -> str:
        """Return why it cannot be done yet, or ''."""
        return "" if self.name.text().strip() else self.tr("Give it a name.")

    def accept(self) -> None:
        """Accept, if nothing is missing."""
        self.check()
        if self.ok.isEnabled():
            super().accept()


class KeepPreparedDialog(_NameDialog):
    """What the open encounter is called as a prepared one, and whether the player characters are in it."""

    def __init__(
        self, name: str, taken: Collection[str], players: int, parent: QWidget | None = None
    ) -> None:
        """Propose ``name``; ``taken`` are those that there are, ``players`` how many player characters."""
        super().__init__(self.tr("Keep as a prepared encounter"), "", parent)
        self.ok.setText(self.tr("&Keep"))
        self._taken = {one.casefold() for one in taken}
        self.without_players = QCheckBox(self.tr("&Without the player characters"), self)
        self.without_players.setVisible(bool(players))
        self.form.addRow("", self.without_players)
        self.name.setText(name)
        self.name.selectAll()
        self.check()
        tab_as_laid_out(self)
        fit(self, self.sizeHint())

    def check(self) -> None:
        """Say, too, what comes of it."""
        super().check()
        told = self.tr("Everybody is kept as they came in, unhurt, with sides, waves, notes and options.")
        if self.name.text().strip().casefold() in self._taken:
            told += " " + self.tr("It takes the place of the one that is called so, which is put aside.")
        self.about.say(told)


class NewCampaignDialog(_NameDialog):
    """What a campaign is called, and the folder that it lies in."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        """Propose a folder in ``folder``, called like the campaign."""
        super().__init__(self.tr("New campaign"), "", parent)
        self.ok.setText(self.tr("&Make it"))
        self._inside = folder
        self._chosen = False
        self.folder = QLineEdit(self)
        self.choose = side_button(self.tr("&Choose…"), self)
        self.add_row(self.tr("&Folder"), self.folder, self.choose)
        told = self.tr(
            "Parties, stat blocks and prepared encounters are plain files in this folder. It may be one that "
            "is kept alike on several machines, or under version control."
        )
        self.about.say(told)
        self.choose.clicked.connect(self._ask)
        self.folder.textEdited.connect(self._typed)
        self.name.textChanged.connect(self._follow)
        self.folder.textChanged.connect(self.check)
        self._follow()
        tab_as_laid_out(self)
        fit(self, self.sizeHint())

    def missing(self) -> str:
        """Return what is missing, or ''."""
        folder = self.folder.text().strip()
        if not super().missing() and not Path(folder).is_absolute():
            return self.tr("Name a folder, from the top of the disk.")
        return super().missing()

    def _typed(self) -> None:
        self._chosen = True

    def _follow(self) -> None:
        if not self._chosen:
            self.folder.setText(str(self._inside / file_name(self.name.text(), "Campaign")))
        self.check()

    def _ask(self) -> None:
        beginning = self._inside if is_folder(self._inside) else self._inside.parent
        dialog = QFileDialog(self, self.tr("A folder for the campaign"), str(beginning))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self._take)
        dialog.open()

    def _take(self, folder: str) -> None:
        self._chosen = True
        self.folder.setText(folder)
