"""Which letter is underlined where several texts stand together: in a menu, in a form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtGui import QKeySequence


def letter_of(text: str) -> str:
    """Return the letter that is underlined in a text of a menu or label, in small; '' of one without."""
    return QKeySequence.mnemonic(text.partition("\t")[0]).toString()[-1:].casefold()


def lettered(texts: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return texts with a letter underlined in each, no two alike and none of those ``taken``.

    A text keeps the letter it has, unless an earlier one has it or somebody would be left with none. The
    others get letters that begin a word, if there are such. Whose letters are all taken stays without.
    """
    spent = set(taken)
    bare = [_without(text) for text in texts]
    own = [letter_of(text) for text in texts]
    offered = [
        [one for one in dict.fromkeys((letter, *_offered(text))) if one and one not in spent]
        for letter, text in zip(own, bare, strict=True)
    ]
    given: dict[str, int] = {}
    for number, letter in enumerate(own):
        if letter in offered[number]:
            given.setdefault(letter, number)
    for number in sorted(set(range(len(texts))) - set(given.values())):
        _give(number, offered, given, set())
    letters = {number: letter for letter, number in given.items()}
    return [
        text if letters.get(number) == own[number] else with_letter(bare[number], letters.get(number, ""))
        for number, text in enumerate(texts)
    ]


def _give(number: int, offered: Sequence[Sequence[str]], given: dict[str, int], asked: set[str]) -> bool:
    """Give a text a letter, if need be by giving who has it another one."""
    for free in (True, False):
        for letter in offered[number]:
            if (letter not in given) != free or letter in asked:
                continue
            asked.add(letter)
            if free or _give(given[letter], offered, given, asked):
                given[letter] = number
                return True
    return False


def _offered(text: str) -> list[str]:
    """Return the letters and digits of a text, those that begin a word first."""
    said = text.partition("\t")[0].casefold()
    begin = [word[0] for word in said.split() if word[0].isalnum()]
    return list(dict.fromkeys((*begin, *(one for one in said if one.isalnum()))))


def _without(text: str) -> str:
    """Return a text with nothing underlined; a doubled & stays what is read as one."""
    return "&&".join(part.replace("&", "") for part in text.split("&&"))


def with_letter(text: str, letter: str) -> str:
    """Return a text with the letter underlined where it begins a word, or else where it is found first."""
    said = text.partition("\t")[0].casefold()
    places = [at for at, one in enumerate(said) if one == letter]
    if not places:
        return text
    at = next((at for at in places if at == 0 or said[at - 1].isspace()), places[0])
    return f"{text[:at]}&{text[at:]}"
