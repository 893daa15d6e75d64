"""The formats that combatants go out in, each once: dialog, command line and file names read this table."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rulesets.output.combatants.as_improved_initiative import json_of
from rulesets.output.combatants.as_table import csv_of
from rulesets.output.combatants.as_text import markdown_of, text_of
from rulesets.output.combatants.outgoing import Outgoing


class Form(Struct, frozen=True):
    """A format."""

    id: str
    label: str
    ending: str
    """Of its files, without a dot."""
    make: Callable[[Outgoing], str]
    """Returns the text of its file."""


FORMS: dict[str, Form] = {
    form.id: form
    for form in (
        Form("toml", "Turnwright", "toml", lambda outgoing: outgoing.toml),
        Form("improved-initiative", "Improved Initiative", "json", json_of),
        Form("csv", "Table (CSV)", "csv", csv_of),
        Form("md", "Markdown", "md", markdown_of),
        Form("txt", "Plain text", "txt", text_of),
    )
}
"""By id, in the order in which they are offered."""


def form_of(ending: str) -> Form | None:
    """Return the format that files of an ending have, without dot and in any case; None if there is none."""
    wanted = ending.lower().lstrip(".")
    return next((form for form in FORMS.values() if wanted in (form.id, form.ending)), None)
