"""What makes the start quick and is over once the window is there; the program does the same without it."""

from __future__ import annotations

import builtins
import gc
import sys


def import_plainly() -> None:
    """Import from here on without what PySide does at every import for `from __feature__ import ...`.

    It looks whether a feature is wanted, and whether one could concern the module, whose source it reads for
    that; nobody here uses any. It is a tenth of the start, and seven megabytes of lines that stay. Should
    PySide keep this elsewhere one day, the start only takes longer.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def import_msgspec() -> None:
    """Import msgspec without typing_extensions, which it takes where one develops, but can do without.

    With all of inspect that is a fortieth of the start. What imports it later finds it.
    """
    if "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]  # there is no such module, it says
        import msgspec  # noqa: F401

        del sys.modules["typing_extensions"]


def collect_nothing() -> None:
    """Look for no garbage from here on: what a start makes is there to stay."""
    gc.disable()


def collect_again() -> None:
    """Set aside what the start has made, and look for garbage from here on."""
    gc.freeze()
    gc.enable()
