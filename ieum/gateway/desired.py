"""The desired state: what the shop has said should be true on this gateway."""

import msgspec

from ieum.gateway.protocol import Changes, Heartbeat, Message, Network, Peer, Snapshot


class SnapshotNeededError(Exception):
    """Changes arrived for a state that this gateway does not have."""


class Desired(msgspec.Struct, frozen=True):
    """Revision 0 means that no snapshot has come yet; the network is unknown until then."""

    revision: int = 0
    network: Network | None = None
    peers: dict[str, Peer] = {}


def apply_message(desired: Desired, message: Message) -> Desired:
    """Return the state after this message, and the very same object if the message changes nothing.

    A snapshot counts whatever its revision: the shop's database may have been restored from a backup.
    """
    match message:
        case Snapshot():
            network = msgspec.convert(message, Network, from_attributes=True)
            return Desired(message.revision, network, {peer.public_key: peer for peer in message.peers})
        case Changes() if desired.network is None:
            raise SnapshotNeededError
        case Changes() if message.revision > desired.revision:
            put = {peer.public_key: peer for peer in message.put}
            removed = frozenset(message.remove)
            remaining = {key: peer for key, peer in desired.peers.items() if key not in removed}
            return Desired(message.revision, desired.network, remaining | put)
        case Changes() | Heartbeat():
            return desired
