"""What was found as a prepared encounter: each creature as often as there are of it, each with its id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulesets.campaign.things import Prepared
from rulesets.incoming.fitting import Fitted
from rulesets.incoming.found import Effect, Told
from rulesets.table.combatant import MAX_COMBATANTS
from rulesets.vocabulary import Rules


def bodies(fitted: Iterable[Fitted]) -> list[tuple[Fitted, dict[str, Any]]]:
    """Return everybody who is to stand on the table, with ids: of four goblins each is numbered."""
    found: list[tuple[Fitted, dict[str, Any]]] = []
    for one in fitted:
        count = max(1, one.creature.count)
        for number in range(1, count + 1):
            if len(found) >= MAX_COMBATANTS:
                return found
            name = f"{one.name} {number}" if count > 1 else one.name
            found.append((one, {"id": f"c{len(found) + 1}", **one.given, "name": name}))
    return found


def prepared(rules: Rules, name: str, fitted: Sequence[Fitted], told: Iterable[Told] = ()) -> Prepared:
    """Return creatures as a prepared encounter; what they come under stands in their notes."""
    people = []
    for one, given in bodies(fitted):
        lines = [given.get("notes", ""), *(f"Under {lasting(effect)}" for effect in one.effects)]
        notes = "\n".join(line for line in lines if line)
        people.append({**given, "notes": notes} if notes else given)
    return Prepared(
        name=name,
        ruleset=rules.id,
        combatants=tuple(people),
        notes="\n".join(str(one) for one in told),
    )


def lasting(effect: Effect) -> str:
    """Return an effect with how long it lasts as a text: 'Poisoned (3 rounds, end of Gregorr's turn)'."""
    parts = [] if effect.rounds is None else [f"{effect.rounds} round" + "s" * (effect.rounds != 1)]
    if effect.ends:
        parts.append(f"{effect.ends} of {effect.of}'s turn" if effect.of else f"{effect.ends} of a turn")
    return f"{effect.name} ({', '.join(parts)})" if parts else effect.name
