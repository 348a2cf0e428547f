"""Give a host back as it was before the agent came."""

from ipaddress import IPv4Network

from ieum.gateway import firewall, guard, host
from ieum.gateway.addresses import followed
from ieum.gateway.store import Store


def teardown(store: Store, *, interface: str) -> None:
    """Undo everything the agent ever did to this host's network; a second run changes nothing."""
    network = _network(store)
    present = host.read_host()
    if interface in present.devices:
        host.run_ip_batch([f"link delete {interface}"])  # wireguard-go ends with its device
    # While they are closed: else the host's own ports would be open by each that is still there.
    added = followed(store.additions().addresses, present)
    plan = host.plan_addresses(present, wanted=(), added=added)
    host.run_address_batch(f"address del {ip}/32 dev {device}" for device, ip in sorted(plan.remove))
    firewall.remove(network)
    guard.end(store.folder)
    host.run_ip_batch(host.plan_removal(present))
    store.forget()


def _network(store: Store) -> IPv4Network | None:
    """The saved tunnel network; None where none was told, or one that is none and was therefore never set up."""
    network = store.load().network
    try:
        return None if network is None else IPv4Network(network.tunnel_network)
    except ValueError:
        return None
