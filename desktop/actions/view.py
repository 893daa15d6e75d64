"""What the selected combatant can do now, with cost and citation, and what it cannot, with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.actions.form import ActForm
from desktop.actions.model import ActionRow, ActionsModel
from desktop.actions.rows import ActionRows
from desktop.why.asking import Asker
from desktop.why.model import Whys
from desktop.widgets.caused import is_struck, struck_one
from desktop.widgets.count_moves import move_in_words
from desktop.widgets.labels import ToneLabel, wrapped_height
from desktop.widgets.steady import Steady
from rulesets.formula.dice import print_code
from rulesets.seen.ahead import count_move
from rulesets.table.commands import Act, Command, React
from rulesets.table.refusal import Refusal
from rulesets.words.explaining import Why

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

Index = QModelIndex | QPersistentModelIndex
LINES_UNDER = 5
"""Lines that stay free below the list while offers are chosen: the sections below do not move."""


class ActionList(QWidget):
    """Filter, list and the button that does what is selected."""

    reacts = Signal(str, str)
    """Who reacts, and with which reaction: it has still to be said to what."""
    attacks = Signal(str, str, str)
    """Who attacks, whom if that is chosen, and what is spent, 'action:attack': the window of that asks on."""
    wants = Signal(str)
    """'ready', 'delay' or 'react': the offer needs a further word; 'list': it is done."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._whys = Whys(bridge, texts)
        self._who = ""
        self._model = ActionsModel(bridge, texts, self)
        self._filter = QLineEdit(self)
        self._filter.setPlaceholderText(self.tr("Filter actions"))
        self._filter.setAccessibleName(self.tr("Filter actions"))
        self._filter.setClearButtonEnabled(True)
        self._button = QPushButton(self.tr("Do it"), self)
        self._rows = ActionRows(self)
        self._rows.setAccessibleName(self.tr("What can be done now"))
        self._rows.setModel(self._model)
        self._rule = ToneLabel("", self)
        self._rule.hide()
        self._rolled = ToneLabel("", self, tone="text")
        self._rolled.hide()
        Asker(self._rolled, self._why)
        self._filter.textChanged.connect(self._on_filter)
        self._filter.installEventFilter(self)
        self._button.clicked.connect(self.do_selected)
        self._rows.done.connect(self.do_selected)
        self._rows.doubleClicked.connect(self.do_selected)
        self._rows.spent.connect(self.spend_selected)
        self._rows.announced.connect(self.announce_selected)
        self._rows.selectionModel().currentChanged.connect(self._on_current)
        line = QHBoxLayout()
        line.addWidget(self._filter, 1)
        line.addWidget(self._button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(line)
        self._under = Steady(self, lines=LINES_UNDER)
        self._form = ActForm(self)
        self._form.changed.connect(self._on_form)
        self._form.done.connect(self.do_selected)
        layout.addWidget(self._rows)
        layout.addWidget(self._under)
        under = QVBoxLayout(self._under)
        under.setContentsMargins(0, 0, 0, 0)
        under.setSpacing(4)
        for widget in (self._form, self._rolled, self._rule):
            under.addWidget(widget)
        under.addStretch(1)
        self._on_current(QModelIndex(), QModelIndex())

    # -- interface -----------------------------------------------------------------------------------

    @property
    def model(self) -> ActionsModel:
        """The offers shown."""
        return self._model

    @property
    def rows(self) -> QListView:
        """The list."""
        return self._rows

    @property
    def filter(self) -> QLineEdit:
        """The line that filters."""
        return self._filter

    @property
    def button(self) -> QPushButton:
        """The button that does what is selected."""
        return self._button

    @property
    def rule(self) -> str:
        """What is said about the selected offer: why it cannot be done, what it is, where that stands."""
        return self._rule.text()

    @property
    def form(self) -> ActForm:
        """What the selected offer can be told."""
        return self._form

    def set_most(self, lines: int) -> None:
        """Let the list grow to about ``lines`` of text."""
        self._rows.set_most(lines)

    def forget(self) -> None:
        """Take no more room than what is shown needs: another fight is open, or it has begun."""
        self._rows.forget()
        self._under.forget()

    @property
    def rolled(self) -> str:
        """What the selected offer is rolled with, or ''."""
        return self._rolled.text()

    def show_offers(self, who: str) -> None:
        """Show what ``who`` can do now; the selected offer stays selected, wherever it goes.

        What was chosen and entered for somebody else is that one's, and not kept.
        """
        same, current = who == self._who, self._model.row(self._rows.currentIndex())
        if not same:
            self._let_go()
        scrolled = self._rows.verticalScrollBar().value()
        self._who = who
        self._model.show_offers(who, self._rows.wanted)
        kept = self._model.find(current.key) if same and current is not None else QModelIndex()
        if kept.isValid():
            self._rows.setCurrentIndex(kept)
        self._rows.verticalScrollBar().setValue(scrolled if same else 0)
        self._on_current(self._rows.currentIndex(), QModelIndex())
        self._rows.settle()

    def let_go(self) -> None:
        """Forget for whom something was chosen: another fight is open, and ids say nothing there."""
        self._who = ""
        self._let_go()

    def _let_go(self) -> None:
        self._rows.setCurrentIndex(QModelIndex())  # first: no fight may be open in which it could be tried
        self._form.clear()
        self._filter.clear()

    def ask(self, key: tuple[str, str]) -> None:
        """Select an offer and ask for what it has still to be told."""
        self._filter.clear()
        index = self._model.find(key)
        self._rows.setCurrentIndex(index)
        if index.isValid():
            self._form.start()

    def do_selected(self) -> None:
        """Do what is selected, or the first thing that the filter leaves."""
        index = self._rows.currentIndex()
        self.do(index if index.isValid() else self._model.first_legal())

    def spend_selected(self) -> None:
        """Do what is selected without rolling for it, though it is an attack."""
        self.do(self._rows.currentIndex(), rolled=False)

    def announce_selected(self) -> None:
        """Announce the selected action: it is paid now, and takes effect when the GM says so."""
        self.do(self._rows.currentIndex(), announced=True, rolled=False)

    def do(self, index: Index, *, announced: bool = False, rolled: bool = True) -> None:
        """Do one offer: dispatch its command, or ask for the words that it needs.

        An attack is paid along with its roll, in the window of that, unless none is to be ``rolled``.
        """
        row = self._model.row(index)
        if row is None:
            return
        if row.needs_words == "react":
            self.reacts.emit(self._who, row.id)
            return
        if row.needs_words:
            self.wants.emit(row.needs_words)
            return
        if rolled and self._is_rolled(row):
            target = struck_one(self._bridge.rules, self._bridge.state, self._form.filled(row.command))
            self.attacks.emit(self._who, target, f"{row.kind}:{row.id}")
            return
        if row.fields and self._rows.currentIndex() != index:
            self._rows.setCurrentIndex(self._model.index(index.row()))
        if self._form.unread or self._form.missing():
            self._on_form()
            self._form.start()
            return
        command = self._form.filled(row.command)
        if announced and isinstance(command, Act):
            command = replace(command, pending=True)
        if self._bridge.dispatch(command) is not None:
            self._form.clear()
            self._filter.clear()
            self._rows.setCurrentIndex(QModelIndex())
            self.wants.emit("list")  # what follows an action is a key of the list: Space, H, a digit

    # -- internal ------------------------------------------------------------------------------------

    def _is_rolled(self, row: ActionRow) -> bool:
        """Return whether doing this is an attack, of which no more was said than its target.

        What stands in the form as it was declared is no more than that. Where the rules have no roll to
        attack it is recorded all the same: what a hit costs its target is noted with it (E-KAI-03).
        """
        filled = self._form.filled(row.command)
        if row.reason or not is_struck(self._bridge.rules, self._bridge.state, filled):
            return False
        chosen = self._model.row(self._rows.currentIndex())
        said = self._form.said() - {"target"} if chosen is row else frozenset()
        return not said

    def _on_filter(self, text: str) -> None:
        self._model.set_filter(text)
        self._under.keep_free(self._height_of_nothing(text) if text else 0)
        if text:
            self._rows.setCurrentIndex(self._model.first_legal())
        self._on_form()
        self._rows.settle()

    def _on_current(self, current: Index, _before: Index) -> None:
        row = self._model.row(current)
        self._button.setEnabled(row is not None)
        name = self._button.text() if row is None else f"{self._button.text()}: {row.label}"
        self._button.setAccessibleName(name)
        self._form.show_fields(() if row is None else row.fields)
        self._on_form()

    def _on_form(self) -> None:
        """Say what the selected offer comes to with what the form says."""
        row = self._model.row(self._rows.currentIndex())
        if row is None:
            self._rule.say(self._nothing_fits())
            self._rolled.say("")
            if self._filter.text():
                self._under.settle()  # with the next letter something may be chosen again
            elif self._under.minimumHeight():
                self._under.forget()  # nothing is chosen: what stands below is worth more than empty room
            return
        reason, rolled = row.reason, ""
        if row.fields and not self._form.missing():
            reason, rolled = self._foreseen(self._form.filled(row.command))
        missing = self._form.missing()
        first = (
            self.tr("Still to enter: {input}").format(input=missing) if missing and not row.reason else reason
        )
        first = self._form.unread or first
        self._rolled.say("\n".join(part for part in (rolled, *self._marked(row.command)) if part))
        parts = (first, row.text, "" if row.cite in first else row.cite)
        self._rule.say("\n".join(part for part in parts if part))
        self._under.settle()

    def _nothing_fits(self) -> str:
        """Return that the filter leaves nothing, in words, or ''."""
        wanted = self._filter.text().strip()
        return "" if not wanted or self._model.rowCount() else self._nothing(wanted)

    def _nothing(self, wanted: str) -> str:
        return self.tr("Nothing here fits “{words}”. Clear the filter to see all.").format(words=wanted)

    def _height_of_nothing(self, wanted: str) -> int:
        """Return the height of these words: with one more letter they may stand where a rule did."""
        width = max(1, self._under.width())
        return wrapped_height(self._rule.fontMetrics(), self._nothing(f"{wanted}m"), width)

    def _foreseen(self, command: Command) -> tuple[str, str]:
        """Return why a command would be refused, or what it would roll and come to, as far as may be told."""
        result, scene = self._bridge.preview(command), self._bridge.scene
        who = scene.state.combatants[self._who]
        if isinstance(result, Refusal):
            return self._texts.refusal(result) if scene.tells(who, result) else "", ""
        if scene.keeps_back(who):
            return "", ""
        moved = move_in_words(count_move(scene.rules, scene.state, result.state, who.slot))
        if result.roll is None:
            return "", moved
        code = print_code(result.roll) if result.roll_is_code else str(result.roll)
        rolls = self.tr("Rolls {code}").format(code=code)
        return "", " · ".join(part for part in (rolls, moved) if part)

    def _marked(self, command: Command) -> list[str]:
        """Return what marks the roll that a command is made with, for and against, and what that comes to."""
        filled, rules, scene = self._form.filled(command), self._bridge.rules, self._bridge.scene
        if not isinstance(filled, Act | React) or self._who not in scene.state.combatants:
            return []
        who, target = scene.state.combatants[self._who], scene.state.combatants.get(filled.target)
        of = rules.actions if isinstance(filled, Act) else rules.reactions
        rule = of.get(filled.name)
        if rule is None or not rule.marked or scene.keeps_back(who):
            return []
        return [text.line for text in self._texts.rolls(scene.rolls_ahead(who, rule.marked, target))]

    def _why(self, _asked: QWidget) -> tuple[Why, ...]:
        row = self._model.row(self._rows.currentIndex())
        command = None if row is None else self._form.filled(row.command)
        return self._whys.roll(self._who, command.skill) if isinstance(command, Act) else ()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """In the filter, Enter does the first match and Down goes into the list."""
        if watched is self._filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
                self.do_selected()
                return True
            if event.key() == Qt.Key.Key_Down:
                self._rows.setFocus()
                if not self._rows.currentIndex().isValid():
                    self._rows.setCurrentIndex(self._model.first_legal())
                return True
        return False
