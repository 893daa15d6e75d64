"""The stepper paints anew only the step that is another one now."""

from __future__ import annotations

from PySide6.QtGui import QPaintEvent, QRegion
from pytestqt.qtbot import QtBot

from desktop.main.phases import Step
from desktop.main.stepper import Stepper


class Watched(Stepper):
    """A stepper that keeps what it was asked to paint."""

    asked: QRegion | None = None

    def paintEvent(self, event: QPaintEvent) -> None:
        self.asked = QRegion(event.region())
        super().paintEvent(event)


def steps(detail: str, last: str = "Next round") -> tuple[Step, ...]:
    return (Step("Initiative"), Step("Turns", detail, now=True), Step(last))


def shown(qtbot: QtBot) -> Watched:
    stepper = Watched()
    qtbot.addWidget(stepper)
    stepper.resize(600, 40)
    stepper.show_steps(steps("1 of 8"))
    with qtbot.waitExposed(stepper):
        stepper.show()
    return stepper


def test_a_turn_more_paints_the_present_step_alone_and_looks_as_a_new_one(qtbot: QtBot) -> None:
    stepper, fresh = shown(qtbot), Stepper()
    qtbot.addWidget(fresh)
    fresh.resize(600, 40)
    for detail in ("2 of 8", "10 of 12", "1 of 8"):
        stepper.asked = None
        stepper.show_steps(steps(detail))
        qtbot.waitUntil(lambda: stepper.asked is not None)
        fresh.show_steps(steps(detail))
        assert stepper.grab().toImage() == fresh.grab().toImage()
    stepper.asked = None
    stepper.show_steps(steps("3 of 8"))
    qtbot.waitUntil(lambda: stepper.asked is not None)
    assert stepper.asked is not None
    assert stepper.asked.boundingRect().width() < 250


def test_steps_that_stand_elsewhere_are_all_painted(qtbot: QtBot) -> None:
    stepper = shown(qtbot)
    stepper.asked = None
    stepper.show_steps(steps("1 of 8", "The end of all that"))
    qtbot.waitUntil(lambda: stepper.asked is not None)
    assert stepper.asked == QRegion(stepper.rect())
