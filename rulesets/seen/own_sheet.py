"""What a player is shown of the combatant that it plays, and what may be done with it now.

It stands beside :mod:`rulesets.seen.players_screen`, is made of the same scene that players see, and says
general things by codes and flags, too. What was declared and is sealed is in neither, not even for whoever
has declared it: only the game master knows it. Offers say what would be accepted now as far as players may
know; the game master's rules decide when it is sent.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rulesets.formula.dice import print_code
from rulesets.seen.facts import Facts
from rulesets.seen.labels import spelled
from rulesets.seen.number_format import value_shown
from rulesets.seen.offers import Offer, Trials
from rulesets.seen.players import to_be_tried
from rulesets.seen.players_screen import ConditionShown, RowShown, Showing, TokenShown, TrackShown
from rulesets.seen.queries import choices_of, default_of, start_asks, unrolled, value_of, worked_out
from rulesets.seen.scene import Scene
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import RUNNING, SETUP
from rulesets.vocabulary import Input, OrderRule

IN_FULL = Facts()
MOST_TEXTS = 9
"""Lines that a field of several texts takes; more can be declared by nobody at a table."""


class ChoiceShown(Struct, frozen=True, omit_defaults=True):
    """One of what can be chosen."""

    id: str
    """What is sent."""
    label: str
    """What people read; of a stat with what the combatant has in it: 'Blaster 4D+1'."""


class FieldShown(Struct, frozen=True, omit_defaults=True):
    """What is filled in when something is declared."""

    id: str
    """Its key among the fields of the declaration."""
    label: str
    type: str = "number"
    """number · bool · choice · text · texts (several, one after the other) · stat · combatant · combatants; a
    stat and combatants are chosen of ``choices``, too"""
    needed: bool = False
    """Cannot be left empty."""
    closed: bool = False
    """Of a choice: nothing else can be given."""
    default: str = ""
    """What it means when it is left out; '' for nothing."""
    least: int | None = None
    most: int | None = None
    """Of a number its greatest value, of several texts how many there are at most."""
    choices: tuple[ChoiceShown, ...] = ()
    text: str = ""
    """The rule in a sentence or two."""


class FormShown(Struct, frozen=True, omit_defaults=True):
    """A declaration that can be made."""

    id: str
    label: str
    fields: tuple[FieldShown, ...] = ()
    text: str = ""
    cite: str = ""


class OfferShown(Struct, frozen=True, omit_defaults=True):
    """Something that can be done now."""

    id: str
    kind: str
    """type (an action type) · action · power · reaction · point"""
    label: str
    cost: str = ""
    """What the cost is called."""
    text: str = ""
    cite: str = ""


class MayShown(Struct, frozen=True, omit_defaults=True):
    """What the player of a combatant may want to send now."""

    rolls: str = ""
    """What is rolled for its initiative, which is awaited: 'd20 +5', '3D+2'; '' if none is."""
    declares: str = ""
    """'now' · 'later' (others declare first) · 'late' (its place has come by: only the game master can let
    it) · '' if it has nothing to declare, or has done so"""
    forms: tuple[FormShown, ...] = ()
    """The declarations of the phase, the usual one first; there while it has to declare."""
    more: bool = False
    """It can declare several times, and says which was the last."""
    delays: str = ""
    """What delaying is called, if it can delay now; else ''."""
    readies: str = ""
    """What readying is called, if it can ready an action now; else ''."""
    triggers: bool = False
    """It has readied an action that can happen now."""
    resumes: bool = False
    """It waits and can come in now."""
    offers: tuple[OfferShown, ...] = ()
    """All else that can be done now; of reactions those that answer what has just happened."""


class OwnSheet(Struct, frozen=True, omit_defaults=True):
    """All that is shown of somebody to whoever plays it."""

    row: RowShown
    """As it stands on the screen of all, in full."""
    tokens: tuple[TokenShown, ...] = ()
    """Everything that it can spend, also what is empty now."""
    tracks: tuple[TrackShown, ...] = ()
    conditions: tuple[ConditionShown, ...] = ()
    notes: str = ""
    """What is noted about it for everybody."""
    may: MayShown = MayShown()


def own_sheet(scene: Scene, who: str) -> OwnSheet | None:
    """Return what is shown of somebody to whoever plays it; None for whom players do not see.

    Args:
        scene: What players see of the encounter; ValueError for any other scene.
        who: Id by which players know the combatant (``Names(state.combatants).id(...)`` of the encounter).
    """
    showing = Showing(scene, IN_FULL)
    one = scene.state.combatants.get(who)
    if one is None:
        return None
    return OwnSheet(
        row=showing.row(one, own=True),
        tokens=tuple(showing.token(seen) for seen in scene.all_pools(one) if not seen.is_empty),
        tracks=tuple(showing.tracks(one)),
        conditions=tuple(showing.conditions(one)),
        notes=one.shared.strip(),
        may=_May(scene, one).shown(),
    )


class _May:
    """Finds out what somebody may do now."""

    def __init__(self, scene: Scene, who: Combatant) -> None:
        self.scene, self.rules, self.state, self.who = scene, scene.rules, scene.state, who

    def shown(self) -> MayShown:
        scene, who = self.scene, self.who
        running = self.state.clock.status == RUNNING
        able = running and not who.out
        offers = self._offers() if able else []
        declares, phase = self._declares(), scene.phase
        return MayShown(
            rolls=self._rolls(),
            declares=declares,
            forms=tuple(self._forms()) if declares else (),
            more=bool(declares) and phase is not None and phase.several,
            delays=self._called("delay", offers),
            readies=self._called("ready", offers),
            triggers=able and who.readied is not None and self.state.walk.active != who.slot,
            resumes=able and scene.turn(who).waiting,
            offers=tuple(_offer(one) for one in offers if one.kind not in ("delay", "ready")),
        )

    def _offers(self) -> list[Offer]:
        """Return what would be accepted now."""
        trials = Trials(self.rules, to_be_tried(self.rules, self.state), self.who, self.scene)
        offers = (trials.tried(number) for number in range(len(trials)))
        return [offer for offer in offers if offer.legal]

    def _called(self, kind: str, offers: list[Offer]) -> str:
        return next((offer.called for offer in offers if offer.kind == kind), "")

    # -- initiative --------------------------------------------------------------------------------

    def _rolls(self) -> str:
        """Return what is rolled for the initiative of its slot, if that is still to be done."""
        order = self._awaited()
        if order is None or order.roll is None or order.roll.deck or self.who.out:
            return ""
        roll = order.roll
        if roll.code:
            return print_code(int(value_of(self.rules, self.state, self.who, roll.code) or 0))
        plus = value_shown(self.rules, self.state, self.who, roll.plus, signed=True) if roll.plus else ""
        return f"{roll.dice} {plus}".strip()

    def _awaited(self) -> OrderRule | None:
        """Return the order for which it has still to be rolled now, by combatants."""
        clock, phase = self.state.clock, self.scene.phase
        slot, orders = self.who.slot, self.rules.orders
        if clock.status == SETUP:
            rolled = next((rule for rule in orders.values() if rule.roll is not None), None)
            found = rolled if start_asks(self.rules) else None
        elif clock.status == RUNNING and phase is not None and phase.activity == "roll":
            found = orders.get(phase.order)
            if (
                found is not None
                and found.rolled == "encounter"
                and slot not in unrolled(self.rules, self.state)
            ):
                found = None
        else:
            found = None
        return found if found is not None and found.of == "combatant" else None

    # -- declaring ---------------------------------------------------------------------------------

    def _declares(self) -> str:
        declaring = self.scene.declaring
        if declaring is None or self.who.id not in declaring.open:
            return ""
        if self.who.id in declaring.late:
            return "late"
        turn = declaring.phase.unordered or self.state.walk.active == self.who.slot
        return "now" if turn else "later"

    def _forms(self) -> Iterator[FormShown]:
        phase = self.scene.phase
        usual = "" if phase is None else phase.declaration
        declarations = sorted(self.rules.declarations.items(), key=lambda one: one[0] != usual)
        for name, rule in declarations:
            if phase is None or phase.id in (rule.phases or (phase.id,)):
                fields = tuple(self._field(key, field) for key, field in rule.inputs.items())
                yield FormShown(name, rule.label or spelled(name), fields, rule.text, rule.cite)

    def _field(self, key: str, field: Input) -> FieldShown:
        usual = default_of(self.rules, self.state, self.who.id, field, {})
        return FieldShown(
            key,
            field.label or spelled(key),
            "choice" if field.chosen else field.type,
            field.needed,
            field.closed,
            "" if usual is None or isinstance(usual, bool) else str(usual),
            field.least,
            self._most(field),
            tuple(self._choices(field)),
            field.text,
        )

    def _most(self, field: Input) -> int | None:
        """Return the greatest number, or of several texts how many there can be."""
        if not field.most:
            return MOST_TEXTS if field.type == "texts" else None
        found = worked_out(self.rules, self.state, self.who.id, field.most, {})
        number = int(found) if isinstance(found, int | float) else None
        return MOST_TEXTS if number is None and field.type == "texts" else number

    def _choices(self, field: Input) -> Iterator[ChoiceShown]:
        if field.type in ("combatant", "combatants"):
            for one in (self.state.combatants[ident] for ident in self.scene.order):
                yield ChoiceShown(one.id, one.name)
            return
        for ident, entry in choices_of(self.rules, field).items():
            label = entry.label or spelled(ident)
            if field.type == "stat":
                label = f"{label} {value_shown(self.rules, self.state, self.who, ident)}".rstrip()
            yield ChoiceShown(ident, label)


def _offer(offer: Offer) -> OfferShown:
    return OfferShown(offer.id, offer.kind, offer.called, offer.cost, offer.text, offer.cite)
