"""The tunnel interface and its network on this host."""

from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

from ieum.gateway import host, wireguard
from ieum.gateway.protocol import Network
from ieum.gateway.shell import CommandError


def check_network(network: Network, present: host.Host, *, interface: str) -> None:
    """Refuse a tunnel network in which the host itself has something: the host would lose its way to that.

    It is looked at before the network is taken, once: a route that somebody adds later is theirs to mend, and must not
    keep changes from customers who are connected. One that is none at all must not end the agent, which could then
    never be told a better one.
    """
    own = (network.gateway_address, _parse(network).prefixlen)
    device = present.devices.get(interface)
    if device is not None and own in device.addresses:
        return
    if taken := host.uses_inside(network.tunnel_network, interface=interface):
        raise CommandError(
            f"this host uses {', '.join(taken[:3])} inside the tunnel network {network.tunnel_network}: "
            "give this gateway another one in the shop (in its console, on the gateway's page)"
        )


def _parse(network: Network) -> IPv4Network:
    try:
        parsed = IPv4Network(network.tunnel_network)
        if IPv4Address(network.gateway_address) in parsed:
            return parsed
    except ValueError as wrong:
        raise CommandError(f"the shop has told a tunnel network that is none: {wrong}") from wrong
    raise CommandError(
        f"the shop has told a tunnel network that is none: {network.gateway_address} is not in {parsed}"
    )


def has_settings(interface: wireguard.Interface, network: Network, *, public_key: str) -> bool:
    """Tell whether an interface has the gateway's key and port, and marks no packets."""
    settings = interface.public_key, interface.listen_port, interface.mark
    return settings == (public_key, network.listen_port, "off")


def prepare(
    interface: wireguard.Interface | None,
    present: host.Host,
    network: Network,
    *,
    name: str,
    public_key: str,
    key_file: Path,
) -> None:
    """Create the interface where there is none, and give it what it lacks."""
    if interface is None:
        wireguard.create_interface(name)
        present = host.read_host()
    if interface is None or not has_settings(interface, network, public_key=public_key):
        wireguard.set_interface(name, key_file=key_file, listen_port=network.listen_port)
    host.run_ip_batch(plan_device(present, name, network))


def plan_device(present: host.Host, name: str, network: Network) -> list[str]:
    return host.plan_tunnel_device(
        present, name, address=network.gateway_address, network=network.tunnel_network, mtu=network.mtu
    )
