"""``turnwright new SAMPLE``: an encounter's file without a window and without a display."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.process.paths import ENDING, Paths
from desktop.process.subcommands import EPILOG, Misuse, carried_out, require_folder
from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.problems import RulesetError
from rulesets.reading.shelf import Shelf

if TYPE_CHECKING:
    from rulesets.campaign.fights import StandingFight
    from rulesets.campaign.things import Prepared


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    top = argparse.ArgumentParser(
        prog="turnwright new",
        description="Make an encounter's file without a window: of a sample that comes with the program, of "
        "a prepared encounter, or of a fight that was exported as it stands.",
        epilog=EPILOG,
    )
    top.add_argument(
        "what",
        metavar="SAMPLE",
        help="name of a sample, name of a prepared encounter of the campaign, or a file (.toml)",
    )
    top.add_argument("--out", required=True, type=Path, metavar="FILE", help="the encounter (.turnwright)")
    top.add_argument("--force", action="store_true", help="replace a file that is there already")
    return top


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; returns the exit status."""
    from rulesets.campaign.reading import Unreadable

    given = parser().parse_args(list(arguments))
    return carried_out("turnwright new", lambda: _new(given), Unreadable, RulesetError)


def _new(given: argparse.Namespace) -> None:
    out: Path = given.out
    if out.suffix.lower() != ENDING:
        raise Misuse(f"{out}: an encounter ends in {ENDING}")
    require_folder(out)
    paths = Paths.standard()
    found = _meant(given.what, paths)
    made(found, out, paths, force=given.force)
    print(out)


def made(found: Prepared | StandingFight, out: Path, paths: Paths, *, force: bool) -> None:
    """Write an encounter as the window does; raises what :meth:`Encounters.new` does, and OSError."""
    from desktop.bridge import Bridge
    from desktop.files.encounters import Encounters, Unplayable
    from desktop.files.ruleset_cache import RulesetCache
    from rulesets.campaign.fights import StandingFight
    from rulesets.campaign.folder import Campaign
    from rulesets.words.texts import Speaker

    if out.exists() and not force:
        raise OSError(f"there is a file {out} already; --force replaces it")
    shelf, cache = Shelf(paths.rulesets), RulesetCache(paths.rules)
    encounters = Encounters(paths, shelf, cache, Bridge())
    try:
        if isinstance(found, StandingFight):
            encounters.new(found.name, found.ruleset, found.options, (found.command,), out, replace=force)
        else:
            campaign = Campaign.open(campaign_folder(paths))
            ours = found.origin is not None and found.origin.path.is_relative_to(campaign.folder)
            now, _names = encounters.since_last_fight(found, campaign.parties() if ours else ())
            encounters.new_from(now, out, replace=force)
    except Unplayable as error:
        speaker = Speaker(cache.compiled(shelf.writing(found.ruleset), {}), str)
        raise OSError(f"{error.name}: {error.who}: {speaker.refusal(error.refusal)}") from error
    encounters.close()


def _meant(what: str, paths: Paths) -> Prepared | StandingFight:
    """Return the prepared encounter that is meant; raises Misuse, and Unreadable for a file that is none."""
    from desktop.files.samples import LARGEST, read_sample, samples, shipped
    from rulesets.campaign.fights import read_fight
    from rulesets.campaign.folder import Campaign
    from rulesets.campaign.reading import read
    from rulesets.campaign.things import read_prepared

    names = [sample.name for sample in samples()]
    if what in names:
        return read_sample(shipped(what))
    campaign = Campaign.open(campaign_folder(paths))
    prepared = {one.name.casefold(): one for one in campaign.encounters()}
    if what.casefold() in prepared:
        return prepared[what.casefold()]
    if Path(what).is_file():
        found = read(Path(what), LARGEST)
        return read_fight(found) if "fight" in found.data else read_prepared(found)
    hint = did_you_mean(what, [*names, *(one.name for one in prepared.values())])
    raise Misuse(f"there is no sample, no prepared encounter and no file {what!r}. {hint}".rstrip())


def campaign_folder(paths: Paths) -> Path:
    """Return the folder of the campaign that is played: chosen by the game master, or the program's own."""
    from desktop.process.settings_store import read

    chosen = read(paths.settings).campaign
    return Path(chosen) if chosen else paths.campaign
