"""A member of a party is changed between two fights: it has learnt something, or is healed by hand."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout

from desktop.combatants.blocks.form import BlockForm
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.labels import ToneLabel, roomy
from rulesets.campaign.parties import as_it_stands, changed

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from rulesets.campaign.things import Member
    from rulesets.vocabulary import Rules


class MemberDialog(QDialog):
    """The form of stat blocks with the numbers as they stand now; only what is changed in it is written."""

    def __init__(
        self, rules: Rules, member: Member, others: Collection[str], parent: QWidget | None = None
    ) -> None:
        """Show ``member``, whose name may be none of ``others``."""
        super().__init__(parent)
        self._rules, self._member = rules, member
        self._others = {name.casefold() for name in others}
        self.setWindowTitle(self.tr("Change: {name}").format(name=member.name))
        self.form = BlockForm(rules, self, of_member=True)
        self.form.put(member.name, (), as_it_stands(member))
        self._was = self._typed()
        self.told = ToneLabel("", self)
        roomy(self.told)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.ok = buttons.addButton(self.tr("&Change"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        press_with_ctrl_return(self, self.ok)
        layout = QVBoxLayout(self)
        layout.addWidget(self.form, 1)
        layout.addWidget(self.told)
        layout.addWidget(buttons)
        self.form.changed.connect(self._look)
        self._look()
        fit(self, self.sizeHint())
        self.form.name.setFocus()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.averageCharWidth() * 84, metrics.height() * 26)

    def member(self) -> Member:
        """Return the member as it is from now on."""
        return changed(self._rules, self._member, self._was, self._typed())

    def _typed(self) -> dict[str, Any]:
        return {"name": self.form.name.text().strip(), **self._without_name()}

    def _without_name(self) -> dict[str, Any]:
        return {key: value for key, value in self.form.given().items() if key != "name"}

    def _look(self) -> None:
        """Say what keeps it from being written; with nothing of the kind it can be."""
        wrong = self.form.wrong()
        if self.form.name.text().strip().casefold() in self._others:
            wrong = self.tr("Somebody else of the party is called that.")
        self.told.set_tone("warn")
        self.told.say(wrong)
        self.ok.setEnabled(not wrong and self._typed() != self._was)
