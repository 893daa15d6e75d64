"""The chapters beside the sections: formulas, moments, stages, sort keys, dice, refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulesets.engine.scope import MAX_DEPTH as NAMED_DEPTH, NAMES
from rulesets.formula.compiling import CONSTANTS, MAX_DEPTH, MAX_NODES, MAX_NUMBER, MAX_TEXT, functions
from rulesets.formula.dice import PIPS_PER_DIE, print_code
from rulesets.reading.checks.formulas import ARGUMENTS
from rulesets.reading.keys import keys_of
from rulesets.reading.names import ACTION_NAMES, ACTIVITIES, REFILLS, SECTION_NAMES
from rulesets.reading.reference import glossary as words
from rulesets.reading.reference.rare import RARE
from rulesets.reading.reference.sections import all_sections, escaped, keys_table
from rulesets.table.reasons import REASONS
from rulesets.vocabulary.base import AT_MOMENTS
from rulesets.vocabulary.stages import COMPANIONS, STAGES, ChangeStage, Stage
from rulesets.words.catalogue import FLAGS, REFUSALS
from rulesets.words.filling import of_one

HEAD = """\
# Ruleset reference

What can stand in a `ruleset.toml`, section by section, and the language of its formulas. This page is made
from the program itself, so it says what this version knows. To learn how to write a ruleset, begin with
[Writing rulesets](ruleset-guide.md).

How to read the tables: a **key** is the word before the `=`. What it **takes** stands beside it. "If left
out" is what counts without it: a value, nothing ("–"), or it is needed.

- An **id** is in lower case, with digits, `-` and `_`. A **name** is what formulas can read: letters, digits
  and `_`.
- "For each pool: whole number" is a table such as `{ action = 1, steps = 2 }`.
- "Table or text" means that there is a short way: the text alone.
- A **slot** is one place in an order: a combatant, a group that shares a turn, or a side.

All examples here are parts of one ruleset that has no errors.
"""


def reference() -> str:
    """Return the whole reference as Markdown."""
    chapters = [_formulas(), _names(), _moments(), _refills(), _forbidden(), _stages(), _keys(), _codes()]
    return "\n\n".join([HEAD.strip(), all_sections(), *chapters, _refusals(), _flags(), _rare()]) + "\n"


def _rare() -> str:
    rows = []
    for rare in RARE:
        tables = (f"{_of(table)} {', '.join(map(_code, keys))}" for table, keys in rare.by_table().items())
        rows.append(("; ".join(tables), escaped(rare.why)))
    told = (
        "Of the rulesets that come with the program only one makes use of each of these keys. Why they are "
        "keys all the same:"
    )
    return f"## Keys that few need\n\n{told}\n\n{_table(('Keys', 'Why'), rows)}"


def _of(table: str) -> str:
    """Return in what a table's keys stand: '`deck`:', or '`size` stages:'."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", table).lower()
    if name.endswith("-stage"):
        return f"{_code(name.removesuffix('-stage'))} stages:"
    return "the top of the file:" if name == "ruleset" else f"{_code(name)}:"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    columns = list(head)
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _code(text: str) -> str:
    return f"`{text}`"


def _formulas() -> str:
    called = [
        (_code(words.FUNCTIONS[name][0]), _arguments(name), words.FUNCTIONS[name][1]) for name in functions()
    ]
    constants = [(_code(name), words.CONSTANTS[name]) for name in CONSTANTS]
    limits = (
        f"A formula is at most {MAX_TEXT} characters long, at most {MAX_DEPTH} levels deep and has at most "
        f"{MAX_NODES} parts. Numbers go up to {MAX_NUMBER:,}. Named formulas build on each other "
        f"{NAMED_DEPTH} deep at most. There are no powers, no loops, no texts that run: a ruleset from "
        f"anywhere "
        "can be opened without fear."
    )
    return "\n\n".join(
        [
            "## Formulas",
            "A formula is a text such as `\"floor((dex - 10) / 2)\"`. A bare number is one, too. It is "
            "about one "
            "combatant and reads its stats by name.",
            "### Operators",
            _table(("Written", "Meaning"), words.OPERATORS),
            "### Functions",
            _table(("Written", "Values", "What it gives"), called),
            "### Constants",
            _table(("Word", "Meaning"), constants),
            "### Limits",
            limits,
        ]
    )  # fmt: skip


def _arguments(name: str) -> str:
    least, most = ARGUMENTS.get(name, (1, 0))
    if not most:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


def _names() -> str:
    everywhere = [(_code(name), words.NAMES[name]) for name in sorted(NAMES)]
    told = [
        (", ".join(_code(section) for section in where), _code(name), words.TOLD[name])
        for where, names in _grouped()
        for name in sorted(names)
    ]
    return "\n\n".join(
        [
            "## Names",
            "Every formula can read the stats of its combatant, and these names. A stat cannot be "
            "called like "
            "one of them.",
            _table(("Name", "Meaning"), everywhere),
            "### Names in some places",
            _table(("Where", "Names", "Meaning"), [*told, *words.PLACES]),
            "`cost_if`, `limited` and `points` of an action cannot read what it was told: they "
            "are asked before.",
        ]
    )


def _grouped() -> list[tuple[list[str], frozenset[str]]]:
    """Return sections that know the same names together."""
    alike = [section for section, names in SECTION_NAMES.items() if names == ACTION_NAMES]
    rest = [([section], names) for section, names in SECTION_NAMES.items() if section not in alike]
    return [(alike, ACTION_NAMES), *rest]


def _moments() -> str:
    rows = [(_code(at), *words.MOMENTS[at]) for at in AT_MOMENTS]
    return "\n\n".join(
        [
            "## Moments",
            "What `at` can say, in [moments](#moment) of states and in [triggers](#trigger). At each "
            "one pools are refilled first, then tallies set back, then states end, begin and tick, and "
            "triggers happen.",
            _table(("Moment", "For whom", "When"), rows),
        ]
    )


def _refills() -> str:
    rows = [(_code(at), words.REFILLS[at]) for at in REFILLS]
    rows.append((_code("phase-start:<id>"), "At the beginning of this phase: `phase-start:plans`."))
    return "\n\n".join(
        [
            "## Refills",
            "What `resets` of a pool and of a tally can say.",
            _table(("Word", "When"), rows),
        ]
    )


def _forbidden() -> str:
    rows = [(_code(word), words.ACTIVITIES[word]) for word in ACTIVITIES]
    rows += [
        ("an id", "The [cost](#cost), [action](#action) or [reaction](#reaction) with this id."),
        (_code("act:<cost>"), "Actions of this cost, where an action has the same id."),
        (_code("#<word>"), "Acts that have this word: `#attack`."),
        (_code("act@<phase>"), "The same, only in this phase: `react@surprise`."),
        (_code("act@<phase>:unaware"), "Only in this phase, and only for who was unaware at the start."),
    ]
    text = "What `forbids` of a state can say. `allows` names some of these, without the `@`."
    return "\n\n".join(["## What can be forbidden", text, _table(("Word", "Meaning"), rows)])


def _stages() -> str:
    kinds = [kind for kind in STAGES if kind.verb]
    rows = [(_code(kind.verb), *_beside(kind), escaped(kind.__doc__ or "")) for kind in kinds]
    parts = [
        "## Verbs of stages",
        "Pipelines, costs, actions, reactions, declarations, resources, tracks and triggers consist of "
        "[stages](#stage). Each does one thing: the key that is its verb says of which kind it is. Stages "
        "run in their order, and each sees what the ones above have done.",
        _table(("Verb", "Needs", "May have", "What it does"), rows),
        "Whatever its verb, a stage may also have the keys of [every stage](#stage). Of these "
        f"{', '.join(_code(word) for word in COMPANIONS)} can stand without a verb.",
    ]
    told = escaped(ChangeStage.__doc__ or "")
    parts += [f"### {ChangeStage.heading}", told, keys_table(ChangeStage, of=Stage)]
    for kind in kinds:
        parts += [f"### Stages with {kind.verb}", keys_table(kind, of=Stage)]
    return "\n\n".join(parts)


def _beside(kind: type[Stage]) -> tuple[str, str]:
    """Return which keys a verb needs beside it, and which it may have."""
    keys = [key for key in keys_of(kind).values() if key.name not in Stage.__struct_fields__]
    needs = [_code(key.written) for key in keys if key.needed and key.written != kind.verb]
    may = [_code(key.written) for key in keys if not key.needed]
    if {"`by`", "`to`"} <= {*may}:
        needs, may = ["`by` or `to`"], [word for word in may if word not in ("`by`", "`to`")]
    return ", ".join(needs) or "–", ", ".join(may) or "–"


def _keys() -> str:
    rows = [(_code(text), meaning) for text, meaning in words.KEYS]
    text = (
        "What `keys` of an [order](#order) can say. The first key that differs decides. End with one that "
        "leaves no tie, such as `list`. What all keys leave tied stands as in the list of combatants."
    )
    return "\n\n".join(["## Sort keys", text, _table(("Written", "Meaning"), rows)])


def _codes() -> str:
    shown = ", ".join(f"`{print_code(pips)}`" for pips in range(PIPS_PER_DIE * 2, PIPS_PER_DIE * 3 + 1))
    return "\n\n".join(
        [
            "## Die codes",
            f"A die code counts dice and pips: {PIPS_PER_DIE} pips are one die. Codes grow like this: "
            f"{shown}. A "
            "stat with a code has the type `code`; its default is written `\"3D+2\"`. In a formula a "
            "code is its "
            "number of pips, and `D` is one die: `blade - D` is a die less, `3 * D + 2` is the code 3D+2.",
            "Plain dice are written `d20`, `2d6`. They stand where something is rolled, not in formulas.",
        ]
    )  # fmt: skip


def _first(template: str | tuple[str, ...]) -> str:
    text = template if isinstance(template, str) else template[-1]
    return escaped(of_one(text).replace(":u}", "}").replace(":l}", "}"))


def _refusals() -> str:
    rows = [
        (_code(code) if at == 0 else "", _code(reason) if reason else "–", _first(REFUSALS[reason or code]))
        for code, reasons in REASONS.items()
        for at, reason in enumerate(reasons)
    ]
    return "\n\n".join(
        [
            "## Refusals",
            "What the program says when a rule forbids something. A scenario expects one by its code, its "
            "reason, or both: `refused = \"requirement\"`, `refused = \"needs\"` or "
            "`refused = \"requirement/needs\"`. A row without a code has the one above it.",
            "A pool that is used up refuses with `no-budget`, or with the code that its `refusal` gives: one "
            "of these, or a word of its own. The reason is `no-budget` then, whatever the code is.",
            _table(("Code", "Reason", "Sentence"), rows),
        ]
    )  # fmt: skip


def _flags() -> str:
    rows = [(_code(name), _first(template)) for name, template in sorted(FLAGS.items())]
    return "\n\n".join(
        [
            "## Flags",
            "What `flag` of a [stage](#stage) can tell the GM in a sentence of the program's. Any other "
            "word is "
            "told as it stands, with the combatant's name before it.",
            _table(("Flag", "Sentence"), rows),
        ]
    )
