"""Which names a formula can read where it stands, and which ids there are to refer to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulesets.engine.scope import NAMES
from rulesets.formula.fuzzy import did_you_mean, most_like
from rulesets.reading.keys import is_table, keys_of
from rulesets.reading.problems import Loc
from rulesets.reading.sites import tables
from rulesets.vocabulary.base import AT_MOMENTS
from rulesets.vocabulary.harm import StateKeys
from rulesets.vocabulary.incoming import VALUES
from rulesets.vocabulary.stages import EffectStage, LetStage, PoolStage, Stage
from rulesets.vocabulary.written import Ruleset

ACTIVITIES = ("act", "react", "declare", "ready", "delay", "resume")
"""What a state can forbid besides action types (also as 'act:<cost>'), actions and reactions."""
_STARTS = {at.removesuffix("-start"): at for at in AT_MOMENTS if at.endswith("-start")}
REFILLS = tuple(moment for moment in AT_MOMENTS if moment != "phase-start")
"""Moments at which pools are refilled and tallies set back, besides 'phase-start:<id>'."""
AIMED = ("action", "reaction", "resource")
"""Sections of what somebody does, perhaps to a target."""
DONE = (*AIMED, "cost", "declaration")
"""Sections of what somebody does at all."""
ACTION_NAMES = frozenset({"distance", "points", "limited", "target", "effect", "words"})
"""What a command that acts tells formulas of actions and costs."""
CARD_NAMES = frozenset({"card", "rank", "suit", "worth"})
"""What formulas read of a card that is drawn."""
SECTION_NAMES: Mapping[str, frozenset[str]] = {
    "action": ACTION_NAMES,
    "cost": ACTION_NAMES,
    "reaction": frozenset({"move", "spare", "points", "covered"}),
    "resource": frozenset({"on"}),
    "check": frozenset({"named"}),
    "act_roll": frozenset({"skill"}),
    "immune": frozenset({"state"}),
    "import": frozenset(VALUES),
}
"""Section → names that its formulas can read besides stats and the names of the encounter."""
STATE_STAGES, STATE_NAMES = ("ticks", "on_begin", "on_end"), frozenset({"size", "state", "kind"})
"""Keys of a state with stages → names that those can read."""
_UNTOLD = {"action": ("cost_if", "limited", "points"), "resource": ("code",)}
"""Section → keys of an entry whose formulas cannot read them: they are asked before."""


class Ids:
    """The ids of all entries as they are written, broken ones included, so that one slip is one problem."""

    def __init__(self, definition: Ruleset, *raw: Mapping[str, Any]) -> None:
        """Gather ids from raw tables, and the names of effects from the definition."""
        self._raw = raw
        self._known: dict[tuple[str, ...], frozenset[str]] = {}
        self._families = {"state": {name for name, rule in definition.states.items() if rule.kinds}}
        """Entries of which there are only kinds."""
        self._gathered = {
            "effect": {table.effect for _, table in tables(definition) if isinstance(table, EffectStage)},
            "word": {
                word
                for acts in (definition.actions, definition.reactions)
                for act in acts.values()
                for word in act.words
            },
            "state": {name for state, rule in definition.states.items() for name in kinds_of(state, rule)},
        }

    def of(self, *kinds: str) -> frozenset[str]:
        """Return the ids of entries of ``kinds`` (names of sections, or 'effect').

        They are gathered once: every call in every formula asks for them.
        """
        if kinds in self._known:
            return self._known[kinds]
        found: set[str] = set()
        for kind in kinds:
            for raw in self._raw:
                entries = raw.get(kind)
                found.update(entries if isinstance(entries, dict) else ())
            found = (found - self._families.get(kind, set())) | self._gathered.get(kind, set())
        return self._known.setdefault(kinds, frozenset(found))


def kinds_of(state: str, rule: StateKeys) -> list[str]:
    """Return the ids of the states in which a state comes, if it comes in kinds."""
    return [f"{state}-{kind}" for kind in rule.kinds]


def kind_of(definition: Ruleset, state: str) -> list[str]:
    """Return of which kinds a state is: those in which it comes, or the one it is written besides."""
    rule = definition.states[state]
    if rule.kinds:
        return [*rule.kinds]
    return [
        kind for name, other in definition.states.items() for kind in other.kinds if f"{name}-{kind}" == state
    ]


def has_actor(definition: Ruleset, loc: Loc) -> bool:
    """Return whether a formula at ``loc`` may ask who does it: in stages of what somebody does.

    So may named formulas, which are read there too.
    """
    section = loc[0]
    if section == "trigger":
        place = loc[1]
        return loc[2] == "does" and isinstance(place, int) and definition.triggers[place].at == "hit"
    done = section in DONE or (section == "check" and loc[2] == "degrees")
    return (done and "does" in loc[2:]) or section in ("pipeline", "formula")


def has_target(loc: Loc) -> bool:
    """Return whether a stage at ``loc`` can work on a target: in what somebody does."""
    aimed = loc[0] in AIMED or (loc[0] == "check" and loc[2] == "degrees")
    return aimed and "does" in loc[2:]


def names_at(definition: Ruleset, loc: Loc) -> frozenset[str]:
    """Return the names besides stats that a formula at ``loc`` can read."""
    section, entry = loc[0], str(loc[1]) if len(loc) > 1 else ""
    names = NAMES
    if len(loc) < 3 or loc[2] not in _UNTOLD.get(str(section), ()):
        names |= SECTION_NAMES.get(str(section), frozenset())
    if section == "cost" and len(loc) > 2 and loc[2] == "does":
        names |= {"on_top"}
    elif section == "relation" and loc[-1] == "if":
        names |= {"mine", "theirs"}
    elif section == "relation" and loc[-1] == "except_if":
        names |= {"by"}
    elif section == "pipeline":
        names |= {"left", *definition.pipelines[entry].inputs}
    elif section == "track" and loc[2] in ("on_worse", "on_better"):
        names |= {"moved"}
    elif section == "state" and len(loc) > 2 and loc[2] in STATE_STAGES:
        names |= STATE_NAMES
    elif section == "state" and len(loc) > 2 and loc[2] == "bans":
        names |= {"target", "by"}
    elif section == "check" and loc[2] == "degrees":
        names |= {"die", "total", "against", "margin", "degree", "target"}
    elif section == "check" and loc[2] == "plus":
        names |= {"roll"}
    elif section == "declaration":
        names |= frozenset(definition.declarations[entry].inputs)
    elif section == "formula":
        names |= frozenset(definition.formulas[entry].inputs)
    elif section == "order" and loc[2] == "roll" and loc[-1] != "fixed" and definition.orders[entry].roller:
        names |= {"roller"}
    if section == "order" and loc[-1] in ("keep", "redraw"):
        names |= CARD_NAMES
    return names | _lets(definition, loc)


def given_at(definition: Ruleset, loc: Loc) -> frozenset[str]:
    """Return which of :func:`names_at` may mean something else than a stat of that name on purpose.

    They are inputs and what stages let, to which the author gave these names, and what other programs wrote.
    """
    if loc[0] == "import":
        return names_at(definition, loc)
    entry = str(loc[1]) if len(loc) > 1 else ""
    if loc[0] == "pipeline":
        given = frozenset(definition.pipelines[entry].inputs)
    elif loc[0] == "declaration":
        given = frozenset(definition.declarations[entry].inputs)
    else:
        given = frozenset(definition.formulas[entry].inputs if loc[0] == "formula" else ())
    return given | _lets(definition, loc)


def _lets(definition: Ruleset, loc: Loc) -> frozenset[str]:
    """Return what the stages before the one at ``loc`` have let, and in a pool's cap its size."""
    stages, at = _stages_at(definition, loc)
    sized = loc[-1] == "cap" and bool(stages) and isinstance(stages[int(at[-1])], PoolStage)
    return frozenset(lets_at(definition, loc)) | ({"size"} if sized else frozenset())


def lets_at(definition: Ruleset, loc: Loc) -> dict[str, tuple[Loc, str]]:
    """Return what the stages before the one at ``loc`` have let → the place of its value and the value."""
    stages, at = _stages_at(definition, loc)
    return {
        stage.let: ((*at[:-1], place, "value"), stage.value)
        for place, stage in enumerate(stages[: int(at[-1])] if stages else ())
        if isinstance(stage, LetStage)
    }


def _stages_at(definition: Ruleset, loc: Loc) -> tuple[Sequence[Stage], Loc]:
    """Return the stages among which ``loc`` lies, if it does, and the place of the one."""
    node: Any = definition
    for depth, part in enumerate(loc, 1):
        if isinstance(part, int) and isinstance(node, tuple):
            if node and isinstance(node[0], Stage):
                return node, loc[:depth]
            node = node[part]
        elif isinstance(node, dict):
            node = node[part]
        else:
            kind: type = type(node)
            key = keys_of(kind).get(str(part)) if is_table(kind) else None
            if key is None:
                break
            node = getattr(node, key.name)
        if node is None:
            break
    return (), loc


def moment_meant(text: str, known: Iterable[str]) -> str:
    """Return a question for one of the moments ``known``, or '': 'turn' alone is its beginning."""
    meant = moment_named(text if text in _STARTS else most_like(text, _STARTS))
    return f"did you mean {meant!r}?" if meant in tuple(known) else did_you_mean(text, known)


def moment_named(text: str) -> str:
    """Return the beginning of what is named, such as a turn, or the text as it is."""
    return _STARTS.get(text, text)
