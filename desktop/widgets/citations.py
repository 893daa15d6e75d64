"""Where something stands in the rules, for people: a bare id of a rule is said to be one."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from rulesets.words.citations import ID, parted

translate = QCoreApplication.translate


def cited(cite: str) -> str:
    """Return a citation with what it is: 'rule R5E-55', 'rules PF-10, PF-11', 'Rulebook p. 145'."""
    ids, others = parted(cite)
    if not ids:
        return cite
    if len(ids) > 1 or ".." in ids[0] or " " in ids[0]:
        rules = translate("Citation", "rules {ids}").format(ids=", ".join(ids))
    else:
        rules = translate("Citation", "rule {ids}").format(ids=ids[0])
    return ", ".join((*others, rules))


def place_in_words(told: str) -> str:
    """Return of a citation in words (:func:`cited`) what tells somebody something: no ids of rules."""
    parts = told.split(", ")
    heads = [translate("Citation", text).partition("{")[0] for text in ("rule {ids}", "rules {ids}")]
    for index, part in enumerate(parts):
        if any(part.startswith(head) and re.match(ID, part[len(head) :]) for head in heads):
            return ", ".join(parts[:index])
    return told


def in_sight(text: str) -> str:
    """Return a text as it is shown: ids of rules tell nobody anything, and a tool tip has them."""
    heads = (translate("Citation", text).partition("{")[0] for text in ("rule {ids}", "rules {ids}"))
    one = rf"{ID}(?: to {ID})?"
    rules = rf"(?:{'|'.join(map(re.escape, heads))}){one}(?:, {one})*"
    if re.search(rules, text) is None:
        return text
    text = re.sub(rf" ?\({rules}\)", "", text)
    text = re.sub(rf", {rules}(?=\)|:|$)", "", text, flags=re.MULTILINE)
    text = re.sub(rf"^{rules}(?:: |$)", "", text, flags=re.MULTILINE)
    return "\n".join(line for line in text.split("\n") if line)


def with_citation(text: str, cite: str) -> str:
    """Return what a rule says with where it stands before it; either may be ''."""
    return with_place(text, cited(cite))


def with_place(text: str, place: str) -> str:
    """Return the same with a place that is put into words already, as :func:`cited` does."""
    return f"{place}: {text}" if text and place else text or place


def followed_by(text: str, cite: str) -> str:
    """Return a text with where it stands in brackets behind it; either may be ''."""
    if not text or not cite:
        return text or cited(cite)
    return f"{text} ({cited(cite)})"
