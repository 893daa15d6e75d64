"""What stands against a command of the sheet, or is worth knowing of it: what it comes to, judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from desktop.damage.model import TargetRow, target_rows
from rulesets.seen.labels import entry_label
from rulesets.table import events as ev
from rulesets.table.outcome import Outcome

if TYPE_CHECKING:
    from desktop.bridge import Bridge
    from desktop.damage.inputs import InputsView
    from desktop.widgets.texts import Texts
    from rulesets.table.commands import Apply

translate = QCoreApplication.translate
_ONLY_TOLD = (ev.Told, ev.Rolled)
"""Events that change nothing."""


def changes_nothing(result: Outcome) -> bool:
    """Return whether nobody is another afterwards."""
    return all(isinstance(event, _ONLY_TOLD) for event in result.events)


def of_no_account(bridge: Bridge, inputs: InputsView, command: Apply, rows: Sequence[TargetRow]) -> str:
    """Return what is ticked and without which all would come out the same, or ''."""
    for name in (one for one in inputs.ticked() if not inputs.counts_dice(one)):
        without = replace(command, inputs={**command.inputs, name: False})
        result = bridge.preview(without)
        if isinstance(result, Outcome) and target_rows(bridge.rules, without, result) == rows:
            return name
    return ""


def not_applied(
    bridge: Bridge,
    texts: Texts,
    pipeline: str,
    rows: Sequence[TargetRow],
    edits: Mapping[str, Mapping[str, int]],
) -> str:
    """Return which edited numbers would not be applied as they stand there, or ''."""
    stages = bridge.rules.pipelines[pipeline].stages
    labels = {stage.id: entry_label(stage, stage.id) for stage in stages}
    for row in rows:
        come_to = {cell.id: cell.number for cell in row.cells}
        for stage, number in edits.get(row.who, {}).items():
            name = f"{labels[stage]} ({texts.name(row.who)})" if len(rows) > 1 else labels[stage]
            if stage not in come_to:
                text = translate(
                    "DamageSheet", "{stage}: {number} was typed, but this does not happen. ↺ gives it back."
                )
                return text.format(stage=name, number=number)
            if come_to[stage] != number:
                text = translate("DamageSheet", "{stage}: {number} cannot be applied, only {most}.")
                return text.format(stage=name, number=number, most=come_to[stage])
    return ""
