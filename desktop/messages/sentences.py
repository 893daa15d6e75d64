"""What went wrong, as sentences for the game master: what happened, what was kept, what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping

from PySide6.QtCore import QCoreApplication

from desktop.bridge import Contradicting
from desktop.files.encounters import Unplayable
from desktop.files.journal import NotKept
from rulesets.fight.storage.errors import CATALOGUE, StorageError
from rulesets.reading.loader import RulesetError

translate = QCoreApplication.translate

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR})

CONTEXT = "Storage"
"""Under which the translations of the storage's sentences stand."""


class _Translated(Mapping[str, str]):
    """The storage's catalogue in the user's language."""

    def __getitem__(self, key: str) -> str:
        return QCoreApplication.translate(CONTEXT, CATALOGUE[key])

    def __iter__(self) -> Iterator[str]:
        return iter(CATALOGUE)

    def __len__(self) -> int:
        return len(CATALOGUE)


def _advice(error: OSError) -> str:
    """Return what can be done when a file cannot be written."""
    if error.errno in _NO_ROOM:
        return translate("Messages", "Free some space or choose another disk.")
    if error.errno in _NOT_ALLOWED:
        return translate("Messages", "Choose another folder.")
    return ""


def sentence(error: BaseException) -> str:
    """Return what an error means to the game master, in the user's language."""
    from rulesets.campaign.reading import Unreadable  # no start waits for it
    from rulesets.output.combatants.outgoing import Unfit

    match error:
        case NotKept():
            return sentence(error.error)
        case StorageError():
            return error.message(_Translated())
        case Unreadable():
            text = translate(
                "Messages",
                "A file cannot be used: {reason}. It was left as it is: mend it, or do without it.",
            )
            return text.format(reason=str(error).rstrip("."))
        case Unfit():
            text = translate("Messages", "The ruleset does not take everybody. {reason} Nothing was written.")
            return text.format(reason=str(error))
        case Unplayable():
            text = translate(
                "Messages", "“{name}” cannot be opened: its ruleset does not take {who}. Nothing was written."
            )
            return text.format(name=error.name, who=error.who)
        case RulesetError():
            first = str(error.problems[0]) if error.problems else str(error)
            text = translate(
                "Messages", "The ruleset cannot be used: {reason} Nothing was changed. Choose another one."
            )
            return text.format(reason=first if first.endswith((".", ")")) else f"{first}.")
        case Contradicting():
            return translate(
                "Messages",
                "That step cannot be taken back or done again: its file contradicts itself there, as another "
                "program has written it. Nothing was changed. Play on from here, or open a backup.",
            )
        case OSError():
            text = translate(
                "Messages", "That could not be written: {reason}. The encounter itself is unharmed."
            )
            return f"{text.format(reason=error.strerror or str(error))} {_advice(error)}".strip()
    text = translate("Messages", "Something unexpected happened: {reason}. Every step so far is on disk.")
    return text.format(reason=str(error) or type(error).__name__)
