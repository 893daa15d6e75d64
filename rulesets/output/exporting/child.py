"""Makes a page by a template of the user's: ``python -m rulesets.output.exporting.child JOB PAGE``."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from rulesets.output.exporting.isolation import MEMORY, SECONDS, Made


def main(arguments: list[str] | None = None) -> int:
    """Read a job, write what came of it; 0, whether a page came of it or not."""
    job, page = (sys.argv[1:] if arguments is None else arguments)[:2]
    _limit()
    from rulesets.output.exporting.pages import Job, PageError, render

    given = msgspec.msgpack.decode(Path(job).read_bytes(), type=Job)
    try:
        made = Made(render(given))
    except PageError as error:
        made = Made(name=error.name, line=error.line, reason=error.reason)
    Path(page).write_bytes(msgspec.msgpack.encode(made))
    return 0


def _limit() -> None:
    """Let the system end this process if it takes too much; Windows only knows the time."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, int(SECONDS) + 5)):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    sys.exit(main())
