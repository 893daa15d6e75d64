"""A line of entries that are decoded when they are asked for is a line like any other."""

from __future__ import annotations

import pytest

from rulesets.fight.lazy_entries import LazyEntries


class Decoder:
    """Makes texts of bytes, and counts."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, body: bytes) -> str:
        self.made.append(body.decode() * 2)
        return self.made[-1]


@pytest.fixture
def decoder() -> Decoder:
    return Decoder()


@pytest.fixture
def line(decoder: Decoder) -> LazyEntries[str]:
    return LazyEntries(decoder, [b"a", b"b", "there", b"c", b"d"])


def test_what_nobody_asks_for_is_not_decoded(line: LazyEntries[str], decoder: Decoder) -> None:
    assert len(line) == 5
    assert bool(line)
    assert line[2] == "there"
    assert line[5:] == line[3:3] == []
    assert not decoder.made


def test_each_is_decoded_once_and_stays_the_same(line: LazyEntries[str], decoder: Decoder) -> None:
    assert line[-1] is line[4]
    assert line[3:] == ["cc", "dd"]
    assert line[3:][1] is line[-1]
    assert decoder.made == ["dd", "cc"]
    assert next(iter(reversed(line))) == "dd"
    assert list(line) == list(line) == ["aa", "bb", "there", "cc", "dd"]
    assert sorted(decoder.made) == ["aa", "bb", "cc", "dd"]


def test_slices_are_those_of_a_list(decoder: Decoder) -> None:
    bodies = [str(number).encode() for number in range(9)]
    plain = [body.decode() * 2 for body in bodies]
    for part in (slice(None), slice(2, 7), slice(-3, None), slice(None, None, -2), slice(7, 2), slice(4, 99)):
        assert LazyEntries(decoder, bodies)[part] == plain[part]
    with pytest.raises(IndexError):
        LazyEntries(decoder, bodies)[9]


def test_those_that_name_a_word_are_found_and_no_others_decoded(decoder: Decoder) -> None:
    adds, ends, spelt = b'{"do":"add"}', b'{"do":"end"}', b'{"do": "\\u0061dd"}'
    line = LazyEntries(decoder, [adds, ends, "there", spelt, adds])
    assert next(line.naming_back([b'"add"'], 4)) == spelt.decode() * 2
    assert len(decoder.made) == 1, "nobody has gone on"
    assert list(line.naming_back([b'"add"'], 4)) == [spelt.decode() * 2, "there", adds.decode() * 2]
    assert len(decoder.made) == 2
    assert list(line.naming_back([b'"drop"'], 2)) == [adds.decode() * 2], (
        "it is decoded: whoever asks can see"
    )


def test_what_is_cut_off_is_not_decoded_before(line: LazyEntries[str], decoder: Decoder) -> None:
    line.cut(1, ["new", "newer"])
    assert not decoder.made
    assert list(line) == ["aa", "new", "newer"]
    line.cut(2)
    line.cut(2, ("last",))
    assert line[1:] == ["new", "last"]
    assert decoder.made == ["aa"]
