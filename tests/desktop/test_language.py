"""Every sentence of the window passes through the translation, and a translation that is there is spoken."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QSize, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)

import desktop
import rulesets
from desktop.combatants.naming import plain_name
from desktop.combatants.stats import known_feats, shown_feats
from desktop.files.samples import samples
from desktop.help.versions import versions
from desktop.process.language import speak
from rulesets.reading.loader import load, shipped
from rulesets.seen.labels import spelled
from tests.hands.campaign_shots import CampaignSeries
from tests.hands.keys_and_mouse import Hands
from tests.hands.players_shots import players_screen
from tests.hands.ruleset_shots import NAME, RulesetSeries
from tests.hands.shots import Series
from tests.hands.stage import stage

TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS><TS version="2.1" language="de"><context><name>Primary</name>
<message><source>Next turn</source><translation>Weiter</translation></message></context></TS>
"""


@pytest.fixture
def german(tmp_path: Path) -> Path:
    """A folder with a German translation of one sentence."""
    (tmp_path / "turnwright_de.ts").write_text(TS, encoding="utf-8")
    lrelease = Path(sys.executable).with_name("pyside6-lrelease")
    command = [str(lrelease), str(tmp_path / "turnwright_de.ts"), "-qm", str(tmp_path / "turnwright_de.qm")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return tmp_path


@pytest.fixture
def quiet(qapp: QApplication) -> Iterator[list[QTranslator]]:
    """Takes out again what a test installs."""
    before = set(qapp.findChildren(QTranslator))
    yield []
    for translator in set(qapp.findChildren(QTranslator)) - before:
        qapp.removeTranslator(translator)
        translator.deleteLater()


@pytest.mark.slow
@pytest.mark.usefixtures("quiet")
def test_a_translation_that_comes_along_is_spoken(qapp: QApplication, german: Path) -> None:
    assert speak(qapp, german, QLocale("de_AT"))
    assert QCoreApplication.translate("Primary", "Next turn") == "Weiter"
    assert QCoreApplication.translate("Primary", "Start…") == "Start…"


@pytest.mark.slow
@pytest.mark.usefixtures("quiet")
def test_without_one_nothing_is_installed(qapp: QApplication, german: Path) -> None:
    before = len(qapp.findChildren(QTranslator))
    assert not speak(qapp, german / "nowhere", QLocale("de_DE"))
    assert not speak(qapp, german, QLocale("fr_FR"))
    assert QCoreApplication.translate("Primary", "Next turn") == "Next turn"
    assert before <= len(qapp.findChildren(QTranslator)) <= before + 2


# -- one style of placeholders -------------------------------------------------------------------------

DESKTOP, RULESETS = Path(desktop.__file__).parent, Path(rulesets.__file__).parent
MARKS = {"tr": 0, "translate": 1, "QT_TRANSLATE_NOOP": 1}
"""What marks a text for translation → which of its arguments that is."""
NAMED = re.compile(r"\{[a-z_]+\}")
UNNAMED = re.compile(r"\{(?:![rsa])?(?::[^{}]*)?\}")


def sentences() -> Iterator[tuple[str, ast.expr, ast.Call]]:
    """Yield where each sentence of the window stands, with the call that marks it."""
    for file in sorted(DESKTOP.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            name = ""
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
            if name in MARKS and isinstance(node, ast.Call) and len(node.args) > MARKS[name]:
                yield f"{file.relative_to(DESKTOP)}:{node.lineno}", node.args[MARKS[name]], node


@pytest.mark.slow
def test_what_is_filled_in_has_a_name_in_every_sentence_of_the_window() -> None:
    """A translator sees what it is and may move it. Numbers that decide a plural are Qt's: %n, beside it."""
    found = [(where, text, call) for where, text, call in sentences() if not isinstance(text, ast.Name)]
    assert len(found) > 500
    wrong = []
    for where, text, call in found:
        if isinstance(text, ast.JoinedStr):
            wrong.append((where, "put together before it is translated"))
        if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
            continue
        left = NAMED.sub("", text.value)
        left = left.replace("%n", "") if call.args[-1] is not text else left
        if "{" in left or "}" in left or re.search(r"%\w", left):
            wrong.append((where, text.value))
    assert not wrong


@pytest.mark.slow
def test_what_is_filled_in_later_has_a_name_in_every_text_of_both_packages() -> None:
    """What the rules say to authors is filled in likewise, beside the catalogues that have names anyway."""
    wrong = []
    for file in sorted(file for of in (DESKTOP, RULESETS) for file in of.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        wrong += [
            (file.name, node.lineno, node.value)
            for node in nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
            if UNNAMED.search(node.value) and re.match(r"[\w\s{}!'.,:]+$", node.value)
            if re.search(r"[A-Za-z]{2}", node.value)
        ]
    assert not wrong


@pytest.mark.slow
def test_a_sentence_that_is_filled_at_once_is_given_every_name() -> None:
    missing = []
    for file in sorted(DESKTOP.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            marked, given = node.func.value, {word.arg for word in node.keywords}
            if node.func.attr == "format" and isinstance(marked, ast.Call) and None not in given:
                names = {name[1:-1] for name in NAMED.findall(ast.unparse(marked))}
                missing += [(file.name, node.lineno, names - given)] if names - given else []
    assert not missing


# -- a language that nobody speaks ---------------------------------------------------------------------

SAME = ("Turnwright", "Python", "PySide6", "GNU", "Linux")
"""Words that are the same in every language."""
PATH = re.compile(r"/\S+|\b[\w.+-]+ \d+\.[\w.+-]*: [\w.+ -]+")
"""A path, or a part that others wrote with its version and licence; no page of a book."""
OPEN, SHUT = "⟦", "⟧"
WORD = re.compile(r"[^\W\d_]{3,}")
SAID = re.compile(f"{OPEN}[^{OPEN}{SHUT}]*(?:{SHUT}|…$)")
"""What passed through the translation; the end of what is cut off shows no bracket."""


class Marked(QTranslator):
    """A language in which everything is said as in English, in brackets that nothing else has."""

    def translate(self, context: str, source: str, disambiguation: Any = None, n: int = -1) -> str:
        return f"{OPEN}{source.replace('%n', str(n)) if n >= 0 else source}{SHUT}" if source.strip() else ""

    def isEmpty(self) -> bool:
        return False


@pytest.fixture
def marked(qapp: QApplication) -> Iterator[None]:
    """Everything that is said from now on stands in brackets."""
    translator = Marked()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def texts_of(top: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, what) of everything that the widgets in ``top`` say."""
    for widget in (top, *top.findChildren(QWidget)):
        where = f"{type(widget).__name__} {widget.objectName()}"
        yield f"{where} title", widget.windowTitle()
        yield f"{where} tip", widget.toolTip()
        yield f"{where} name", widget.accessibleName()
        yield f"{where} description", widget.accessibleDescription()
        if isinstance(widget, QLabel | QAbstractButton):
            yield where, widget.text()
        if isinstance(widget, QGroupBox | QMenu):
            yield where, widget.title()
        if isinstance(widget, QLineEdit):
            yield f"{where} placeholder", widget.placeholderText()
        if isinstance(widget, QComboBox):
            yield from ((where, widget.itemText(at)) for at in range(widget.count()))
    for action in top.findChildren(QAction):
        yield f"action {action.objectName()}", action.text()
        yield f"action {action.objectName()} tip", action.toolTip()


def unsaid(top: QWidget, data: set[str]) -> list[tuple[str, str]]:
    """Return what stands outside of any bracket, has letters and is no data."""
    found, longest_first = [], sorted(data, key=len, reverse=True)
    for where, text in texts_of(top):
        left = text.replace("\u200b", "").replace("&", "")
        while SAID.search(left):
            left = SAID.sub(" ", left)
        left = PATH.sub(" ", left) if left.strip() not in data else ""
        for known in longest_first:
            if not WORD.search(left):
                break
            left = left.replace(known, " ")
        if WORD.search(left):
            found.append((where, text))
    return found


def words_in(value: object) -> Iterator[str]:
    """Yield every text in what a file or a ruleset holds."""
    match value:
        case str():
            yield value
        case dict():
            for key, each in value.items():
                yield str(key)
                yield from words_in(each)
        case list() | tuple():
            for each in value:
                yield from words_in(each)


@cache
def said_by_data() -> frozenset[str]:
    """Return what samples and rulesets say."""
    known = {sample.title for sample in samples()}
    for folder in shipped().values():
        known |= set(words_in(tomllib.loads((folder / "ruleset.toml").read_text("utf-8"))))
    known |= {spelled(word) for word in known}
    known |= {re.sub(r"(?<!\S)-(?=\d)", "−", word) for word in known}
    return frozenset(known | {shown_feats(known_feats(load(ident))) for ident in shipped()})


class Listening:
    """Hears a series of pictures: at every screen it listens instead of taking one."""

    _hands: Hands
    heard: dict[tuple[str, str], str]
    """(where, what) that passed by the translation → the screen where it was seen first."""
    screens: int
    typed: tuple[str, ...] = ()
    """What the series itself gives names to."""

    def _shot(self, what: str) -> None:
        self.screens += 1
        window = self._hands.window
        data = {*SAME, *self.typed, *said_by_data(), *(value for _, value in versions())}
        if window.services.bridge.is_open:
            data |= set(words_in(msgspec.to_builtins(window.services.bridge.state)))
            data |= {plain_name(one.name) for one in window.services.bridge.state.combatants.values()}
        for top in QApplication.topLevelWidgets():
            if top.isVisible():
                for one in unsaid(top, {word for word in data if len(word) > 1}):
                    self.heard.setdefault(one, what)


class HeardFight(Listening, Series):
    """A fight, as it is heard, the players' screen too."""

    def _players(self) -> None:
        with players_screen(self._hands) as screen:
            assert OPEN in screen.view.accessibleDescription()  # it is painted: what is read aloud is heard
            self._shot("players")


class HeardCampaign(Listening, CampaignSeries):
    """Two evenings of one party, as they are heard."""

    typed = ("The Lanterns", "The second door", "When the alarm rings")


class HeardRulesets(Listening, RulesetSeries):
    """An evening with a ruleset of one's own, as it is heard."""

    typed = (NAME,)


@pytest.mark.slow
@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(("series", "least"), [(HeardFight, 15), (HeardCampaign, 10), (HeardRulesets, 9)])
def test_every_sentence_of_a_series_passes_through_the_translation(
    series: type[HeardFight | HeardCampaign | HeardRulesets], least: int, tmp_path: Path
) -> None:
    with stage("dark", QSize(1440, 900)) as (_, hands):
        listening = series(hands, tmp_path, "heard")
        listening.heard, listening.screens = {}, 0
        listening.take()
    assert listening.screens > least
    assert not listening.heard, "\n".join(map(repr, listening.heard.items()))
