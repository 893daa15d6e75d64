"""Whatever bytes are brought, the answer is creatures or a sentence: never an exception, never no end.

Every reader is asked, also for what is not of its format, so that a new one is tried by all of this at once.
That nothing takes more than it must is shown with texts of some megabytes, on which a pattern that looks back
and forth would not come to an end.
"""

from __future__ import annotations

import json
import string
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from rulesets.incoming.fitting import fit
from rulesets.incoming.found import ENTRY_ERRORS, VALUES, Creature, Finding, Refused
from rulesets.incoming.reader import NO, SURE, Reader
from rulesets.incoming.reading import every_reader, read
from rulesets.incoming.source import Source
from rulesets.reading import loader
from tests.incoming.expected import SAMPLES
from tests.sampling import mostly_slow

CUT = [
    SAMPLES / name
    for name in (
        "improved-initiative/sample-players.json", "improved-initiative/posted-encounter.json",
        "srd-json/5e-bits.json", "srd-json/open5e-page.json", "foundry-swse/units-kypvalanx.json",
        "foundry-d35e/fvtt-Actor-cat.json",
    )
]  # fmt: skip
"""Lists, wrapped lists, and one actor by itself."""
READERS = [pytest.param(reader, id=reader.id) for reader in every_reader()]
TEXTS_OF_NUMBERS = {"speed_unit", "size"}
FEW = settings(max_examples=8)
MANY = settings(max_examples=250)


def faults(finding: Finding) -> list[str]:
    """What of a finding is not as `found` says it: whoever fits and shows it relies on that."""
    wrong = []
    for creature in finding.creatures:
        if not creature.name or creature.name != " ".join(creature.name.split()):
            wrong.append(f"is called {creature.name!r}")
        if creature.count < 1 or int(creature.values.get("hp", 0)) < 0:
            wrong.append(f"{creature.name}: {creature.count} of it with {creature.values.get('hp')}")
        if odd := creature.values.keys() - VALUES.keys():
            wrong.append(f"{creature.name}: nobody knows {odd}")
        wrong += (
            f"{creature.name}: {name} is {value!r}"
            for name, value in creature.values.items()
            if not isinstance(value, str if name in TEXTS_OF_NUMBERS else int)
        )
        wrong += (f"{creature.name}: {text!r}" for text in written(creature) if not has_utf8(text))
    return [*wrong, *(repr(str(told)) for told in finding.told if not has_utf8(str(told)))]


def has_utf8(text: str) -> bool:
    """Whether a text can be kept: halves of characters cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def written(creature: Creature) -> list[str]:
    """Every text of a creature."""
    return [
        creature.name, creature.side, creature.where, *creature.feats,
        *(part for one in (*creature.texts, *creature.columns.items()) for part in one),
        *(effect.name + effect.of for effect in creature.effects),
    ]  # fmt: skip


def brought(data: bytes, name: str = "brought") -> Finding:
    """What the program finds in bytes, whoever reads them."""
    return read(Source(name, data)).finding


def unanswered(data: bytes, name: str = "brought") -> list[str]:
    """What is wrong with the program's answer to bytes: creatures of one reader, or a sentence why not."""
    reading = read(Source(name, data))
    wrong = faults(reading.finding)
    if reading.refused is None and reading.reader is None:
        wrong.append("nobody read it, and nothing is said of that")
    if reading.refused is not None and len(str(reading.refused)) <= 10:
        wrong.append(f"{reading.refused} is no sentence")
    return wrong


def forced(reader: Reader, data: bytes, name: str = "brought") -> Finding:
    """What one reader says of bytes, of its format or not; to what it raises `read` has an answer."""
    source, finding = Source(name, data), Finding()
    with suppress(Refused, *ENTRY_ERRORS):
        reader.read(source, finding)
    return finding


def wrongly(reader: Reader, data: bytes) -> list[str]:
    """What is wrong with what one reader says of bytes: how sure it is, and what it finds."""
    sure = NO
    with suppress(Refused, *ENTRY_ERRORS):
        sure = reader.recognise(Source("brought", data))
    return [*([] if NO <= sure <= SURE else [f"{sure} sure"]), *faults(forced(reader, data))]


def names_in(data: bytes) -> list[str]:
    """Who is found in bytes, in their order."""
    return [one.name for one in brought(data).creatures]


def samples_of(reader: Reader, most: int = 30_000) -> list[bytes]:
    """The samples of a format, those that are not too large to be read again and again."""
    folders = [path for path in SAMPLES.iterdir() if path.name in (reader.id, f"{reader.id}-wild")]
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.name != "EXPECTED.toml"]
    return [path.read_bytes() for path in files if path.stat().st_size <= most]


def damaged(sample: bytes) -> st.SearchStrategy[bytes]:
    """A file that was cut off, has a hole, has a part twice, or has other bytes in the middle."""
    places = st.integers(0, len(sample))
    parts = st.tuples(places, places).map(sorted)
    return st.one_of(
        places.map(lambda at: sample[:at]),
        parts.map(lambda part: sample[: part[0]] + sample[part[1] :]),
        parts.map(lambda part: sample[: part[1]] + sample[part[0] :]),
        st.tuples(places, st.binary(min_size=1, max_size=6)).map(
            lambda found: sample[: found[0]] + found[1] + sample[found[0] + len(found[1]) :]
        ),
        st.tuples(
            places, st.sampled_from([b"null", b"-1", b"1e999", b"[]", b"{}", b'""', b"\x00", b"\xff"])
        ).map(lambda found: sample[: found[0]] + found[1] + sample[found[0] :]),
    )


ODD_WORDS = st.sampled_from(
    [
        "hp", "AC", "Init", "Str", "Dex", "Hit Dice:", "Armor Class", "HP 7", "AC 15", "\t", "\n", "|",
        "- ", "# ", "> ", "Goblin", "Large giant", "CR 5", "3", "+4", "(", ")", ";", ",", "—", "name",
        "hp,ac", "{", "}", "[", "]", '"', ":", "<a>", "</a>", "&amp;", "```statblock", "```", "name: ",
        "creatures:", "@UUID[x]{y}", "[[/r 1d6]]", "x3",
    ]
).flatmap(lambda word: st.sampled_from([word, word + " ", word + "\n", " " + word]))  # fmt: skip
PLAIN = st.text("aG1 -,:<&\n\t\"'", max_size=4)
"""A few letters of which much is made of the formats; all others are among the slow examples."""
ODD_TEXTS = st.lists(st.one_of(ODD_WORDS, PLAIN), max_size=40).map("".join)


class TestAnything:
    """Bytes and texts that nobody wrote."""

    @FEW
    @given(st.binary(max_size=200))
    @example(b"")
    @example(b"\xff\xfe")
    @example(b"\xff\xfe\x00\xd8")
    @example(b"\x00" * 50)
    def test_bytes(self, data):
        assert unanswered(data) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("reader", READERS)
    def test_bytes_and_each_reader(self, reader):
        @MANY
        @given(st.binary(max_size=400))
        def each(data: bytes) -> None:
            assert wrongly(reader, data) == []

        each()

    @pytest.mark.slow
    @pytest.mark.parametrize("reader", READERS)
    def test_texts_and_each_reader(self, reader):
        @MANY
        @given(st.one_of(st.text(max_size=300), ODD_TEXTS))
        def each(text: str) -> None:
            data = text.encode("utf-8", "surrogatepass")
            assert wrongly(reader, data) == []
            assert unanswered(data) == []

        each()

    @FEW
    @given(ODD_TEXTS)
    def test_words_of_formats_in_any_order(self, text):
        assert unanswered(text.encode()) == []


class TestDamagedSamples:
    """Files that were real ones before something happened to them."""

    @pytest.mark.parametrize("reader", READERS)
    def test_a_file_that_is_cut_in_the_middle(self, reader):
        for sample in samples_of(reader, most=6_000)[:2]:
            half = sample[: len(sample) // 2]
            assert unanswered(half) == []
            assert wrongly(reader, half) == []
            whole = names_in(sample)
            invented = [name for name in names_in(half) if not any(one.startswith(name) for one in whole)]
            assert invented == [], "a name may be cut off, too"

    @pytest.mark.parametrize("path", CUT, ids=lambda path: path.name)
    def test_json_that_breaks_off_gives_what_is_whole_and_nothing_else(self, path):
        """“a file that is half broken gives the good entries and names the others”: wherever it breaks."""
        sample = path.read_bytes()
        whole = [(one.name, one.where, one.values) for one in brought(sample).creatures]
        most = 0
        for end in range(0, len(sample), max(1, len(sample) // 40)):
            reading = read(Source(path.name, sample[:end]))
            found = [(one.name, one.where, one.values) for one in reading.finding.creatures]
            assert all(one in whole for one in found), end
            assert not found or "breaks off" in str(reading.finding.told[0])
            most = max(most, len(found))
        assert most >= len(whole) // 2 if len(whole) > 1 else most == 0, "and of one creature nothing"

    @pytest.mark.slow
    @pytest.mark.parametrize("reader", READERS)
    def test_any_damage(self, reader):
        for sample in samples_of(reader):

            @settings(max_examples=20)
            @given(damaged(sample))
            def each(data: bytes) -> None:
                assert wrongly(reader, data) == []
                assert unanswered(data) == []

            each()

    @pytest.mark.slow
    @pytest.mark.parametrize("reader", READERS)
    def test_a_file_many_times_over(self, reader):
        for sample in samples_of(reader):
            for between in (b"", b"\n\n"):
                often = (sample + between) * 30
                assert wrongly(reader, often) == []
                assert unanswered(often) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("reader", READERS)
    @pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252"])
    def test_another_encoding(self, reader, encoding):
        for sample in samples_of(reader):
            other = sample.decode("utf-8-sig", "replace").encode(encoding, "replace")
            assert unanswered(other) == []
            assert names_in(other) == names_in(other.decode(encoding).encode())


def _odd_json(value: Any) -> bytes:
    return json.dumps(value).encode()


def _many(head: str, one: str, tail: str, times: int) -> bytes:
    return (head + one * times + tail).encode()


LAUGHS = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
ALIASES = "\n".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12))
ODD_FILES: dict[str, bytes] = {
    "json, 200,000 lists in lists": b"[" * 200_000,
    "json, lists in lists that end": b"[" * 5_000 + b"]" * 5_000,
    "json, tables in tables": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "json, tables in tables of a creature": b'{"Creatures":' + b'[{"Name":' * 300 + b'"x"' + b"}]" * 300,
    "json, a number of 5,000 digits": b'{"name": "A", "hp": {"value": ' + b"9" * 5_000 + b'}, "ac": 1e999}',
    "json, no number": b'{"name": "A", "hit_points": NaN, "armor_class": -Infinity}',
    "json, half of a character": b'{"name": "\\ud800", "hit_points": 3, "system": {"attributes": {}}}',
    "json, half of a character in a list": b'[{"name": "\\udfff\\ud800", "hit_points": 3}]',
    "json, keys of programs": _odd_json({"__proto__": {"name": 1}, "constructor": [], "name": {"name": "A"}}),
    "json, everything is null": _odd_json(dict.fromkeys(string.ascii_letters)),
    "json, a name of 100,000 letters": _odd_json({"Name": "A" * 100_000, "HP": {"Value": 3, "Notes": ""}}),
    "xml, a bomb": f'<!DOCTYPE l [<!ENTITY l0 "ha">{LAUGHS}]><MonsterList>&l11;</MonsterList>'.encode(),
    "xml, a file of this machine": b'<?xml version="1.0"?><!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b"<compendium><monster><name>&x;</name><hp>3</hp></monster></compendium>",
    "xml, a page": b'<?xml version="1.0"?><!DOCTYPE c SYSTEM "http://127.0.0.1:9/x.dtd"><compendium><monster/></compendium>',
    "xml, elements in elements": b"<compendium>" + b"<monster>" * 40_000,
    "xml, elements in elements that end": b"<a>" * 5_000 + b"</a>" * 5_000,
    "xml, not its encoding": b'<?xml version="1.0" encoding="utf-99"?><compendium><monster/></compendium>',
    "yaml, a bomb": f"```statblock\na0: &a0 [x]\n{ALIASES}\nname: *a11\nhp: 3\n```\n".encode(),
    "yaml, a bomb in an encounter": f"```encounter\na0: &a0 [x]\n{ALIASES}\ncreatures: *a11\n```\n".encode(),
    "yaml, an object of python": b"```statblock\nname: !!python/object/apply:os.getcwd []\nhp: 3\n```\n",
    "yaml, itself": b"```statblock\nname: &a [*a]\nhp: &b {c: *b}\n```\n",
    "yaml, lists in lists": b"```encounter\ncreatures: " + b"[" * 20_000 + b"\n```\n",
    "html and links in a name": b"<b>Goblin</b> [x](http://127.0.0.1:9) @UUID[a.b]{c}\nAC 15\nHP 7\n",
    "a table of one row with 5,000 columns": b"name,hp" + b",hp" * 5_000 + b"\nA" + b",1" * 5_000 + b"\n",
    "a table of quotes": b'name,hp\n"' + b'""' * 3_000,
    "nothing but headings": b"name\thp\tac\n" * 300,
    "scores without end": b"Goblin\nAC 15\nHP 7\n" + b"Str 8 Dex " * 800,
    "hp of 5,000 digits": b"Goblin\nAC 15\nHP " + b"7" * 5_000 + b"\n",
    "dice without end": b"Goblin\nHit Dice: " + b"9" * 90 + b"d" + b"8" * 90 + b"+1d8" * 500 + b"\nAC 3\n",
    "a reduction without end": b"Goblin CR 1\nInit +1\nAC 1\nhp 7\nDR 5/" + b"a and " * 900 + b"\nFort +1\n",
    "columns without end": b"A\tB" + b"\tC" * 300 + b"\nHit Dice:" + b"\t1d8 (4 hp)" * 300 + b"\n",
    "toml, tables in tables": b"a = " + b"[" * 5_000 + b"\n",
    "nul in the middle": b"Gob\x00lin\nAC 15\nHP 7\n",
    "separators of lines": "Goblin\u2028AC 15\x0bHP 7\x1cInit +1\x85".encode(),
}  # fmt: skip


class TestOddFiles:
    """What somebody made up to see what happens."""

    @pytest.mark.parametrize(
        "name", mostly_slow(ODD_FILES, "json, half of a character", "nul in the middle", "yaml, itself")
    )
    def test_is_answered(self, name):
        found = brought(ODD_FILES[name])
        assert unanswered(ODD_FILES[name]) == []
        assert not any("root:" in text for one in found.creatures for text in written(one))

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ODD_FILES)
    @pytest.mark.parametrize("reader", READERS)
    def test_is_answered_by_each_reader(self, reader, name):
        found = forced(reader, ODD_FILES[name])
        assert faults(found) == []
        assert not any("root:" in text for one in found.creatures for text in written(one))

    @pytest.mark.slow
    def test_what_comes_of_them_has_a_place(self):
        rules = loader.load("srd35")
        for data in ODD_FILES.values():
            for creature in brought(data).creatures[:50]:
                assert fit(rules, creature).name


ONE_AFTER_THE_OTHER = [
    "a", " ", "\n", "\t", "0", "(", ")", "<", ">", "{", "[", '"', "'", "-", "—", "|", ",", ";", ":", "*",
    "_", "#", "&", "\\", "=", "`", "\x00", "\x80", "é", "a ", "a,", "a\t", "1d8+", "@a[", "[[", "[[/r ",
    "@U[a]{", "&Reference[", "<!--", "<a ", "<a", "</", "&a", "<![CDATA[", "<?", "]]>", "hp 1, ", "hp 1\n",
    "AC 1\n", "Str ", "Str 1 ", "STR\n", "Large giant\n", "Goblin\nAC 1\nHP 1\n", "CR 1\n", "DR 5/",
    "resist fire ", "fire 5, ", "3 orcs, ", "(hp ", "a (", "+ 1", "Fort +1, ", "Speed 5 ft., ", "Ref ",
    "- a\n", "# a\n", "| a | b |\n", "```statblock\n", "```\n", "name: a\n", "a:\n ", "{\"a\":", "[{",
    "<monster>", "<monster/>", "a;b;c\n", "a\tb\n", "1,", "\"\",", "a/", "a - ", " x3", "and ", "  hp: ",
]  # fmt: skip


class TestLong:
    """One thing again and again: whoever goes back to the start each time never comes to an end."""

    @pytest.mark.parametrize("what", ["a", "(", "3 orcs, ", "@a["])
    def test_some_of_it(self, what):
        assert unanswered((what * 2_000)[:4_000].encode()) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("what", ONE_AFTER_THE_OTHER)
    def test_a_megabyte_of_it(self, what):
        assert unanswered((what * (1_000_000 // len(what))).encode()) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("what", ONE_AFTER_THE_OTHER)
    def test_in_the_notes_of_a_stat_block(self, what):
        block = f"Goblin\nAC 15\nHP 7\nSpeed 30 ft.\nStr 8\nActions\nBite. {what * 20_000}\nCR 1\n"
        assert unanswered(block.encode()) == []

    @pytest.mark.slow
    @pytest.mark.parametrize("what", ONE_AFTER_THE_OTHER)
    @pytest.mark.parametrize("reader", READERS)
    def test_of_each_reader(self, reader, what):
        assert wrongly(reader, (what * (200_000 // len(what))).encode()) == []

    def test_more_than_there_may_be_is_refused_before_it_is_read(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("rulesets.incoming.source.LARGEST", 10)
        with pytest.raises(Refused, match="larger than"):
            Source("much.txt", b"x" * 11)


class TestWhyNot:
    """What is said of something that is not taken."""

    def test_json_that_breaks_off_in_its_first_entry_is_said_to_be_no_whole_json(self):
        reading = read(Source("cut.json", b'[{"Name": "Ogre", "HP": {"Value": 5'))
        assert str(reading.refused).startswith("“cut.json” is no whole JSON")

    def test_who_was_not_whole_is_named(self):
        told = brought(b'[{"Name": "Orc", "HP": {"Value": 5}},\n {"Name": "Ogre", "HP": {"Val').told
        assert str(told[0]) == (
            "The file breaks off in line 2. What is whole before was taken; “Ogre” was left out."
        )

    def test_what_the_reader_that_was_sure_of_it_said_is_not_hidden_by_another_one(self):
        told = "\n".join(map(str, brought(ODD_FILES["yaml, a bomb"]).told))
        assert "it grows by aliases" in told
