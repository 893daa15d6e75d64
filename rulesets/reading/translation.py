"""The texts of a ruleset in another language: ``ruleset.<lang>.toml`` beside it.

A translation repeats the tables of the ruleset with nothing but texts for people in them. Its table
``words`` gives a text once for all places where it stands, such as the heading of a group of stats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePath
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rulesets.formula.fuzzy import did_you_mean
from rulesets.reading.keys import keys_of
from rulesets.reading.lines import find_lines
from rulesets.reading.problems import Loc, Problem, RulesetError, dotted
from rulesets.reading.raw import parsed
from rulesets.reading.shapes import shorthand
from rulesets.reading.sites import sites
from rulesets.reading.source import Source, pages_of
from rulesets.reading.validate import validate
from rulesets.table.writing import Writing
from rulesets.vocabulary.base import IsText, Keyed
from rulesets.vocabulary.written import Ruleset

WORDS = "words"
_DICE = re.compile(r"\d*[dD]\d+|\d+[dD]")


class Translation(Struct, frozen=True):
    """Texts in one language, from one file or from several that lie over each other."""

    tables: tuple[Mapping[str, Any], ...] = ()
    """The one that counts most comes first."""

    def text(self, place: Loc, original: str) -> str | None:
        """Return what ``original``, which stands at ``place`` of the source, is called; None if unknown."""
        for table in self.tables:
            found = _at(table, place)
            if isinstance(found, str) and found:
                return found
        for table in self.tables:
            words = table.get(WORDS)
            found = words.get(original) if isinstance(words, Mapping) else None
            if isinstance(found, str) and found:
                return found
        return None


def translated(source: Source, definition: Ruleset, language: str) -> Ruleset:
    """Return ``definition`` with its texts in ``language`` as far as there are any.

    A file that cannot be read changes nothing: what is wrong with it is found by :func:`check_language`.
    """
    tables = _tables(source, language)
    if not tables:
        return definition
    translation = Translation(tables)
    texts = {
        site.loc: found
        for site in sites(definition)
        if isinstance(site.mark, IsText)
        and (found := translation.text(_place(source, site.loc), site.text)) is not None
    }
    spoken: Ruleset = _with_texts(definition, texts)
    return spoken


def check_languages(source: Source, definition: Ruleset) -> list[Problem]:
    """Return what is wrong with the translations that stand beside a ruleset itself, or is missing there."""
    found: list[Problem] = []
    for language, text in sorted(source.writing.languages.items()):
        name = language_file(source.writing.name, language)
        try:
            own = parsed(text, name)
        except RulesetError as error:
            found += error.problems
            continue
        below = (
            parsed(page.languages[language], page.name)
            for page in reversed(pages_of(source.writing)[:-1])
            if language in page.languages
        )
        told = _check(source, definition, Translation((own, *below)), name, text)
        found += sorted(told, key=lambda problem: (problem.file != name, problem.line))
    return found


def untranslated(writing: Writing, language: str) -> list[str]:
    """Return every text for people that a sound ruleset has and a translation does not give, in order."""
    source = Source(writing)
    source.choose({})
    definition = validate(source)
    if definition is None:
        return []
    translation = Translation(_tables(source, language))
    texts = (text for _, text in _open(source, definition, translation))
    return list(dict.fromkeys(texts))


def spoken_alike(text: str) -> bool:
    """Return whether a text is the same in every language: it has no letters but those of dice."""
    return not any(letter.isalpha() for letter in _DICE.sub("", text))


def _open(source: Source, definition: Ruleset, translation: Translation) -> Iterator[tuple[Loc, str]]:
    """Yield every text with its place in the definition that a translation does not give and should."""
    for loc, text, mark in sites(definition):
        if not isinstance(mark, IsText) or spoken_alike(text):
            continue
        if translation.text(_place(source, loc), text) is None:
            yield loc, text


def _tables(source: Source, language: str) -> tuple[Mapping[str, Any], ...]:
    """Return the readable translations into a language, the ruleset's own first."""
    tables: list[Mapping[str, Any]] = []
    for page in reversed(pages_of(source.writing)):
        text = page.languages.get(language) or page.languages.get(language.partition("-")[0])
        if text is not None:
            with suppress(RulesetError):
                tables.append(parsed(text, page.name))
    return tuple(tables)


def language_file(name: str, language: str) -> str:
    """Return what the file of a translation is called, beside the file of the ruleset."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}.{language}{dot}{ending}" if dot else f"{name}.{language}"


def _check(
    source: Source, definition: Ruleset, translation: Translation, name: str, text: str
) -> Iterator[Problem]:
    own, lines = translation.tables[0], find_lines(text)
    originals = {
        _place(source, site.loc): site.text for site in sites(definition) if isinstance(site.mark, IsText)
    }
    spoken = set(originals.values())
    for place, value in _leaves(own):
        words = place[0] == WORDS and len(place) == 2
        without = next((path for path in source.left_out if place[: len(path)] == path), None)
        if without is not None and place not in originals:
            message = f"{dotted(without)!r} is left out by 'without': nothing needs this text."
            yield _problem(name, lines, place, message, warning=True)
        elif not isinstance(value, str):
            yield _problem(name, lines, place, "A translation holds nothing but texts.")
        elif words and place[1] not in spoken:
            hint = did_you_mean(str(place[1]), spoken)
            yield _problem(name, lines, place, f"The ruleset nowhere says {place[1]!r}.", hint, warning=True)
        elif not words and place not in originals and _spelled(place) not in originals:
            known = (str(other[-1]) for other in originals if other[:-1] == place[:-1])
            hint = did_you_mean(str(place[-1]), known) or _near(place, originals)
            yield _problem(name, lines, place, "The ruleset has no text for people here.", hint)
    yield from _missing(source, definition, translation, name, lines)


def _missing(
    source: Source, definition: Ruleset, translation: Translation, name: str, lines: Mapping[Loc, int]
) -> Iterator[Problem]:
    """Yield a warning for each text of the ruleset's own that is not translated, and one for all others."""
    told: set[str] = set()
    below: dict[str, int] = {}
    for loc, original in _open(source, definition, translation):
        page, place = source.inherited(loc), _place(source, loc)
        if page is not None:
            below.setdefault(original, page)
        if page is not None or original in told:
            continue
        told.add(original)
        around = next((place[:n] for n in range(len(place), 1, -1) if place[:n] in lines), None)
        message, file, line = f"{original!r} is not translated.", name, lines.get(around or (), 0)
        if (WORDS, original) in lines:
            line = lines[WORDS, original]
        elif around is None:
            file, line = source.place(loc)
            message = f"{original!r} is not translated in {PurePath(name).name}."
        yield Problem(file, line, dotted(place), message, warning=True)
    others = {original: page for original, page in below.items() if original not in told}
    if others:
        yield _inherited(source, others, name)


def _inherited(source: Source, below: Mapping[str, int], name: str) -> Problem:
    """Return one warning for all texts that come from the rulesets below."""
    whose = " and ".join(source.label_of(page) for page in sorted(set(below.values()), reverse=True))
    texts = f"1 text of {whose} is" if len(below) == 1 else f"{len(below)} texts of {whose} are"
    hint = "`translate` lists what is missing"
    return Problem(name, 1, "", f"{texts} not translated.", hint, warning=True)


def _near(place: Loc, originals: Mapping[Loc, str]) -> str:
    """Return a suggestion for the first part of a place that leads nowhere."""
    for depth, part in enumerate(place):
        known = {
            str(other[depth]) for other in originals if len(other) > depth and other[:depth] == place[:depth]
        }
        if part not in known:
            return did_you_mean(str(part), known)
    return ""


def _problem(
    name: str, lines: Mapping[Loc, int], place: Loc, message: str, hint: str = "", *, warning: bool = False
) -> Problem:
    line = next((lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in lines), 0)
    return Problem(name, line, dotted(place), message, hint, warning)


# -- places --------------------------------------------------------------------------------------------


def _place(source: Source, loc: Loc) -> Loc:
    """Return where a text stands as if nothing were written as a bare value."""
    place = source.written(loc)
    return (*place, loc[-1]) if place and place[-1] != loc[-1] and shorthand(place) == loc[-1] else place


def _spelled(place: Loc) -> Loc:
    """Return the place that a bare value at ``place`` means."""
    return (*place, shorthand(place))


def _at(table: Any, place: Loc) -> Any:
    """Return what a translation says at ``place``: entries of lists are found by number or by their id."""
    node: Any = table
    for number, part in enumerate(place):
        if isinstance(node, str) and number == len(place) - 1:
            return node  # a bare value
        if isinstance(node, Mapping):
            node = node.get(str(part) if not isinstance(part, int) else str(part + 1))
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node):
            node = node[part]
        else:
            return None
    return node


def _leaves(node: Any, place: Loc = ()) -> Iterator[tuple[Loc, Any]]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from _leaves(value, (*place, key))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from _leaves(value, (*place, index))
    else:
        yield place, node


# -- putting texts in ----------------------------------------------------------------------------------


def _with_texts(node: Any, texts: Mapping[Loc, str], loc: Loc = ()) -> Any:
    """Return a copy of ``node``, which stands at ``loc``, with ``texts`` in their places."""
    if isinstance(node, Keyed):
        update: dict[str, Any] = {}
        for key in keys_of(type(node)).values():
            here = (*loc, key.written)
            value = texts.get(here) or _with_texts(getattr(node, key.name), texts, here)
            if value is not getattr(node, key.name):
                update[key.name] = value
        return replace(node, **update) if update else node
    if isinstance(node, dict):
        return {key: _with_texts(value, texts, (*loc, key)) for key, value in node.items()}
    if isinstance(node, tuple):
        return tuple(_with_texts(value, texts, (*loc, index)) for index, value in enumerate(node))
    return node
