"""Signs of life of `ieum serve`: its supervising process gives them for as long as the loop of every worker turns.

Each worker sends its pulse from its event loop, by a datagram that the kernel stamps with the sender's process. Where
no service manager listens, nothing of it exists.
"""

import asyncio
import os
import socket
import struct
import threading
import time
from collections.abc import Mapping

from ieum.common.service_manager import ServiceManager

# Tells a worker where to send its pulse: a name without a file, in hexadecimal.
_ADDRESS = "IEUM_PULSE"
_SECONDS = 1.0
_CREDENTIALS = struct.Struct("3i")  # process, user, group


class Pulses:
    """Listens to the workers, and gives signs of life once and while as many as there should be have a pulse."""

    def __init__(self, manager: ServiceManager, *, workers: int, status: str) -> None:
        self._manager, self._workers, self._status = manager, workers, status
        self._felt_at: dict[int, float] = {}
        self._is_ready = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._socket.bind(b"")  # the kernel finds a name
        self._socket.settimeout(_SECONDS)
        # Half of what the service manager waits: a worker that died is there again by then, and one that stands is not.
        self._longest_pause = max(manager.patience / 2, 2 * _SECONDS)
        os.environ[_ADDRESS] = self._socket.getsockname().hex()

    def start(self) -> None:
        threading.Thread(target=self._listen, name="pulses", daemon=True).start()

    def _listen(self) -> None:
        told_at = 0.0
        while True:
            self._feel()
            now = time.monotonic()
            self._felt_at = {
                pid: felt for pid, felt in self._felt_at.items() if now - felt < self._longest_pause
            }
            if now - told_at >= _SECONDS:
                self._tell(alive=len(self._felt_at))
                told_at = now

    def _feel(self) -> None:
        try:
            _, ancillary, _, _ = self._socket.recvmsg(64, socket.CMSG_SPACE(_CREDENTIALS.size))
        except TimeoutError:
            return
        for level, kind, content in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_CREDENTIALS):
                pid, user, _ = _CREDENTIALS.unpack(content)
                if user == os.getuid():
                    self._felt_at[pid] = time.monotonic()

    def _tell(self, *, alive: int) -> None:
        if alive < self._workers:
            if self._is_ready:
                self._manager.status(f"{self._workers - alive} of {self._workers} workers do not react")
            return
        if not self._is_ready:
            self._is_ready = True
            self._manager.ready(self._status)
        self._manager.status(self._status)
        if self._manager.patience:
            self._manager.alive()


async def beat(environ: Mapping[str, str]) -> None:
    """Send this worker's pulse for as long as its loop turns; nothing where nobody listens."""
    if not (address := bytes.fromhex(environ.get(_ADDRESS, ""))):
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
        datagram.setblocking(False)
        while True:
            try:
                datagram.sendto(b"", address)
            except BlockingIOError:
                pass  # the supervising process stands; whoever watches it sees that
            except OSError:
                return  # it is gone, and takes this process along
            await asyncio.sleep(_SECONDS)
