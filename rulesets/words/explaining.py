"""Explanations in words: a line for every part of a number, indented under what it is a part of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rulesets.formula.compiling import OTHERS
from rulesets.formula.dice import print_code
from rulesets.seen.labels import plain
from rulesets.seen.number_format import entry_shown, step_label
from rulesets.seen.queries import SIGNED
from rulesets.seen.rule_texts import told
from rulesets.seen.why.breakdown import Part, is_number
from rulesets.seen.why.explain import Explanation
from rulesets.vocabulary import Entry, LetStage
from rulesets.words.spelling import Spelling
from rulesets.words.terms import Terms
from rulesets.words.whys import MOVERS, PARTS, TITLES

DEEPEST = 3
"""How deep parts of parts are told."""


class WhyLine(Struct, frozen=True):
    """One part of a number, ready to be shown."""

    depth: int
    value: str
    """With its sign: '+4', '−2', '× ½', '✓'; '' if it has none."""
    label: str
    cite: str = ""
    rule: str = ""
    """What the rule says that is cited, where the ruleset has a text for it."""


class Why(Struct, frozen=True):
    """Why a number is what it is."""

    title: str
    value: str
    lines: tuple[WhyLine, ...]
    notes: tuple[WhyLine, ...] = ()
    """What belongs to it and adds nothing."""
    text: str = ""
    """The rule in a sentence."""
    cite: str = ""
    rule: str = ""
    """What the rule says that is cited, besides."""


def why(terms: Terms, explained: Explanation) -> Why:
    """Return an explanation in words."""
    return _Writer(terms, explained).write()


class _Writer:
    """Writes one explanation."""

    def __init__(self, terms: Terms, explained: Explanation) -> None:
        self._terms = terms
        self._explained = explained
        self._labels = self._input_labels()
        self._spelling = Spelling(terms, self._labels)

    def write(self) -> Why:
        explained = self._explained
        lines = [line for part in explained.parts for line in self._lines(part, explained.kind, 0)]
        notes = [line for part in explained.notes for line in self._lines(part, "", 0)]
        if len(lines) == 1 and explained.parts and explained.parts[0].op == "=" and not notes:
            lines = [] if explained.parts[0].kind == explained.what else lines
        return Why(
            self._title(),
            self._value(explained.value, explained.kind),
            tuple(lines),
            tuple(notes),
            explained.text,
            self._terms.cited(explained.cite),
            self._rule(explained.cite),
        )

    def _rule(self, cite: str) -> str:
        return "\n".join(told(self._terms.rules, cite)) if cite else ""

    def _title(self) -> str:
        explained, terms, rules = self._explained, self._terms, self._terms.rules
        match explained.what:
            case "pool":
                return terms.pool(explained.name)
            case "track":
                return terms.track(explained.name)
            case "count":
                label = terms.label(rules.orders, explained.name)
                return terms.say(TITLES["count"], {"label": label, "name": terms.name(explained.who)})
            case "roll" if not explained.name:
                return terms.say(TITLES["every-roll"], {})
            case "roll":
                return terms.say(TITLES["roll"], {"label": terms.stat(explained.name)})
            case "stage":
                stages = rules.pipelines[explained.pipeline].stages
                found = next((s.label for s in stages if s.label and explained.name in (s.id, s.label)), "")
                return found or plain(explained.name)
            case "formula":
                return terms.label(rules.formulas, explained.name)
        return terms.stat(explained.name)

    def _input_labels(self) -> dict[str, str]:
        """Return what local names of the explained thing are called."""
        rules, explained = self._terms.rules, self._explained
        labels: dict[str, str] = {}
        pipeline = rules.pipelines.get(explained.pipeline)
        if pipeline is not None:
            labels = {name: one.label for name, one in pipeline.inputs.items() if one.label}
            labels |= _labels_of_lets([one for one in pipeline.stages if isinstance(one, LetStage)])
        return labels

    # -- lines -------------------------------------------------------------------------------------

    def _lines(self, part: Part, kind: str, depth: int) -> Iterator[WhyLine]:
        """Yield the line of a part, then those of its parts; ``kind`` is that of the sum it stands in."""
        if part.kind == "input" and part.name not in self._labels and _is_another(part):
            for one in part.parts:
                yield from self._lines(one, kind, depth)
            return
        cite = self._terms.cited(part.cite)
        yield WhyLine(depth, self._signed(part, kind, depth), self._label(part), cite, self._rule(part.cite))
        if depth < DEEPEST and not _plain(part):
            inside = self._kind(part) if part.kind in ("stat", "rule", "instead", "code") else ""
            if inside == "number" and kind == "code" and abs(part.times) == 1:
                inside = "code"  # pips that are added to a code: '−2D' says more than '−6'
            for one in part.parts:
                yield from self._lines(one, inside or self._kind(one), depth + 1)

    def _signed(self, part: Part, kind: str, depth: int) -> str:
        if part.kind == "condition":
            return "✓" if part.value else "✗"
        if part.op == "×":
            return f"× {part.value:g}"
        if part.op != "+" or not is_number(part.value):
            unsaid = part.kind == "input" and part.value is None
            return self._value("" if unsaid else part.value, self._kind(part))
        text = self._value(abs(part.value), kind)
        return f"−{text}" if part.value < 0 else f"+{text}" if depth or part.kind != "die" else text

    def _kind(self, part: Part) -> str:
        """Return the kind of a part's own value."""
        rules = self._terms.rules
        if _of_whomever(part.kind) == "stat" and part.name in rules.stats:
            return rules.stats[part.name].type
        if part.kind == "rule" and part.name in rules.formulas:
            return rules.formulas[part.name].type
        return "code" if part.kind == "code" else self._explained.kind if part.kind in _SAME else "number"

    def _value(self, value: Any, kind: str) -> str:
        if kind == "code" and is_number(value):
            return f"−{print_code(-int(value))}" if value < 0 else print_code(int(value))
        if value is None:
            return ""
        if value == "":
            return self._terms.word("nothing")
        if is_number(value):
            return f"{value:g}".replace("-", "−")
        if kind == "text" and isinstance(value, str):
            return entry_shown(self._terms.rules, value)
        return self._terms.value(value)

    def _label(self, part: Part) -> str:
        key = f"{part.kind}-behind" if part.kind.startswith("tie-") and not part.at else part.kind
        if part.kind == "refill" and f"refill-{part.name}" in PARTS:
            key = f"refill-{part.name}"
        if f"{key}-{part.formula}" in PARTS:
            key = f"{key}-{part.formula}"
        return self._terms.say(PARTS.get(key, "{label}"), self._params(part))

    def _params(self, part: Part) -> Mapping[str, Any]:
        terms = self._terms
        params: dict[str, Any] = {"label": self._source(part), "name": terms.name(part.name)}
        if part.formula:
            params["formula"] = self._spelling.formula(part.formula)
        if _of_whomever(part.kind) in ("track", "step"):
            params["step"] = self._step(part)
        if part.kind == "moved":
            params["by"] = terms.translated(MOVERS[part.name]) if part.name in MOVERS else ""
        return params

    def _step(self, part: Part) -> str:
        rule = self._terms.rules.tracks.get(part.name)
        if rule is None or not 0 <= part.at < len(rule.steps):
            return str(part.at)
        return step_label(rule, part.at)

    def _source(self, part: Part) -> str:
        kind = _of_whomever(part.kind)
        if kind in ("stat", "changes") and part.name in self._terms.rules.stats:
            return self._terms.stat(part.name)
        if kind in ("mark", *SIGNED.values()):
            return self._terms.reason(part.name)
        if kind in ("input", "named", "stat"):
            return self._spelling.named(part.name)
        table = self._tables().get(kind)
        return plain(part.name) if table is None else self._terms.label(table, part.name)

    def _tables(self) -> dict[str, Mapping[str, Entry]]:
        rules = self._terms.rules
        return {
            "tally": rules.tallies,
            "pool": rules.pools,
            "track": rules.tracks,
            "step": rules.tracks,
            "penalty": rules.tracks,
            "state": rules.states,
            "forbidden": rules.states,
            "declaration": rules.declarations,
            "rule": rules.formulas,
        }


_SAME = frozenset({"entered", "default", "override", "instead", "stands", "constant", "formula", "typed"})
"""Kinds of parts whose value is of the explained thing's kind."""


def _plain(part: Part) -> bool:
    """Return whether a part's own parts say nothing that its line does not: one that was just entered."""
    alone = part.parts[0] if len(part.parts) == 1 else None
    return alone is not None and alone.kind in ("entered", "default", "stands") and not alone.parts


def _is_another(part: Part) -> bool:
    """Return whether a part is only another one by a name of the rules' own, which nobody has to know."""
    added = [one for one in part.parts if one.op == "+"]
    return part.op == "+" and len(added) == 1 and added[0].value == part.value


def _labels_of_lets(lets: Sequence[LetStage]) -> dict[str, str]:
    """Return what names that stages work out are called, as long as each stage calls them so.

    A stage that only gives the name another value says why, and not what it is.
    """
    first = {stage.let: stage.label for stage in reversed(lets)}
    return {name: label for name, label in first.items() if label}


def _of_whomever(kind: str) -> str:
    """Return the kind of a part, whomever it is of."""
    whom, _, of = kind.partition("-")
    return of if whom in OTHERS else kind
