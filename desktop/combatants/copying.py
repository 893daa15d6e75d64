"""Combatants on the clipboard and on the mouse: from one window to another, or to another program."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QMimeData, QStringListModel

from desktop.combatants.naming import numbered_names, plain_name, unique_ids
from rulesets.campaign import entered
from rulesets.campaign.copies import Copies, copies, decoded, encoded
from rulesets.campaign.parties import fitting
from rulesets.output.combatants.as_text import markdown_of, text_of
from rulesets.output.combatants.outgoing import FIGHT, Outgoing
from rulesets.table.commands import Add
from rulesets.table.encounter import Encounter, Wave
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from desktop.bridge import Bridge

TYPE = "application/x-turnwright-combatants"
MARKDOWN = "text/markdown"
"""Type of what editors that know Markdown take in place of the plain text (RFC 7763)."""


def first_given(bridge: Bridge) -> dict[str, dict[str, Any]]:
    """Return by combatant what each was given when it came in, or was planned to come."""
    return entered.first_given(bridge.rules, bridge.commands_of(*entered.GIVING))


def waves_of(bridge: Bridge) -> tuple[Wave, ...]:
    """Return the waves of the fight in the order planned: those who wait, and those who have come in."""
    return entered.waves_of(bridge.state, [*bridge.commands_of(*entered.PLANNING)])


def copied(bridge: Bridge, ids: Sequence[str], *, told: bool = False) -> QMimeData:
    """Return combatants as they stand; other programs get their names, or with ``told`` a few lines each."""
    if told:
        first = first_given(bridge)
        return copied_of(
            Outgoing(
                rules=bridge.rules, name="", kind=FIGHT, state=bridge.state, first=first, only=tuple(ids)
            )
        )
    return _with(copies(bridge.rules, bridge.state, ids, first_given(bridge)))


def copied_of(outgoing: Outgoing) -> QMimeData:
    """Return what goes out as combatants that any fight takes, and for other programs to be read."""
    ids = outgoing.only or tuple(who.id for who in outgoing.people)
    data = _with(copies(outgoing.rules, outgoing.state, ids, outgoing.first))
    data.setText(text_of(outgoing))
    data.setData(MARKDOWN, markdown_of(outgoing).encode("utf-8", "replace"))
    return data


def _with(found: Copies) -> QMimeData:
    """Return combatants by their names."""
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
    return decoded(bytes(data.data(TYPE).data()))


def joining(rules: Rules, state: Encounter, found: Copies) -> tuple[list[Add], list[str]]:
    """Return what brings copies into a fight, and the keys of what its ruleset does not take.

    A name that is taken gets the next number. Of those of another ruleset comes what fits, and not how they
    stand.
    """
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
