"""What a screen for players says, in the language of the window that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QCoreApplication

from rulesets.seen.number_format import minus
from rulesets.seen.players_screen import ConditionShown, PlayersScreen, RowShown, TokenShown, TrackShown
from rulesets.table.encounter import RUNNING, SETUP, STAGE_OPENING, STAGE_ROUND

translate = QCoreApplication.translate
LONG = 14
"""Letters above which a step of a track is told by its short name."""


class Heading(Struct, frozen=True):
    """What stands above the rows."""

    when: str
    """'Round 3 · Declarations'"""
    now: str
    """Who acts, or what goes on."""
    now_side: int = -1
    """Number of the side of who acts; -1 for none."""
    next: str = ""
    """'Next: Bo'"""
    title: str = ""


class Word(Struct, frozen=True):
    """A short text in a pill."""

    text: str
    tone: str = ""
    """good · bad · warn · now · ''"""


def heading(shown: PlayersScreen) -> Heading:
    """Return round, who acts and who is next."""
    if shown.status == SETUP:
        begins = translate("Players", "The fight has not begun") if shown.rows else ""
        return Heading("", begins, title=shown.title)
    if shown.status != RUNNING:
        return Heading("", translate("Players", "The fight is over"), title=shown.title)
    active = [row for row in shown.rows if row.active and not row.follows]
    active = active or [row for row in shown.rows if row.active]
    coming = [row.name for row in shown.rows if row.next and not row.follows]
    coming = coming or [row.name for row in shown.rows if row.next]
    after = translate("Players", "Next: {name}").format(name=_names(coming)) if coming else ""
    side = active[0].side if active else -1
    return Heading(_when(shown), _now(shown, active), side, after, shown.title)


def _when(shown: PlayersScreen) -> str:
    if shown.stage == STAGE_ROUND:
        parts = [translate("Players", "Round {number}").format(number=shown.round)]
    elif shown.stage == STAGE_OPENING:
        parts = [translate("Players", "Surprise round")]
    else:
        parts = [translate("Players", "Start")]
    if shown.phase:
        parts.append(shown.phase)
    if shown.pass_word:
        parts.append(f"{shown.pass_word} {shown.pass_number}")
    if shown.open:
        parts.append(translate("Players", "{number} still to declare").format(number=shown.open))
    return " · ".join(parts)


def _now(shown: PlayersScreen, active: list[RowShown]) -> str:
    """Return who acts or declares, or what is waited for."""
    if active:
        names = _names([row.name for row in active])
        said = translate("Players", "{name} declares") if shown.activity == "declare" else "{name}"
        return said.format(name=names)
    if shown.activity == "declare":
        return translate("Players", "Everybody declares")
    if any(row.choosable for row in shown.rows):
        return translate("Players", "Who goes next?")
    must = [row.name for row in shown.rows if row.must]
    if must:
        return translate("Players", "{name} must act now").format(name=_names(must))
    if shown.activity == "roll":
        return translate("Players", "Roll for initiative")
    return shown.phase or translate("Players", "The round goes on")


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} +{len(names) - 1}" if names else ""


def health(shown: RowShown) -> Word:
    """Return how hurt somebody is, in a word or two; '' for nothing."""
    if shown.points is not None:
        text = minus(str(shown.points.now))
        if shown.points.full:
            text += f"/{shown.points.full}"
        if shown.points.extra:
            text += f" +{shown.points.extra}"
        return Word(text, _TONES[shown.level])
    if shown.word or shown.level:
        return Word(shown.word or _levels()[shown.level], _TONES[shown.level])
    return Word("")


_TONES = {"unhurt": "good", "hurt": "", "half": "warn", "low": "bad", "down": "bad", "": ""}


def _levels() -> dict[str, str]:
    return {
        "unhurt": translate("Players", "Unhurt"),
        "hurt": translate("Players", "Hurt"),
        "half": translate("Players", "Badly hurt"),
        "low": translate("Players", "Nearly down"),
        "down": translate("Players", "Down"),
    }


def pills(shown: RowShown) -> Iterable[Word]:
    """Return the pills of a row, the most pressing first: where room is scarce the last are left out."""
    return {word.text: word for word in _pills(shown)}.values()


def _pills(shown: RowShown) -> Iterator[Word]:
    if shown.must and not shown.active:
        yield Word(translate("Players", "must act now"), "now")
    if shown.choosable:
        yield Word(translate("Players", "can go next"), "now")
    if shown.next:
        yield Word(translate("Players", "next"), "now")
    if shown.out:
        out = (
            translate("Players", "defeated")
            if shown.out == "defeated"
            else translate("Players", "cannot act")
        )
        yield Word(out, "bad")
    if shown.waiting:
        yield Word(translate("Players", "waits"), "warn")
    if shown.readied:
        yield Word(translate("Players", "readied: {trigger}").format(trigger=shown.readied), "warn")
    if shown.unaware:
        yield Word(translate("Players", "surprised"), "bad")
    for act in shown.announced:
        number = f"{act.number} " if act.number else ""
        said = act.said or act.label or "…"
        yield Word(f"{number}{said}", {"now": "now", "lost": "bad"}.get(act.how, ""))
    if shown.declared and not shown.announced:
        yield Word(translate("Players", "has declared"), "good")
    states = {condition.name for condition in shown.conditions}  # a step may be a state, too
    for track in shown.tracks:
        if track.at and track.step not in states:
            yield Word(track_words(track), "bad")
    for condition in shown.conditions:
        yield Word(condition_words(condition), condition.tone)
    if shown.notes:
        yield Word(" ".join(shown.notes.split()))


def token_words(shown: TokenShown) -> str:
    """Return what is left of a pool, in a few letters."""
    if not shown.number:
        more = (shown.left or 0) + shown.extra
        return f"{shown.short} ×{more}" if more > 1 else shown.short
    left = "∞" if shown.left is None else str(shown.left)
    return f"{shown.short} {left}" if shown.size is None else f"{shown.short} {left}/{shown.size}"


def track_words(shown: TrackShown) -> str:
    """Return where somebody stands on a track, in a few words."""
    step = shown.short if shown.short and len(shown.step) > LONG else shown.step
    return translate("Players", "{track}: {step}").format(track=shown.label, step=minus(step))


def condition_words(shown: ConditionShown) -> str:
    """Return a state or an effect with what is left of it."""
    text = shown.name
    if shown.by:
        text = translate("Players", "{state} by {name}").format(state=text, name=shown.by)
    if shown.left > 0:
        text = translate("Players", "{name} {rounds}r").format(name=text, rounds=shown.left)
    return f"{text}: {' '.join(shown.notes.split())}" if shown.notes else text


def spoken(shown: PlayersScreen, rows: Sequence[RowShown]) -> str:
    """Return what is to be read as a text, as a screen reader says it; ``rows`` are those in sight."""
    said = heading(shown)
    lines = [part for part in (said.title, said.when, said.now, said.next, shown.notes) if part]
    declares = shown.activity == "declare"
    return "\n".join((*lines, *(row_words(row, declares=declares) for row in rows)))


def row_words(shown: RowShown, *, declares: bool = False) -> str:
    """Return a row in words; whoever has the turn ``declares``, or else acts."""
    fares = health(shown).text
    if shown.bar >= 0 and not fares:
        fares = f"{shown.bar} %"
    marks = [word.text for word in pills(shown)]
    if shown.active:
        acts = translate("Players", "declares now") if declares else translate("Players", "acts now")
        marks.insert(0, acts)
    elif shown.acted:
        marks.append(translate("Players", "has acted"))
    return ", ".join(part for part in (shown.count, shown.name, fares, *marks) if part)
