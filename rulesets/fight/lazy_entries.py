"""Entries of a log that are decoded when somebody asks for them: the state is often all that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Generic, TypeVar, cast, overload

from rulesets import collector

T = TypeVar("T")


class LazyEntries(Sequence[T], Generic[T]):
    """A line of entries, some of which are still the bytes that a file keeps of them.

    Each is decoded once and is the same object ever after. Only bytes that are known to decode may be put in:
    nobody who reads a line expects an error of it.
    """

    __slots__ = ("_decode", "_held", "_undecoded")

    def __init__(self, decode: Callable[[bytes], T], held: Iterable[T | bytes] = ()) -> None:
        """Begin with ``held``: entries, or bytes of which ``decode`` makes one."""
        self._decode = decode
        self._held: list[T | bytes] = list(held)
        self._undecoded = sum(type(one) is bytes for one in self._held)

    def __len__(self) -> int:
        return len(self._held)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            self._make(range(*index.indices(len(self._held))))
            return cast(list[T], self._held[index])
        one = self._held[index]
        if type(one) is bytes:
            one = self._held[index] = self._decode(one)
            self._undecoded -= 1
        return cast(T, one)

    def __iter__(self) -> Iterator[T]:
        self._make(range(len(self._held)))
        return cast(Iterator[T], iter(self._held))

    def naming_back(self, words: Collection[bytes], length: int) -> Iterator[T]:
        """Yield those of the first ``length`` entries that may name one of ``words``, the last one first.

        Others stay bytes, and so does whatever nobody goes on to.

        Args:
            words: Strings as JSON has them, of letters that it has no need to spell otherwise.
            length: How many entries are looked at.
        """
        return (self[number] for number in self._naming(words, reversed(range(length))))

    def as_held(self, words: Collection[bytes], length: int) -> Iterator[T | bytes]:
        """Yield the same, the first one first, as they are held: as bytes those that nobody has asked for."""
        return (self._held[number] for number in self._naming(words, range(length)))

    def _naming(self, words: Collection[bytes], numbers: Iterable[int]) -> Iterator[int]:
        found = (b"\\u", *words)  # whatever else is JSON may spell its letters by their numbers
        for number in numbers:
            one = self._held[number]
            if type(one) is not bytes or any(word in one for word in found):
                yield number

    def cut(self, length: int, entries: Iterable[T] = ()) -> None:
        """Keep the first ``length`` entries, and add ``entries`` behind them."""
        self._undecoded -= sum(type(one) is bytes for one in self._held[length:])
        self._held[length:] = entries

    def _make(self, numbers: Iterable[int]) -> None:
        """Decode entries that are still bytes."""
        if not self._undecoded:
            return
        held = self._held
        with collector.paused():
            for number in numbers:
                one = held[number]
                if type(one) is bytes:
                    held[number] = self._decode(one)
                    self._undecoded -= 1
