"""What PySide needs only to explain a wrong call is read when one is made, and explains it as ever."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN_LATE = """
import sys
from desktop.process.late_signatures import read_late
before = sys.meta_path
with read_late():
    from PySide6 import QtCore
assert sys.meta_path is before and not [one for one in before if "late_signatures" in repr(one)]
"""
BEGIN_AS_EVER = "from PySide6 import QtCore"
READ = """
late = {name: vars(module)["_found"] is None for name, module in sys.modules.items()
        if type(module).__name__ == "_Late"}
"""
WRONG = """
for call in ({calls}):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
"""
CALLS = """
    lambda: QtCore.QTimer().start("soon"),
    lambda: QtCore.QRect("left", 1),
    lambda: QtCore.QObject(nothing=1),
    lambda: QtCore.QPoint(1, 2, 3, 4),
"""
TOLD = """
print(QtCore.QTimer.start.__doc__)
from PySide6.support.signature import get_signature
print(get_signature(QtCore.QObject.setObjectName))
"""


def said(*parts: str) -> str:
    """Return what a program of its own says."""
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(parts)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_importing_qt_reads_none_of_it() -> None:
    read = said(BEGIN_LATE, READ, "print(len(late), any(late.values()))").split()
    assert read == ["14", "False"], "seven modules, each under both of its names"


@pytest.mark.slow
def test_a_wrong_call_is_explained_as_ever() -> None:
    wrong = WRONG.format(calls=CALLS)
    late = said(BEGIN_LATE, wrong)
    assert "Supported signatures:" in late
    assert late == said(BEGIN_AS_EVER, wrong)


@pytest.mark.slow
def test_what_a_call_takes_is_told_as_ever() -> None:
    late = said(BEGIN_LATE, TOLD)
    assert "msec: int" in late
    assert late == said(BEGIN_AS_EVER, TOLD)
    assert late == said(BEGIN_LATE, READ, TOLD, "import PySide6.support.signature.parser"), "in any order"


@pytest.mark.slow
def test_no_import_is_asked_for_features_any_more() -> None:
    asked = "print(builtins.__import__ is builtins.__feature_import__)"
    plainly = "from desktop.process.quick_start import import_plainly; import_plainly()"
    assert said("import builtins", BEGIN_AS_EVER, asked, plainly, asked, plainly, asked).split() == [
        "True",
        "False",
        "False",
    ]


@pytest.mark.slow
def test_a_wrong_call_is_an_error_and_not_the_end_of_the_program() -> None:
    """As the program itself loads Qt: what explains a wrong call of a widget finds all that it looks for."""
    start = "from desktop.__main__ import qt_loads\nassert qt_loads()\nfrom PySide6 import QtWidgets"
    assert said(
        start, WRONG.format(calls="lambda: QtWidgets.QListWidgetItem(1.5, 2.5, 3.5, 4.5),")
    ).startswith("TypeError")
