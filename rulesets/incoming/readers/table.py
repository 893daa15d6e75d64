"""Tables: CSV with commas or semicolons, tabs as spreadsheets copy them, and Markdown's with '|'.

What a column is its heading says; a heading that is not known stays what it is called, so that a ruleset can
have a stat of that name (`Creature.columns`). Whoever brings a table can say what a column is (`meanings`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulesets.incoming import d20
from rulesets.incoming.found import Creature, Finding, Refused
from rulesets.incoming.reader import IGNORED, LIKELY, MAYBE, NO, SURE, Column, Reader
from rulesets.incoming.source import Source
from rulesets.incoming.texts import name_of, number, plain_dashes
from rulesets.words.spreadsheet_cells import GUARD, typed

MEANINGS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "creature", "monster", "combatant", "character"),
    "hp": ("hp", "hit points", "current hp", "hp now", "TP", "LeP"),
    "max_hp": ("max hp", "maximum", "hp max", "max", "maximum hp", "max hit points", "hit point maximum"),
    "temp_hp": ("temp", "temp hp", "temporary hp", "temporary hit points"),
    "ac": ("ac", "armor class", "armour class", "defense", "RK"),
    "initiative": ("init", "initiative", "init mod", "initiative modifier", "initiative bonus"),
    "rolled": ("rolled", "init count", "initiative count", "rolled initiative", "initiative roll"),
    "kind": ("type", "kind", "pc"),
    "side": ("side", "team", "group"),
    "count": ("count", "#", "number", "qty", "quantity", "anzahl"),
    "threshold": ("threshold", "damage threshold"),
    "notes": ("notes", "note", "comment", "comments"),
}
"""What a column can be → the headings that say so."""
MOST_OF_A_KIND = 999
MOST_COLUMNS = 200
_PARTING = ("\t", "|", ";", ",")
"""What stands between the columns, the surest first."""
_FIRST_ROWS = 10
"""Rows among which the headings are looked for: some programs write a title above them."""
_LEAST_COUNT = 15
"""Initiative without a sign and as high as this is no modifier: it was rolled."""
_NOT_IN_HEADINGS = re.compile(r"[^\w#]+|_+")
_STARS = re.compile(r"^[*`\s]+|[*`\s]+$")
_RULE = re.compile(r"\s*:?-+:?\s*")
_TIMES = re.compile(
    r"(?:(?P<before>\d{1,6})\s?[x×]\s+)?(?P<name>.*?)(?:\s+\(?[x×]\s?(?P<after>\d{1,6})\)?)?$"
)
_OF = re.compile(r"(?P<now>-?\d{1,9})\s*(?:/|of|von|out of)\s*(?P<most>\d{1,9})\b", re.IGNORECASE)
_PLAIN = re.compile(r"[+-]?\d{1,9}")
_DICE = re.compile(r"\d{0,3}d\d{1,3}\s*(?:[+-]\s*\d{1,3})?$", re.IGNORECASE)
_PLAYERS = frozenset(
    {"pc", "player", "players", "playercharacter", "character", "hero", "yes", "true", "x", "1"}
)
_OTHERS = frozenset({"npc", "monster", "monsters", "enemy", "foe", "creature", "no", "false", "0"})
_SIDES = {
    **dict.fromkeys(
        ("party", "players", "player", "pcs", "pc", "heroes", "allies", "ally", "friends"), "party"
    ),
    **dict.fromkeys(("foes", "foe", "enemies", "enemy", "monsters", "monster", "opponents"), "foes"),
}


class Table(NamedTuple):
    """A table as it is written."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    beside: tuple[str, ...] = ()
    """Lines of the file that are in no table."""

    def cells(self, place: int) -> list[str]:
        """What stands in a column, without its heading and what is empty."""
        return [row[place] for row in self.rows if place < len(row) and row[place]]


def columns_of(source: Source) -> list[Column]:
    """Return the columns of what is a table, with what they are taken for; raises Refused if it is none.

    Where there are no headings they are called as spreadsheets call them: A, B, C.
    """
    found: dict[str, Column] = {}
    for table in _tables(source, lettered=True):
        for place, meaning in enumerate(_meanings(table, source.meanings)):
            heading, examples = table.headings[place], tuple(dict.fromkeys(table.cells(place)))[:3]
            found.setdefault(heading, Column(heading, meaning, examples))
    return list(found.values())


def recognise(source: Source) -> int:
    """Say how sure it is: by headings that are known, and by lines with as many parts each."""
    head = source.head
    if source.xml_root or head[:1] in ("{", "<") or (head[:1] == "[" and source.is_json):
        return NO
    lines = head.splitlines()
    lines = lines[:-1] if len(source.data) > len(head.encode()) + 100 and len(lines) > 2 else lines
    for sign in _signs(lines):
        rows = list(_rows("\n".join(lines), sign))
        place = _heading_row(rows)
        if place is not None and len(rows) > place + 1:
            return SURE if not place else LIKELY
    return MAYBE if _is_even(lines) else NO


def read(source: Source, finding: Finding) -> None:
    """Read every row of every table."""
    for table in _tables(source):
        _read(table, source.meanings, finding)
        if table.beside:
            finding.tell("What stands beside the table was left out: “{line}” (lines in all: {lines}).",
                         lines=len(table.beside), line=table.beside[0][:60])  # fmt: skip
    if not finding.creatures:
        raise Refused("“{name}” is a table in which nobody has a name.", name=source.name)


# -- rows and columns ----------------------------------------------------------------------------------


def _tables(source: Source, *, lettered: bool = False) -> list[Table]:
    """Return the tables in a text; Refused where there is none whose columns are told.

    With ``lettered`` columns need not be told: what stands between them is.
    """
    text = source.text
    lines = text.splitlines()
    for sign in _signs(lines[:200]):
        tables = list(_marked(lines)) if sign == "|" else []
        if tables:
            return tables
        rows = list(_rows(text, sign))
        place = _heading_row(rows)
        if place is not None:
            above = tuple(sign.join(row).strip() for row in rows[:place] if any(row) and not _is_rule(row))
            return [Table(tuple(rows[place]), _below(rows[place], rows[place + 1 :]), above)]
        letters = tuple(_letter(place) for place in range(max((len(row) for row in rows), default=0)))
        if len(rows) > 1 and (lettered or not source.meanings.keys().isdisjoint(letters)):
            return [Table(letters, tuple(tuple(row) for row in rows if any(row)))]
    raise Refused(
        "“{name}” has no line with headings such as Name, HP and AC. Say in the window what the columns are, "
        "or write one above them.",
        name=source.name,
    )


def _below(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows with something in them; headings that are written once more are none."""
    again = [cell.casefold() for cell in headings]
    return tuple(tuple(row) for row in rows if any(row) and [cell.casefold() for cell in row] != again)


def _letter(place: int) -> str:
    """Return what a column without heading is called, as spreadsheets do: A, B, C."""
    return chr(ord("A") + place) if place < 26 else f"{chr(ord('A') + place // 26 - 1)}{_letter(place % 26)}"


def _signs(lines: Sequence[str]) -> list[str]:
    """Return what may stand between columns, what stands there most alike first."""
    first = [line for line in lines if line.strip()][:20]
    found: list[tuple[bool, int, int, str]] = []
    for rank, sign in enumerate(_PARTING):
        counts = [line.count(sign) for line in first]
        if any(counts):
            usual = max(dict.fromkeys(counts), key=counts.count)
            found.append((usual > 0, counts.count(usual), -rank, sign))
    return [sign for *_, sign in sorted(found, reverse=True)]


def _is_even(lines: Sequence[str]) -> bool:
    """Return whether all lines have the same number of parts, three or more; two lines a number each, too."""
    full = [line for line in lines if line.strip()]
    signs = [
        sign for sign in _PARTING
        if full and full[0].count(sign) > 1 and len({line.count(sign) for line in full}) == 1
    ]  # fmt: skip
    return bool(signs) and (
        len(full) > 2
        or (len(full) == 2 and all(any(map(_PLAIN.fullmatch, line.split(signs[0]))) for line in full))
    )


def _rows(text: str, sign: str) -> Iterator[list[str]]:
    """Yield the rows of a text; a line with a quote that is not closed, or closed too early, is one alone."""
    lines = text.split("\n")
    if sign == "|":
        yield from (_cells(line) for line in lines)
        return
    start = 0
    while start < len(lines):
        begun = start
        rest = (f"{lines[place]}\n" for place in range(start, len(lines)))
        reader = csv.reader(rest, delimiter=sign, strict=True)
        try:
            for row in reader:
                start = begun + reader.line_num
                yield [_typed(cell) for cell in row[:MOST_COLUMNS]]
        except csv.Error:
            yield _row_alone(lines[start], sign)
            start += 1


def _row_alone(line: str, sign: str) -> list[str]:
    """Return the cells of one line, whatever its quotes."""
    if line.count('"') % 2 or len(line) > csv.field_size_limit():
        return [_typed(cell.strip('"')) for cell in line.split(sign)[:MOST_COLUMNS]]
    return [_typed(cell) for cell in next(csv.reader([line], delimiter=sign), [])[:MOST_COLUMNS]]


def _typed(cell: str) -> str:
    """Return a cell as it was typed: some programs guard what is no formula with an apostrophe."""
    return typed(cell).strip() if cell.startswith(GUARD) else _cell(cell)


def _cell(cell: str) -> str:
    return _STARS.sub("", cell)


def _cells(line: str) -> list[str]:
    """Return the cells of a line of a Markdown table; a '|' behind a backslash is one that is meant."""
    inner = line.strip().replace("\\|", "\x00").removeprefix("|").removesuffix("|")
    return [_cell(cell.replace("\x00", "|")) for cell in inner.split("|")[:MOST_COLUMNS]]


def _marked(lines: Sequence[str]) -> Iterator[Table]:
    """Yield the tables of a Markdown text: headings, a line of dashes, rows until one has no '|'."""
    place, last = 0, None
    beside: list[str] = []
    while place < len(lines):
        rule = lines[place + 1] if place + 1 < len(lines) else ""
        if (
            "|" in lines[place]
            and "|" in rule
            and all(map(_RULE.fullmatch, rule.strip().strip("|").split("|")))
        ):
            end = place + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            headings = _cells(lines[place])
            rows = [_cells(line) for line in lines[place + 2 : end]]
            if last is not None:
                yield last
            last = Table(tuple(headings), _below(headings, rows), tuple(beside))
            place, beside = end, []
            continue
        if lines[place].strip():
            beside.append(lines[place].strip())
        place += 1
    if last is not None:
        yield last._replace(beside=(*last.beside, *beside))


def _is_rule(row: Sequence[str]) -> bool:
    """Return whether a row only says what parts the columns ('sep=;'), as spreadsheets ask for it."""
    return row[0].lower() in ("sep=", *(f"sep={sign}" for sign in _PARTING))


def _heading_row(rows: Sequence[Sequence[str]]) -> int | None:
    """Return which row has the headings: one of the first, with a name and another column.

    Where no heading is known to be the name's, two that are known are enough, beside one of words.
    """
    two_known = None
    for place, row in enumerate(rows[:_FIRST_ROWS]):
        said = [_meaning(cell, {}) for cell in row]
        if "name" in said and len([cell for cell in row if cell]) > 1:
            return place
        words = [cell for cell, meaning in zip(row, said, strict=True) if not meaning and _is_word(cell)]
        if two_known is None and words and len({meaning for meaning in said if meaning}) > 1:
            two_known = place
    return two_known


def _is_word(cell: str) -> bool:
    return any(char.isalpha() for char in cell) and number(cell) is None


def _meanings(table: Table, told: Mapping[str, str]) -> list[str]:
    """Return what each column is. A name has everybody: if no heading says so, the first column of words."""
    said = [_meaning(heading, told) for heading in table.headings]
    if "name" not in said:
        for place, heading in enumerate(table.headings):
            cells = table.cells(place)
            if not said[place] and heading not in told and cells and all(map(_is_word, cells[:_FIRST_ROWS])):
                said[place] = "name"
                break
    return said


def _plain(heading: str) -> str:
    return _NOT_IN_HEADINGS.sub("", heading.casefold())


_KNOWN = {_plain(word): meaning for meaning, words in MEANINGS.items() for word in words}


def _meaning(heading: str, told: Mapping[str, str]) -> str:
    """Return what a column is: as it was told, or as its heading says."""
    return told[heading] if heading in told else _KNOWN.get(_plain(heading), "")


# -- creatures -----------------------------------------------------------------------------------------


def _read(table: Table, told: Mapping[str, str], finding: Finding) -> None:
    meanings = _meanings(table, told)
    heading = table.headings[meanings.index("name")] if "name" in meanings else ""
    if heading and _meaning(heading, told) != "name":
        finding.tell("No heading says who it is: “{heading}” is taken for the names.", heading=heading)
    if "initiative" in meanings and _are_rolled(table, meanings.index("initiative")):
        meanings[meanings.index("initiative")] = "rolled"
    for row in table.rows:
        with finding.entry(next((cell for cell in row if cell), "")):
            _Row(table.headings, meanings, row, finding).add()


def _are_rolled(table: Table, place: int) -> bool:
    """Return whether a column of initiative holds what was rolled: no sign anywhere, and not all are low."""
    cells = [plain_dashes(row[place]) for row in table.rows if place < len(row) and row[place]]
    if any(cell.startswith(("+", "-")) for cell in cells):
        return False
    return any((number(cell) or 0) >= _LEAST_COUNT for cell in cells)


class _Row:
    """One row on its way to a creature."""

    def __init__(
        self, headings: Sequence[str], meanings: Sequence[str], row: Sequence[str], finding: Finding
    ) -> None:
        self.finding = finding
        self.has_points = "hp" in meanings or "max_hp" in meanings
        self.cells: dict[str, tuple[str, str]] = {}
        """Meaning → heading and cell."""
        self.columns: dict[str, str] = {}
        self.values: dict[str, int | str] = {}
        self.texts: list[tuple[str, str]] = []
        self.guessed: set[str] = set()
        for heading, meaning, cell in zip(headings, meanings, row, strict=False):
            if not cell or meaning == IGNORED:
                continue
            if meaning in MEANINGS and meaning not in self.cells:
                self.cells[meaning] = heading, cell
            elif meaning in MEANINGS:
                self.texts.append((heading, cell))
            else:
                self._column(meaning or heading, cell)
        for cell in filter(None, row[len(headings) :]):
            self.texts.append(("", cell))

    def _column(self, heading: str, cell: str) -> None:
        if heading and heading not in self.columns:
            self.columns[heading] = cell
        else:
            self.texts.append((heading, cell))

    def add(self) -> None:
        """Add the creature of this row."""
        name, count = self._name()
        if not name:
            said = " · ".join(cell for _, cell in [*self.cells.values(), *self.columns.items()])
            if said:
                self.finding.tell("A line without a name was left out: “{name}”.", name=said[:80])
            return
        dice = ""
        if (told := self._take("count")) is not None:
            count, dice = self._count(*told, count)
        self._points(name)
        for meaning in ("ac", "initiative", "temp_hp", "threshold"):
            self._number(meaning)
        rolled = self._take("rolled")
        kind, side = self._kind(), self._side()
        notes = self._take("notes")
        self.finding.add(
            Creature(
                name=name,
                count=self._allowed(name, count),
                count_dice=dice,
                kind=kind,
                side=side,
                values=self.values,
                columns=self.columns,
                initiative_count=None if rolled is None else number(rolled[1]),
                texts=tuple([("", notes[1]), *self.texts] if notes is not None else self.texts),
                guessed=frozenset(self.guessed),
            )
        )

    def _take(self, meaning: str) -> tuple[str, str] | None:
        return self.cells.get(meaning)

    def _name(self) -> tuple[str, int]:
        """Return the name and how many there are: '4x Goblin', 'Goblin ×4'."""
        told = self._take("name")
        if told is None:
            return "", 1
        said = name_of(told[1])[:1000]
        found = _TIMES.fullmatch(said)
        if found is None or not found["name"] or not (found["before"] or found["after"]):
            return said, 1
        return found["name"], int(found["before"] or found["after"])

    def _count(self, heading: str, cell: str, usual: int) -> tuple[int, str]:
        """Return how many there are, and the dice if that is rolled."""
        if _DICE.match(cell.strip()):
            return max(1, d20.average(cell) or 1), cell.replace(" ", "")
        whole = number(cell)
        if whole is None or whole < 1:
            self.texts.append((heading, cell))
            return usual, ""
        return whole, ""

    def _allowed(self, name: str, count: int) -> int:
        if count > MOST_OF_A_KIND:
            self.finding.tell("“{name}” would be there {count} times: {most} are taken.",
                              name=name, count=count, most=MOST_OF_A_KIND)  # fmt: skip
        return max(1, min(count, MOST_OF_A_KIND))

    def _points(self, name: str) -> None:
        """Take hit points: '28/34' are those now and the most, '13 (2d8+4)' is both."""
        now, most = self._take("hp"), self._take("max_hp")
        if now is not None and (both := _OF.search(plain_dashes(now[1]))) is not None:
            self.values.update(hp=max(0, int(both["now"])), max_hp=int(both["most"]))
        elif now is not None:
            self._hit_points("hp", *now)
        if most is not None:
            self._hit_points("max_hp", *most)
        hp, known = self.values.get("hp"), self.values.get("max_hp")
        if hp is not None and known is None and int(hp) > 0:
            self.values["max_hp"] = hp
        elif hp is not None and known is None and now is not None and (number(now[1]) or 0) >= 0:
            del self.values["hp"]
        if "max_hp" in self.values and not self.values["max_hp"]:
            del self.values["max_hp"]
        if self.has_points and "max_hp" not in self.values:
            self.finding.tell("“{name}” has no hit points: it keeps the usual ones.", name=name)

    def _hit_points(self, meaning: str, heading: str, cell: str) -> None:
        found, averaged = d20.hit_points(cell)
        if found is None:
            whole = number(cell)
            if whole is None:
                self.texts.append((heading, cell))
                return
            found = max(0, whole)
        self.values[meaning] = found
        if averaged:
            self.guessed.add(meaning)
        if not _PLAIN.fullmatch(plain_dashes(cell)):
            self.texts.append((heading, cell))

    def _number(self, meaning: str) -> None:
        """Take a number; what stands behind it ('17 (natural armor)') goes into the notes, too."""
        told = self._take(meaning)
        if told is None:
            return
        heading, cell = told
        whole = number(cell)
        if whole is not None:
            self.values[meaning] = whole
        if whole is None or not _PLAIN.fullmatch(plain_dashes(cell)):
            self.texts.append((heading, cell))

    def _kind(self) -> Any:
        told = self._take("kind")
        if told is None:
            return ""
        word = _plain(told[1])
        if word in _PLAYERS:
            return "pc"
        if word not in _OTHERS:
            self.texts.append(told)
            return ""
        return "npc"

    def _side(self) -> str:
        told = self._take("side")
        return "" if told is None else _SIDES.get(_plain(told[1]), name_of(told[1])[:100])


READER = Reader(
    id="table",
    label="Table (CSV, spreadsheet, Markdown)",
    recognise=recognise,
    read=read,
    columns=columns_of,
)
