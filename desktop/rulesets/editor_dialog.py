"""With which program a ruleset's files are opened: a command of the user's, or the system's own way."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.rulesets.editor import BadCommand, words
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, roomy
from desktop.widgets.plain_text import PlainLabel

EXAMPLES = ("code -g {file}:{line}", "gedit +{line} {file}", "notepad++ -n{line} {file}")


class EditorDialog(QDialog):
    """Asks for the command; empty is the system's way."""

    def __init__(self, command: str, parent: QWidget | None = None) -> None:
        """Show the command that is set."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Editor"))
        self.command = QLineEdit(command, self)
        self.command.setPlaceholderText(self.tr("as the system opens such files"))
        self.command.setAccessibleName(self.tr("Command"))
        help_ = self.tr(
            "{file} stands for the file and {line} for the line of a problem. Leave it empty to open files "
            "as the system does; then you are told the line. For example:"
        )
        self.command.setAccessibleDescription(help_)
        self._reason = ToneLabel("", self, tone="warn")
        roomy(self._reason)
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Ok | standard.Cancel, parent=self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        label = PlainLabel(self.tr("&Command"), self)
        label.setBuddy(self.command)
        form.addRow(label, self.command)
        form.addRow("", roomy(ToneLabel(help_, self)))
        form.addRow("", roomy(ToneLabel("\n".join(EXAMPLES), self, tone="text")))
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self._reason)
        layout.addWidget(self.buttons)
        press_with_ctrl_return(self, self.ok)
        self.command.textChanged.connect(self._check)
        self._check()
        fit(self, self.sizeHint())

    @property
    def ok(self) -> QPushButton:
        """The button that accepts."""
        return self.buttons.button(QDialogButtonBox.StandardButton.Ok)

    @property
    def reason(self) -> str:
        """Why the command is none, or ''."""
        return self._reason.text()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 76, super().sizeHint().height())

    def _check(self) -> None:
        reason = ""
        if self.command.text().strip():
            try:
                words(self.command.text(), Path("ruleset.toml"), 1)
            except BadCommand as error:
                reason = bad_command(error)
        self._reason.say(reason)
        self.ok.setEnabled(not reason)


def bad_command(error: BadCommand) -> str:
    """Return what is wrong with a command, in the user's language."""
    translate = QCoreApplication.translate
    texts = {
        "quotes": translate("Editor", "A quotation mark in the command is not closed."),
        "file": translate("Editor", "The command has to say where the file goes: {file}."),
        "program": translate("Editor", "There is no program “{program}”."),
    }
    return texts[error.why].format(program=error.what, file="{file}")
