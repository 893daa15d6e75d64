"""What the program is called with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

import rulesets

if TYPE_CHECKING:
    import argparse

REPORT = "--report-painted"


class Arguments(Struct, frozen=True):
    """What is to be done."""

    files: tuple[Path, ...] = ()
    """Encounters to open, each in a window of its own."""
    demo: Path | None = None
    shots: Path | None = None
    stories: Path | None = None
    script: Path | None = None
    report_painted: bool = False

    @property
    def alone(self) -> bool:
        """True for what has nothing to do with a program that is running already."""
        return bool(self.demo or self.shots or self.script or self.report_painted)


def read(given: Sequence[str]) -> Arguments:
    """Return what the arguments say; ends the program where they are wrong or ask for help.

    A start that only names files, as a double click does, does not wait for argparse to be loaded.
    """
    if all(word == REPORT or (word and not word.startswith("-")) for word in given):
        files = tuple(Path(word) for word in given if word != REPORT)
        return Arguments(files, report_painted=REPORT in given)
    said = vars(parser().parse_args(list(given)))
    return Arguments(**{**said, "files": tuple(said["files"])})


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    import argparse

    top = argparse.ArgumentParser(
        prog="turnwright",
        description="A combat tracker for game masters.",
        epilog="turnwright summary FILE --out sheet.pdf writes a fight as PDF, HTML, Markdown, CSV or JSON "
        "without a window: turnwright summary --help.",
    )
    top.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="an encounter to open, each in a window of its own",
    )
    top.add_argument("--version", action="version", version=f"Turnwright {rulesets.__version__}")
    top.add_argument(
        "--demo", type=Path, metavar="DIR", help="play a short fight off screen; leaves a picture and a PDF"
    )
    # For dev.py and the tests, and of no use to a game master: every screen as a picture, with the scenarios
    # of a folder; commands played from a file; a word whenever one can be seen.
    for name in ("--shots", "--stories", "--script"):
        top.add_argument(name, type=Path, help=argparse.SUPPRESS)
    top.add_argument(REPORT, action="store_true", help=argparse.SUPPRESS)
    return top
