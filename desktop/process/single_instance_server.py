"""The first process listens for what later starts of the program are to open."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from desktop.process.single_instance import ANSWER, LARGEST, TAKEN, BadOrder, Place, read

REFUSED = b'{"taken": false}\n'


class HandOverServer(QObject):
    """Takes orders and answers them at once. It loads Qt's network: not before a window is shown."""

    ordered = Signal(object)
    """Order: the sender was told that it is taken."""

    def __init__(self, place: Place, parent: QObject | None = None) -> None:
        """Listen at ``place``, whose lock this process holds: a socket that is there is a dead process's."""
        super().__init__(parent)
        self._place = place
        self.callers: list[QObject] = []
        """Those that are being listened to."""
        self.answered = 0
        """How many have been given an answer, heard or not."""
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._connected)
        QLocalServer.removeServer(place.name)
        self.listens = self._server.listen(place.name)
        """False where the system does not allow it; then nobody is to wait for this process."""
        if not self.listens:
            place.leave()

    def close(self) -> None:
        """Take no more orders; whoever starts now is the first."""
        self._server.close()
        self._place.leave()

    def _connected(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            self.callers.append(_Caller(socket, self))
            socket.disconnected.connect(self._gone)

    def _gone(self) -> None:
        self.callers = [caller for caller in self.callers if caller.parent() is not self.sender()]


class _Caller(QObject):
    """One start that says what it wants; it goes with its connection."""

    def __init__(self, socket: QLocalSocket, server: HandOverServer) -> None:
        super().__init__(socket)
        self._socket, self._server, self._said = socket, server, b""
        socket.disconnected.connect(socket.deleteLater)
        socket.readyRead.connect(self._read)
        patience = QTimer(self)
        patience.setSingleShot(True)
        patience.timeout.connect(self._give_up)
        patience.start(2 * ANSWER)
        if socket.bytesAvailable():
            self._read()

    def _read(self) -> None:
        self._said += bytes(self._socket.read(LARGEST).data())
        if not self._said.endswith(b"\n") and len(self._said) < LARGEST:
            return
        try:
            order = read(self._said)
        except BadOrder:
            self._answer(REFUSED)
            return
        if self._answer(TAKEN):
            self._server.ordered.emit(order)

    def _give_up(self) -> None:
        """Nobody holds this process up."""
        self._socket.abort()

    def _answer(self, answer: bytes) -> bool:
        """Answer; False if the other one has given up waiting and does it alone."""
        self._server.answered += 1
        self._socket.readyRead.disconnect()
        self._socket.write(answer)
        heard = self._socket.waitForBytesWritten(ANSWER)
        self._socket.disconnectFromServer()
        return heard
