"""The damage sheet as a dialog: one pipeline on several targets, every stage of each, one commit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMenu, QToolButton, QVBoxLayout, QWidget

from desktop.damage.sheet import DamageSheet
from desktop.widgets.dialogs import fit, press_with_ctrl_return
from desktop.widgets.fight_dialog import FightDialog
from desktop.widgets.name_search import NameSearch, NamesOfMenu
from desktop.widgets.plain_text import tip
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.seen.aiming import possible_targets
from rulesets.table.commands import Command

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LIKELY = 3
"""Targets for whom there is room from the start where none is known: they are ticked in the window."""
_TICK = (Qt.Key.Key_Space, *_ENTER)
_ENDS: dict[int, int] = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class DamageDialog(FightDialog):
    """Accepted when Apply was pressed and nothing stands against it."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        pipeline: str,
        targets: Sequence[str],
        parent: QWidget | None = None,
        *,
        several: bool = False,
    ) -> None:
        """Ask for ``pipeline`` (an id or a role) on ``targets``; of ``several`` others may be ticked, too."""
        super().__init__(parent)
        self.sheet = DamageSheet(
            bridge,
            texts,
            self,
            pipeline=pipeline,
            targets=targets,
            scrolls=True,
            commits=False,
            several=several,
        )
        self._several = several
        self._may_be_more = several and len(targets) == 1
        """Whether nobody has said yet who is hit besides the one who was aimed at."""
        self._bridge, self._texts = bridge, texts
        self._offer_targets(targets)
        self._wide = 64 if len(targets) == 1 and not several else 96
        """Letters of the width, which stays when somebody is ticked: nothing moves under the mouse."""
        self._ticking = False
        """Whether targets change now: the buttons, from which they are ticked, stay where they are."""
        self.named = False
        """Whether the title stays, whatever is applied to whomever: of a changed line it says which."""
        self.sheet.applied.connect(self.accept)
        self.sheet.chooser.chosen.connect(self._title)
        self._title()
        if several or not targets:
            self.sheet.keep_author()
        self._lay_out()
        fit(self, self.sizeHint())
        tab_as_laid_out(self)
        self.sheet.previewed.connect(self._give_room)
        self.sheet.start()

    def _offer_targets(self, chosen: Sequence[str]) -> None:
        """Make the button under which somebody is ticked or left out; those ``chosen`` are ticked."""
        self.targets = QToolButton(self)
        self.targets.setText(self.tr("&Targets"))
        told = self.tr(
            "Add or leave out: {key} opens it, letters of a name or arrows choose, Enter ticks."
            " So does Space where no name goes on with it, and a second Space."
        )
        key = QKeySequence.mnemonic(self.targets.text()).toString(QKeySequence.SequenceFormat.NativeText)
        self.targets.setToolTip(tip(told.format(key=key)))
        self.targets.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._people = QMenu(self.targets)
        self.targets.setMenu(self._people)
        self._people.installEventFilter(self)
        self._search = NameSearch(NamesOfMenu(self._people), self.targets, self._unticked_first)
        for who in possible_targets(self._bridge.scene):
            action = self._people.addAction(who.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(who.id in chosen)
            action.setData(who.id)
            action.toggled.connect(self._on_targets)
        self._people.aboutToShow.connect(self._sort_people)

    def _sort_people(self) -> None:
        """Have those first who are likely: foes of whoever does it by now, or friends where it helps."""
        by, helps = self.sheet.by.ident, self.sheet.helps
        wanted = [who.id for who in possible_targets(self._bridge.scene, by, friends=helps)]
        actions = {action.data(): action for action in self._people.actions()}
        if wanted != list(actions):
            for who in wanted:  # each goes to the end, from the first to the last
                self._people.addAction(actions[who])

    def _lay_out(self) -> None:
        """Put the sheet over its buttons."""
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, Qt.Orientation.Horizontal, self)
        buttons.addButton(self.sheet.apply_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(self.targets, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.sheet.apply_button.setDefault(True)
        press_with_ctrl_return(self, self.sheet.apply_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.sheet, 1)
        layout.addWidget(buttons)

    def commands(self) -> list[Command]:
        """Return what to dispatch."""
        return self.sheet.commands()

    def command(self) -> Command:
        """Return what to dispatch."""
        return self.sheet.command()

    def sizeHint(self) -> QSize:
        em = self.fontMetrics().averageCharWidth()
        count = len(self.sheet.targets)
        rows = max(count, _LIKELY) if self._several or not count else count
        return QSize(em * self._wide, self.fontMetrics().height() * min(48, 19 + 6 * rows))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on to what is still to be entered, then applies.

        Where nobody is ticked it asks who is hit; whoever is likely is where the keys are, unticked. Of
        several it asks once who else, before it applies.
        """
        if event.key() not in _ENTER:
            super().keyPressEvent(event)
            return
        asks_more = self._may_be_more and self.sheet.is_whole
        if self.sheet.targets and not asks_more:
            self.sheet.enter()
            return
        self._people.popup(self.targets.mapToGlobal(self.targets.rect().bottomLeft()))

    def _light(self) -> None:
        """Let the keys begin at whoever is likely to be hit, where nobody is ticked, or at the first."""
        likely = "" if self.sheet.targets else self.sheet.likely_target()
        people = self._people.actions()
        wanted = (one for one in people if one.data() == likely)
        if self._may_be_more:
            wanted = (one for one in people if not one.isChecked())
        first = next(wanted, people[0] if people else None)
        self._may_be_more = False
        if first is not None:
            self._people.setActiveAction(first)

    def renew(self, asked: QDialog) -> None:
        """Take over the roll of the attack from which it was asked for: it was gone without a word."""
        if isinstance(asked, DamageDialog):
            self.sheet.take_roll(asked.sheet)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.sheet.start()  # also where it comes back as it was left, with the keys somewhere else
        self._give_room()

    def _give_room(self) -> None:
        """Show every row whole as long as the screen has room for them."""
        missing = self.sheet.out_of_sight if self.isVisible() else 0
        if missing and self._ticking:
            frame = self.frameGeometry()
            missing = min(missing, max(0, frame.top() - self.screen().availableGeometry().top()))
            self.move(frame.left(), frame.top() - missing)
            self.resize(self.width(), self.height() + missing)
        elif missing:
            fit(self, self.size() + QSize(0, missing))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A tick leaves the people open for the next one; Esc, or a click elsewhere, closes them.

        A name is found by typing it; a blank that continues none ticks as Space does. Of one that does it is
        said how the name is ticked.
        """
        if watched is not self._people:
            return super().eventFilter(watched, event)
        ticked = None
        if event.type() == QEvent.Type.Show:
            self._light()
        elif isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            ticked = self._people.actionAt(event.position().toPoint())
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _ENDS and self._people.actions():
                self._people.setActiveAction(self._people.actions()[_ENDS[event.key()]])
                return True
            ticks = event.key() in _TICK and not self._search.continues(event.text())
            if ticks and self._search.lost:
                self._search.forget()  # what was typed is nobody: whoever stands there is not meant
                return True
            ticked = self._people.activeAction() if ticks else None
            if ticked is None and self._search.take(event):
                if event.text().isspace():
                    self._tell_tick()
                return True
        if ticked is None:
            return super().eventFilter(watched, event)
        self._search.forget()
        ticked.toggle()
        return True

    def _tell_tick(self) -> None:
        """Say that a blank was taken for a part of the name, and what ticks it."""
        found = self._people.activeAction()
        if found is not None and not self._search.lost:
            said = self.tr("Enter ticks {name}, or Space again.")
            self._search.tell(said.format(name=found.text().replace("&&", "&")))

    def _unticked_first(self) -> list[int]:
        """Return in which order names are looked for: the same letters again tick the next one of them."""
        actions = self._people.actions()
        return sorted(range(len(actions)), key=lambda place: actions[place].isChecked())

    def _on_targets(self) -> None:
        self._may_be_more = False
        chosen = [action.data() for action in self._people.actions() if action.isChecked()]
        self._ticking = True
        self.sheet.set_targets(chosen)
        self._give_room()
        self._ticking = False
        self._title()

    def _title(self, _pipeline: str = "") -> None:
        if not self.named:
            names = self._texts.names(self.sheet.targets) or self.tr("nobody is ticked yet")
            self.setWindowTitle(f"{self.sheet.chooser.text}: {names}")
