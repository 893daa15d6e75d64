"""Which versions of what the program runs with: for the window that says so, and for reports of bugs."""

from __future__ import annotations

import platform
import sys

import PySide6
from PySide6.QtCore import QT_TRANSLATE_NOOP, QSysInfo, qVersion
from PySide6.QtGui import QGuiApplication


def versions() -> list[tuple[str, str]]:
    """Return name and version of everything below the program; names are English, for reports of bugs."""
    built = " (built program)" if getattr(sys, "frozen", False) else ""
    return [
        ("Python", f"{platform.python_version()}{built}"),
        ("Qt", str(qVersion())),
        ("PySide6", str(PySide6.__version__)),
        (str(QT_TRANSLATE_NOOP("Versions", "System")), _system()),
        (str(QT_TRANSLATE_NOOP("Versions", "Display")), QGuiApplication.platformName()),
    ]


def _system() -> str:
    kernel = f"{QSysInfo.kernelType()} {QSysInfo.kernelVersion()}"
    return f"{QSysInfo.prettyProductName()}, {platform.machine()}, {kernel}"
