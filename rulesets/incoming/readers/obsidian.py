"""Obsidian: encounters, stat blocks and data of Initiative Tracker and Fantasy Statblocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from rulesets.incoming import d20
from rulesets.incoming.found import ABILITIES, Creature, Effect, Finding, Refused, Value
from rulesets.incoming.reader import LIKELY, NO, SURE, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number, without_markup

LONGEST_BLOCK = 500_000
"""Characters of one block."""
MOST_ALIASES = 20
MOST_NODES = 50_000
"""Values in one block, each alias counted as what it stands for."""
DEEPEST = 60
MOST_BODIES = 500
"""Creatures of one line of an encounter."""
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FENCE = re.compile(r"([ \t>]{0,40})(`{3,}|~{3,})[ \t]*([\w-]*)")
_KINDS = frozenset({"encounter", "encounter-table", "statblock"})
_ANY_BLOCK = re.compile(
    r"^[ \t>]{0,40}(?:`{3,}|~{3,})[ \t]*(?:encounter|encounter-table|statblock)\b", re.MULTILINE
)
_STATBLOCK = re.compile(r"^statblock[ \t]*:[ \t]*[\"']?(?:true|inline)\b", re.MULTILINE | re.IGNORECASE)
_NAME_AND_HP = (re.compile(r"^name[ \t]*:", re.MULTILINE), re.compile(r"^hp[ \t]*:", re.MULTILINE))
_LINK = re.compile(r"!?\[\[([^\[\]|]{1,300})(?:\|([^\[\]]{0,300}))?\]\]")
_COUNT = re.compile(r"\d{1,6}|\d{0,3}[dD]\d{1,4}(?:\s?[+-]\s?\d{1,4})?")
_NAMED = re.compile(r"^name[ \t]*:[ \t]*[\"']?([^\n\"']{1,100})", re.MULTILINE)
_MANY_IN_LINE = re.compile(rf"(?:[-?:] ){{{DEEPEST}}}")
_WHOLE = re.compile(r"[+-]?\d{1,6}")
_FRIENDS = frozenset({"friendly", "friend", "ally"})
MOST_TAKEN, MOST_BELOW_EACH_OTHER = 200, 8
"""Blocks that one takes from, and of these how many each from the next."""
_REFERENCES = ("monster", "creature", "extends")
_PARTS = {
    "traits": "", "actions": "", "bonus_actions": "Bonus action", "reactions": "Reaction",
    "legendary_actions": "Legendary action", "mythic_actions": "Mythic action", "lair_actions": "Lair action",
}  # fmt: skip
_NUMBERS = frozenset({"hp", "hit_dice", "ac", "stats", "modifier", *_REFERENCES})
"""What a block has some of if it is a creature."""
_HELD = frozenset(
    {"name", "hp", "stats", "saves", "modifier", "cr", "type", "subtype", "alignment", "layout",
     "image", "statblock", "columns", "columnWidth", "forceColumns", "dice", "render", "tags", "aliases",
     "cssclasses", "bestiary", "export", *_REFERENCES, *_PARTS}
)  # fmt: skip
"""What becomes a value or a line of its own, and what only says how a block looks."""


class _Block(Struct, frozen=True):
    """A block of a note: what it is, its text, and the line it begins in."""

    kind: str
    text: str
    line: int


def recognise(source: Source) -> int:
    """Say how sure it is that something is a note with encounters or stat blocks, or the tracker's data."""
    if source.head[:1] == "{":
        data = source.json if '"players"' in source.text else None
        return SURE if isinstance(data, dict) and _is_data(data) else NO
    if _ANY_BLOCK.search(source.text):
        return SURE
    matter = _front_matter(source.text)
    return LIKELY if matter is not None and _is_statblock(matter.text) else NO


def read(source: Source, finding: Finding) -> None:
    """Add everybody of every encounter, every stat block, and of the running fight."""
    if source.head[:1] == "{":
        _data(source.json, finding)
    else:
        _note(source, finding)
    if not finding.creatures:
        raise Refused("“{name}” has no creature that can be read.", name=source.name)


def _is_data(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("players"), list) and (
        isinstance(data.get("encounters"), dict) or isinstance(data.get("state"), dict)
    )


# -- notes ---------------------------------------------------------------------------------------------


def _note(source: Source, finding: Finding) -> None:
    blocks = list(_blocks(source.text))
    matter = _front_matter(source.text)
    if matter is not None and _is_statblock(matter.text):
        blocks.insert(0, matter)
    parsed = [(block, list(_documents(block, finding))) for block in blocks]
    if len(blocks) > 1 and matter is blocks[0]:
        # 'statblock: inline' says that a block of the note is the creature, and has no numbers itself.
        parsed[0] = (matter, [one for one in parsed[0][1] if isinstance(one, dict) and one.keys() & _NUMBERS])
    known: dict[str, dict[str, Any]] = {}
    for block, documents in parsed:
        for document in documents:
            if block.kind in ("statblock", "matter") and isinstance(document, dict) and document.get("name"):
                known.setdefault(name_of(document["name"]).casefold(), document)
    stem = source.name.rpartition(".")[0]
    missing: dict[str, None] = {}
    for block, documents in parsed:
        for document in documents:
            label = document.get("name") if isinstance(document, dict) else ""
            with finding.entry(label or f"line {block.line}"):
                if block.kind in ("statblock", "matter"):
                    _statblock(document, known, stem if block.kind == "matter" else "", finding)
                else:
                    _encounter(document, known, finding, missing)
    if missing:
        finding.tell(
            "Nothing here says the numbers of {name}: bring the notes with their stat blocks, too.",
            name=", ".join(missing),
        )


def _blocks(text: str) -> Iterator[_Block]:
    """Each fenced block of one of the kinds; what is in other fenced blocks is none."""
    fence, kind, prefix, begins = "", "", "", 0
    lines: list[str] = []
    for at, line in enumerate(text.split("\n"), 1):
        found = _FENCE.match(line)
        if fence:
            closes = (
                found and not found[3] and found[2].startswith(fence) and line.strip(" \t>").strip("`~") == ""
            )
            opens = found and found[3] in _KINDS and kind in _KINDS
            if not closes and not opens:
                lines.append(_inside(line, prefix) if prefix else line)
                continue
            if kind in _KINDS:
                yield _Block(kind, "\n".join(lines), begins + 1)
            fence = ""
            if closes:
                continue
        if found:
            prefix, fence, kind, begins, lines = found[1], found[2], found[3], at, []
    if fence and kind in _KINDS:
        yield _Block(kind, "\n".join(lines), begins + 1)


def _inside(line: str, prefix: str) -> str:
    """Return a line of a block without what stands before every line of it: a quote, or white space."""
    for _ in range(prefix.count(">")):
        line = line.lstrip(" \t").removeprefix(">").removeprefix(" ")
    blank = prefix.rpartition(">")[2].lstrip(" ") if ">" in prefix else prefix
    return line.removeprefix(blank) if blank else line


def _front_matter(text: str) -> _Block | None:
    if not text.startswith("---\n"):
        return None
    end = re.search(r"^(?:---|\.\.\.)[ \t]*$", text[4:], re.MULTILINE)
    return _Block("matter", text[4 : 4 + end.start()], 2) if end else None


def _is_statblock(text: str) -> bool:
    return bool(_STATBLOCK.search(text)) or all(pattern.search(text) for pattern in _NAME_AND_HP)


def _documents(block: _Block, finding: Finding) -> Iterator[Any]:
    """Each YAML document of a block; where one is broken, its line is told."""
    line, lines = block.line, block.text.split("\n")
    starts = [-1, *(i for i, text in enumerate(lines) if text.rstrip() == "---"), len(lines)]
    for start, end in pairwise(starts):
        text = "\n".join(lines[start + 1 : end])
        if not text.strip():
            continue
        try:
            yield _yaml(text)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            finding.tell(
                "Line {line} is no YAML that can be read ({detail}): {block} was left out.",
                line=line + start + 1 + (mark.line if mark else 0),
                detail=str(error.problem or error.context or "")[:100],
                block=f"“{name_of(named[1])}”" if (named := _NAMED.search(text)) else "this block",
            )
        except (yaml.YAMLError, ValueError, RecursionError, TypeError) as error:
            finding.tell(
                "The block at line {line} was left out: {detail}.",
                line=line + start + 1,
                detail=str(error)[:100],
            )


def _yaml(text: str) -> Any:
    """Return what YAML says; raises ValueError where it is too large, too deep or grows by aliases."""
    if len(text) > LONGEST_BLOCK:
        raise ValueError(f"it is longer than {LONGEST_BLOCK:,} characters")
    plain = _LINK.sub(_shown, text) if "[[" in text else text
    if _too_deep(plain):
        raise ValueError("it has lists in lists without end")
    if "&" not in plain:
        return yaml.load(plain, Loader=_Loader)
    aliases = sum(isinstance(event, yaml.AliasEvent) for event in yaml.parse(plain, Loader=_Loader))
    if aliases > MOST_ALIASES:
        raise ValueError("it grows by aliases")
    value = yaml.load(plain, Loader=_Loader)
    _bounded(value)
    return value


def _too_deep(text: str) -> bool:
    """Whether more brackets are open at once, or more lists begin in one line, than anybody writes."""
    if _MANY_IN_LINE.search(text):
        return True
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _bounded(value: Any) -> None:
    left = MOST_NODES
    level = [(value, 0)]
    while level:
        inner, depth = level.pop()
        left -= 1
        if left < 0 or depth > DEEPEST:
            raise ValueError("it has too many values")
        if isinstance(inner, dict):
            level += ((one, depth + 1) for one in inner.values())
        elif isinstance(inner, list | set | tuple):
            level += ((one, depth + 1) for one in inner)


def _shown(link: re.Match[str]) -> str:
    """Return what a link to another note shows; it is not followed."""
    target = link[1].partition("#")[0].rpartition("/")[2].strip() or link[1].strip(" #")
    return (link[2] or "").strip() or target.removesuffix(".md")


# -- stat blocks ---------------------------------------------------------------------------------------


def _references(document: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for key in _REFERENCES:
        value = document.get(key)
        found += (name_of(one) for one in (value if isinstance(value, list) else [value]) if one is not None)
    return [name for name in found if name][:MOST_TAKEN]


def _resolved(
    document: Mapping[str, Any], known: Mapping[str, dict[str, Any]], missing: list[str]
) -> dict[str, Any]:
    """Return a block with what it takes from the ones that it names, and these from others."""
    base: dict[str, Any] = {}
    for other in _taken_from(document, known, missing, {id(document)}):
        base.update(other)
    return {**base, **document}


def _taken_from(
    document: Mapping[str, Any],
    known: Mapping[str, dict[str, Any]],
    missing: list[str],
    seen: set[int],
    depth: int = 0,
) -> Iterator[Mapping[str, Any]]:
    """Yield the blocks that one takes from, each once, behind those that it takes from itself."""
    for name in _references(document):
        other = known.get(name.casefold())
        if other is None:
            missing.append(name)
        elif id(other) not in seen and depth < MOST_BELOW_EACH_OTHER and len(seen) <= MOST_TAKEN:
            seen.add(id(other))
            yield from _taken_from(other, known, missing, seen, depth + 1)
            yield other


def _statblock(document: Any, known: Mapping[str, dict[str, Any]], stem: str, finding: Finding) -> None:
    if not isinstance(document, dict):
        raise TypeError
    missing: list[str] = []
    whole = _resolved(document, known, missing)
    for name in dict.fromkeys(missing):
        finding.tell(
            "“{name}” is named here, and its stat block is in another note: bring that, too.", name=name
        )
    own = document.keys() - {*_REFERENCES, "layout", "columns", "statblock", "name"}
    if not own and _references(document):
        return
    name = name_of(document.get("name") or stem or next(iter(_references(document)), ""))
    if not name:
        raise ValueError
    creature = _creature(whole, name)
    if "max_hp" not in creature.values:
        finding.tell("“{name}” has no hit points: it keeps the usual ones.", name=name)
    finding.add(creature)


def _creature(said: Mapping[str, Any], name: str) -> Creature:
    """Return what a stat block says."""
    layout = str(said.get("layout") or "")
    values, guessed = _core(said)
    fifth = not layout or "5e" in layout.lower()
    if fifth:
        values.update(_scores(said.get("stats")))
        for save, bonus in _pairs(said.get("saves")):
            values.update(d20.saves(f"{save} {bonus}"))
        fast = d20.speed(str(said.get("speed") or ""))
        if fast is not None:
            values["speed"], values["speed_unit"] = fast
    rating = d20.challenge(said.get("cr"))
    kind = ", ".join(str(said[key]) for key in ("type", "subtype", "alignment") if said.get(key))
    texts = [("", f"CR {rating}" if rating else ""), ("", kind)]
    for key, value in said.items():
        if key in _PARTS:
            texts += _entries(value, _PARTS[key])
        elif (
            key not in _HELD
            and value not in (None, "", [], {})
            and not (key == "ac" and isinstance(value, int))
        ):
            texts.append((_heading(str(key)), _said(value)))
    if isinstance(said.get("hp"), str) and not said["hp"].strip().isdecimal():
        texts.append(("HP", said["hp"]))
    unread = ("saves",) if fifth else ("stats", "saves")
    texts += ((key.capitalize(), _said(said[key])) for key in unread if said.get(key))
    return Creature(
        name=name,
        family="5e" if fifth else "",
        kind="npc",
        side="foes",
        values=values,
        texts=tuple((label, text) for label, text in texts if text.strip()),
        guessed=guessed,
    )


def _heading(key: str) -> str:
    return "AC" if key == "ac" else key.replace("_", " ").capitalize()


def _core(said: Mapping[str, Any]) -> tuple[dict[str, Value], frozenset[str]]:
    """Return hit points, armor class and initiative, which every layout has."""
    values: dict[str, Value] = {}
    points, averaged = d20.hit_points(said.get("hp"))
    if points is None and said.get("hit_dice"):
        points = d20.average(str(said["hit_dice"]))
        averaged = points is not None
    if points is not None and points > 0:
        values["max_hp"] = points
    ac = number(said.get("ac"))
    if ac is not None:
        values["ac"] = ac
    modifier = said.get("modifier")
    first = modifier[0] if isinstance(modifier, list) and modifier else modifier
    bonus = None if isinstance(first, list | dict) else number(first)
    if bonus is not None:
        values["initiative"] = bonus
    return values, frozenset({"max_hp"} if averaged and "max_hp" in values else ())


def _scores(stats: Any) -> dict[str, Value]:
    """Return ability scores, which are a list in the usual order, or a map."""
    if isinstance(stats, dict):
        return {
            str(key)[:3].lower(): d20.score(one)
            for key, one in stats.items()
            if str(key)[:3].lower() in ABILITIES
        }
    if not isinstance(stats, list) or len(stats) < len(ABILITIES):
        return {}
    return {ability: d20.score(one) for ability, one in zip(ABILITIES, stats, strict=False)}


def _pairs(value: Any) -> Iterator[tuple[str, Any]]:
    """Name and number of a map, or of a list of maps with one key each."""
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            yield from ((str(key), inner) for key, inner in one.items())
        elif isinstance(one, str):
            word, _, bonus = one.partition(" ")
            yield word, bonus


def _said(value: Any) -> str:
    """Return any value of a block as a text."""
    if isinstance(value, dict):
        if "name" in value and ("desc" in value or "description" in value):
            return f"{value['name']}: {_said(value.get('desc') or value.get('description') or '')}"
        return ", ".join(f"{key} {_said(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        return ", ".join(_said(inner) for inner in value)
    return "" if value is None else without_markup(value)


def _entries(value: Any, label: str) -> Iterator[tuple[str, str]]:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            name, text = (
                name_of(one.get("name") or ""),
                _said(one.get("desc") or one.get("description") or ""),
            )
        elif isinstance(one, list) and one:
            name, text = name_of(one[0]), _said(one[1:])
        else:
            name, text = "", _said(one)
        head = f"{label}: {name}" if label and name else label or name
        yield head, text or ("-" if head else "")


# -- encounters ----------------------------------------------------------------------------------------


class _Line(Struct, kw_only=True):
    """One line of an encounter."""

    name: str = ""
    shown: str = ""
    count: int = 1
    dice: str = ""
    hidden: bool = False
    friendly: bool = False
    said: dict[str, Any] = {}
    rest: list[str] = []


def _encounter(
    document: Any, known: Mapping[str, dict[str, Any]], finding: Finding, missing: dict[str, None]
) -> None:
    if isinstance(document, list):
        document = {"creatures": document}
    if not isinstance(document, dict):
        raise TypeError
    group = name_of(document.get("name") or "Encounter")
    finding.groups.append(group)
    where = f"saved:{group}"
    for name in _players(document, group, finding):
        finding.add(_player(name, where, known, missing))
    for item in _listed(document.get("creatures")):
        with finding.entry(item):
            for line in _lines(item):
                if not line.name:
                    raise ValueError
                if line.count > 0:
                    finding.add(_fighter(line, where, known, finding, missing))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _players(document: Mapping[str, Any], group: str, finding: Finding) -> list[str]:
    """Return the names of the players who are in an encounter, as far as it says them."""
    said = document.get("players")
    party = document.get("party")
    if said is True or str(said).strip().lower() == "true" or (party and said is None):
        finding.tell(
            "“{name}” takes its players from the tracker's own list{party}: bring its data.json, too.",
            name=group,
            party=f" ({name_of(party)})" if party else "",
        )
        return []
    names = [
        name_of(one) for one in _listed(said) if one is not None and not isinstance(one, bool | dict | list)
    ]
    return [name for name in names if name and name.lower() not in ("none", "false", "true")]


def _player(name: str, where: str, known: Mapping[str, dict[str, Any]], missing: dict[str, None]) -> Creature:
    block = known.get(name.casefold())
    if block is None:
        missing[name] = None
    base = Creature(name=name) if block is None else _creature(block, name)
    return msgspec.structs.replace(base, where=where, kind="pc", side="party")


def _lines(item: Any, count: str = "1") -> Iterator[_Line]:
    """Each creature that one entry of the list says, however it is written."""
    if isinstance(item, list):
        inner = item
        while len(inner) == 1 and isinstance(inner[0], list):
            inner = inner[0]
        yield _counted(_from_parts([str(one) for one in inner if not isinstance(one, dict | list)]), count)
    elif not isinstance(item, dict):
        text = "" if item is None else str(item)
        before, colon, after = text.partition(":")
        if colon and _COUNT.fullmatch(before.strip()):
            count, text = before.strip(), after
        yield _counted(_from_parts(text.split(",")), count)
    elif "creature" in item or "name" in item:
        yield _counted(_from_map(item), count)
    else:
        for key, inner in item.items():
            if _COUNT.fullmatch(str(key).strip()):
                yield from _lines(inner, str(key).strip())
            else:
                line = (
                    _from_map(inner) if isinstance(inner, dict) else _from_parts(["", *str(inner).split(",")])
                )
                line.shown, line.name = line.name if isinstance(inner, dict) else "", name_of(key)
                yield _counted(line, count)


def _counted(line: _Line, count: str) -> _Line:
    if count.isdecimal():
        line.count = int(count)
    else:
        line.dice = count.replace(" ", "").lower()
        line.count = max(1, d20.average(count) or 1)
    return line


def _from_parts(parts: list[str]) -> _Line:
    """Return 'Goblin, hp, ac, modifier, xp, hidden', or a name and the name that is shown."""
    line = _Line(name=name_of(parts[0]) if parts else "", said={}, rest=[])
    numbers = iter(("hp", "ac", "modifier", "xp"))
    for i, part in enumerate(name_of(part) for part in parts[1:]):
        if part.lower() == "hidden":
            line.hidden = True
        elif part.lower() in _FRIENDS:
            line.friendly = True
        elif _WHOLE.fullmatch(part):
            key = next(numbers, "")
            if key:
                line.said[key] = int(part)
            else:
                line.rest.append(part)
        elif i == 0 and part and len(parts) == 2:
            line.shown = part
        else:
            next(numbers, "")
            if part:
                line.rest.append(part)
    return line


def _from_map(item: Mapping[str, Any]) -> _Line:
    creature, shown = item.get("creature"), item.get("name")
    line = _Line(name=name_of(creature or shown or ""), shown=name_of(shown or ""), rest=[])
    line.said = {key: item[key] for key in ("hp", "ac", "xp") if item.get(key) is not None}
    modifier = item.get("mod", item.get("modifier"))
    if modifier is not None:
        line.said["modifier"] = modifier
    line.hidden = item.get("hidden") is True
    line.friendly = any(item.get(key) is True for key in _FRIENDS)
    return line


def _fighter(
    line: _Line,
    where: str,
    known: Mapping[str, dict[str, Any]],
    finding: Finding,
    missing: dict[str, None],
) -> Creature:
    """Return a creature of an encounter: its stat block, if that is here, with the numbers of its line."""
    name = line.shown or line.name
    block = known.get(line.name.casefold())
    base = Creature(name=name, family="5e") if block is None else _creature(_resolved(block, known, []), name)
    values, guessed = _core(line.said)
    if block is None and "max_hp" not in values:
        missing[line.name] = None
    if line.count > MOST_BODIES:
        finding.tell("“{name}” stands there {count} times: {most} were taken.", name=name, count=line.count,
                     most=MOST_BODIES)  # fmt: skip
    texts = [("", line.name if line.name != name else ""), *base.texts]
    texts += (("AC", str(line.said["ac"])) for _ in (1,) if isinstance(line.said.get("ac"), str))
    texts += [("XP", str(line.said.get("xp") or "")), ("", ", ".join(line.rest))]
    return msgspec.structs.replace(
        base,
        where=where,
        count=min(line.count, MOST_BODIES),
        count_dice=line.dice,
        kind="npc",
        side="party" if line.friendly else "foes",
        hidden=line.hidden,
        values={**base.values, **values},
        guessed=frozenset(base.guessed - values.keys()) | guessed,
        texts=tuple((label, text) for label, text in texts if text.strip()),
    )


# -- data.json -----------------------------------------------------------------------------------------


def _data(data: Mapping[str, Any], finding: Finding) -> None:
    """Add the players, the saved encounters and the running fight of the tracker's data."""
    for one in data["players"]:
        with finding.entry(_called(one)):
            finding.add(_tracked({**one, "player": True}, "character", finding))
    for party in data.get("parties") or []:
        if isinstance(party, dict) and party.get("name"):
            finding.groups.append(name_of(party["name"]))
    encounters = data.get("encounters") or {}
    for name, state in encounters.items() if isinstance(encounters, dict) else ():
        with finding.entry(name):
            if not isinstance(state["creatures"], list):
                raise TypeError
            finding.groups.append(name_of(name))
            _everybody(state["creatures"], f"saved:{name_of(name)}", finding)
    state = data.get("state")
    if isinstance(state, dict) and state.get("creatures"):
        with finding.entry(state.get("name")):
            begun = state.get("state") is not False
            finding.round = number(state.get("round")) if begun else None
            for one in _everybody(state["creatures"], "combat", finding):
                if one.get("active") is True and begun:
                    finding.active = _linked(one.get("display")) or _linked(one.get("name"))


def _everybody(creatures: Any, where: str, finding: Finding) -> list[dict[str, Any]]:
    taken = []
    for one in creatures:
        with finding.entry(_called(one)):
            finding.add(_tracked(one, where, finding))
            taken.append(one)
    return taken


def _linked(name: Any) -> str:
    """Return a name; of a link to a note, what it shows."""
    return name_of(_LINK.sub(_shown, str(name))) if name else ""


def _called(one: Any) -> str:
    return str(one.get("display") or one.get("name") or "?") if isinstance(one, dict) else "?"


def _tracked(said: Mapping[str, Any], where: str, finding: Finding) -> Creature:
    """Return somebody as the tracker keeps them: `hp` is the most, `currentHP` what is left."""
    kept = _linked(said.get("name"))
    name = _linked(said.get("display")) or kept
    if not name:
        raise ValueError
    values, guessed = _core(said)
    if "max_hp" not in values:
        finding.tell("“{name}” has no hit points: it keeps the usual ones.", name=name)
    for key, value in {"currentHP": "hp", "tempHP": "temp_hp"}.items():
        found = number(said.get(key))
        if found is not None and "max_hp" in values:
            values[value] = max(0, found)
    level = number(said.get("level"))
    if level:
        values["level"] = level
    player, friend = said.get("player") is True, said.get("friendly") is True
    rating = d20.challenge(said.get("cr"))
    texts = [("", kept if kept != name else ""), ("", f"CR {rating}" if rating else "")]
    texts += [("AC", said["ac"])] if isinstance(said.get("ac"), str) else []
    for key, usual, label in (("currentMaxHP", "hp", "Maximum now"), ("currentAC", "ac", "AC now")):
        if said.get(key) is not None and str(said[key]) != str(said.get(usual)):
            texts.append((label, str(said[key])))
    texts += [("Note", _said(said.get("note")))]
    if said.get("enabled") is False:
        texts.append(("", "Out of the fight"))
        finding.tell("“{name}” is out of the fight there.", name=name)
    return Creature(
        name=name,
        family="5e",
        where=where,
        kind="pc" if player else "npc",
        side="party" if player or friend else "foes",
        hidden=said.get("hidden") is True,
        values=values,
        effects=tuple(_effects(said.get("status"))),
        initiative_count=number(said.get("initiative")) if where == "combat" else None,
        texts=tuple((label, text) for label, text in texts if text.strip()),
        guessed=guessed,
    )


def _effects(status: Any) -> Iterator[Effect]:
    for one in _listed(status):
        name = name_of(one.get("name") or "") if isinstance(one, dict) else name_of(one)
        if name:
            yield Effect(name=name)


READER = Reader(id="obsidian", label="Obsidian", recognise=recognise, read=read)
