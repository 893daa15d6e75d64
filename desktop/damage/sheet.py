"""The damage sheet: one pipeline on one or many, every stage shown and editable before it is applied.

What it shows comes from a preview of the very command that Apply commits, so the sheet cannot be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.damage.area import AreaRoll
from desktop.damage.aside import Draft, PutAside
from desktop.damage.author import FRIENDLY, AuthorBox, is_friendly
from desktop.damage.carried import CarriedOut
from desktop.damage.chooser import PipelineChooser
from desktop.damage.inputs import InputsView, label_line
from desktop.damage.model import TargetRow, target_rows
from desktop.damage.own import OwnInputs
from desktop.damage.rows import TargetView
from desktop.damage.verdict import changes_nothing, not_applied, of_no_account
from desktop.why.model import Whys
from desktop.widgets.fields import first_unread, go_into, unread_under
from desktop.widgets.labels import ToneLabel
from desktop.widgets.room_area import EvenArea
from desktop.widgets.steady import Steady
from desktop.widgets.tab_order import tab_as_laid_out
from rulesets.seen.aiming import most_hurt
from rulesets.seen.deeds import answered_by
from rulesets.seen.options import left_out
from rulesets.seen.parts import part_rules
from rulesets.seen.proposed import first_target, named_target
from rulesets.seen.queries import pipeline_for
from rulesets.seen.told_inputs import halving_inputs, told_by_double
from rulesets.table.changes import Changes
from rulesets.table.commands import Apply, Command, RecordAttack
from rulesets.table.outcome import Outcome
from rulesets.table.refusal import Code, Refusal
from rulesets.vocabulary import Rules
from rulesets.words.explaining import Why

if TYPE_CHECKING:
    from desktop.bridge import Bridge, Done
    from desktop.widgets.texts import Texts


MOST_SHOWN = 12
"""Targets that have a row each; the others are hit like them, and are counted."""
_LINES_TOLD = 2
"""Lines that are taken by what is said of a tick."""
_HALF = 0.5
"""The share that a tick stands for where one halves."""


class DamageSheet(QWidget):
    """Pipeline, inputs, targets with their stages, and Apply."""

    scaled = Signal()
    """The amount was halved or doubled with the mouse, and the sheet is no dialog of its own."""
    applied = Signal()
    """The command was committed."""
    previewed = Signal()
    """Other stages may be shown."""
    _turn_passed = False
    """True until whoever acts now is named: by then the target may be another one, too."""
    _preview_passed = False
    """True until what it comes to is worked out anew: a step has changed one of the targets."""
    _typed_for: frozenset[str] = frozenset()
    """Who was selected when something was typed last."""
    _turn: tuple[object, ...] = ()
    """The turn in which it was typed."""
    _about = ""
    """Why the amount is what it is, as whoever handed it over says, or ''."""
    _cleared = ""
    """For whom something was cleared unapplied, in words, or ''."""
    _lacks_numbers = False
    """Whether it cannot be worked out without a number that is not given."""
    _alone = False
    """Whether a command that was given before is filled in: nothing is done along with it."""
    _for_several = False
    """Whether it is done to several, though one is left of them, or nobody but one is caught by an area."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        parent: QWidget | None = None,
        *,
        pipeline: str = "",
        targets: Sequence[str] = (),
        scrolls: bool = False,
        commits: bool = True,
        several: bool = False,
    ) -> None:
        """Begin with ``pipeline`` (the ruleset's first) on ``targets``; ``scrolls`` if they may be many.

        With ``commits`` off somebody else dispatches :meth:`command` when :attr:`applied` tells. With
        ``several`` others may be ticked besides the only target.
        """
        super().__init__(parent)
        self._commits = commits
        self._bridge = bridge
        self._texts = texts
        self._whys = Whys(bridge, texts)
        self._targets: tuple[str, ...] = ()
        self._edits: dict[str, dict[str, int]] = {}
        self._inputs: InputsView | None = None
        self._rules: Rules | None = None
        """Rules whose pipelines are offered."""
        self._views: dict[str, TargetView] = {}
        self._own = OwnInputs(self._ask, texts.name)
        self._roll = self._area_roll()
        self._later = _when_idle(self, self._wait)
        self._applying = False
        self._chooser = self._pipelines()
        self._by, self._carries = self._by_whom(), self._carried_out()
        self._said, self._problem = self._room_for_words()
        self._notes, self._reasons = self._room_for_words()
        self._rest = ToneLabel("", self)
        self._aside = PutAside()
        self._kept_back = ToneLabel("", self)
        self._apply = QPushButton(self.tr("&Apply"), self)
        self._apply.clicked.connect(self.apply)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self._lay_out(scrolls)
        self._said.keep_free(self._room_for_notes(more=bool(several or len(targets) != 1)))
        self._hear(bridge)
        self._for_several = several or (not commits and len(targets) != 1)
        self.choose(pipeline)
        self.set_targets(targets)

    def _hear(self, bridge: Bridge) -> None:
        """Go along with the fight, from where it stands."""
        bridge.changed.connect(self._follow)
        bridge.accepted.connect(self._on_accepted)
        bridge.reset.connect(self._start_over)
        self._start_over()

    def _by_whom(self) -> AuthorBox:
        box = AuthorBox(self._bridge, self)
        box.named.connect(self._preview)
        return box

    def _carried_out(self) -> CarriedOut:
        line = CarriedOut(self._bridge, self)
        line.box.activated.connect(self._preview)
        return line

    def _area_roll(self) -> AreaRoll:
        roll = AreaRoll(self._bridge, self._texts.name, self)
        roll.changed.connect(self._on_roll)
        roll.went_on.connect(self._go_on)
        return roll

    def _pipelines(self) -> PipelineChooser:
        chooser = PipelineChooser(self)
        chooser.chosen.connect(self._on_pipeline)
        chooser.picked.connect(self.start)
        return chooser

    def _room_for_words(self) -> tuple[Steady, ToneLabel]:
        """Return what keeps its height whatever is said in it, and what says it."""
        room = Steady(self)
        words = ToneLabel("", room)
        inside = QVBoxLayout(room)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(words)
        return room, words

    def _room_for_notes(self, *, more: bool = False) -> int:
        """Return the height that is kept free in a dialog for what a tick has it say: it does not grow."""
        lines = _LINES_TOLD + more  # of several it is said, too, that nothing is rolled
        return 0 if self._commits else lines * self.fontMetrics().lineSpacing()

    def _lay_out(self, scrolls: bool) -> None:
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(4)
        self._body.addWidget(self._chooser)
        self._body.addWidget(self._roll)
        last = QHBoxLayout()
        last.addLayout(label_line(self.tr("by"), self._by, self), 1)
        last.addWidget(self._apply, 0, Qt.AlignmentFlag.AlignRight)
        self._body.addLayout(last)
        self._body.addWidget(self._carries)
        self._area: QScrollArea | None = None
        self._rows.addWidget(self._notes)  # what is noted is long: what will happen stands before it
        if scrolls:
            inside = QWidget(self)
            self._rows.addStretch(1)
            inside.setLayout(self._rows)
            self._area = EvenArea(inside, self)
            self._body.addWidget(self._area, 1)
            # What it says takes room from the foot of the rows, and moves none.
            self._body.addWidget(self._said)
        else:
            self._body.addWidget(self._said)
            self._body.addLayout(self._rows)
        self._body.addWidget(self._rest)
        self._rest.hide()
        self._body.addWidget(self._kept_back)
        self._kept_back.hide()

    # -- interface -----------------------------------------------------------------------------------

    @property
    def pipeline(self) -> str:
        """Id of the pipeline chosen."""
        return self._chooser.current

    @property
    def helps(self) -> bool:
        """Whether what is chosen is done to friends."""
        rule = self._bridge.rules.pipelines.get(self.pipeline) if self._bridge.is_open else None
        return is_friendly(rule)

    @property
    def _each(self) -> bool:
        """Whether each target has a row with what it is told, rolls and takes of it alone."""
        return len(self._views) > 1 or (self._for_several and bool(self._views))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is still to be entered before it can be applied."""
        return self.apply_button.isEnabled() and not self._roll.to_enter()

    @property
    def inputs(self) -> InputsView | None:
        """The fields of the pipeline."""
        return self._inputs

    @property
    def targets(self) -> tuple[str, ...]:
        """Ids of the targets."""
        return self._targets

    @property
    def chooser(self) -> PipelineChooser:
        """The pipelines by label."""
        return self._chooser

    @property
    def roll(self) -> AreaRoll:
        """What decides how much each of several takes."""
        return self._roll

    @property
    def by(self) -> AuthorBox:
        """Who did it."""
        self._catch_up()
        return self._by

    @property
    def carries(self) -> QComboBox:
        """What was declared and is carried out by it; without entries where nothing is left of that."""
        self._catch_up()
        return self._carries.box

    @property
    def apply_button(self) -> QPushButton:
        """The button that commits."""
        self._catch_up()
        return self._apply

    @property
    def problem(self) -> str:
        """Why it cannot be applied, or what is worth knowing of it, in words, or ''; a line for each."""
        self._catch_up()
        return "\n".join(filter(None, (self._problem.text(), self._reasons.text())))

    @property
    def rest(self) -> str:
        """How many targets have no row of their own, in words, or ''."""
        return self._rest.text()

    @property
    def kept_back(self) -> str:
        """For whom something is put aside, and for whom it was cleared unapplied, in words, or ''."""
        return self._kept_back.text()

    @property
    def out_of_sight(self) -> int:
        """How many pixels of the rows there is no room for."""
        inside = self._area.widget() if self._area is not None else None
        if self._area is None or inside is None:
            return 0
        self._rows.activate()
        view = self._area.viewport()
        return max(0, self._rows.totalHeightForWidth(view.width()) - view.height())

    def rows(self) -> list[TargetView]:
        """Return one view for each target that has one."""
        self._catch_up()
        return list(self._views.values())

    def in_tab_order(self, laid_out: Sequence[QWidget]) -> Sequence[QWidget]:
        """Have what each of several rolls where the ruleset asks for it, before what is rarely said."""
        own = [one for one in self._own.in_order() if one in laid_out]
        if not own or self._inputs is None or self._roll.rule is not None:
            return laid_out
        before = [one for one in self._inputs.before_each() if one in laid_out]
        rest = [one for one in laid_out if one not in own]
        at = rest.index(before[-1]) + 1 if before else 0
        while at < len(rest) and rest[at] in (self._inputs.half, self._inputs.double):
            at += 1
        return [*rest[:at], *own, *rest[at:]]

    def turn_to(self, targets: Sequence[str]) -> None:
        """Apply to ``targets``, who are selected now: what was typed for others is put aside for them.

        It goes along with more or fewer of those it was typed for, and is back when they are selected again.
        """
        wanted = frozenset(targets)
        if wanted == frozenset(self._targets):
            self.set_targets(targets)
            return
        same = wanted >= self._typed_for or wanted <= self._typed_for
        self._applying = True
        try:
            if not same and self._touched():
                self._aside.put(self._typed_for, self._draft())
                self._empty_fields()
            self.set_targets(targets)
            draft = None if self._touched() else self._aside.take(wanted)
            if draft is not None:
                self._take_up(draft)
                self._typed_for = wanted
        finally:
            self._applying = False
        self._say_kept_back()
        self._preview()

    def set_targets(self, targets: Sequence[str]) -> None:
        """Apply to ``targets``; what was typed stays, edits stay with their targets."""
        wanted = tuple(dict.fromkeys(targets))
        if wanted == self._targets:
            return
        self._targets = wanted
        self._follow_turn()
        self._edits = {who: edits for who, edits in self._edits.items() if who in wanted}
        shown = wanted[:MOST_SHOWN]
        gone = [self._views.pop(who) for who in list(self._views) if who not in shown]
        if len(wanted) == 1 and not self._views and gone and gone[0].own is None:
            self._views[wanted[0]] = gone.pop(0)  # one target after another: the view need not be made anew
            self._views[wanted[0]].give_to(wanted[0])
        for view in gone:
            view.deleteLater()
        for who in shown:
            if who not in self._views:
                view = TargetView(who, self._answer, self)
                view.edited.connect(self._on_edited)
                view.shared.connect(self._on_typed)
                self._views[who] = view
                self._rows.insertWidget(len(self._views) - 1, view)
        self._for_several |= not self._commits and len(wanted) > 1
        self._own.arrange(self._inputs, {who: self._views[who] for who in shown}, each=self._each)
        self._offer_shares()
        self._preview()
        tab_as_laid_out(self)

    def _say_rest(self, rest: int) -> None:
        """Say how many have no row, and what becomes of them: nobody rolls for these."""
        same = self.tr("and %n more, to whom the same is done", "", rest)
        whole = self.tr("and %n more, who take all of it whatever is rolled", "", rest)
        self._rest.say("" if not rest else whole if self._roll.rule else same)

    def choose(self, pipeline: str) -> None:
        """Choose a pipeline by its id or by its role in the ruleset ('damage', 'heal')."""
        if not self._bridge.is_open:
            return
        rules = self._bridge.rules
        found = pipeline if pipeline in rules.pipelines else pipeline_for(rules, pipeline)
        if pipeline and found and found != self.pipeline:
            self._chooser.choose(found)

    def prefill(
        self,
        amount: int | str | None,
        by: str,
        ticked: Sequence[str] = (),
        about: str = "",
        *,
        times: int = 2,
        told: Mapping[str, str] | None = None,
        pays: str = "",
        rolled: tuple[str, str] = ("", ""),
    ) -> None:
        """Enter an amount that was worked out elsewhere, or dice that are to be thrown, and who did it.

        Of what can be ticked ``ticked`` holds already, and what doubles dice has them so many ``times``;
        of what can be chosen ``told`` is chosen already;
        ``about`` says why the amount is what it is; with the action ``pays`` it is paid, if nothing was;
        ``rolled`` is the roll against all of several as it was typed, and what dice it is made with.
        """
        self._about, self._carries.pays = about, pays
        if self._inputs is not None:
            self._inputs.times = times
        if self._inputs is not None and amount is not None:
            self._inputs.prefill(amount)
        if self._inputs is not None:
            self._inputs.put({**(told or {}), **dict.fromkeys(ticked, True)})
        self._by.name(by)
        self._roll.hand_over(*rolled)
        if rolled[0] and not part_rules(self._bridge.rules, self.pipeline):
            lost = self.tr(
                "The {roll} that was rolled is compared with nobody: the ruleset has no roll against several."
                " Say below how much each takes."
            )
            self._about = "\n".join(filter(None, (lost.format(roll=rolled[0]), self._about)))
        self._take_parts()
        self._preview()

    def keep_author(self) -> None:
        """Leave it by whoever it is by now, whoever is ticked: the area of an attack may catch its maker."""
        self._by.keep()

    def likely_target(self) -> str:
        """Return whom whoever does it attacks or helps first, as far as nothing else is known, or ''."""
        by = self._by.ident
        if self.helps:
            return most_hurt(self._bridge.scene, by) or by
        rules, state = self._bridge.rules, self._bridge.state
        named = named_target(rules, state, by)
        return named or first_target(rules, state, by, self._bridge.commands_of(RecordAttack))

    def fill(self, command: Apply) -> None:
        """Fill everything in as a command has it, whose pipeline and targets are chosen."""
        self._catch_up()
        if command.own and not self._each:  # of an area that has caught one
            self._for_several = True
            self._own.arrange(self._inputs, self._views, each=self._each)
            self._offer_shares()
        if self._inputs is not None:
            self._inputs.put(command.inputs)
            amount = self._inputs.amount
            for who, told in command.own.items():
                self._own.put(who, told)
                part = told.get(self._bridge.rules.pipelines[self.pipeline].amount)
                if amount is not None and amount.number is not None and isinstance(part, int):
                    self._views[who].put_part(amount.number, part)
        self._edits = {who: dict(stages) for who, stages in command.edits.items() if who in self._targets}
        self._by.set_as_given(command.by)
        self._alone = True
        self._roll.arrange(self.pipeline, {}, shown=False)
        self._preview()

    def start(self) -> None:
        """Put the cursor where the amount is typed."""
        if self._inputs is not None and not self._inputs.start():
            self._own.start()

    def command(self) -> Apply:
        """Return what Apply commits."""
        self._catch_up()
        given = self._inputs.values() if self._inputs is not None else {}
        edits = {who: dict(stages) for who, stages in self._edits.items() if stages}
        return Apply(
            pipeline=self.pipeline,
            to=self._targets,
            inputs=given,
            own=self._shares(),
            edits=edits,
            by=self._by.ident,
            thrown=(*(self._inputs.thrown() if self._inputs is not None else ()), *self._own.thrown()),
        )

    def commands(self) -> list[Command]:
        """Return what Apply commits, behind the action by which it carries out what was declared.

        An attack of which nobody has said what came of it has hit, if its damage is given; so has one that
        is carried out by it: what a hit costs its target is no other by this road (E-KAI-03).
        """
        apply = self.command()
        act = self._carries.act
        found = [*([] if act is None else [act]), *self._roll.throws(apply.by)]
        noted = self._carries.hits(apply, several=self._each) or self._hits(apply)
        return [*found, *noted, apply]

    def _hits(self, apply: Apply) -> list[RecordAttack]:
        """Return what says of open attacks that they have hit."""
        known = self._bridge.is_open and not self._alone
        return answered_by(self._bridge, apply) if known else []

    def apply(self) -> bool:
        """Commit, as one step of undo; False if it cannot be applied, which is then shown in words."""
        self._catch_up()
        if not self._apply.isEnabled():
            return False
        if not self._commits:
            self.applied.emit()
            return True
        self._applying = True  # what follows from it is shown once, when the fields are empty
        try:
            done = self._bridge.dispatch_all(self.commands())
            if done:
                self._empty_fields()
        finally:
            self._applying = False
        self._preview()
        if done:
            self.applied.emit()
        return done

    def take_roll(self, other: DamageSheet) -> None:
        """Have the roll against all stand here that was handed over to ``other``, if there is one."""
        typed, dice = other._roll.handed
        if typed:
            self._roll.hand_over(typed, dice)
            self._on_roll()

    def enter(self) -> None:
        """Apply, as Enter does; as long as something is still to be entered it goes on to that."""
        self._roll.pass_number(self.focusWidget())
        rolls = [*self._roll.number_to_ask(), *self._roll.to_enter()]
        if not rolls and self.apply():
            return
        field = self._next_to_enter(rolls)
        self._roll.pass_number(field)
        if field is not None:
            go_into(field)
            self._show_field(field)

    def _next_to_enter(self, rolls: Sequence[QWidget]) -> QWidget | None:
        """Return what is to be entered next behind where the keys are, or else first; or where they are.

        What is rolled for each comes before what only each can be told besides.
        """
        if self._inputs is None:
            return None
        here, numbers = self.focusWidget(), self._lacks_numbers
        fields = [*self._roll.in_order()[:1], *self._inputs.in_order()]
        fields = [*fields, *self._roll.in_order()[1:], *self._own.in_order()]
        missing = [*self._inputs.to_enter(numbers=numbers), *rolls, *self._own.to_enter(numbers=numbers)]
        at = fields.index(here) + 1 if here in fields else 0
        behind = (field for field in (*fields[at:], *fields[:at]) if field in missing)
        return first_unread(self) or next(behind, here)

    # -- what was typed, and for whom ----------------------------------------------------------------

    def _touched(self) -> bool:
        """Return whether something stands here that was typed, ticked or chosen and is not applied."""
        typed = self._inputs is not None and self._inputs.touched
        shared = any(view.kept() for view in self._views.values())
        return typed or shared or self._own.touched or self._roll.touched or any(self._edits.values())

    def _draft(self) -> Draft:
        return Draft(
            pipeline=self.pipeline,
            shared=self._inputs.kept() if self._inputs is not None else {},
            own=self._own.kept(),
            shares={who: view.kept() for who, view in self._views.items()},
            edits={who: dict(stages) for who, stages in self._edits.items()},
        )

    def _take_up(self, draft: Draft) -> None:
        if draft.pipeline != self.pipeline:
            self._chooser.choose(draft.pipeline)
        if self._inputs is not None:
            self._inputs.take_up(draft.shared)
        self._own.take_up(draft.own)
        for who in draft.shares.keys() & self._views.keys():
            self._views[who].take_up(draft.shares[who])
        self._edits = {who: dict(stages) for who, stages in draft.edits.items() if who in self._targets}

    def _empty_fields(self) -> None:
        """Have every field stand as it began: nothing typed, nothing ticked, all of the amount."""
        self._edits, self._about = {}, ""
        for view in self._views.values():
            view.whole()
        if self._inputs is not None:
            self._inputs.clear()
            self._own.clear()

    def _on_typed(self) -> None:
        if self._applying:
            return
        self._typed_for = frozenset(self._targets)
        self._cleared = ""
        self._say_kept_back()
        self._preview()

    def _tell_cleared(self, whose: Sequence[str], why: str) -> None:
        """Say for whom something was thrown away that was typed, if there is anybody."""
        if whose:
            self._cleared = why.format(names=self._texts.names(whose))
        self._say_kept_back()

    def _thrown_away(self) -> list[str]:
        """Empty the fields; return for whom something stood in them that is not being applied."""
        if self._applying or not self._touched():
            return []
        whose = [who for who in self._targets if who in self._typed_for] or list(self._targets)
        self._applying = True
        try:
            self._empty_fields()
        finally:
            self._applying = False
        self._preview()
        return whose

    def _follow_clock(self) -> None:
        """When the turn passes on, nothing that was typed before stands ready, and nobody who was named."""
        turn = self._moment()
        if turn == self._turn or not self._commits:
            return
        self._turn, self._cleared = turn, ""
        self._by.forget()  # whoever was named did it in another turn
        self._turn_passed = True
        self._later.start()
        whose = list(dict.fromkeys((*self._thrown_away(), *self._aside.forget())))
        self._tell_cleared(whose, self.tr("The turn has passed on. Cleared, not applied: {names}"))

    def _moment(self) -> tuple[object, ...]:
        if not self._bridge.is_open:
            return ()
        walk, clock = self._bridge.state.walk, self._bridge.state.clock
        return walk.active, walk.taken, clock.round

    def _on_accepted(self, done: Done) -> None:
        """What another sheet applied to somebody leaves nothing typed for that one here."""
        command = done.entry.command
        if not isinstance(command, Apply) or not self._commits:
            return
        whose = self._aside.forget_any_of(command.to)
        if not self._typed_for.isdisjoint(command.to):
            whose = list(dict.fromkeys((*self._thrown_away(), *whose)))
        self._tell_cleared(whose, self.tr("Something else was applied. Cleared, not applied: {names}"))

    def _say_kept_back(self) -> None:
        whose = [who for who in self._aside.whose if who in self._bridge.state.combatants]
        aside = self.tr("Put aside until selected again: {names}").format(names=self._texts.names(whose))
        self._kept_back.set_tone("warn" if self._cleared else "quiet")
        self._kept_back.say("\n".join(part for part in (self._cleared, aside if whose else "") if part))

    # -- internal ------------------------------------------------------------------------------------

    def _start_over(self) -> None:
        """Another encounter is open: its pipelines, its people."""
        self._edits = {}
        self._own.forget()
        for view in self._views.values():
            view.deleteLater()
        self._views, self._targets = {}, ()
        self._aside.forget()
        self._turn, self._cleared = self._moment(), ""
        self._kept_back.say("")
        self._by.forget()
        self._fill_by()
        self._rules = self._bridge.rules if self._bridge.is_open else None
        self._chooser.set_rules(self._rules)

    def _exchange_rules(self) -> None:
        """Offer what the new rules have to apply; the sheet that was chosen stays, and its amount."""
        kept, amount = self.pipeline, self._inputs.amount if self._inputs is not None else None
        number = amount.number if amount is not None else None
        self._rules = self._bridge.rules
        self._aside.forget()
        self._chooser.set_rules(self._rules)
        if kept != self.pipeline and kept in self._rules.pipelines:
            self._chooser.choose(kept)
        if number is not None and self._inputs is not None:
            self._inputs.prefill(number)

    def _follow(self, changes: Changes) -> None:
        if self._bridge.rules is not self._rules:
            self._exchange_rules()
        if changes.joined or changes.left or changes.whole or self._by.is_behind(changes.combatants):
            self._fill_by()
        else:
            self._turn_passed = True
            self._later.start()
        there = self._bridge.state.combatants
        self._aside.keep_to(there)
        self._follow_clock()
        if any(who not in there for who in self._targets):
            self.set_targets([who for who in self._targets if who in there])
        elif changes.whole or changes.clock or changes.combatants & set(self._targets):
            self._preview_passed = True  # seen with the inspector; the row in the list is seen before
            self._later.start()

    def _fill_by(self) -> None:
        if not self._by.offer():
            self._follow_turn()

    def _follow_turn(self) -> None:
        """Until somebody is named, it is by whoever is likely now."""
        self._turn_passed = False
        self._by.propose(self.pipeline, self._targets)

    def _wait(self) -> None:
        """Let the inspector say first whose sheet this is now; where nobody sees it, it waits to be shown."""
        if self.isVisible():
            QTimer.singleShot(0, self, self._catch_up)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    def _catch_up(self) -> None:
        turned, done = self._turn_passed, (self._by.ident, self._carries.act)
        if turned:
            self._follow_turn()
        if self._preview_passed and self._bridge.is_open:
            self._preview()
        elif turned:
            self._offer_declared()  # what was declared may have been done meanwhile, by who stays the author
            if self._bridge.is_open and done != (self._by.ident, self._carries.act):
                self._preview()  # what is noted along with it was said of whoever acted before

    def _on_pipeline(self, _pipeline: str = "") -> None:
        if self._inputs is not None:
            self._inputs.hide()
            self._inputs.deleteLater()
            self._inputs = None
        self._edits = {}
        self._own.forget()
        for view in self._views.values():
            view.drop_stages()
        if self.pipeline:
            doubles = any(one.doubles for one in self._bridge.rules.pipelines[self.pipeline].inputs.values())
            self._notes.keep_free(self._room_for_notes() if doubles else 0)
            self._inputs = self._connected(InputsView(self._bridge.rules, self.pipeline, self))
            self._body.insertWidget(1, self._inputs)
            self._inputs.show()
        self._own.arrange(self._inputs, self._views, each=self._each)
        self._offer_shares()
        self._follow_turn()
        self._preview()
        tab_as_laid_out(self)

    def _offer_shares(self) -> None:
        """Let each of several take half, double or none of an amount that is for all of them."""
        several = self._each
        offered = several and self._inputs is not None and self._inputs.amount is not None
        rule = self._bridge.rules.pipelines.get(self.pipeline) if self._views else None
        half = rule is None or not halving_inputs(rule)
        for who, view in self._views.items():
            view.offer_share(self._texts.name(who), offered=offered, half=half)
        area = self._for_several and not self._alone
        self._roll.arrange(self.pipeline, self._views if several else {}, shown=area)
        self._take_parts()
        self._say_rest(len(self._targets) - len(self._views))

    def _shares(self) -> dict[str, dict[str, Any]]:
        """Return what each target is told: its own inputs, and its part of the amount if that is not all.

        Double of it is a critical hit on that target, or its save that failed critically, where that counts.
        """
        told = self._own.values()
        for name, number in (self._inputs.parts() if self._inputs is not None else {}).items():
            for who, view in self._views.items():
                part = view.part(number)
                if part != number:
                    told[who] = {**told.get(who, {}), name: part}
                if view.is_doubled and (critical := self._told_by_double()):
                    told[who] = {**told.get(who, {}), critical: True}
        return told

    def _told_by_double(self) -> str:
        rules = self._bridge.rules
        return told_by_double(rules, rules.pipelines[self.pipeline])

    def _on_roll(self) -> None:
        self._take_parts()
        self._on_typed()

    def _take_parts(self) -> None:
        """Give each the part that its roll comes to, or the roll for all against it; it can be changed."""
        parts, before = self._roll.decided(), self._applying
        halving = halving_inputs(self._bridge.rules.pipelines[self.pipeline]) if parts else frozenset()
        self._applying = True
        try:
            for who, part in parts.items():
                halved = bool(halving) and part == _HALF
                self._own.put(who, dict.fromkeys(halving, halved))
                self._views[who].choose_part(1.0 if halved else part)
        finally:
            self._applying = before

    def _go_on(self) -> None:
        """Go on to the roll of the next one that has none yet; behind the last one Enter applies."""
        field = next(iter(self._roll.to_enter()), None)
        if field is not None:
            go_into(field)
            self._show_field(field)

    def _show_field(self, field: QWidget) -> None:
        if self._area is not None:
            self._area.ensureWidgetVisible(field)

    def _ask(self, who: str, names: frozenset[str]) -> InputsView:
        """Return fields of what ``who`` alone is told."""
        name = self._texts.name(who)
        view = InputsView(self._bridge.rules, self.pipeline, self._views[who], only=names, who=name)
        return self._connected(view)

    def _connected(self, view: InputsView) -> InputsView:
        view.changed.connect(self._on_typed)
        if self._commits:  # in a dialog Enter presses the default button, and once is enough
            view.apply.connect(self.enter)
            view.scaled.connect(self.scaled)
        return view

    def _on_edited(self, who: str, stage: str, number: object) -> None:
        edits = self._edits.setdefault(who, {})
        if isinstance(number, int):
            edits[stage] = number
        else:
            edits.pop(stage, None)
        self._on_typed()

    def _preview(self, _index: int = 0) -> None:
        if self._applying:
            return
        self._preview_passed = False
        self._offer_declared()
        self._look()
        typed = self._touched()
        if any(view.kept() for view in self._views.values()):
            for view in self._views.values():
                view.holds = True
        for part in (self._said, self._notes, *self._views.values()):
            if typed:
                part.settle()
            else:
                part.forget()
        self.previewed.emit()

    def _look(self) -> None:
        """Show what the command would come to, or what stands against it, and why the amount is what it is.

        That is said once: what is shown and hidden in one breath is measured in no width that it has.
        """
        self._reasons.say(self._noted(self._show_outcome()))

    def _show_outcome(self) -> str:
        """Show what it would come to, or what stands against it; return what is not said there of doubling.

        What becomes of a number that is typed for a critical hit of several stands where Apply is: their rows
        would move it out of sight.
        """
        self._offer_codes()
        problem, tone = self._why_not()
        command, result = self.command(), None
        self._lacks_numbers = False
        if not problem:
            command = self._shown_of(command)
            result = self._bridge.preview(command)
        if isinstance(result, Refusal):
            empty = self._empty() if result.code == Code.BAD_VALUE else ""
            self._lacks_numbers = bool(empty)
            asked = self.tr("Still to enter: {input}").format(input=empty)
            problem, tone = (asked, "quiet") if empty else (self._texts.refusal(result), "bad")
            result = None
        if not problem and self._inputs is not None:
            problem = self._inputs.hint(attacks=self._carries.is_attack)
        self._problem.set_tone(tone)
        self._problem.say(problem)
        self._apply.setEnabled(result is not None)
        if result is not None and result.blind:
            self._problem.say(self.tr("Left empty, it is rolled. {dice}").format(dice=self._rolled()))
        if result is None or result.blind:
            for view in self._views.values():
                view.clear()
            return self._doubling()
        rows, doubling = target_rows(self._bridge.rules, command, result), self._doubling()
        against = not_applied(self._bridge, self._texts, self.pipeline, rows, self._edits)
        if not against and self._helps_nobody(command, result):
            against = self.tr("Nothing changes: there is nothing to apply.")
        if against:
            self._problem.set_tone("warn")
            self._problem.say(against)
            self._apply.setEnabled(False)
        elif self._inputs is not None:
            doubling = self._say_besides(self._inputs, command, result, rows, problem)
        self._show_rows(rows)
        for row in self._all_ticked(command):
            self._views[row.who].make_room(len(row.cells))
        return doubling

    def _say_besides(
        self, inputs: InputsView, command: Apply, result: Outcome, rows: Sequence[TargetRow], problem: str
    ) -> str:
        """Say by Apply what is to be known all the same; return what is not said of doubling."""
        name = "" if problem else of_no_account(self._bridge, inputs, command, rows)
        told = inputs.of_no_account(name) if name else self._only_told(command, result)
        if unrolled := self._unrolled():
            self._problem.set_tone("warn")
        doubling = self._doubling(but=name)
        parts = unrolled, doubling if self._each else "", problem or told or self._left_out(command)
        self._problem.say("\n".join(filter(None, parts)))
        return "" if self._each else doubling

    def _doubling(self, but: str = "") -> str:
        """Return what becomes of the amount by what is ticked, if it is not ``but`` that."""
        return self._inputs.doubling(but=but) if self._inputs is not None else ""

    def _left_out(self, command: Apply) -> str:
        """Return which stage an option leaves out here, in words, or ''."""
        found = left_out(self._bridge.rules, self._bridge.state, command)
        if found is None:
            return ""
        text, each = self.tr("“{stage}” is left out: {options}."), self.tr("option “{option}” is “{choice}”")
        options = [each.format(option=option, choice=choice) for option, choice in found.options]
        return text.format(stage=found.stage, options="; ".join(options))

    def _offer_codes(self) -> None:
        """Offer what each target has to roll for what is its own."""
        if self._bridge.is_open and self._inputs is not None:
            self._own.offer_codes(self._bridge.state)
            if len(self._targets) == 1:
                self._inputs.offer_codes(self._bridge.state, self._targets[0])

    def _offer_declared(self) -> None:
        several = self._each or self._for_several
        self._carries.offer(
            self._by.ident, self.pipeline, several=several, alone=self._alone, in_panel=self._commits
        )

    def _all_ticked(self, command: Apply) -> Sequence[TargetRow]:
        """Return what it comes to with all that can be ticked for each of several: that has its room.

        In a window that is also what is ticked for all, or for one, and double of the amount where that can
        be chosen: nothing is to move in it by a tick or a choice.
        """
        told: dict[str, Any] = dict.fromkeys(self._own.ticks, True)
        shared = self._inputs.adding() if self._inputs is not None and not self._commits else frozenset()
        if self._inputs is not None and not self._commits and self._each:
            told |= {name: 2 * number for name, number in self._inputs.parts().items()}
        if not told and not shared:
            return ()
        own = {who: {**command.own.get(who, {}), **told} for who in command.to} if told else command.own
        inputs = {**command.inputs, **dict.fromkeys(shared, True)}
        ticked = replace(command, inputs=inputs, own=own)
        result = self._bridge.preview(ticked)
        return target_rows(self._bridge.rules, ticked, result) if isinstance(result, Outcome) else ()

    def _show_rows(self, rows: Sequence[TargetRow]) -> None:
        titled, made = self._each, False
        for row in rows:
            name, edits = self._texts.name(row.who), self._edits.get(row.who, {})
            made |= self._views[row.who].show_row(row, name, titled=titled, edits=edits)
        if made:
            tab_as_laid_out(self)

    def _noted(self, doubling: str) -> str:
        """Return why the amount is what it is, and what is noted along with it."""
        command, hit = self.command() if self._bridge.is_open and self._inputs is not None else None, ""
        if command is not None and self._carries.hits(command, several=self._each):
            hit = self.tr("The attack is noted as a hit with it, with all that a hit costs.")
        elif command is not None and self._hits(command):
            hit = self.tr("What came of the attack is not known yet: with its damage it is noted as a hit.")
        return "\n".join(filter(None, (self._about, doubling, self._marked(), hit)))

    def _unrolled(self) -> str:
        """Return against whom nothing is rolled, where it can be: each takes what stands in its row."""
        if not self._targets or self._roll.rule is None:
            return ""
        if not self._roll.touched:
            return self.tr("Nothing is rolled against them: each takes what stands in its row.")
        names = self._texts.names(self._roll.unrolled)
        return (
            self.tr("Not rolled: {names}. Each takes what stands in its row.").format(names=names)
            if names
            else ""
        )

    def _marked(self) -> str:
        """Return what marks what is rolled here by whoever does it, or '': a roll called as the pipeline."""
        if not self._bridge.is_open or self.pipeline not in self._bridge.rules.rolls:
            return ""
        who = self._bridge.state.combatants.get(self._by.ident)
        if who is None:
            return ""
        marked = self._texts.rolls(self._bridge.scene.rolls_ahead(who, self.pipeline, None))
        return "; ".join(one.line for one in marked)

    def _shown_of(self, command: Apply) -> Apply:
        """Return the command for those alone who have a row: with each key a thousand are too many to try."""
        if len(self._targets) == len(self._views):
            return command
        return replace(command, to=tuple(who for who in command.to if who in self._views))

    def _changes_nothing(self, command: Apply, result: Outcome) -> bool:
        return command.to == self._targets and changes_nothing(result)

    def _helps_nobody(self, command: Apply, result: Outcome) -> bool:
        """Return whether somebody is to be healed by nothing, or of nothing: the log shall not say healed."""
        rule = self._bridge.rules.pipelines.get(self.pipeline)
        friendly = rule is not None and rule.role in FRIENDLY
        return friendly and self._changes_nothing(command, result)

    def _only_told(self, command: Apply, result: Outcome) -> str:
        """Return what Apply is good for where nothing changes, or ''.

        Damage of which nothing is left is told: what stopped it is worth knowing.
        """
        told = self.tr("Nothing changes. Apply only notes in the log that it came to nothing.")
        return told if self._changes_nothing(command, result) else ""

    def _rolled(self) -> str:
        """Return the dice of what is left empty."""
        return (self._inputs.rolled() if self._inputs is not None else "") or self._own.rolled()

    def _empty(self) -> str:
        """Return the first number that is not given."""
        return (self._inputs.empty() if self._inputs is not None else "") or self._own.empty()

    def _answer(self, who: str, index: int) -> tuple[Why, ...]:
        """Return why a stage has its number; -1: all stages, those that did not happen, too."""
        found = self._whys.stages(self.command(), who)
        if index < 0:
            return tuple(found.values())
        return (found[index],) if index in found else ()

    def _why_not(self) -> tuple[str, str]:
        """Return what is still missing, and in which tone to say it."""
        if self._inputs is None:
            return self.tr("This ruleset has nothing to apply."), "quiet"
        if not self._targets:
            if self._commits:
                return self.tr("Select who is affected."), "quiet"
            if unread_under(self):  # there Enter is for what is typed: it rolls its dice
                return self.tr("Pick who is hit with “Targets” (Alt+T)."), "warn"
            return self.tr("Pick who is hit: Enter, or “Targets”."), "warn"
        unread = unread_under(self)
        if unread:
            return unread, "warn"
        missing = self._inputs.missing() or self._own.missing()
        if missing:
            return self.tr("Still to enter: {input}").format(input=missing), "quiet"
        return "", "quiet"


def _when_idle(sheet: QWidget, do: Callable[[], None]) -> QTimer:
    """Return a timer that does something once when whatever is to be done at once has been done."""
    timer = QTimer(sheet)
    timer.setSingleShot(True)
    timer.setInterval(0)
    timer.timeout.connect(do)
    return timer
