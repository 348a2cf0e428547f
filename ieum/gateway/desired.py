"""What should be true here, as far as the shop has told."""

import msgspec

from ieum.gateway.protocol import Changes, Heartbeat, Message, Network, Peer, Snapshot


class SnapshotNeededError(Exception):
    """Changes arrived for a state that this gateway does not have."""


class Desired(msgspec.Struct, frozen=True):
    """Nothing is known at revision 0: the network comes with the first snapshot."""

    revision: int = 0
    network: Network | None = None
    peers: dict[str, Peer] = {}


def follow(desired: Desired, message: Message) -> Desired:
    """The state after this message; the very same object where nothing changed.

    A snapshot counts whatever its revision: the shop's database may have been restored from a backup.
    """
    match message:
        case Snapshot():
            network = Network(
                tunnel_network=message.tunnel_network,
                gateway_address=message.gateway_address,
                listen_port=message.listen_port,
                mtu=message.mtu,
            )
            return Desired(message.revision, network, {peer.public_key: peer for peer in message.peers})
        case Changes() if desired.network is None:
            raise SnapshotNeededError
        case Changes() if message.revision > desired.revision:
            put = {peer.public_key: peer for peer in message.put}
            gone = frozenset(message.remove)
            kept = {key: peer for key, peer in desired.peers.items() if key not in gone}
            return Desired(message.revision, desired.network, kept | put)
        case Changes() | Heartbeat():
            return desired
