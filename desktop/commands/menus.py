"""All menus and commands of the window: one table, from which menus, keys and the key sheet are made.

Letters, digits and Space belong to the initiative list, which binds them itself (a focused button keeps its
own Space); the menus only show them. Everything with a modifier works in the whole window.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from desktop.commands.keys import IN_LIST, Keys
from desktop.files.samples import samples
from desktop.list.actions import spending
from desktop.process.settings import SettingsStore
from desktop.widgets.style import apply_theme
from rulesets.compiled import Rules


class Entry(NamedTuple):
    """One command of a menu. ``key`` works everywhere; ``list_key`` only in the list, which binds it.

    Where ``key`` names several with a space between them, the first one stands in the menu.
    """

    id: str
    text: object
    """As marked for translation (QT_TRANSLATE_NOOP is typed as object)."""
    key: str = ""
    list_key: str = ""
    needs: str = ""
    """When it is enabled: '' always · open · running · one (a combatant selected) · some."""


SEPARATOR = Entry("", "")

CONTEXT = "Actions"

MENUS: tuple[tuple[str, object, tuple[Entry, ...]], ...] = (
    (
        "encounter",
        QT_TRANSLATE_NOOP("Actions", "&Encounter"),
        (
            Entry("new", QT_TRANSLATE_NOOP("Actions", "&New…"), "Ctrl+N"),
            Entry("sample", QT_TRANSLATE_NOOP("Actions", "Open the &sample ambush")),
            Entry("samples", QT_TRANSLATE_NOOP("Actions", "All sample fi&ghts")),
            Entry("open", QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O"),
            Entry("recent", QT_TRANSLATE_NOOP("Actions", "&Recent")),
            Entry("new-window", QT_TRANSLATE_NOOP("Actions", "New &window"), "Ctrl+Shift+N"),
            Entry("open-window", QT_TRANSLATE_NOOP("Actions", "Open in a new w&indow…"), needs="open"),
            Entry("recent-new", QT_TRANSLATE_NOOP("Actions", "Recent in a new win&dow")),
            SEPARATOR,
            Entry("rulesets", QT_TRANSLATE_NOOP("Actions", "R&ulesets…")),
            SEPARATOR,
            Entry("options", QT_TRANSLATE_NOOP("Actions", "Op&tions of this encounter…"), needs="open"),
            Entry("rules-on-disk", QT_TRANSLATE_NOOP("Actions", "Ruleset on dis&k…"), needs="open"),
            SEPARATOR,
            Entry("copy", QT_TRANSLATE_NOOP("Actions", "Save a &copy…"), "Ctrl+Shift+S", needs="open"),
            Entry("print", QT_TRANSLATE_NOOP("Actions", "&Print…"), "Ctrl+P", needs="open"),
            Entry(
                "export",
                QT_TRANSLATE_NOOP("Actions", "E&xport…"),
                "Ctrl+Shift+E Ctrl+Shift+P",
                needs="open",
            ),
            SEPARATOR,
            Entry("close", QT_TRANSLATE_NOOP("Actions", "C&lose the encounter"), needs="open"),
            Entry("close-window", QT_TRANSLATE_NOOP("Actions", "Clos&e this window"), "Ctrl+W"),
            Entry("quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"),
        ),
    ),
    (
        "edit",
        QT_TRANSLATE_NOOP("Actions", "E&dit"),
        (
            Entry("undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", needs="open"),
            Entry("redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z Ctrl+Y", needs="open"),
            Entry(
                "bring-back", QT_TRANSLATE_NOOP("Actions", "&Bring back steps…"), "Ctrl+Alt+Z", needs="open"
            ),
            SEPARATOR,
            Entry("override", QT_TRANSLATE_NOOP("Actions", "&Override the last refusal"), "Ctrl+Shift+O"),
            Entry("find", QT_TRANSLATE_NOOP("Actions", "&Find a combatant…"), "Ctrl+F", "/", "open"),
            SEPARATOR,
            Entry("bind-keys", QT_TRANSLATE_NOOP("Actions", "Change the &keys…")),
        ),
    ),
    (
        "combatant",
        QT_TRANSLATE_NOOP("Actions", "&Combatant"),
        (
            Entry("add", QT_TRANSLATE_NOOP("Actions", "&Add combatants…"), "", "N", "open"),
            Entry("rename", QT_TRANSLATE_NOOP("Actions", "Re&name…"), "F2", "", "one"),
            Entry("count", QT_TRANSLATE_NOOP("Actions", "&Correct the count…"), "Shift+F2", "", "one"),
            Entry("belongs", QT_TRANSLATE_NOOP("Actions", "&Side, group, kind…"), "", "B", "some"),
            Entry("group", QT_TRANSLATE_NOOP("Actions", "Act as one &group"), "", "G", "some"),
            Entry("ungroup", QT_TRANSLATE_NOOP("Actions", "Act one b&y one"), "", "Shift+G", "some"),
            Entry("aware", QT_TRANSLATE_NOOP("Actions", "Aware, or &unaware"), "", "U", "some"),
            Entry("keep", QT_TRANSLATE_NOOP("Actions", "Keep as a stat b&lock"), "", "", "some"),
            Entry("card", QT_TRANSLATE_NOOP("Actions", "Print a card…"), "", "", "some"),
            SEPARATOR,
            Entry("damage", QT_TRANSLATE_NOOP("Actions", "&Damage…"), "", "H", "some"),
            Entry("heal", QT_TRANSLATE_NOOP("Actions", "&Heal…"), "", "Shift+H", "some"),
            Entry("apply", QT_TRANSLATE_NOOP("Actions", "A&pply")),
            Entry("spend", QT_TRANSLATE_NOOP("Actions", "&Spend")),
            Entry("formula", QT_TRANSLATE_NOOP("Actions", "F&ormula sheet…"), "", "F", "some"),
            Entry("effect", QT_TRANSLATE_NOOP("Actions", "Begin an &effect…"), "", "C", "some"),
            Entry("track-worse", QT_TRANSLATE_NOOP("Actions", "&Track: one worse"), "", "K", "some"),
            Entry("track-better", QT_TRANSLATE_NOOP("Actions", "Trac&k: one better"), "", "Shift+K", "some"),
            Entry("tracks", QT_TRANSLATE_NOOP("Actions", "All trac&ks")),
            Entry("why", QT_TRANSLATE_NOOP("Actions", "Wh&y this count?"), "", "?", "one"),
            SEPARATOR,
            Entry("defeat", QT_TRANSLATE_NOOP("Actions", "De&feated"), "Ctrl+D", "", "some"),
            Entry("disable", QT_TRANSLATE_NOOP("Actions", "Cannot act for no&w"), "", "", "some"),
            Entry("restore", QT_TRANSLATE_NOOP("Actions", "Can act aga&in"), "", "", "some"),
            Entry("remove", QT_TRANSLATE_NOOP("Actions", "&Remove"), "Ctrl+Del", "", "some"),
        ),
    ),
    (
        "turn",
        QT_TRANSLATE_NOOP("Actions", "&Turn"),
        (
            Entry("primary", QT_TRANSLATE_NOOP("Actions", "&Next turn"), "Ctrl+Return", "Space", "open"),
            Entry("back", QT_TRANSLATE_NOOP("Actions", "&Back one turn"), "", "Shift+Space", "open"),
            Entry("give-up", QT_TRANSLATE_NOOP("Actions", "End the turn &without acting"), "", "", "running"),
            Entry("close-phase", QT_TRANSLATE_NOOP("Actions", "Close the &phase"), "", "", "running"),
            Entry("declare", QT_TRANSLATE_NOOP("Actions", "Decla&re…"), "Ctrl+E", "", "running"),
            Entry("choose", QT_TRANSLATE_NOOP("Actions", "Goes ne&xt"), "", "", "some"),
            Entry("count-off", QT_TRANSLATE_NOOP("Actions", "&Count off"), "", "O", "running"),
            SEPARATOR,
            Entry("delay", QT_TRANSLATE_NOOP("Actions", "&Delay…"), "", "D", "running"),
            Entry("resume", QT_TRANSLATE_NOOP("Actions", "Resu&me"), "Ctrl+R", "", "running"),
            Entry("ready", QT_TRANSLATE_NOOP("Actions", "&Ready…"), "", "R", "running"),
            Entry("trigger", QT_TRANSLATE_NOOP("Actions", "&Trigger a readied action…"), "", "T", "running"),
            Entry("react", QT_TRANSLATE_NOOP("Actions", "R&eact…"), "", "E", "running"),
            Entry("attack", QT_TRANSLATE_NOOP("Actions", "Record an &attack…"), "Ctrl+T", "", "running"),
            SEPARATOR,
            Entry("end-encounter", QT_TRANSLATE_NOOP("Actions", "End the &fight"), "", "", "running"),
        ),
    ),
    (
        "view",
        QT_TRANSLATE_NOOP("Actions", "&View"),
        (
            Entry("palette", QT_TRANSLATE_NOOP("Actions", "&Command palette…"), "Ctrl+K"),
            SEPARATOR,
            Entry("theme", QT_TRANSLATE_NOOP("Actions", "&Theme")),
            Entry("log", QT_TRANSLATE_NOOP("Actions", "&Log"), "Ctrl+L"),
            Entry("inspector", QT_TRANSLATE_NOOP("Actions", "&Details of the combatant"), "Ctrl+I"),
            Entry("timer", QT_TRANSLATE_NOOP("Actions", "T&urn timer")),
            Entry("list", QT_TRANSLATE_NOOP("Actions", "Go to the l&ist"), "Ctrl+1", needs="open"),
        ),
    ),
    ("window", QT_TRANSLATE_NOOP("Actions", "&Window"), ()),
    (
        "help",
        QT_TRANSLATE_NOOP("Actions", "&Help"),
        (
            Entry("keys", QT_TRANSLATE_NOOP("Actions", "&Keys"), "F1"),
            Entry("guide", QT_TRANSLATE_NOOP("Actions", "&Guide")),
            Entry("authors", QT_TRANSLATE_NOOP("Actions", "&Writing Rulesets")),
            Entry("reference", QT_TRANSLATE_NOOP("Actions", "Rule&set Reference")),
            Entry("judged", QT_TRANSLATE_NOOP("Actions", "What the &rules leave to you"), needs="open"),
            Entry("changelog", QT_TRANSLATE_NOOP("Actions", "What's &New")),
            Entry("about", QT_TRANSLATE_NOOP("Actions", "&About Turnwright")),
        ),
    ),
)
SUBMENUS = ("samples", "recent", "recent-new", "apply", "spend", "tracks", "theme")
CHECKABLE = ("log", "inspector", "timer")
THEMES = (
    ("system", QT_TRANSLATE_NOOP("Actions", "As the &system")),
    ("light", QT_TRANSLATE_NOOP("Actions", "&Light")),
    ("dark", QT_TRANSLATE_NOOP("Actions", "&Dark")),
    ("contrast-light", QT_TRANSLATE_NOOP("Actions", "High &contrast, light")),
    ("contrast-dark", QT_TRANSLATE_NOOP("Actions", "&High contrast, dark")),
)
_MISSING = {
    "open": QT_TRANSLATE_NOOP("Actions", "no encounter is open"),
    "running": QT_TRANSLATE_NOOP("Actions", "the fight has not begun"),
    "one": QT_TRANSLATE_NOOP("Actions", "select a single combatant"),
    "some": QT_TRANSLATE_NOOP("Actions", "select a combatant"),
}
_NOTHING = {
    "undo": QT_TRANSLATE_NOOP("Actions", "nothing has happened yet"),
    "redo": QT_TRANSLATE_NOOP("Actions", "nothing was taken back"),
}


def translated(text: object) -> str:
    """The text of a command in the user's language."""
    return QCoreApplication.translate(CONTEXT, str(text))


def plain(text: object) -> str:
    """The text of a command without its mnemonic, translated."""
    return translated(text).replace("&", "")


def commands() -> Iterator[tuple[object, Entry]]:
    """Every command with the title of its menu, for the sheet of keys."""
    for _, title, entries in MENUS:
        for entry in entries:
            if entry.id and entry.id not in SUBMENUS:
                yield title, entry


class Actions(QObject):
    """The window's commands: emits ``asked`` with a command's id."""

    asked = Signal(str)

    def __init__(self, window: QWidget, bar: QMenuBar) -> None:
        """Fill ``bar`` and give the keys to ``window``."""
        super().__init__(window)
        self.by_id: dict[str, QAction] = {}
        self.menus: dict[str, QMenu] = {}
        self._group = QActionGroup(self)
        self._group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        self._group.triggered.connect(self._triggered)
        self._entries = {entry.id: entry for _, entry in commands()}
        self._texts: dict[str, str] = {}
        """Every command's text without the list's key."""
        self._list_keys: dict[str, str] = {ident: entry.list_key for ident, entry in self._entries.items()}
        self._now = dict.fromkeys(("open", "running", "one", "some"), False)
        for name, title, entries in MENUS:
            menu = bar.addMenu(translated(title))
            menu.setToolTipsVisible(True)
            self.menus[name] = menu
            for entry in entries:
                self._add(menu, window, entry)

    def _add(self, menu: QMenu, window: QWidget, entry: Entry) -> None:
        if not entry.id:
            menu.addSeparator()
            return
        if entry.id in SUBMENUS:
            self.menus[entry.id] = menu.addMenu(translated(entry.text))
            return
        action = QAction(self)
        action.setObjectName(entry.id)
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setShortcuts([QKeySequence(key) for key in entry.key.split()])
        action.setCheckable(entry.id in CHECKABLE)
        self._group.addAction(action)
        self.by_id[entry.id] = action
        self._say(entry.id, translated(entry.text))
        menu.addAction(action)
        window.addAction(action)

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
        """Let a command say something else from now on; ``text`` is plain."""
        self._say(ident, text.replace("&", "&&"))

    def enable(self, *, is_open: bool, running: bool, selected: int) -> None:
        """Enable what makes sense now."""
        self._now = {
            "": True,
            "open": is_open,
            "running": is_open and running,
            "one": is_open and selected == 1,
            "some": is_open and selected > 0,
        }
        for ident, action in self.by_id.items():
            action.setEnabled(self._now[self._entries[ident].needs])
        for name in ("apply", "spend", "tracks"):
            self.menus[name].menuAction().setEnabled(is_open and selected > 0)

    def why_not(self, ident: str) -> str:
        """Say why a command cannot be given now; '' if that is not known."""
        entry = self._entries.get(ident)
        if ident in _NOTHING and self._now["open"]:
            return translated(_NOTHING[ident])
        return "" if entry is None else self.reason(entry.needs)

    def reason(self, needs: str) -> str:
        """Say what is missing for commands that need something; '' if nothing is."""
        if not needs or self._now[needs]:
            return ""
        return translated(_MISSING[needs if self._now["open"] else "open"])

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

    def fill_spending(self, rules: Rules, keys: Keys) -> None:
        """Fill the submenu of what spends each type of action, with the keys that do it in the list."""
        costs = [(ident, cost) for ident, cost in rules.costs.items() if cost.key]
        key = {ident: keys.first(spending(cost.key)) for ident, cost in costs}
        self.fill("spend", [(f"spend:{i}", f"{cost.label or i}\t{key[i]}") for i, cost in costs])

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
        self.fill("theme", [(f"theme:{ident}", plain(text)) for ident, text in THEMES])
        choice = QActionGroup(self.menus["theme"])
        choice.triggered.connect(self._triggered)
        for action in self.menus["theme"].actions():
            action.setCheckable(True)
            action.setChecked(action.objectName() == f"theme:{chosen}")
            choice.addAction(action)
