"""The columns of the list as a game master has chosen them: any stat, pool or track besides its own.

A choice is a tuple of names, as the settings keep it: 'stat:reflex', 'pool:move', 'track:wounds' are columns
that the list has besides its own; '-effects' is one of its own that it does without. What a ruleset does not
know (any more) is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from desktop.list.columns import COLUMNS, Column, Kind, ListColumn
from desktop.list.rows.values import Plain
from desktop.list.rows.words import spelled
from rulesets.seen.number_format import step_shorts
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.combatant import Combatant

ALWAYS = frozenset((Kind.COUNT, Kind.COMBATANT))
"""Columns that nobody can do without."""
WITHOUT = "-"
"""Begins the name of a column of the list's own that is left out."""


class Choice(Struct, frozen=True):
    """A column that can be had or not."""

    name: str
    """As in a choice that has it."""
    label: str
    own: bool = False
    """Whether it is there unless it is left out."""


# -- what they say -----------------------------------------------------------------------------------


def _stat(name: str, scene: Scene, who: Combatant) -> Plain | None:
    """A stat as it counts, and small below it what it is without states and tracks where that differs."""
    from desktop.combatants.stats import stat_row  # a list without such columns starts without it

    kept_back = scene.keeps_back(who)
    if scene.is_bare(who) or (kept_back and scene.rules.stats[name].formula):
        return None
    row = stat_row(scene.rules, scene.state, who, name)
    if kept_back or not row.modified:
        return Plain(row.base) if row.base else None
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
    short, label = step_shorts(track)[seen.at], track.steps[seen.at].label
    return Plain(short, label if label != short else "", told=label, good=not seen.at)


# -- what they are called ----------------------------------------------------------------------------


def _stat_label(name: str, viewer: Viewer) -> str:
    rule = viewer.rules.stats.get(name)
    return "" if rule is None else rule.short or rule.label or spelled(name)


def _pool_label(name: str, viewer: Viewer) -> str:
    pool = viewer.rules.pools.get(name)
    return "" if pool is None or pool.shown == "hidden" or pool.within else pool.label or spelled(name)


def _track_label(name: str, viewer: Viewer) -> str:
    track = viewer.tracks.get(name)
    return "" if track is None else track.label or spelled(name)


_Says = Callable[[str, Scene, Combatant], Plain | None]
_SORTS: dict[str, tuple[Callable[[str, Viewer], str], _Says]] = {
    "stat": (_stat_label, _stat),
    "pool": (_pool_label, _pool),
    "track": (_track_label, _track),
}


# -- asking for them ---------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def column_of(kind: str) -> ListColumn:
    """Return a column by its name: one of the list's own, or one like 'stat:reflex'.

    Raises:
        LookupError: if there are no such columns.
    """
    sort, colon, name = kind.partition(":")
    if not colon:
        return COLUMNS[kind]
    label, says = _SORTS[sort]
    return ListColumn(kind=kind, label=partial(label, name), says=partial(says, name))


def _label(kind: str, viewer: Viewer) -> str:
    """Return the header of a chosen column; '' for what the ruleset does not know."""
    sort, colon, _ = kind.partition(":")
    return column_of(kind).label(viewer) if colon and sort in _SORTS else ""


def columns_of(viewer: Viewer, chosen: tuple[str, ...] = ()) -> tuple[Column, ...]:
    """Return the columns of a ruleset with their headers: its own but those left out, and the chosen ones.

    What was chosen stands before the effects, in the order of the ruleset.
    """
    found: list[Column] = []
    for kind, column in COLUMNS.items():
        if kind == Kind.EFFECTS:
            found.extend(Column(one.name, _label(one.name, viewer)) for one in _chosen(viewer, chosen))
        label = column.label(viewer)
        if label and (kind in ALWAYS or WITHOUT + kind not in chosen):
            found.append(Column(kind, label))
    return tuple(found)


def saying_columns(viewer: Viewer, chosen: tuple[str, ...] = ()) -> tuple[ListColumn, ...]:
    """Return those of them that say something of their own."""
    several = (column_of(column.kind) for column in columns_of(viewer, chosen))
    return tuple(one for one in several if one.says is not None)


def _chosen(viewer: Viewer, chosen: tuple[str, ...]) -> list[Choice]:
    if not chosen:
        return []
    several = [one for _, found in choices(viewer) for one in found]
    return [one for one in several if not one.own and one.name in chosen]


def choices(viewer: Viewer) -> list[tuple[str, list[Choice]]]:
    """Return what can be chosen, under its headings: the list's own, stats by group, pools, tracks."""
    from desktop.combatants.stats import groups

    rules = viewer.rules
    own = [
        Choice(kind, label, own=True)
        for kind, column in COLUMNS.items()
        if kind not in ALWAYS and (label := column.label(viewer))
    ]
    found = [(QCoreApplication.translate("InitiativeModel", "The list's own"), own)]
    stats = QCoreApplication.translate("InitiativeModel", "Numbers and stats")
    for group, names in groups(rules).items():
        said = [(name, rules.stats[name].label or spelled(name)) for name in names if name != viewer.vital]
        found.append((group or stats, [Choice(f"stat:{name}", label) for name, label in said]))
    pools = [Choice(f"pool:{name}", label) for name in rules.pools if (label := _pool_label(name, viewer))]
    tracks = [Choice(f"track:{name}", _track_label(name, viewer)) for name in viewer.tracks]
    found.append((QCoreApplication.translate("InitiativeModel", "What can be spent"), pools))
    found.append((QCoreApplication.translate("InitiativeModel", "Tracks"), tracks))
    return [(heading, several) for heading, several in found if several]


def with_or_without(chosen: tuple[str, ...], choice: Choice, *, wanted: bool) -> tuple[str, ...]:
    """Return a choice that has a column, or does without it."""
    name = WITHOUT + choice.name if choice.own else choice.name
    others = tuple(one for one in chosen if one != name)
    return (*others, name) if wanted != choice.own else others
