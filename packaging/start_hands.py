"""Where the hands begin that play a standalone Turnwright. What goes wrong is only said: nobody is asked."""

from __future__ import annotations

import sys
import traceback


def main() -> int:
    """Be the program for what it calls itself for; else play what the arguments say."""
    from desktop.command_line import subcommand
    from tests.hands.__main__ import main

    wanted = subcommand(sys.argv[1:])
    return main() if wanted is None else wanted.load()(sys.argv[2:])


if __name__ == "__main__":
    try:
        code = main()
    except Exception:
        traceback.print_exc()  # a windowed program of Windows would open a box and wait
        code = 1
    sys.exit(code)
