"""What was filled in of a declaration or a pipeline: each input checked, or with its default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.engine import rolling
from rulesets.engine.ruling import Ruling, checked_number
from rulesets.formula.dice import rolled_for
from rulesets.table.combatant import Combatant
from rulesets.table.refusal import Code, Refused
from rulesets.vocabulary import Input, choices_of

MAX_TEXT = 500
"""Characters that a text can have."""


def read_inputs(
    ruling: Ruling, inputs: Mapping[str, Input], given: Mapping[str, Any], who: Combatant, name: str
) -> dict[str, Any]:
    """Return the values of ``inputs``, checked; what is not given is rolled by ``who``, or has its default.

    Args:
        ruling: What they are read for.
        inputs: All that there are, of what is called ``name``.
        given: What was filled in.
        who: Whom formulas are about.
        name: Told where an input is given that there is not.
    """
    unknown = sorted(set(given) - set(inputs))
    if unknown:
        raise ruling.reject(Code.BAD_VALUE, "unknown-field", field=unknown[0], name=name)
    values: dict[str, Any] = {}
    for key, rule in inputs.items():
        values[key] = _Reading(ruling, who, key, rule, values).value(given.get(key))
    return values


class _Reading:
    """One input that is read; ``values`` are those before it."""

    def __init__(
        self, ruling: Ruling, who: Combatant, key: str, rule: Input, values: Mapping[str, Any]
    ) -> None:
        self.ruling, self.who, self.rule, self.values = ruling, who, rule, values
        self.label = rule.label or key

    def value(self, given: Any) -> Any:
        """Return the value of what was given; None is nothing."""
        rule = self.rule
        if given is None and rule.dice:
            with rolled_for(self.label, self.who.id):
                return sum(rolling.plain_dice(self.ruling, rule.dice))
        usual = given is None and rule.default != ""
        value = self.ruling.value(rule.default, self.who, **self.values) if usual else given
        if value in (None, "") and (rule.chosen or rule.type == "stat") and not rule.needed:
            return "" if rule.chosen else None
        if rule.type == "texts":
            return self._texts(value)
        if value is None:
            if rule.needed:
                raise self.ruling.reject(Code.BAD_VALUE, "field-missing", field=self.label)
            return None
        if rule.type == "number":
            return self._number(value, None if usual else rule.least)
        return self._other(value)

    def _number(self, value: Any, least: int | None) -> int:
        number = checked_number(self.ruling, value, self.label, least)
        most = self._most(number)
        if number > most:
            what, cite = self.label, self.rule.cite
            raise self.ruling.reject(Code.BAD_VALUE, "above-most", cite, what=what, value=number, most=most)
        return number

    def _other(self, value: Any) -> Any:
        match self.rule.type:
            case "bool":
                if not isinstance(value, bool):
                    raise self._refused()
                return value
            case "combatant":
                return self.ruling.combatant(str(value)).id
            case "combatants":
                several = [value] if isinstance(value, str) else value
                if not isinstance(several, list | tuple):
                    raise self._refused()
                return [self.ruling.combatant(str(each)).id for each in several]
            case "stat":
                return self._chosen(value)
        return self._chosen(value) if self.rule.chosen else self._text(value)

    def _refused(self) -> Refused:
        return self.ruling.reject(Code.BAD_VALUE, "bad-field", field=self.label)

    def _chosen(self, value: Any) -> str:
        """Return what is meant, by its id or its label; where choices are not closed, any text."""
        entries = choices_of(self.ruling.rules, self.rule)
        if not isinstance(value, str):
            raise self._refused()
        if value in entries:
            return value
        labelled = [ident for ident, entry in entries.items() if entry.label.casefold() == value.casefold()]
        if labelled:
            return labelled[0]
        if self.rule.choices and not self.rule.closed:
            return self._text(value)
        raise self._refused()

    def _text(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MAX_TEXT:
            raise self._refused()
        reactions = self.ruling.rules.reactions
        called = {name.casefold() for ident, one in reactions.items() for name in (ident, one.label) if name}
        if self.rule.names and value.strip().casefold() in called:
            raise self.ruling.reject(Code.BAD_VALUE, "no-reaction-declared", cite=self.rule.cite, name=value)
        return value

    def _most(self, otherwise: int) -> int:
        """Return the greatest number that there can be."""
        most = self.rule.most
        return self.ruling.number(most, self.who, **self.values) if most else otherwise

    def _texts(self, value: Any) -> list[str] | None:
        """Return several texts; with ``most`` at most so many, and exactly so many where needed."""
        rule = self.rule
        if not isinstance(value, list | tuple | None):
            raise self._refused()
        texts = [self._text(text) for text in value or ()]
        count = max(0, self._most(max(1, len(texts))))
        if len(texts) > count or (rule.needed and len(texts) < count):
            raise self.ruling.reject(Code.BAD_VALUE, "bad-count", rule.cite, field=self.label, count=count)
        return texts if value is not None else None
