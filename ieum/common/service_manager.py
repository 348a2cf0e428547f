"""Messages of a process to systemd: that it is ready, that it ends, how it is, and again and again that it is alive.

The protocol is a datagram (sd_notify(3)). A process that was not started by systemd tells nobody anything.
"""

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

# How often a sign of life comes within the time that systemd waits for one.
_SIGNS = 4


class ServiceManager:
    """`patience` is how long systemd waits for a sign of life, in seconds; 0 where it does not wait."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        address = environ.get("NOTIFY_SOCKET", "")
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        # Inherited by processes that this one starts, which are not the one that is watched.
        is_ours = environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        microseconds = environ.get("WATCHDOG_USEC", "") if is_ours and address else ""
        self.patience = int(microseconds) / 1_000_000 if microseconds.isdecimal() else 0.0
        self._status = ""

    def __bool__(self) -> bool:
        """Tell whether anybody listens."""
        return bool(self._address)

    def ready(self, status: str) -> None:
        self._status = status
        self._tell(f"READY=1\nSTATUS={status}")

    def stopping(self) -> None:
        self._tell("STOPPING=1\nSTATUS=ends what is under way")

    def status(self, status: str) -> None:
        """Tell how the process is, if that has changed."""
        if status != self._status:
            self._status = status
            self._tell(f"STATUS={status}")

    def alive(self) -> None:
        self._tell("WATCHDOG=1")

    async def watch_this_loop(self) -> None:
        """Give signs of life for as long as this event loop turns, whatever it waits for, such as a database."""
        while self.patience:
            self.alive()
            await asyncio.sleep(self.patience / _SIGNS)

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        # A service manager that restarts, or has no room for a message, is no reason to end.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
            datagram.setblocking(False)
            datagram.sendto(state.encode(), self._address)
