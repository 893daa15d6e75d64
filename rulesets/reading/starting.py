"""Starting a ruleset: a folder with a commented ``ruleset.toml`` and a first scenario that passes."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from rulesets.engine.decide import decide
from rulesets.places import make_folder, new_mode
from rulesets.reading import loader
from rulesets.reading.schema import schema_text
from rulesets.reading.shelf import FILE, Shelf
from rulesets.reading.translation import untranslated
from rulesets.table import commands as cmd
from rulesets.table.encounter import Encounter
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import SECTIONS, Rules, TriggerRule

STARTER = Path(__file__).parents[1] / "starter"
SCHEMA = "ruleset.schema.json"
_ID = re.compile(r"^[a-z0-9][a-z0-9_-]*$")
_WIDTH = 100


class CannotStart(ValueError):
    """A ruleset cannot be started there; the message says why and what can be done."""


def start(folder: Path, base: str = "", shelf: Shelf | None = None) -> list[Path]:
    """Write a new ruleset into ``folder``, whose name becomes its id, and return the files written.

    With ``base`` it extends that ruleset; without, it is a small complete one of its own.

    Raises:
        CannotStart: if the name is no id, or there is a ruleset already.
        RulesetError: if ``base`` cannot be used.
        OSError: if a file cannot be written.
    """
    shelf = shelf or Shelf()
    ident = folder.resolve().name
    if not _ID.match(ident):
        raise CannotStart(
            f"{ident!r} is no id for a ruleset; ids are lower case letters, digits, - and _. "
            "Name the folder accordingly."
        )
    if (folder / FILE).exists():
        raise CannotStart(f"{folder / FILE} is there already; nothing was changed. Choose another folder.")
    if base == ident or ((known := shelf.folder(ident)) is not None and known.resolve() != folder.resolve()):
        raise CannotStart(f"There is a ruleset {ident!r} already. Name the folder differently.")
    texts = _derived(ident, base, shelf) if base else _own(ident)
    return _written(folder, {**texts, SCHEMA: schema()})


def _written(folder: Path, texts: dict[str, str]) -> list[Path]:
    """Write all files or none: half a ruleset would stand in the way of the next try."""
    files = [folder / name for name in texts]
    new = [file for file in files if not file.exists()]
    folders = dict.fromkeys(above for file in files for above in file.parents if not above.exists())
    try:
        for file, text in zip(files, texts.values(), strict=True):
            make_folder(file.parent)
            file.touch(mode=new_mode(file))
            file.write_text(text, encoding="utf-8")
    except OSError:
        for file in new:
            with suppress(OSError):
                file.unlink()
        for above in sorted(folders, key=lambda path: len(path.parts), reverse=True):
            with suppress(OSError):
                above.rmdir()
        raise
    return files


def schema() -> str:
    """Return the JSON schema of a ``ruleset.toml``, for editors."""
    return schema_text()


def label_of(ident: str) -> str:
    """Return an id as a label to begin with: 'my-house' is 'My House'."""
    return re.sub(r"[-_]+", " ", ident).title().strip() or ident


def _own(ident: str) -> dict[str, str]:
    texts = {}
    for file in sorted(STARTER.rglob("*.toml")):
        text = file.read_text(encoding="utf-8").replace('"starter"', f'"{ident}"')
        text = text.replace('label = "Starter"', f'label = "{label_of(ident)}"')
        texts[file.relative_to(STARTER).as_posix()] = text
    texts[FILE] = f"#:schema ./{SCHEMA}\n{texts[FILE]}"
    return texts


def _derived(ident: str, base: str, shelf: Shelf) -> dict[str, str]:
    rules = loader.load_writing(shelf.writing(base))
    return {
        FILE: "\n".join(_derived_lines(ident, base, rules)) + "\n",
        "scenarios/first.toml": _first_case(ident, rules),
    }


def _derived_lines(ident: str, base: str, rules: Rules) -> Iterator[str]:
    yield f"#:schema ./{SCHEMA}"
    yield f"# A ruleset of your own that builds on {rules.label}. Lines that begin with # are notes."
    yield "# Write only what is different; all else is inherited. The guide: Help > Writing Rulesets."
    yield ""
    yield f'id = "{ident}"'
    yield f'label = "{label_of(ident)}"'
    yield f'extends = "{base}"'
    yield 'version = "1"'
    yield ""
    yield "# What of it is left out, by section and id:"
    yield f"# without = [{_some(rules)}]"
    yield ""
    yield "# An entry with an id of the list below changes that entry, key by key; any other id is a new one,"
    yield "# which needs a label. Take away the # to use an example."
    yield from _example(rules)
    yield ""
    yield f"# ---------------------------------------------------------------- what {rules.label} has"
    for name, section in SECTIONS.items():
        ids = _ids(getattr(rules, name))
        if ids:
            yield "#"
            yield from textwrap.wrap(
                f"[{section}] {', '.join(ids)}",
                _WIDTH,
                initial_indent="# ",
                subsequent_indent="#     ",
                break_on_hyphens=False,
            )
    yield "#"
    yield f"# All of it with its keys: {FILE} of {base!r}, shown by 'python -m rulesets show {base}'."


def _ids(entries: Any) -> list[str]:
    """Return the ids of a part of a ruleset; one that is a table by itself has none, nor has a trigger."""
    if isinstance(entries, tuple):
        return [entry.id for entry in entries if not isinstance(entry, TriggerRule)]
    return list(entries) if isinstance(entries, dict) else []


def _some(rules: Rules) -> str:
    entries = [f'"action.{ident}"' for ident in list(rules.actions)[-2:]]
    return ", ".join(entries or [f'"state.{ident}"' for ident in list(rules.states)[-1:]])


def _example(rules: Rules) -> Iterator[str]:
    """Yield a changed entry and a new one, as comments."""
    if rules.actions:
        ident, action = next(iter(rules.actions.items()))
        yield "#"
        yield f"# [action.{ident}]"
        yield f'# label = "{action.label}, our way"'
        yield f'# cost = "{action.cost}"'
        yield "#"
        yield "# [action.boast]"
        yield '# label = "Boast"'
        yield f'# cost = "{action.cost}"'
        yield '# text = "What it does, in a sentence."'
    stat = next((name for name, rule in rules.stats.items() if isinstance(rule.default, int)), "")
    if stat:
        yield "#"
        yield "# [stat]"
        yield f"# {stat} = {rules.stats[stat].default!s}".lower()


def _first_case(ident: str, rules: Rules) -> str:
    """Return a scenario of two combatants who begin a fight, with what then holds."""
    dice = _NotedDice(Random(7))
    state = Encounter()
    for command in (
        cmd.Add(combatant={"id": "Ash"}),
        cmd.Add(combatant={"id": "Wolf", "side": "foes"}),
        cmd.Start(),
    ):
        done = decide(rules, state, command, dice)
        state = state if isinstance(done, Refusal) else done.state
    clock = state.clock
    return textwrap.dedent(
        f"""\
        # What happens at the table, and what then holds. Play it with: python -m rulesets play FOLDER

        ruleset = "{ident}"

        [[case]]
        id = "first"
        title = "The fight begins"
        dice = {json.dumps(dice.rolled)}
        combatants = [
            {{ id = "Ash" }},
            {{ id = "Wolf", side = "foes" }},
        ]
        steps = [
            {{ do = "start" }},
            {{ expect = {{ round = {clock.round}, phase = "{clock.phase}" }} }},
        ]
        """
    )


class _NotedDice:
    """Rolls dice and notes what came up."""

    blind = False

    def __init__(self, random: Random) -> None:
        self._random = random
        self.rolled: list[int | str] = []

    def roll(self, sides: int) -> int:
        """Return 1 to ``sides``."""
        result = self._random.randint(1, sides)
        self.rolled.append(result)
        return result

    def draw(self, cards: Sequence[str]) -> str:
        """Return one of ``cards``."""
        card = self._random.choice(cards)
        self.rolled.append(card)
        return card


def translation(source: Path | str, language: str, shelf: Shelf | None = None) -> str:
    """Return a ``ruleset.<lang>.toml`` with every text that is not translated yet, to be filled in.

    Raises:
        RulesetError: if the ruleset cannot be used.
    """
    shelf = shelf or Shelf()
    writing = shelf.writing(shelf.file(source))
    lines = [
        f"# {loader.load_writing(writing).label}: texts in {language!r}. An empty one stays as it is.",
        "",
        "[words]",
    ]
    lines += [f'{json.dumps(text, ensure_ascii=False)} = ""' for text in untranslated(writing, language)]
    return "\n".join(lines) + "\n"
