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

from desktop.list.columns import ALWAYS, COLUMNS, WITHOUT, Column, ListColumn, counted_harm
from desktop.list.rows.values import Plain
from rulesets.seen.labels import spelled
from rulesets.seen.number_format import step_label, step_short
from rulesets.seen.scene import Scene, Viewer
from rulesets.table.combatant import Combatant


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
    short, label = step_short(track, seen.at), step_label(track, seen.at)
    return Plain(short, label if label != short else "", told=label, good=not seen.at)


# -- what they are called ----------------------------------------------------------------------------


def _stat_label(name: str, viewer: Viewer) -> str:
    rule = viewer.rules.stats.get(name)
    if rule is None:
        return ""
    brief = "" if f"stat:{name}" in counted_harm(viewer) else rule.short
    return brief or rule.label or spelled(name)


def _pool_label(name: str, viewer: Viewer) -> str:
    pool = viewer.rules.pools.get(name)
    return "" if pool is None or not pool.visible or pool.shown_with else pool.label or spelled(name)


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
def further_column(kind: str) -> ListColumn:
    """Return a column that is none of the list's own by its name, one like 'stat:reflex'.

    Raises:
        LookupError: if there are no such columns.
    """
    sort, _, name = kind.partition(":")
    label, says = _SORTS[sort]
    return ListColumn(kind=kind, label=partial(label, name), says=partial(says, name))


def further_columns(viewer: Viewer, chosen: tuple[str, ...]) -> list[Column]:
    """Return the columns among a choice that the ruleset knows, in its order."""
    several = [one for _, found in choices(viewer) for one in found]
    names = [one.name for one in several if one.name not in COLUMNS and one.name in chosen]
    return [Column(name, further_column(name).label(viewer)) for name in names]


def choices(viewer: Viewer) -> list[tuple[str, list[Choice]]]:
    """Return what can be chosen, under its headings: the list's own, stats by group, pools, tracks."""
    from desktop.combatants.stats import groups

    rules = viewer.rules
    own = [
        Choice(kind, label, own=True)
        for kind, column in COLUMNS.items()
        if kind not in ALWAYS and (label := column.label(viewer))
    ]
    counted = counted_harm(viewer)
    own += [Choice(name, further_column(name).label(viewer), own=True) for name in counted]
    found = [(QCoreApplication.translate("InitiativeModel", "The list's own"), own)]
    stats = QCoreApplication.translate("InitiativeModel", "Numbers and stats")
    for group, names in groups(rules).items():
        said = [
            Choice(f"stat:{name}", rules.stats[name].label or spelled(name))
            for name in names
            if name != viewer.vital and f"stat:{name}" not in counted
        ]
        found.append((group or stats, said))
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
