"""What was typed for one is that one's: put aside while another is selected, and cleared by the next turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Targets = frozenset[str]
"""Ids of those for whom something was typed together."""


class Draft(NamedTuple):
    """What stood in the sheet and was not applied."""

    pipeline: str
    shared: Mapping[str, Any]
    """Input → what stands in its field."""
    own: Mapping[str, Mapping[str, Any]]
    """Target → the same of what it alone is told."""
    shares: Mapping[str, int]
    """Target → which part of the amount it takes, by its place in the choice."""
    edits: Mapping[str, Mapping[str, int]]
    """Target → stage → the game master's number."""


class PutAside:
    """The drafts of those who are not selected now."""

    def __init__(self) -> None:
        """Begin without a draft."""
        self._drafts: dict[Targets, Draft] = {}

    @property
    def whose(self) -> list[str]:
        """Ids of those for whom something is put aside, each once."""
        return list(dict.fromkeys(who for targets in self._drafts for who in sorted(targets)))

    def put(self, targets: Targets, draft: Draft) -> None:
        """Keep ``draft`` until these targets, and no others, are selected."""
        self._drafts[targets] = draft

    def take(self, targets: Iterable[str]) -> Draft | None:
        """Give back what was put aside for these targets, if something was."""
        return self._drafts.pop(frozenset(targets), None)

    def forget(self) -> list[str]:
        """Throw everything away; return whose it was."""
        whose = self.whose
        self._drafts = {}
        return whose

    def forget_any_of(self, people: Iterable[str]) -> list[str]:
        """Throw away what was put aside for any of ``people``; return whose it was."""
        gone = [targets for targets in self._drafts if not targets.isdisjoint(people)]
        for targets in gone:
            del self._drafts[targets]
        return list(dict.fromkeys(who for targets in gone for who in sorted(targets)))

    def keep_to(self, there: Iterable[str]) -> None:
        """Keep only what is for those who are still there."""
        if not self._drafts:
            return
        known = frozenset(there)
        self._drafts = {targets: draft for targets, draft in self._drafts.items() if targets <= known}
