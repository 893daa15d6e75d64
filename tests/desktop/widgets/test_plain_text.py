"""Nothing that comes from a file is read as HTML: it would open whatever path it names.

A fight in which every name, and a ruleset in which every label, is an image of a file: whatever the window
shows of them is shown letter by letter.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, Qt as Gui
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

import desktop
from desktop.commands.table import COMMANDS
from desktop.files.ruleset_cache import RulesetCache
from desktop.main.window import MainWindow
from desktop.widgets.plain_text import PlainLabel, tip
from rulesets.reading.loader import shipped
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal
from rulesets.vocabulary import Rules

BAIT = '<img src="file:/bait">'
TEXTS = frozenset({"label", "short", "text", "cite", "needs_text", "act_cite", "where", "by_hand"})
"""Keys of a ruleset whose value is a text for people."""
ELSEWHERE = frozenset(
    {"quit", "open", "open-window", "save-copy", "export", "print", "summary", "new-window"}
)
"""Commands that ask for a file, start a printer or another window."""
ROLES = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole, Qt.ItemDataRole.WhatsThisRole)
MOST_ROWS = 60


def baited(value: Any, key: str = "") -> Any:
    """A compiled ruleset with an image before every text."""
    if isinstance(value, dict):
        return {name: baited(one, name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [baited(one) for one in value]
    return f"{BAIT}{value}" if key in TEXTS and isinstance(value, str) else value


@pytest.fixture(autouse=True)
def bait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ruleset that is compiled has images for texts."""
    compiled = RulesetCache.compiled

    def hostile(self: RulesetCache, *args: Any) -> Rules:
        rules = compiled(self, *args)
        return msgspec.convert(baited(msgspec.to_builtins(rules)), Rules, strict=False)

    monkeypatch.setattr(RulesetCache, "compiled", hostile)


def rich(text: str) -> bool:
    """Whether Qt would read a text as HTML and find the image in it."""
    return Gui.mightBeRichText(text) and "<img" in text


def columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    """Columns of a model; Qt does not tell them of a list."""
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def indexes(model: QAbstractItemModel, parent: QModelIndex | None = None) -> Iterator[QModelIndex]:
    parent = parent or QModelIndex()
    for row in range(min(model.rowCount(parent), MOST_ROWS)):
        for column in range(columns(model, parent)):
            yield model.index(row, column, parent)
        yield from indexes(model, model.index(row, 0, parent))


def read_as_html(widget: QWidget, *, rows: bool = True) -> Iterator[str]:
    """Yield what a widget would read as HTML, in the rows of its model if ``rows``."""
    where = f"{type(widget).__name__} {widget.objectName()}"
    for what in ("toolTip", "whatsThis", "statusTip"):
        if rich(getattr(widget, what)()):
            yield f"{what} of {where}: {getattr(widget, what)()}"
    if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText and rich(widget.text()):
        yield f"text of {where}: {widget.text()}"
    if isinstance(widget, QTextEdit) and "<img" in widget.toHtml():
        yield f"document of {where}"
    if isinstance(widget, QTabBar):
        yield from (f"tab of {where}" for n in range(widget.count()) if rich(widget.tabToolTip(n)))
    action = widget.defaultAction() if isinstance(widget, QToolButton) else None
    if action is not None and rich(action.toolTip()):
        yield f"action of {where}"
    if rows and isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _of_model(widget.model(), where)


def _of_model(model: QAbstractItemModel, where: str) -> Iterator[str]:
    for index in indexes(model):
        for role in ROLES:
            text = index.data(role)
            if isinstance(text, str) and rich(text):
                yield f"{role.name} of {where}, column {index.column()}: {text}"
    for section in range(columns(model, QModelIndex())):
        for role in ROLES:
            text = model.headerData(section, Qt.Orientation.Horizontal, role)
            if isinstance(text, str) and rich(text):
                yield f"{role.name} of the head of {where}"


def shows_bait(widgets: Iterable[QWidget]) -> set[str]:
    """Kinds of widgets that show the image letter by letter: the proof that it has come so far."""
    found = set()
    for widget in widgets:
        texts = [widget.toolTip(), widget.accessibleName(), widget.windowTitle()]
        if isinstance(widget, QLabel):
            texts.append(widget.text())
        if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView) and widget.model():
            texts += [str(index.data()) for index in indexes(widget.model())]
        if isinstance(widget, QPlainTextEdit | QTextEdit):
            texts.append(widget.toPlainText())
        if any("file:/bait" in text for text in texts):
            found.add(type(widget).__name__)
    return found


def all_read_as_html(looked_at: Container[QWidget] = ()) -> list[str]:
    """All that is read as HTML; the rows of those ``looked_at`` are left out."""
    widgets = QApplication.allWidgets()
    return [found for one in widgets for found in read_as_html(one, rows=one not in looked_at)]


def crowd(ruleset: str) -> list[cmd.Command]:
    """Four with images for names, on two such sides; one is a group's."""
    return [
        cmd.Add(
            combatant={
                "id": f"{BAIT}{number}",
                "name": f"{BAIT}<b>Evil</b> {number}",
                "side": f"{BAIT}{number % 2}",
                "group": f"{BAIT}squad" if number == 3 else "",
                "notes": f"{BAIT} notes",
            }
        )
        for number in range(4)
    ]


def play(window: MainWindow) -> None:
    """Start, and do what can be done: whatever is refused has its sentence."""
    bridge = window.services.bridge
    bridge.dispatch(cmd.Start())
    who = f"{BAIT}0"
    for command in (
        cmd.BeginEffect(on=who, name=f"{BAIT}dazed", rounds=3),
        cmd.Ready(who=bridge.state.walk.active or who, action=f"{BAIT}shoot", trigger=f"{BAIT}moves"),
        cmd.RecordAttack(who=who, target=f"{BAIT}1", label=f"{BAIT}shot", kind="ranged", result="hit"),
        cmd.NextPhase(),
        cmd.Delay(who=who),
        cmd.Act(who=who, cost=f"{BAIT}cost", name=f"{BAIT}name"),
        cmd.EndTurn(),
    ):
        bridge.dispatch(command)
    for name in bridge.rules.pipelines:
        if not isinstance(bridge.preview(cmd.Apply(pipeline=name, to=(who,))), Refusal):
            bridge.dispatch(cmd.Apply(pipeline=name, to=(who,)))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", sorted(shipped()))
def test_no_widget_reads_a_name_or_a_label_as_html(ruleset: str, window: MainWindow, tmp_path: Path) -> None:
    """In the window, and in everything that its commands open, before the fight and in it."""
    window.services.encounters.new(
        f"{BAIT}fight", ruleset, commands=crowd(ruleset), path=tmp_path / "fight.turnwright"
    )
    shown: set[str] = set()
    for begun in (False, True):
        if begun:
            play(window)
        window.table.setCurrentIndex(window.table.initiative.index(0, 1))
        looked_at: set[QWidget] = set()
        for ident in ["", *(ident for ident in COMMANDS if ident not in ELSEWHERE)]:
            action = window.actions_.by_id.get(ident)
            if ident and (action is None or not action.isEnabled() or not _opens(action)):
                continue
            if ident:
                window.do(ident)
            QApplication.processEvents()
            assert all_read_as_html(looked_at) == [], ident
            new = set(QApplication.allWidgets()) - looked_at
            shown |= shows_bait(new)
            looked_at |= new
            for dialog in QApplication.topLevelWidgets():
                if dialog is not window and dialog.isVisible():
                    dialog.close()
        assert all_read_as_html() == []
    assert len(shown) > 8, shown


def _opens(action: QAction) -> bool:
    """Whether a command asks for something first."""
    return action.text().partition("\t")[0].endswith("…")


# -- the helper, and that nobody goes round it --------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["a", "", "x < y & z", "<b>x</b>", "a\n<b>c", "x &lt; y", BAIT, f"a\n{BAIT}", f"<p>{BAIT}</p>"]
)
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_tip_is_shown_letter_by_letter(qapp: object, text: str, wrapped: bool) -> None:
    shown = QLabel()
    shown.setText(tip(text, wrapped=wrapped))
    assert not rich(shown.text())
    document = QTextEdit()
    if Gui.mightBeRichText(shown.text()):
        document.setHtml(shown.text())
    else:
        document.setPlainText(shown.text())
    assert document.toPlainText() == text


def test_a_plain_label_is_plain(qapp: object) -> None:
    label = PlainLabel(BAIT)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == BAIT


FILES = sorted(Path(desktop.__file__).parent.rglob("*.py"))


def calls(file: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield name, node


def ours(node: ast.expr) -> bool:
    """Whether an expression is a sentence of the program's own, or has gone through the helper."""
    match node:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return ours(body) and ours(orelse)
        case ast.Call(func=ast.Name(id="tip")):
            return True
        case ast.Call(func=ast.Attribute(attr="tr"), args=[ast.Constant()]):
            return True
        case ast.Call(func=ast.Attribute(attr="format", value=value), keywords=keywords):
            return ours(value) and [key.arg for key in keywords] == ["most"]
    return False


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-2:]))
def test_every_tool_tip_and_label_goes_through_the_helper(file: Path) -> None:
    for name, call in calls(file):
        if name in ("setToolTip", "showText", "setWhatsThis", "setStatusTip", "setTabToolTip"):
            texts = [arg for arg in call.args if not (isinstance(arg, ast.Constant) and arg.value == 0)]
            text = texts[1] if name == "showText" else texts[-1]
            assert ours(text), f"{file.name}:{call.lineno}: {ast.unparse(text)} is no tip()"
        assert name != "QLabel", f"{file.name}:{call.lineno}: a PlainLabel shows any text as it is"
        assert name not in ("QMessageBox", "QErrorMessage", "QStaticText", "insertHtml"), f"{file.name}"
