"""Attacks as stat blocks write them, read as rolls where they are plain; the rest of a text is left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from rulesets.vocabulary import Rules
from rulesets.vocabulary.base import AttackKind

LONGEST = 20_000
"""Letters of a text that are looked at."""
MOST = 30
"""Attacks of one text."""
_MOST_NAME = 40
_BONUS = r"(?P<bonus>[+\-−–]\d{1,2})(?P<more>(?:/[+\-−–]?\d{1,2}){0,5})"
_DICE = r"(?P<dice>\d{1,2}[dD]\d{1,3}(?: ?[+\-−–] ?\d{1,3})?)(?![dD\d])"
_PLAIN = re.compile(rf"{_BONUS}(?P<between>[^().,;:\n\d+]{{0,40}})\({_DICE}(?P<critical>[^()\n]{{0,80}})\)")
"""'Scimitar +4 (1d6+2)', 'Longsword +6/+1 melee (1d8+4/19-20)'."""
_TO_HIT = re.compile(rf"{_BONUS} to hit(?P<between>[^()\n]{{0,160}})\({_DICE}\)")
"""'Scimitar. Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage.'"""
_BARE = re.compile(rf"{_BONUS}(?: to hit)?(?P<between>,? {{1,2}}){_DICE}")
"""'Scimitar +4, 1d6+2'."""
_TRAITS = re.compile(
    rf"(?P<bonus>[+\-−–]\d{{1,2}})(?: ?\[(?P<more>[+\-−–/\d]{{2,20}})\])?"
    rf"(?P<between> ?\([^()\n]{{0,160}}\))?,? Damage {_DICE}"
)
"""'halberd +14 [+9/+4] (reach 10 feet), Damage 1d10+7 piercing'."""
_FORMS = (_PLAIN, _TO_HIT, _BARE, _TRAITS)
_THREAT = re.compile(r"(?<!\d)(\d{1,2}) ?[-−–] ?20(?!\d)")
"""'/19-20': the dice that threaten a critical hit."""
_TIMES = re.compile(r"[x×] ?([2-5])(?!\d)", re.IGNORECASE)
"""'/x3': what such a hit multiplies its damage by."""
_LONE = re.compile(rf"(?<![\w+\-−–/]) ?\(?{_DICE}")
"""'Rifle 2d8+2', 'Breath weapon (8d6)': dice with a name and no bonus."""
_CODE = re.compile(
    r"(?<![\w+\-−–/]) ?\(?(?P<code>\d{1,2}D(?:\+[12])?)(?![\w+])"
    r"(?= *(?:$|[^\w ]|(?:and|damage|or|plus|range|reach|with)\b))"
)
"""'Blaster pistol 4D', 'Knife (3D+1)': a die code with a name; not 'Motion sensor: 1D more on initiative'."""
_NO_END = re.compile(r"\b(?:and|deals|for|of|or|plus|takes?)$", re.IGNORECASE)
"""What ends in such a word is part of a sentence and no name."""
_JOINED = re.compile(r"^(?:or|and|plus|\d{1,2}) +", re.IGNORECASE)
_MANNER = re.compile(r"\b(?:melee|ranged)\b", re.IGNORECASE)
_SHOT = re.compile(
    r"(?:bow|bowcaster|cannon|gun|launcher|musket|pistol|rifle|sling|thrower)s?\b"
    r"|\b(?:arrow|blaster|bolas?\b|bolt|boomerang|carbine|dart|e-?web|grenade|javelin|laser|missile|phaser|ray\b"
    r"|revolver|rocket|shuriken|turret)",
    re.IGNORECASE,
)
"""What is shot or thrown, in the name of an attack."""
_FAR, _NEAR = re.compile(r"\brange\b", re.IGNORECASE), re.compile(r"\breach\b", re.IGNORECASE)
"""What the note says beside it: '(2d8, range 40)', 'reach 10 ft.'."""
_STRIKES = re.compile(
    r"\b(?:attack|blast|punch|shoot|shot|slash|smash|snipe|stab|strike)(?:s|es|ing)?\b|^\s*fires?\b",
    re.IGNORECASE,
)
"""Words for an attack, where somebody says what is to be done; 'fire' only as the first of them."""
_SHOOTS = re.compile(r"\b(?:blast|shoot|shot|snipe)(?:s|ing)?\b|^\s*fires?\b", re.IGNORECASE)
_CUTS = re.compile(r"\b(?:punch|slash|smash|stab)(?:s|es|ing)?\b", re.IGNORECASE)
_KIND = re.compile(r"\battacks?$", re.IGNORECASE)
"""'Melee Weapon Attack' is no name of one."""


_KIND_OF_HARM = re.compile(
    r"\)? ?(?P<words>[a-z]+(?: [a-z]+)?)(?= damage\b| plus\b| and\b|[).,;\n]|$)", re.IGNORECASE
)
_NO_KIND = re.compile(r"^(?:and|or|plus|to|with)\b", re.IGNORECASE)
_FURTHER = re.compile(rf"[^\n.;,+]{{0,60}}?\b(?:and|plus) (?:\d{{1,3}} )?\(?{_DICE}", re.IGNORECASE)
"""'slashing plus 1d8 cold', ') slashing damage plus 4 (1d8) cold damage', 'and 1d6 fire'."""
_LATER = re.compile(r"\bpersistent\b", re.IGNORECASE)
"""Of what is taken at a later time, and is no part of the hit."""
_MOST_PARTS = 4


_SENTENCE = re.compile(r"[^.;\n]{0,160}")
_WORD = re.compile(r"[^\W\d_][\w-]*")
"""'non-agile' is a word of its own."""


class HarmPart(Struct, frozen=True):
    """One part of the damage of an attack."""

    dice: str
    """Dice and sums as they are typed: '1d6+2'."""
    words: str = ""
    """What it says behind them of what kind it is: 'slashing'."""

    @property
    def text(self) -> str:
        """It as it is written: '1d8 cold'."""
        return f"{self.dice} {self.words}".rstrip()


class PlainAttack(Struct, frozen=True):
    """One attack: what is added to the die, and what it does."""

    name: str
    bonuses: tuple[int, ...]
    """Of the first of a full attack, and of those after it."""
    damage: str
    """Dice and sums as they are typed: '1d6+2'."""
    kind: AttackKind
    """How it is made, as it says or as it is called."""
    threat: int = 20
    """The lowest die with which a hit may be critical."""
    times: int = 2
    """By what a critical hit multiplies the damage."""
    parts: tuple[HarmPart, ...] = ()
    """The damage and what is added to it: 'plus 1d8 cold'."""
    words: frozenset[str] = frozenset()
    """The words of its name and beside its numbers, in small letters: 'agile'."""


def attack_passages(text: str, sums: re.Pattern[str] | None = None) -> str:
    """Return the sentences of a text that say what one attacks with, a line each; remarks are left out.

    ``sums`` finds codes that are added to something: 'STR+1D'.
    """
    text = text[:LONGEST]
    plain = [(match.start(), match.end("dice")) for form in _FORMS for match in form.finditer(text)]
    codes = [match.span() for form in (_CODE, *((sums,) if sums else ())) for match in form.finditer(text)]
    if not any(_names_attack(text, start) for start, _ in (*plain, *codes)):
        return ""
    lone = [match.span() for match in _LONE.finditer(text)]
    kept: list[tuple[int, int]] = []
    behind = 0
    for start, end in sorted((*plain, *codes, *lone))[: 3 * MOST]:
        name = _name_before(text, behind, start) if start >= behind else ""
        if len(name) < 2 or _NO_END.search(name):
            continue
        begin, behind = text.rfind(name, behind, start), end
        said = _SENTENCE.match(text, end)
        stop = end if said is None else said.end()
        stop += text[stop : stop + 1] in (".", ";")
        if kept and begin <= kept[-1][1]:
            begin = kept.pop()[0]
        kept.append((begin, stop))
    return "\n".join(text[begin:stop].strip() for begin, stop in kept)


def _names_attack(text: str, start: int) -> bool:
    """Return whether a name stands before a bonus or a code."""
    name = _name_before(text, 0, start)
    return len(name) > 1 and not _NO_END.search(name)


def plain_attacks(text: str) -> Iterator[PlainAttack]:
    """Yield the attacks in a text in their order, each name once; what is not plain is passed over."""
    text = text[:LONGEST]
    found = sorted(
        (match for form in _FORMS for match in form.finditer(text)),
        key=lambda match: (match.start(), match.end()),
    )
    names: set[str] = set()
    behind = 0
    starts = [match.start() for match in found]
    for match in found:
        name = _name_before(text, behind, match.start())
        if match.start() < behind or not name or name.casefold() in names:
            continue
        names.add(name.casefold())
        line = text[behind : match.start()].rpartition("\n")[2]
        behind = match.end()
        more = [one for one in (match["more"] or "").split("/") if one]
        bonuses = tuple(map(_number, (match["bonus"], *more)))
        critical = match.groupdict().get("critical") or ""
        kind = _kind(match["between"] or "", line, name, critical)
        least, times = _THREAT.search(critical), _TIMES.search(critical)
        yield PlainAttack(
            name,
            bonuses,
            _sum(match["dice"]),
            kind,
            int(least[1]) if least else 20,
            int(times[1]) if times else 2,
            tuple(_parts(text, _sum(match["dice"]), match.end("dice"))),
            _words_beside(text, name, match, next((at for at in starts if at >= behind), len(text))),
        )
        if len(names) >= MOST:
            return


def _words_beside(text: str, name: str, match: re.Match[str], following: int) -> frozenset[str]:
    """Return the words of an attack: its name, and what stands between and behind its numbers.

    That goes to the end of the sentence, or to the name of the ``following`` attack, by its place.
    """
    other = _name_before(text, match.end(), following) if following < len(text) else ""
    behind = _SENTENCE.match(text, match.end("dice"), following)
    beside = behind[0] if behind is not None else ""
    said = f"{name} {match['between'] or ''} {beside.rstrip().removesuffix(other)}"
    return frozenset(word.casefold() for word in _WORD.findall(said))


def _parts(text: str, dice: str, end: int) -> Iterator[HarmPart]:
    """Yield the part of a damage whose ``dice`` end there, and those that are added to it."""
    for number in range(_MOST_PARTS):
        said = _KIND_OF_HARM.match(text, end)
        words = "" if said is None or _NO_KIND.match(said["words"]) else said["words"].lower()
        if not number or not _LATER.search(words):
            yield HarmPart(dice, words.removesuffix(" damage"))
        further = _FURTHER.match(text, end)
        if further is None:
            return
        dice, end = _sum(further["dice"]), further.end("dice")


def named_dice(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, dice) of what else is written so in a text and is no plain attack, each name once."""
    text = text[:LONGEST]
    taken = [match.span() for form in _FORMS for match in form.finditer(text)]
    names = {attack.name.casefold() for attack in plain_attacks(text)}
    behind = 0
    for match in _LONE.finditer(text):
        start, end = match.span()
        name = _name_before(text, behind, start).rstrip(" 0123456789")
        behind = end
        inside = any(first < end and start < last for first, last in taken)
        if inside or len(name) < 2 or _NO_END.search(name) or name.casefold() in names:
            continue
        names.add(name.casefold())
        yield name, _sum(match["dice"])
        if len(names) >= MOST:
            return


def example_of_attack(rules: Rules) -> str:
    """Return how an attack may stand in the notes: with a die code where the ruleset's numbers are codes."""
    coded = any(rule.type == "code" for rule in rules.stats.values())
    return "Blaster 5D" if coded else "Sword +5 (1d8+2)"


def named_codes(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, code) of what is written as a name and a die code in a text: 'Blaster pistol', '4D'."""
    text, behind = text[:LONGEST], 0
    for match in islice(_CODE.finditer(text), MOST):
        name, behind = _name_before(text, behind, match.start()), match.end()
        if len(name) > 1 and not _NO_END.search(name):
            yield name, match["code"]


def kinds_in(text: str) -> tuple[AttackKind, ...]:
    """Return how the attacks in a text are made: as it says in its order, else as the first is called."""
    text = text[:LONGEST]
    said = tuple(dict.fromkeys(_kind_of(match[0]) for match in _MANNER.finditer(text)))
    if said:
        return said
    names = (*(one.name for one in plain_attacks(text)), *(name for name, _ in named_dice(text)))
    return tuple(map(as_called, names[:1]))


def strikes_by_words(text: str) -> bool:
    """Return whether words for an action say an attack by what is done: 'Shoot', 'strike him down'."""
    return _STRIKES.search(text[:LONGEST]) is not None


def kinds_by_words(text: str) -> tuple[AttackKind, ...]:
    """Return how an attack is made that is said by what is done; () where the word may mean any."""
    if _SHOOTS.search(text[:LONGEST]):
        return ("ranged",)
    return ("melee", "brawl") if _CUTS.search(text[:LONGEST]) else ()


def _kind(between: str, before: str, name: str, behind: str) -> AttackKind:
    """Return how an attack is made: as stands beside its bonus, else by its range or its name."""
    said = (*_MANNER.findall(between)[:1], *_MANNER.findall(before)[-1:])
    if said:
        return _kind_of(said[0])
    beside = between + behind
    if _FAR.search(beside):
        return "ranged"
    return "melee" if _NEAR.search(beside) else as_called(name)


def as_called(name: str) -> AttackKind:
    """Return how an attack is likely made with something that is called like this."""
    return "ranged" if _SHOT.search(name) else "melee"


def _kind_of(word: str) -> AttackKind:
    return "melee" if word.casefold() == "melee" else "ranged"


def _name_before(text: str, after: int, end: int) -> str:
    """Return what an attack is called whose bonus stands at ``end``, or ''."""
    line = text[max(after, end - 4 * _MOST_NAME) : end].rpartition("\n")[2]
    parts = [part.strip(" *_–-") for part in re.split(r"[.:;,()]", line)]
    named = [part for part in parts if part and not _KIND.search(part)]
    name = _JOINED.sub("", named[-1]) if named else ""
    return name if 0 < len(name) <= _MOST_NAME and any(map(str.isalpha, name)) else ""


def _number(text: str) -> int:
    return int(_sum(text))


def _sum(text: str) -> str:
    return text.replace(" ", "").replace("−", "-").replace("–", "-").lower()
