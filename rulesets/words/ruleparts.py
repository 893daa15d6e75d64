"""The catalogue, third part: what a change of rules alters, in plain sentences."""

from __future__ import annotations

from rulesets.words.filling import Templates

HEADINGS: dict[str, str] = {
    "options": "Options",
    "numbers": "Numbers on the table",
    "fight": "In this encounter",
    "rules": "Rules",
}
"""Headings of the parts of a change."""

CHANGES: dict[str, Templates] = {
    "set": "{name}: {new} instead of {old}",
    "added": "{part} {name} is new",
    "removed": "{part} {name} is gone",
    "changed": "{part} {name}: {details}",
    "general": "{details:u}",
    "value": ("{what} {new} instead of {old}", "{what} {new} (new)", "{what} {old} no longer"),
    "text": "{what} says “{new}” now",
    "other": "{what} changed",
    "number": ("{what} {old} → {new}", "{what} {new} (new)", "{what} {old} → –"),
    "numbers": "{who}: {numbers}",
}
"""What became of an entry, a value, a number."""

SECTIONS: dict[str, str] = {
    "stats": "Stat",
    "orders": "Order",
    "phases": "Phase",
    "pools": "Budget",
    "tallies": "Count",
    "costs": "Type of action",
    "actions": "Action",
    "reactions": "Reaction",
    "declarations": "Declaration",
    "states": "State",
    "relations": "Tie",
    "delay": "Delaying:",
    "ready": "Readying:",
    "tracks": "Track",
    "pipelines": "Sheet",
    "tables": "Table",
    "formulas": "Formula",
    "resources": "Points",
    "triggers": "Event",
    "options": "Option",
    "presets": "Preset",
}
"""Part of a ruleset → what one of its entries is called."""

PARTS: dict[str, str] = {
    "label": "its name",
    "short": "its short name",
    "text": "its text",
    "cite": "its source",
    "default": "usual value",
    "formula": "worked out as",
    "expression": "worked out as",
    "size": "size",
    "cost": "cost",
    "cost_if": "its cost in some cases",
    "alternatives": "how it is paid",
    "in_phase": "how it is paid in a phase",
    "parts": "number of parts",
    "needs": "what it asks for",
    "needs_text": "the words for what it asks for",
    "times": "how often",
    "once": "how often",
    "does": "what it does",
    "stages": "what it does",
    "on_worse": "what a step down does",
    "on_better": "what a step up does",
    "refill": "when it is refilled",
    "refill_by": "how much comes back",
    "lost": "when it is lost",
    "resets": "when it is set back",
    "answers": "what it answers",
    "covers": "what it covers",
    "forbids": "what it forbids",
    "begins": "when it begins",
    "ends": "when it ends",
    "factor": "what it multiplies",
    "steps": "its steps",
    "keys": "how ties are broken",
    "roll": "how it is rolled",
    "rolled": "when it is rolled",
    "order": "its order",
    "who": "who takes part",
    "condition": "its condition",
    "penalty": "its penalty",
    "rows": "its rows",
    "entries": "its entries",
    "cases": "its cases",
    "inputs": "what it is told",
    "choices": "its choices",
    "choice": "how it is chosen who goes next",
    "lower": "whether to a lower count",
    "verb": "its word",
    "version": "version",
    "seconds": "seconds in a round",
    "surprise": "when there is a surprise round",
    "act_roll": "what actions are rolled with",
    "act_least": "least roll of an action",
    "act_cite": "where the least roll stands",
    "effects_of": "whose turns count for effects",
    "ticks": "what happens while it lasts",
    "kinds": "its kinds",
    "on_begin": "what happens when it begins",
    "on_end": "what happens when it ends",
    "words": "its words",
    "counts": "what it counts",
    "ignores": "what it does not answer",
    "ends_good": "what ends with it",
    "ends_turn": "whether the turn is over with it",
    "effects_at": "when effects count down",
    "effects_on_count": "whether effects end for a whole count",
    "effects_first": "first countdown of an effect",
    "main_track": "main track",
    "main_order": "main order",
}
"""Field of an entry → what people call it; others are called by their name."""

FORMULAS = frozenset({
    "formula", "expression", "size", "needs", "times", "penalty", "condition", "value", "act_roll",
    "act_least", "surprise", "who", "last", "points", "first", "act", "plus",
    "refill_by",
})  # fmt: skip
"""Fields, and tables of fields, that hold formulas."""
IN_TABLES = frozenset({"add", "factor", "cases"})
