"""A customer's computer: a namespace behind its own internet line, with the .conf it was given."""

import http.client
import re
import socket
import tempfile
from pathlib import Path

from ieum.sandbox.lab.addresses import ECHO_ADDRESS, ECHO_PORT
from ieum.sandbox.lab.namespaces import LabError, Namespace, command, names

_DNS = re.compile(r"^\s*DNS\s*=\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


class LabClient:
    """One customer line. `up` takes the very text that the shop hands out."""

    def __init__(self, world: str, name: str) -> None:
        self.name = name
        self._inet = Namespace(f"{world}-inet")
        self._number = _free_number(world)
        self.namespace = Namespace(f"{world}-c{self._number}")
        self.address = f"100.64.{self._number}.2"
        # wireguard-go keeps its sockets in one folder for all namespaces, hence a name of its own.
        self.interface = f"{interface_stem(world)}c{self._number}"
        self._config: Path | None = None

    def create(self) -> None:
        here, there = f"c{self._number}", f"100.64.{self._number}.1"
        self.namespace.create()
        command(
            *("ip", "link", "add", "wan", "netns", self.namespace.name, "type", "veth"),
            *("peer", "name", here, "netns", self._inet.name),
        )
        self._inet.ip(f"addr add {there}/24 dev {here}", f"link set {here} up")
        self._inet.sysctl(**{f"ipv4__conf__{here}__rp_filter": 1})
        self.namespace.ip(
            f"addr add {self.address}/24 dev wan", "link set wan up", f"route add default via {there}"
        )

    def up(self, conf: str) -> None:
        """Bring the tunnel up with wg-quick, as a customer on Linux would.

        Only DNS is done here: wg-quick wants a resolvconf, which would change the whole machine.
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
        self.namespace.run("wg-quick", "up", str(self._config))

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

    def fetch_echo(self, *, timeout: float = 5) -> str:
        """Ask the far side which address this client comes from."""
        with self.namespace.inside():
            connection = http.client.HTTPConnection(ECHO_ADDRESS, ECHO_PORT, timeout=timeout)
            try:
                connection.request("GET", "/")
                answer = connection.getresponse().read().decode().strip()
            except OSError as failure:
                raise LabError(f"{self.name}: the echo did not answer: {failure}") from failure
            finally:
                connection.close()
        return answer

    def connect(self, host: str, port: int, *, timeout: float = 3) -> socket.socket:
        with self.namespace.inside():
            return socket.create_connection((host, port), timeout=timeout)

    def handshake_at(self) -> int:
        """Unix time of the tunnel's last handshake, 0 before the first."""
        line = self.namespace.run("wg", "show", self.interface, "latest-handshakes")
        return int(line.split()[1]) if line.strip() else 0

    def _forget_config(self) -> None:
        if self._config:
            self._config.unlink(missing_ok=True)
            self._config.parent.rmdir()
            self._config = None


def interface_stem(world: str) -> str:
    """What starts the WireGuard names of one lab: fifteen characters have to do for a whole name."""
    _, pid, number = world.split("-")
    return f"iw{int(pid):x}n{number}"


def _free_number(world: str) -> int:
    taken = set(names(f"{world}-c"))
    return next(number for number in range(1, 255) if f"{world}-c{number}" not in taken)
