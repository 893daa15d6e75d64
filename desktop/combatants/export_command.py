"""``turnwright export FILE``: combatants to take elsewhere, without a window and without Qt."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from desktop.files.ruleset_cache import RulesetCache
from desktop.process.paths import ENDING, Paths
from desktop.process.subcommands import EPILOG, Misuse, asked_format, carried_out, put, require_place
from rulesets.campaign.entered import GIVING, PLANNING, first_given, waves_of
from rulesets.campaign.own_files import of_file, ruleset_of
from rulesets.campaign.reading import Unreadable, read
from rulesets.fight.kept import read_kept
from rulesets.formula.fuzzy import did_you_mean
from rulesets.output.combatants.formats import FORMS, form_of
from rulesets.output.combatants.outgoing import FIGHT, KINDS, Outgoing, Unfit, outgoing
from rulesets.reading.problems import RulesetError
from rulesets.reading.shelf import Shelf

LARGEST = 5_000_000
"""Bytes of a text file that is read."""


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    top = argparse.ArgumentParser(
        prog="turnwright export",
        description="Take combatants out of an encounter, or out of a party, prepared encounter or stat "
        "blocks of a campaign. The file is only read, also while it is open in the program.",
        epilog=EPILOG,
    )
    top.add_argument(
        "file", type=Path, metavar="FILE", help="an encounter (.turnwright), or a file of a campaign"
    )
    top.add_argument(
        "--out", required=True, metavar="PATH", help="where to; its ending is the format; - prints it"
    )
    top.add_argument(
        "--as",
        dest="kind",
        choices=KINDS,
        help="of an encounter: the fight as it stands (if left out), a prepared encounter with everybody as "
        "they came in, those of the players as a party, or stat blocks",
    )
    top.add_argument("--format", choices=[*FORMS], help="the format, if the ending does not say it")
    top.add_argument("--only", default="", metavar="ID,ID", help="only these combatants, by id or by name")
    top.add_argument("--ruleset", default="", metavar="ID", help="of stat blocks whose file does not say it")
    top.add_argument("--force", action="store_true", help="replace a file that is there already")
    return top


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; returns the exit status."""
    given = parser().parse_args(list(arguments))
    return carried_out("turnwright export", lambda: _export(given), Unreadable, RulesetError, Unfit)


def _export(given: argparse.Namespace) -> None:
    form = asked_format(given.out, given.format, [*FORMS], form_of)
    require_place(given.out, given.file, "what is taken out cannot take the place of its file")
    if given.file.suffix.lower() == ENDING or not given.file.suffix:
        found = _of_encounter(given)
    else:
        found = _of_text(given)
    found = replace(found, only=_only(given.only, found) or found.only)
    if given.only and found.kind == FIGHT and form.id == "toml":
        raise Misuse(
            "--only is not for a whole fight as it stands; take some of it with --as party or blocks"
        )
    put(given.out, form.make(found).encode("utf-8", "replace"), force=given.force)


def _of_encounter(given: argparse.Namespace) -> Outgoing:
    """Return what an encounter's file holds; raises StorageError."""
    kept = read_kept(given.file, RulesetCache(Paths.standard().rules).compiled)
    session = kept.session
    return Outgoing(
        rules=session.rules,
        name=kept.contents.header.title,
        kind=given.kind or FIGHT,
        state=session.state,
        first=first_given(session.rules, session.commands_of(*GIVING)),
        waves=waves_of(session.state, [*session.commands_of(*PLANNING)]),
    )


def _of_text(given: argparse.Namespace) -> Outgoing:
    """Return what a file of a campaign holds; raises Misuse, Unreadable, RulesetError and Unfit."""
    found = of_file(read(given.file, LARGEST))
    ruleset, options = ruleset_of(found)
    ruleset = ruleset or given.ruleset or given.file.absolute().parent.name
    paths = Paths.standard()
    rules = RulesetCache(paths.rules).compiled(
        Shelf(paths.rulesets).writing(ruleset), {key: _plain(value) for key, value in options.items()}
    )
    out = outgoing(rules, found, given.file.stem)
    if given.kind is not None and given.kind != out.kind and FIGHT in (given.kind, out.kind):
        raise Misuse(f"--as {given.kind}: {given.file} holds no fight that has begun")
    return replace(out, kind=given.kind or out.kind)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _only(text: str, found: Outgoing) -> tuple[str, ...]:
    """Return the ids of the combatants that are meant, by id or by name; raises Misuse."""
    ids: list[str] = []
    people = found.state.combatants.values()
    for word in filter(None, (part.strip() for part in text.split(","))):
        meant = [who.id for who in people if who.id == word]
        meant = meant or [who.id for who in people if who.name.casefold() == word.casefold()]
        if not meant:
            hint = did_you_mean(word, [who.id for who in people])
            raise Misuse(f"there is no combatant {word!r}. {hint}".rstrip())
        ids += meant
    return tuple(ids)
