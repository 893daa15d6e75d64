"""The words that stat blocks put before what they say: which field each begins, and what has to follow it.

One table for every layout: which of them a block is in is told by the fields it has (`layouts`).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Literal

from msgspec import Struct

Follows = Literal["number", "text", "scores", "nothing"]
"""What stands behind a label: a number or a dash, anything, scores or their heading, or nothing at all."""


class Label(Struct, frozen=True):
    """One spelling of a label."""

    field: str
    follows: Follows
    after_comma: bool = False
    """True where it begins a field behind a comma, too: 'Hit Points: 10, Damage Threshold: 12'."""
    section: bool = False
    """True for the heading of a part with entries, a line each."""


class Found(Struct, frozen=True):
    """A label at a place of a line."""

    label: Label
    spelled: str
    end: int
    """Where what it says begins."""


_NUMBERS = {
    "init": "init|initiative|init.|initiative bonus",
    "hp": "hp|hit points|hit point|hps|hp max|max hp|maximum hit points",
    "ac": "ac|armor class|armour class",
    "speed": "speed|spd|spd.|base speed|move|movement",
    "fort": "fort|fortitude|fortitude save|fort save|fortitude defense|fort defense|fortitude defence",
    "ref": "ref|reflex|reflex save|ref save|reflex defense|ref defense|reflex defence",
    "will": "will|will save|will defense|will defence",
    "threshold": "threshold|damage threshold|dt",
    "bab": "base atk|base attack|base attack bonus|bab|base atk bonus",
    "grapple": "grp|grapple|cma",
    "cmb": "cmb",
    "cmd": "cmd",
    "bab_grapple": "base attack/grapple|base atk/grapple|base atk/grp",
    "shield": "shield rating",
    "dr": "dr|damage reduction",
    "sr": "sr|spell resistance",
}
"""Field → spellings; a number or a dash follows."""
_AFTER_COMMA = frozenset(
    {
        "hp",
        "ac",
        "threshold",
        "fort",
        "ref",
        "will",
        "init",
        "speed",
        "bab",
        "grapple",
        "shield",
        "sr",
        "dr",
        "cmb",
        "cmd",
    }
)
_MORE_NUMBERS = {
    "cr": "cr|challenge|challenge rating|cl|challenge level",
    "xp": "xp|experience",
    "force": "force|force points|force point",
    "destiny": "destiny|destiny points",
    "dark_side": "dark side|dark side score|dark side points",
    "level": "level",
    "pb": "proficiency bonus|pb",
    "level_adjustment": "level adjustment",
    "mr": "mr",
    "space": "space/reach|space|reach|fighting space|face/reach",
}
_TEXTS = {
    "name": "name",
    "hit_dice": "hit dice|hd|hit die",
    "defenses": "defenses|defences",
    "saves": "saves|sv",
    "saving_throws": "saving throws",
    "scores": "abilities|ability scores|stats",
    "feats": "feats",
    "talents": "talents",
    "qualities": "special qualities|sq|sq.|defensive abilities|special quality",
    "resist": "resist|resistances",
    "attack": "attack|atk|full attack|full atk|melee|ranged|special attacks|special attack|sa|"
    "atk options|attack options|special actions|single attack",
    "senses": "senses|languages|aura|skills|skills and feats|traits",
    "defence": "damage resistances|damage vulnerabilities|damage immunities|condition immunities|"
    "vulnerabilities|immunities|immune|immunity|weaknesses|weakness|vulnerability|damage resistance",
    "spells": "spells prepared|spells known|spell-like abilities|sorcerer spells known|"
    "wizard spells prepared|cleric spells prepared|druid spells prepared|bard spells known|"
    "domain spells|domains|psi-like abilities|power points|psionic powers|force powers|"
    "force powers known|force techniques|force secrets|force regimen|starship maneuvers",
    "gear": "possessions|gear|combat gear|other gear|equipment|treasure|advancement|environment|"
    "organization|alignment|al|climate/terrain|droid systems|systems|base statistics|before combat|"
    "during combat|morale|racial modifiers|spell-like|species traits|availability|background|deity|"
    "favored class|str/dex/con/int/wis/cha|languages known|atk opts|lair|legendary resistance|habitat|"
    "proficiencies|roll 1d20",
}
_SECTIONS = {
    "defense": "defense|defence|defensive",
    "offense": "offense|offence",
    "statistics": "statistics|base stats|tactics|ecology",
    "section": "actions|action|bonus actions|reactions|reaction|legendary actions|mythic actions|"
    "lair actions|regional effects|special abilities|combat|villain actions|features|description",
}
_ABILITIES = "str|dex|con|int|wis|cha|strength|dexterity|constitution|intelligence|wisdom|charisma"


def _table() -> dict[str, Label]:
    table: dict[str, Label] = {}
    for fields, follows in ((_NUMBERS, "number"), (_MORE_NUMBERS, "number"), (_TEXTS, "text")):
        for field, spellings in fields.items():
            for spelled in spellings.split("|"):
                table[spelled] = Label(field, follows, field in _AFTER_COMMA)  # type: ignore[arg-type]
    for field, spellings in _SECTIONS.items():
        for spelled in spellings.split("|"):
            table[spelled] = Label(field, "nothing", section=field == "section")
    for spelled in (*_ABILITIES.split("|"), "mod"):
        table[spelled] = Label("scores", "scores")
    # 'Traits' heads the entries of 2024's layout, and is a field of PF1's: alone in its line it is a heading.
    return table


LABELS = _table()
"""Spelling in lower case → label."""
_WITHOUT_BLANKS = {spelled.replace(" ", ""): spelled for spelled in LABELS}
_LONGEST = max(map(len, LABELS))
SECTIONS = {"traits": Label("section", "nothing", section=True)}
"""Fields that head entries where they stand alone in a line."""

_WORD = re.compile(r"[A-Za-z]{2,20}")


def _by_first_word() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for spelled in sorted(LABELS, key=len, reverse=True):
        found.setdefault(_WORD.match(spelled)[0], []).append(spelled)  # type: ignore[index]
    return found


_BY_FIRST_WORD = _by_first_word()
"""First word → spellings that begin with it, the longest first."""


@cache
def _spelled(first: str, wide: bool) -> re.Pattern[str]:
    """Return what matches the spellings with a first word, and the colon and the blanks behind them.

    In a ``wide`` text any number of blanks stands between words.
    """
    spellings = "|".join(map(re.escape, _BY_FIRST_WORD[first]))
    said = spellings.replace("\\ ", " *") if wide else spellings
    return re.compile(rf"({said})(?![\w'’/])(\s*::?)?\s*", re.IGNORECASE)


_NUMBER = re.compile(
    r"(?:[+\-–—−‒‑±~]\s?)?\d|\(?[+\-–—−]?\d|[\-–—−Ø]+\s*(?:$|[,;(|\t])|(?:fly|swim|climb|burrow|walk|land)\b",
    re.IGNORECASE,
)
_SCORES = re.compile(
    rf"(?:[+\-–—−Ø(]?\d|[-–—−Ø]+\s*(?:$|[,;|\t])|$|mod\b|save\b|(?:{_ABILITIES})\b)", re.IGNORECASE
)


def label_at(line: str, start: int = 0) -> Found | None:
    """Return the label that stands at a place of a line, if what follows it is what has to."""
    word = _WORD.match(line, start)
    if word is None or (first := word[0].lower()) not in _BY_FIRST_WORD:
        return None
    wide = line.find("  ", start, start + _LONGEST) >= 0
    if (behind := _spelled(first, wide).match(line, start)) is None:
        return None
    spelled, colon, end = behind[1], behind[2], behind.end()
    known = _WITHOUT_BLANKS[spelled.replace(" ", "").casefold()]
    label = LABELS[known]
    if end == len(line) and (alone := SECTIONS.get(known)):
        label = alone
    if label.follows == "number":
        fits = bool(colon) or line[end : end + 1].isdecimal() or _NUMBER.match(line, end) is not None
    elif label.follows == "text":
        # A sentence that went on in this line ('skills are …') begins small.
        at = behind.end(1)
        blank = at == len(line) or line[at] in " \t"
        fits = bool(colon) or (blank and spelled[0].isupper() and not _goes_on(line, end))
    elif label.follows == "scores":
        fits = _SCORES.match(line, end) is not None
    else:
        fits = end == len(line) and (spelled[0].isupper() or bool(colon))
    return Found(label, spelled, end) if fits else None


_GOING_ON = re.compile(
    r"(?:is|are|was|were|of|to|that|which|and|or|can|may|if|as|in|by|with|on|for|has|have"
    r"|[Aa]ttacks?|[Ww]eapon|[Ss]pell)\b"
)


def _goes_on(line: str, at: int) -> bool:
    """Return whether a sentence goes on behind what looked like a label: 'Melee Weapon Attack: +4 to hit'."""
    return _GOING_ON.match(line, at) is not None


_WORD_BEHIND = r"(?=([A-Za-z]{1,20}))"
_BLANKS = rf"\s*|\s+|(?<=\d\s)(?=[Ii]nitiative\s?[+\-–−])){_WORD_BEHIND}"
_PARTS = {
    (False, False): re.compile(rf"[;|]\s*{_WORD_BEHIND}"),
    (False, True): re.compile(rf"[,;|]\s*{_WORD_BEHIND}"),
    (True, False): re.compile(rf"[;|\s](?:(?<=[;|\t]){_BLANKS}"),
    (True, True): re.compile(rf"[,;|\s](?:(?<=[,;|\t]){_BLANKS}"),
}
"""Whether blanks can part fields, and commas → what parts them, with the word behind it."""


def pieces(line: str, first: Found | None, seen: Collection[str] = ()) -> list[tuple[Found | None, str]]:
    """Return what a line says, cut before every label that begins another field: (label, what follows it).

    ``first`` is the label that it begins with. A number that is in ``seen`` is not there again:
    'base speed 40 ft.' goes on with the speed.
    """
    listed = first is None or first.label.follows == "number" or first.label.field in _LISTS
    parts = _PARTS["\t" in line or "  " in line or "nitiative" in line, listed]
    begin = parts.search(line)
    if begin is None:
        return [(first, line[first.end :] if first else line)]
    found: list[tuple[Found | None, int, int]] = [(first, 0, 0)]
    own = {first.label.field} if first else set()
    looked, open_brackets = 0, 0
    for cut in parts.finditer(line, begin.start()):
        label = label_at(line, cut.end()) if cut[1].lower() in _BY_FIRST_WORD else None
        if label is None:
            continue
        open_brackets += line.count("(", looked, cut.start()) - line.count(")", looked, cut.start())
        looked = cut.start()
        if open_brackets > 0 or not _begins(label.label, found[-1][0], cut[0]):
            continue
        key = label.label.field
        if label.label.follows == "number" and (key in seen or key in own):
            continue
        if not cut[0].startswith(";") and cut.start() <= (found[-1][0].end if found[-1][0] else 0):
            continue
        own.add(key)
        found.append((label, cut.start(), cut.end()))
        open_brackets = 0
    said: list[tuple[Found | None, str]] = []
    for (label, _, begins), following in zip(found, [*found[1:], None], strict=True):
        end = following[1] if following else len(line)
        said.append((label, line[label.end if label else begins : end].strip(" \t;|")))
    return said


_LISTS = frozenset({"saves", "defenses", "hit_dice"})
"""Fields that are lists of others; in a list of skills 'Initiative +11' is one of them."""


def _begins(label: Label, last: Found | None, cut: str) -> bool:
    """Return whether a label behind a cut in a line begins a field, and is no part of the one before it."""
    comma = cut.startswith(",")
    if label.follows == "nothing" or (comma and not label.after_comma):
        return False
    if comma and last is not None and last.label.follows != "number" and last.label.field not in _LISTS:
        return False
    # Scores are read as they stand: a list of them is one field.
    return label.follows != "scores" or not (comma or (last is not None and last.label.field == "scores"))


def is_alone(line: str) -> bool:
    """Return whether a line is nothing but the label of a number, which stands in the next line then."""
    label = LABELS.get(line.lower().rstrip(":")) if 0 < len(line) < 30 else None
    return label is not None and label.follows == "number"


def begins_with_number(line: str) -> bool:
    """Return whether a line begins with a number, as it stands behind a label."""
    return _NUMBER.match(line) is not None
