"""Stat blocks and parties taken elsewhere from their windows: as a file, and by the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog

from desktop.combatants.copying import copied_of
from desktop.paper.people_export import Going, PeopleExport
from rulesets.campaign.own_files import OwnFile, block_ident
from rulesets.campaign.parties import fitting, ident_of
from rulesets.campaign.things import Block, Party
from rulesets.output.combatants.outgoing import BLOCKS, PARTY, Outgoing, Unfit, outgoing
from rulesets.reading.problems import RulesetError
from rulesets.vocabulary import Rules


class Telling(Protocol):
    """A window that says what came of it."""

    def tell_taken(self, text: str) -> None: ...
    def tell_failed(self, error: Exception) -> None: ...


class Taking(QObject):
    """What one window lets go out; it lives as long as that."""

    def __init__(
        self,
        export: PeopleExport,
        rules: Rules,
        rules_of: Callable[[str], Rules],
        window: QDialog,
        telling: Telling,
    ) -> None:
        """Take blocks under ``rules``, and parties under those that ``rules_of`` an id returns.

        That may raise RulesetError.
        """
        super().__init__(window)
        self._export, self._rules, self._rules_of = export, rules, rules_of
        self._window, self._telling = window, telling

    def export_blocks(self, blocks: tuple[Block, ...], selected: tuple[int, ...]) -> None:
        """Ask for a file of stat blocks, or of those at the places that are ``selected``."""
        take = partial(_of_blocks, self._rules, blocks)
        self._offer(self._rules.label, BLOCKS, tuple(map(block_ident, selected)), take)

    def copy_blocks(self, blocks: tuple[Block, ...]) -> None:
        """Put stat blocks on the clipboard."""
        self._copy(partial(_of_blocks, self._rules, blocks, BLOCKS, ()))

    def export_party(self, party: Party, selected: tuple[str, ...]) -> None:
        """Ask for a file of a party, or of those of its members who are ``selected``."""
        if (rules := self._those_of(party)) is not None:
            self._offer(party.name, PARTY, selected, partial(_of_party, rules, party))

    def copy_party(self, party: Party, selected: tuple[str, ...]) -> None:
        """Put the members of a party on the clipboard, as they stand, or those who are ``selected``."""
        if (rules := self._those_of(party)) is not None:
            self._copy(partial(_of_party, rules, party, PARTY, selected))

    def _those_of(self, party: Party) -> Rules | None:
        """Return the ruleset that the numbers of a party are of; None if it has errors, once told."""
        try:
            return self._rules if party.ruleset == self._rules.id else self._rules_of(party.ruleset)
        except RulesetError as error:
            self._telling.tell_failed(error)
            return None

    def _offer(
        self,
        name: str,
        kind: str,
        selected: Sequence[str],
        take: Callable[[str, tuple[str, ...]], Outgoing],
    ) -> None:
        going = Going(
            name=name,
            kinds=(kind,),
            selected=selected,
            take=lambda kind, only: partial(take, kind, only),
            written=self._written,
            failed=self._failed,
        )
        self._export.offer(going, self._window)

    def _written(self, path: Path) -> None:
        self._telling.tell_taken(self.tr("Saved as {path}.").format(path=path))

    def _failed(self, error: Exception) -> None:
        self._telling.tell_failed(error)

    def _copy(self, take: Callable[[], Outgoing]) -> None:
        try:
            out = take()
        except Unfit as error:
            self._telling.tell_failed(error)
            return
        QGuiApplication.clipboard().setMimeData(copied_of(out))
        names = [who.name for who in out.people]
        one, more = self.tr("“{name}” is copied."), self.tr("{count} are copied.")
        told = one.format(name=names[0]) if len(names) == 1 else more.format(count=len(names))
        self._telling.tell_taken(f"{told} {self.tr('Paste them into the list of any fight.')}")


def _of_blocks(rules: Rules, blocks: Sequence[Block], kind: str, only: tuple[str, ...]) -> Outgoing:
    """Return stat blocks with what a ruleset takes of them."""
    wanted = [block for place, block in enumerate(blocks) if not only or block_ident(place) in only]
    found: OwnFile = tuple(replace(block, given=fitting(rules, block.given).given) for block in wanted)
    return replace(outgoing(rules, found, rules.label), kind=kind)


def _of_party(rules: Rules, party: Party, kind: str, only: tuple[str, ...]) -> Outgoing:
    """Return a party as it stands, or some of it."""
    members = tuple(one for one in party.members if not only or ident_of(one) in only)
    return replace(outgoing(rules, replace(party, members=members), party.name), kind=kind)
