"""Which versions of what the program runs with: for the window that says so, and for reports of bugs."""

from __future__ import annotations

import platform
import sys

import PySide6
from PySide6.QtCore import QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication


def versions() -> list[tuple[str, str]]:
    """Return name and version of everything below the program."""
    built = " (built program)" if getattr(sys, "frozen", False) else ""
    return [
        ("Python", f"{platform.python_version()}{built}"),
        ("Qt", str(qVersion())),
        ("PySide6", str(PySide6.__version__)),
        ("System", f"{QSysInfo.prettyProductName()}, {platform.machine()}, {_kernel()}"),
        ("Display", QGuiApplication.platformName()),
    ]


def _kernel() -> str:
    return f"{QSysInfo.kernelType()} {QSysInfo.kernelVersion()}"
