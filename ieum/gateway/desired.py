"""The desired state: what the shop has said should be true on this gateway."""

from collections.abc import Iterable

import msgspec

from ieum.gateway.protocol import (
    PROTOCOL,
    Changes,
    Difference,
    Endpoint,
    Exit,
    Message,
    Network,
    Peer,
    Snapshot,
    State,
)


class StateNeededError(Exception):
    """Differences arrived for a state that this gateway does not have."""


class Desired(msgspec.Struct, frozen=True):
    """Revision 0 means that no whole state has come yet; the network is unknown until then."""

    revision: int = 0
    network: Network | None = None
    exits: dict[str, Exit] = {}
    endpoints: dict[str, Endpoint] = {}
    """An endpoint whose exit is not there may use none."""
    protocol: int = PROTOCOL
    """Of the shop that told it. Ids of one protocol mean nothing in the other."""


def apply_message(desired: Desired, message: Message) -> Desired:
    """Return the state after this message, and the very same object if the message changes nothing.

    A whole state counts whatever its revision: the shop's database may have been restored from a backup.
    """
    match message:
        case State():
            return Desired(
                message.revision, _network(message), _by_id(message.exits), _by_id(message.endpoints)
            )
        case Snapshot():
            exits, endpoints = in_two(message.peers)
            return Desired(message.revision, _network(message), _by_id(exits), _by_id(endpoints), protocol=1)
        case Difference() if desired.network is None or desired.protocol == 1:
            raise StateNeededError
        case Changes() if desired.network is None or desired.protocol != 1:
            raise StateNeededError
        case Difference() if message.revision > desired.revision:
            return Desired(
                message.revision,
                desired.network,
                _changed(desired.exits, put=message.put_exits, remove=message.remove_exits),
                _changed(desired.endpoints, put=message.put_endpoints, remove=message.remove_endpoints),
            )
        case Changes() if message.revision > desired.revision:
            exits, endpoints = in_two(message.put)
            return Desired(
                message.revision,
                desired.network,
                _changed(desired.exits, put=exits, remove=message.remove),
                _changed(desired.endpoints, put=endpoints, remove=message.remove),
                protocol=1,
            )
        case _:
            return desired


def in_two(peers: Iterable[Peer]) -> tuple[list[Exit], list[Endpoint]]:
    """A peer of the version before as an exit and an endpoint, both named by its public key."""
    exits = [Exit(peer.public_key, peer.exit_address, peer.until) for peer in peers]
    endpoints = [
        Endpoint(peer.public_key, peer.public_key, "wireguard", peer.public_key, peer.tunnel_address)
        for peer in peers
    ]
    return exits, endpoints


def _network(message: Network) -> Network:
    return msgspec.convert(message, Network, from_attributes=True)


def _by_id[Entry: (Exit, Endpoint)](entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.id: entry for entry in entries}


def _changed[Entry: (Exit, Endpoint)](
    present: dict[str, Entry], *, put: Iterable[Entry], remove: Iterable[str]
) -> dict[str, Entry]:
    removed = frozenset(remove)
    return {id_: entry for id_, entry in present.items() if id_ not in removed} | _by_id(put)
