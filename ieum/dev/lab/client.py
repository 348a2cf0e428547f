"""A customer's computer: a namespace with its own internet line, on which wg-quick uses a .conf file."""

import errno
import http.client
import os
import shutil
import socket
import tempfile
from pathlib import Path

from ieum.dev.lab.addresses import ECHO_ADDRESS, ECHO_PORT
from ieum.dev.lab.namespaces import LabError, Namespace, command, names
from ieum.dev.lab.ownership import Claim
from ieum.dev.lab.resolvers import Resolver, install


class LabClient:
    """A customer's computer. `up` takes the text of the .conf file exactly as the shop gives it.

    `resolver` is what the computer has to set DNS by; None for neither.
    """

    def __init__(self, world: str, name: str, *, resolver: Resolver | None = "resolvconf") -> None:
        self.name = name
        self._resolver: Resolver | None = resolver
        self._inet = Namespace(f"{world}-inet")
        self._number, self._claim = _claim_number(world)
        self.namespace = Namespace(f"{world}-c{self._number}")
        self.address = f"100.64.{self._number}.2"
        # wireguard-go keeps its sockets in one folder for all namespaces, so the name must be unique.
        self.interface = f"{interface_stem(world)}c{self._number}"
        self._resolv_conf = Path("/etc/netns", self.namespace.name, "resolv.conf")
        self._folder: Path | None = None
        self._config: Path | None = None

    @property
    def name_servers(self) -> list[str]:
        """Of which the computer asks names now; before a tunnel is up, of its line's router."""
        return [line.removeprefix("nameserver ") for line in self._resolv_conf.read_text().splitlines()]

    def create(self) -> None:
        router_device, router = f"c{self._number}", f"100.64.{self._number}.1"
        self.namespace.create()
        self._resolv_conf.parent.mkdir(parents=True, exist_ok=True)
        self._resolv_conf.write_text(f"nameserver {router}\n")
        command(
            *("ip", "link", "add", "wan", "netns", self.namespace.name, "type", "veth"),
            *("peer", "name", router_device, "netns", self._inet.name),
        )
        self._inet.ip(f"addr add {router}/24 dev {router_device}", f"link set {router_device} up")
        self._inet.sysctl(**{f"ipv4__conf__{router_device}__rp_filter": 1})
        self.namespace.ip(
            f"addr add {self.address}/24 dev wan", "link set wan up", f"route add default via {router}"
        )

    def narrow(self, mtu: int) -> None:
        """Have the line lose what is larger than this, and tell nobody: the path's routers send no ICMP, or it is lost.

        Such are LTE, PPPoE and 464XLAT behind a firewall that drops ICMP.
        """
        self.widen()
        # One packet at a time reaches the line, and not several in one, whose length says nothing.
        self.namespace.ip("link set wan gso_max_segs 1")
        device = f"c{self._number}"
        table = f"""\
table ip narrow_{device} {{
    chain forward {{
        type filter hook forward priority 0
        iifname {device} ip length > {mtu} drop
        oifname {device} ip length > {mtu} drop
    }}
}}
"""
        self._inet.run("nft", "-f", "-", stdin=table)

    def widen(self) -> None:
        """Have the line carry everything again."""
        table = f"table ip narrow_c{self._number}"
        self._inet.run("nft", "-f", "-", stdin=f"{table}\ndelete {table}\n")

    def up(self, conf: str) -> None:
        """Start the tunnel with wg-quick, as a customer on Linux would."""
        if self._config:
            self.down()
        self._folder = Path(tempfile.mkdtemp(prefix=f"{self.namespace.name}-"))
        self._config = self._folder / f"{self.interface}.conf"
        self._config.touch(mode=0o600)
        self._config.write_text(conf)
        try:
            self._wg_quick("up")
        except LabError:
            # wg-quick undoes what it has done, so nothing is left to take down.
            self._forget_config()
            raise

    def down(self) -> None:
        if self._config is None:
            return
        try:
            self._wg_quick("down")
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

    def _wg_quick(self, order: str) -> None:
        if self._folder and self._config:
            program = install(self._folder, own=self._resolv_conf, resolver=self._resolver)
            self.namespace.run(str(program), order, str(self._config))

    def _forget_config(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._folder = self._config = None


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
