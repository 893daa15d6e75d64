"""The columns of the initiative list: when there are which, and what their cells say.

A column is one record of COLUMNS. One that has something of its own to say of a combatant says it there: of
words alone, which are painted as in any other such column, or with more in it, which its own delegate paints.
What several read of a row stands in the row's prepared value (:mod:`desktop.list.rows`); how wide columns are
and who paints them stands in :mod:`desktop.list.looks`.

Any stat, pool or track can be had besides. A choice is a tuple of names, as the settings keep it:
'stat:reflex', 'pool:move', 'track:wounds' are columns that the list has besides its own; '-effects' is one of
its own that it does without. What a ruleset does not know (any more) is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache, partial

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list.rows import words
from desktop.list.rows.cards import throw_of
from desktop.list.rows.values import Plain, RowValue
from desktop.widgets.playing_cards import card_words
from rulesets.seen.labels import count_label, entry_label, spelled_label
from rulesets.seen.number_format import step_label, step_short
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.combatant import Combatant


class Kind(StrEnum):
    """Kinds of columns; which of them there are depends on the ruleset."""

    COUNT = "count"
    COMBATANT = "combatant"
    DECLARED = "declared"
    ROLL = "roll"
    BUDGET = "budget"
    HEALTH = "health"
    TRACK = "track"
    EFFECTS = "effects"


class Column(Struct, frozen=True):
    """One column of the list with its translated header."""

    kind: str
    """One of :class:`Kind`, or what was chosen: 'stat:reflex'."""
    label: str


class ListColumn(Struct, frozen=True, kw_only=True):
    """Everything that the list knows of one of its columns."""

    kind: str
    label: Callable[[Viewer], str]
    """Its translated header; '' where a ruleset has nothing for it to show."""
    says: Callable[[Scene, Combatant], Plain | None] | None = None
    """What it says of its own: such a column needs nothing of what follows.

    What its delegate paints besides the words is a struct on top of ``Plain`` that stands here, too.
    """
    shown: Callable[[RowValue], str] | None = None
    """A cell as short text."""
    spoken: Callable[[RowValue, str], str] | None = None
    """A cell in words; takes the header, too."""
    tip: Callable[[RowValue, str], list[str]] | None = None
    """The lines of its tool tip, if they are not what is spoken."""

    def short(self, row: RowValue) -> str:
        """Return a cell as short text."""
        said = row.says(self.kind)
        return self.shown(row) if self.shown is not None else "" if said is None else said.text

    def read(self, row: RowValue, label: str) -> str:
        """Return a cell in words, below the header ``label``."""
        if self.spoken is not None:
            return self.spoken(row, label)
        said = row.says(self.kind)
        if said is None:
            return ""
        why = said.told or said.under
        return f"{label} {said.text}: {why}" if why else f"{label} {said.text}"

    def told(self, row: RowValue, label: str) -> str:
        """Return what a cell's tool tip says below the header ``label``, a line for each thing."""
        return "\n".join(self.tip(row, label) if self.tip is not None else [self.read(row, label)])


class Choice(Struct, frozen=True):
    """A column that can be had or not."""

    name: str
    """As in a choice that has it."""
    label: str
    own: bool = False
    """Whether it is there unless it is left out."""


class Drawn(Plain, frozen=True, kw_only=True):
    """The card by which somebody acts, in place of a count."""

    rank: str
    suit: str
    """'' of a card that has none."""


def _drawn(scene: Scene, who: Combatant) -> Drawn | None:
    card = scene.card(who)
    if card is None:
        return None
    return Drawn("".join(card), told=card_words(*card), rank=card[0], suit=card[1])


# -- headers -----------------------------------------------------------------------------------------


def _count_label(viewer: Viewer) -> str:
    order = viewer.order
    if said := count_label(viewer.rules, order):
        return said
    if order is not None and order.roll is not None and order.roll.deck:
        return QCoreApplication.translate("InitiativeModel", "Card")
    return QCoreApplication.translate("InitiativeModel", "Count")


def _combatant_label(viewer: Viewer) -> str:
    return QCoreApplication.translate("InitiativeModel", "Combatant")


def _declared_label(viewer: Viewer) -> str:
    return QCoreApplication.translate("InitiativeModel", "Declared") if viewer.declares else ""


def _throw_label(viewer: Viewer) -> str:
    rolls = viewer.declares and viewer.rules.act_roll
    return QCoreApplication.translate("InitiativeModel", "Next roll") if rolls else ""


def _budget_label(viewer: Viewer) -> str:
    there = any(not pool.shown_with for pool in viewer.pools.values())
    return QCoreApplication.translate("InitiativeModel", "Actions left") if there else ""


def _health_label(viewer: Viewer) -> str:
    if not viewer.vital:
        return ""
    label = viewer.rules.stats[viewer.vital].label
    return label or QCoreApplication.translate("InitiativeModel", "Hit points")


def _track_label(viewer: Viewer) -> str:
    return "" if viewer.main_track is None else entry_label(viewer.main_track, viewer.rules.main_track)


def _effects_label(viewer: Viewer) -> str:
    return QCoreApplication.translate("InitiativeModel", "Effects")


# -- tool tips ---------------------------------------------------------------------------------------


def _combatant_tip(row: RowValue, label: str) -> list[str]:
    side = QCoreApplication.translate("InitiativeModel", "{name} ({side})")
    return [side.format(name=row.name, side=row.side), *words.told(row.chips)]


def _budget_tip(row: RowValue, label: str) -> list[str]:
    spends = QCoreApplication.translate("InitiativeModel", "Double click: spend one")
    return [*map(words.token_words, row.tokens), *([spends] if row.tokens else ())]


def _track_tip(row: RowValue, label: str) -> list[str]:
    moves = QCoreApplication.translate("InitiativeModel", "Double click on a step: go there")
    return [words.track_words(row, label), *([moves] if row.pips is not None else ())]


# -- the columns -------------------------------------------------------------------------------------

COLUMNS: dict[str, ListColumn] = {
    one.kind: one
    for one in (
        ListColumn(
            kind=Kind.COUNT,
            label=_count_label,
            says=_drawn,
            shown=lambda row: row.count,
            spoken=words.count_words,
        ),
        ListColumn(
            kind=Kind.COMBATANT,
            label=_combatant_label,
            shown=lambda row: row.name,
            spoken=words.combatant_words,
            tip=_combatant_tip,
        ),
        ListColumn(
            kind=Kind.DECLARED,
            label=_declared_label,
            shown=lambda row: ", ".join(card.text for card in row.cards),
            spoken=lambda row, label: ", ".join(words.told(row.cards)),
            tip=lambda row, label: words.told(row.cards),
        ),
        ListColumn(
            kind=Kind.ROLL,
            label=_throw_label,
            says=throw_of,
        ),
        ListColumn(
            kind=Kind.BUDGET,
            label=_budget_label,
            shown=lambda row: " ".join(token.short for token in row.tokens if not token.spent),
            spoken=lambda row, label: ", ".join(map(words.token_words, row.tokens)),
            tip=_budget_tip,
        ),
        ListColumn(
            kind=Kind.HEALTH,
            label=_health_label,
            shown=lambda row: "" if row.health is None else f"{row.health.now}/{row.health.full}",
            spoken=words.health_words,
        ),
        ListColumn(
            kind=Kind.TRACK,
            label=_track_label,
            shown=lambda row: "" if row.pips is None else row.pips.steps[row.pips.at],
            spoken=words.track_words,
            tip=_track_tip,
        ),
        ListColumn(
            kind=Kind.EFFECTS,
            label=_effects_label,
            shown=lambda row: ", ".join(chip.text for chip in row.effects),
            spoken=lambda row, label: ", ".join(words.told(row.effects)),
            tip=lambda row, label: words.told(row.effects),
        ),
    )
}
"""Kind → column, from left to right."""


# -- those that are chosen: any stat, pool or track -------------------------------------------------


def _stat(name: str, scene: Scene, who: Combatant) -> Plain | None:
    """A stat as it counts, and small below it what it is without states and tracks where that differs.

    Of what goes down and up again how much there was stands beside it where some of it is gone: 0/15.
    """
    from desktop.combatants.stats import stat_row  # a list without such columns starts without it

    kept_back = scene.keeps_back(who)
    if scene.is_bare(who) or (kept_back and scene.rules.stats[name].formula):
        return None
    row = stat_row(scene.rules, scene.state, who, name)
    if kept_back or not row.modified:
        full = scene.full_strength(who, name) if row.base and not kept_back else 0
        return Plain(f"{row.base}/{full}" if full else row.base) if row.base else None
    under = QCoreApplication.translate("InitiativeModel", "else {value}")
    return Plain(row.now, under.format(value=row.base) if row.base else "")


def _pool(name: str, scene: Scene, who: Combatant) -> Plain | None:
    seen = next((one for one in scene.all_pools(who) if one.id == name), None)
    if seen is None:
        return None
    left = "∞" if seen.left is None else str(seen.left)
    return Plain(left if seen.size is None else f"{left}/{seen.size}")


def _track(name: str, scene: Scene, who: Combatant) -> Plain | None:
    seen = next((one for one in scene.tracks(who) if one.id == name), None)
    if seen is None:
        return None
    track = scene.viewer.tracks[name]
    short, label = step_short(track, seen.at), step_label(track, seen.at)
    return Plain(short, label if label != short else "", told=label, good=not seen.at)


def _any_stat_label(name: str, viewer: Viewer) -> str:
    rule = viewer.rules.stats.get(name)
    if rule is None:
        return ""
    brief = "" if name in viewer.mounting else rule.short
    return brief or spelled_label(rule, name)


def _any_pool_label(name: str, viewer: Viewer) -> str:
    pool = viewer.rules.pools.get(name)
    return "" if pool is None or not pool.visible or pool.shown_with else spelled_label(pool, name)


def _any_track_label(name: str, viewer: Viewer) -> str:
    track = viewer.tracks.get(name)
    return "" if track is None else spelled_label(track, name)


_Says = Callable[[str, Scene, Combatant], Plain | None]
_SORTS: dict[str, tuple[Callable[[str, Viewer], str], _Says]] = {
    "stat": (_any_stat_label, _stat),
    "pool": (_any_pool_label, _pool),
    "track": (_any_track_label, _track),
}


# -- asking for them -------------------------------------------------------------------------------

ALWAYS = frozenset((Kind.COUNT, Kind.COMBATANT))
"""Columns that nobody can do without."""
WITHOUT = "-"
"""Begins the name of a column of the list's own that is left out."""


def column_of(kind: str) -> ListColumn:
    """Return a column by its kind: one of the list's own, or one that was chosen.

    Raises:
        LookupError: if there are no such columns.
    """
    if kind in COLUMNS:
        return COLUMNS[kind]
    return _further_column(kind)


def columns_of(viewer: Viewer, chosen: tuple[str, ...] = ()) -> tuple[Column, ...]:
    """Return the columns of a ruleset with their headers: its own but those left out, and the chosen ones.

    What was chosen stands before the effects.
    """
    labels = ((kind, column.label(viewer)) for kind, column in COLUMNS.items())
    own = [Column(kind, label) for kind, label in labels if label]
    counted = _counted_harm(viewer)
    if not chosen and not counted:
        return tuple(own)
    wanted = (*chosen, *(name for name in counted if WITHOUT + name not in chosen))
    own = [one for one in own if one.kind in ALWAYS or WITHOUT + one.kind not in chosen]
    at = next((at for at, one in enumerate(own) if one.kind == Kind.EFFECTS), len(own))
    return (*own[:at], *_further_columns(viewer, wanted), *own[at:])


def _counted_harm(viewer: Viewer) -> list[str]:
    """Return the columns of the stats that damage is added to: the list's own, where there are such."""
    return [f"stat:{name}" for name in viewer.mounting]


def saying_columns(viewer: Viewer, chosen: tuple[str, ...] = ()) -> tuple[ListColumn, ...]:
    """Return those of them that say something of their own."""
    several = (column_of(column.kind) for column in columns_of(viewer, chosen))
    return tuple(one for one in several if one.says is not None)


@lru_cache(maxsize=256)
def _further_column(kind: str) -> ListColumn:
    """Return a column that is none of the list's own by its name, one like 'stat:reflex'.

    Raises:
        LookupError: if there are no such columns.
    """
    sort, _, name = kind.partition(":")
    label, says = _SORTS[sort]
    return ListColumn(kind=kind, label=partial(label, name), says=partial(says, name))


def _further_columns(viewer: Viewer, chosen: tuple[str, ...]) -> list[Column]:
    """Return the columns among a choice that the ruleset knows, in its order."""
    several = [one for _, found in choices(viewer) for one in found]
    names = [one.name for one in several if one.name not in COLUMNS and one.name in chosen]
    return [Column(name, _further_column(name).label(viewer)) for name in names]


def choices(viewer: Viewer) -> list[tuple[str, list[Choice]]]:
    """Return what can be chosen, under its headings: the list's own, stats by group, pools, tracks."""
    from desktop.combatants.stats import groups

    rules = viewer.rules
    own = [
        Choice(kind, label, own=True)
        for kind, column in COLUMNS.items()
        if kind not in ALWAYS and (label := column.label(viewer))
    ]
    counted = _counted_harm(viewer)
    own += [Choice(name, _further_column(name).label(viewer), own=True) for name in counted]
    found = [(QCoreApplication.translate("InitiativeModel", "The list's own"), own)]
    stats = QCoreApplication.translate("InitiativeModel", "Numbers and stats")
    for group, names in groups(rules).items():
        said = [
            Choice(f"stat:{name}", spelled_label(rules.stats[name], name))
            for name in names
            if name != viewer.vital and f"stat:{name}" not in counted
        ]
        found.append((group or stats, said))
    pools = [
        Choice(f"pool:{name}", label) for name in rules.pools if (label := _any_pool_label(name, viewer))
    ]
    tracks = [Choice(f"track:{name}", _any_track_label(name, viewer)) for name in viewer.tracks]
    found.append((QCoreApplication.translate("InitiativeModel", "What can be spent"), pools))
    found.append((QCoreApplication.translate("InitiativeModel", "Tracks"), tracks))
    return [(heading, several) for heading, several in found if several]


def with_or_without(chosen: tuple[str, ...], choice: Choice, *, wanted: bool) -> tuple[str, ...]:
    """Return a choice that has a column, or does without it."""
    name = WITHOUT + choice.name if choice.own else choice.name
    others = tuple(one for one in chosen if one != name)
    return (*others, name) if wanted != choice.own else others
