"""Combatants on the clipboard and on the mouse: from one window to another, or to another program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QStringListModel

from desktop.combatants.naming import numbered_names, plain_name, unique_ids
from rulesets.table.commands import Add, BringIn, PlanWave, SetNumbers, Start
from rulesets.table.encounter import Encounter, Wave
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from rulesets.campaign.copies import Copies

TYPE = "application/x-turnwright-combatants"


def first_given(bridge: Bridge) -> dict[str, dict[str, Any]]:
    """Return by combatant what each was given when it came in, or was planned to come.

    Numbers that the game master has corrected since are in it; what is counted (hit points) only if that was
    before the fight began.
    """
    people: dict[str, dict[str, Any]] = {}
    begun = False
    for command in (entry.command for entry in bridge.entries_of(Add, PlanWave, SetNumbers, Start)):
        match command:
            case Add():
                people[str(command.combatant.get("id"))] = dict(command.combatant)
            case PlanWave():
                people |= {str(one.get("id")): dict(one) for one in command.combatants}
            case Start():
                begun = True
            case SetNumbers() if command.who in people:
                _correct(people[command.who], command, bridge.rules, begun)
    return people


def _correct(given: dict[str, Any], command: SetNumbers, rules: Rules, begun: bool) -> None:
    for key, value in command.stats.items():
        if not begun or key not in rules.stats or not rules.stats[key].vital:
            given[key] = value
    if command.pools and not begun:
        given["pools"] = {**given.get("pools", {}), **command.pools}


def waves_of(bridge: Bridge) -> tuple[Wave, ...]:
    """Return the waves of the fight in the order planned: those who wait, and those who have come in."""
    waiting = {wave.id: wave for wave in bridge.state.waves}
    found: dict[str, Wave] = {}
    for command in (entry.command for entry in bridge.entries_of(PlanWave, BringIn)):
        if isinstance(command, PlanWave):
            wave = Wave(command.wave, command.combatants, command.when, command.round, command.notes)
            found[command.wave] = waiting.get(command.wave, wave)
    came = {entry.command.wave for entry in bridge.entries_of(BringIn) if isinstance(entry.command, BringIn)}
    return tuple(wave for ident, wave in found.items() if ident in waiting or ident in came)


def copied(bridge: Bridge, ids: Sequence[str]) -> QMimeData:
    """Return combatants as they stand; other programs get their names."""
    from rulesets.campaign.copies import copies, encoded

    found = copies(bridge.rules, bridge.state, ids, first_given(bridge))
    data = _made_by_qt()
    data.setData(TYPE, encoded(found))
    data.setText("\n".join(str(one.given["name"]) for one in found.people))
    return data


def _made_by_qt() -> QMimeData:
    """Return an empty piece of data that Qt itself has made.

    One that Python has made ends the program badly: the clipboard keeps it until Python is gone.
    """
    model = QStringListModel([""])
    data = model.mimeData([model.index(0)])
    data.clear()
    return data


def has_copies(data: QMimeData | None) -> bool:
    """Return whether there are combatants in it."""
    return data is not None and data.hasFormat(TYPE)


def copies_in(data: QMimeData) -> Copies:
    """Return the combatants in it; raises ValueError if it is nothing of ours."""
    from rulesets.campaign.copies import decoded

    return decoded(bytes(data.data(TYPE).data()))


def joining(rules: Rules, state: Encounter, found: Copies) -> tuple[list[Add], list[str]]:
    """Return what brings copies into a fight, and the keys of what its ruleset does not take.

    A name that is taken gets the next number. Of those of another ruleset comes what fits, and not how they
    stand.
    """
    from rulesets.campaign.parties import fitting

    people = state.combatants.values()
    names = {one.name for one in people}
    left_out: list[str] = []
    called = _new_ids(state, found)
    orders = []
    for one in found.people:
        given = dict(one.given)
        if found.ruleset != rules.id:
            fit = fitting(rules, given)
            given, left_out = fit.given, [*left_out, *fit.left_out]
        name = str(given["name"])
        if name in names:
            name = numbered_names(plain_name(name), 1, names)[0]
        names.add(name)
        if given.get("group"):
            given["group"] = called[str(given["group"])]
        carried = one.carried if found.ruleset == rules.id else None
        if carried is not None:
            effects = tuple(replace(effect, by=called.get(effect.by, "")) for effect in carried.effects)
            carried = replace(carried, effects=effects)
        ident = called[str(given["id"])]
        orders.append(Add(combatant={**given, "id": ident, "name": name}, carried=carried))
    return orders, list(dict.fromkeys(left_out))


def _new_ids(state: Encounter, found: Copies) -> dict[str, str]:
    """Return by its old one the id that each copy, and each group of copies, has from now on."""
    people = state.combatants.values()
    taken = {*state.combatants, *(one.group for one in people if one.group)}
    called: dict[str, str] = {}
    for ident, name in _ids_of(found):
        if ident not in called:
            called[ident] = ident if ident not in taken else unique_ids(name, 1, taken)[0]
            taken.add(called[ident])
    return called


def _ids_of(found: Copies) -> Iterator[tuple[str, str]]:
    for one in found.people:
        group = str(one.given.get("group") or "")
        if group:
            yield group, group
        yield str(one.given["id"]), plain_name(str(one.given["name"]))
