"""Which pipeline is applied: a button each for what is needed all the time, a menu for the rest."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QButtonGroup, QMenu, QToolButton, QWidget

from desktop.widgets.flow_layout import FlowLayout
from desktop.widgets.menus import underline_letters
from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

MOST_BUTTONS = 4
"""Pipelines up to which every one has a button; of more only those with a role have."""


class PipelineChooser(QWidget):
    """Buttons of which one is pressed; temporary hit points are as near as damage."""

    chosen = Signal(str)
    """Id of the pipeline that is chosen now."""
    picked = Signal()
    """It was chosen by hand: its number comes next."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin with nothing to choose."""
        super().__init__(parent)
        self._labels: dict[str, str] = {}
        self._buttons: dict[str, QToolButton] = {}
        self._actions: dict[str, QAction] = {}
        self._current = ""
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._on_button)
        self._more = QToolButton(self)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setCheckable(True)
        self._menu = QMenu(self._more)
        self._menu.triggered.connect(self._on_action)
        self._menu.aboutToShow.connect(lambda: underline_letters(self._menu))
        self._more.setMenu(self._menu)
        self._menu_group = QActionGroup(self)
        self._layout = FlowLayout(self, gap=3, line_gap=3)

    # -- interface -----------------------------------------------------------------------------------

    @property
    def current(self) -> str:
        """Id of the pipeline that is chosen, or ''."""
        return self._current

    @property
    def text(self) -> str:
        """Label of the pipeline that is chosen."""
        return self._labels.get(self._current, "")

    @property
    def labels(self) -> dict[str, str]:
        """Id → label of everything that can be chosen."""
        return dict(self._labels)

    @property
    def more(self) -> QToolButton:
        """The button of the menu."""
        return self._more

    def button(self, pipeline: str) -> QToolButton:
        """Return the button of a pipeline, or that of the menu."""
        return self._buttons.get(pipeline, self._more)

    def set_rules(self, rules: Rules | None) -> None:
        """Offer the pipelines of another ruleset, the first one chosen."""
        for button in self._buttons.values():
            self._group.removeButton(button)
            self._layout.removeWidget(button)
            button.deleteLater()
        self._layout.removeWidget(self._more)
        self._menu.clear()
        self._buttons, self._actions, self._labels = {}, {}, {}
        pipelines = {} if rules is None else rules.pipelines
        for name, rule in pipelines.items():
            self._labels[name] = entry_label(rule, name)
            if rule.role or len(pipelines) <= MOST_BUTTONS:
                self._add_button(name)
            else:
                self._add_action(name)
        self._layout.addWidget(self._more)
        self._more.setVisible(bool(self._actions))
        self.setVisible(len(self._labels) > 1)
        self.choose(next(iter(self._labels), ""))

    def choose(self, pipeline: str) -> None:
        """Choose a pipeline by its id; '' is none."""
        self._current = pipeline
        self._show_current()
        self.chosen.emit(pipeline)

    # -- internal ------------------------------------------------------------------------------------

    def _add_button(self, name: str) -> None:
        button = QToolButton(self)
        button.setText(self._labels[name].replace("&", "&&"))
        button.setCheckable(True)
        button.setProperty("pipeline", name)
        button.setAccessibleName(self.tr("Apply: {what}").format(what=self._labels[name]))
        self._group.addButton(button)
        self._layout.addWidget(button)
        self._buttons[name] = button

    def _add_action(self, name: str) -> None:
        action = self._menu.addAction(self._labels[name].replace("&", "&&"))
        action.setData(name)
        action.setCheckable(True)
        self._menu_group.addAction(action)
        self._actions[name] = action

    def _show_current(self) -> None:
        inside = self._current in self._actions
        self._group.setExclusive(False)
        for name, button in self._buttons.items():
            button.setChecked(name == self._current)
            _embolden(button, bold=name == self._current)
        self._group.setExclusive(True)
        for name, action in self._actions.items():
            action.setChecked(name == self._current)
        self._more.setChecked(inside)
        _embolden(self._more, bold=inside)
        self._more.setText(self._labels[self._current] if inside else self.tr("More"))
        self._more.setAccessibleName(self.tr("Apply something else"))

    def _on_button(self, button: QToolButton) -> None:
        self.choose(str(button.property("pipeline")))
        self.picked.emit()

    def _on_action(self, action: QAction) -> None:
        self.choose(str(action.data()))
        self.picked.emit()


def _embolden(button: QToolButton, *, bold: bool) -> None:
    """Show which button is pressed by more than a shade that a dark theme hides."""
    font = button.font()
    font.setBold(bold)
    font.setUnderline(bold)
    button.setFont(font)
