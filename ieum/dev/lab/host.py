"""A gateway's host: a namespace with carrier lines, which can be cut off from the shop, or from everybody."""

from collections.abc import Sequence

from ieum.dev.lab.addresses import CARRIERS, LISTEN_PORT, SECOND_CARRIERS, Carrier
from ieum.dev.lab.client import interface_stem
from ieum.dev.lab.namespaces import Namespace, command, names


class LabHost:
    """Names what is there; nothing is made before `create`. So another program finds the host by its lab's name."""

    def __init__(self, world: str, number: int = 1) -> None:
        suffix = "" if number == 1 else str(number)
        self.number = number
        self.namespace = Namespace(f"{world}-gw{suffix}")
        self.carriers: Sequence[Carrier] = CARRIERS if number == 1 else SECOND_CARRIERS
        # wireguard-go keeps its sockets in one folder for all namespaces, so the name must be unique.
        self.interface = f"{interface_stem(world)}g{suffix}"
        self.endpoint = f"{self.carriers[0].host}:{LISTEN_PORT}"
        self._inet = Namespace(f"{world}-inet")

    def create(self) -> None:
        self.namespace.create()
        # As systemd has it on most hosts.
        self.namespace.sysctl(ipv4__conf__all__rp_filter=2, ipv4__conf__default__rp_filter=2)
        for carrier in self.carriers:
            command(
                *("ip", "link", "add", carrier.device, "netns", self.namespace.name, "type", "veth"),
                *("peer", "name", carrier.device, "netns", self._inet.name),
            )
            self._inet.ip(
                f"addr add {carrier.router}/24 dev {carrier.device}", f"link set {carrier.device} up"
            )
            self.namespace.ip(
                f"addr add {carrier.host}/24 dev {carrier.device}", f"link set {carrier.device} up"
            )
            # Like a real carrier, drop packets whose source address belongs to another carrier.
            self._inet.sysctl(**{f"ipv4__conf__{carrier.device}__rp_filter": 1})
        self.namespace.ip(f"route add default via {self.carriers[0].router}")

    def cut_off(self) -> None:
        """Take its way to the shop, which is a relay on its loopback: packets are lost, and nothing says so."""
        self.namespace.ip("link set lo down")

    def unplug(self) -> None:
        """Take its carrier lines, as a cut cable does."""
        self._inet.ip(*(f"link set {carrier.device} down" for carrier in self.carriers))

    def join(self) -> None:
        """Give back what was taken."""
        self.namespace.ip("link set lo up")
        self._inet.ip(*(f"link set {carrier.device} up" for carrier in self.carriers))


def hosts_of(world: str) -> list[LabHost]:
    """The hosts of a running lab."""
    present = names(f"{world}-gw")
    return [host for number in (1, 2) if (host := LabHost(world, number)).namespace.name in present]
