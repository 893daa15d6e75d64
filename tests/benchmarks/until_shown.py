"""Runs a program up to its first frame and ends there, so that all of it can be counted.

python tests/benchmarks/until_shown.py (PROGRAM.py | -m MODULE) [ARGUMENT ...]

What the start prints as 'shown' ends it at once. The number of minor page faults goes to standard error.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from typing import TextIO


class UntilShown:
    """Standard output that ends the process with the line 'shown'."""

    def __init__(self, stream: TextIO) -> None:
        """Write to ``stream`` until then."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, or end."""
        if text.startswith("shown"):
            try:
                import resource

                faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
            except ImportError:  # Windows
                faults = 0
            sys.stderr.write(f"{faults}\n")
            sys.stderr.flush()
            os._exit(0)
        return self._stream.write(text)

    def flush(self) -> None:
        """Write what waits."""
        self._stream.flush()


def main() -> None:
    """Run the program that the arguments name, with the arguments behind it."""
    module = sys.argv[1] == "-m"
    del sys.argv[: 2 if module else 1]
    sys.stdout = UntilShown(sys.stdout)  # type: ignore[assignment]
    if module:
        sys.path.insert(0, str(Path.cwd()))
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
