"""A TCP relay from inside a namespace to a server outside it, without a link between the two networks."""

import contextlib
import socket
import threading

from ieum.dev.lab.namespaces import Namespace

_LONGEST_HEAD = 65536


class Relay:
    """Listens on loopback inside a namespace and connects each caller to `target` outside.

    A listening socket belongs to the namespace it was opened in, even if a thread outside accepts on it. So the
    gateway reaches a shop that listens on 127.0.0.1 only, without any change to the machine's network.
    """

    def __init__(
        self,
        namespace: Namespace,
        *,
        port: int,
        target: tuple[str, int],
        host: str = "127.0.0.1",
        names_callers: bool = False,
    ) -> None:
        """`names_callers`: say in a request's header which address it came from, as a proxy does."""
        with namespace.inside():
            self._listener = socket.create_server((host, port))
        self._target = target
        self._names_callers = names_callers
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        # Without the shutdown, a thread blocked in accept() would keep the socket alive.
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for connection in self._open:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                near, (caller, *_) = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near, caller), daemon=True).start()

    def _carry(self, near: socket.socket, caller: str) -> None:
        with near:
            try:
                far = socket.create_connection(self._target, timeout=5)
            except OSError:
                return
            with far:
                far.settimeout(None)
                if self._names_callers:
                    far.sendall(_named(near, caller))
                with self._lock:
                    self._open |= {near, far}
                back = threading.Thread(target=_pump, args=(far, near), daemon=True)
                back.start()
                _pump(near, far)
                back.join()
                with self._lock:
                    self._open -= {near, far}


def _named(source: socket.socket, caller: str) -> bytes:
    """Receive a request until its head is complete, and put the caller's address into it."""
    got = b""
    while b"\r\n\r\n" not in got and len(got) < _LONGEST_HEAD:
        data = source.recv(65536)
        if not data:
            return got
        got += data
    head, end, rest = got.partition(b"\r\n\r\n")
    return head + f"\r\nX-Forwarded-For: {caller}".encode() + end + rest


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
