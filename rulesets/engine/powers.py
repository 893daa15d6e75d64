"""Acts of a combatant's own that are spent when they are done, and come back by themselves or by a roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.engine import uses
from rulesets.engine.scope import CombatantScope, Table
from rulesets.table.combatant import Combatant
from rulesets.table.encounter import OpenCheck
from rulesets.table.refusal import Code
from rulesets.vocabulary import Power, Rules
from rulesets.vocabulary.checks import FAILURE

if TYPE_CHECKING:
    from rulesets.engine.ruling import Ruling

MOST_POWERS = 100
"""Entries of a list that are looked at: nobody has more."""


class Own(Struct, frozen=True):
    """One power of somebody."""

    table: str
    """Id of the entry of the ruleset that says what becomes of it."""
    name: str
    against: int | None
    """Number that its roll has to reach, if there is one."""
    rule: Power

    @property
    def called(self) -> str:
        """Return what its roll is answered by."""
        return f"{self.table}:{self.name}"


def powers_of(rules: Rules, table: Table, who: Combatant) -> Iterator[Own]:
    """Yield the powers of somebody as they are listed, each name once."""
    scope = CombatantScope(rules, table, who)
    seen: set[str] = set()
    for ident, rule in rules.powers.items():
        entries = scope.stat(rule.stat)
        for entry in entries[:MOST_POWERS] if isinstance(entries, list | tuple) else ():
            name, against = _read(str(entry))
            if name and name not in seen:
                seen.add(name)
                yield Own(ident, name, against, rule)


def _read(entry: str) -> tuple[str, int | None]:
    """Return the name and the number of an entry such as 'breath:5'."""
    name, colon, number = entry.rpartition(":")
    if not colon or not number.strip().isdecimal() or len(number) > 6:
        return entry.strip(), None
    return name.strip(), int(number)


def find(rules: Rules, table: Table, who: Combatant, name: str) -> Own | None:
    """Return the power of somebody that has a name, or None."""
    if not name or not rules.powers:
        return None
    return next((one for one in powers_of(rules, table, who) if one.name == name), None)


def is_spent(who: Combatant, one: Own) -> bool:
    """Return whether a power has been used and has not come back."""
    return uses.times(who, uses.POWER, one.name, one.table) > 0


def forbid_spent(ruling: Ruling, who: Combatant, name: str) -> None:
    """Refuse to use a power that is spent."""
    one = find(ruling.rules, ruling.draft, who, name)
    if one is None or not is_spent(who, one):
        return
    if one.against is None:
        ruling.forbid(Code.REQUIREMENT, "spent", one.rule.cite, who=who.id, name=one.name)
        return
    ruling.forbid(Code.REQUIREMENT, "spent", one.rule.cite, who=who.id, name=one.name, against=one.against)


def spend(ruling: Ruling, who: str, name: str) -> None:
    """Keep that a power was used; what is none is not kept."""
    one = find(ruling.rules, ruling.draft, ruling.combatant(who), name)
    if one is not None:
        ruling.set_used(who, uses.key_of(uses.POWER, one.name, one.table), 1)


def spent_at(ruling: Ruling, at: str, who: str) -> list[Own]:
    """Return what of somebody is spent and comes back, or is rolled for, at a moment."""
    named = {name for name, _ in ruling.index.powers.get(at, ())}
    one = ruling.draft.combatants[who]
    found = powers_of(ruling.rules, ruling.draft, one) if named else ()
    return [own for own in found if own.table in named and is_spent(one, own)]


def is_asked_in_vain(rules: Rules, table: Table, one: OpenCheck) -> bool:
    """Return whether a roll is for a power that is not spent, or that is none any more."""
    ident, colon, _ = one.name.partition(":")
    rule = rules.powers.get(ident)
    if rule is None or not colon or rule.check != one.check:
        return False
    who = table.combatants[one.who]
    own = next((own for own in powers_of(rules, table, who) if own.called == one.name), None)
    return own is None or not is_spent(who, own)


def answered(ruling: Ruling, one: OpenCheck, degree: str) -> None:
    """Give back the power whose roll was answered by a success."""
    if ruling.rules.checks[one.check].side(degree) == FAILURE or not ruling.rules.powers:
        return
    who = ruling.draft.combatants[one.who]
    own = next((own for own in powers_of(ruling.rules, ruling.draft, who) if _asks(own, one)), None)
    if own is not None:
        give_back(ruling, one.who, own)


def _asks(own: Own, one: OpenCheck) -> bool:
    return own.rule.check == one.check and own.called == one.name


def give_back(ruling: Ruling, who: str, one: Own) -> None:
    """Let a power be there again."""
    ruling.set_used(who, uses.key_of(uses.POWER, one.name, one.table), 0)
