"""What the program is called with: its subcommands, its files and its options.

A start that only names files, as a double click does, loads neither a subcommand nor argparse.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import rulesets
from desktop.process import SERVE
from rulesets.output.exporting import ARGUMENT

if TYPE_CHECKING:
    import argparse

PROGRAM = "turnwright"
REPORT = "--report-painted"
"""Says on standard output when the first window is there and takes keys: 'shown', then 'ready'.

The program has it for those who time a start or wait for one from outside, the standalone program's too,
which has no other way to tell. Such a program is always a process of its own.
"""

Main = Callable[[list[str]], int]
"""Takes the words behind a subcommand and returns the exit code."""


class Subcommand(NamedTuple):
    """What the program does instead of showing a window, when its first word says so."""

    name: str
    load: Callable[[], Main]
    """Imports what does it: nobody else waits for that."""
    usage: str = ""
    """The words behind it in an example."""
    does: str = ""
    """What the example does, for the help; empty for what only the program itself calls."""


def _summary() -> Main:
    from desktop.paper.summary_command import main

    return main


def _import() -> Main:
    from desktop.incoming.import_command import main

    return main


def _export() -> Main:
    from desktop.combatants.export_command import main

    return main


def _new() -> Main:
    from desktop.files.new_command import main

    return main


def _make_page() -> Main:
    from rulesets.output.exporting.child import main

    return main


def _serve_players() -> Main:
    from desktop.sharing.serving.main import main

    return main


SUBCOMMANDS = (
    Subcommand(
        "summary",
        _summary,
        usage="FILE --out sheet.pdf",
        does="writes a fight as PDF, HTML, Markdown, CSV or JSON without a window",
    ),
    Subcommand(
        "import",
        _import,
        usage="FILE --out fight.toml",
        does="makes an encounter of what another program wrote",
    ),
    Subcommand(
        "export",
        _export,
        usage="FILE --out fight.toml",
        does="takes combatants out, to go on elsewhere or for another program",
    ),
    Subcommand("new", _new, usage="SAMPLE --out FILE", does="makes an encounter without a window"),
    Subcommand(ARGUMENT, _make_page),
    Subcommand(SERVE, _serve_players),
)
"""Every one of them: whoever starts the program is led by this table, and the help is written from it."""


def subcommand(given: Sequence[str]) -> Subcommand | None:
    """The subcommand that these arguments begin with."""
    return next((one for one in SUBCOMMANDS if [one.name] == list(given[:1])), None)


class Arguments(NamedTuple):
    """What is to be done where there is no subcommand."""

    files: tuple[Path, ...] = ()
    """Encounters to open, each in a window of its own."""
    report_painted: bool = False


def read(given: Sequence[str]) -> Arguments:
    """Return what the arguments say; ends the program where they are wrong or ask for help."""
    if all(word == REPORT or (word and not word.startswith("-")) for word in given):
        files = tuple(Path(word) for word in given if word != REPORT)
        return Arguments(files, report_painted=REPORT in given)
    said = vars(parser().parse_args(list(given)))
    return Arguments(**{**said, "files": tuple(said["files"])})


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    import argparse

    top = argparse.ArgumentParser(
        prog=PROGRAM,
        description="A combat tracker for game masters.",
        epilog=" ".join(
            f"{PROGRAM} {one.name} {one.usage} {one.does}: {PROGRAM} {one.name} --help."
            for one in SUBCOMMANDS
            if one.does
        ),
    )
    top.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="an encounter to open, each in a window of its own",
    )
    top.add_argument("--version", action="version", version=f"Turnwright {rulesets.__version__}")
    top.add_argument(REPORT, action="store_true", help=argparse.SUPPRESS)
    return top
