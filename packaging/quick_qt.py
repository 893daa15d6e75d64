"""What a standalone Turnwright does first of all: it imports Qt as the program does, without what can wait.

PyInstaller has to tell Qt where its parts lie, and imports it for that as ever before the program begins.
"""

from contextlib import suppress

from desktop.process.late_signatures import read_late

with suppress(ImportError), read_late():  # what the system lacks is told once the program begins
    from PySide6 import QtCore  # noqa: F401
