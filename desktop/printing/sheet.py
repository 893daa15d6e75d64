"""The printed sheet as plain values: what stands where, before anything knows about paper."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from desktop.bridge import Bridge
from desktop.models.row_maker import RowMaker, roster_of, row_order
from desktop.models.row_words import Naming
from desktop.models.rows import Health, Kind, Pips, RowValue, Token
from desktop.models.sides import sides_in
from rulesets.compiled import Rules
from rulesets.dice import print_code
from rulesets.encounter.combatant import Combatant
from rulesets.encounter.encounter import Encounter
from rulesets.engine.queries import active_slot, stat

translate = QCoreApplication.translate


class Line(Struct, frozen=True):
    """One combatant on paper."""

    count: str
    aside: str
    active: bool
    name: str
    about: str
    """Side and states, in words: nothing on paper is told by colour."""
    stats: str
    """The stats that the ruleset prints, with their short names."""
    health: Health | None
    pips: Pips | None
    tokens: tuple[Token, ...]
    notes: str
    """Effects with what is left of them, then the notes."""


class Sheet(Struct, frozen=True):
    """A whole encounter on paper."""

    title: str
    about: str
    """Ruleset and number of combatants."""
    place: str
    """Round and who is to act."""
    printed: str
    headers: tuple[str, ...]
    """Of the columns: count, combatant, stats, hit points, track, actions, effects and notes."""
    lines: tuple[Line, ...]


def sheet_of(bridge: Bridge, name: str, place: str, names: Naming) -> Sheet:
    """Prepare the encounter on ``bridge``; ``place`` says which round it is."""
    rules, state = bridge.rules, bridge.state
    maker = RowMaker(rules, names)
    roster = roster_of(state, sides_in(bridge.log))
    now = maker.moment(state, roster)
    order = row_order(rules, state, roster)
    lines = tuple(
        _line(rules, state, state.combatants[i], maker.row(now, state.combatants[i])) for i in order
    )
    labels = {column.kind: column.label for column in maker.columns}
    active = next((line.name for line in lines if line.active), "")
    says = translate("Print", "%1 to act") if active_slot(rules, state) else translate("Print", "%1 declares")
    to_act = says.replace("%1", active) if active else ""
    count = translate("Print", "%1 combatants").replace("%1", str(len(lines)))
    date = QLocale().toString(QDateTime.currentDateTime(), QLocale.FormatType.ShortFormat)
    return Sheet(
        title=name,
        about=f"{rules.label or rules.id} · {count}",
        place=" · ".join(part for part in (place, to_act) if part),
        printed=translate("Print", "printed %1").replace("%1", date),
        headers=(
            labels.get(Kind.COUNT, ""),
            labels.get(Kind.COMBATANT, ""),
            translate("Print", "Stats"),
            labels.get(Kind.HEALTH, ""),
            labels.get(Kind.TRACK, ""),
            labels.get(Kind.BUDGET, ""),
            translate("Print", "Effects and notes"),
        ),
        lines=lines,
    )


def _line(rules: Rules, state: Encounter, who: Combatant, row: RowValue) -> Line:
    words = [row.side, *(chip.text for chip in row.chips)]
    effects = ", ".join(chip.text for chip in row.effects)
    return Line(
        count=row.count,
        aside=row.aside,
        active=row.active,
        name=row.name,
        about=" · ".join(words),
        stats="  ".join(_stats(rules, state, who)),
        health=row.health,
        pips=row.pips,
        tokens=row.tokens,
        notes="\n".join(part for part in (effects, who.notes.strip()) if part),
    )


def _stats(rules: Rules, state: Encounter, who: Combatant) -> list[str]:
    found = []
    for name, rule in rules.stats.items():
        if not rule.printed:
            continue
        value = stat(rules, state, who, name)
        shown = print_code(int(value or 0)) if rule.type == "code" else str(value)
        found.append(f"{rule.short or rule.label or name} {shown}".replace(" ", "\u00a0"))
    return found
