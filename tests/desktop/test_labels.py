"""What a thing of the ruleset is called is worked out in one place, `rulesets.seen.labels`."""

from __future__ import annotations

import re
from pathlib import Path

import desktop
from rulesets.reading import loader
from rulesets.seen.labels import entry_label, label_in, spelled_label

INLINE = re.compile(r"[\w\])]+\.label (?:or|if \w+(?:\.\w+)* is not None and \S+\.label else) [\w.(\[]+")
OTHERWISE = {
    "entry.label or word": "a word that is offered is typed as it stands",
    "hit.label or hit.using": "what was attacked with, in the words of a note",
    "main.label or self.tr(": "a heading of the window's own",
    "entry.label or self._choice(choice": "a kind of damage may be a state's name",
}
"""Where a label is missing and something else than an id stands in its place."""


def test_no_room_spells_out_what_is_said_where_a_label_is_missing() -> None:
    """What it is called would be an id here, words there, and a heading elsewhere."""
    home = Path(desktop.__file__).parent
    found = {
        match[0]: f"{file.relative_to(home)}: {match[0]}"
        for file in home.rglob("*.py")
        for match in INLINE.finditer(file.read_text(encoding="utf-8"))
    }
    assert found.keys() == OTHERWISE.keys(), found


def test_an_entry_without_a_label_is_called_by_its_id_in_words() -> None:
    rules = loader.load("saga-edition")
    labelled = next(name for name, rule in rules.actions.items() if rule.label)
    assert label_in(rules.actions, labelled) == rules.actions[labelled].label
    assert label_in(rules.actions, "no-such-thing") == entry_label(None, "no-such-thing") == "no such thing"
    assert spelled_label(None, "no-such-thing") == "No such thing"
