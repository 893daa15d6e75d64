"""Rulesets that nobody wrote: small, valid, and each with other rules of whose turn it is.

A ruleset is made from a choice of one value for every key of ``FEATURES``. What does not go together is left
out, so every choice makes a ruleset that loads without a complaint.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from hypothesis import strategies as st

from rulesets.reading import loader
from rulesets.table.writing import Writing
from rulesets.vocabulary import Rules

Features = Mapping[str, Any]

FALL = "fall"
"""Pipeline that moves whoever falls right before the active one."""
ALTERNATE = 'from = "side != last_side", by = "side"'
FEATURES: dict[str, tuple[Any, ...]] = {
    "rolled": ("encounter", "encounter", "round", "phase"),
    "joins": ("place", "place", "next"),
    "together": (False, False, False, True),
    "passes": (False, False, True),
    "declares": ("", "", "anybody", "by-side"),
    "closes": ("auto", "auto", "gm"),
    "who": ("", "fit > 0"),
    "first": ("", "", "haste"),
    "surprise": (False, False, True),
    "choice": (
        *("",) * 6,
        "{}",
        '{ by = "last" }',
        "{ " + ALTERNATE + ', opens = "side", anew = true }',
        "{ " + ALTERNATE + ', otherwise = "false", anew = true }',
        '{ from = "not went_last", opens = "order" }',
    ),
    "effects_at": ("turn", "place", "round", "phase"),
    "effects_skip": (False, True),
    "at_zero": ("end", "check"),
    "to": ("", '"wait"', '"wait"', '"count"', '"after"', '"count", "after", "wait"', '"after", "wait"'),
    "lower": ("never", "same-round", "always"),
    "needs": ("not acted_this_turn", "not acted_this_turn", "true"),
    "behind": (None, None, -1, 0),
    "place": ("moves", "moves", "moves", "stays", "pass"),
    "ties": ("rules", "after"),
    "until": ("place", "pass", "phase", "never"),
    "then": ("must-act", "may-act"),
    "ready": ("", "moves", "moves", "moves-down", "stays"),
    "falls": (False, False, True),
}
"""What a ruleset can say of whose turn it is; what stands several times is chosen more often."""


def choices() -> st.SearchStrategy[Features]:
    """One choice of features; a smaller one has more of the first values above."""
    return st.fixed_dictionaries({key: st.sampled_from(values) for key, values in FEATURES.items()})


def rulesets() -> st.SearchStrategy[str]:
    """Texts of rulesets."""
    return choices().map(text_of)


def drawn(rng: random.Random) -> Features:
    """One choice of features, for fights that need no Hypothesis."""
    return {key: rng.choice(values) for key, values in FEATURES.items()}


@cache
def rules_of(text: str) -> Rules:
    """The ruleset of a text made here."""
    return loader.load_writing(Writing("made", text))


def text_of(features: Features) -> str:
    """The ruleset with these features, as TOML."""
    one = agreed(features)
    return "\n".join((_head(one), _orders(one), _phases(one), _turn(one), _put_off(one)))


def agreed(features: Features) -> Features:
    """Leave out what has no meaning beside the rest.

    Effects of so many rounds that count down at turns or places are made for rounds of one pass alone: what
    a round is to them in several passes, the vocabulary does not say.
    """
    one = dict(features)
    if one["rolled"] != "encounter":
        one["surprise"] = False
    elif one["joins"] == "next":
        one["joins"] = "place"  # it is not made again
    if one["choice"]:
        one.update(
            first="",
            together=False,
            passes=False,
            surprise=False,
            place="moves" if one["place"] == "pass" else one["place"],
            lower="never",
        )
    if one["passes"] and one["effects_at"] in ("turn", "place"):
        one["effects_at"] = "round"
    if one["until"] in ("place", "never"):
        one["then"] = "lost"
    if one["effects_at"] == "phase" and one["effects_skip"]:
        one["effects_at"] = "next-phase"
    if one["rolled"] == "phase" or one["choice"]:
        one["to"] = ", ".join(way for way in one["to"].split(", ") if way != '"count"')
    return one


def _head(one: Features) -> str:
    surprise = 'surprise = "some_aware and not all_aware"' if one["surprise"] else ""
    return f"""
id = "made"
label = "Made"
effects_at = "{one["effects_at"]}"
{surprise}
[stat]
fit = {{ value = 1, label = "Fit" }}
haste = {{ value = 0, label = "Haste" }}
speed = {{ value = 0, label = "Speed" }}
"""


def _orders(one: Features) -> str:
    rolled = one["rolled"]
    made = (
        'roll = "d20 + speed"\nkeys = ["roll desc", "list"]'
        if rolled != "phase"
        else 'keys = ["speed desc", "list"]'
    )
    text = f"""
[order.turns]
label = "Turns"
{made}
rolled = "{rolled}"
joins = "{one["joins"]}"
together = {_said(one["together"])}
"""
    if one["declares"] == "by-side":
        text += """
[order.sides]
label = "Sides"
of = "side"
roll = "d6"
rolled = "round"
keys = ["roll asc", "list"]
[order.plans]
label = "Plans"
rolled = "phase"
keys = ["order sides", "speed asc", "list"]
"""
    return text


def _phases(one: Features) -> str:
    parts = []
    if one["rolled"] != "phase":
        when = "start" if one["rolled"] == "encounter" else "round"
        who = 'who = "aware or not surprise_round"\n' if one["surprise"] else ""
        parts.append(
            f'[phase.roll]\nlabel = "Roll"\nactivity = "roll"\norder = "turns"\nwhen = "{when}"\n{who}'
        )
    if one["surprise"]:
        parts.append(
            '[phase.surprise]\nlabel = "Surprise"\nactivity = "act"\norder = "turns"\nwhen = "opening"\n'
            'who = "aware"\n'
            '[phase.late]\nlabel = "Late"\nactivity = "roll"\norder = "turns"\nwhen = "opening"\n'
        )
    if one["declares"] == "by-side":
        parts.append('[phase.sides]\nlabel = "Sides"\nactivity = "roll"\norder = "sides"\n')
    if one["declares"]:
        order = 'order = "plans"' if one["declares"] == "by-side" else 'order = "turns"\nany_order = "all"'
        parts.append(f'[phase.plans]\nlabel = "Plans"\nactivity = "declare"\n{order}\ndeclaration = "plan"\n')
        parts.append('[declaration.plan]\nlabel = "Plan"\n')
    parts.append(_acting(one))
    if one["effects_at"] in ("phase", "next-phase"):
        parts.append('[phase.end]\nlabel = "End"\nactivity = "tick"\n')
    return "\n".join(parts)


def _acting(one: Features) -> str:
    conditions = [each for each in (one["who"], "pool('acts') > 0" if one["passes"] else "") if each]
    lines = [
        '[phase.turns]\nlabel = "Turns"\nactivity = "act"\norder = "turns"',
        f'who = "{" and ".join(conditions) or "true"}"',
        f'closes = "{one["closes"]}"',
    ]
    if one["passes"]:
        lines += ['turns = "passes"\npass = "segment"\nunused = [{ pool = "acts", by = -1 }]']
    if one["first"]:
        lines.append(f'first = "{one["first"]}"')
    if one["choice"]:
        lines.append(f"choice = {one['choice']}")
    return "\n".join(lines) + "\n"


def _turn(one: Features) -> str:
    acts = (
        '{ label = "Acts", size = 2, resets = "round-start" }'
        if one["passes"]
        else '{ label = "Acts", size = 2 }'
    )
    return f"""
[pool]
acts = {acts}
[cost.deed]
label = "Deed"
alternatives = [{{ acts = 1 }}]
[cost.word]
label = "Word"
alternatives = [{{}}]
light = true
[action]
deed = {{ label = "Deed", cost = "deed" }}
word = {{ label = "Word", cost = "word" }}
"""


def _put_off(one: Features) -> str:
    text = ""
    if one["to"]:
        behind = "" if one["behind"] is None else f"behind = {one['behind']}"
        keys = (
            "lower",
            "needs",
            "place",
            "ties",
            "until",
            "then",
        )
        lines = "\n".join(f"{key} = {_said(one[key])}" for key in keys)
        text += f'\n[delay]\nlabel = "Delay"\nto = [{one["to"]}]\n{behind}\n{lines}\n'
    if one["ready"]:
        where = f'place = "{one["ready"]}"'
        text += f'\n[ready]\nlabel = "Ready"\ncost = "deed"\n{where}\n'
    if one["falls"]:
        text += f'\n[pipeline.{FALL}]\nlabel = "Falls"\ndoes = [{{ place = "before-active" }}]\n'
    return text


def _said(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'
