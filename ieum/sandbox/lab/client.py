"""A customer's computer: a namespace with its own internet line, on which wg-quick uses a .conf file."""

import errno
import http.client
import os
import re
import socket
import tempfile
from pathlib import Path

from ieum.sandbox.lab.addresses import ECHO_ADDRESS, ECHO_PORT
from ieum.sandbox.lab.namespaces import LabError, Namespace, command, names
from ieum.sandbox.lab.ownership import Claim

_DNS = re.compile(r"^\s*DNS\s*=\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


class LabClient:
    """One customer's computer. `up` takes the text of the .conf file exactly as the shop gives it."""

    def __init__(self, world: str, name: str) -> None:
        self.name = name
        self._inet = Namespace(f"{world}-inet")
        self._number, self._claim = _claim_number(world)
        self.namespace = Namespace(f"{world}-c{self._number}")
        self.address = f"100.64.{self._number}.2"
        # wireguard-go keeps its sockets in one folder for all namespaces, so the name must be unique.
        self.interface = f"{interface_stem(world)}c{self._number}"
        self._config: Path | None = None

    def create(self) -> None:
        router_device, router = f"c{self._number}", f"100.64.{self._number}.1"
        self.namespace.create()
        command(
            *("ip", "link", "add", "wan", "netns", self.namespace.name, "type", "veth"),
            *("peer", "name", router_device, "netns", self._inet.name),
        )
        self._inet.ip(f"addr add {router}/24 dev {router_device}", f"link set {router_device} up")
        self._inet.sysctl(**{f"ipv4__conf__{router_device}__rp_filter": 1})
        self.namespace.ip(
            f"addr add {self.address}/24 dev wan", "link set wan up", f"route add default via {router}"
        )

    def up(self, conf: str) -> None:
        """Start the tunnel with wg-quick, as a customer on Linux would.

        DNS is set here instead, because wg-quick would call resolvconf and change the whole machine.
        """
        if self._config:
            self.down()
        servers = [part.strip() for line in _DNS.findall(conf) for part in line.split(",")]
        if servers:
            resolver = Path("/etc/netns", self.namespace.name, "resolv.conf")
            resolver.parent.mkdir(parents=True, exist_ok=True)
            resolver.write_text("".join(f"nameserver {server}\n" for server in servers))
        folder = Path(tempfile.mkdtemp(prefix=f"{self.namespace.name}-"))
        self._config = folder / f"{self.interface}.conf"
        self._config.touch(mode=0o600)
        self._config.write_text(_DNS.sub("", conf))
        try:
            self.namespace.run("wg-quick", "up", str(self._config))
        except LabError:
            # wg-quick undoes what it has done, so nothing is left to take down.
            self._forget_config()
            raise

    def down(self) -> None:
        if self._config is None:
            return
        try:
            self.namespace.run("wg-quick", "down", str(self._config))
        finally:
            self._forget_config()

    def remove(self) -> None:
        self.namespace.remove()
        self._forget_config()
        if self._claim:
            self._claim.release()
            self._claim = None

    def fetch_echo(self, *, timeout: float = 5) -> str:
        """Ask the echo server from which address this client's request came."""
        with self.namespace.inside():
            connection = http.client.HTTPConnection(ECHO_ADDRESS, ECHO_PORT, timeout=timeout)
            try:
                connection.request("GET", "/")
                answer = connection.getresponse().read().decode().strip()
            except OSError as failure:
                raise LabError(f"{self.name}: the echo server did not answer: {failure}") from failure
            finally:
                connection.close()
        return answer

    def connect(self, host: str, port: int, *, timeout: float = 3) -> socket.socket:
        """OSError where nobody answers, or the network refuses."""
        with self.namespace.inside():
            connection = socket.create_connection((host, port), timeout=timeout)
        try:
            connection.getpeername()
        except OSError:
            # Linux can call a connection made a moment before it notes that it was refused.
            reason = connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            connection.close()
            raise OSError(reason or errno.ENOTCONN, os.strerror(reason or errno.ENOTCONN)) from None
        return connection

    def _forget_config(self) -> None:
        if self._config:
            self._config.unlink(missing_ok=True)
            self._config.parent.rmdir()
            self._config = None


def interface_stem(world: str) -> str:
    """The start of one lab's WireGuard interface names, kept short: Linux allows fifteen characters in all."""
    _, pid, number = world.split("-")
    return f"iw{int(pid):x}n{number}"


def _claim_number(world: str) -> tuple[int, Claim | None]:
    """The first number that no client of this lab has; claimed, because two may join at the same time."""
    taken = set(names(f"{world}-c"))
    for number in range(1, 255):
        name = f"{world}-c{number}"
        if name not in taken and (claim := Claim.take(name)):
            return number, claim
    raise LabError(f"{world} has 254 clients, which is all that it has room for")
