"""``turnwright summary FILE``: a fight as a file, without a window. Only a PDF needs Qt, and no display."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from msgspec import structs

from desktop.files.ruleset_cache import RulesetCache
from desktop.process.paper_setup import SCALES, Setup
from desktop.process.paths import Paths, resources
from desktop.process.subcommands import EPILOG, STDOUT, Misuse, asked_format, carried_out, put, require_place
from rulesets.fight.kept import read_kept
from rulesets.formula.fuzzy import did_you_mean
from rulesets.output.exporting.formats import ASKED_BY, CALLED, FORMATS, Format, format_of
from rulesets.output.exporting.writing import Exporter, Wanted
from rulesets.output.papers.folder import TemplateFolder
from rulesets.output.papers.templates import TemplateError
from rulesets.output.summary import Summary, summarise_kept
from rulesets.reading.problems import listed

PAPERS = ("A4", "Letter")


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    whole = dict.fromkeys(one.called for one in FORMATS.values() if not one.is_document)
    top = argparse.ArgumentParser(
        prog="turnwright summary",
        description=f"Write a fight as a {', '.join(CALLED[:-1])} or {CALLED[-1]} file. "
        "The encounter is only read, also while it is open in the program.",
        epilog=EPILOG,
    )
    top.add_argument("file", type=Path, metavar="FILE", help="an encounter (.turnwright)")
    top.add_argument(
        "--as",
        dest="kind",
        default="record",
        metavar="DOCUMENT",
        help="run-sheet, status, record (if left out), cards, players, or the name of a template of your "
        f"own; {' and '.join(whole)} hold everything",
    )
    top.add_argument(
        "--out", required=True, metavar="PATH", help="where to; its ending is the format; - prints it"
    )
    top.add_argument("--format", choices=ASKED_BY, help="the format, if the ending does not say it")
    top.add_argument("--paper", default=PAPERS[0], help="PDF: A4 (if left out) or Letter")
    top.add_argument("--landscape", action="store_true", help="PDF: on its side, whatever the template says")
    top.add_argument("--scale", type=int, default=100, metavar="PERCENT", help="PDF: 50 to 200")
    top.add_argument("--only", default="", metavar="ID,ID", help="only these combatants, by id or by name")
    top.add_argument("--events", action="store_true", help="CSV: one row per event, not per combatant")
    top.add_argument(
        "--language", default="", metavar="CODE", help="texts of the ruleset in this language: de"
    )
    top.add_argument("--force", action="store_true", help="replace a file that is there already")
    return top


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; returns the exit status."""
    given = parser().parse_args(list(arguments))
    return carried_out("turnwright summary", lambda: _summary(given), TemplateError)


def _summary(given: argparse.Namespace) -> None:
    format_ = _format(given)
    paths = Paths.standard()
    folder = TemplateFolder(resources() / "templates", paths.templates)
    known = [one.kind for one in folder.documents()]
    if given.kind not in known and not (paths.templates / f"{given.kind}.toml").is_file():
        hint = did_you_mean(given.kind, known)
        raise Misuse(f"there is no document {given.kind!r}, only {listed(known)}. {hint}".rstrip())
    cache = RulesetCache(paths.rules, given.language.lower().replace("_", "-"))
    exporter = Exporter(folder)
    wanted = Wanted(
        format=format_.id,
        kind=given.kind,
        printed=datetime.now().strftime("%Y-%m-%d %H:%M"),
        language=given.language,
    )
    summary = summarise_kept(read_kept(given.file, cache.compiled), audience=exporter.audience(wanted))
    wanted = structs.replace(wanted, only=_only(given.only, summary))
    drawn = format_ is FORMATS["pdf"]
    data = _pdf(exporter, summary, wanted, given) if drawn else exporter.export(summary, wanted)
    put(given.out, data, force=given.force)
    for problem in folder.problems:
        print(f"Note: {problem}", file=sys.stderr)


def _format(given: argparse.Namespace) -> Format:
    """Return the format wanted; raises Misuse for what does not go together."""
    format_ = asked_format(given.out, given.format, ASKED_BY, format_of)
    if format_ is FORMATS["pdf"] and given.out == STDOUT:
        raise Misuse("a PDF is no text; give --out the name of a file")
    if given.events and format_.ending != FORMATS["csv"].ending:
        raise Misuse("--events is for CSV; the others hold the events anyway")
    if given.only and not format_.is_document:
        documents = listed(one.id for one in FORMATS.values() if one.is_document)
        raise Misuse(f"--only is for documents ({documents}); the others hold everything")
    if given.paper.lower() not in [paper.lower() for paper in PAPERS]:
        raise Misuse(f"there is no paper {given.paper!r}, only {listed(PAPERS)}")
    if not SCALES[0] <= given.scale <= SCALES[1]:
        raise Misuse(f"the scale is 50 to 200 percent, not {given.scale}")
    require_place(given.out, given.file, "the summary cannot take the place of the encounter")
    return FORMATS["csv-events"] if given.events else format_


def _only(text: str, summary: Summary) -> tuple[str, ...]:
    """Return the ids of the combatants that are meant, by id or by name; raises Misuse."""
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        ids = [who.id for who in summary.standings if who.id == word]
        ids = ids or [who.id for who in summary.standings if who.name.casefold() == word.casefold()]
        if not ids:
            hint = did_you_mean(word, [who.id for who in summary.standings])
            raise Misuse(f"there is no combatant {word!r}. {hint}".rstrip())
        found += ids
    return tuple(found)


def _pdf(exporter: Exporter, summary: Summary, wanted: Wanted, given: argparse.Namespace) -> bytes:
    from desktop.paper.printing.headless import paper, without_display

    document = exporter.document(summary, wanted)
    application = without_display()
    size = next(known for known in PAPERS if known.lower() == given.paper.lower())
    data = paper(document, Setup(size, given.landscape, scale=given.scale))
    del application
    return data
