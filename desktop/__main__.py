"""python -m desktop: reads the arguments, then starts the program."""

from __future__ import annotations

import os
import sys

from desktop.command_line import read, subcommand
from desktop.process.late_signatures import read_late
from desktop.process.quick_start import (
    collect_nothing,
    import_msgspec,
    import_plainly,
    make_enums_quickly,
)

NO_QT = """Turnwright needs a library of the system that is not there: {error}
On Debian and Ubuntu this installs what is lacking:
  apt-get install libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libxcb-cursor0"""

HUNG = """Turnwright is running already but does not answer; this start goes on alone, in its own window.
A fight that is open in the other one cannot be opened here. Every step of it is on disk."""


def qt_loads() -> bool:
    """Load Qt before anything else needs it: what the system lacks shows here, and is told."""
    try:
        with read_late():
            from PySide6 import QtWidgets  # noqa: F401
    except ImportError as error:
        print(NO_QT.format(error=error), file=sys.stderr)
        return False
    return True


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say; returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if (wanted := subcommand(given)) is not None:
        return wanted.load()(given[1:])
    options = read(given)
    collect_nothing()
    import_msgspec()
    make_enums_quickly()
    place = None
    if not options.report_painted:
        from desktop.process.single_instance import Met, started

        found, place = started(options.files)  # before anything of the window is loaded
        if found is Met.TAKEN:
            return 0
        if found is Met.HUNG:
            print(HUNG, file=sys.stderr)
    if not qt_loads():
        return 1
    import_plainly()
    from desktop.process.display import no_display

    if (why := no_display(os.environ)) is not None:
        print(why, file=sys.stderr)
        return 1
    from desktop.app import run

    if not options.report_painted:
        return run(options.files, place=place)
    from desktop.main.start_report import StartReport

    return run(options.files, begun=StartReport)


if __name__ == "__main__":
    sys.exit(main())
