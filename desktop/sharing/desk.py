"""The slips that players have sent: each waits for the game master, who accepts or dismisses it.

What is accepted goes the way of every command, and is one step to be taken back. Its sender is told what has
become of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.bridge import Bridge, Done
from desktop.sharing.links import Link
from desktop.widgets.citations import cited
from desktop.widgets.texts import Texts, translated
from rulesets.seen.labels import label_in, said_fields
from rulesets.seen.players import Names
from rulesets.seen.scene import Audience, Viewer
from rulesets.seen.slips import orders, refused_to, said_of
from rulesets.table.commands import Command, React, RollInitiative, Start
from rulesets.table.encounter import RUNNING
from rulesets.table.refusal import Refusal
from rulesets.table.slip import Slip
from rulesets.words.texts import Speaker

MOST_WAITING = 4
"""Slips of one link that wait; another one is not taken."""
MOST_KEPT = 6
"""Slips of one link whose fate its sender is told, besides those that still wait."""
WAITING, ACCEPTED, REFUSED, DISMISSED, REPLACED, TOO_MANY = (
    "waiting", "accepted", "refused", "dismissed", "replaced", "too-many"
)  # fmt: skip


class Fate(Struct, frozen=True, omit_defaults=True):
    """What has become of a slip, as its sender is told."""

    id: str
    what: str
    state: str
    """waiting · accepted · refused · dismissed · replaced · too-many"""
    why: str = ""
    """The sentence with which it was refused; '' if players may not know it."""


class Waiting(Struct, frozen=True):
    """A slip that waits."""

    link: Link
    slip: Slip
    """Whoever is named in it goes by the id of the encounter: what players know somebody by may change."""


class SlipDesk(QObject):
    """All slips of the open encounter."""

    changed = Signal()
    """Other slips wait."""
    asks = Signal(str, str)
    """Id of a combatant and its reaction: the game master has to say to what it is, which no player can."""
    told = Signal(str)
    """Token: something has become of a slip that came by it."""

    def __init__(self, bridge: Bridge, texts: Texts, parent: QObject | None = None) -> None:
        """Accept into the encounter that ``bridge`` has open."""
        super().__init__(parent)
        self.bridge, self._texts = bridge, texts
        self._waiting: list[Waiting] = []
        self._fates: dict[str, list[Fate]] = {}
        self._refused: tuple[Waiting, Command] | None = None
        """What was refused last, as long as the game master may still insist on it."""
        self._asked: Waiting | None = None
        """The slip about which the game master was asked last."""
        self._unkept = False
        """Whether a command that was given for a slip could not be kept on disk, which the bridge tells."""
        self.rolled: dict[str, int] = {}
        """Slot → what was rolled for it and accepted: it stands in the roll when that is made."""
        bridge.accepted.connect(self._accepted)
        bridge.failed.connect(self._failed)
        bridge.reset.connect(self.clear)

    # -- what there is -----------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[Waiting, ...]:
        """Those that wait, the oldest first."""
        return tuple(self._waiting)

    @property
    def next(self) -> Waiting | None:
        """The slip that is settled by a key: the oldest that can be accepted now, else the oldest of all.

        Players send while it is another's turn to declare or to act.
        """
        return next((one for one in self._waiting if self._can_be(one)), next(iter(self._waiting), None))

    def _can_be(self, one: Waiting) -> bool:
        state = self.bridge.state
        if one.link.who not in state.combatants:
            return False
        found = self._orders(one)
        return not isinstance(self.bridge.preview(*found), Refusal) if found else True

    def _orders(self, one: Waiting) -> tuple[Command, ...]:
        """Return what a slip orders now."""
        return orders(self.bridge.rules, self.bridge.state, one.link.who, self._known(one))

    def _known(self, one: Waiting) -> Slip:
        """Return a slip as it speaks of others now, by the ids that players know."""
        return said_of(self.bridge.rules, one.slip, Names(self.bridge.state.combatants).id)

    def fates(self, token: str) -> tuple[Fate, ...]:
        """What became of the slips of a link, the newest first."""
        return tuple(reversed(self._fates.get(token, [])))

    @property
    def sealed(self) -> bool:
        """Whether what is declared now is told to nobody: whoever looks at this screen is not to see it."""
        return self.bridge.is_open and self.bridge.scene.sealed

    def text(self, one: Waiting, *, in_full: bool = False) -> str:
        """Return what a slip says, in a line; of what is sealed only that it is there, unless ``in_full``."""
        name = self._texts.name(one.link.who)
        if one.slip.what == "roll":
            return self.tr("{name} has rolled {total} for initiative").format(name=name, total=one.slip.total)
        if one.slip.what == "declare" and self.sealed and not in_full:
            return self.tr("{name}: a declaration, sealed").format(name=name)
        said = " · ".join(part for part in (self._label(one), *self._said(one.slip)) if part)
        return self.tr("{name}: {said}").format(name=name, said=said)

    def _label(self, one: Waiting) -> str:
        """Return what the ruleset calls it."""
        rules, slip = self.bridge.rules, one.slip
        match slip.what:
            case "delay":
                return rules.delay.label if rules.delay is not None else self.tr("Delay")
            case "resume":
                return self.tr("Comes in now")
            case "react":
                return self.tr("Reacts: {name}").format(name=label_in(rules.reactions, slip.name))
            case "ready":
                label = rules.ready.label if rules.ready is not None else self.tr("Ready")
                return f"{label}: {label_in(rules.actions, slip.name)}"
        return label_in(rules.declarations, slip.name) if slip.name else self.tr("Declares nothing more")

    def _said(self, slip: Slip) -> Iterator[str]:
        """Yield what was filled in."""
        rules = self.bridge.rules
        names = Names(self.bridge.state.combatants)
        rule = rules.declarations.get(slip.name) if slip.what == "declare" else None
        yield from said_fields(
            rules, rule, slip.fields, lambda who: names.called(who) or self.tr("nobody known")
        )
        if slip.trigger:
            yield self.tr("when: {trigger}").format(trigger=slip.trigger)

    # -- what comes --------------------------------------------------------------------------------

    def came(self, link: Link, slip: Slip) -> None:
        """Let a slip wait; one of the same kind that waits already is replaced by it."""
        fates = self._fates.setdefault(link.token, [])
        if any(fate.id == slip.id for fate in fates):
            self.told.emit(link.token)
            return
        same = [
            one
            for one in self._waiting
            if one.link == link and (one.slip.what, one.slip.name) == (slip.what, slip.name)
        ]
        for one in same:
            self._take_away(one, REPLACED)
        crowded = sum(one.link == link for one in self._waiting) >= MOST_WAITING
        settled = [fate for fate in fates if fate.state != WAITING]
        for old in settled[: max(0, len(settled) + 1 - MOST_KEPT)]:
            fates.remove(old)
        fates.append(Fate(slip.id, slip.what, TOO_MANY if crowded else WAITING))
        if not crowded:
            self._waiting.append(Waiting(link, slip))
            self.changed.emit()
        self.told.emit(link.token)

    def forget(self, link: Link) -> None:
        """A link was thrown out: what came by it is gone, too."""
        before = len(self._waiting)
        self._waiting = [one for one in self._waiting if one.link != link]
        self._fates.pop(link.token, None)
        if len(self._waiting) != before:
            self.changed.emit()

    def clear(self) -> None:
        """Forget everything."""
        self._fates.clear()
        self.rolled.clear()
        self._refused = self._asked = None
        if self._waiting:
            self._waiting.clear()
            self.changed.emit()

    # -- what the game master does -----------------------------------------------------------------

    def accept(self, one: Waiting) -> bool:
        """Do what a slip asks for; return whether that was done.

        Why not, the bridge tells, and the sender as far as players may know it. A slip whose command could
        not be kept on disk waits on: there is nothing wrong with it.
        """
        if one not in self._waiting or not self.bridge.is_open:
            return False
        state, who = self.bridge.state, one.link.who
        if who not in state.combatants:
            self._take_away(one, REFUSED)
            return False
        if one.slip.what == "roll":
            return self._take_roll(one, state.combatants[who].slot)
        if self._leaves_open(one):
            self._asked = one
            self.asks.emit(who, one.slip.name)
            return False
        with self.bridge.one_step():
            if not all(self._is_done(one, command) for command in self._orders(one)):
                return False
        self._take_away(one, ACCEPTED)
        return True

    def _is_done(self, one: Waiting, command: Command) -> bool:
        """Give a command for a slip; return whether it is carried out."""
        self._unkept = False
        if self.bridge.dispatch(command) is not None:
            return True
        if not self._unkept:
            self._refuse(one, command)
        return False

    def _failed(self, _error: Exception) -> None:
        self._unkept = True

    def _take_roll(self, one: Waiting, slot: str) -> bool:
        """Keep what was rolled for when all roll; where nothing is rolled now, the rules say so."""
        rolls = {} if one.slip.total is None else {slot: one.slip.total}
        running = self.bridge.state.clock.status == RUNNING
        if running and self.bridge.scene.activity != "roll":
            if not self._is_done(one, RollInitiative(rolls=dict(rolls))):
                return False
        else:
            self.rolled.update(rolls)
        self._take_away(one, ACCEPTED)
        return True

    def _leaves_open(self, one: Waiting) -> bool:
        """Return whether it is a reaction to something that is neither recorded nor said."""
        if one.slip.what != "react":
            return False
        rule = self.bridge.rules.reactions.get(one.slip.name)
        if rule is not None and rule.needs_cause and not one.slip.trigger.strip():
            return True
        found = self.bridge.preview(
            *orders(self.bridge.rules, self.bridge.state, one.link.who, self._known(one))
        )
        return isinstance(found, Refusal) and found.reason == "no-attack"

    def dismiss(self, one: Waiting) -> None:
        """Do nothing of what a slip asks for."""
        self._take_away(one, DISMISSED)

    def _refuse(self, one: Waiting, command: Command) -> None:
        """Tell the sender the sentence, as far as players may know what it says."""
        rules, state = self.bridge.rules, self.bridge.state
        refusal = refused_to(rules, state, one.link.who, self._known(one))
        told = Viewer(rules, Audience.PLAYERS).look(state).state.combatants
        speaker = Speaker(rules, lambda who: told[who].name if who in told else "", translated, cited=cited)
        self._take_away(one, REFUSED, "" if refusal is None else speaker.refusal(refusal))
        self._refused = one, command

    def _accepted(self, done: Done) -> None:
        """Tell the sender if the game master has insisted on it, or said the rest; rolls count once."""
        command, asked = done.entry.command, self._asked
        if asked is not None and isinstance(command, React) and self._is_meant(asked, command):
            self._asked = None
            self._take_away(asked, ACCEPTED)
        if isinstance(done.entry.command, Start | RollInitiative):
            self.rolled.clear()
        refused, self._refused = self._refused, None
        if refused is not None and done.entry.command == replace(refused[1], override=True):
            self._note(refused[0], ACCEPTED)

    def _is_meant(self, asked: Waiting, command: React) -> bool:
        """Return whether a reaction is the one that a slip asks for, and no other of the same combatant."""
        known, plain = self.bridge.rules.reactions, self.bridge.rules.plain_reaction
        name, wanted = (one if one in known else plain for one in (command.name, asked.slip.name))
        return command.who == asked.link.who and name == wanted

    def _take_away(self, one: Waiting, state: str, why: str = "") -> None:
        if one in self._waiting:
            self._waiting.remove(one)
            self._note(one, state, why)
            self.changed.emit()

    def _note(self, one: Waiting, state: str, why: str = "") -> None:
        fates = self._fates.get(one.link.token, [])
        for at, fate in enumerate(fates):
            if fate.id == one.slip.id:
                fates[at] = replace(fate, state=state, why=why)
        self.told.emit(one.link.token)
