"""Commands carried out at a table, each of which goes forward and back exactly; and refused ones."""

from __future__ import annotations

from rulesets.engine.evolve import replay, take_back
from rulesets.fight.session import Done, Session
from rulesets.table import commands as cmd
from rulesets.table.refusal import Refusal


def do(session: Session, *commands: cmd.Command) -> Done:
    """Carry out commands that must be accepted; return what came of the last."""
    for command in commands:
        before = session.state
        done = session.dispatch(command)
        assert isinstance(done, Done), (command, done)
        assert take_back(session.state, done.entry.events) == before
        assert replay(before, done.entry.events) == session.state
    return done


def refused(session: Session, command: cmd.Command) -> tuple[str, str]:
    """Try a command that must be refused, which changes nothing; return code and reason."""
    before = session.state
    result = session.dispatch(command)
    assert isinstance(result, Refusal), command
    assert session.state is before
    return result.code, result.reason
