"""The usual slips of writing TOML, in words for somebody who has never heard of it."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"[\w.+-]+")
_CURLY = "“”„‘’‚«»"
_WORDS = {
    "True": "write true in small letters",
    "TRUE": "write true in small letters",
    "False": "write false in small letters",
    "FALSE": "write false in small letters",
    "yes": "write true",
    "no": "write false",
    "None": "there is no such value; leave the key out",
    "null": "there is no such value; leave the key out",
    "nil": "there is no such value; leave the key out",
}
_NO_COMMA = "put a comma between two entries, and a ] at the end"


class TomlError(NamedTuple):
    """What is wrong with the writing, in which line, and how it is written."""

    line: int
    message: str
    hint: str = ""


def explain(text: str, message: str, line: int, column: int) -> TomlError:
    """Return a slip for what the reader of TOML said of ``text``."""
    rows = text.replace("\r\n", "\n").split("\n")
    row = rows[line - 1] if line <= len(rows) else ""
    rest = row[column - 1 :].strip()
    if message.startswith("Unterminated string"):
        return _open_text(rows)
    if message.startswith(("Unclosed array", "Unclosed inline")):
        return _unclosed(rows, line, column, message)
    if message.startswith("Invalid value") and re.match(r"[\w-]+\s*=", rest) and column == 1:
        return _unclosed(rows, line, column, message)
    said = _sentence(message, row, rest)
    return TomlError(line, *said)


def _sentence(message: str, row: str, rest: str) -> tuple[str, str]:
    if message.startswith("Illegal character '\\n'"):
        return (
            "A quote is opened in this line and not closed.",
            'a text ends with the quote it begins with: "',
        )
    if message.startswith("Illegal character"):
        return "There is an invisible character in this line.", "type the line anew"
    if "'\\'" in message or "hex value" in message or "Escaped character" in message:
        hint = "write it twice, or put the text into single quotes"
        return "A backslash in double quotes begins something special.", hint
    if message.startswith("Expected '='"):
        return _no_equals(row, rest)
    if message.startswith("Invalid value"):
        return _no_value(rest)
    if message.startswith("Invalid initial character"):
        return _no_key(row, rest)
    if message.startswith("Invalid statement"):
        return _no_statement(rest)
    if message.startswith("Expected newline"):
        return _left_over(row, rest)
    if message.startswith("Expected ']"):
        return "The header of a table is not closed.", "write [section.id], and [[trigger]] for a trigger"
    if message.startswith(("Cannot", "Duplicate")):
        return "What is written here has a value already.", "give it another id, or leave one of them out"
    return f"This cannot be read: {message}.", ""


def _no_equals(row: str, rest: str) -> tuple[str, str]:
    if rest.startswith(":"):
        return "A key and its value are joined by =, not by a colon.", "write key = value"
    if rest.startswith(("+=", "-=")):
        return "A key is given its value with = alone.", "write key = value"
    if rest[:1] and not rest[0].isascii():
        return "A key is made of plain letters, digits, _ and -.", "write the word itself as its label"
    if re.match(r"[\w-]+(\s+[\w-]+)*\s*=", rest):
        words = row.partition("=")[0].split()
        return "A key is one word.", f"write {'_'.join(words)}"
    return "There is no = behind the key.", "write key = value"


def _no_value(rest: str) -> tuple[str, str]:
    word = _WORD.match(rest)
    if not rest or rest.startswith("#"):
        return "There is no value behind the =.", 'an empty text is ""'
    if rest[0] in _CURLY:
        return "Curly quotes are no quotes here.", "use the plain \" or '"
    if rest[0] == "=":
        return "A key is given its value with one = sign.", "== stands only inside of a formula"
    if word is not None and word[0] in _WORDS:
        return f"{word[0]!r} is no value here.", _WORDS[word[0]]
    if word is not None and rest[0].isalpha():
        whole = rest.partition("#")[0].strip().rstrip(",")
        return "A text or formula needs quotes around it.", f'write "{whole}"' if len(whole) < 60 else ""
    return f"{rest[:20]!r} is no value: neither a text in quotes nor a number, true, false or a list.", ""


def _no_key(row: str, rest: str) -> tuple[str, str]:
    if rest.startswith("}"):
        return "A comma stands before the }.", "leave it out: { a = 1, b = 2 }"
    if not rest or rest.startswith("#"):
        if row.lstrip().startswith("["):
            return "The header of a table is not finished.", "write [section.id]"
        hint = "write it in one line, or as a table of its own with a [header]"
        return "What stands in { } must be in one line.", hint
    return f"A key cannot begin with {rest[0]!r}.", "keys are letters, digits, _ and -"


def _no_statement(rest: str) -> tuple[str, str]:
    if rest.startswith("="):
        return "There is no key before the =.", "write key = value"
    if rest.startswith(("//", "/*", "--", ";", "%")):
        return "A comment begins with #.", "write # before it"
    return f"A line cannot begin with {rest[:1]!r}.", "it begins with a key, a [header] or a # for a comment"


def _left_over(row: str, rest: str) -> tuple[str, str]:
    if re.search(r"=\s*[+-]?\d+$", row[: len(row) - len(rest)].rstrip()) and re.match(r",\s*\d", rest):
        return "A number has a point, not a comma.", "write 1.5"
    if re.search(r"=\s*'[^']*'$", row[: row.find(rest)].rstrip()) and "'" in rest:
        return "A text with a ' in it ends there.", 'put it into double quotes: "it\'s"'
    if re.search(r"=\s*\"[^\"]*\"$", row[: row.find(rest)].rstrip()) and '"' in rest:
        return 'A text with a " in it ends there.', "put it into single quotes"
    if re.search(r"=\s*[+-]?0$", row[: row.find(rest)].rstrip()) and rest[:1].isdigit():
        return "A number does not begin with 0.", f"write {rest.split()[0].lstrip('0')}"
    if re.match(r"[\w-]+\s*=", rest):
        return "There are two keys in this line.", "put each into a line of its own"
    return f"{rest[:30]!r} does not belong behind the value.", "a line ends behind its value"


def _unclosed(rows: list[str], line: int, column: int, message: str) -> TomlError:
    """Return where a list or inline table begins that is not closed."""
    table = "inline" in message
    if column == 1 and line > 1:  # what is open began before
        line -= 1
        while line > 1 and not re.match(r"\s*[\w.\"'-]+\s*=", rows[line - 1]):
            line -= 1
    if table:
        hint = "put a comma between two keys, and the } into the same line"
        return TomlError(line, "What stands in { } is not closed, or a comma is missing in it.", hint)
    return TomlError(line, "A list is not closed, or a comma is missing in it.", _NO_COMMA)


def _open_text(rows: list[str]) -> TomlError:
    """Return where a text with three quotes begins that never ends."""
    for quote in ('"""', "'''"):
        found = [number for number, row in enumerate(rows, start=1) for _ in range(row.count(quote))]
        if len(found) % 2:
            return TomlError(
                found[-1], f"A text that opens with {quote} is never closed.", f"end it with {quote}"
            )
    return TomlError(len(rows), "A text is not closed.", "a text ends with the quote it begins with")
