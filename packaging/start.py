"""Where a standalone Turnwright begins: nothing of the program is imported before its errors are caught."""

from __future__ import annotations

import sys

from desktop.process.early import start


def main() -> int:
    """Import the program and do what its arguments say."""
    from desktop.__main__ import main

    return main()


if __name__ == "__main__":
    sys.exit(start(main))
