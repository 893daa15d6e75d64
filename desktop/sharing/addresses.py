"""At which addresses of this machine a page can be given out: the system is asked, and nobody else."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtCore import QCoreApplication
from PySide6.QtNetwork import QNetworkInterface

_MADE_UP = ("docker", "veth", "virbr", "vbox", "vmnet", "br-", "lxc", "tun", "tap", "wg", "vethernet", "zt")
"""Beginnings of the names of networks that are inside this machine, or lead far away: no phone is there."""


class Address(Struct, frozen=True):
    """One address."""

    host: str
    network: str
    """What the system calls the network card."""
    likely: bool = True
    """Whether phones may be on that network."""

    @property
    def text(self) -> str:
        """Return it for people."""
        if not self.network:
            only = QCoreApplication.translate("Sharing", "{host} (this computer only)")
            return only.format(host=self.host)
        return f"{self.host} ({self.network})"


def addresses() -> list[Address]:
    """Return the addresses of this machine, those on which phones may be first, and its own last."""
    found = [
        Address(entry.ip().toString(), card.humanReadableName() or card.name(), _is_likely(card))
        for card in QNetworkInterface.allInterfaces()
        if card.flags() & QNetworkInterface.InterfaceFlag.IsRunning
        and not card.flags() & QNetworkInterface.InterfaceFlag.IsLoopBack
        for entry in card.addressEntries()
        if not entry.ip().isLinkLocal() and "%" not in entry.ip().toString()
    ]
    found.sort(key=lambda one: (not one.likely, ":" in one.host))
    return [*found, Address("127.0.0.1", "", likely=False)]


def _is_likely(card: QNetworkInterface) -> bool:
    name = f"{card.name()} {card.humanReadableName()}".casefold()
    return not any(word in name.split() or name.startswith(word) for word in _MADE_UP)
