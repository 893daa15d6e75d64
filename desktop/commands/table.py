"""The one table of commands. Menus, keys, the sheet of keys, the palette and context menus are made from it.

A command is one record here: what it is called, where it stands, its usual keys, when it makes sense, and
what it orders of the core. What asks a question, or belongs to the window, orders nothing by itself: whoever
carries that out is found by the same id (``MainWindow.do``).

Letters, digits and Space belong to the initiative list, which binds them itself (a focused button keeps its
own Space); the menus only show them. Everything with a modifier works in the whole window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from desktop.combatants import belonging, knowing
from desktop.combatants.waves import wave_shown
from desktop.commands.orders import (
    brought_in,
    chosen,
    moved,
    resized,
    rested,
    resumed,
    sized,
    spent,
    track_moved,
)
from desktop.commands.situation import Situation
from rulesets.seen.labels import label_in
from rulesets.seen.queries import formulas_for_people, late_declaration
from rulesets.table import commands as cmd
from rulesets.vocabulary import Rules

CONTEXT = "Actions"
"""Under which the translations of the table stand."""


# -- what a record says ------------------------------------------------------------------------------


class Need(NamedTuple):
    """Something without which a command cannot be given."""

    holds: Callable[[Situation], bool]
    missing: object
    """What is said then, as marked for translation (QT_TRANSLATE_NOOP is typed as object)."""
    rules: Callable[[Rules], bool] | None = None
    """Whether a ruleset has it at all, of a need that nothing else decides."""


def of_rules(has: Callable[[Rules], bool], missing: object) -> Need:
    """Return the need of something that rulesets have or have not."""
    return Need(lambda now: has(now.rules), missing, has)


class Sense(NamedTuple):
    """Whether a command makes sense now."""

    why_not: str = ""
    """Why it cannot be given, in the user's language; '' if it can."""
    offered: bool = True
    """Whether buttons and context menus have it. The menu bar has all that can be given: a rule that speaks
    against it is told by the core, and the game master may insist."""


def first_missing(needs: Sequence[Need], now: Situation, known: dict[Need, bool]) -> Need | None:
    """Return what is missing first of what a command needs; None if nothing is.

    Whoever asks about many commands keeps what is ``known`` of that moment.
    """
    for need in needs:
        holds = known.get(need)
        if holds is None:
            holds = known[need] = need.holds(now)
        if not holds:
            return need
    return None


class Entry(Struct, frozen=True, kw_only=True):
    """What commands and submenus have in common: when they make sense, and where the list shows them."""

    needs: tuple[Need, ...] = ()
    suits: Callable[[Situation], bool] | None = None
    """When buttons and context menus offer it, of what can be given; None is always."""
    group: str = ""
    """Where it stands in the context menu of the list, see GROUPS; '' is nowhere."""
    place: int = 0
    """Those with a higher one stand below the others of their group."""
    brief: object = ""
    """What it says there, and wherever else it stands outside of the menu bar, if that is something else."""

    def sense(self, now: Situation) -> Sense:
        """Return whether it makes sense: the only place where that is decided."""
        missing = first_missing(self.needs, now, {})
        if missing is not None:
            return Sense(translated(missing.missing), offered=False)
        return Sense(offered=self.suits is None or self.suits(now))


class UserCommand(Entry, frozen=True):
    """One command: everything that the program knows of it."""

    id: str
    text: object
    """What the menu says, as marked for translation."""
    keys: str = ""
    """The usual ones that work everywhere, with a space between them; the first one stands in the menu."""
    list_keys: str = ""
    """Those that work in the list, which binds them."""
    exists: Callable[[Rules], bool] | None = None
    """Whether the menus of a ruleset have it; None is always."""
    each: Callable[[str], cmd.Command] | None = None
    """The order for everybody who is meant, whatever becomes of the others."""
    orders: Callable[[Situation], Sequence[cmd.Command] | None] | None = None
    """Orders one after the other, up to the first that is refused. None: they need a further word."""
    all_of_them: bool = False
    """Whether every order is given, whatever becomes of the others: each is about somebody else."""
    checkable: bool = False
    words: object = ""
    """Other words by which game masters look for it, marked for translation, too; no menu has them."""

    def is_of(self, rules: Rules) -> bool:
        """Return whether a ruleset has something for it."""
        exists = self.exists is None or self.exists(rules)
        return exists and all(need.rules is None or need.rules(rules) for need in self.needs)

    @property
    def asks(self) -> bool:
        """Whether something is asked for before it is carried out, as the points behind its text say."""
        return str(self.text).endswith("…")

    def carry_out(self, now: Situation, dispatch: Callable[[cmd.Command], object]) -> bool:
        """Order what the command means, by ``dispatch``, which returns None for what is refused.

        False if it needs a further word, or is a matter of the window.
        """
        if self.each is not None:
            for who in now.targets:
                dispatch(self.each(who))
            return True
        orders = None if self.orders is None else self.orders(now)
        for order in orders or ():
            if dispatch(order) is None and not self.all_of_them:
                break
        return orders is not None


class Submenu(Entry, frozen=True):
    """A menu within a menu, filled with what there is: types of action, tracks, recent files."""

    id: str
    text: object
    kind: str
    """Begins the ids of its entries: 'spend' for 'spend:standard'."""
    each: Callable[[str, str], cmd.Command] | None = None
    """As of a command, with what follows the colon before who is meant."""
    orders: Callable[[str, Situation], Sequence[cmd.Command] | None] | None = None
    """As of a command, with what follows the colon before the situation."""
    all_of_them: bool = False
    """Whether every order is given, whatever becomes of the others: each is about somebody else."""
    words: object = ""
    """As of a command."""

    def entry(self, ident: str) -> UserCommand:
        """Return one of its entries as a command."""
        which = ident.partition(":")[2]
        each = None if self.each is None else partial(self.each, which)
        orders = None if self.orders is None else partial(self.orders, which)
        return UserCommand(
            ident,
            self.text,
            words=self.words,
            each=each,
            orders=orders,
            all_of_them=self.all_of_them,
            needs=self.needs,
            suits=self.suits,
        )


class Folder(NamedTuple):
    """Entries of a menu that are a menu of their own, for what a game master does with them.

    A menu bar's menu is as high as the lowest screen is with the largest letters that go with it.
    """

    id: str
    text: object
    entries: tuple[UserCommand | Submenu, ...]


class Menu(NamedTuple):
    """A menu of the menu bar, with a line between its sections."""

    id: str
    title: object
    sections: tuple[tuple[UserCommand | Submenu | Folder, ...], ...]


# -- when something makes sense ----------------------------------------------------------------------


def _choosing(now: Situation) -> bool:
    return now.phase is not None and now.phase.choice is not None


def _acting(now: Situation) -> bool:
    return now.phase is not None and now.phase.activity == "act"


def _asks(now: Situation) -> bool:
    """Return whether declarations are still to be made, or it is asked whether the fight is over."""
    scene = now.scene
    return now.running and (scene.one_side_left or (scene.declaring is not None and scene.declaring.waits))


def _counting_off(now: Situation) -> bool:
    return now.phase is not None and bool(late_declaration(now.rules, now.phase))


def _has_turn(now: Situation) -> bool:
    return bool(now.has_turn)


def _has_pipeline(role: str, now: Situation) -> bool:
    return any(pipeline.role == role for pipeline in now.rules.pipelines.values())


def _lets_interrupt(rules: Rules) -> bool:
    return rules.delay is not None and bool(rules.delay.contest)


def _is_running(now: Situation) -> bool:
    return now.running


def _can_be_moved(now: Situation) -> bool:
    return now.in_setup and len(now.meant) == 1


def _some_able(now: Situation) -> bool:
    return any(not one.out for one in now.meant)


_ABLE = Need(
    _some_able,
    QT_TRANSLATE_NOOP("Actions", "whoever is chosen is out already: “Can act again” brings them back"),
)
_OPEN = Need(lambda now: now.is_open, QT_TRANSLATE_NOOP("Actions", "no encounter is open"))
_BEGUN = Need(lambda now: now.running, QT_TRANSLATE_NOOP("Actions", "the fight has not begun"))
_OVER = Need(
    lambda now: not now.in_setup and not now.running,
    QT_TRANSLATE_NOOP("Actions", "the fight is not over"),
)
_ONE = Need(lambda now: len(now.targets) == 1, QT_TRANSLATE_NOOP("Actions", "select a single combatant"))
_SOME = Need(lambda now: bool(now.targets), QT_TRANSLATE_NOOP("Actions", "select a combatant"))
_DONE = Need(lambda now: now.can_undo, QT_TRANSLATE_NOOP("Actions", "nothing has happened yet"))
_IN_FORCE = Need(
    lambda now: not now.undone_line,
    QT_TRANSLATE_NOOP("Actions", "this line was taken back: do it again first"),
)
_UNDONE = Need(lambda now: now.can_redo, QT_TRANSLATE_NOOP("Actions", "nothing was taken back"))
_CHOOSING = Need(_choosing, QT_TRANSLATE_NOOP("Actions", "nobody is chosen here: turns follow their order"))
_DELAYS = of_rules(
    lambda rules: rules.delay is not None,
    QT_TRANSLATE_NOOP("Actions", "this ruleset does not let a turn be put off"),
)
_INTERRUPTS = of_rules(
    _lets_interrupt,
    QT_TRANSLATE_NOOP("Actions", "this ruleset lets nobody come in inside of another's turn"),
)
_WAITED = Need(lambda now: bool(now.scene.delaying), QT_TRANSLATE_NOOP("Actions", "nobody waits"))
_READIES = of_rules(
    lambda rules: rules.ready is not None,
    QT_TRANSLATE_NOOP("Actions", "this ruleset knows no readied actions"),
)
_REACTS = of_rules(
    lambda rules: bool(rules.reactions), QT_TRANSLATE_NOOP("Actions", "this ruleset knows no reactions")
)
_FORMULAS = of_rules(
    lambda rules: bool(formulas_for_people(rules)),
    QT_TRANSLATE_NOOP("Actions", "this ruleset has no formula sheets"),
)
_TRACKS = of_rules(
    lambda rules: bool(rules.main_track),
    QT_TRANSLATE_NOOP("Actions", "this ruleset knows no condition track"),
)
_SIZED = Need(
    lambda now: bool(sized(now)),
    QT_TRANSLATE_NOOP("Actions", "no effect with a size is on whom you selected"),
)
_HAS_TURN = Need(_has_turn, QT_TRANSLATE_NOOP("Actions", "it is nobody's turn"))
_UNKNOWN = Need(
    lambda now: any(one.alias for one in now.meant),
    QT_TRANSLATE_NOOP("Actions", "the players know the names of whom you selected"),
)
_EFFECTED = Need(
    lambda now: any(now.scene.effects(one) for one in now.meant),
    QT_TRANSLATE_NOOP("Actions", "no effect is on whom you selected"),
)
_TO_COME = Need(lambda now: bool(now.state.waves), QT_TRANSLATE_NOOP("Actions", "nobody is to come"))
_BEFORE = Need(lambda now: not now.running, QT_TRANSLATE_NOOP("Actions", "the fight has begun already"))
_SEVERAL = Need(lambda now: len(now.meant) > 1, QT_TRANSLATE_NOOP("Actions", "select several combatants"))
_APART = Need(
    lambda now: len({one.group for one in now.meant}) > 1 or not now.meant[0].group,
    QT_TRANSLATE_NOOP("Actions", "they act as one group already"),
)
_GROUPED = Need(
    lambda now: any(one.group for one in now.meant),
    QT_TRANSLATE_NOOP("Actions", "they act one by one already"),
)
_SURPRISES = of_rules(
    lambda rules: rules.surprise not in ("", "false"),
    QT_TRANSLATE_NOOP("Actions", "this ruleset knows no surprise"),
)
_COUNTED = Need(_counting_off, QT_TRANSLATE_NOOP("Actions", "nothing is counted off now"))
_DUE = Need(
    lambda now: bool(now.scene.asked) or now.open_hits or _asks(now),
    QT_TRANSLATE_NOOP("Actions", "nothing is to be answered now"),
)
_LAID_BY = Need(
    lambda now: now.laid_by, QT_TRANSLATE_NOOP("Actions", "no dialog was closed with something typed in it")
)
_SOMEBODY = Need(lambda now: bool(now.state.combatants), QT_TRANSLATE_NOOP("Actions", "nobody is here yet"))
OPEN, RUNNING, ONE, SOME = (_OPEN,), (_OPEN, _BEGUN), (_OPEN, _ONE), (_OPEN, _SOME)


# -- the commands ------------------------------------------------------------------------------------

GROUPS = ("turn", "put-off", "harm", "fate", "belonging", "moving", "list")
"""The groups of the list's context menu, top first."""

_ENCOUNTER = (
    (
        UserCommand(
            "new",
            QT_TRANSLATE_NOOP("Actions", "&New…"),
            "Ctrl+N",
            brief=QT_TRANSLATE_NOOP("Actions", "&New encounter…"),
            words=QT_TRANSLATE_NOOP("Actions", "start create begin fight battle combat"),
        ),
        UserCommand(
            "sample",
            QT_TRANSLATE_NOOP("Actions", "Open the &sample ambush"),
            words=QT_TRANSLATE_NOOP("Actions", "demo example try"),
        ),
        Submenu(
            "samples",
            QT_TRANSLATE_NOOP("Actions", "All sample fi&ghts"),
            "sample",
            words=QT_TRANSLATE_NOOP("Actions", "demo example"),
        ),
        UserCommand(
            "open",
            QT_TRANSLATE_NOOP("Actions", "&Open…"),
            "Ctrl+O",
            words=QT_TRANSLATE_NOOP("Actions", "load"),
        ),
        Submenu(
            "recent",
            QT_TRANSLATE_NOOP("Actions", "&Recent"),
            "recent",
            words=QT_TRANSLATE_NOOP("Actions", "last load"),
        ),
        Folder(
            "windows",
            QT_TRANSLATE_NOOP("Actions", "In a &window of its own"),
            (
                UserCommand("new-window", QT_TRANSLATE_NOOP("Actions", "&New window"), "Ctrl+Shift+N"),
                UserCommand(
                    "open-window", QT_TRANSLATE_NOOP("Actions", "&Open in a new window…"), needs=OPEN
                ),
                Submenu("recent-new", QT_TRANSLATE_NOOP("Actions", "&Recent in a new window"), "recent-new"),
                UserCommand("duplicate", QT_TRANSLATE_NOOP("Actions", "&Copy in a new window"), needs=OPEN),
            ),
        ),
    ),
    (
        UserCommand(
            "rulesets",
            QT_TRANSLATE_NOOP("Actions", "R&ulesets…"),
            words=QT_TRANSLATE_NOOP("Actions", "system game rules"),
        ),
        UserCommand(
            "options",
            QT_TRANSLATE_NOOP("Actions", "Opt&ions of this encounter…"),
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "settings house rules variant"),
        ),
        UserCommand("rules-on-disk", QT_TRANSLATE_NOOP("Actions", "Ruleset on dis&k…"), needs=OPEN),
    ),
    (
        UserCommand(
            "about-fight",
            QT_TRANSLATE_NOOP("Actions", "Encoun&ter notes…"),
            "Ctrl+Alt+N",
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "write comment"),
        ),
        UserCommand(
            "copy",
            QT_TRANSLATE_NOOP("Actions", "Save a &copy…"),
            "Ctrl+Shift+S",
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "save backup"),
        ),
        UserCommand(
            "print",
            QT_TRANSLATE_NOOP("Actions", "&Print…"),
            "Ctrl+P",
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "summary paper sheet pdf report record"),
        ),
        Folder(
            "exchange",
            QT_TRANSLATE_NOOP("Actions", "E&xport and import"),
            (
                UserCommand(
                    "export",
                    QT_TRANSLATE_NOOP("Actions", "&Export…"),
                    "Ctrl+Shift+E Ctrl+Shift+P",
                    needs=OPEN,
                    words=QT_TRANSLATE_NOOP(
                        "Actions", "pdf summary csv json html markdown save report record"
                    ),
                ),
                UserCommand("export-people", QT_TRANSLATE_NOOP("Actions", "Export &combatants…"), needs=OPEN),
                UserCommand(
                    "import",
                    QT_TRANSLATE_NOOP("Actions", "&Import…"),
                    "Ctrl+Shift+I",
                    words=QT_TRANSLATE_NOOP("Actions", "bring load monsters statblock paste"),
                ),
            ),
        ),
    ),
    (
        UserCommand("close", QT_TRANSLATE_NOOP("Actions", "C&lose the encounter"), needs=OPEN),
        UserCommand("close-window", QT_TRANSLATE_NOOP("Actions", "Clos&e this window"), "Ctrl+W"),
        UserCommand("quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"),
    ),
)
_EDIT = (
    (
        UserCommand(
            "undo",
            QT_TRANSLATE_NOOP("Actions", "&Undo"),
            "Ctrl+Z",
            needs=(_OPEN, _DONE),
            words=QT_TRANSLATE_NOOP("Actions", "take back revert mistake wrong"),
        ),
        UserCommand(
            "redo",
            QT_TRANSLATE_NOOP("Actions", "&Redo"),
            "Ctrl+Shift+Z Ctrl+Y",
            needs=(_OPEN, _UNDONE),
            words=QT_TRANSLATE_NOOP("Actions", "again forward"),
        ),
        UserCommand(
            "bring-back", QT_TRANSLATE_NOOP("Actions", "&Bring back steps…"), "Ctrl+Alt+Z", needs=OPEN
        ),
        UserCommand(
            "mend",
            QT_TRANSLATE_NOOP("Actions", "Change a &line of the log…"),
            "Ctrl+M",
            needs=(_OPEN, _IN_FORCE, _DONE),
            brief=QT_TRANSLATE_NOOP("Actions", "C&hange this line…"),
            words=QT_TRANSLATE_NOOP("Actions", "edit correct fix wrong mistake"),
        ),
        UserCommand(
            "leave-out",
            QT_TRANSLATE_NOOP("Actions", "Leave a line of the lo&g out…"),
            needs=(_OPEN, _IN_FORCE, _DONE),
            brief=QT_TRANSLATE_NOOP("Actions", "&Leave it out…"),
            words=QT_TRANSLATE_NOOP("Actions", "delete remove line"),
        ),
    ),
    (
        UserCommand(
            "go-on",
            QT_TRANSLATE_NOOP("Actions", "Go on &with what was closed"),
            "Ctrl+G",
            needs=(_OPEN, _LAID_BY),
            brief=QT_TRANSLATE_NOOP("Actions", "Go on with it"),
            words=QT_TRANSLATE_NOOP("Actions", "reopen escape lost typed draft dialog"),
        ),
        Submenu(
            "closed",
            QT_TRANSLATE_NOOP("Actions", "&All that was closed"),
            "closed",
            needs=(_OPEN, _LAID_BY),
            words=QT_TRANSLATE_NOOP("Actions", "reopen escape lost typed draft dialog"),
        ),
    ),
    (
        UserCommand(
            "override",
            QT_TRANSLATE_NOOP("Actions", "&Override the last refusal"),
            "Ctrl+Shift+O",
            words=QT_TRANSLATE_NOOP("Actions", "force allow anyway ignore"),
        ),
        UserCommand(
            "find",
            QT_TRANSLATE_NOOP("Actions", "&Find a combatant…"),
            "Ctrl+F",
            "/",
            needs=OPEN,
            group="list",
            brief=QT_TRANSLATE_NOOP("Actions", "Find…"),
            place=1,
            words=QT_TRANSLATE_NOOP("Actions", "search look who where"),
        ),
        UserCommand(
            "find-log",
            QT_TRANSLATE_NOOP("Actions", "Find &in the log…"),
            "Ctrl+Shift+F",
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "search look filter lines history"),
        ),
    ),
    (
        UserCommand(
            "copy-people",
            QT_TRANSLATE_NOOP("Actions", "&Copy combatants"),
            list_keys="Ctrl+C",
            needs=SOME,
            group="list",
            brief=QT_TRANSLATE_NOOP("Actions", "Copy"),
            place=2,
        ),
        UserCommand(
            "paste-people",
            QT_TRANSLATE_NOOP("Actions", "&Paste combatants"),
            list_keys="Ctrl+V",
            needs=OPEN,
            group="list",
            brief=QT_TRANSLATE_NOOP("Actions", "Paste"),
            place=3,
        ),
    ),
    (
        UserCommand(
            "bind-keys",
            QT_TRANSLATE_NOOP("Actions", "Change the &keys…"),
            words=QT_TRANSLATE_NOOP("Actions", "shortcuts hotkeys rebind"),
        ),
    ),
)
_COMBATANT = (
    (
        UserCommand(
            "add",
            QT_TRANSLATE_NOOP("Actions", "&Add combatants…"),
            list_keys="N",
            needs=OPEN,
            group="list",
            words=QT_TRANSLATE_NOOP("Actions", "new monster creature npc enemy joins spawn summon"),
        ),
        Folder(
            "later",
            QT_TRANSLATE_NOOP("Actions", "Who comes &later"),
            (
                UserCommand(
                    "wave",
                    QT_TRANSLATE_NOOP("Actions", "Add a &wave to come later…"),
                    list_keys="W",
                    needs=OPEN,
                    group="list",
                    words=QT_TRANSLATE_NOOP("Actions", "reinforcements later"),
                ),
                UserCommand(
                    "bring-in",
                    QT_TRANSLATE_NOOP("Actions", "&Bring in who is to come"),
                    list_keys="Shift+W",
                    needs=(_OPEN, _TO_COME),
                    group="list",
                    orders=lambda now: brought_in("", now),
                    words=QT_TRANSLATE_NOOP("Actions", "reinforcements arrive"),
                ),
                UserCommand(
                    "bring-in-rolled",
                    QT_TRANSLATE_NOOP("Actions", "Bring in, with &rolls of your own…"),
                    needs=(*RUNNING, _TO_COME),
                ),
                Submenu(
                    "waves",
                    QT_TRANSLATE_NOOP("Actions", "&All who are to come"),
                    "come",
                    needs=(_OPEN, _TO_COME),
                    orders=brought_in,
                ),
                UserCommand(
                    "send-away",
                    QT_TRANSLATE_NOOP("Actions", "&Send to a wave…"),
                    list_keys="L",
                    needs=SOME,
                    group="fate",
                    words=QT_TRANSLATE_NOOP("Actions", "withdraw retreat flee"),
                ),
            ),
        ),
        Folder(
            "identity",
            QT_TRANSLATE_NOOP("Actions", "&Name, side and group"),
            (
                UserCommand(
                    "rename",
                    QT_TRANSLATE_NOOP("Actions", "&Rename…"),
                    "F2",
                    needs=ONE,
                    words=QT_TRANSLATE_NOOP("Actions", "name call"),
                ),
                UserCommand(
                    "count",
                    QT_TRANSLATE_NOOP("Actions", "&Correct the count…"),
                    "Shift+F2",
                    needs=ONE,
                    words=QT_TRANSLATE_NOOP("Actions", "initiative change set"),
                ),
                UserCommand(
                    "belongs",
                    QT_TRANSLATE_NOOP("Actions", "&Side, group, kind…"),
                    list_keys="B",
                    needs=SOME,
                    group="belonging",
                    words=QT_TRANSLATE_NOOP("Actions", "team faction ally enemy"),
                ),
                UserCommand(
                    "group",
                    QT_TRANSLATE_NOOP("Actions", "Act as one &group"),
                    list_keys="G",
                    needs=(*SOME, _BEFORE, _SEVERAL, _APART),
                    group="belonging",
                    orders=lambda now: belonging.grouped(now.state, now.chosen),
                    words=QT_TRANSLATE_NOOP("Actions", "together mob"),
                ),
                UserCommand(
                    "ungroup",
                    QT_TRANSLATE_NOOP("Actions", "Act &one by one"),
                    list_keys="Shift+G",
                    needs=(*SOME, _BEFORE, _GROUPED),
                    group="belonging",
                    orders=lambda now: belonging.ungrouped(now.state, now.chosen),
                ),
                UserCommand(
                    "aware",
                    QT_TRANSLATE_NOOP("Actions", "Aware, or &unaware"),
                    list_keys="U",
                    needs=(*SOME, _SURPRISES, _BEFORE),
                    group="belonging",
                    orders=lambda now: belonging.noticing(now.state, now.chosen),
                    words=QT_TRANSLATE_NOOP("Actions", "surprise surprised"),
                ),
                UserCommand(
                    "note",
                    QT_TRANSLATE_NOOP("Actions", "Write a &note…"),
                    needs=ONE,
                    words=QT_TRANSLATE_NOOP("Actions", "comment remember write"),
                ),
            ),
        ),
        Folder(
            "secrets",
            QT_TRANSLATE_NOOP("Actions", "What the &players know"),
            (
                UserCommand(
                    "hide",
                    QT_TRANSLATE_NOOP("Actions", "&Hidden from the players, or seen"),
                    list_keys="V",
                    needs=SOME,
                    group="belonging",
                    orders=lambda now: knowing.hiding(now.meant),
                    words=QT_TRANSLATE_NOOP("Actions", "invisible secret show reveal"),
                ),
                UserCommand(
                    "known",
                    QT_TRANSLATE_NOOP("Actions", "What the players &know…"),
                    list_keys="Shift+V",
                    needs=SOME,
                    group="belonging",
                    words=QT_TRANSLATE_NOOP("Actions", "alias secret identity"),
                ),
                UserCommand(
                    "learn",
                    QT_TRANSLATE_NOOP("Actions", "The players &learn the name"),
                    needs=(*SOME, _UNKNOWN),
                    group="belonging",
                    orders=lambda now: knowing.learning(now.meant),
                    words=QT_TRANSLATE_NOOP("Actions", "reveal identity"),
                ),
            ),
        ),
        Folder(
            "keeping",
            QT_TRANSLATE_NOOP("Actions", "&Keep and print"),
            (
                UserCommand(
                    "keep",
                    QT_TRANSLATE_NOOP("Actions", "Keep as a stat &block"),
                    needs=SOME,
                    group="belonging",
                    words=QT_TRANSLATE_NOOP("Actions", "save monster library template"),
                ),
                UserCommand(
                    "keep-party",
                    QT_TRANSLATE_NOOP("Actions", "Keep as a &party…"),
                    needs=SOME,
                    group="belonging",
                    words=QT_TRANSLATE_NOOP("Actions", "save heroes group"),
                ),
                UserCommand(
                    "card", QT_TRANSLATE_NOOP("Actions", "Print a &card…"), needs=SOME, group="belonging"
                ),
            ),
        ),
    ),
    (
        UserCommand(
            "attack",
            QT_TRANSLATE_NOOP("Actions", "A&ttack…"),
            "Ctrl+T",
            list_keys="A",
            needs=SOME,
            group="harm",
            words=QT_TRANSLATE_NOOP("Actions", "hit strike to-hit roll record"),
        ),
        UserCommand(
            "damage",
            QT_TRANSLATE_NOOP("Actions", "&Damage…"),
            list_keys="H",
            needs=SOME,
            suits=partial(_has_pipeline, "damage"),
            group="harm",
            words=QT_TRANSLATE_NOOP("Actions", "hurt hit wound harm injure hp area several grenade blast"),
        ),
        UserCommand(
            "heal",
            QT_TRANSLATE_NOOP("Actions", "&Heal…"),
            list_keys="Shift+H",
            needs=SOME,
            suits=partial(_has_pipeline, "heal"),
            group="harm",
            words=QT_TRANSLATE_NOOP("Actions", "cure recover hp potion"),
        ),
        Submenu("apply", QT_TRANSLATE_NOOP("Actions", "Appl&y"), "pipeline", needs=SOME),
        Submenu(
            "spend",
            QT_TRANSLATE_NOOP("Actions", "&Spend"),
            "spend",
            needs=SOME,
            suits=_is_running,
            group="put-off",
            place=1,
            orders=spent,
            all_of_them=True,
            words=QT_TRANSLATE_NOOP("Actions", "use action"),
        ),
        UserCommand(
            "dice",
            QT_TRANSLATE_NOOP("Actions", "&Roll dice…"),
            list_keys="=",
            needs=OPEN,
            group="harm",
            words=QT_TRANSLATE_NOOP("Actions", "throw d20 check"),
        ),
        UserCommand(
            "formula",
            QT_TRANSLATE_NOOP("Actions", "For&mula sheet…"),
            list_keys="F",
            needs=(*SOME, _FORMULAS),
            exists=lambda rules: bool(formulas_for_people(rules)),
            group="harm",
            words=QT_TRANSLATE_NOOP("Actions", "calculate"),
        ),
        Folder(
            "effects",
            QT_TRANSLATE_NOOP("Actions", "&Effects and tracks"),
            (
                UserCommand(
                    "effect",
                    QT_TRANSLATE_NOOP("Actions", "&Begin an effect…"),
                    list_keys="C",
                    needs=SOME,
                    group="harm",
                    words=QT_TRANSLATE_NOOP("Actions", "condition add new status buff debuff spell state"),
                ),
                UserCommand(
                    "effect-note",
                    QT_TRANSLATE_NOOP("Actions", "Effect &note…"),
                    needs=(*SOME, _EFFECTED),
                    group="harm",
                ),
                UserCommand(
                    "track-worse",
                    QT_TRANSLATE_NOOP("Actions", "Track: one &worse"),
                    list_keys="K",
                    needs=(*SOME, _TRACKS),
                    group="harm",
                    each=lambda who: cmd.MoveTrack(who=who, by=1),
                    words=QT_TRANSLATE_NOOP("Actions", "condition worse hurt"),
                ),
                UserCommand(
                    "track-better",
                    QT_TRANSLATE_NOOP("Actions", "Track: one be&tter"),
                    list_keys="Shift+K",
                    needs=(*SOME, _TRACKS),
                    group="harm",
                    each=lambda who: cmd.MoveTrack(who=who, by=-1),
                    words=QT_TRANSLATE_NOOP("Actions", "condition better"),
                ),
                Submenu(
                    "tracks",
                    QT_TRANSLATE_NOOP("Actions", "&All tracks"),
                    "track",
                    needs=SOME,
                    each=track_moved,
                ),
                Submenu(
                    "sizes",
                    QT_TRANSLATE_NOOP("Actions", "&Larger or smaller effects"),
                    "size",
                    needs=(*SOME, _SIZED),
                    group="harm",
                    orders=resized,
                ),
            ),
        ),
        UserCommand(
            "why",
            QT_TRANSLATE_NOOP("Actions", "&Why these numbers?"),
            list_keys="?",
            needs=SOME,
            suits=lambda now: (
                any(one.slot in order.places for one in now.meant for order in now.state.orders.values())
                or any(now.scene.points(one) is not None for one in now.meant)
            ),
            group="harm",
            words=QT_TRANSLATE_NOOP("Actions", "explain reason"),
        ),
    ),
    (
        UserCommand(
            "defeat",
            QT_TRANSLATE_NOOP("Actions", "De&feated"),
            "Ctrl+D",
            needs=(*SOME, _ABLE),
            group="fate",
            each=lambda who: cmd.Defeat(who=who),
            words=QT_TRANSLATE_NOOP("Actions", "kill killed dead die dies death down out slain"),
        ),
        Folder(
            "fate",
            QT_TRANSLATE_NOOP("Actions", "&Out of the fight and back"),
            (
                UserCommand(
                    "disable",
                    QT_TRANSLATE_NOOP("Actions", "&Cannot act for now"),
                    needs=(*SOME, _ABLE),
                    group="fate",
                    each=lambda who: cmd.Disable(who=who),
                    words=QT_TRANSLATE_NOOP("Actions", "unconscious stunned helpless skip"),
                ),
                UserCommand(
                    "restore",
                    QT_TRANSLATE_NOOP("Actions", "Can act a&gain"),
                    "Ctrl+Shift+D",
                    needs=SOME,
                    suits=lambda now: any(one.out for one in now.meant),
                    group="fate",
                    each=lambda who: cmd.Restore(who=who),
                    words=QT_TRANSLATE_NOOP("Actions", "revive alive resurrect stand up"),
                ),
                Submenu(
                    "rest",
                    QT_TRANSLATE_NOOP("Actions", "Re&st"),
                    "rest",
                    needs=SOME,
                    suits=lambda now: not now.running,
                    group="fate",
                    orders=rested,
                    words=QT_TRANSLATE_NOOP("Actions", "sleep camp"),
                ),
                UserCommand(
                    "remove",
                    QT_TRANSLATE_NOOP("Actions", "&Remove"),
                    "Ctrl+Del",
                    needs=SOME,
                    group="fate",
                    each=lambda who: cmd.Leave(who=who),
                    words=QT_TRANSLATE_NOOP("Actions", "delete gone leave flee escape"),
                ),
            ),
        ),
    ),
)
_TURN = (
    (
        UserCommand(
            "primary",
            QT_TRANSLATE_NOOP("Actions", "&Next turn"),
            "Ctrl+Return",
            "Space",
            needs=OPEN,
            suits=_is_running,
            group="turn",
            brief=QT_TRANSLATE_NOOP("Actions", "Next"),
            words=QT_TRANSLATE_NOOP("Actions", "next end turn done continue start begin"),
        ),
        UserCommand(
            "back",
            QT_TRANSLATE_NOOP("Actions", "&Back one turn"),
            list_keys="Shift+Space",
            needs=OPEN,
            suits=_is_running,
            group="turn",
            words=QT_TRANSLATE_NOOP("Actions", "previous last"),
        ),
        UserCommand(
            "give-up",
            QT_TRANSLATE_NOOP("Actions", "End the turn &without acting"),
            needs=RUNNING,
            orders=lambda now: [cmd.EndTurn()],
            words=QT_TRANSLATE_NOOP("Actions", "skip pass"),
        ),
        UserCommand(
            "close-phase",
            QT_TRANSLATE_NOOP("Actions", "Close the &phase"),
            needs=RUNNING,
            orders=lambda now: [cmd.NextPhase()],
            words=QT_TRANSLATE_NOOP("Actions", "skip next phase"),
        ),
        UserCommand(
            "declare",
            QT_TRANSLATE_NOOP("Actions", "Dec&lare…"),
            "Ctrl+E",
            needs=RUNNING,
            exists=lambda rules: bool(rules.declarations),
        ),
        UserCommand(
            "choose",
            QT_TRANSLATE_NOOP("Actions", "Goes ne&xt"),
            needs=(*RUNNING, _CHOOSING, _SOME),
            suits=lambda now: not any(one.slot == now.state.walk.active for one in now.meant),
            exists=lambda rules: any(phase.choice is not None for phase in rules.phases),
            group="turn",
            orders=chosen,
        ),
        UserCommand(
            "count-off",
            QT_TRANSLATE_NOOP("Actions", "&Count off"),
            list_keys="O",
            needs=(*RUNNING, _COUNTED),
            group="turn",
        ),
    ),
    (
        UserCommand(
            "delay",
            QT_TRANSLATE_NOOP("Actions", "&Delay…"),
            list_keys="D",
            needs=(*RUNNING, _DELAYS, _HAS_TURN),
            group="put-off",
            words=QT_TRANSLATE_NOOP("Actions", "wait later hold postpone"),
        ),
        UserCommand(
            "resume",
            QT_TRANSLATE_NOOP("Actions", "Resu&me"),
            "Ctrl+R",
            needs=(*RUNNING, _DELAYS),
            suits=lambda now: any(one.slot in now.state.put_off for one in now.meant),
            group="put-off",
            orders=resumed,
            words=QT_TRANSLATE_NOOP("Actions", "act now come back"),
        ),
        UserCommand(
            "interrupt",
            QT_TRANSLATE_NOOP("Actions", "&Interrupt the turn…"),
            list_keys="I",
            needs=(*RUNNING, _INTERRUPTS, _WAITED, _HAS_TURN),
            suits=lambda now: any(one.slot in now.scene.delaying for one in now.meant),
            exists=_lets_interrupt,
            group="put-off",
        ),
        UserCommand(
            "ready",
            QT_TRANSLATE_NOOP("Actions", "&Ready…"),
            list_keys="R",
            needs=(*RUNNING, _READIES, _HAS_TURN),
            group="put-off",
            words=QT_TRANSLATE_NOOP("Actions", "hold overwatch prepare"),
        ),
        UserCommand(
            "trigger",
            QT_TRANSLATE_NOOP("Actions", "&Trigger a readied action…"),
            list_keys="T",
            needs=(*RUNNING, _READIES),
            suits=lambda now: any(one.readied is not None for one in now.meant),
            group="put-off",
            brief=QT_TRANSLATE_NOOP("Actions", "Trigger…"),
        ),
        UserCommand(
            "react",
            QT_TRANSLATE_NOOP("Actions", "R&eact…"),
            list_keys="E P",
            needs=(*RUNNING, _REACTS),
            suits=_acting,
            group="put-off",
            words=QT_TRANSLATE_NOOP("Actions", "reaction opportunity dodge parry"),
        ),
    ),
    (
        UserCommand(
            "end-encounter",
            QT_TRANSLATE_NOOP("Actions", "End the &fight"),
            needs=RUNNING,
            words=QT_TRANSLATE_NOOP("Actions", "encounter finish over stop victory won"),
        ),
        UserCommand(
            "ending",
            QT_TRANSLATE_NOOP("Actions", "&How the fight ended…"),
            needs=(_OPEN, _OVER),
            words=QT_TRANSLATE_NOOP("Actions", "summary result totals"),
        ),
    ),
)
_CAMPAIGN = (
    (
        Submenu("prepared", QT_TRANSLATE_NOOP("Actions", "&Begin a prepared encounter"), "prepared"),
        Submenu(
            "edit-prepared",
            QT_TRANSLATE_NOOP("Actions", "&Edit an encounter that is prepared"),
            "edit-prepared",
        ),
        Submenu("new-with", QT_TRANSLATE_NOOP("Actions", "New encounter with a &party"), "new-with"),
        UserCommand(
            "keep-prepared",
            QT_TRANSLATE_NOOP("Actions", "&Keep this encounter as prepared…"),
            "Ctrl+Alt+S",
            needs=(_OPEN, _SOMEBODY),
            brief=QT_TRANSLATE_NOOP("Actions", "Keep as prepared"),
        ),
    ),
    (
        Submenu(
            "parties",
            QT_TRANSLATE_NOOP("Actions", "Bring &in a party"),
            "party",
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "heroes characters pcs"),
        ),
        UserCommand(
            "carry-over",
            QT_TRANSLATE_NOOP("Actions", "Carry o&ver…"),
            "Ctrl+Shift+K",
            needs=(_OPEN, _SOMEBODY),
            words=QT_TRANSLATE_NOOP("Actions", "experience xp save characters"),
        ),
        UserCommand(
            "show-parties",
            QT_TRANSLATE_NOOP("Actions", "Pa&rties…"),
            "Ctrl+Shift+B",
            words=QT_TRANSLATE_NOOP("Actions", "heroes characters players"),
        ),
        UserCommand(
            "blocks",
            QT_TRANSLATE_NOOP("Actions", "Stat b&locks…"),
            "Ctrl+B",
            words=QT_TRANSLATE_NOOP("Actions", "monsters bestiary library creatures"),
        ),
    ),
    (
        Submenu(
            "campaigns",
            QT_TRANSLATE_NOOP("Actions", "&Other campaigns"),
            "campaign",
            brief=QT_TRANSLATE_NOOP("Actions", "Other campai&gns"),
        ),
        UserCommand(
            "campaign-open",
            QT_TRANSLATE_NOOP("Actions", "&Choose a campaign's folder…"),
            brief=QT_TRANSLATE_NOOP("Actions", "&Choose a folder…"),
        ),
        UserCommand("campaign-new", QT_TRANSLATE_NOOP("Actions", "&New campaign…")),
        UserCommand(
            "campaign-folder",
            QT_TRANSLATE_NOOP("Actions", "&Show the campaign's folder"),
            brief=QT_TRANSLATE_NOOP("Actions", "&Show the folder"),
        ),
    ),
)
_VIEW = (
    (UserCommand("palette", QT_TRANSLATE_NOOP("Actions", "&Command palette…"), "Ctrl+K"),),
    (
        Submenu(
            "theme",
            QT_TRANSLATE_NOOP("Actions", "&Theme"),
            "theme",
            words=QT_TRANSLATE_NOOP("Actions", "dark light mode colours night"),
        ),
        Submenu(
            "text-size",
            QT_TRANSLATE_NOOP("Actions", "Te&xt size"),
            "text-size",
            words=QT_TRANSLATE_NOOP("Actions", "font bigger smaller zoom"),
        ),
        UserCommand(
            "larger-text",
            QT_TRANSLATE_NOOP("Actions", "L&arger text"),
            "Ctrl++ Ctrl+=",
            words=QT_TRANSLATE_NOOP("Actions", "bigger larger font zoom in"),
        ),
        UserCommand(
            "smaller-text",
            QT_TRANSLATE_NOOP("Actions", "&Smaller text"),
            "Ctrl+-",
            words=QT_TRANSLATE_NOOP("Actions", "font zoom out tiny"),
        ),
        UserCommand(
            "usual-text",
            QT_TRANSLATE_NOOP("Actions", "Text as the s&ystem has it"),
            "Ctrl+0",
            words=QT_TRANSLATE_NOOP("Actions", "font zoom normal reset"),
        ),
    ),
    (
        UserCommand(
            "log",
            QT_TRANSLATE_NOOP("Actions", "&Log"),
            "Ctrl+L",
            checkable=True,
            words=QT_TRANSLATE_NOOP("Actions", "history"),
        ),
        UserCommand(
            "inspector",
            QT_TRANSLATE_NOOP("Actions", "&Details of the combatant"),
            "Ctrl+I",
            checkable=True,
            words=QT_TRANSLATE_NOOP("Actions", "panel side"),
        ),
        UserCommand(
            "timer",
            QT_TRANSLATE_NOOP("Actions", "Turn tim&er"),
            checkable=True,
            words=QT_TRANSLATE_NOOP("Actions", "clock"),
        ),
        UserCommand(
            "columns",
            QT_TRANSLATE_NOOP("Actions", "Colu&mns of the list…"),
            needs=OPEN,
            words=QT_TRANSLATE_NOOP("Actions", "fields show ac"),
        ),
        UserCommand("movement", QT_TRANSLATE_NOOP("Actions", "&Rows slide to their places"), checkable=True),
        UserCommand("list", QT_TRANSLATE_NOOP("Actions", "Go to the l&ist"), "Ctrl+1", needs=OPEN),
        UserCommand(
            "due",
            QT_TRANSLATE_NOOP("Actions", "Go to what is d&ue"),
            "Ctrl+2",
            needs=(_OPEN, _DUE),
            words=QT_TRANSLATE_NOOP("Actions", "open rolls saves checks answer"),
        ),
    ),
)
_PLAYERS = (
    (
        UserCommand(
            "players-screen",
            QT_TRANSLATE_NOOP("Actions", "Players' &screen"),
            "F11",
            checkable=True,
            words=QT_TRANSLATE_NOOP("Actions", "second monitor tv projector display"),
        ),
        Submenu("players-on", QT_TRANSLATE_NOOP("Actions", "Show it &on"), "screen"),
        UserCommand(
            "players-hide",
            QT_TRANSLATE_NOOP("Actions", "&Cover the players' screen"),
            "Shift+F11",
            checkable=True,
            words=QT_TRANSLATE_NOOP("Actions", "black blank"),
        ),
        UserCommand(
            "players-preview",
            QT_TRANSLATE_NOOP("Actions", "&Preview of the players' screen"),
            "Ctrl+F11",
            checkable=True,
        ),
    ),
    (
        UserCommand(
            "share",
            QT_TRANSLATE_NOOP("Actions", "Sha&re with players…"),
            "Ctrl+Alt+P",
            words=QT_TRANSLATE_NOOP("Actions", "phones network qr web browser online"),
        ),
        UserCommand(
            "accept-slip",
            QT_TRANSLATE_NOOP("Actions", "&Accept a player's slip"),
            "F8",
            needs=OPEN,
        ),
        UserCommand(
            "dismiss-slip",
            QT_TRANSLATE_NOOP("Actions", "&Dismiss a player's slip"),
            "Shift+F8",
            needs=OPEN,
        ),
    ),
    (
        UserCommand(
            "players-facts", QT_TRANSLATE_NOOP("Actions", "&What the players see…"), "Ctrl+Shift+F11"
        ),
        UserCommand("players-picture", QT_TRANSLATE_NOOP("Actions", "Picture that co&vers it…")),
        UserCommand("players-plain", QT_TRANSLATE_NOOP("Actions", "Cover with a p&lain screen")),
    ),
)
_HELP = (
    (
        UserCommand(
            "keys",
            QT_TRANSLATE_NOOP("Actions", "&Keys"),
            "F1",
            words=QT_TRANSLATE_NOOP("Actions", "shortcuts hotkeys keyboard help"),
        ),
        UserCommand(
            "guide",
            QT_TRANSLATE_NOOP("Actions", "&Guide"),
            words=QT_TRANSLATE_NOOP("Actions", "manual help how"),
        ),
        UserCommand("authors", QT_TRANSLATE_NOOP("Actions", "&Writing Rulesets")),
        UserCommand("reference", QT_TRANSLATE_NOOP("Actions", "Rule&set Reference")),
        UserCommand("judged", QT_TRANSLATE_NOOP("Actions", "What the &rules leave to you"), needs=OPEN),
        UserCommand(
            "changelog",
            QT_TRANSLATE_NOOP("Actions", "What's &New"),
            words=QT_TRANSLATE_NOOP("Actions", "version news"),
        ),
        UserCommand("about", QT_TRANSLATE_NOOP("Actions", "&About Turnwright")),
    ),
)
MENUS = (
    Menu("encounter", QT_TRANSLATE_NOOP("Actions", "&Encounter"), _ENCOUNTER),
    Menu("edit", QT_TRANSLATE_NOOP("Actions", "E&dit"), _EDIT),
    Menu("combatant", QT_TRANSLATE_NOOP("Actions", "&Combatant"), _COMBATANT),
    Menu("turn", QT_TRANSLATE_NOOP("Actions", "&Turn"), _TURN),
    Menu("campaign", QT_TRANSLATE_NOOP("Actions", "Ca&mpaign"), _CAMPAIGN),
    Menu("view", QT_TRANSLATE_NOOP("Actions", "&View"), _VIEW),
    Menu("players", QT_TRANSLATE_NOOP("Actions", "&Players"), _PLAYERS),
    Menu("window", QT_TRANSLATE_NOOP("Actions", "&Window"), ()),
    Menu("help", QT_TRANSLATE_NOOP("Actions", "&Help"), _HELP),
)
WINDOWS = Submenu("window", "", "window")
"""The menu of the windows has nothing but them."""

_LARGER = QT_TRANSLATE_NOOP("Actions", "{effect}: one larger")
_SMALLER = QT_TRANSLATE_NOOP("Actions", "{effect}: one smaller")
SPEND = "spend:"
"""Begins the id of what spends a type of action: 'spend:standard'."""
DIGITS = tuple(range(1, 7))
"""The keys that a ruleset can give to its types of action."""


def spending(digit: int) -> str:
    """Return the name by which the key is bound that spends a type of action: 'spend-1'."""
    return f"spend-{digit}"


_KINDS_OF_ACTION = (
    QT_TRANSLATE_NOOP("Actions", "Spend the first kind of action"),
    QT_TRANSLATE_NOOP("Actions", "Spend the second kind of action"),
    QT_TRANSLATE_NOOP("Actions", "Spend the third kind of action"),
    QT_TRANSLATE_NOOP("Actions", "Spend the fourth kind of action"),
    QT_TRANSLATE_NOOP("Actions", "Spend the fifth kind of action"),
    QT_TRANSLATE_NOOP("Actions", "Spend the sixth kind of action"),
)


def _kind_of_action(digit: int) -> Need:
    return of_rules(
        lambda rules: any(cost.key == digit for cost in rules.costs.values()),
        QT_TRANSLATE_NOOP("Actions", "this ruleset has no kind of action for this digit"),
    )


IN_LIST_ONLY = Menu(
    "in-list",
    QT_TRANSLATE_NOOP("Actions", "In the list"),
    (
        (
            UserCommand(
                "up",
                QT_TRANSLATE_NOOP("Actions", "Move up in the list"),
                list_keys="Alt+Up",
                needs=OPEN,
                suits=_can_be_moved,
                group="moving",
                orders=lambda now: moved(now, -1),
            ),
            UserCommand(
                "down",
                QT_TRANSLATE_NOOP("Actions", "Move down in the list"),
                list_keys="Alt+Down",
                needs=OPEN,
                suits=_can_be_moved,
                group="moving",
                orders=lambda now: moved(now, 1),
            ),
        ),
        tuple(
            UserCommand(spending(digit), text, list_keys=str(digit), needs=(*OPEN, _kind_of_action(digit)))
            for digit, text in zip(DIGITS, _KINDS_OF_ACTION, strict=True)
        ),
    ),
)
"""What no menu has. What a digit spends is the ruleset's to say: it is done by an entry of "spend"."""


# -- reading the table -------------------------------------------------------------------------------


def entries() -> Iterator[tuple[Menu, UserCommand | Submenu]]:
    """Every record with its menu, those of the list alone last."""
    for menu in (*MENUS, IN_LIST_ONLY):
        for section in menu.sections:
            for entry in section:
                for one in entry.entries if isinstance(entry, Folder) else (entry,):
                    yield menu, one


def commands() -> Iterator[tuple[Menu, UserCommand]]:
    """Every command with its menu, those of the list alone last."""
    for menu, entry in entries():
        if isinstance(entry, UserCommand):
            yield menu, entry


FOLDERS = {
    entry.id: entry
    for menu in MENUS
    for section in menu.sections
    for entry in section
    if isinstance(entry, Folder)
}
COMMANDS = {command.id: command for _, command in commands()}
SUBMENUS = {entry.id: entry for _, entry in entries() if isinstance(entry, Submenu)}
_BY_KIND = {submenu.kind: submenu for submenu in (*SUBMENUS.values(), WINDOWS)}


def command_of(ident: str) -> UserCommand | None:
    """Return the command of an id: one of the table, or an entry of a submenu such as 'spend:standard'."""
    kind, colon, _ = ident.partition(":")
    if colon and kind in _BY_KIND:
        return _BY_KIND[kind].entry(ident)
    return COMMANDS.get(ident)


def size_entries(now: Situation) -> list[tuple[str, str]]:
    """Return id and plain text of what makes an effect on those meant one larger or smaller."""
    names, states = sized(now), now.rules.states
    return [
        (f"size:{name}:{by}", translated(text).format(effect=label_in(states, name)))
        for name in names
        for by, text in ((1, _LARGER), (-1, _SMALLER))
    ]


def wave_entries(now: Situation) -> list[tuple[str, str]]:
    """Return id and plain text of what brings in each wave that is to come."""
    return [(f"come:{wave.id}", wave_shown(wave)) for wave in now.state.waves]


def in_context_menu() -> list[list[UserCommand | Submenu]]:
    """Return what the context menu of the list can have, group by group."""
    standing: dict[str, list[UserCommand | Submenu]] = {group: [] for group in GROUPS}
    for _, entry in entries():
        if entry.group:
            standing[entry.group].append(entry)
    return [sorted(group, key=_place) for group in standing.values()]


def _place(entry: UserCommand | Submenu) -> int:
    return entry.place


def sense_of(ident: str, now: Situation) -> Sense:
    """Return whether the command or submenu of this id makes sense; one that nobody knows does."""
    entry = SUBMENUS.get(ident) or command_of(ident)
    return Sense() if entry is None else entry.sense(now)


def other_words(ident: str) -> str:
    """Return the other words for a command or a submenu's entry, translated; '' of one that has none."""
    entry = command_of(ident)
    return "" if entry is None or not entry.words else translated(entry.words)


def on_button(ident: str) -> str:
    """Return what a button, or a menu that is no menu of the menu bar, says of a command or a submenu.

    It has its mnemonic.
    """
    entry = SUBMENUS.get(ident) or COMMANDS[ident]
    return translated(entry.brief or entry.text)


def called(ident: str) -> str:
    """Return the same without mnemonic: what messages call it on their buttons."""
    return on_button(ident).replace("&", "")


def translated(text: object) -> str:
    """The text of a command in the user's language."""
    return QCoreApplication.translate(CONTEXT, str(text))


def plain(text: object) -> str:
    """The text of a command without its mnemonic, translated."""
    return translated(text).replace("&", "")


def as_sentence(why_not: str) -> str:
    """Return a reason as a message says it."""
    return f"{why_not[:1].upper()}{why_not[1:]}."
