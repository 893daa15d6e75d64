"""What the program answers: refusals with a way round, failures with what was kept, crashes with a report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt

from desktop.bridge import Bridge, Cut, Done
from desktop.messages.bar import MessageBar, Tone
from desktop.messages.end_offer import EndOffer
from desktop.messages.sentences import sentence
from desktop.widgets.plain_text import tip
from desktop.widgets.texts import Texts
from rulesets.fight.storage.errors import StorageError
from rulesets.fight.storage.values import Anew
from rulesets.seen.labels import state_label
from rulesets.seen.queries import pipeline_for
from rulesets.table.combatant import OUT_DEFEATED, PC
from rulesets.table.commands import (
    Apply,
    Command,
    Defeat,
    Delay,
    Disable,
    EndTurn,
    Leave,
    NextPhase,
    Rest,
    Resume,
)
from rulesets.table.encounter import Encounter
from rulesets.table.events import ENDS, Flagged, OutChanged, StatChanged, Told
from rulesets.table.refusal import Code, Refusal

MOST_ASKED = 3
"""Sentences of what is asked of the GM that the bar shows at once."""
SOON_OLD = 3
"""Commands after which a piece of news is old; errors, and that nothing is kept, stay until dismissed."""


def _of(command: Command) -> Sequence[str]:
    """Return the ids of those whom a command is for."""
    who = getattr(command, "who", ())
    return (who,) if isinstance(who, str) else who


class Feedback(QObject):
    """Fills the message bar. Nothing here ever blocks the fight."""

    def __init__(
        self,
        bridge: Bridge,
        texts: Texts,
        bar: MessageBar,
        parent: QObject | None = None,
        *,
        called: Callable[[str], str],
    ) -> None:
        """Answer what ``bridge`` says in ``bar``; ``called`` returns what the command of an id is called."""
        super().__init__(parent)
        self._called = called
        self._bridge, self._texts, self._bar = bridge, texts, bar
        self._refused: tuple[Command, ...] = ()
        self._showing = False
        """True while the bar shows a refusal, which the next accepted command makes pointless."""
        self._asking = ""
        """What the last command asks the GM to do beside the program."""
        self._reminders: list[str] = []
        """What the last command was to remind the GM of."""
        self._before: Encounter | None = None
        """The encounter as it stood before the last step."""
        self._stood: Encounter | None = None
        self._cursor = 0
        """How many steps were in force when something changed last."""
        self._end_offer = EndOffer()
        self._told_settings = False
        self._since = 0
        """Commands since the bar has shown what it shows."""
        self._stays = False
        """True while the bar shows that nothing is kept: that does not become old."""
        bar.shown.connect(self._begin)
        bar.dismissed.connect(self._end_offer.put_away)
        self._of_rules = ""
        """What was said last of the ruleset on disk."""
        self._save_copy: Callable[[], None] | None = None
        self._end: Callable[[], None] | None = None
        self._trigger: Callable[[], None] | None = None
        self._key: Callable[[str], str] = str
        bridge.refused.connect(self.refused)
        bridge.refused_several.connect(self.refused_several)
        bridge.failed.connect(self.failed)
        bridge.stopped.connect(self._stopped)
        bridge.changed.connect(self._changed)
        bridge.accepted.connect(self._accepted)
        bridge.reset.connect(self._reset)

    def offer(
        self, *, save_copy: Callable[[], None], end: Callable[[], None], trigger: Callable[[], None]
    ) -> None:
        """Set what the buttons of messages do: save a copy, end the fight, set a readied action off."""
        self._save_copy, self._end, self._trigger = save_copy, end, trigger

    def name_keys(self, key: Callable[[str], str]) -> None:
        """Ask ``key`` from now on which key a command has; '' is none."""
        self._key = key

    @property
    def is_silent(self) -> bool:
        """Whether nothing stands in the bar."""
        return not self._bar.text

    # -- refusals ----------------------------------------------------------------------------------

    @property
    def can_override(self) -> bool:
        """True if there is a refused command that the GM may insist on."""
        return bool(self._refused)

    def refused(self, command: Command, refusal: Refusal) -> None:
        """Say why a command was refused, and offer to insist."""
        self.refused_several([(command, refusal)])

    def refused_several(self, refused: Sequence[tuple[Command, Refusal]]) -> None:
        """Say why the first of several was refused, and for whom nothing was done besides."""
        from rulesets.seen.rule_texts import told  # no start refuses anything

        refusal, others = refused[0][1], refused[1:]
        text = self._texts.refusal_with_options(refusal)
        names = [ident for one, _ in others for ident in _of(one)]
        if names:
            text = self.tr("{why} Nor was it done for {names}.").format(
                why=text, names=self._texts.names(names)
            )
        readied = self._has_readied(*refused[0])
        text = " ".join(filter(None, (text, readied)))
        self._refused = tuple(one for one, why in refused if why.can_override)
        self._showing = True
        if self._refused:
            action = self.tr("Override")
            self._bar.show_message(text, tone="warning", action=action, callback=self.override)
        elif readied:
            action = self._called("trigger")
            self._bar.show_message(text, tone="warning", action=action, callback=self._trigger)
        else:
            self._bar.show_message(text, tone="warning")
        self._bar.label.setToolTip(tip("\n".join(told(self._bridge.rules, text))))

    def _has_readied(self, command: Command, refusal: Refusal) -> str:
        """Return what carries out an action that somebody has readied who does not wait, in words, or ''."""
        if not isinstance(command, Resume) or refusal.code is not Code.NOT_WAITING:
            return ""
        those = [one for one in self._bridge.state.members(command.who) if one.readied is not None]
        if not those:
            return ""
        text, key = self.tr("“{command}” carries out what was readied."), self._key("trigger")
        if key:
            text = self.tr("“{command}” ({key}) carries out what was readied.")
        return text.format(command=self._called("trigger"), key=key)

    def _stopped(self, done: int, of: int) -> None:
        """Say, behind why one of several in a row was not done, that those before it were."""
        told = self.tr("What came before it is done ({done} of {all}); Undo takes that back.")
        self._bar.add(told.format(done=done, all=of))

    def override(self) -> None:
        """Give what was refused last once more, and insist."""
        commands, self._refused = self._refused, ()
        if not commands:
            self.tell(self.tr("There is nothing to override: the last command was not refused."))
            return
        self._bar.clear()
        with self._bridge.one_step():
            for command in commands:
                self._bridge.dispatch(replace(command, override=True))

    def _accepted(self, done: Done) -> None:
        """Say what a command asks the GM to do; the next one takes it away, the log keeps it.

        Who fell in the middle of a turn has ended it: whoever acts now is told first of all.
        """
        passed_on = self._passed_on()
        asked = [*self._given_back(done), *passed_on, *self._fallen(done, told=bool(passed_on))]
        asked += self._texts.asked(done.entry.events)
        asked += [*self._can_spend(done), *self._still_out(done)]
        if asked or not self._keeps:
            asked += self._run_out(done)
        if not asked:
            return
        asked = [*self._reminders, *asked]
        more = len(asked) - MOST_ASKED
        if more > 0:
            asked = [*asked[:MOST_ASKED], self.tr("{count} more in the log").format(count=more)]
        self._asking = " · ".join(asked)
        if self._end_offer.is_new:
            self._say_over()
        elif any(isinstance(event, Flagged) and event.name == ENDS for event in done.entry.events):
            end = self._called("end-encounter")  # it stays when the fight goes on
            self._end_offer.make(self._asking, self._cursor)
            self._bar.show_message(self._asking, tone="warning", action=end, callback=self._end)
        else:
            self._showing = True
            lost = any(isinstance(one, Told) and one.code == "parts-lost" for one in done.entry.events)
            tone: Tone = "warning" if passed_on or lost else "info"
            action = self._called("undo") if lost else ""
            self._bar.show_message(self._asking, tone=tone, action=action, callback=self._bridge.undo)

    def _run_out(self, done: Done) -> list[str]:
        """Return which effects have run out on those who are still in the fight, in a sentence."""
        people = self._bridge.state.combatants
        gone = {who.id for who in people.values() if who.out == OUT_DEFEATED}
        told = (
            one for one in done.entry.events if not isinstance(one, Told) or one.params.get("who") not in gone
        )
        return [text] if (text := self._texts.run_out(told, MOST_ASKED)) else []

    @property
    def _keeps(self) -> bool:
        """Whether something stands in the bar that no news of the fight may push aside."""
        return bool(self._bar.text) and (self._stays or self._bar.tone == "error")

    def _fallen(self, done: Done, *, told: bool) -> list[str]:
        """Return which player characters have fallen, as the log has it: a foe's fall ends the fight.

        Who acted and is ``told`` already to be out is not named twice; nor is whoever is taken out by hand.
        """
        outs = [event for event in done.entry.events if isinstance(event, OutChanged) and event.new]
        if not outs or isinstance(done.entry.command, Defeat | Disable | Leave):
            return []
        scene, found = self._bridge.scene, dict[str, None]()
        acted = self._before.walk.active if told and self._before is not None else ""
        for event in outs:
            who = scene.state.combatants.get(event.who)
            if who is None or who.kind != PC or not who.out or who.slot == acted:
                continue
            state = next(iter(scene.telling_states(who)), "")
            label = state_label(scene.rules, state) if state else self.tr("Out")
            found[self.tr("{state}: {name}").format(state=label, name=self._texts.name(who.id))] = None
        return list(found)

    def _can_spend(self, done: Done) -> list[str]:
        """Return on what those who were hurt can spend a point now, a sentence each: to soak the hit."""
        command, before = done.entry.command, self._before
        if not isinstance(command, Apply) or before is None or not self._bridge.rules.resources:
            return []
        from rulesets.seen.offers import newly_offered  # nobody is hurt before the first frame

        found = {who: newly_offered(self._bridge.scene, before, who) for who in command.to[:MOST_ASKED]}
        text = self.tr("{name} can spend a point: {uses}")
        return [
            text.format(name=self._texts.name(who), uses=", ".join(one.called for one in offers))
            for who, offers in found.items()
            if offers
        ]

    def _still_out(self, done: Done) -> list[str]:
        """Return who was healed and is out of the fight all the same, and what brings it back, in words."""
        command, rules, people = done.entry.command, self._bridge.rules, self._bridge.state.combatants
        if not isinstance(command, Apply) or command.pipeline != pipeline_for(rules, "heal"):
            return []
        healed = {event.who for event in done.entry.events if isinstance(event, StatChanged)}
        out = [who for who in command.to if who in healed and people[who].out == OUT_DEFEATED]
        if not out:
            return []
        text, names, key = self.tr("Still out of the fight: {names}."), self._texts.names(out), ""
        if key := self._key("restore"):
            text = self.tr("Still out of the fight: {names}. “{command}” is {key}.")
        return [text.format(names=names, command=self._called("restore"), key=key)]

    def _given_back(self, done: Done) -> list[str]:
        """Return what a rest gives back, as the ruleset says it, and what is left to the GM."""
        command = done.entry.command
        if not isinstance(command, Rest):
            return []
        told = f"{self._texts.title(done.entry)}. {self._texts.rest(command.name)}"
        there = self._bridge.state.combatants
        out = [who for who in command.who if who in there and there[who].out == OUT_DEFEATED]
        if out and len(out) < len(command.who):
            told += " " + self.tr("Left out: {names}.").format(names=self._texts.names(out))
        return [told.strip()]

    def _passed_on(self) -> list[str]:
        """Return that the turn has passed on because whoever acted is out, in a sentence."""
        from rulesets.seen.deeds import passed_on  # nobody is out before the first frame

        passed = passed_on(self._bridge)
        if passed is None:
            return []
        text = self.tr("Out: {name}. The turn passes to {next}.")
        if not passed[1]:
            text = self.tr("Out: {name}. The turn is over.")
        return [text.format(name=self._texts.name(passed[0]), next=self._texts.name(passed[1]))]

    def _changed(self) -> None:
        """Take a refusal back once something else has happened; say when only one side is left."""
        self._refused, self._asking, self._reminders = (), "", []
        self._before, self._stood = self._stood, self._bridge.state
        before, self._cursor = self._cursor, self._bridge.cursor
        self._since += 1
        over = self._bridge.scene.one_side_left
        stays = self._stays or (over and self._end_offer.is_shown)
        old = self._since >= SOON_OLD and self._bar.tone == "info" and not stays
        if self._showing or old:
            self._showing = False
            self._bar.clear()
        gone = [entry.command for entry in self._bridge.line[self._cursor : before]]
        if any(isinstance(command, EndTurn | NextPhase | Delay) for command in gone):
            self._say_whose_again()
        if void := self._end_offer.follow(self._cursor, over=over):
            self.withdraw(void)
        if self._end_offer.is_wanted(self._bar.text):
            self._say_over()

    def _say_whose_again(self) -> None:
        """Say whose turn has come back with what was taken back, if it is another one's now."""
        before, slot = self._before, self._bridge.state.walk.active
        if (
            slot
            and before is not None
            and before.walk.active != slot
            and self._bridge.scene.activity == "act"
        ):
            text = (
                self.tr("{name} have the turn again.")
                if self._texts.are_several((slot,))
                else self.tr("{name} has the turn again.")
            )
            self.cannot(text.format(name=self._texts.name(slot)))

    def _say_over(self) -> None:
        text = self.besides(self.tr("Only one side has anybody left who can act."))
        self._end_offer.make(text)
        self._bar.show_message(text, tone="info", action=self._called("end-encounter"), callback=self._end)

    def begin_end(self) -> None:
        """Bring the keys to the button that ends the fight; say once more why, if that was taken away."""
        if not self._end_offer.is_said_by(self._bar.text):
            self._say_over()
        self._bar.action.setFocus(Qt.FocusReason.TabFocusReason)
        self._bar.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # Qt paints a ring then

    def besides(self, text: str) -> str:
        """Return a message together with what is asked of the GM, which it may not push aside."""
        return f"{self._asking} · {text}" if self._asking else text

    def _begin(self) -> None:
        """The bar shows something new."""
        self._since, self._stays = 0, False
        self._end_offer.look(self._bar.text)

    def _reset(self) -> None:
        self._refused, self._showing, self._asking, self._reminders = (), False, "", []
        self._before, self._stood = None, self._bridge.state if self._bridge.is_open else None
        self._cursor = self._bridge.cursor if self._bridge.is_open else 0
        self._end_offer.begin(over=self._bridge.is_open and self._bridge.scene.one_side_left)
        self._bar.clear()

    def was_late(self, ids: Sequence[str]) -> None:
        """Say who has not declared in time; a new player may be let off (001-46)."""
        names = ", ".join(self._texts.name(who) for who in ids)
        text = (
            self.tr("{names} have not declared in time.")
            if self._texts.are_several(ids)
            else self.tr("{names} has not declared in time.")
        ).format(names=names)
        self._showing = True
        self._bar.show_message(text, tone="info", action=self._called("undo"), callback=self._bridge.undo)

    def passed_over(self, due: Sequence[str], acts: Sequence[str] = ()) -> None:
        """Warn that the turn went on and left rolls open, or ``acts`` undone: one press leads back."""
        still, gone = (
            self.tr("Passed over, and still open: {due}"),
            self.tr("Announced, and nothing came of it: {acts}"),
        )
        text = " · ".join(
            (
                *([gone.format(acts=self._some(acts))] if acts else ()),
                *([still.format(due=self._some(due))] if due else ()),
            )
        )
        self._showing = True
        self._bar.show_message(
            self.besides(text), tone="warning", action=self._called("undo"), callback=self._bridge.undo
        )

    def _some(self, texts: Sequence[str]) -> str:
        """Return the first of several texts, and how many more there are."""
        more = len(texts) - MOST_ASKED
        told = [*texts[:MOST_ASKED], *([self.tr("{count} more").format(count=more)] if more > 0 else [])]
        return " · ".join(told)

    # -- what was cut off --------------------------------------------------------------------------

    def cut_off(self, cut: Cut) -> None:
        """Say that a command cut off what could have been redone, and offer to bring it back."""
        count = str(cut.steps)
        if cut.steps == 1:
            text = self.tr("One undone step was cut off. It is kept: Edit → Bring back steps.")
            action = self.tr("Bring back 1 step")
        else:
            text = self.tr("{count} undone steps were cut off. They are kept: Edit → Bring back steps.")
            action = self.tr("Bring back {count} steps")
        self._showing = True
        back = partial(self._bridge.bring_back, cut.tip)
        text = self.besides(text.format(count=count))
        self._bar.show_message(text, action=action.format(count=count), callback=back)

    # -- the ruleset on disk -------------------------------------------------------------------------

    def rules_changed(self, label: str, errors: int, look: Callable[[], None]) -> None:
        """Say that the ruleset of this fight was changed on disk; offer to look at that."""
        if not errors:
            text, action = self.tr("{name} was changed on disk."), self.tr("Look at the change")
        else:
            one = self.tr("{name} was changed and has 1 error; the fight goes on by the text it has.")
            more = self.tr("{name} was changed and has {count} errors; the fight goes on by the text it has.")
            text, action = one if errors == 1 else more, self.tr("Show the errors")
        text = self.besides(text.format(name=label, count=errors))
        self._showing, self._of_rules = False, text
        self._bar.show_message(text, action=action, callback=look, later=self.tr("Not now"))
        self._stays = True

    def rules_settled(self) -> None:
        """The ruleset on disk is the one in force: take back what was said of it."""
        if self._of_rules and self._bar.text == self._of_rules:
            self._bar.clear()
        self._of_rules = ""

    # -- trouble -----------------------------------------------------------------------------------

    def failed(self, error: Exception) -> None:
        """Say that a command could not be kept, and what was."""
        action = self._called("copy")
        self._showing = False
        self._bar.show_message(sentence(error), tone="error", action=action, callback=self._save_copy)

    def trouble(self, error: Exception) -> None:
        """Say what went wrong with a file."""
        self._showing = False
        self._bar.show_message(sentence(error), tone="error")

    def troubles(self, errors: Sequence[Exception]) -> None:
        """Say what went wrong with several files."""
        self._showing = False
        self._bar.show_message(" ".join(dict.fromkeys(map(sentence, errors))), tone="error")

    def not_created(self, error: StorageError, ask_folder: Callable[[], None]) -> None:
        """Say that a new encounter could not be made; offer to make it elsewhere."""
        self._showing = False
        action = self.tr("Choose a folder…")
        self._bar.show_message(sentence(error), tone="error", action=action, callback=ask_folder)

    def not_opened(self, path: Path | None, error: Exception) -> None:
        """Say that something unexpected happened while a file was opened."""
        text = self.tr(
            "{name} could not be opened: something unexpected happened ({error}). The file was left as it "
            "is. Open a copy of it, or restore it from a backup."
        )
        name = self.tr("The encounter") if path is None else f"“{path.name}”"
        self._showing = False
        self._bar.show_message(
            text.format(name=name, error=type(error).__name__),
            tone="error",
        )

    def not_kept(self, folder: Path, error: StorageError, kept: Sequence[str] = ()) -> None:
        """Say that a stat block could not be kept, nor those behind it, and which were before it."""
        text = self.tr("The stat block could not be kept in {folder}. {reason} The fight itself is unharmed.")
        text = text.format(folder=folder, reason=sentence(error))
        if kept:
            text = f"{text} {self.tr('Kept are {names}.').format(names=', '.join(kept))}"
        self._showing = False
        self._bar.show_message(text, tone="error")

    def read_only(self, name: str) -> None:
        """Say that nothing can be written into the file that was opened."""
        text = self.tr(
            "“{name}” can only be read: nothing that you do here will be kept. Save a copy to go on."
        )
        action = self._called("copy")
        self._showing = False
        self._bar.show_message(text.format(name=name), tone="info", action=action, callback=self._save_copy)
        self._stays = True

    def crashed(self, report: str) -> None:
        """Say that something unexpected happened and where the report is."""
        text = self.tr(
            "Something in the program went wrong. The encounter is unharmed: every step is on disk."
        )
        if report:
            where = self.tr("A report for the makers of Turnwright was written to {path}.")
            text = f"{text} {where.format(path=report)}"
        else:
            text = f"{text} {self.tr('No report of it could be written.')}"
        self._showing = False
        self._bar.show_message(text, tone="error")

    def crashed_before(self, report: Path, last: Path | None, reopen: Callable[[str], object]) -> None:
        """Say that the program ended abruptly the last time; offer to open again what was open."""
        text = self.tr(
            "Turnwright ended abruptly the last time. Every step is on disk; a report is in {path}."
        )
        text = text.format(path=report)
        if last is None:
            self._bar.show_message(text, tone="info")
            return
        action = self.tr("Open “{name}” again").format(name=last.stem)
        self._bar.show_message(text, tone="info", action=action, callback=partial(reopen, str(last)))

    def settings_not_kept(self, error: OSError) -> None:
        """Say once that settings do not reach the disk; what the bar says already is more important."""
        if self._told_settings or self._bar.text:
            return
        self._told_settings = True
        text = self.tr(
            "The settings could not be kept ({reason}). They hold until you quit; encounters are kept."
        )
        self._bar.show_message(text.format(reason=error.strerror or str(error)), tone="info")

    def offer_news(self, version: str, show: Callable[[], object]) -> bool:
        """Say that this version was not here before; False if the bar has something else to say."""
        if self._bar.text:
            return False
        text, action = (
            self.tr("Turnwright {version} is new here.").format(version=version),
            self._called("changelog"),
        )
        self._bar.show_message(text, tone="info", action=action, callback=show)
        return True

    def saved_copy(self, path: Path, go_on: Callable[[str], None] | None) -> None:
        """Say where a copy was saved; with ``go_on`` offer to go on with the copy instead."""
        self._showing = False
        text = self.tr("Saved a copy as {path}.").format(path=path)
        if go_on is None:
            self._bar.show_message(text, tone="info")
        else:
            action = self.tr("Go on with the copy")
            self._bar.show_message(text, tone="info", action=action, callback=partial(go_on, str(path)))

    def saved_file(self, path: Path, problems: Sequence[str] = ()) -> None:
        """Say where a document was written, and what was wrong with templates of the game master's own."""
        self._showing = not problems  # it has been read when the fight goes on
        text = " · ".join([self.tr("Saved as {path}.").format(path=path), *problems])
        self._bar.show_message(
            text,
            tone="warning" if problems else "info",
            action=self.tr("Open"),
            callback=partial(self._show, path),
            second=self.tr("Show in folder"),
            second_callback=partial(self._show, path.parent),
        )

    def _show(self, path: Path) -> None:
        """Open a file or a folder, or say where it is if there is no program for it."""
        if not show(path):
            self.tell(self.tr("No program here can show it. It is at {path}.").format(path=path))

    def written_anew(self, name: str, anew: Anew) -> None:
        """Say that others have deleted, replaced or written over the open file, and where everything is."""
        match anew:
            case Anew("gone"):
                text = self.tr("{name} was deleted or moved while it is open here.")
            case Anew("log"):
                text = self.tr("A file that belongs to {name} (its log) was deleted while it is open here.")
            case _:
                text = self.tr("Another program has written over {name} while it is open here.")
        text = f"{text.format(name=name)} {self.tr('It was written anew, with every step.')}"
        if anew.kept is not None:
            kept = self.tr("What was put in its place is kept beside it as {file}.")
            text = f"{text} {kept.format(file=anew.kept.name)}"
        self._showing = False
        self._bar.show_message(text, tone="warning")

    def tell(self, text: str, action: str = "", callback: Callable[[], object] | None = None) -> None:
        """Say something, with what can be done about it on a button."""
        self._showing = False
        self._bar.show_message(text, tone="info", action=action, callback=callback)

    def cannot(self, text: str) -> None:
        """Say why a key does nothing now; whatever is done next takes it away."""
        self._showing = True
        self._bar.show_message(text, tone="info")

    def withdraw(self, text: str) -> None:
        """Take a message back that is no longer so, if it still stands there."""
        if self._bar.text == text:
            self._bar.clear()

    def remind(self, text: str) -> None:
        """Remind the GM of something that is due now; the next command takes it away."""
        self._reminders.append(text)
        self._asking, self._showing = " · ".join(self._reminders), True
        if self._end_offer.is_new:
            self._say_over()
        else:
            self._bar.show_message(self._asking, tone="info")

    def done(self, text: str, action: str, undo: Callable[[], object]) -> None:
        """Say that something was done, and offer to take it back."""
        self._showing = False
        self._bar.show_message(text, tone="info", action=action, callback=undo)

    def done_now(self, text: str, action: str, undo: Callable[[], object]) -> None:
        """Say that something was done in the fight, as long as that is its last step."""
        self.done(text, action, undo)
        self._showing = True

    def warn(self, text: str) -> None:
        """Say that something was not done, and why."""
        self._showing = True
        self._bar.show_message(text, tone="warning")


def show(path: Path) -> bool:
    """Open a file, or a folder, with the program that the system has for it."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
