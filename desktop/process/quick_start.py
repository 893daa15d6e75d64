"""What makes the start quick and is over once the window is there; the program does the same without it."""

from __future__ import annotations

import gc
from contextlib import suppress


def read_no_sources() -> None:
    """Keep PySide from reading the source of every module that is imported after it.

    It looks there to find out whether `from __feature__ import ...` could concern the module; that
    is a tenth of the start, and seven megabytes of lines that stay. Nobody here uses a feature: every module
    counts as one that does without. Should PySide keep this elsewhere one day, the start only takes longer.
    """
    with suppress(ImportError, AttributeError):
        from shibokensupport import feature  # type: ignore[import-not-found]

        feature._mod_uses_pyside = _uses_pyside


def _uses_pyside(_module: object) -> bool:
    return True


def collect_nothing() -> None:
    """Look for no garbage from here on: what a start makes is there to stay."""
    gc.disable()


def collect_again() -> None:
    """Set aside what the start has made, and look for garbage from here on."""
    gc.freeze()
    gc.enable()
