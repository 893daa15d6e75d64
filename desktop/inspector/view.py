"""The inspector: everything about the selected combatant, and everything that can be done to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.actions.budget import coming, counts_anything, fullest, tokens
from desktop.actions.budget_view import BudgetView
from desktop.actions.view import ActionList
from desktop.damage.sheet import DamageSheet
from desktop.inspector.effects import effect_rows
from desktop.inspector.effects_view import EffectsView
from desktop.inspector.head import about
from desktop.inspector.head_view import Head
from desktop.inspector.notes_view import NotesEdit
from desktop.inspector.rolls_view import RollsView
from desktop.inspector.stats_view import StatsView
from desktop.inspector.tracks import ladders
from desktop.inspector.tracks_view import TracksView
from desktop.why.model import Whys
from desktop.widgets.labels import ToneLabel
from desktop.widgets.section import Section
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.seen.queries import formulas_for_people
from rulesets.table.changes import Changes
from rulesets.table.combatant import Combatant

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.widgets.texts import Texts

LEAST_WIDTH = 240
ROOM_FOR_ACTIONS = 0.22
"""Part of the height that the list of actions may take, so that what is applied stands in sight."""
LOW, LARGE = 40, 30
"""Heights of the panel in lines below which tokens stand close, and the name of whoever is shown is small."""
LEAST_ACTIONS = 8
"""Lines of the list of actions without which it shows too little; with two less it shows next to nothing."""


class Inspector(QWidget):
    """Shows one combatant. Updates come together: however many commands a gesture was, one repaint."""

    wants = Signal(str)
    """'ready', 'delay', 'react', 'effect' or 'formula': what is wanted needs a further word."""
    attacks = Signal(str, str, str)
    """Who attacks whom, '' for whoever is likely, and with which action: it is still to be rolled."""
    reacts = Signal(str, str)
    """Who reacts, and with which reaction: it has still to be said to what."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Begin with nobody."""
        super().__init__(parent)
        self._bridge = bridge
        self._texts = texts
        self._who = ""
        self._fresh = True
        """True until somebody of the fight that is open is shown: heights are those of another one."""
        self._status = ""
        """What the fight was when heights were measured: before the start, running or over."""
        self._asked = ""
        """Who was asked for last, shown or not (it is not while another one is pinned)."""
        self._selected: tuple[str, ...] = ()
        """Who is selected in the list."""
        self._measured: tuple[object, ...] = ()
        """For what room it was found out last which section comes first, and whether actions do."""
        self._is_sure = False
        """That it comes to the same once more: all there is has its height."""
        self.setMinimumWidth(LEAST_WIDTH)
        self.setAccessibleName(self.tr("Selected combatant"))
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.refresh)
        self._make_parts()
        self._lay_out()
        bridge.changed.connect(self._follow)
        bridge.rules_changed.connect(self._fit_rules)
        bridge.reset.connect(self._start_over)
        self._start_over()

    def _make_parts(self) -> None:
        whys = Whys(self._bridge, self._texts)
        self.head = Head(self._texts, whys, self)
        self.head.pinned.connect(self._on_pinned)
        self.head.noted.connect(self.write_note)
        self._nobody = ToneLabel(self.tr("Select a combatant to see what it can do."), self)
        self._nobody.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nobody.setContentsMargins(20, 40, 20, 40)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # texts keep their breaks
        self._inside = QWidget(self._area)
        self.budget = BudgetView(whys, self._inside)
        self.budget.spend.connect(self._bridge.dispatch)
        self.budget.wants_word.connect(self.wants)
        self.action_list = ActionList(self._bridge, self._texts, self._inside)
        self.action_list.wants.connect(self.wants)
        self.action_list.reacts.connect(self.reacts)
        self.action_list.attacks.connect(self.attacks)
        self.tracks = TracksView(self._bridge, self._texts, self._inside)
        self.sheet = DamageSheet(self._bridge, self._texts, self._inside)
        self.effects = EffectsView(self._bridge, self._texts, self._inside)
        self.rolls = RollsView(self._inside)
        self.stats = StatsView(self._bridge, self._texts, self._inside)
        self.notes = NotesEdit(self._bridge, self._inside)
        self.shared = NotesEdit(self._bridge, self._inside, shared=True)

    def _lay_out(self) -> None:
        self.sections = {
            "budget": self._section(self.tr("Action budget"), self.budget),
            "sheet": self._section(self.tr("Apply"), self.sheet),
            "actions": self._section(self.tr("Can do now"), self.action_list),
            "tracks": self._section(self.tr("Condition"), self.tracks),
            "effects": self._section(self.tr("Effects"), self.effects),
            "rolls": self._section(self.tr("Marked rolls"), self.rolls),
            "notes": self._section(self.tr("Notes"), self.notes),
            "shared": self._section(self.tr("Notes for everybody"), self.shared, is_open=False),
            "stats": self._section(self.tr("Stats"), self.stats, is_open=False),
        }
        add = QPushButton(self.tr("Add effect…"), self._inside)
        add.clicked.connect(self._on_add_effect)
        self.sections["effects"].add_corner(add)
        self.add_effect = add
        formula = QPushButton(self.tr("Formula…"), self._inside)
        formula.setToolTip(self.tr("Work out one of the ruleset's formulas and apply the result"))
        formula.clicked.connect(self._on_formula)
        self.sections["sheet"].add_corner(formula)
        self.formula = formula
        inside = QVBoxLayout(self._inside)
        inside.setContentsMargins(10, 2, 10, 10)
        inside.setSpacing(4)
        self._doing = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        """What is applied, and what can be done: the other way round where only one of them finds room."""
        for name, section in self.sections.items():
            if name == "sheet":
                inside.addLayout(self._doing)
            (self._doing if name in ("sheet", "actions") else inside).addWidget(section)
        inside.addStretch(1)
        self._area.setWidget(self._inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._nobody)
        layout.addWidget(self._area, 1)

    def _section(self, title: str, content: QWidget, *, is_open: bool = True) -> Section:
        section = Section(title, self._inside, is_open=is_open)
        section.set_content(content)
        section.opened.connect(self._later.start)
        return section

    # -- interface -----------------------------------------------------------------------------------

    @property
    def shown(self) -> str:
        """Id of the combatant shown, or ''."""
        return self._who

    def show_combatant(self, who: str) -> None:
        """Show ``who``, or nobody for ''. Another one that is pinned stays until it is unpinned."""
        self._asked = who
        if self.head.pin.isChecked() or who == self._who:
            return
        self._who = who
        self._area.verticalScrollBar().setValue(0)
        self.refresh()

    def follow(self, who: str) -> None:
        """Show ``who`` as soon as the list has been painted: the turn that passes on is seen there first."""
        self._asked = who
        if self.head.pin.isChecked() or who == self._who:
            return
        self._who = who
        self._area.verticalScrollBar().setValue(0)
        self._later.start()

    def select(self, selected: Sequence[str]) -> None:
        """Apply to all who are selected in the list, as its keys do; to a pinned one alone."""
        self._selected = tuple(selected)
        if self.isVisible():
            self._later.start()

    def apply(self, role: str) -> None:
        """Put the cursor into the sheet of a pipeline, by id or role ('damage', 'heal')."""
        self.sections["sheet"].unfold()
        self.sheet.choose(role)
        self.sheet.start()
        self._area.ensureWidgetVisible(self.sheet)

    def write_note(self) -> None:
        """Let notes be typed."""
        self.refresh()
        self.sections["notes"].unfold()
        self.notes.moveCursor(QTextCursor.MoveOperation.End)
        self.notes.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._later.stop()
        QTimer.singleShot(0, self, self._show_notes)

    def _show_notes(self) -> None:
        self._area.ensureWidgetVisible(self.notes)

    def flush(self) -> None:
        """Keep notes that are still being typed (before the encounter closes)."""
        self.notes.commit()
        self.shared.commit()

    def refresh(self) -> None:
        """Bring everything visible up to date now. Parts that are as they were are not painted anew."""
        self._later.stop()
        who = self._combatant()
        self.head.setVisible(who is not None)
        self._area.setVisible(who is not None)
        self._nobody.setVisible(who is None)
        if who is None:
            return
        scene = self._bridge.scene
        self.head.show_about(about(scene, who))
        self.notes.show_notes(who.id, who.notes)
        self.shared.show_notes(who.id, who.shared)
        self._aim(who)
        if self.sections["budget"].is_open:
            shown = tokens(scene, who)
            self.budget.show_tokens(who.id, shown, coming(scene, who, shown))
        if self.sections["actions"].is_open:
            self.action_list.show_offers(who.id)
        if self.sections["tracks"].is_open:
            self.tracks.show_ladders(who.id, ladders(scene, who))
        if self.sections["effects"].is_open:
            rows = effect_rows(scene, who, self._texts.duration, self._texts.ticks)
            self.effects.show_rows(who.id, rows)
        rolls = self._texts.rolls(scene.marked_rolls(who))
        self.sections["rolls"].setVisible(bool(rolls))
        self.rolls.show_rolls(rolls)
        if self.sections["stats"].is_open:
            self.stats.show_stats(who)
        status = self._bridge.state.clock.status
        if self._fresh or status != self._status:  # what is said before the start takes room of its own
            self._fresh, self._status = False, status
            self._keep_names()
            self.head.forget()
            self.action_list.forget()
            self.budget.make_room(fullest(scene), counts=counts_anything(scene.rules))
            self._is_sure = False
        self._make_do()

    def _make_do(self) -> None:
        """Let all there is be in sight, as far as there is room.

        Where the fullest budget would put some of it out of sight it stands closer. Where that is not enough
        what can be done comes before what is applied: that has a key, and a sheet of its own.
        """
        sheet = self.sections["sheet"]
        layout = sheet.layout()
        applied = 0 if layout is None else layout.totalHeightForWidth(sheet.width())
        heading, filtered = sheet.heading.sizeHint().height(), self.action_list.filter.sizeHint().height()
        below = 2 * heading + max(applied, sheet.sizeHint().height()) + filtered
        measured: tuple[object, ...] = (self.height(), self.width(), self.font().key(), self._bridge.rules)
        if measured == self._measured[: len(measured)] and self._is_sure:
            return  # neither who is shown nor what is chosen moves anything: the mouse may be about to press
        room, line = self._area.viewport().height(), self.fontMetrics().height()
        short = below + self.budget.most + heading + LEAST_ACTIONS * line > room
        self.budget.set_low(short or self.height() < LOW * line)
        close = 3 * line  # of tokens in one line each
        few = below + close + heading + (LEAST_ACTIONS - 2) * line > room
        self.budget.keep_line(not few)
        measured += (room, short, few)
        self._is_sure, self._measured = measured == self._measured, measured
        self._turn(actions_first=few)
        if not self._is_sure:
            self._later.start()  # what stands in another font, or for the first time, has its height later

    def _turn(self, *, actions_first: bool) -> None:
        """Let what can be done stand before what is applied, or behind it."""
        wanted = QBoxLayout.Direction.BottomToTop if actions_first else QBoxLayout.Direction.TopToBottom
        if self._doing.direction() != wanted:
            self._doing.setDirection(wanted)  # its items stay: Qt would make others of widgets that are moved
            tab_as_laid_out(self._inside)

    def ask(self, offer: tuple[str, str], who: str) -> None:
        """Ask for what an offer to ``who``, by its kind and id, has still to be told.

        Whoever else is pinned is let go: what is asked is about ``who``.
        """
        if who != self._who:
            self.head.pin.setChecked(False)
            self.show_combatant(who)
        self.sections["actions"].unfold()
        self.refresh()
        self.action_list.ask(offer)
        QTimer.singleShot(0, self, self._show_asked)

    def _show_asked(self) -> None:
        """Bring what has the keys now into sight: in a low window it stands below the fold."""
        self._area.ensureWidgetVisible(self.action_list.focusWidget() or self.action_list)

    def sizeHint(self) -> QSize:
        return QSize(380, 700)

    def minimumSizeHint(self) -> QSize:
        """What is inside needs no scrolling to the side."""
        least, bar = super().minimumSizeHint(), self._area.verticalScrollBar().sizeHint().width()
        return least.expandedTo(QSize(self._inside.minimumSizeHint().width() + bar, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.head.set_low(self.height() < LARGE * self.fontMetrics().height())
        lines = round(self.height() * ROOM_FOR_ACTIONS / self.fontMetrics().height())
        self.action_list.set_most(lines)
        if self.isVisible():
            self._later.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._later.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.isVisible():
            self.head.set_low(self.height() < LARGE * self.fontMetrics().height())
            self._later.start()

    # -- internal ------------------------------------------------------------------------------------

    def _aim(self, who: Combatant) -> None:
        """Let the sheet, and its heading, be for whoever is selected together with ``who``."""
        known, many = self._bridge.state.combatants, not self.head.pin.isChecked()
        them = [one for one in self._selected if one in known] if many and who.id in self._selected else []
        self.sheet.turn_to(them or [who.id])
        if len(them) > 1:
            names = self._texts.names(them)
            title = self.tr("Apply to {count}: {names}").format(count=len(them), names=names)
        else:
            title = self.tr("Apply to {name}").format(name=who.name)
        self.sections["sheet"].set_title(title)

    def _combatant(self) -> Combatant | None:
        return self._bridge.state.combatants.get(self._who) if self._bridge.is_open else None

    def _start_over(self) -> None:
        """Another encounter is open."""
        self._who, self._asked, self._selected = "", "", ()
        self.head.pin.setChecked(False)
        self.notes.forget()
        self.shared.forget()
        self._fresh = True
        self.action_list.let_go()
        self._fit_rules()
        self.refresh()

    def _fit_rules(self) -> None:
        """Have the sections that the rules have something for."""
        if self._bridge.is_open:
            rules = self._bridge.rules
            self.sections["tracks"].setVisible(bool(self._bridge.viewer.tracks))
            self.sections["sheet"].setVisible(bool(rules.pipelines))
            self.formula.setVisible(bool(formulas_for_people(rules)))
            main = rules.tracks.get(rules.main_track)
            if main is not None and len(rules.tracks) == 1:
                self.sections["tracks"].set_title(main.label or self.tr("Condition"))
            else:
                self.sections["tracks"].set_title(self.tr("Conditions"))

    def _keep_names(self) -> None:
        self.head.keep_for(one.name for one in self._bridge.state.combatants.values())

    def _follow(self, changes: Changes) -> None:
        """Come up to date soon, if the shown combatant, the clock or a turn is affected."""
        if changes.joined and not self._fresh:
            self._keep_names()
        who = self._combatant()
        if who is None:
            if self._who:
                self._gone()
            return
        touched = not {self._who, *self._selected}.isdisjoint((*changes.combatants, *changes.joined))
        turn = changes.clock or changes.passes or changes.order or changes.slots
        if (touched or turn or changes.whole) and self.isVisible():
            self._later.start()

    def _gone(self) -> None:
        """The shown combatant has left, or its joining was undone."""
        self._who = ""
        self.notes.forget()
        self.shared.forget()
        if self.head.pin.isChecked():
            self.head.pin.setChecked(False)
        self._later.start()

    def _on_pinned(self, pinned: bool) -> None:
        if not pinned and self._asked != self._who:
            self.show_combatant(self._asked)
        else:
            self._later.start()

    def _on_formula(self) -> None:
        self.wants.emit("formula")

    def _on_add_effect(self) -> None:
        self.wants.emit("effect")
