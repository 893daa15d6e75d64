"""Texts of campaign files: whatever is changed, the rest stays as people have written it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, strategies as st

from rulesets.campaign.toml_edit import changed, plain, same, written
from tests.effort import calls

CREW = '''# My crew, since the long winter

name = "Crew"   # as they call themselves
ruleset = "srd35"
colour = "odd"  # nobody asks for it

# ------ those who fight

# the best of them
[[member]]
id = "anna" # never changes
name = "Anna"
hp = 12 # full

[member.carried]
hp = 3 # hurt
tracks = { worn = 1 }

[[member]]
# came late
name = 'Ben'
notes = """
[[member]]
is no header here
"""

# the end
'''


def _edit(text: str, **changes: Any) -> str:
    """Change the first member, and read what comes of it."""
    data = tomllib.loads(text)
    first, *others = data["member"]
    wanted = {**data, "member": [{**first, **changes}, *others]}
    new = changed(text, wanted)
    assert same(tomllib.loads(new), plain(wanted))
    return new


def test_one_number_is_one_line() -> None:
    new = _edit(CREW, hp=9)
    assert new == CREW.replace("hp = 12 # full", "hp = 9 # full")
    assert changed(new, tomllib.loads(CREW)) == CREW


def test_a_table_that_is_new_stands_below_its_owner_and_nothing_else_moves() -> None:
    data = tomllib.loads(CREW)
    data["member"][1]["carried"] = {"hp": 1}
    new = changed(CREW, data)
    assert new == CREW.replace('"""\n\n# the end', '"""\n\n[member.carried]\nhp = 1\n\n# the end')


def test_comments_inside_of_a_list_in_brackets_stay() -> None:
    text = 'member = [ # those who fight\n  { name = "Ann", hp = 12 }, # the best\n  { name = "Ben" },\n]\n'
    assert _edit(text, hp=9) == text.replace("12", "9")


def test_who_leaves_takes_the_own_comment_along() -> None:
    data = tomllib.loads(CREW)
    new = changed(CREW, {**data, "member": data["member"][1:]})
    assert "the best of them" not in new
    assert all(
        kept in new for kept in ("since the long winter", "those who fight", "# came late", "# the end")
    )


def test_who_changes_places_is_written_as_before() -> None:
    data = tomllib.loads(CREW)
    new = changed(CREW, {**data, "member": data["member"][::-1]})
    assert tomllib.loads(new)["member"] == data["member"][::-1]
    assert new.index("# came late") < new.index("# the best of them") < new.index("hp = 3 # hurt")


def test_many_who_change_places_take_no_longer_each() -> None:
    def turned_round(number: int) -> int:
        text = "".join(f"[[member]]\nname = 'M {place}'\n" for place in range(number))
        data = tomllib.loads(text)
        return calls(changed, text, {"member": data["member"][::-1]})

    assert turned_round(400) < 2.5 * turned_round(200)


@pytest.mark.parametrize(
    "text",
    [
        "# head\nmember = [{ name = 'A', hp = 1 }, { name = 'B' }] # in one line\n",
        "# head\n[[member]]\nname = 'A'\nhp = 1\n[options]\nhard = true # yes\n",
        "# head\n[[member]]\nname = 'A'\nhp.now = 1\nhp.most = 2\n",
        "# head\r\n[[member]]\r\nname = 'A'\r\nhp = 1\r\n",
        "# head\n[[member]]\nname = 'A'\nhp = nan\nac = inf\n",
        "# head\n[[ member ]]\nname = 'A'\nx = '''\n[[member]]'''",
    ],
)
def test_however_people_write_it_it_says_what_is_wanted(text: str) -> None:
    """Inline, tables behind each other, dotted keys, other ends of lines, no end of the last line."""
    assert _edit(text, hp=5, more=[{"a": 1}]).startswith("# head")


WORDS = st.text("ab.\"'\\\n\t#[]=é\U0001f409\x07", max_size=8)
KEYS = st.sampled_from(["hp", "a b", "carried", "options", "x", "id", "name", "when", "0"])
VALUES = st.recursive(
    st.one_of(st.integers(-9, 9), st.booleans(), st.floats(-2, 2), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)
TABLE = st.dictionaries(KEYS, VALUES, max_size=4)
LISTED = st.lists(TABLE, max_size=3)
WAVES = st.lists(st.builds(lambda one, people: {**one, "combatant": people}, TABLE, LISTED), max_size=2)
FILES = st.builds(
    lambda head, **lists: {**head, **{key: value for key, value in lists.items() if value}},
    TABLE,
    combatant=LISTED,
    member=LISTED,
    wave=WAVES,
)


@pytest.mark.slow
@given(FILES, FILES)
def test_what_is_written_is_read_again_and_changed_into_anything(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    text = written(one, "A heading")
    assert same(tomllib.loads(text), plain(one))
    new = changed(text, other)
    assert same(tomllib.loads(new), plain(other))
    assert new.startswith("# A heading")
    assert changed(new, other) == new
