"""python -m tests.hands: plays the real window, for pictures and for those who watch or kill it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from desktop.__main__ import qt_loads


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the arguments say; returns the exit code.

    Raises:
        OSError: if a folder cannot be written.
        Lost: if the window did not do what a game master would have seen.
    """
    given = parser().parse_args(arguments)
    if given.play in (demo, shots):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not qt_loads():
        return 1
    code: int = given.play(given)
    return code


def demo(given: argparse.Namespace) -> int:
    """A picture and a PDF of a short fight."""
    from tests.hands.demo import demo

    return demo(given.folder)


def shots(given: argparse.Namespace) -> int:
    """Pictures of every screen."""
    from tests.hands.shots import shots

    return shots(given.folder, given.stories)


def script(given: argparse.Namespace) -> int:
    """The program with a player in its first window."""
    from desktop.app import run
    from tests.hands.script import play

    return run(given.files, begun=partial(play, script=given.script))


def parser() -> argparse.ArgumentParser:
    """The arguments with their help."""
    top = argparse.ArgumentParser(prog="python -m tests.hands", description=__doc__)
    known = top.add_subparsers(required=True, metavar="PLAY")
    one = known.add_parser("demo", help="a short fight off screen; leaves a picture and a PDF")
    one.add_argument("folder", type=Path, metavar="DIR", help="where to")
    one.set_defaults(play=demo)
    every = known.add_parser("shots", help="every screen as a picture, in every look, off screen")
    every.add_argument("folder", type=Path, metavar="DIR", help="where to")
    every.add_argument("--stories", type=Path, metavar="DIR", help="scenarios to be played and pictured, too")
    every.set_defaults(play=shots)
    scripted = known.add_parser("script", help="the program plays commands and says which can be seen")
    scripted.add_argument("script", type=Path, metavar="SCRIPT", help="commands, one a line")
    scripted.set_defaults(play=script)
    watched = known.add_parser("watch", help="the program says which commands can be seen")
    watched.set_defaults(play=script, script=None)
    for each in (scripted, watched):
        each.add_argument("files", nargs="*", type=Path, metavar="FILE", help="an encounter to open")
    return top


if __name__ == "__main__":
    sys.exit(main())
