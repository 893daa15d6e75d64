"""Enumerations of Qt have their members once something of them is asked for, and are then as ever."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN_LATE = """
from desktop.process.late_enums import _Late, make_late
make_late()
"""
QT = "from PySide6 import QtCore, QtGui, QtWidgets"
TELL_ALL = """
import copy, enum, pickle

def enumerations(places):
    for one in places:
        if isinstance(one, enum.EnumType):
            yield one
        elif isinstance(one, type):
            yield from enumerations(vars(one).values())

for module in (QtCore, QtGui, QtWidgets):
    for one in enumerations([getattr(module, name) for name in dir(module)]):
        print(one.__module__, one.__qualname__, one.__mro__[1:], len(one), one, dir(one), type(one))
        print(sorted(vars(one)), one.__doc__)
        for name, member in one.__members__.items():
            told = (name, member, repr(member.value), hash(member) == hash(one[name]), type(member) is one)
            same = (member.__objclass__ is one, copy.copy(member) is member, member in one, one(member.value))
            print(*told, *same, pickle.loads(pickle.dumps(member)) is member)
        if issubclass(one, enum.Flag) and one.__members__:
            print([(a | b, a & b, ~a) for a in one for b in one], one(0), one(1 << 20))
"""
ASKED = {
    "a member": "QtCore.Qt.Key.Key_A",
    "a member by its name": "QtCore.Qt.Key['Key_A']",
    "a member by its value": "QtCore.Qt.Key(65)",
    "all": "list(QtCore.Qt.Key)[:3]",
    "all, the last first": "list(reversed(QtCore.Qt.Key))[:3]",
    "how many": "len(QtCore.Qt.Key)",
    "their names": "list(QtCore.Qt.Key.__members__)[:3]",
    "what it has": "[name for name in dir(QtCore.Qt.Key) if name.startswith('Key_A')]",
    "whether one is in it": "QtCore.QEvent.Type.Timer in QtCore.Qt.Key",
    "what Qt answers": "QtCore.QTimer().timerType()",
    "bits that Qt answers": "QtCore.QModelIndex().flags()",
    "a key of Qt's": "QtGui.QKeySequence('Ctrl+A')[0].keyboardModifiers(), QtGui.QKeySequence('A')[0].key()",
    "none of that name": "getattr(QtCore.Qt.Key, 'Key_Nowhere', None)",
    "none of that value": "QtCore.Qt.Key(123456789)",
}  # fmt: skip


def said(*parts: str) -> str:
    """Return what a program of its own says."""
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(parts)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_importing_qt_makes_few_members() -> None:
    late = "print(sum(type(one) is _Late for one in vars(QtCore.Qt).values()), type(QtCore.Qt.Key) is _Late)"
    many, key = said(BEGIN_LATE, QT, late).split()
    assert int(many) > 50
    assert key == "True"


@pytest.mark.slow
def test_every_enumeration_is_as_ever_once_it_is_asked() -> None:
    late = said(BEGIN_LATE, QT, TELL_ALL)
    assert late.count("\n") > 5000
    assert late == said(QT, TELL_ALL)


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_whatever_is_asked_first_is_answered_as_ever(asked: str) -> None:
    assert said(BEGIN_LATE, QT, f"print({asked})") == said(QT, f"print({asked})")


@pytest.mark.slow
def test_several_threads_may_ask_at_once() -> None:
    ask = """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as threads:
    print(len(set(threads.map(lambda _: id(QtCore.Qt.Key.Key_Z), range(64)))))
"""
    assert said(BEGIN_LATE, QT, ask) == "1\n"
