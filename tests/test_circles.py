"""No module imports itself by way of others, be it inside of a function: each can be read by itself."""

from __future__ import annotations

import grimp  # import-linter brings it along

LEFT = {
    ("rulesets.engine.coming", "rulesets.engine.scope"),
    ("rulesets.engine.moments", "rulesets.engine.moving", "rulesets.engine.stages"),
}
"""Circles that are those of the rules themselves; cut, everybody who asks would hand the other half along.

- coming, scope: who is still to come goes by formulas of the ruleset, and formulas ask who is still to act
  and which side is next (`to_act`, `next_side`). The values of formulas are asked for in most modules.
- moments, moving, stages: a stage lets somebody draw a card, a card that is drawn is a moment, and what a
  ruleset hangs on a moment are stages.
"""


def test_no_modules_import_each_other_in_a_circle() -> None:
    """What is imported for annotations alone is no import when the program runs."""
    graph = grimp.build_graph("rulesets", "desktop", exclude_type_checking_imports=True, cache_dir=None)
    reached = {module: graph.find_upstream_modules(module) for module in graph.modules}
    assert reached["desktop.app"]
    circles = {
        tuple(sorted({module, *back}))
        for module, found in reached.items()
        if (back := [other for other in found if module in reached[other]])
    }
    assert circles == LEFT
