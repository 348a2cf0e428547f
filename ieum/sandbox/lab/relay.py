"""A TCP relay from inside a namespace to a server outside it, without a link between the two networks."""

import contextlib
import socket
import threading

from ieum.sandbox.lab.namespaces import Namespace


class Relay:
    """Listens on loopback inside a namespace and connects each caller to `target` outside.

    A listening socket belongs to the namespace it was opened in, even if a thread outside accepts on it. So the
    gateway reaches a shop that listens on 127.0.0.1 only, without any change to the machine's network.
    """

    def __init__(self, namespace: Namespace, *, port: int, target: tuple[str, int]) -> None:
        with namespace.inside():
            self._listener = socket.create_server(("127.0.0.1", port))
        self._target = target
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
                near, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near:
            try:
                far = socket.create_connection(self._target, timeout=5)
            except OSError:
                return
            with far:
                far.settimeout(None)
                with self._lock:
                    self._open |= {near, far}
                back = threading.Thread(target=_pump, args=(far, near), daemon=True)
                back.start()
                _pump(near, far)
                back.join()
                with self._lock:
                    self._open -= {near, far}


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
