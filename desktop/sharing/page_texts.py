"""What the players' page says, in every language that the program brings: the phone chooses its own."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QTranslator

from desktop.process.language import OURS
from desktop.process.paths import resources

CONTEXT = "PlayersPage"
TEXTS: dict[str, object] = {
    "connected": QT_TRANSLATE_NOOP("PlayersPage", "Connected"),
    "connecting": QT_TRANSLATE_NOOP("PlayersPage", "Connecting…"),
    "away": QT_TRANSLATE_NOOP("PlayersPage", "No connection: this is how it stood {seconds} seconds ago"),
    "gone": QT_TRANSLATE_NOOP(
        "PlayersPage", "This personal link is good no longer. Ask the game master for a new one."
    ),
    "before": QT_TRANSLATE_NOOP("PlayersPage", "The fight has not begun"),
    "over": QT_TRANSLATE_NOOP("PlayersPage", "The fight is over"),
    "nothing": QT_TRANSLATE_NOOP("PlayersPage", "Nothing is played now"),
    "covered": QT_TRANSLATE_NOOP("PlayersPage", "The game master has covered the screen"),
    "round": QT_TRANSLATE_NOOP("PlayersPage", "Round {number}"),
    "opening": QT_TRANSLATE_NOOP("PlayersPage", "Surprise round"),
    "start": QT_TRANSLATE_NOOP("PlayersPage", "Before the first round"),
    "mine": QT_TRANSLATE_NOOP("PlayersPage", "{name}: it is your turn"),
    "mine-declares": QT_TRANSLATE_NOOP("PlayersPage", "{name}: you declare now"),
    "declares": QT_TRANSLATE_NOOP("PlayersPage", "{name} declares"),
    "declares-now": QT_TRANSLATE_NOOP("PlayersPage", "declares now"),
    "who-next": QT_TRANSLATE_NOOP("PlayersPage", "Who goes next?"),
    "must-now": QT_TRANSLATE_NOOP("PlayersPage", "{name} must act now"),
    "rolls": QT_TRANSLATE_NOOP("PlayersPage", "Roll for initiative"),
    "next": QT_TRANSLATE_NOOP("PlayersPage", "Next: {name}"),
    "still-open": QT_TRANSLATE_NOOP("PlayersPage", "Still to declare: {number}"),
    "sealed": QT_TRANSLATE_NOOP("PlayersPage", "What is declared stays sealed for now"),
    "order": QT_TRANSLATE_NOOP("PlayersPage", "Order"),
    "left-out": QT_TRANSLATE_NOOP("PlayersPage", "And {number} more"),
    "acts": QT_TRANSLATE_NOOP("PlayersPage", "acts now"),
    "is-next": QT_TRANSLATE_NOOP("PlayersPage", "next"),
    "must": QT_TRANSLATE_NOOP("PlayersPage", "must act now"),
    "choosable": QT_TRANSLATE_NOOP("PlayersPage", "can go next"),
    "acted": QT_TRANSLATE_NOOP("PlayersPage", "has acted"),
    "waiting": QT_TRANSLATE_NOOP("PlayersPage", "waits"),
    "missed": QT_TRANSLATE_NOOP("PlayersPage", "has no turn any more"),
    "readied": QT_TRANSLATE_NOOP("PlayersPage", "ready: {trigger}"),
    "declared": QT_TRANSLATE_NOOP("PlayersPage", "has declared"),
    "unaware": QT_TRANSLATE_NOOP("PlayersPage", "surprised"),
    "defeated": QT_TRANSLATE_NOOP("PlayersPage", "defeated"),
    "disabled": QT_TRANSLATE_NOOP("PlayersPage", "cannot act"),
    "follows": QT_TRANSLATE_NOOP("PlayersPage", "with {name}"),
    "unhurt": QT_TRANSLATE_NOOP("PlayersPage", "unhurt"),
    "hurt": QT_TRANSLATE_NOOP("PlayersPage", "hurt"),
    "half": QT_TRANSLATE_NOOP("PlayersPage", "badly hurt"),
    "low": QT_TRANSLATE_NOOP("PlayersPage", "nearly down"),
    "down": QT_TRANSLATE_NOOP("PlayersPage", "down"),
    "of": QT_TRANSLATE_NOOP("PlayersPage", "{now} of {full}"),
    "extra": QT_TRANSLATE_NOOP("PlayersPage", "and {number} temporary"),
    "percent": QT_TRANSLATE_NOOP("PlayersPage", "{number} percent left"),
    "left": QT_TRANSLATE_NOOP("PlayersPage", "{name}, {rounds} left"),
    "due": QT_TRANSLATE_NOOP("PlayersPage", "{name}, a check is due"),
    "by": QT_TRANSLATE_NOOP("PlayersPage", "{name} by {who}"),
    "not-there": QT_TRANSLATE_NOOP("PlayersPage", "Your combatant is not on the table now"),
    "roll": QT_TRANSLATE_NOOP("PlayersPage", "Initiative"),
    "rolled": QT_TRANSLATE_NOOP("PlayersPage", "What you rolled with {dice}"),
    "declare": QT_TRANSLATE_NOOP("PlayersPage", "Declare"),
    "declare-later": QT_TRANSLATE_NOOP("PlayersPage", "Others declare first; you can send it already"),
    "declare-late": QT_TRANSLATE_NOOP("PlayersPage", "Your place has come by: the game master decides"),
    "which": QT_TRANSLATE_NOOP("PlayersPage", "What you declare"),
    "nothing-more": QT_TRANSLATE_NOOP("PlayersPage", "Nothing more"),
    "nothing-chosen": QT_TRANSLATE_NOOP("PlayersPage", "—"),
    "usual": QT_TRANSLATE_NOOP("PlayersPage", "left empty: {value}"),
    "delay": QT_TRANSLATE_NOOP("PlayersPage", "Delay"),
    "resume": QT_TRANSLATE_NOOP("PlayersPage", "I come in now"),
    "react": QT_TRANSLATE_NOOP("PlayersPage", "React"),
    "reaction": QT_TRANSLATE_NOOP("PlayersPage", "With what"),
    "to-what": QT_TRANSLATE_NOOP("PlayersPage", "To what (may be left empty)"),
    "ready": QT_TRANSLATE_NOOP("PlayersPage", "Ready an action"),
    "action": QT_TRANSLATE_NOOP("PlayersPage", "What you will do"),
    "trigger": QT_TRANSLATE_NOOP("PlayersPage", "When"),
    "send": QT_TRANSLATE_NOOP("PlayersPage", "Send"),
    "fate-sending": QT_TRANSLATE_NOOP("PlayersPage", "{what}: is being sent"),
    "fate-waiting": QT_TRANSLATE_NOOP("PlayersPage", "{what}: waits for the game master"),
    "fate-accepted": QT_TRANSLATE_NOOP("PlayersPage", "{what}: accepted"),
    "fate-refused": QT_TRANSLATE_NOOP("PlayersPage", "{what}: not possible now. {why}"),
    "fate-dismissed": QT_TRANSLATE_NOOP("PlayersPage", "{what}: the game master did not take it"),
    "fate-replaced": QT_TRANSLATE_NOOP("PlayersPage", "{what}: replaced by what you sent after it"),
    "fate-too-many": QT_TRANSLATE_NOOP(
        "PlayersPage", "{what}: not taken, too much of yours is waiting already"
    ),
    "fate-failed": QT_TRANSLATE_NOOP("PlayersPage", "{what}: not sent. Try again in a moment."),
    "can-do": QT_TRANSLATE_NOOP("PlayersPage", "What you can do now"),
}
"""Key → English text, as marked for translation."""


def page_texts() -> dict[str, dict[str, str]]:
    """Return language → key → text, of English and of every translation that comes along."""
    found = {"en": {key: str(text) for key, text in TEXTS.items()}}
    folder = resources() / "translations"
    for path in sorted(folder.glob(f"{OURS}_*.qm")) if folder.is_dir() else ():
        translator = QTranslator()
        if translator.load(str(path)):
            language = path.stem.removeprefix(f"{OURS}_").replace("_", "-")
            found[language] = {
                key: translator.translate(CONTEXT, str(text)) or str(text) for key, text in TEXTS.items()
            }
    return found
