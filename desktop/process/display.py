"""Whether there is a display to show a window on: where there is none, Qt ends the program by force."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

NO_DISPLAY = """Turnwright cannot open its window: {reason}. Nothing was changed.
Start it on a desktop. Without a display a fight can be written as a file:
  turnwright summary FILE --out sheet.pdf"""


def x_answers() -> bool:
    """Whether the X server that DISPLAY names lets us in, asked with the library that Qt asks with, too."""
    import ctypes

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt will say that it is missing
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def wayland_there(environ: Mapping[str, str]) -> bool:
    """Whether a Wayland compositor can be reached where the environment says."""
    if environ.get("WAYLAND_SOCKET"):
        return True
    name = environ.get("WAYLAND_DISPLAY", "")
    return bool(name) and Path(environ.get("XDG_RUNTIME_DIR", ""), name).exists()


def no_display(
    environ: Mapping[str, str], answers: Callable[[], bool] = x_answers, platform: str = sys.platform
) -> str | None:
    """What to tell a user whose window cannot be shown, or None if it can.

    Somebody who says himself how Qt is to draw (QT_QPA_PLATFORM) is believed.
    """
    if not platform.startswith("linux") or environ.get("QT_QPA_PLATFORM") or wayland_there(environ):
        return None
    display = environ.get("DISPLAY")
    if not display:
        return NO_DISPLAY.format(reason="there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)")
    if answers():
        return None
    return NO_DISPLAY.format(reason=f"the display {display} does not answer or does not let this user in")
