"""``turnwright import FILE``: what another program wrote as an encounter, without a window.

Qt is loaded only where something is played: for a fight that goes on, and for a file to open.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from desktop.files.ruleset_cache import RulesetCache
from desktop.process.paths import ENDING, Paths
from desktop.process.subcommands import DONE, FAILED, MISUSED, STDOUT, Misuse, put, require_place
from rulesets.campaign import toml_edit
from rulesets.campaign.things import Prepared
from rulesets.collector import paused
from rulesets.formula.fuzzy import did_you_mean
from rulesets.incoming.fitting import Fitted, all_told, fit, propose
from rulesets.incoming.found import Refused
from rulesets.incoming.preparing import prepared
from rulesets.incoming.reading import Reading, read
from rulesets.incoming.report import failed, reported
from rulesets.incoming.source import LARGEST, Source
from rulesets.reading.problems import RulesetError
from rulesets.reading.shelf import Shelf
from rulesets.vocabulary import Rules

if TYPE_CHECKING:
    from rulesets.campaign.fights import StandingFight

OURS = "turnwright"
"""Id of the format that Turnwright itself writes."""


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    top = argparse.ArgumentParser(
        prog="turnwright import",
        description="Make a prepared encounter of what another program wrote, or of a text with stat blocks. "
        "The file is only read.",
        epilog="Exit status: 0 taken, 1 not taken (the reason is told), 2 wrong arguments.",
    )
    top.add_argument("file", metavar="FILE", help="what to read; - reads what is piped in")
    top.add_argument("--ruleset", default="", metavar="ID", help="left out: the one that takes it best")
    top.add_argument("--dry-run", action="store_true", help="write nothing, only tell what is in it")
    top.add_argument("--json", action="store_true", help="tell it as one JSON object")
    top.add_argument(
        "--out",
        metavar="PATH",
        help="where to: a prepared encounter (.toml; - prints it), or one that can be opened (.turnwright)",
    )
    top.add_argument("--force", action="store_true", help="replace a file that is there already")
    return top


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; returns the exit status."""
    given = parser().parse_args(list(arguments))
    try:
        return _import(given)
    except Misuse as error:
        print(f"turnwright import: {error}", file=sys.stderr)
        return MISUSED
    except OSError as error:
        return _not_taken(given, f"Nothing was written: {error.strerror or error}", [])
    except Exception as error:  # whoever runs this from a script is owed an exit status and a sentence
        what = f"{type(error).__name__}: {error}".rstrip(": ")
        return _not_taken(given, f"Nothing was taken: something unexpected happened ({what}).", [])


@paused()
def _import(given: argparse.Namespace) -> int:
    if not given.dry_run and not given.out:
        raise Misuse("say with --out where the encounter is to be written, or only look with --dry-run")
    if given.json and not given.dry_run:
        raise Misuse("--json is for --dry-run")
    if given.out:
        require_place(given.out, Path(given.file), "the encounter cannot take the place of what is read")
    rulesets = _rulesets(given.ruleset)
    name = _name(given)
    try:
        source = Source(name, _data(given.file))
    except OSError as error:
        return _not_taken(given, f"“{name}” cannot be read ({error.strerror or error}).", [])
    except Refused as error:
        return _not_taken(given, str(error.told), [])
    reading = read(source)
    own = _own(source, reading)
    if own is not None and not given.ruleset:
        rulesets = [one for one in rulesets if one.id == own.ruleset] or rulesets
    if given.json:
        said = reported(name, reading, rulesets)
        print(_object(said))
        return FAILED if said["error"] else DONE
    if reading.refused is not None:
        return _not_taken(given, str(reading.refused.told), [str(one) for one in reading.finding.told])
    ident = propose(rulesets, reading.finding)
    rules = next(one for one in rulesets if one.id == ident)
    fitted = [fit(rules, creature) for creature in reading.finding.creatures]
    if given.out and not given.dry_run:
        as_it_is = own is not None and own.ruleset == rules.id
        _write(given, own if own is not None and as_it_is else _encounter(name, reading, rules, fitted))
    _say(reading, rules, fitted, file=sys.stderr if given.out == STDOUT else sys.stdout)
    return DONE


def _own(source: Source, reading: Reading) -> StandingFight | Prepared | None:
    """Return a fight or an encounter that we have written: for its own ruleset nothing of it is fitted."""
    if reading.reader is None or reading.reader.id != OURS or reading.refused is not None:
        return None
    # The engine is asked for by few files, and takes longer to come than most take to be read.
    from rulesets.campaign.fights import StandingFight
    from rulesets.campaign.own_files import of_file
    from rulesets.campaign.reading import parsed

    found = of_file(parsed(Path(source.name or "text"), source.text))
    return found if isinstance(found, StandingFight | Prepared) else None


def _name(given: argparse.Namespace) -> str:
    return "" if given.file == STDOUT else Path(given.file).name


def _data(file: str) -> bytes:
    """Return no more of a file than is read, and a byte: what is larger is told by its size."""
    if file == STDOUT:
        return sys.stdin.buffer.read(LARGEST + 1)
    path = Path(file)
    if path.exists() and not path.is_file():
        raise OSError(0, "this is no ordinary file")
    with path.open("rb") as opened:
        return opened.read(LARGEST + 1)


def _rulesets(wanted: str) -> list[Rules]:
    """Return the rulesets that come into question; raises Misuse if the one that is wanted cannot be used."""
    paths = Paths.standard()
    shelf, cache = Shelf(paths.rulesets), RulesetCache(paths.rules)
    known = [one.id for one in shelf.found() if not one.problem]
    if wanted and wanted not in known:
        raise Misuse(f"there is no ruleset {wanted!r}. {did_you_mean(wanted, known)}".rstrip())
    found = []
    for ident in [wanted] if wanted else known:
        try:
            found.append(cache.compiled(shelf.writing(ident), {}))
        except RulesetError as error:
            if wanted:
                raise Misuse(f"the ruleset {wanted!r} cannot be used: {error}") from error
    return found


def _not_taken(given: argparse.Namespace, why: str, warnings: list[str]) -> int:
    if given.json:
        print(_object(failed(_name(given), why, warnings)))
    else:
        print(why, *warnings, sep="\n", file=sys.stderr)
    return FAILED


def _object(said: dict[str, Any]) -> str:
    return msgspec.json.format(msgspec.json.encode(said), indent=1).decode()


# -- writing -----------------------------------------------------------------------------------------


def _encounter(
    name: str, reading: Reading, rules: Rules, fitted: Sequence[Fitted]
) -> StandingFight | Prepared:
    title = Path(name).stem or "Imported"
    if reading.finding.round is not None:
        fight = _going_on(title, reading, rules, fitted)
        if fight is not None:
            return fight
        _tell_of_a_fight(reading)
    return prepared(rules, title, fitted, all_told(rules, reading.finding, fitted))


def _going_on(title: str, reading: Reading, rules: Rules, fitted: Sequence[Fitted]) -> StandingFight | None:
    """Return a fight that was going on as it stands; None if the ruleset has no such order of counts."""
    from desktop.incoming.standing import fight_of

    there = [one for one in fitted if one.creature.where == "combat"]
    fight = fight_of(rules, title, there, reading.finding) if there else None
    if fight is not None and (others := len(fitted) - len(there)):
        reading.finding.tell(
            "The fight that is going on was taken, as it stands; {others} who are not in it were left out.",
            others=others,
        )
    return fight


def _tell_of_a_fight(reading: Reading) -> None:
    """Tell that what is written begins anew, where there is a fight that goes on."""
    reading.finding.tell(
        "There it is round {round}. This ruleset cannot go on with it: what is written begins anew, without "
        "counts.",
        round=reading.finding.round,
    )


def _write(given: argparse.Namespace, encounter: StandingFight | Prepared) -> None:
    """Write an encounter as a text, or one to open; raises Misuse, and OSError if there is a file already."""
    out = Path(given.out)
    if out.suffix.lower() == ENDING:
        from desktop.files.new_command import made

        made(encounter, out, Paths.standard(), force=given.force)
        print(out)
        return
    if isinstance(encounter, Prepared):
        text = toml_edit.written({key: value for key, value in encounter.data.items() if value is not None})
    else:
        text = encounter.text
    put(given.out, text.encode(), force=given.force)


def _say(reading: Reading, rules: Rules, fitted: Sequence[Fitted], file: Any) -> None:
    label = reading.reader.label if reading.reader is not None else ""
    total = sum(max(1, one.creature.count) for one in fitted)
    print(f"{label}, for {rules.label}: {len(fitted)} stat blocks, {total} in all.", file=file)
    for one in fitted:
        count = f" ×{one.creature.count}" if one.creature.count > 1 else ""
        print(f"  {one.name}{count}", file=file)
    for told in all_told(rules, reading.finding, fitted):
        print(f"Note: {told}", file=file)
