"""Fight Club 5 and Game Master 5: compendia in XML."""

from __future__ import annotations

from html import unescape
from typing import TYPE_CHECKING

from rulesets.incoming import d20, xml_entries
from rulesets.incoming.found import ABILITIES, Creature, Finding, Refused, Value
from rulesets.incoming.reader import LIKELY, NO, SURE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number, without_markup

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_OTHER = frozenset({"item", "spell", "race", "class", "background", "feat", "pc"})
_SIZES = {"T": "tiny", "S": "small", "M": "medium", "L": "large", "H": "huge", "G": "gargantuan"}
_TEXTS = {
    "resist": "Resistances",
    "vulnerable": "Vulnerabilities",
    "immune": "Immunities",
    "conditionImmune": "Condition immunities",
    "senses": "Senses",
    "passive": "Passive Perception",
    "languages": "Languages",
}
_PARTS = {
    "trait": "", "action": "", "bonus": "Bonus action", "reaction": "Reaction",
    "legendary": "Legendary action", "mythic": "Mythic action", "lair": "Lair action",
}  # fmt: skip
_AFTER = {
    "spells": "Spells",
    "slots": "Spell slots",
    "environment": "Environment",
    "treasure": "Treasure",
    "description": "",
}
_VALUES = frozenset(
    {"name", "size", "ac", "hp", "speed", "cr", "type", "alignment", "save", "skill", "sortname", "init",
     *ABILITIES}
)  # fmt: skip


def recognise(source: Source) -> int:
    """Say how sure it is that something is a compendium of monsters."""
    root = source.xml_root
    if root in ("compendium", "collection"):
        return SURE
    return LIKELY if root == "monster" else NO


def read(source: Source, finding: Finding) -> None:
    """Add every monster of a compendium."""
    files = 0
    for element in xml_entries.entries(source, finding, {"monster", "doc"}, _OTHER):
        if element.tag == "doc":
            files += 1
            continue
        with finding.entry(_named(element)):
            finding.add(_creature(element, finding))
    if not finding.creatures:
        if files:
            raise Refused(
                "“{name}” is a list of other files and has no monsters itself. Bring those files.",
                name=source.name,
            )
        raise Refused("“{name}” has no monster that can be read.", name=source.name)
    if files:
        finding.tell("{count} other files are named in it. Bring them, too, if they are wanted.", count=files)


def _named(element: Element) -> str:
    return name_of(_plain(element.findtext("name") or "")) or "?"


def _plain(text: str) -> str:
    """Return a text without entities that were escaped twice or three times."""
    for _ in range(3):
        if "&" not in text:
            break
        text = unescape(text)
    return text


def _words(element: Element) -> str:
    """Return the text of an element, also of one with tags in its text."""
    return _plain("".join(element.itertext()) if len(element) else element.text or "").strip()


def _creature(element: Element, finding: Finding) -> Creature:
    said: dict[str, list[str]] = {}
    texts: list[tuple[str, str]] = []
    parts: list[tuple[str, str]] = []
    for child in element:
        if child.tag in _PARTS:
            parts.append(_part(child))
        else:
            said.setdefault(child.tag, []).append(_words(child))
    name = name_of(said["name"][0]) if said.get("name") else ""
    if not name:
        raise ValueError
    values, guessed = _values(said)
    if "max_hp" not in values:
        finding.tell("“{name}” has no hit points: it keeps the usual ones.", name=name)
    if "ac" not in values:
        finding.tell("“{name}” has no armor class in the file: look at what is proposed.", name=name)
    if said.get("cr"):
        texts.append(("", f"CR {d20.challenge(said['cr'][0])}"))
    kind = ", ".join(text for tag in ("type", "alignment") for text in said.get(tag, ()) if text)
    texts.append(("", kind))
    for tag, label in {"ac": "AC", "hp": "HP", "speed": "Speed"}.items():
        if said.get(tag) and not said[tag][0].isdecimal():
            texts.append((label, said[tag][0]))
    texts.append(("Saving throws", ", ".join(text for text in said.get("save", ()) if text)))
    texts.append(("Skills", ", ".join(text for text in said.get("skill", ()) if text)))
    texts += ((label, ", ".join(said[tag])) for tag, label in _TEXTS.items() if tag in said)
    texts += parts
    texts += ((label, without_markup("\n".join(said[tag]))) for tag, label in _AFTER.items() if tag in said)
    known = _VALUES | _TEXTS.keys() | _AFTER.keys()
    texts += ((tag, without_markup("\n".join(lines))) for tag, lines in said.items() if tag not in known)
    return Creature(
        name=name,
        family="5e",
        kind="npc",
        side="foes",
        values=values,
        texts=tuple((label, text) for label, text in texts if text.strip()),
        guessed=guessed,
    )


def _values(said: dict[str, list[str]]) -> tuple[dict[str, Value], frozenset[str]]:
    """Return a monster's values, and which of them are the average of dice."""
    values: dict[str, Value] = {}
    for ability in ABILITIES:
        if ability in said:
            values[ability] = d20.score(said[ability][0])
    points, averaged = d20.hit_points(said.get("hp", [""])[0])
    if points is not None:
        values["max_hp"] = points
    ac = number(said.get("ac", [""])[0])
    if ac is not None:
        values["ac"] = ac
    fast = d20.speed(said.get("speed", [""])[0])
    if fast is not None:
        values["speed"], values["speed_unit"] = fast
    for save in said.get("save", ()):
        values.update(d20.saves(save))
    size = _SIZES.get(said.get("size", [""])[0][:1].upper())
    if size:
        values["size"] = size
    return values, frozenset({"max_hp"} if averaged else ())


def _part(element: Element) -> tuple[str, str]:
    """Return a trait or an action as a text: its words, then its attacks ('name|bonus|damage')."""
    name = name_of(_plain(element.findtext("name") or ""))
    lines = [_words(child) for child in element if child.tag == "text"]
    words = without_markup("\n".join(lines))
    attacks = [_attack(child.text or "", name) for child in element if child.tag == "attack"]
    recharge = _plain(element.findtext("recharge") or "").strip()
    label = _PARTS[element.tag]
    head = f"{label}: {name}" if label and name else label or name
    if recharge and "(" not in name:
        head = f"{head} ({recharge})".strip()
    return head, "\n".join(line for line in (words, *attacks) if line) or ("-" if head else "")


def _attack(text: str, action: str) -> str:
    name, _, rest = _plain(text).partition("|")
    bonus, _, damage = rest.partition("|")
    to_hit = number(bonus)
    said = [
        name.strip() or action,
        f"{to_hit:+}" if to_hit else "",
        f"({damage.strip()})" if damage.strip() else "",
    ]
    return " ".join(word for word in said if word) if any(said[1:]) else ""


READER = Reader(id="fightclub5", label="Fight Club 5", recognise=recognise, read=read)
