"""Other rules for the open encounter: what they would change is shown before they are in force.

What has to be compiled for that is compiled off the window's thread; then the command is tried.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from desktop.process.tasks import Task
from desktop.rulesets.change_preview import RulesPreview
from desktop.rulesets.options_view import OptionsView
from desktop.widgets.buttons import side_button
from desktop.widgets.command_dialog import CommandDialog
from desktop.widgets.dialogs import fit, spacious
from desktop.widgets.labels import ToneLabel
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.seen.labels import entry_label
from rulesets.table.commands import ChangeRules, Command
from rulesets.table.outcome import Outcome

if TYPE_CHECKING:
    from desktop.app_services import AppServices
    from desktop.rulesets.offer import ChangedRules


class RulesDialog(CommandDialog):
    """Shows what a change of rules would do; its command is one step to undo."""

    def __init__(self, services: AppServices, title: str, parent: QWidget | None = None) -> None:
        """Ask about the encounter that is open."""
        super().__init__(services.bridge, services.texts, title, parent)
        self._cache, self._tasks = services.rulesets, services.tasks
        self._task: Task | None = None
        self._ready: ChangeRules | None = None
        """The command whose rules are compiled."""
        self.preview = RulesPreview(self)
        self.finished.connect(self._leave)

    @abstractmethod
    def change(self) -> ChangeRules | None:
        """Return the command that is wanted; None if there is none."""

    def wanted(self) -> Sequence[Command]:
        """Return the command, or nothing."""
        change = self.change()
        return [] if change is None else [change]

    def refresh(self) -> None:
        """Compile what is wanted, then show what it comes to."""
        change = self.change()
        writing = change.writing or self.bridge.writing if change is not None else None
        if self.missing() or change is None or writing is None or change == self._ready:
            self._leave()
            super().refresh()
            if self.missing():
                self.preview.say(self.missing())  # there is room for it, and it is no warning
                self._reason.say("")
            return
        self._leave()
        self._say(self.tr("Working out what would change…"), "quiet", ok=False)
        cache, options = self._cache, change.options
        self._task = self._tasks.do(
            lambda _: (change, cache.compiled(writing, options)), self._compiled, self._not_compiled
        )

    @property
    def working(self) -> bool:
        """True until what is wanted is worked out."""
        return self._task is not None

    def _compiled(self, result: tuple[ChangeRules, object]) -> None:
        self._task, self._ready = None, result[0]
        super().refresh()

    def _not_compiled(self, _error: Exception) -> None:
        self._task = None
        super().refresh()  # the command is refused with everything that is wrong

    def _leave(self) -> None:
        if self._task is not None:
            self._task.done.disconnect(self._compiled)
            self._task.failed.disconnect(self._not_compiled)
            self._task.cancel()
            self._task = None

    def foreseen(self, _command: Command, outcome: object) -> str:
        """Show what the change comes to, part by part."""
        after = self.bridge.edition(outcome.state.rules) if isinstance(outcome, Outcome) else None
        if after is None or not isinstance(outcome, Outcome):
            return ""
        parts = self.texts.rule_changes(self.bridge.rules, after, self.bridge.state, outcome)
        if parts:
            self.preview.show_parts(parts)
        else:
            self.preview.say(self.tr("Nothing that you would see is different."))
        return ""

    def _say(self, text: str, tone: str, *, ok: bool) -> None:
        super()._say(text, tone, ok=ok)
        if not ok and text and not self.working and tone == "bad":
            self.preview.say(self.tr("The fight goes on by the rules it has."))


class ChangeRulesDialog(RulesDialog):
    """The text that lies on disk, instead of the one in force."""

    def __init__(self, services: AppServices, found: ChangedRules, parent: QWidget | None = None) -> None:
        """Offer what was ``found``."""
        super().__init__(services, "", parent)
        self.setWindowTitle(self.tr("{name} on disk").format(name=found.label))
        self._found: ChangedRules | None = found
        about = self.tr(
            "The ruleset of this fight was changed on disk. If you apply the change, the fight goes on by "
            "the new text: it is one step, and undo takes it back. New encounters use the new text anyway."
        )
        self.about.say(about)
        self.body.addWidget(self.preview, 1)
        self.finish(self.tr("&Apply the change"))
        self.preview.setFocus()  # Return applies, and the arrows read
        fit(self, self.sizeHint())

    def change(self) -> ChangeRules | None:
        return self._found.command if self._found is not None else None

    def missing(self) -> str:
        if self._found is None:
            return self.tr("The ruleset on disk is the one in force: there is nothing to change.")
        if self._found.command is None:
            return self.tr("The ruleset on disk has errors now; mend them first.")
        return ""

    def renew(self, found: ChangedRules | None) -> None:
        """Offer what lies there now: the file was saved once more."""
        self._found = found
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 100, 520)


class EncounterOptionsDialog(RulesDialog):
    """The options of the open encounter, with what another choice would do to the fight."""

    def __init__(self, services: AppServices, parent: QWidget | None = None, *, at: str = "") -> None:
        """Show the options as they are in force; begin with the one of the id ``at``."""
        super().__init__(services, "", parent)
        rules = self.bridge.rules
        title = self.tr("Options of this encounter: {name}").format(name=entry_label(rules, rules.id))
        self.setWindowTitle(title)
        known = rules.options
        self._before = {k: v for k, v in rules.options_set.items() if k in known and v != known[k].default}
        self.options = OptionsView(dict(known), dict(rules.presets), self)
        self.options.mark_in_force(self._before)
        self.options.changed.connect(self.refresh)
        self.as_it_was = side_button(self.tr("As it &was"), self, self._put_back)
        self.as_it_was.setToolTip(self.tr("Choose again what is in force"))
        self.buttons.addButton(self.as_it_was, self.buttons.ButtonRole.ResetRole)
        self._lay_out()
        self.finish(self.tr("&Apply"))
        tab_as_laid_out(self)
        first = self.options.preset if rules.presets else next(iter(self.options.boxes.values()), None)
        self._first = self.options.boxes.get(at, first)
        if self._first is not None:
            self._first.setFocus()
        fit(self, self.sizeHint())

    def showEvent(self, event: QShowEvent) -> None:
        """Begin in sight of what was looked for, with what is said above it."""
        super().showEvent(event)
        if self._first is not None:
            self.options.come_to(self._first, self._area)

    def _lay_out(self) -> None:
        area = self._area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.options)
        bar = area.verticalScrollBar().sizeHint().width()
        area.setMinimumWidth(self.options.minimumSizeHint().width() + bar)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(ToneLabel(self.tr("What the change would do"), self, tone="text"))
        column.addWidget(self.preview, 1)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(area)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([1000, 1000])
        self.body.addWidget(splitter, 1)
        if not self.options.boxes:
            self.about.say(self.tr("This ruleset has no options."))

    def values(self) -> Mapping[str, str]:
        """Return the options that differ from the ruleset's own."""
        return self.options.values()

    def change(self) -> ChangeRules | None:
        return None if self.missing() else ChangeRules(options=dict(self.values()))

    def missing(self) -> str:
        if self.bridge.writing is None:
            return self.tr("The text of the ruleset is not known: its options stay as they are.")
        if self.values() == self._before:
            return self.tr("Nothing is changed yet. Choose another value to see what it would do.")
        return ""

    def refresh(self) -> None:
        self.as_it_was.setEnabled(self.values() != self._before)
        super().refresh()

    def _put_back(self) -> None:
        self.options.set_values(self._before)

    def sizeHint(self) -> QSize:
        return spacious(self, QSize(self.fontMetrics().averageCharWidth() * 160, 590))
