"""Which key means which command: the usual keys, what the user has changed, and who else has a key.

A command may have keys that work anywhere in the window and keys that work in the initiative list. Letters,
digits and Space alone are for the list: anywhere else they would never reach a field or a focused button.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from desktop.process.settings_store import SettingsStore

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText
IN_LIST = "list:"
"""Begins the name of a binding that works in the initiative list: 'list:delay'."""
MOVES = frozenset(
    (
        "Up",
        "Down",
        "Left",
        "Right",
        "Home",
        "End",
        "PgUp",
        "PgDown",
        "Tab",
        "Shift+Tab",
        "Return",
        "Enter",
        "Esc",
    )
)
"""Keys that move about and answer, everywhere."""
EDITS = frozenset(("Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A"))
"""Keys of every field; the log copies with the first."""
IN_THE_LIST_TOO = frozenset((IN_LIST + "copy-people", IN_LIST + "paste-people"))
"""What they mean where there are combatants instead of letters."""


class Doubt(Enum):
    """Why a key cannot mean a command."""

    NO_KEY = "no-key"
    TAKEN_BY_QT = "moves"
    EDITING = "edits"
    MENU = "menu"
    PLAIN = "plain"
    """It has no Ctrl, Alt or the like and would work in the whole window."""


class Trouble(NamedTuple):
    """Something in the kept keys that makes no sense."""

    kind: str
    """'command': nobody knows it · 'key': it is none, or cannot be one · 'double': two commands want it."""
    name: str
    key: str = ""


class Keys(QObject):
    """The keys as they are bound now; the settings keep what differs from the usual."""

    changed = Signal()

    def __init__(
        self,
        usual: Mapping[str, tuple[str, ...]],
        settings: SettingsStore,
        mnemonics: Iterable[str] = (),
        parent: QObject | None = None,
    ) -> None:
        """Bind the usual keys and over them those that ``settings`` keep.

        Args:
            usual: Every binding with its usual keys: 'undo' works anywhere, 'list:delay' in the list.
            settings: Keep what was changed.
            mnemonics: Keys that open the menus.
            parent: Owns it.
        """
        super().__init__(parent)
        self._usual = dict(usual)
        self._settings = settings
        self._menus = frozenset(mnemonics)
        self.troubles: list[Trouble] = []
        """What in the settings was left out; filled once, on reading."""
        self._own = self._read(settings.now.keys)
        settings.changed.connect(self._follow)

    # -- asking ------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The names of all bindings."""
        return list(self._usual)

    def of(self, name: str) -> tuple[str, ...]:
        """Return the keys of a binding, as Qt writes them everywhere; () for a name that nobody knows."""
        own = self._own.get(name)
        if own is not None:
            return own
        taken = {key for keys in self._own.values() for key in keys}
        return tuple(key for key in self._usual.get(name, ()) if key not in taken)

    def usual(self, name: str) -> tuple[str, ...]:
        """Return the keys that a binding has if nobody changes them."""
        return self._usual.get(name, ())

    def shown(self, name: str) -> str:
        """Return the keys of a binding as this system writes them: 'E, P'."""
        return ", ".join(native(key) for key in self.of(name))

    def first(self, command: str, *, anywhere: bool = False) -> str:
        """Return the key that stands on a button: the list's, which is shorter, or the window's.

        The window's works ``anywhere``, the list's only where nobody types.
        """
        listed, window = self.of(IN_LIST + command), self.of(command)
        keys = (*window, *listed) if anywhere else (*listed, *window)
        return native(keys[0]) if keys else ""

    def is_changed(self, name: str) -> bool:
        """True if a binding has other keys than usual."""
        return self.of(name) != self.usual(name)

    def owner(self, key: str) -> str:
        """Return the binding that a key belongs to, or ''."""
        return next((name for name in self._usual if key in self.of(name)), "")

    def doubt(self, name: str, key: str) -> Doubt | None:
        """Return why ``key`` cannot be bound to ``name``, or None."""
        written = normal(key)
        if not written:
            return Doubt.NO_KEY
        if written in MOVES:
            return Doubt.TAKEN_BY_QT
        if written in EDITS and name not in IN_THE_LIST_TOO:
            return Doubt.EDITING
        if written in self._menus:
            return Doubt.MENU
        return Doubt.PLAIN if not name.startswith(IN_LIST) and _is_plain(written) else None

    # -- changing ----------------------------------------------------------------------------------

    def bind(self, name: str, keys: Iterable[str]) -> None:
        """Let ``name`` have these keys and no others; whoever has one of them loses it.

        Raises:
            ValueError: for a name that nobody knows, or a key that cannot be bound to it.
        """
        written = tuple(dict.fromkeys(normal(key) for key in keys))
        if name not in self._usual or any(self.doubt(name, key) is not None for key in written):
            raise ValueError(f"{name} cannot have the keys {', '.join(written)}")
        for other, has in self._own.items():  # the usual keys of others give way by themselves
            self._own[other] = tuple(key for key in has if key not in written)
        self._own[name] = written
        self._keep()

    def reset(self, name: str) -> None:
        """Give a binding its usual keys back; whoever has one of them now loses it."""
        self.bind(name, self.usual(name))

    def reset_all(self) -> None:
        """Give every binding its usual keys back."""
        self._own.clear()
        self._keep()

    def losers(self, name: str, keys: Iterable[str]) -> list[str]:
        """Return the other bindings that would lose a key if ``name`` had these."""
        wanted = {normal(key) for key in keys}
        return [other for other in self._usual if other != name and wanted & set(self.of(other))]

    # -- internal ----------------------------------------------------------------------------------

    def _keep(self) -> None:
        same = [name for name, keys in self._own.items() if keys == self._usual[name]]
        for name in same:
            del self._own[name]
        if self._settings.now.keys == self._own:
            self.changed.emit()
        else:
            self._settings.change(keys=dict(self._own))  # which says so to the keys of every window

    def _follow(self, settings: frozenset[str]) -> None:
        """They were changed, in this window or in another one."""
        if "keys" in settings:
            self._own = {name: tuple(keys) for name, keys in self._settings.now.keys.items()}
            self.changed.emit()

    def _read(self, kept: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Return what makes sense of the kept keys, and note the rest."""
        own: dict[str, tuple[str, ...]] = {}
        seen: set[str] = set()
        for name, keys in kept.items():
            if name not in self._usual:
                self.troubles.append(Trouble("command", name))
                continue
            good = []
            for key in keys:
                written = normal(key)
                if self.doubt(name, key) is not None:
                    self.troubles.append(Trouble("key", name, key))
                elif written in seen:
                    self.troubles.append(Trouble("double", name, key))
                else:
                    seen.add(written)
                    good.append(written)
            if good or not keys:
                own[name] = tuple(good)
        return own


def normal(key: str | QKeyCombination) -> str:
    """Return a key as Qt writes it everywhere, or '' if it is none, or several one after the other."""
    sequence = QKeySequence.fromString(key, _PORTABLE) if isinstance(key, str) else QKeySequence(key)
    return sequence.toString(_PORTABLE) if sequence.count() == 1 else ""


def native(key: str) -> str:
    """Return a key as this system writes it."""
    return QKeySequence.fromString(key, _PORTABLE).toString(_NATIVE)


def _is_plain(key: str) -> bool:
    """True for a letter, digit or sign without Ctrl, Alt or the like; keys such as F2 are none."""
    sequence = QKeySequence.fromString(key, _PORTABLE)
    pressed = sequence[0]  # type: ignore[index]  # QKeySequence has __getitem__, its stubs do not
    strong = (
        Qt.KeyboardModifier.ControlModifier
        | Qt.KeyboardModifier.AltModifier
        | Qt.KeyboardModifier.MetaModifier
    )
    if pressed.keyboardModifiers() & strong:
        return False
    return not Qt.Key.Key_F1 <= pressed.key() <= Qt.Key.Key_F35
