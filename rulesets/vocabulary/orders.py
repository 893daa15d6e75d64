"""Orders: who comes before whom, how it is rolled, and ties between opponents that follow from it."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.formula.fuzzy import did_you_mean
from rulesets.vocabulary.base import (
    DICE,
    Entry,
    Formula,
    Model,
    OrderRef,
    ReactionRef,
    StateRef,
    Text,
    schema_or,
)

_ROLL = re.compile(r"^\s*(\d{0,2}d\d{1,3})\s*(?:\+\s*(.+)|(-.+))?$", re.DOTALL)
_DICE = re.compile(r"^\d{0,2}d\d{1,3}$")
_WORDS = ("rolloff", "coin", "list", "kind", "pick", "order", "rank")
"""Words with which a sort key begins that is no formula."""
_WITH_DICE, _WITH_CODE = ("open_at", "fumble_at"), ("wild",)
"""Keys of a roll that go with one of the two ways to write what is rolled."""
_DIRECTIONS = {"desc": True, "asc": False}


class RollDef(Model):
    """How an order is rolled. Write it as a text such as 'd20 + initiative', or as a table."""

    model_config = ConfigDict(json_schema_extra=schema_or({"type": "string"}))

    dice: str = Field(default="", pattern=rf"^({DICE})?$", description="Dice such as 'd20' or '2d6'.")
    plus: Formula = Field(
        default="", description="Formula that is added to the dice, or to what the code comes to."
    )
    code: Formula = Field(default="", description="Formula of a die code that is rolled instead of 'dice'.")
    open_at: int = Field(
        default=0,
        ge=0,
        description="Sum of the dice at which the roll is open: one more die is added. 0: never.",
    )

    fumble_at: int = Field(
        default=0, ge=0, description="Sum of the dice at which the GM is told of a fumble. 0: never."
    )
    wild: Literal["", "count", "drop", "complication"] = Field(
        default="",
        description="What a 1 on the last die of a code means: it counts, it is dropped with the highest "
        "other die, or it counts and brings a complication. Its highest result is rolled on. Left out: no "
        "die is wild.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: object) -> Any:
        if isinstance(data, dict):
            if bool(data.get("dice")) == bool(data.get("code")):
                raise ValueError("a roll has either 'dice' or a 'code'")
            other = [word for word in (_WITH_DICE if data.get("code") else _WITH_CODE) if data.get(word)]
            if other:
                raise ValueError(
                    f"{other[0]!r} means nothing beside {'a code' if data.get('code') else 'dice'}"
                )
            return data
        match = _ROLL.match(data) if isinstance(data, str) else None
        if match is None:
            raise ValueError(
                "a roll is dice and what is added, such as 'd20 + initiative'; a die code is { code = '...' }"
            )
        return {"dice": match[1], "plus": (match[2] or match[3] or "").strip()}


def key_from_text(text: str) -> dict[str, Any]:
    """Return one sort key from its text.

    Raises:
        ValueError: if it is none of the forms of a key.
    """
    words = text.split()
    if words in (["coin"], ["list"]):
        return {"by": words[0]}
    if words == ["list", "alike"]:
        return {"by": "list", "alike": True}
    if len(words) == 2 and words[0] in ("kind", "pick") and words[1] in ("npc", "pc"):
        return {"by": words[0], "value": words[1]}
    if len(words) == 2 and words[0] == "order":
        return {"by": "order", "value": words[1]}
    if len(words) == 3 and words[0] == "order" and words[2] == "reversed":
        return {"by": "order", "value": words[1], "descending": False}
    if words and words[0] == "rolloff":
        rest = [word for word in words[1:] if word != "once"]
        dice = [word for word in rest if word == "roll" or _DICE.match(word)]
        ways = [word for word in rest if word in _DIRECTIONS]
        if max(len(dice), len(ways), words.count("once")) <= 1 and len(rest) == len(dice) + len(ways):
            down = _DIRECTIONS[ways[0]] if ways else True
            return {"by": "rolloff", "dice": [*dice, "d20"][0], "descending": down, "once": "once" in words}
    elif len(words) >= 2 and words[-1] in _DIRECTIONS and not (_meant(words) and _DICE.match(words[1])):
        value, ranked = " ".join(words[:-1]), words[0] == "rank" and len(words) > 2
        if value == "roll":
            return {"by": "roll", "descending": _DIRECTIONS[words[-1]]}
        if ranked:
            return {"by": "rank", "value": " ".join(words[1:-1]), "descending": _DIRECTIONS[words[-1]]}
        return {"by": "value", "value": value, "descending": _DIRECTIONS[words[-1]]}
    raise ValueError(
        f"{_meant(words)}a key is 'roll desc', '<formula> desc' or 'asc', 'rank <formula> desc', "
        "'rolloff d20 desc' ('once' behind it: a single pass), 'coin', 'kind npc', 'pick npc', 'list', "
        "'list alike' or 'order <id>' ('reversed' behind it: from its end)"
    )


def _meant(words: list[str]) -> str:
    """Return a question for a key that begins almost like one of the words of keys, or ''."""
    hint = did_you_mean(words[0], _WORDS) if words and words[0] not in (*_WORDS, "roll") else ""
    return f"{words[0]!r} begins no key, {hint}; " if hint else ""


class KeyDef(Model):
    """One sort key of an order. Write it as a text such as 'agility desc': see [sort keys](#sort-keys).

    The table is what such a text means.
    """

    model_config = ConfigDict(json_schema_extra=schema_or({"type": "string"}))

    by: Literal["roll", "value", "rank", "rolloff", "coin", "kind", "pick", "list", "order"] = Field(
        description="What is compared: the roll, a formula, the place that a formula gives within the own "
        "side (so that sides alternate), a new roll, a coin, the kind, the GM's pick, the place in the list "
        "of combatants, or the place in another order."
    )
    value: str = Field(
        default="",
        description="By value and rank: a formula; by kind and pick: 'npc' or 'pc'; by order: its id.",
    )
    descending: bool = Field(
        default=True, description="The highest comes first; by order: the first, and not the last."
    )
    dice: str = Field(
        default="d20",
        pattern=rf"^({DICE}|roll)$",
        description="What a rolloff rolls; roll: the order's roll again.",
    )
    once: bool = Field(
        default=False, description="By rolloff: one pass only; what is still tied goes to the next key."
    )
    alike: bool = Field(default=False, description="By list: only among NPCs of one side; others stay tied.")

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, data: object) -> Any:
        return key_from_text(data) if isinstance(data, str) else data


class OrderDef(Entry):
    """Who comes before whom. Keys sort the combatants, or the sides; delaying and readying change it later.

    A slot is one place in an order: a combatant, a group that shares a turn, or a side.
    """

    of: Literal["combatant", "side"] = Field(
        default="combatant", description="What a slot is: a combatant (a group is one slot) or a side."
    )
    roll: RollDef | None = Field(default=None, description="How it is rolled; left out: it is not rolled.")
    rolled: Literal["encounter", "round", "phase"] = Field(
        default="encounter",
        description="How long it lasts: it is made once, in every round, or in every phase that walks over "
        "it. One without a roll says 'phase'.",
    )
    roller: Formula = Field(default="", description="Of sides: the member with the highest value rolls.")
    keys: list[KeyDef] = Field(
        default_factory=list,
        description="Sort keys, the first one first; the last should leave no tie.",
        examples=[["roll desc", "coin"]],
    )
    joins: Literal["place", "next"] = Field(
        default="place", description="Who joins comes in by the keys at once, or when the order is made next."
    )
    made_with: OrderRef = Field(
        default="",
        description="Order in whose roll phase this one is made, too, so that ties are rolled off there.",
    )
    together: bool = Field(
        default=False,
        description="Slots with the same keys act at the same moment: who is taken out in it has its turn "
        "all the same.",
    )
    value: Formula = Field(default="", description="What is shown where the order has no roll.")
    aside: Formula = Field(default="", description="What is shown small beside the count.")


class RelationDef(Entry):
    """Something that holds between two combatants: one is surprised by another, two hold each other.

    It is made when an order is rolled ('order' and 'if') or by hand ('state').
    """

    labelled = False

    order: OrderRef = Field(
        default="", description="The order whose counts are compared: opponents are tied, in one direction."
    )
    condition: Formula = Field(
        default="", alias="if", description="Of order: over 'mine' and 'theirs', the two counts."
    )
    state: StateRef = Field(
        default="",
        description="Instead of an order: this state, put on somebody by somebody else, ties both to each "
        "other and to all whom they are tied to; ending it for one ends it for all.",
    )
    ends: Literal["turn", "place"] = Field(
        default="turn", description="At the other's turn, or when its place in the order comes up."
    )
    back_if_put_off: bool = Field(
        default=True, description="Comes back when the turn that ended it is put off untouched."
    )
    penalty: Formula = Field(default="0", description="What the other suffers against this one.")
    except_if: Formula = Field(
        default="", description="Formula over the other, with 'by', the id of this one: it cannot be tied."
    )
    bars: list[ReactionRef] = Field(
        default_factory=list, description="Reactions that the other cannot take against this one."
    )
    verb: Text = Field(
        default="", description="What this one does to the other, of a directed tie: 'Surprises'."
    )
