"""What bar, menus and status line say of the encounter as it stands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from desktop.commands.primary import Kind, Primary, primary
from desktop.commands.table import COMMANDS, called, sense_of
from desktop.list.due import to_roll, without_damage
from desktop.main.phases import moment
from desktop.main.side_count import SideCount
from desktop.main.turn_count import TurnCount
from desktop.rolls.slots import slot_name
from desktop.widgets.count_moves import move_in_words
from rulesets.seen.ahead import Behind, Price, Unsaid, behind, may_cost, pays_by_count, price, unsaid
from rulesets.seen.labels import action_label, entry_label, label_in
from rulesets.seen.number_format import minus
from rulesets.table.commands import Act, Command, Declare, EndTurn
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from desktop.app_services import AppServices
    from desktop.commands.menus import Actions
    from desktop.commands.situation import Situation
    from desktop.declare.board import DeclareBoard
    from desktop.files.encounters import OpenEncounter
    from desktop.list.due_board import DueBoard
    from desktop.list.view import InitiativeList
    from desktop.main.status import StatusLine
    from desktop.main.top_bar import TopBar
    from rulesets.seen.scene import Scene


def is_draft(services: AppServices) -> bool:
    """Return whether a prepared encounter is edited: nothing of it is played."""
    current = services.encounters.current
    return current is not None and current.draft


def primary_now(services: AppServices, board: DueBoard) -> Primary:
    """Return what the primary button does for the encounter that is open.

    Where it would go on past a roll whose time has come, it leads there first, once.
    """
    kept, scene = not services.encounters.has_unkept if is_draft(services) else None, services.bridge.scene
    now = primary(scene, kept)
    if now.kind in (Kind.COMMAND, Kind.CHOOSE) and (roll := board.first_roll) is not None:
        brief = QCoreApplication.translate("Saying", "Go to roll")
        return Primary(Kind.ANSWER, to_roll(scene, roll), brief=brief)
    return now


def encounter_name(current: OpenEncounter | None) -> str:
    """Return what an encounter is called in bar and title: one that is only prepared says so."""
    if current is None:
        return ""
    prepared = QCoreApplication.translate("Saying", "Prepared: {name}")
    return prepared.format(name=current.name) if current.draft else current.name


def _is_of(rules: Rules, ident: str) -> bool:
    return COMMANDS[ident].is_of(rules)


class Saying(QObject):
    """Keeps everything that names and enables commands in step with the open encounter."""

    def __init__(
        self,
        services: AppServices,
        bar: TopBar,
        actions: Actions,
        status: StatusLine,
        board: DeclareBoard,
        table: InitiativeList,
        due: DueBoard,
    ) -> None:
        """Speak through the window's parts."""
        super().__init__(bar)
        self._services, self._bridge = services, services.bridge
        self._bar, self._actions, self._status = bar, actions, status
        self._board, self._table, self._due = board, table, due
        self._price, self._plain = Price(), ""
        """What pressing the primary button costs, and what it says but for that."""
        self._behind = Behind()
        """What it leaves behind."""
        self._unsaid = Unsaid()
        """What is not said of the acts that it carries out."""
        self._hits: tuple[str, ...] = ()
        """The hits without damage that it passes over, in words."""
        self._told: Encounter | None = None
        """The encounter as it stood when all was said of it."""
        self._count = TurnCount()
        self._sides = SideCount()
        self._bridge.changed.connect(self._count.follow)
        self._bridge.reset.connect(self._count.forget)
        self._bridge.changed.connect(self._sides.follow)
        self._bridge.reset.connect(self._sides.forget)

    def changed(self) -> None:
        """Say anew what the encounter is, when it is and what can be done."""
        bridge, current = self._bridge, self._services.encounters.current
        rules, state, now = bridge.rules, bridge.state, self._table.situation()
        count, sides = len(state.combatants), self._sides.number(rules, state)
        told = (
            self.tr("{count} combatants · 1 side")
            if sides == 1
            else self.tr("{count} combatants · {sides} sides")
        )
        numbers = told.format(count=count, sides=sides)
        about = f"{entry_label(rules, rules.id)} · {numbers}"
        self._bar.show_encounter(encounter_name(current), about)
        now_is = moment(bridge.scene, self._count)
        self._bar.show_moment(now_is)
        if current is not None and not current.draft:
            self._services.settings.stood(current.path, now_is.title)
        self._buttons(now)
        self._told = state
        self.primary()
        self._actions.enable(now)
        self._status.show_state(current)
        self._status.timer.follow(bridge.scene.acting, state.walk.taken)

    def _buttons(self, now: Situation) -> None:
        """Show the commands that the ruleset has; reacting where there is room because nothing is readied."""
        delay, ready, is_of = now.rules.delay, now.rules.ready, partial(_is_of, now.rules)
        self._bar.show_button("undo", called("undo"), enabled=not sense_of("undo", now).why_not)
        self._button("delay", delay.label if delay else "", now, there=is_of("delay"))
        self._button("ready", ready.label if ready else "", now, there=is_of("ready"))
        reacts = is_of("react") and not is_of("ready")
        self._button("react", called("react"), now, there=reacts)

    def _button(self, ident: str, text: str, now: Situation, *, there: bool) -> None:
        """Show a button of what the ruleset has while the fight goes on: none comes and goes with a turn."""
        offered = sense_of(ident, now).offered
        self._bar.show_button(ident, text, enabled=offered, shown=there and now.running)

    def reworded(self) -> None:
        """Say anew what the primary button does, unless all of a changed encounter is about to be said."""
        if self._bridge.is_open and self._bridge.state is self._told:
            self.primary()

    def primary(self) -> None:
        """Say on the primary button, in the menu and below what it does now."""
        if not self._bridge.is_open:
            return
        scene = self._bridge.scene
        now = primary_now(self._services, self._due)
        text = self._board.primary_text if now.kind is Kind.DECLARE else now.text
        self._price = self._priced(now)
        ends = now.kind is Kind.COMMAND and now.commands == (EndTurn(),)  # no act that was announced is taken
        self._behind = behind(scene.rules, scene.state) if ends else Behind()
        acts = now.kind is Kind.COMMAND and any(isinstance(one, Act) for one in now.commands)
        self._unsaid = self._unsaid_of(scene) if acts else Unsaid()
        hits = self._due.hits if now.kind is Kind.COMMAND else {}
        self._hits = tuple(without_damage(scene.state.combatants, hit) for hit in hits.values())
        self._plain = text
        priced, room = self.tr("{what} · {before} → {after}"), ""
        if now.kind is Kind.COMMAND and pays_by_count(scene.rules, scene.state):
            room = priced.format(what=text, before=88, after=88)
        if self._price.unspent is not None:
            before, after = (minus(str(n)) for n in (self._price.unspent.before, self._price.unspent.after))
            text = priced.format(what=text, before=before, after=after)
        self._bar.show_button("primary", text, room=room, brief=now.brief)
        self._actions.rename("primary", text)
        self._hint(self._table.situation(), self._plain)

    def _unsaid_of(self, scene: Scene) -> Unsaid:
        from rulesets.seen.deeds import harmed_by  # no start of a fight has an act to carry out

        return unsaid(scene.rules, scene.state, harmed_by(self._bridge))

    def _priced(self, now: Primary) -> Price:
        """Return what going on costs that nobody has asked for, where it may cost something."""
        bridge = self._bridge
        if now.kind is not Kind.COMMAND or not may_cost(bridge.rules, bridge.state):
            return Price()
        after = bridge.preview(*now.commands)
        return Price() if isinstance(after, Refusal) else price(bridge.rules, bridge.state, after)

    def _costs(self) -> str:
        """Say before it is done what going on costs: turns and acts that are lost, shots that pass."""
        texts, state = self._services.texts, self._bridge.state
        lost = self.tr("{name} still waits and loses the turn")
        told = [lost.format(name=slot_name(texts, s, list(state.members(s)))) for s in self._price.lost]
        if self._behind.idle:
            idle = self.tr("nothing is recorded of {names} in this turn")
            told.append(idle.format(names=texts.names(self._behind.idle)))
        undone, rules = self.tr("{name}: {what} was declared and not carried out"), self._bridge.rules
        told += [
            undone.format(name=texts.name(who), what=label_in(rules.declarations, name))
            for who, name in self._behind.undone
        ]
        told += [
            self.tr("{name} attacks {target}: no result yet").format(
                name=texts.name(who), target=texts.name(target)
            )
            for who, target in self._behind.attacks
        ]
        lost = self.tr("{name}: what was paid for “{what}” is lost with this turn")
        told += [
            lost.format(name=texts.name(who), what=action_label(rules, action))
            for who, action in self._behind.parts
        ]
        told += dict.fromkeys(self._hits)
        told += [
            self.tr("{name}: of “{what}” no target and no result is recorded").format(
                name=texts.name(who), what=what
            )
            for who, what in self._unsaid.attacks
        ]
        told += [
            self.tr("{name}: action {number} was left open").format(name=texts.name(who), number=number)
            for who, number in self._unsaid.open
        ]
        if self._price.unspent is not None:
            nothing = self.tr("nothing was recorded in this turn: {moves}")
            told.append(nothing.format(moves=move_in_words(self._price.unspent)))
        return " · ".join(told)

    def _hint(self, now: Situation, primary: str) -> None:
        """Say below what the keys would do, and first of all to whom, if that is not who has the turn."""
        people, turn = now.state.combatants, now.has_turn
        aimed, acting = "", people[turn[0]].name if turn else ""
        if acting and now.meant and not {one.id for one in now.meant} & set(turn):
            one, several = self.tr("{name}"), self.tr("the {count} selected")
            aimed = (one if len(now.meant) == 1 else several).format(
                name=now.meant[0].name, count=len(now.meant)
            )
        costs = self._costs()
        self._status.show_hint(self._status.hint(now.scene, primary, aimed, acting, costs), warns=bool(costs))

    def steps(self) -> None:
        """Say in the menu what would be taken back or done again; whoever opens it asks for that."""
        if not self._bridge.is_open:
            return
        session = self._bridge.session
        undo, redo = called("undo"), called("redo")
        past = self.tr("the change of what happened")
        if session.mended_last:
            undo = f"{undo}: {past}"
        elif session.can_undo:
            undo = f"{undo}: {self._named(session.line[session.cursor - 1].command)}"
        if session.unmended_last:
            redo = f"{redo}: {past}"
        elif session.can_redo:
            redo = f"{redo}: {self._named(session.line[session.cursor].command)}"
        self._actions.rename("undo", undo)
        self._actions.rename("redo", redo)

    def _named(self, command: Command) -> str:
        """Return what a command is called; players may be looking while declarations are sealed."""
        if isinstance(command, Declare) and self._bridge.scene.sealed:
            return self.tr("Declaration")
        return self._services.texts.command(command)

    def enable(self) -> None:
        """Enable the commands that make sense with those who are selected, and say whom keys are for."""
        now = self._table.situation()
        self._actions.enable(now)
        if now.is_open:
            self._hint(now, self._plain)
