"""Which attacks and acts of a turn a reaction answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, get_args

from rulesets.engine.index import WORD
from rulesets.table.encounter import Attack, Done, TurnNotes
from rulesets.vocabulary import Reaction, Rules
from rulesets.vocabulary.base import AttackKind

ATTACK = "attack"
"""What a reaction is taken once for, if it answers an attack only once."""
KINDS: tuple[str, ...] = get_args(AttackKind)
RESULTS = ("hit", "miss", "tie", "")
"""Kinds of attacks that are told apart, and what can come of them."""

_Labelled = TypeVar("_Labelled", Attack, Done)


def is_attack(rules: Rules, action: str) -> bool:
    """Return whether an action is an attack: it says what with, or has that word."""
    rule = rules.actions.get(action)
    return rule is not None and (bool(rule.attacks) or ATTACK in rule.words)


def answers_attacks(rule: Reaction) -> bool:
    """Return whether a reaction answers attacks and nothing else."""
    return rule.once_per == ATTACK or any(word[0] != WORD for word in rule.answers)


def attacks_answered(rule: Reaction) -> list[tuple[str, str]]:
    """Return kinds and results of the attacks that a reaction answers; '' is any."""
    words = [word.split() for word in rule.answers if word[0] != WORD]
    return [(_one_of(KINDS, of), _one_of(RESULTS, of)) for of in words]


def _one_of(known: Sequence[str], words: Sequence[str]) -> str:
    return next((word for word in words if word in known), "")


def act_answered(notes: TurnNotes, who: str, rule: Reaction, to: str = "") -> Done | None:
    """Return which of the turn's acts of others a reaction of ``who`` answers by its words, or None.

    That is the last one with the label ``to``, or the last that has no label, if it fits; without ``to`` the
    last one. A recorded attack is an act with the word of its kind.
    """
    struck = tuple(Done(one.by, "", ("attack", one.kind), one.label) for one in notes.attacks)
    several = [_bearing(to, acts) if to else acts for acts in (notes.did, struck)]
    found = (one for acts in several for one in acts[-1:] if one.by != who and _fits(one, rule))
    return next(found, None)


def _bearing(label: str, several: Sequence[_Labelled]) -> list[_Labelled]:
    """Return those of ``several`` that bear a label, otherwise those that bear none."""
    return [one for one in several if one.label == label] or [one for one in several if not one.label]


def _fits(act: Done, rule: Reaction) -> bool:
    names = {*(f"{WORD}{word}" for word in act.words), act.name}
    return not names.isdisjoint(rule.answers) and names.isdisjoint(rule.ignores)


def answerable(attacks: Sequence[Attack], who: str, name: str, rule: Reaction, to: str = "") -> Attack | None:
    """Return which of the turn's attacks a reaction of ``who`` answers, or None.

    That is the one with the label ``to``, otherwise the last one on the combatant that has no other label, if
    it fits. A reaction that answers an attack only once passes over those that it has answered.
    """
    mine: Sequence[Attack] = [attack for attack in attacks if attack.target == who]
    if to:
        mine = _bearing(to, mine)
    left = [attack for attack in mine if rule.once_per != ATTACK or name not in attack.answered]
    last = left[-1] if left else None
    if last is None or not rule.answers:
        return last
    known = attacks_answered(rule)
    fits = any(kind in ("", last.kind) and result in ("", last.result) for kind, result in known)
    return last if fits else None
