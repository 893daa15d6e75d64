"""python -m desktop: reads the arguments, then starts the program."""

from __future__ import annotations

import os
import sys

from desktop.process.arguments import read
from desktop.process.quick_start import collect_again, collect_nothing, read_no_sources
from rulesets.output.exporting import ARGUMENT

NO_QT = """Turnwright needs a library of the system that is not there: {error}
On Debian and Ubuntu this installs what is lacking:
  apt-get install libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libxcb-cursor0"""

HUNG = """Turnwright is running already but does not answer; this start goes on alone, in its own window.
A fight that is open in the other one cannot be opened here. Every step of it is on disk."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say; returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["summary"]:
        from desktop.paper.summary_command import main as summary

        return summary(given[1:])
    if given[:1] == [ARGUMENT]:
        from rulesets.output.exporting.child import main as make_page

        return make_page(given[1:])
    options = read(given)
    if (options.demo or options.shots) and "QT_QPA_PLATFORM" not in os.environ:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    collect_nothing()
    place = None
    if not options.alone:
        from desktop.process.single_instance import Met, started

        found, place = started(options.files)  # before anything of the window is loaded
        if found is Met.TAKEN:
            return 0
        if found is Met.HUNG:
            print(HUNG, file=sys.stderr)
    try:
        from PySide6 import QtWidgets  # noqa: F401  before anything else needs it: what the system lacks shows here
    except ImportError as error:
        print(NO_QT.format(error=error), file=sys.stderr)
        return 1
    read_no_sources()
    if options.demo is not None:
        from tests.hands.demo import demo

        collect_again()
        return demo(options.demo)
    if options.shots is not None:
        from tests.hands.shots import shots

        collect_again()
        return shots(options.shots, options.stories)
    from desktop.process.display import no_display

    if (why := no_display(os.environ)) is not None:
        print(why, file=sys.stderr)
        return 1
    from desktop.app import run

    return run(options.files, place=place, report_painted=options.report_painted, script=options.script)


if __name__ == "__main__":
    sys.exit(main())
