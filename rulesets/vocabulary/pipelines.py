"""Pipelines (damage, healing, ...), tables and the formulas that players use at the table."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field, model_validator

from rulesets.vocabulary.base import DICE, Entry, Formula, Model, Name, schema_or, schema_pair, spelled_out
from rulesets.vocabulary.stages import StageDef


class InputDef(Entry):
    """What a pipeline is told: a field of the damage sheet."""

    type: Literal["number", "bool", "choice", "text"] = Field(
        default="number", description="What is filled in."
    )
    default: Any = Field(default=None, description="Value when nothing is filled in.")
    least: int | None = Field(default=None, description="Smallest number.")
    choices: list[str] = Field(
        default_factory=list, description="Of type choice: what can be chosen.", examples=[["blade", "fire"]]
    )
    closed: bool = Field(default=False, description="Of choices: nothing else can be given.")
    needed: bool = Field(default=False, description="Cannot be left empty.")
    each: bool = Field(default=False, description="Every target has its own: what it rolls itself.")
    dice: str = Field(
        default="",
        pattern=rf"^({DICE})?$",
        description="Dice such as 'd20' or 'd100' that are rolled if it is not given. Beside 'each'.",
    )


class PipelineDef(Entry):
    """What damage, healing and the like do: [stages](#stage) that run on one or many targets.

    The amount is what is 'left'; stages reduce it, and stats absorb it. The damage sheet shows every stage.
    """

    inputs: dict[Name, InputDef] = Field(default_factory=dict, description="What it is told.")
    amount: str = Field(default="", description="Input that is 'left' at the beginning.")
    stages: list[StageDef] = Field(default_factory=list, description="What happens, in this order.")
    tone: Literal["good", "bad", "neutral"] = Field(default="bad", description="How it is drawn.")
    role: str = Field(
        default="",
        description="What the window's keys and totals mean by it: 'damage' (H), 'heal' (Shift+H), "
        "'temporary', or nothing.",
    )


class RowDef(Model):
    """A row of a table, written as a pair: `[4, "wounded"]`."""

    model_config = ConfigDict(json_schema_extra=schema_pair)

    bound: int = Field(description="Smallest value to which the row applies.")
    result: Any = Field(description="What it gives.")

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, data: object) -> Any:
        if not isinstance(data, list) or len(data) != 2:
            raise ValueError("a row is a pair of its lowest bound and its result")
        return {"bound": data[0], "result": data[1]}


class TableEntryDef(Entry):
    """What a table knows under one id."""

    values: dict[str, float] = Field(
        default_factory=dict, description="Column → number, read as `table('<table>', <id>, '<column>')`."
    )


class TableDef(Entry):
    """Rows that a value reaches, or entries with columns (weapons). Formulas read it with 'table()'."""

    labelled = False

    rows: list[RowDef] = Field(default_factory=list, description="Pairs of a lowest bound and a result.")
    entries: dict[str, TableEntryDef] = Field(
        default_factory=dict, description="Instead of rows: id → label and values, all with the same columns."
    )


class FormulaDef(Entry):
    """A named formula for the table (F) and for other formulas. It may be written as its bare text."""

    model_config = ConfigDict(json_schema_extra=schema_or({"type": "string"}))

    labelled = False
    bare = "is"

    expression: Formula = Field(default="", alias="is", description="The formula.")
    inputs: dict[Name, Any] = Field(
        default_factory=dict, description="Names it is told, with their defaults."
    )
    by: str = Field(default="", description="Input that chooses one of 'cases'.")
    cases: dict[str, Formula] = Field(default_factory=dict, description="Value of 'by' → formula.")
    type: Literal["number", "bool", "code", "text"] = Field(default="number", description="What it yields.")

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, data: object) -> Any:
        return spelled_out(cls, data)
