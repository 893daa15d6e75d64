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
    top.add_argument("--shots", type=Path, metavar="DIR", help="take a picture of every screen")
    top.add_argument(
        "--stories", type=Path, metavar="DIR", help="with --shots: also of the scenarios in this folder"
    )
    top.add_argument("--script", type=Path, metavar="FILE", help="play commands from a file (for tests)")
    top.add_argument(REPORT, action="store_true", help="say when a command can be seen (for tests)")
    return top
