"""The words of the initiative list: its chips, and what a screen reader or a tooltip says about a cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from PySide6.QtCore import QCoreApplication

from desktop.combatants.naming import action_name
from desktop.list.rows.values import Card, Chip, RowValue, Token
from desktop.widgets.citations import with_citation
from rulesets.seen.labels import action_label, label_in, spelled, spelled_label, state_label
from rulesets.seen.number_format import UNPLACED, minus
from rulesets.seen.scene import PoolSeen
from rulesets.table.combatant import OUT_DEFEATED, Combatant, Part, Readied
from rulesets.table.encounter import Effect, Encounter, PutOff, Relation
from rulesets.vocabulary import Rules


class Naming(Protocol):
    """What the list needs of the texts service."""

    def name(self, ident: str, /) -> str:
        """Return what people call a combatant or group."""

    def duration(self, effect: Effect, /) -> str:
        """Return how long an effect lasts, in words."""

    def ticks(self, state: str, /) -> str:
        """Return what changes how large a state is, in words; '' for nothing."""

    def missed(self, reason: str, /) -> str:
        """Return why a place has come by without a turn; '' if the reason needs no words."""


# -- chips under the name --------------------------------------------------------------------------


def acts_now(activity: str, owes: Sequence[str] = ()) -> Chip:
    """Return the chip of the active row; what is still open for it holds it up no more than the rules do."""
    declares = activity == "declare"
    if owes:
        text = QCoreApplication.translate("InitiativeModel", "acts · roll open")
        if declares:
            text = QCoreApplication.translate("InitiativeModel", "declares · roll open")
        told = QCoreApplication.translate(
            "InitiativeModel", "Still open, and answered under the list: {what}"
        )
        return Chip(text, "warn", told.format(what="; ".join(owes)))
    if declares:
        return Chip(QCoreApplication.translate("InitiativeModel", "declares now"), "now")
    return Chip(QCoreApplication.translate("InitiativeModel", "acts now"), "now")


def must_act() -> Chip:
    """Return the chip of a waiting slot when only the waiting are left."""
    return Chip(QCoreApplication.translate("InitiativeModel", "must act now"), "now")


def interrupted(by: str, state: Encounter, names: Naming) -> Chip:
    """Return the chip of a turn into which somebody has come: it goes on with what it had."""
    text = QCoreApplication.translate("InitiativeModel", "interrupted: goes on after {name}")
    return Chip(text.format(name=_called(by, state, names)), "now")


def can_go_next() -> Chip:
    """Return the chip of somebody who can be chosen to go next."""
    told = QCoreApplication.translate(
        "InitiativeModel", "Can go next: click the ▷, double click the row, or press Enter"
    )
    return Chip(QCoreApplication.translate("InitiativeModel", "can go next"), "now", told)


def chooses() -> Chip:
    """Return the chip of whoever chooses who goes next."""
    return Chip(QCoreApplication.translate("InitiativeModel", "chooses who is next"), "warn")


def acted_chip() -> Chip:
    """Return the chip of a row that has had its turn."""
    return Chip(QCoreApplication.translate("InitiativeModel", "acted"))


def missed_chip(why: str) -> Chip:
    """Return the chip of a row whose place has come by without a turn; ``why`` stands in the tooltip."""
    told = QCoreApplication.translate("InitiativeModel", "No turn this time: {why}.")
    return Chip(
        QCoreApplication.translate("InitiativeModel", "no turn this time"), "warn", told.format(why=why)
    )


def tie_chips(rules: Rules, who: str, ties: Iterable[Relation], names: Naming) -> Iterable[Chip]:
    """Yield what ties somebody to others, told from either end: 'Surprised by Ysolde', 'Surprises Imp'."""
    over: dict[str, list[str]] = {}
    under: dict[str, list[str]] = {}
    for tie in ties:
        (over if tie.of == who else under).setdefault(tie.name, []).append(names.name(tie_end(tie, who)))
    by = QCoreApplication.translate("InitiativeModel", "{label} by {names}")
    for held, text, tone in ((under, by, "bad"), (over, "{verb} {names}", "good")):
        for name, several in held.items():
            rule = rules.relations[name]
            label = spelled_label(rule, name)
            short = several[0] if len(several) == 1 else f"{several[0]} +{len(several) - 1}"
            words = {"label": label, "verb": rule.verb or label}
            told = text.format(names=", ".join(several), **words)
            full = " ".join(part for part in (f"{told}.", with_citation(rule.text, rule.cite)) if part)
            yield Chip(text.format(names=short, **words), tone, full)


def tie_end(tie: Relation, who: str) -> str:
    """Return the other one of a tie."""
    return tie.over if tie.of == who else tie.of


def declares_later_chip() -> Chip:
    """Return the chip of somebody who has not declared and has no part in what was declared (001-43)."""
    told = QCoreApplication.translate(
        "InitiativeModel", "The declarations of this round are over: it declares and acts in the next one."
    )
    return Chip(QCoreApplication.translate("InitiativeModel", "declares next round"), "neutral", told)


def declared_chip(*, nothing: bool) -> Chip:
    """Return the chip of somebody who has declared while others have still to, or has declared nothing."""
    if nothing:
        return Chip(QCoreApplication.translate("InitiativeModel", "declares nothing"))
    return Chip(QCoreApplication.translate("InitiativeModel", "has declared"), "good")


def group_chip(group: str) -> Chip:
    """Return the chip of somebody who will share a turn, before the start."""
    text = QCoreApplication.translate("InitiativeModel", "group {name}")
    return Chip(text.format(name=group))


def unaware() -> Chip:
    """Return the chip of somebody who is surprised, or will be."""
    return Chip(QCoreApplication.translate("InitiativeModel", "unaware"), "warn")


def known_chips(who: Combatant) -> Iterable[Chip]:
    """Yield the chips of somebody whom the players do not see, or whose name they do not know."""
    if who.hidden:
        told = QCoreApplication.translate("InitiativeModel", "Hidden from the players")
        yield Chip(QCoreApplication.translate("InitiativeModel", "hidden"), "warn", told)
    if who.alias:
        told = QCoreApplication.translate("InitiativeModel", "The players know it as “{name}”")
        yield Chip(f"“{who.alias}”", "neutral", told.format(name=who.alias))


def out_chip(out: str) -> Chip:
    """Return the chip of somebody who is out of the fight."""
    if out == OUT_DEFEATED:
        return Chip(QCoreApplication.translate("InitiativeModel", "defeated"), "bad")
    return Chip(QCoreApplication.translate("InitiativeModel", "disabled"), "bad")


def spent_chip(label: str) -> Chip:
    """Return the chip of somebody who has nothing left of what is lost by damage, and is in the fight."""
    text = QCoreApplication.translate("InitiativeModel", "no {points} left")
    points = label or QCoreApplication.translate("InitiativeModel", "Hit points")
    return Chip(text.format(points=points[:1].lower() + points[1:]), "bad")


def spent_count_chip(spent: str, told: str) -> Chip:
    """Return the chip of one whose count gives no turn any more, in the words of the ruleset."""
    return Chip(spent, "neutral", told)


def put_off_chip(rules: Rules, put_off: PutOff, state: Encounter, names: Naming) -> Chip:
    """Return the chip of a turn that was put off, as the ruleset calls that."""
    if put_off.begun:
        return Chip(QCoreApplication.translate("InitiativeModel", "goes on later"), "warn")
    if put_off.round > state.clock.round:
        text = QCoreApplication.translate("InitiativeModel", "delayed to round {round}")
        return Chip(text.format(round=put_off.round), "warn")
    if put_off.kind == "after":
        text = QCoreApplication.translate("InitiativeModel", "delaying: after {name}")
        return Chip(text.format(name=_called(put_off.after, state, names)), "warn")
    if put_off.kind == "count":
        return Chip(QCoreApplication.translate("InitiativeModel", "delayed"), "warn")
    from rulesets.words.terms import waiting_word  # with the first who waits

    return Chip(waiting_word(rules) or QCoreApplication.translate("InitiativeModel", "delaying"), "warn")


def _called(slot: str, state: Encounter, names: Naming) -> str:
    """Return what a slot is called: its combatant, or its group or side."""
    whom = state.combatants.get(slot)
    return names.name(slot) if whom is None else whom.name


def readied_chip(rules: Rules, readied: Readied) -> Chip:
    """Return the chip of a readied action: what sets it off; the action itself stands in the tooltip."""
    text = QCoreApplication.translate("InitiativeModel", "readied: {trigger}")
    told = QCoreApplication.translate("InitiativeModel", "readied: {action}, when {trigger}")
    return Chip(
        text.format(trigger=readied.trigger),
        "warn",
        told.format(action=action_name(rules, readied.action), trigger=readied.trigger),
    )


def state_chip(rules: Rules, name: str, numbers: str = "") -> Chip:
    """Return the chip of a state with the numbers beside it, explained by its rule."""
    rule = rules.states.get(name)
    if rule is None:
        return Chip(spelled(name))
    label = spelled_label(rule, name)
    said = with_citation(rule.text, rule.cite)
    told = f"{label}. {said}" if said else label
    return Chip(f"{label}{numbers}", rule.tone or "neutral", told)


def only_chip(rules: Rules, actions: Iterable[str]) -> Chip:
    """Return the chip of one whose tokens are for these actions alone: a state forbids the rest."""
    names = ", ".join(action_label(rules, name) for name in actions)
    told = QCoreApplication.translate("InitiativeModel", "only: {actions}").format(actions=names)
    why = QCoreApplication.translate("InitiativeModel", "{actions}: a state forbids everything else.")
    return Chip(told, "warn", why.format(actions=names))


def limited(rules: Rules, seen: PoolSeen) -> str:
    """Return for what alone something may be spent, or instead of what; '' if on anything."""
    if seen.only:
        names = ", ".join(action_label(rules, name) for name in seen.only)
        return QCoreApplication.translate("InitiativeModel", "only: {actions}").format(actions=names)
    others = ", ".join(label_in(rules.pools, name) for name in seen.closes)
    instead = QCoreApplication.translate("InitiativeModel", "instead of: {pools}")
    return instead.format(pools=others) if others else ""


def still_readied(rules: Rules, readied: Readied) -> str:
    """Return that the next turn has not come, and before it only what was readied can be done."""
    told = QCoreApplication.translate("InitiativeModel", "with the next turn; until then readied: {action}")
    return told.format(action=action_name(rules, readied.action))


def part_chip(rules: Rules, name: str, part: Part) -> Chip:
    """Return the chip of an action that takes several parts."""
    action = rules.actions.get(name)
    parts = action.parts if action is not None else part.paid
    return Chip(f"{action_label(rules, name)} {part.paid}/{parts}")


def effect_chip(rules: Rules, effect: Effect, names: Naming) -> Chip:
    """Return an effect's chip with the rounds it has left."""
    rule = rules.states.get(effect.name)
    label = f"{state_label(rules, effect.name)} {effect.large}".rstrip()
    tone: str = rule.tone if rule is not None and rule.tone else "neutral"
    text = label
    duration = names.duration(effect)
    if effect.until and effect.left:
        text = QCoreApplication.translate("InitiativeModel", "{name}, {duration}")
    elif effect.left > 0:
        text = QCoreApplication.translate("InitiativeModel", "{name} {rounds}r")
    elif effect.left == 0:
        text, tone = QCoreApplication.translate("InitiativeModel", "{name}: check"), "warn"
    lasts = "; ".join(part for part in (names.ticks(effect.name) if effect.large else "", duration) if part)
    told = f"{label}: {lasts}" if lasts else label
    if text != label:
        text = text.format(name=label, rounds=effect.left, duration=duration)
    return Chip(text, tone, told, "" if effect.until else label)


# -- cells in words --------------------------------------------------------------------------------


def told(several: Iterable[Chip | Card]) -> list[str]:
    """Return what chips or cards say in full."""
    return [one.told or one.text for one in several]


def combatant_words(row: RowValue, label: str) -> str:
    """Return who a row is, in words."""
    return ", ".join((row.name, row.side, *(chip.text for chip in row.chips)))


def token_words(token: Token) -> str:
    """Return what is left of a pool in words."""
    if token.left is None:
        text = QCoreApplication.translate("InitiativeModel", "{pool}: without limit")
    elif token.spent:
        text = QCoreApplication.translate("InitiativeModel", "{pool}: spent")
    elif token.size is None:
        text = QCoreApplication.translate("InitiativeModel", "{pool}: {left} left")
    else:
        text = QCoreApplication.translate("InitiativeModel", "{pool}: {left} of {size} left")
    text = text.format(pool=token.label, left=token.left, size=token.size)
    if token.extra:
        more = QCoreApplication.translate("InitiativeModel", "{pool}: {left} left")
        text += "; " + more.format(pool=token.extra_label, left=token.extra)
    return f"{text} ({token.limited})" if token.limited and not token.spent else text


def count_words(row: RowValue, label: str) -> str:
    """Return where a row stands in the order, in words."""
    if row.spent:
        return row.spent
    if row.count in ("", UNPLACED):
        return QCoreApplication.translate("InitiativeModel", "no place in the order yet")
    drawn = row.says("count")
    count = row.count if drawn is None else drawn.told
    words = f"{label} {count}" + (f" ({row.aside})" if row.aside else "")
    if row.follows:
        shared = QCoreApplication.translate("InitiativeModel", "shares the turn of {name}")
        words += ", " + shared.format(name=row.follows)
    return words


def health_words(row: RowValue, label: str) -> str:
    """Return the points of a row, in words."""
    if row.health is None:
        return ""
    text = QCoreApplication.translate("InitiativeModel", "{label}: {now} of {full}")
    if row.health.extra:
        text = QCoreApplication.translate("InitiativeModel", "{label}: {now} of {full}, {extra} temporary")
    health = row.health
    return text.format(label=label, now=minus(str(health.now)), full=health.full, extra=health.extra)


def track_words(row: RowValue, label: str) -> str:
    """Return where a row stands on the main track, in words."""
    if row.pips is None:
        return ""
    pips = row.pips
    text = QCoreApplication.translate("InitiativeModel", "{track}: step {at} of {last}, {step}")
    words = text.format(track=label, at=pips.at, last=len(pips.steps) - 1, step=pips.label)
    if pips.persistent:
        kept = QCoreApplication.translate("InitiativeModel", "{number} persistent")
        words += ", " + kept.format(number=pips.persistent)
    return words
