"""What the window and the server of the players' page tell each other, one JSON object a line.

The window sends what players may see and nothing else, each value whole: the newest is all that counts. The
server sends who is there and the slips that came; what is no slip as it stands here is not passed on.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from rulesets.table.slip import Slip

LARGEST_SLIP = 8_192
"""Bytes of a slip as it is sent."""
LARGEST_VALUE = 4_000_000
"""Bytes of what a page shows; more is not passed on."""


# -- the window tells the server ---------------------------------------------------------------------


class Order(Struct, frozen=True, tag_field="do"):
    """What the server is to do."""


class Open(Order, frozen=True, tag="open"):
    """Listen at an address of this machine; the first order of all."""

    host: str
    port: int
    """The first one tried; 0 is any."""
    tries: int = 1
    """How many ports one after the other are tried."""
    texts: msgspec.Raw = msgspec.Raw(b"{}")
    """Language → key → what the page says."""


class ShowTable(Order, frozen=True, tag="table"):
    """What everybody sees from now on."""

    value: msgspec.Raw


class ShowOwn(Order, frozen=True, tag="own"):
    """What whoever has a personal link sees besides from now on; the link is good from the first one on."""

    token: str
    value: msgspec.Raw


class Drop(Order, frozen=True, tag="drop"):
    """A personal link is good no longer; whoever is there by it is sent away."""

    token: str


AnyOrder = Open | ShowTable | ShowOwn | Drop


# -- the server tells the window ---------------------------------------------------------------------


class Report(Struct, frozen=True, tag_field="said"):
    """What the server has to say."""


class Opened(Report, frozen=True, tag="opened"):
    """Pages are given out from now on."""

    host: str
    port: int


class Failed(Report, frozen=True, tag="failed"):
    """It cannot listen there, and ends."""

    code: str
    """address · port · permission · other"""
    why: str = ""
    """What the system says."""


class Visitor(Struct, frozen=True):
    """Somebody who looks on."""

    address: str
    token: str = ""
    """Of the personal link; '' on the table's page."""
    behind: bool = False
    """What was sent last has not arrived yet."""


class Visitors(Report, frozen=True, tag="visitors"):
    """Who looks on now."""

    those: tuple[Visitor, ...]


class Came(Report, frozen=True, tag="slip"):
    """A slip came by a personal link."""

    token: str
    slip: Slip
    address: str = ""


AnyReport = Opened | Failed | Visitors | Came


def line(message: Order | Report) -> bytes:
    """Return a message as it is sent."""
    return msgspec.json.encode(message) + b"\n"


_orders: msgspec.json.Decoder[AnyOrder] = msgspec.json.Decoder(AnyOrder)
_reports: msgspec.json.Decoder[AnyReport] = msgspec.json.Decoder(AnyReport)
_slips = msgspec.json.Decoder(Slip)


def order(said: bytes) -> AnyOrder:
    """Return what a line orders; raises msgspec.DecodeError for anything else."""
    return _orders.decode(said)


def report(said: bytes) -> AnyReport:
    """Return what a line reports; raises msgspec.DecodeError for anything else."""
    return _reports.decode(said)


def slip(said: bytes) -> Slip:
    """Return the slip that somebody has sent; raises msgspec.DecodeError for anything else."""
    return _slips.decode(said)


def raw(value: Any) -> msgspec.Raw:
    """Return a value as JSON that is passed on as it is."""
    return msgspec.Raw(msgspec.json.encode(value))
