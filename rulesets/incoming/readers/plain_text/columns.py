"""Creatures that stand side by side, as the SRD's tables have them: a column each, labels before them."""

from __future__ import annotations

from collections.abc import Callable

from rulesets.incoming.readers.plain_text.labels import label_at

MOST_COLUMNS = 12
_TELLING = frozenset({"hit_dice", "init", "ac", "hp", "saves", "defenses", "speed", "bab_grapple"})
"""Fields that each creature has once, so that two cells of one are of two creatures."""
_HEAD = 4
"""So many lines of names and kinds at most stand over the first label."""
_BREAKS = 2
"""So many blank lines in a row a table may have."""


def one_below_the_other(lines: list[str], headings: set[int]) -> tuple[list[str], set[int]]:
    """Return the lines with creatures that stand side by side put below each other."""
    if not any("\t" in line for line in lines):
        return lines, headings
    said: list[str] = []
    marked: set[int] = set()
    i = 0
    while i < len(lines):
        columns = _columns(lines[i]) if "\t" in lines[i] else 0
        head = _head(said, columns) if columns else 0
        if columns and (head or _another(lines, i + 1, columns)):
            end = _end(lines, i, columns)
            table = said[len(said) - head :] + lines[i:end]
            del said[len(said) - head :]
            for column in range(columns):
                said += ["", *_column(table, column, columns)]
            said.append("")
            i = end
            continue
        if i in headings:
            marked.add(len(said))
        said.append(lines[i])
        i += 1
    return said, marked


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("\t")]


def is_of_several(line: str) -> bool:
    """Return whether a labelled line is of several creatures."""
    return _columns(line) > 0


def _columns(line: str) -> int:
    """Return how many creatures a labelled line is of; 0: it is no line of several."""
    label = label_at(line)
    if label is None or label.label.field not in _TELLING:
        return 0
    cells = [cell for cell in _cells(line[label.end :]) if cell]
    if not 2 <= len(cells) <= MOST_COLUMNS or any(label_at(cell) is not None for cell in cells):
        return 0
    return len(cells)


def _another(lines: list[str], start: int, columns: int) -> bool:
    return any(_columns(line) == columns for line in lines[start : start + 4] if "\t" in line)


def head_of(first: int, is_head: Callable[[int], bool]) -> int:
    """Return the number of a table's first line: names and kinds stand over the first one with a label."""
    begin = first
    while first - begin < _HEAD and is_head(begin - 1):
        begin -= 1
    return begin


def _head(said: list[str], columns: int) -> int:
    """Return how many of the lines above are the names and kinds of a table's creatures."""
    last = len(said)
    return last - head_of(
        last, lambda i: i >= 0 and len([cell for cell in _cells(said[i]) if cell]) == columns
    )


def _end(lines: list[str], start: int, columns: int) -> int:
    """Return the number of the line after a table."""
    end, blank = start, 0
    for i in range(start, len(lines)):
        line = lines[i]
        if not line:
            blank += 1
            if blank > _BREAKS:
                break
            continue
        label = label_at(line)
        if label is None and "\t" not in line:
            break
        # The names of the next table's creatures stand without a label and over another first line.
        if label is None and blank and not line.startswith("\t"):
            break
        if label is None and i > start + 3 and _is_head(lines, i):
            break
        end, blank = i + 1, 0
    return end


def _is_head(lines: list[str], i: int) -> bool:
    for line in lines[i + 1 : i + 1 + _HEAD]:
        label = label_at(line)
        if label is not None:
            return label.label.field in ("hit_dice", "init") and _columns(line) > 0
    return False


def _column(table: list[str], column: int, columns: int) -> list[str]:
    """Return the lines of one creature."""
    said = []
    for line in table:
        label = label_at(line)
        cells = _cells(line[label.end :]) if label else _cells(line)
        if label is None and len(cells) == columns + 1 and not cells[0]:
            del cells[0]  # where labels stand
        elif len(cells) != columns:
            cells = [cell for cell in cells if cell]
        if column >= len(cells):
            # One cell under a label is of all of them.
            cells = (
                [*cells, *cells[-1:] * columns] if len(cells) == 1 and label else [*cells, *[""] * columns]
            )
        cell = cells[column]
        if cell:
            said.append(f"{label.spelled}: {cell}" if label else cell)
    return said
