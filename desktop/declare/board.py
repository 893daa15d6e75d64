"""The declaration board: who declares now and what, over the list that fills with what was declared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.commands.table import called
from desktop.declare.count_off import CountOff
from desktop.declare.earlier import Earlier
from desktop.declare.fields_area import FieldsArea
from desktop.declare.head import DeclareHead
from desktop.declare.model import declarers
from desktop.widgets.calm import calm
from desktop.widgets.citations import followed_by
from desktop.widgets.labels import FoldedLabel, ToneLabel, wrapped_height
from desktop.widgets.name_search import NameSearch, NamesOfBox, taken_for_no_name
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.seen.labels import entry_label, label_in, said_fields
from rulesets.seen.number_format import minus
from rulesets.seen.proposed import Renewed, renewed
from rulesets.seen.queries import late_declaration
from rulesets.seen.scene import Declaring
from rulesets.table.changes import Changes
from rulesets.table.commands import Declare
from rulesets.table.encounter import Encounter
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Declaration, Phase

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.declare.fields import DeclareFields
    from desktop.widgets.steady import Steady
    from desktop.widgets.texts import Texts

_Proposal = tuple[dict[str, Any] | None, Renewed]
_NAMES = 3
"""Names that are listed when several declare together."""


MARGIN = 12
MOST_KEPT, MOST_TOLD = 0.4, 0.25
"""Parts of the window that the board keeps free, for all and for what is said under the fields.

In large letters, where it needs more, the list has that.
"""
_TOLD, _LEAST_TOLD = 5, 2
"""Lines below the fields that keep their room while a phase lasts, so that neither board nor list jump, and
those that are left of them where room is short."""


class DeclareBoard(QFrame):
    """Is there only while declarations are made. Several who are selected declare the same together."""

    turn_of = Signal(str)
    """Id of the combatant that declares next, when all of the board says so; the list should show it."""
    was_late = Signal(object)
    """Ids of those for whom the count ran out."""
    left = Signal()
    """Nothing more is to be declared, and the focus was here."""
    reworded = Signal()
    """What the primary button does has another name."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QWidget | None = None) -> None:
        """Follow ``bridge``."""
        super().__init__(parent)
        self._bridge, self._texts = bridge, texts
        self._now: Declaring | None = None
        self._who: list[str] = []
        self._chosen: list[str] = []
        self._shown: tuple[str, int, int, str] | None = None
        """Phase, round and number of declarations for which the fields were offered."""
        self._weapon_asked = False
        """Whether it was asked with which weapon those attack who declare now."""
        self._area: FieldsArea | None = None
        self._earlier = Earlier(bridge)
        self._proposed: _Proposal = (None, Renewed())
        """What was proposed: a correction in the log proposes something else."""
        self._as_offered: dict[str, Any] = {}
        """What stood in the fields then."""
        self._repeated: tuple[list[str], int] = ([], 0)
        """Who has just declared again how many declarations of the round before, one after the other."""
        self._is_short = False
        """Whether there is no room for more than the least below the fields: the tool tip says the keys."""
        self._measured: tuple[object, ...] = ()
        """For which phase, width and font the room was found that it needs."""
        self._worded = ""
        """What the primary button was last said to be called."""
        self.setObjectName("declare-board")
        self.setAccessibleName(self.tr("Declarations"))
        self.setAutoFillBackground(True)
        self._head = DeclareHead(self)
        self._said, self._reason = ToneLabel("", self), FoldedLabel("", self)
        self.name = QComboBox(self)
        self.name.setAccessibleName(self.tr("What is declared"))
        # As wide as what it has, not only what it had first.
        self.name.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.name.installEventFilter(self)
        self._search = NameSearch(NamesOfBox(self.name), self.name, self._as_in_rules)
        self.count_off = CountOff(self)
        self.late = QPushButton(self)
        self.declare = QPushButton(self)
        self.declare.setToolTip(
            self.tr("Ctrl+Enter: also that there is nothing to declare, or nothing more than this")
        )
        self.peek = QPushButton(self.tr("&Show"), self)
        self.peek.setCheckable(True)
        self.peek.setToolTip(self.tr("Show what this one has declared so far; players should not look."))
        self._lay_out()
        self._connect()
        self._reset()

    def _lay_out(self) -> None:
        for button in (self.count_off, self.late, self.declare, self.peek):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys where they are
        for button in (self.peek, self.count_off, self.late):
            self._head.add_button(button)
        self._entry, self._foot = QHBoxLayout(), QHBoxLayout()
        for line in (self._entry, self._foot):
            line.setSpacing(MARGIN)
        self._entry.addWidget(self.declare, 0, Qt.AlignmentFlag.AlignBottom)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 4, MARGIN, 4)
        column.setSpacing(3)
        column.addWidget(self._head)
        column.addLayout(self._entry)
        column.addLayout(self._foot)
        calm(self.name)
        self._keep_width()

    def _keep_width(self) -> None:
        """Let the button be as wide as its widest words, so that it keeps its place."""
        said, widest = self.declare.text(), 0
        for text in (self.tr("Nothing more"), self.tr("Nothing to declare"), called("declare")):
            self.declare.setText(text)
            widest = max(widest, self.declare.sizeHint().width())
        self.declare.setText(said)
        self.declare.setMinimumWidth(widest)

    def _connect(self) -> None:
        self.name.currentIndexChanged.connect(self._on_name)
        self.declare.clicked.connect(self.submit)
        self.late.clicked.connect(self.be_late)
        self.count_off.over.connect(self.be_late)
        self.peek.toggled.connect(self._say_said)
        self._bridge.changed.connect(self._follow)
        self._bridge.reset.connect(self._reset)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._say_primary)  # at the fields the button leads no further

    @cached_property
    def _told(self) -> Steady:
        """What is said below the fields; made, as they are, when somebody first declares."""
        from desktop.widgets.steady import Steady

        whole = Steady(self, lines=_TOLD)
        told = QVBoxLayout(whole)
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(3)
        told.addWidget(self._reason)
        told.addWidget(self._said)
        told.addStretch(1)
        self._foot.insertWidget(0, whole, 1)
        return whole

    @cached_property
    def fields(self) -> DeclareFields:
        """Where what belongs to the declaration is filled in; made when somebody first declares."""
        from desktop.declare.fields import DeclareFields  # a start where nobody declares goes without: 3 ms

        fields = DeclareFields(self, lead=self.name)
        fields.changed.connect(self._on_fields)
        fields.pressed.connect(self.submit)
        fields.made.connect(partial(tab_as_laid_out, self))
        self._area = FieldsArea(fields, self)
        self._entry.insertWidget(0, self._area, 1)
        return fields

    # -- interface ---------------------------------------------------------------------------------

    @property
    def who(self) -> list[str]:
        """Ids of those who declare with the next press."""
        return list(self._who)

    @property
    def primary_text(self) -> str:
        """What the primary button says while declarations are made."""
        return called("declare") if self._leads_here() else self.declare.text()

    @property
    def words(self) -> tuple[str, str, str]:
        """What is shown: title, facts, reason."""
        return *self._head.said, self._reason.text()

    @property
    def told(self) -> str:
        """What is said of those before this one, and of the keys."""
        return self._said.text()

    def keep_within(self, height: int) -> None:
        """Be no higher than so many pixels, if that is enough for what matters.

        What is said below the fields is cut short first, to two lines; then the fields are scrolled.
        """
        if self._area is None or not self.isVisible():
            return
        column = self.layout()
        assert column is not None
        margins = column.contentsMargins()
        around = margins.top() + margins.bottom() + 2 * column.spacing()
        room = (
            height - around - max(self._head.minimumHeight(), self._head.heightForWidth(self._head.width()))
        )
        line = self.fontMetrics().lineSpacing() + 1
        lines = max(_LEAST_TOLD, min(_TOLD, (room - self._area.whole()) // line))
        if self._is_short != (lines <= _LEAST_TOLD):
            self._is_short = not self._is_short
            self._say_said()
        self._told.keep_lines(lines)
        self._reason.fold(lines if lines < _TOLD else 0)
        left = room - self._told.minimumHeight()
        self._area.keep_within(left if left < self._area.whole() else 0)

    def choose(self, ids: Sequence[str]) -> None:
        """Let those who are selected declare, if they have still to."""
        self._chosen = list(ids)
        if self._declarers(self._declaring()) != self._who:
            self._go_on()

    def press(self) -> None:
        """Do what the primary button says: lead to the fields, or declare what was filled in.

        Who is at the fields already is led to none: there it declares, also that there is nothing.
        """
        if isinstance(self._foreseen, Outcome) and not self._leads_here():
            self.submit()
        else:
            self.begin()

    def _leads_here(self) -> bool:
        """Return whether the fields are still to be looked at: nobody has filled in what stands there."""
        proposed = bool(self._who) and bool(self._as_before())
        return (self._says_nothing() or proposed) and not self._is_typed_in()

    def _says_nothing(self) -> bool:
        """Return whether nothing is chosen and nothing was declared: a key must not give that away."""
        return not self.name.currentData() and not self._has_said()

    def _has_said(self) -> bool:
        """Return whether who declares now, alone, has declared something already."""
        return len(self._who) == 1 and self._number_said() > 0

    def begin(self) -> None:
        """Go to where typing begins.

        Where one of several is declared that is its name: also while the last one is proposed.
        """
        named = self._now is not None and self._now.phase.several and bool(self._as_before())
        target = (None if named else self.fields.first()) or (
            self.name if self.name.count() > 1 else self.declare
        )
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._see(target)
        if isinstance(target, QLineEdit):
            target.selectAll()

    def begin_by_name(self) -> None:
        """Go to the names, where one of several is declared: there Space is the primary button, too."""
        if self._who and self._now is not None and self._now.phase.several:
            self.begin()

    def _see(self, field: QWidget) -> None:
        """Scroll to a field that gets the keys, if it is not seen."""
        if self._area is not None and self._area.isAncestorOf(field):
            self._area.ensureWidgetVisible(field)

    def command(self) -> Declare:
        """Return what Declare would dispatch."""
        name = str(self.name.currentData() or "")
        return Declare(who=tuple(self._who), name=name, fields=self.fields.values(), done=not name)

    @property
    def _foreseen(self) -> Outcome | Refusal | None:
        """What Declare would come to; None while nobody declares."""
        return None if self._now is None or not self._who else self._bridge.preview(self.command())

    def submit(self, *, alone: bool = False) -> None:
        """Declare; the next one is asked then. ``alone``: that is all, and nothing is asked besides."""
        if self._now is None or not self._who:
            return
        if _lacks_a_field(self._foreseen):
            self.begin()
            return
        if self._unread():
            self._say_reason()
            return
        if lost := taken_for_no_name(QApplication.focusWidget()):
            self._reason.set_tone("warn")
            self._reason.setText(
                self.tr("Nothing here is called “{typed}”: nobody has declared it.").format(typed=lost)
            )
            return
        open_ = None if alone else self.fields.weapon_open()
        if open_ is not None and not self._weapon_asked:
            self._weapon_asked = True
            self._ask_weapon(open_)
            return
        commands, typing, before = [self.command()], self._is_typed_in(), self._repeated
        self._repeated = self._who, self._repeats(commands[0].name)
        if alone and self._now.phase.several and not commands[0].done:
            commands.append(Declare(who=commands[0].who, done=True))
        self.count_off.stop()
        done = self._bridge.dispatch_all(commands)
        if not done:
            self._repeated = before
            _select_words(QApplication.focusWidget())
        if done and typing and self._who:
            self.begin()

    def _repeats(self, name: str) -> int:
        """Return how many of the round before are declared again with ``name``; 0 if it is not the next."""
        done = self._repeated[1] if self._repeated[0] == self._who else 0
        again = self._earlier.names(self._who[0])
        return (
            done + 1
            if again[done : done + 1] == (name,) and self._number_said() == done * len(self._who)
            else 0
        )

    def _ask_what(self) -> None:
        """Open the list: one Enter too many must not declare for the next one that it does nothing."""
        self.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name.showPopup()
        self._reason.set_tone("warn")
        told = self.tr("Choose what is declared, or press “{button}” (Ctrl+Enter).")
        self._reason.setText(told.format(button=self.declare.text()))

    def _ask_weapon(self, box: QWidget) -> None:
        """Go to where it is said what is rolled; who declares once more leaves it open."""
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._reason.set_tone("warn")
        self._reason.setText(
            self.tr("With which weapon? Choose what is rolled, or declare once more to leave it open.")
        )

    def _is_typed_in(self) -> bool:
        focus = QApplication.focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def be_late(self) -> None:
        """Declare for those whose time is over what the ruleset has for them."""
        if self._now is None or not self._who or not self._late:
            return
        who, typing = tuple(self._who), self._is_typed_in()
        self.count_off.stop()
        if self._bridge.dispatch(Declare(who=who, name=self._late)) is not None:
            self.was_late.emit(who)
            if typing and self._who:
                self.begin()

    # -- following ---------------------------------------------------------------------------------

    def _reset(self) -> None:
        self._chosen, self._shown = [], None
        if "fields" in self.__dict__:
            self.fields.forget()  # another fight has other acts
        self._renew()

    def _follow(self, _changes: Changes) -> None:
        self._go_on()

    def _go_on(self) -> None:
        """Show who declares now; who types here goes on in the first field, in place of what stands there.

        Undo brings back what was declared: "use" typed then must not become "useuse", whether this or the
        list, whose selection tells who is meant, hears of it first.
        """
        typing, before = self._is_typed_in(), (self._who, self._shown)
        self._renew()
        if typing and self._who and self.isVisible() and (self._who, self._shown) != before:
            self.begin()

    def _declaring(self) -> Declaring | None:
        return self._bridge.scene.declaring if self._bridge.is_open else None

    def _declarers(self, now: Declaring | None) -> list[str]:
        return [] if now is None else declarers(now, self._bridge.state, self._chosen)

    def _renew(self) -> None:
        """Find out who declares now and show it; what is half filled in is kept."""
        bridge, before = self._bridge, self._who
        self._now = self._declaring()
        begins = self._now is not None and (self._shown or ())[:2] != (
            self._now.phase.id,
            bridge.state.clock.round,
        )
        if begins:
            self._chosen = []  # whoever was selected before was meant for something else
        self._who = self._declarers(self._now)
        if self._repeated[0] != self._who:
            self._repeated = [], 0
        self._appear()
        if self._now is None:
            self.count_off.stop()
            return
        offered = (self._now.phase.id, bridge.state.clock.round, self._number_said(), bridge.rules.hash)
        anew = self._who != before or self._shown != offered or self._proposal() != self._proposed
        if anew:
            self.count_off.stop()
            self._shown = offered
            self._offer()
            if begins:
                self._told.forget()
                self._keep_room()
        elif "fields" in self.__dict__:
            self.fields.follow(bridge.scene)
        self._say()
        if anew and self._who and not set(self._who) & set(self._chosen):
            self.turn_of.emit(self._who[0])

    def _appear(self) -> None:
        """Be there while there is something to declare."""
        shown = self._now is not None and bool(self._now.open)
        if not shown and self._is_typed_in():
            self.left.emit()  # a key must not go to what is no longer seen
        self.setVisible(shown)

    def _number_said(self) -> int:
        """How many declarations those who declare now have made already."""
        people = self._bridge.state.combatants
        return sum(len(people[who].declared) for who in self._who)

    def _offer(self) -> None:
        """Offer the declarations of this ruleset, those that were made in the round before first of all."""
        if self._now is None:
            return
        phase, rules = self._now.phase, self._bridge.rules
        self.name.blockSignals(True)
        self.name.clear()
        if phase.several:
            self.name.addItem(self.tr("Nothing more"), "")
        before = self._earlier.names(self._who[0]) if phase.several and self._who else ()
        known = [ident for ident in rules.declarations if ident != self._late]
        again = [ident for ident in known if ident in before]
        for ident in (*again, *(ident for ident in known if ident not in again)):
            self.name.addItem(label_in(rules.declarations, ident), ident)
        if again:
            self.name.insertSeparator(self.name.findData(again[-1]) + 1)
        self.name.setCurrentIndex(max(0, self.name.findData(self._start(phase))))
        self._search.forget()  # a letter typed for the one before is no part of the next word
        self.name.blockSignals(False)
        self._ask()  # makes the fields, which the name stands among
        holder = self.name.parentWidget()
        if holder is not None:
            holder.setVisible(self.name.count() > 1)
        late = rules.declarations.get(self._late)
        self.late.setText((late.label if late is not None else "").replace("&", "&&"))
        self.late.setVisible(late is not None)
        self.count_off.set_usual(late.late or 0 if late is not None else 0)
        self.count_off.setVisible(late is not None)
        self.peek.setVisible(phase.sealed)

    def _as_in_rules(self) -> list[int]:
        """Return the places of the declarations in the order of the ruleset, not of the round before."""
        ranks = {ident: rank for rank, ident in enumerate(self._bridge.rules.declarations)}
        places = range(self.name.count())
        return sorted(places, key=lambda place: ranks.get(self.name.itemData(place), -1))

    def _keep_room(self) -> None:
        """Take the room at once that this phase may need: the list below must not move with each choice."""
        now = self._now
        if now is None or not self._who or not self.isVisible():
            return
        rules = self._bridge.rules
        holder = self.name.parentWidget()
        lead = holder.sizeHint().width() if holder is not None and self.name.count() > 1 else 0
        measured = (rules.hash, now.phase.id, self.width(), self.font().key(), lead)
        if measured == self._measured:
            return
        self._measured = measured
        known = [rule for ident, rule in rules.declarations.items() if ident != self._late]
        width = self.width() - 2 * MARGIN
        fullest = max(known, key=lambda rule: len(rule.inputs), default=None)
        fields = 0
        button = max(self.declare.minimumWidth(), self.declare.sizeHint().width()) + MARGIN
        if fullest is not None:
            scene, who = self._bridge.scene, self._who[0]
            beside, alone = (
                self.fields.height_of(scene, who, fullest, lead=lead, width=room)
                for room in (width - button, width)
            )
            below = alone < beside
            self._put_button(below=below)
            fields, width = (alone, width - button) if below else (beside, width)
        metrics = self.fontMetrics()
        told = (f"{self._longest_note(rule)} {followed_by(rule.text, rule.cite)}" for rule in known)
        height = max((wrapped_height(metrics, text, width) for text in told), default=0)
        keys = " · ".join((self.tr("%n declared so far", "", 9), self._both_keys()))
        said = wrapped_height(metrics, keys, width) + 3 if now.phase.several else 0
        most = MOST_KEPT * self.window().height()
        self.fields.keep_free(fields if fields + height + said <= most else 0)
        most = MOST_TOLD * self.window().height()
        self._told.keep_free(height + said if height + said <= most else 0)

    def _put_button(self, *, below: bool) -> None:
        """Let the button stand beside the fields, or below them where they need fewer lines for that."""
        old, new = (self._entry, self._foot) if below else (self._foot, self._entry)
        if old.indexOf(self.declare) >= 0:
            kinds = Qt.AlignmentFlag
            old.removeWidget(self.declare)
            new.addWidget(self.declare, 0, kinds.AlignTop if below else kinds.AlignBottom)
            tab_as_laid_out(self)

    def _longest_note(self, rule: Declaration) -> str:
        """Return what may stand before the words of a rule: that it was declared so, or is free text."""
        if any(field.names for field in rule.inputs.values()):
            return self._free_text(["Mmmmm mmmmm"])
        return self.tr("As it was declared last: Enter declares it again.")

    def _start(self, phase: Phase) -> str:
        """Return what is proposed: of several the first of the round before, and behind it the next of it.

        Only who declares them one after the other, here and now, is offered the next one: while they are
        sealed no proposal may tell of what was said.
        """
        if not phase.several or not self._who:
            return phase.declaration
        done = self._repeated[1] if self._repeated[0] == self._who and self._number_said() else 0
        following = {self._earlier.names(who)[done : done + 1] for who in self._who}
        (name,) = following if len(following) == 1 else ((),)
        return "" if self._number_said() != done * len(self._who) else next(iter(name), "")

    @property
    def _late(self) -> str:
        """What is declared for whoever has not declared in time, or ''."""
        return "" if self._now is None else late_declaration(self._bridge.rules, self._now.phase)

    def _rule(self) -> Declaration | None:
        return self._bridge.rules.declarations.get(str(self.name.currentData() or ""))

    def _ask(self) -> None:
        """Ask for what belongs to the declaration that is chosen: as it was taken back, or declared last."""
        self._weapon_asked = False
        who = self._who[0] if self._who else ""
        bridge, others = self._bridge, self._who[1:]
        self.fields.show_rule(bridge.scene, who, self._rule(), others=others)
        self._proposed = undone, before = self._proposal()
        if undone is not None:
            self.fields.fill(undone)
        else:
            self.fields.propose(before.fields)
        self._as_offered = self.fields.values()

    def _proposal(self) -> _Proposal:
        """Return the fields of the declaration that is chosen: as it was taken back, and as it was last."""
        who, ident = self._who[0] if self._who else "", str(self.name.currentData() or "")
        if not who:
            return None, Renewed()
        name, undone = self._earlier.taken_back(who) or ("", None)
        before = renewed(self._bridge.rules, self._bridge.state, who, ident, self._earlier.fields(who, ident))
        return undone if name == ident else None, before

    def _on_name(self) -> None:
        self._ask()
        self._say()

    def _on_fields(self) -> None:
        self._weapon_asked = False
        self.count_off.stop()
        self._say()

    # -- words -------------------------------------------------------------------------------------

    def _say(self) -> None:
        if self._now is None or not self._who:
            return
        names = [self._texts.name(who) for who in self._who]
        longest = max(map(self._texts.name, self._bridge.state.combatants), key=len)
        alone, number = self.tr("{name} declares"), len(names)
        self._head.make_room(alone.format(name=longest), self._who_else(longest), short=longest)
        title, short = alone.format(name=names[0]), names[0]
        if number > 1:
            shown = ", ".join(names[:_NAMES]) + (" …" if number > _NAMES else "")
            title = self.tr("{number} declare: {names}").format(number=number, names=shown)
            short = self.tr("{number} declare").format(number=number)
        self._head.say(title, self._who_else(), short=short)
        self._say_said()
        self._say_reason()
        self._told.settle()

    def _who_else(self, longest: str = "") -> list[str]:
        """Return how far all others are; with the ``longest`` name as the words that need the most room."""
        if self._now is None:
            return []
        done, number = self._now.number - len(self._now.open), self._now.number - len(self._now.late)
        done = number if longest else done
        numbers = self.tr("{done} of {number} have declared").format(done=done, number=number)
        after = [who for who in self._now.open if who not in (*self._who, *self._now.late)]
        parts = [numbers]
        if (after or longest) and not self._now.phase.unordered:
            parts.append(self.tr("then {name}").format(name=longest or self._texts.name(after[0])))
        elif after or longest:
            parts.append(self.tr("in any order"))
        if self._now.phase.sealed:
            parts.append(self.tr("sealed until everybody has declared"))
        return parts

    def _say_said(self) -> None:
        """Show what this one has declared already; sealed declarations only on demand."""
        state, rules = self._bridge.state, self._bridge.rules
        who = state.combatants.get(self._who[0]) if len(self._who) == 1 else None
        said = who.declared if who is not None else ()
        hidden = self._now is not None and self._now.phase.sealed and not self.peek.isChecked()
        self.peek.setEnabled(bool(said))
        if not said:
            self._said.say(self._keys())
            return
        if hidden:
            told = self.tr("%n declared so far", "", len(said))
            self._said.say(" · ".join(filter(None, (told, self._keys()))))
            return
        parts = []
        for declared in said:
            rule = rules.declarations.get(declared.name)
            words = ", ".join(said_fields(rules, rule, declared.fields, self._texts.name))
            label = entry_label(rule, declared.name)
            parts.append(f"{label} ({words})" if words else label)
        told = self.tr("Declared: {what}").format(what="; ".join(parts))
        self._said.say(" · ".join(filter(None, (told, self._keys()))))

    def _keys(self) -> str:
        """Say what the keys do where several things can be declared, one after the other; else ''."""
        if self._now is None or not self._now.phase.several or self._is_short:
            return ""
        if self.name.currentData():
            return self._both_keys()
        if self._has_said():
            return self.tr("Enter: nothing more.")
        return self.tr("Ctrl+Enter: nothing to declare.")

    def _both_keys(self) -> str:
        return self.tr("Enter declares it and asks for more; Ctrl+Enter declares it and no more.")

    def _cost(self, after: Encounter) -> str:
        """Return what one declaration will take from pools and change in what counts, in words.

        As long as declarations are sealed only by how much: what is left would tell of those before.
        """
        if len(self._who) != 1:
            return ""
        rules, sealed = self._bridge.rules, self._bridge.scene.sealed
        old, new = self._bridge.state.combatants[self._who[0]], after.combatants[self._who[0]]
        parts = []
        for name, pool in rules.pools.items():
            had, left = old.pools.get(name) or 0, new.pools.get(name) or 0
            if pool.shown == "number" and had != left:
                told = minus(f"{left - had:+d}") if sealed else f"{had} → {left}"
                parts.append(f"{pool.short or pool.label} {told}")
        for name, tally in rules.tallies.items():
            was, now = old.tallies.get(name, 0), new.tallies.get(name, 0)
            if now != was and not self._counts_acts(name):
                parts.append(f"{tally.label} {minus(f'{now - was if sealed else now:+d}')}")
        return f"{' · '.join(parts)}." if parts else ""

    def _as_before(self) -> str:
        """Say of what stands there that it is the last declaration of its kind, as long as it is."""
        undone, before = self._proposed
        if undone is not None:
            return self.tr("As it was taken back.") if self.fields.values() == undone else ""
        if before.fallen:
            return self._not_again(before) if self.fields.values() == self._as_offered else ""
        again = bool(before.fields) or self.name.currentData() in self._earlier.names(self._who[0])
        if not again or self.fields.values() != before.fields:
            return ""
        return self._told_as_before(self._earlier.names(self._who[0]))

    def _told_as_before(self, names: Sequence[str]) -> str:
        """Say that it was declared so, of several as which of ``names``; what the keys do stands below."""
        if self._now is None or not self._now.phase.several:
            return self.tr("As it was declared last: Enter declares it again.")
        name = self.name.currentData()
        if name not in names or len(names) == 1:
            return self.tr("As it was declared last.")
        told = self.tr("As it was declared last ({number} of {all}).")
        return told.format(number=names.index(name) + 1, all=len(names))

    def _not_again(self, before: Renewed) -> str:
        """Say what is not offered of the last declaration, and who is out of the fight."""
        words, chosen = (
            self.tr("“{words}” is not offered again: {name} is out of the fight."),
            self.tr("{name} is not offered again: out of the fight."),
        )
        said = (
            (words if text else chosen).format(words=text, name=self._texts.name(who))
            for text, who in before.fallen
        )
        return " ".join(said)

    def _own_words(self) -> str:
        """Say of what is announced under no name of the ruleset that it is free text, or ''."""
        free = self.fields.own_words
        return self._free_text(free) if free else ""

    def _free_text(self, free: Sequence[str]) -> str:
        told = self.tr("{words}: no action of the ruleset, declared in your own words.")
        return told.format(words=", ".join(f"“{text}”" for text in free))

    def _counts_acts(self, tally: str) -> bool:
        """Return whether a tally only counts the acts that are announced: the cards show them."""
        return any(rule.acts and tally in rule.counters for rule in self._bridge.rules.declarations.values())

    def _unread(self) -> str:
        """Return what is wrong with a number among the fields, or ''."""
        from desktop.widgets.fields import unread_under  # with the fields

        return unread_under(self.fields)

    def _say_reason(self) -> None:
        rule, foreseen = self._rule(), self._foreseen
        unread = self._unread()
        if unread:
            self._reason.set_tone("warn")
            self._reason.setText(unread)
        elif isinstance(foreseen, Refusal):
            self._reason.set_tone("quiet" if _lacks_a_field(foreseen) else "warn")
            left_out = self._as_before() if self._proposed[1].fallen else ""
            self._reason.setText(" ".join(filter(None, (left_out, self._texts.refusal(foreseen)))))
        elif foreseen is not None:
            told = "" if rule is None else followed_by(rule.text, rule.cite)
            parts = (self._as_before(), self._own_words(), self._cost(foreseen.state), told)
            self._reason.set_tone("quiet")
            self._reason.setText(" ".join(part for part in parts if part) or " ")
        nothing = self.tr("Nothing more") if self._has_said() else self.tr("Nothing to declare")
        label = nothing if rule is None else self.tr("Declare")
        if _lacks_a_field(foreseen):
            label = called("declare")
        if label != self.declare.text():
            self.declare.setText(label)
        self._say_primary()

    def _say_primary(self) -> None:
        if self.primary_text != self._worded:
            self._worded = self.primary_text
            self.reworded.emit()

    # -- Qt ----------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the box of declarations Space is the primary button, unless nothing is chosen yet.

        After letters it belongs to the name that is typed, as in "total a".
        """
        if watched is self.name:
            if event.type() == QEvent.Type.FocusOut:
                self._search.forget()
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                if self._search.take(event):
                    return True
                if event.key() == Qt.Key.Key_Space and not self._says_nothing():
                    self.press()
                    return True
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """On the board Ctrl+Enter is the board's, not the window's: it says that there is nothing, too.

        In another width it needs other room.
        """
        if event.type() == QEvent.Type.Resize and self._now is not None:
            self._keep_room()
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _finishes(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter declares wherever the focus is on the board.

        That there is nothing is for the button alone to say, or for Ctrl+Enter: one Enter too many is not.
        Where several are declared Ctrl+Enter declares what is chosen, and that it is all.
        """
        if _finishes(event):
            self.submit(alone=True)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            if self._says_nothing() and self.name.count() > 1 and not self.declare.hasFocus():
                self._ask_what()
            else:
                self.submit()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep_room()

    def sizeHint(self) -> QSize:
        return QSize(400, super().sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._keep_width()
            self.updateGeometry()


_PAD = Qt.KeyboardModifier.KeypadModifier


def _lacks_a_field(foreseen: Outcome | Refusal | None) -> bool:
    return isinstance(foreseen, Refusal) and foreseen.reason == "field-missing"


def _select_words(field: QWidget | None) -> None:
    """Let what is typed next take the place of words that were refused: they stood before it."""
    if isinstance(field, QLineEdit):
        field.selectAll()


def _finishes(event: QKeyEvent) -> bool:
    """Return whether a key is Ctrl+Enter, of either block."""
    enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    return enters and event.modifiers() & ~_PAD == Qt.KeyboardModifier.ControlModifier
