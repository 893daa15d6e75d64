"""What the program remembers from one start to the next; :mod:`desktop.process.settings_store` keeps it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from desktop.process.paper_setup import Setup
from rulesets.seen.facts import Facts

SMALLEST_TEXT, LARGEST_TEXT = 9, 24
"""Points."""

Scheme = Literal["system", "light", "dark", "contrast-light", "contrast-dark"]


class Settings(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything that is remembered."""

    theme: Scheme = "system"
    geometry: str = ""
    """Size and place of the window, as Qt packs it, in Base64."""
    splitters: dict[str, str] = field(default_factory=dict)
    """Name of a splitter → its state, packed likewise."""
    show_log: bool = True
    show_inspector: bool = True
    show_timer: bool = True
    show_movement: bool = True
    """Whether rows slide to their new places, as far as the system lets anything move."""
    text_size: int = 0
    """Points of the text in all windows, of SMALLEST_TEXT to LARGEST_TEXT; 0: as the system has it."""
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Ruleset → what the list has besides its own columns ('stat:ac'), or does without ('-effects')."""
    count_off: int = -1
    """Seconds after which somebody who declares is late; 0: nobody is, -1: as the ruleset says."""
    headings: dict[str, str] = field(default_factory=dict)
    """Heading of a table that was brought in → what it was said to be."""
    recent: tuple[str, ...] = ()
    """Files opened last, the last one first."""
    campaign: str = ""
    """Folder of the campaign that is played; '' is the program's own."""
    campaigns: tuple[str, ...] = ()
    """Folders of the other campaigns that were chosen before, the last one first."""
    ruleset: str = ""
    """What the last new encounter was played with."""
    options: dict[str, dict[str, str]] = field(default_factory=dict)
    """Ruleset → the options that differed from its own in the last new encounter."""
    moments: dict[str, str] = field(default_factory=dict)
    """File → where its fight stood when it was last seen, in words: 'Round 3'. Of the recent ones."""
    last_encounter: str = ""
    """File that was open last: the start page offers to go on with it."""
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Keys that differ from the usual: 'undo' or, in the initiative list, 'list:delay' → its keys."""
    paper: str = ""
    """The kind of document that was printed last."""
    papers: dict[str, Setup] = field(default_factory=dict)
    """Kind of document → how it was printed last."""
    sheet: str = ""
    """Paper that was printed on last, whatever it was: 'A4'."""
    papers_folder: str = ""
    """Where a document was last written to a file."""
    printer: str = ""
    """What was printed on last."""
    facts: Facts = Facts()
    """What players are shown of whom they do not play."""
    players_screen: str = ""
    """Name of the screen that shows it; '' is the first one on which no window of the game master's is."""
    players_picture: str = ""
    """File of the picture that their screen is hidden behind; '' is a plain one."""
    show_players: bool = False
    """Whether a preview of their screen stands beside the list."""
    used: tuple[str, ...] = ()
    """What was chosen last in the command palette, the last one first."""
    share_port: int = 8765
    """The port at which the players' page is tried first."""
    editor: str = ""
    """Command that opens a ruleset's file at a line: 'code -g {file}:{line}'; '' is the system's own way."""
    seen_version: str = ""
    """The newest version of the program that was started here."""
