"""What the command palette finds: every entry of the menus, what can be done now, and every combatant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QPalette
from PySide6.QtWidgets import QMainWindow, QMenu, QToolButton, QWidget
from shiboken6 import isValid

from desktop.app_services import AppServices
from desktop.commands.menus import Actions
from desktop.commands.table import FOLDERS, called, command_of, other_words
from desktop.list.view import InitiativeList
from desktop.palette.values import PaletteItem
from desktop.theme import theme_of
from desktop.widgets.citations import followed_by
from desktop.widgets.count_moves import move_in_words
from rulesets.seen.labels import entry_label, label_in, spelled, spelled_label
from rulesets.seen.queries import late_declaration
from rulesets.table.encounter import RUNNING

if TYPE_CHECKING:
    from desktop.palette.view import CommandPalette
    from rulesets.seen.offers import Offer

translate = QCoreApplication.translate
MENU, OFFER, GO, EFFECT, OPTION = "menu:", "offer:", "go:", "effect:", "option:"
LATE = "late"
"""What the board's button for whoever is late does."""
MOST_USED = 20
"""What was used last, as far as it is remembered."""
PASSING = ("recent:", "recent-new:", "window:")
"""Begin the names of entries that are gone tomorrow."""
FILES = ("prepared:", "recent:", "edit-prepared:", "recent-new:", "sample:")
"""Begin the names of entries that are called as files are; of several for one name in this order: what is
prepared is there to be begun, a fight that goes on is on the start page or open already, and what comes with
the program is nobody's own."""
NOT_HERE = frozenset({"palette"})
STEPS = frozenset({"undo", "redo"})
"""Commands whose entries say what they take back or do again."""


def _of_step(ident: str, text: str) -> tuple[str, str]:
    """Return the name of a command, and apart from it which step it takes back or does again.

    The words of a step are those of what was done: whoever looks for that again wants to do it again.
    """
    if ident not in STEPS:
        return text, ""
    name, _, step = text.partition(": ")
    return name, step


class Palette(QObject):
    """Fills the palette of a window when it opens, and does what is chosen."""

    asks = Signal(object)
    """(kind, id) of an offer of the selected combatant that has still to be told something."""
    wants = Signal(str)
    """Id of the command that asks for what an offer has still to be told."""
    reacts = Signal(str, str)
    """Who reacts, and with which reaction: it has still to be said to what."""
    late = Signal()
    """Whoever is to declare has not declared in time, as the button of the board says."""
    attacks = Signal(str, str, str)
    """Who attacks, whom ('' for whoever is likely), and what is spent, 'action:attack'."""
    begins = Signal(str)
    """Name of the effect that is to begin on the selected: for how long has still to be told."""
    options = Signal(str)
    """Id of the option of the ruleset that is looked for."""

    def __init__(
        self,
        services: AppServices,
        actions: Actions,
        table: InitiativeList,
        window: QMainWindow,
    ) -> None:
        """Offer what the menus of ``window`` have, what the selected can do, and everybody in ``table``."""
        super().__init__(window)
        self._window = window
        self.hint = PaletteHint(window)
        self._bar, self._actions = window.menuBar(), actions
        self._table = table
        self._bridge, self._texts, self._settings = services.bridge, services.texts, services.settings
        self._found: dict[str, QAction] = {}
        self._offers: dict[str, Offer] = {}
        self._used: tuple[str, ...] = services.settings.now.used
        """With what the settings do not keep: combatants and files come and go."""
        self._bar.setCornerWidget(self.hint)
        self.hint.clicked.connect(self.open)
        actions.asked.connect(self._asked)
        services.bridge.reset.connect(self._leave)
        services.bridge.rules_changed.connect(self._leave)

    @cached_property
    def view(self) -> CommandPalette:
        """What is seen of it, made when it is first wanted."""
        from desktop.palette.view import CommandPalette

        made = CommandPalette(self._window)
        made.chosen.connect(self._do)
        return made

    def _leave(self) -> None:
        if "view" in self.__dict__:
            self.view.leave()

    def open(self) -> None:
        """Open the palette; a second time closes it."""
        if self.view.isVisible():
            self.view.leave()
        else:
            self.view.begin(self.items(), self._used)

    def items(self) -> list[PaletteItem]:
        """Everything there is now: what can be done first, then menus, combatants, files by name."""
        self._found, self._offers = {}, {}
        items = [] if not self._bridge.is_open else [*self._too_late(), *self._what_can_be_done()]
        for top in self._bar.actions():
            menu = top.menu()
            if isinstance(menu, QMenu):
                menu.aboutToShow.emit()  # some of what is in it is filled in then
                items += self._entries(menu, plain(top.text()), "", reason="")
        items = self._once(items)
        files = sorted((item for item in items if item.is_file), key=lambda item: _of_files(item.key))
        others = (item for item in items if not item.is_file)
        return [*others, *self._effects(), *self._options(), *self._combatants(), *files]

    # -- where they come from ------------------------------------------------------------------------

    def _entries(self, menu: QMenu, kind: str, before: str, *, reason: str) -> Iterator[PaletteItem]:
        """Yield the entries of a menu and of all menus in it."""
        for action in menu.actions():
            inner = action.menu()
            if action.isSeparator() or not action.isVisible() or action.objectName() in NOT_HERE:
                continue
            if isinstance(inner, QMenu):
                why = reason or ("" if action.isEnabled() else self._actions.why_not(action.objectName()))
                within = "" if action.objectName() in FOLDERS else f"{plain(action.text())}: "
                yield from self._entries(inner, kind, within, reason=why)
                continue
            text, _, key = action.text().partition("\t")
            name = f"{MENU}{action.objectName() or text}"
            self._found[name] = action
            native = QKeySequence.SequenceFormat.NativeText
            keys = [shortcut.toString(native) for shortcut in action.shortcuts()] or ([key] if key else [])
            is_file = action.objectName().startswith(FILES)
            text, step = _of_step(action.objectName(), text)
            shown = plain(text) if is_file else f"{before}{plain(text)}"
            if action.isCheckable() and action.isChecked():
                shown = translate("Palette", "{text} (on)").format(text=shown)
            yield PaletteItem(
                name,
                shown,
                before if is_file else "",
                kind=kind,
                shortcut=keys[0] if keys else "",
                enabled=action.isEnabled() and not reason,
                reason=reason or ("" if action.isEnabled() else self._actions.why_not(action.objectName())),
                told=step,
                is_file=is_file,
                words=other_words(action.objectName()),
            )

    def _once(self, items: list[PaletteItem]) -> list[PaletteItem]:
        """Leave out what the selected can do by a command of the menus that is called the same."""
        from desktop.actions.model import words_needed

        texts = {item.key: item.text for item in items}
        asks = {key: words_needed(offer) for key, offer in self._offers.items()}
        return [item for item in items if texts.get(f"{MENU}{asks.get(item.key)}") != item.text]

    def _what_can_be_done(self) -> list[PaletteItem]:
        """What the selected combatant can do now with its cost, and what it cannot and why.

        What is called as the command that opens the window of attacks, and would open that, is the command.
        """
        from desktop.actions.model import words_needed

        state, who = self._bridge.state, self._table.situation().current
        one = state.combatants.get(who)
        if state.clock.status != RUNNING or one is None:
            return []
        items = []
        for offer in self._bridge.offers(who):
            key = f"{OFFER}{offer.kind}:{offer.id}"
            opens = bool(words_needed(offer)) or self._strikes(offer)
            if opens and f"{offer.called}…" == called("attack"):
                continue
            self._offers[key] = offer
            items.append(
                PaletteItem(
                    key,
                    f"{offer.called}…" if opens else offer.called,
                    kind=" · ".join(
                        part for part in (one.name, offer.cost, move_in_words(offer.moves)) if part
                    ),
                    reason="" if offer.refusal is None else self._texts.refusal(offer.refusal),
                    told=followed_by(offer.text, offer.cite),
                    enabled=offer.legal,
                )
            )
        return sorted(items, key=lambda item: not item.enabled)

    def _strikes(self, offer: Offer) -> bool:
        """Return whether an offer is an attack that can be made now: its window rolls and pays for it."""
        from desktop.widgets.caused import is_struck  # no first frame needs it

        return offer.legal and is_struck(self._bridge.rules, self._bridge.state, offer.command)

    def _too_late(self) -> Iterator[PaletteItem]:
        """Yield what is declared for whoever has not declared in time, while somebody declares."""
        now, rules = self._bridge.scene.declaring, self._bridge.rules
        name = "" if now is None or not now.open else late_declaration(rules, now.phase)
        if name:
            rule, kind = rules.declarations[name], translate("Palette", "Declarations")
            told = followed_by(rule.text, rule.cite)
            yield PaletteItem(LATE, label_in(rules.declarations, name), kind=kind, told=told)

    def _combatants(self) -> list[PaletteItem]:
        """Everybody, in the order of the list."""
        if not self._bridge.is_open:
            return []
        before = translate("Palette", "Go to ")
        known, count = self._bridge.state.combatants, self._table.initiative.rowCount()
        ids = [self._table.initiative.combatant_at(row) for row in range(count)]
        return [
            PaletteItem(f"{GO}{who}", known[who].name, before, kind=known[who].side, is_combatant=True)
            for who in ids
            if who in known
        ]

    def _effects(self) -> list[PaletteItem]:
        """What can be begun on the selected, by its name: the states of the ruleset, effects of the fight."""
        if not self._bridge.is_open:
            return []
        from desktop.inspector.effects import suggestions

        now, rules = self._table.situation(), self._bridge.rules
        sense = command_of("effect")
        why = "" if sense is None else sense.sense(now).why_not
        before, kind = translate("Palette", "Begin "), translate("Palette", "Effect")
        found = []
        for name in suggestions(rules, now.state):
            rule = rules.states.get(name)
            label, told = (spelled(name), "") if rule is None else (spelled_label(rule, name), rule.text)
            cite = "" if rule is None else rule.cite
            found.append(
                PaletteItem(
                    f"{EFFECT}{name}",
                    label,
                    before,
                    kind=kind,
                    reason=why,
                    told=followed_by(told, cite),
                    enabled=not why,
                )
            )
        return found

    def _options(self) -> list[PaletteItem]:
        """The options of the ruleset by their names, and by those of their choices, as they are in force."""
        if not self._bridge.is_open:
            return []
        rules, kind = self._bridge.rules, translate("Palette", "Option of this encounter")
        found = []
        for ident, option in rules.options.items():
            now = rules.options_set.get(ident, option.default)
            choices = {choice.value: entry_label(choice, choice.value) for choice in option.choices}
            told = translate("Palette", "In force: {value}.").format(value=choices.get(now, now))
            found.append(
                PaletteItem(
                    f"{OPTION}{ident}",
                    f"{entry_label(option, ident)}…",
                    kind=kind,
                    words=" ".join(choices.values()),
                    is_option=True,
                    told=f"{followed_by(option.text, option.cite)} {told}".strip(),
                )
            )
        return found

    # -- doing ---------------------------------------------------------------------------------------

    def _do(self, key: str) -> None:
        self._remember(key)
        if key.startswith(GO):
            self._table.select(key.removeprefix(GO))
            self._table.setFocus()
            return
        if key.startswith(EFFECT):
            self.begins.emit(key.removeprefix(EFFECT))
            return
        if key.startswith(OPTION):
            self.options.emit(key.removeprefix(OPTION))
            return
        if key == LATE:
            self.late.emit()
            return
        offer = self._offers.get(key)
        if offer is not None:
            from desktop.actions.model import words_needed

            asks = words_needed(offer)
            if asks == "react":
                self.reacts.emit(self._table.situation().current, offer.id)
            elif asks:
                self.wants.emit(asks)
            elif self._strikes(offer):
                self._attack(offer)
            elif self._must_be_told(offer):
                self.asks.emit((offer.kind, offer.id))
            else:
                self._bridge.dispatch(offer.command)
            return
        action = self._found.get(key)
        if action is not None and isValid(action):
            action.trigger()

    def _attack(self, offer: Offer) -> None:
        from desktop.widgets.caused import struck_one  # no first frame needs it

        target = struck_one(self._bridge.rules, self._bridge.state, offer.command)
        self.attacks.emit(self._table.situation().current, target, f"{offer.kind}:{offer.id}")

    def _must_be_told(self, offer: Offer) -> bool:
        from desktop.actions.fields import must_be_told

        now = self._table.situation()
        return must_be_told(now.scene, now.current, offer.command)

    def _remember(self, key: str) -> None:
        of_all_windows = dict.fromkeys((key, *self._used, *self._settings.now.used))
        self._used = tuple(of_all_windows)[:MOST_USED]
        passing = tuple(MENU + name for name in PASSING)
        kept = tuple(used for used in self._used if used.startswith(MENU) and not used.startswith(passing))
        self._settings.change(used=kept)

    def _asked(self, ident: str) -> None:
        """A command's own key was pressed over the palette: it is done, and the palette is in the way."""
        if ident not in NOT_HERE:
            self._leave()


class PaletteHint(QToolButton):
    """Stands quietly at the end of the menu bar and says which key opens the palette."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Begin without a key."""
        super().__init__(parent)
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Command palette"))
        self._colour()

    def show_key(self, key: str) -> None:
        """Show another key; '' is none."""
        self.setText(f"{key}  {self.tr('Command palette')}".strip())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
        super().changeEvent(event)

    def _colour(self) -> None:
        """Set the one colour that is its own: a palette that sets them all is never told of another theme."""
        quiet = theme_of(QGuiApplication.palette()).quiet
        if quiet != self.palette().color(QPalette.ColorRole.ButtonText):
            palette = QPalette()
            palette.setColor(QPalette.ColorRole.ButtonText, quiet)
            self.setPalette(palette)


def _of_files(key: str) -> int:
    """Return at which place of :data:`FILES` what is done with a file stands."""
    return next(place for place, name in enumerate(FILES) if key.startswith(MENU + name))


def plain(text: str) -> str:
    """The text of a menu's entry without mnemonic and key."""
    return text.partition("\t")[0].replace("&&", "\0").replace("&", "").replace("\0", "&")
