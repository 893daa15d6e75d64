"""Settings from a file that is damaged or was edited by hand: what makes sense of it is kept."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any, get_args

import msgspec
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)
from pydantic_core import PydanticUseDefault

from desktop.process.paper_setup import Setup
from desktop.process.settings import LARGEST_TEXT, Scheme, Settings
from rulesets.seen.facts import Facts

_USUAL = Settings()


class SettingsFile(BaseModel):
    """The settings file as people and other versions may write it; what makes no sense is left out."""

    model_config = ConfigDict(extra="ignore")

    theme: Scheme = _USUAL.theme
    geometry: str = _USUAL.geometry
    splitters: dict[str, str] = {}
    show_log: bool = _USUAL.show_log
    show_inspector: bool = _USUAL.show_inspector
    show_timer: bool = _USUAL.show_timer
    show_movement: bool = _USUAL.show_movement
    text_size: Annotated[int, Field(ge=0, le=LARGEST_TEXT)] = _USUAL.text_size
    columns: dict[str, tuple[str, ...]] = {}
    headings: dict[str, str] = {}
    count_off: Annotated[int, Field(ge=-1, le=600)] = _USUAL.count_off
    recent: tuple[str, ...] = _USUAL.recent
    moments: dict[str, str] = {}
    campaign: str = _USUAL.campaign
    campaigns: tuple[str, ...] = _USUAL.campaigns
    ruleset: str = _USUAL.ruleset
    options: dict[str, dict[str, str]] = {}
    last_encounter: str = _USUAL.last_encounter
    keys: dict[str, tuple[str, ...]] = {}
    paper: str = _USUAL.paper
    papers: dict[str, Any] = {}
    sheet: str = _USUAL.sheet
    papers_folder: str = _USUAL.papers_folder
    printer: str = _USUAL.printer
    facts: Any = _USUAL.facts
    players_screen: str = _USUAL.players_screen
    players_picture: str = _USUAL.players_picture
    show_players: bool = _USUAL.show_players
    used: tuple[str, ...] = _USUAL.used
    editor: str = _USUAL.editor
    seen_version: str = _USUAL.seen_version

    @field_validator("theme", mode="before")
    @classmethod
    def _in_any_case(cls, value: Any) -> Any:
        """Take "Dark" for dark."""
        lower = value.strip().lower() if isinstance(value, str) else value
        return lower if lower in get_args(Scheme) else _USUAL.theme

    @field_validator("keys", mode="before")
    @classmethod
    def _each_by_itself(cls, value: Any) -> Any:
        """Take a single key for a list of one; what is no key stays as it is written, to be told of."""
        if not isinstance(value, dict):
            return value
        return {str(name): tuple(map(_written, _several(keys))) for name, keys in value.items()}

    @field_validator("facts", mode="before")
    @classmethod
    def _sound_facts(cls, value: Any) -> Facts:
        """Keep each of what players are shown that makes sense."""
        found = _USUAL.facts
        for name, one in value.items() if isinstance(value, dict) else ():
            with suppress(msgspec.ValidationError):
                sound = msgspec.convert({name: one}, Facts)
                found = msgspec.structs.replace(found, **{str(name): getattr(sound, name)})
        return found

    @field_validator("papers", mode="before")
    @classmethod
    def _sound_papers(cls, value: Any) -> Any:
        """Keep what can be printed with."""
        given = value if isinstance(value, dict) else {}
        return {str(kind): setup for kind, found in given.items() if (setup := _setup(found)) is not None}

    @field_validator("*", mode="wrap")
    @classmethod
    def _usual_instead(cls, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        """Let a field that makes no sense have its usual value."""
        try:
            return handler(value)
        except ValidationError:
            raise PydanticUseDefault from None


def _setup(value: Any) -> Setup | None:
    try:
        return msgspec.convert(value, Setup).sound()
    except msgspec.ValidationError:
        return None


def _several(keys: Any) -> list[Any]:
    return keys if isinstance(keys, list) else [] if keys is None else [keys]


def _written(key: Any) -> str:
    return key if isinstance(key, str) else json.dumps(key)


def rescued(data: bytes) -> Settings:
    """Return the settings that can still be read from ``data``."""
    try:
        found = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return _USUAL
    if not isinstance(found, dict):
        return _USUAL
    return Settings(**SettingsFile.model_validate(found).model_dump())
