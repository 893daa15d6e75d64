"""The menus of a window, made from the table of commands and kept in step with what makes sense."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from desktop.commands.keys import IN_LIST, Keys
from desktop.commands.situation import CLOSED, Situation
from desktop.commands.table import (
    COMMANDS,
    MENUS,
    SUBMENUS,
    Folder,
    Need,
    Submenu,
    UserCommand,
    as_sentence,
    first_missing,
    plain,
    sense_of,
    size_entries,
    spending,
    translated,
    wave_entries,
)
from desktop.files.samples import samples
from desktop.process.settings_store import SettingsStore
from desktop.widgets.letters import letter_of, with_letter
from desktop.widgets.menus import let_scroll, underline_letters
from desktop.widgets.plain_text import tip
from desktop.widgets.style import apply_theme
from desktop.widgets.text_size import SIZES, apply_text_size, next_size, points_of
from rulesets.seen.labels import entry_label
from rulesets.vocabulary import Rules

THEMES = (
    ("system", QT_TRANSLATE_NOOP("Actions", "As the &system")),
    ("light", QT_TRANSLATE_NOOP("Actions", "&Light")),
    ("dark", QT_TRANSLATE_NOOP("Actions", "&Dark")),
    ("contrast-light", QT_TRANSLATE_NOOP("Actions", "High &contrast, light")),
    ("contrast-dark", QT_TRANSLATE_NOOP("Actions", "&High contrast, dark")),
)


class Actions(QObject):
    """The window's commands: emits ``asked`` with a command's id."""

    asked = Signal(str)

    def __init__(self, window: QWidget, bar: QMenuBar) -> None:
        """Fill ``bar`` for ``window``; the keys come with :meth:`bind`."""
        super().__init__(window)
        self.by_id: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._bar = bar
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(self._triggered)
        self._texts: dict[str, str] = {}
        """Every command's text without the list's key."""
        self._list_keys: dict[str, str] = {}
        self._now = CLOSED
        self._needing: dict[tuple[Need, ...], list[str]] = {}
        """The commands and submenus that need the same: 30 times one asks in a step, and not 130 times."""
        self._missing: dict[tuple[Need, ...], Need | None] = {}
        """What is missing of it, as it was said last."""
        self._exist_for: Rules | None = None
        """The rules whose commands are shown."""
        self._sizes: list[tuple[str, str]] | None = None
        self._waves: list[tuple[str, str]] | None = None
        """What is in the submenu of effects with a size."""
        for menu in MENUS:
            made = bar.addMenu(translated(menu.title))
            made.setToolTipsVisible(True)
            made.aboutToShow.connect(self._opens)
            made.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._give_back))
            self.menus[menu.id] = made
            for number, section in enumerate(menu.sections):
                if number:
                    made.addSeparator()
                for entry in section:
                    self._add(made, window, entry)

    def _add(self, menu: QMenu, window: QWidget, entry: UserCommand | Submenu | Folder) -> None:
        if isinstance(entry, Folder):
            inner = self._add_menu(menu, entry)
            for one in entry.entries:
                self._add(inner, window, one)
            return
        self._needing.setdefault(entry.needs, []).append(entry.id)
        if isinstance(entry, Submenu):
            self._add_menu(menu, entry)
            return
        action = QAction(self)
        action.setObjectName(entry.id)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(entry.checkable)
        self._group.addAction(action)
        self.by_id[entry.id] = action
        self._list_keys[entry.id] = ", ".join(entry.list_keys.split())
        self._say(entry.id, translated(entry.text))
        menu.addAction(action)
        window.addAction(action)

    def _add_menu(self, menu: QMenu, entry: Submenu | Folder) -> QMenu:
        self.menus[entry.id] = inner = menu.addMenu(translated(entry.text))
        inner.setToolTipsVisible(True)
        inner.aboutToShow.connect(self._opens)
        inner.menuAction().setObjectName(entry.id)
        return inner

    def _opens(self) -> None:
        menu = self.sender()
        if isinstance(menu, QMenu):
            underline_letters(let_scroll(menu))

    def _give_back(self) -> None:
        """Let one Escape leave the menus: Qt leaves the keys with the bar, where each letter opens a menu."""
        if self._bar.hasFocus() and QApplication.activePopupWidget() is None:
            escape = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
            QCoreApplication.sendEvent(self._bar, escape)

    def _say(self, ident: str, text: str) -> None:
        """Show the text with the list's key beside it, unless a key of its own stands there."""
        action, key = self.by_id[ident], self._list_keys[ident]
        self._texts[ident] = text
        action.setText(f"{text}\t{key}" if key and action.shortcut().isEmpty() else text)

    def bind(self, keys: Keys) -> None:
        """Give every command the keys that are bound to it, and show the list's where it has no others."""
        for ident, action in self.by_id.items():
            action.setShortcuts([QKeySequence(key) for key in keys.of(ident)])
            self._list_keys[ident] = keys.shown(IN_LIST + ident)
            self._say(ident, self._texts[ident])

    def _triggered(self, action: QAction) -> None:
        self.asked.emit(action.objectName())

    def rename(self, ident: str, text: str) -> None:
        """Let a command say something else from now on, by the same letter; ``text`` is plain."""
        words = text.replace("&", "&&")
        if words == text:
            words = with_letter(words, letter_of(translated(COMMANDS[ident].text)))
        if words != self._texts[ident]:
            self._say(ident, words)

    def enable(self, now: Situation) -> None:
        """Enable what makes sense now, and have what the rules have."""
        self._now = now
        self._fill_sizes(size_entries(now))
        self._fill_waves(wave_entries(now))
        if self._exist_for is not now.rules:
            self._exist_for = now.rules
            self._have_what_exists(now)
        known: dict[Need, bool] = {}
        for needs, idents in self._needing.items():
            missing = first_missing(needs, now, known)
            if needs not in self._missing or missing is not self._missing[needs]:
                self._missing[needs] = missing
                why_not = "" if missing is None else translated(missing.missing)
                for ident in idents:
                    self._let(ident, why_not)

    def _have_what_exists(self, now: Situation) -> None:
        """Show the commands that the rules have, or all as long as none are played."""
        for ident, action in self.by_id.items():
            exists = COMMANDS[ident].exists
            action.setVisible(exists is None or not now.is_open or exists(now.rules))

    def _let(self, ident: str, why_not: str) -> None:
        """Enable a command, or let its tool tip say why it cannot be given."""
        action = self.menus[ident].menuAction() if ident in SUBMENUS else self.by_id[ident]
        action.setEnabled(not why_not)
        action.setToolTip(tip(as_sentence(why_not)) if why_not else "")

    def why_not(self, ident: str) -> str:
        """Say why a command, or any of a submenu, cannot be given now; '' if it can."""
        return sense_of(ident, self._now).why_not

    def fill(self, name: str, entries: list[tuple[str, str]]) -> None:
        """Fill a submenu with (id, plain text); '' as id only shows the text."""
        menu = self.menus[name]
        for action in menu.actions():
            self._group.removeAction(action)
        menu.clear()
        for ident, text in entries:
            action = QAction(text.replace("&", "&&"), menu)
            action.setObjectName(ident)
            action.setEnabled(bool(ident))
            self._group.addAction(action)
            menu.addAction(action)
        menu.menuAction().setVisible(bool(entries))

    def _fill_sizes(self, entries: list[tuple[str, str]]) -> None:
        if entries != self._sizes:
            self._sizes = entries
            self.fill("sizes", entries)

    def _fill_waves(self, entries: list[tuple[str, str]]) -> None:
        if entries != self._waves:
            self._waves = entries
            self.fill("waves", entries)

    def fill_spending(self, rules: Rules, keys: Keys) -> None:
        """Fill the submenu of what spends each type of action, with the keys that do it in the list."""
        costs = [(ident, cost) for ident, cost in rules.costs.items() if cost.key]
        key = {ident: keys.first(spending(cost.key)) for ident, cost in costs}
        self.fill("spend", [(f"spend:{i}", f"{entry_label(cost, i)}\t{key[i]}") for i, cost in costs])

    def fill_samples(self) -> None:
        """Have the prepared encounters in the menu; each is a file that is looked into."""
        self.fill("samples", [(f"sample:{h.name}", f"{h.title} ({h.ruleset})") for h in samples()])

    def choose_theme(self, scheme: str, settings: SettingsStore) -> None:
        """Give the application another theme, and keep the choice."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and scheme in dict(THEMES):
            settings.change(theme=scheme)  # the menus of all windows mark it
            apply_theme(app, settings.now.theme)

    def fill_themes(self, chosen: str) -> None:
        """Fill the submenu of themes and mark the chosen one."""
        self._fill_choice("theme", [(f"theme:{ident}", plain(text)) for ident, text in THEMES], chosen)

    def choose_text_size(self, points: str, settings: SettingsStore) -> None:
        """Give all windows text of another size, and keep the choice; '0' is as the system has it."""
        app = QApplication.instance()
        if isinstance(app, QApplication) and int(points) in (0, *SIZES):
            settings.change(text_size=int(points))
            apply_text_size(app, settings.now.text_size)

    def step_text_size(self, by: int, settings: SettingsStore) -> None:
        """Make the text one size larger (1) or smaller (-1)."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            self.choose_text_size(str(next_size(points_of(app), by)), settings)

    def fill_text_sizes(self, chosen: int) -> None:
        """Fill the submenu of sizes of the text and mark the chosen one."""
        usual = plain(dict(THEMES)["system"])
        sizes = [(f"text-size:{size}", self.tr("{points} points").format(points=size)) for size in SIZES]
        self._fill_choice("text-size", [("text-size:0", usual), *sizes], str(chosen))

    def _fill_choice(self, name: str, entries: list[tuple[str, str]], chosen: str) -> None:
        """Fill a submenu of which one entry holds."""
        self.fill(name, entries)
        choice = QActionGroup(self.menus[name])
        choice.triggered.connect(self._triggered)
        for action in self.menus[name].actions():
            action.setCheckable(True)
            action.setChecked(action.objectName() == f"{name}:{chosen}")
            choice.addAction(action)
