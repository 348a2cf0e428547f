"""The desired state: what the shop has said should be true on this gateway."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec

from ieum.gateway.protocol import (
    PROTOCOL,
    Changes,
    Difference,
    Endpoint,
    Exit,
    Heartbeat,
    Message,
    Network,
    Peer,
    Revision,
    Snapshot,
    State,
)


class StateNeededError(Exception):
    """Differences arrived for a state that this gateway does not have."""


class Desired(msgspec.Struct, frozen=True):
    """Revision 0 means that no whole state has come yet; the network is unknown until then."""

    revision: Revision = 0
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


class Touched(NamedTuple):
    """The ids of what messages name: all that may differ between the states before and after them."""

    exits: Collection[str]
    endpoints: Collection[str]


def touched_by(messages: Iterable[Message], *, before: Desired, after: Desired) -> Touched:
    """After a whole state only what really differs counts, because most of it is known already."""
    exits: set[str] = set()
    endpoints: set[str] = set()
    for message in messages:
        match message:
            case State() | Snapshot():
                return Touched(
                    _differing(before.exits, after.exits), _differing(before.endpoints, after.endpoints)
                )
            case Difference():
                exits.update((one.id for one in message.put_exits), message.remove_exits)
                endpoints.update((one.id for one in message.put_endpoints), message.remove_endpoints)
            case Changes():
                keys = [*(peer.public_key for peer in message.put), *message.remove]
                exits.update(keys)
                endpoints.update(keys)
            case Heartbeat():
                pass
    return Touched(exits, endpoints)


def _differing[Entry: (Exit, Endpoint)](before: dict[str, Entry], after: dict[str, Entry]) -> set[str]:
    return {id_ for id_ in before.keys() | after.keys() if before.get(id_) != after.get(id_)}


def _network(message: Network) -> Network:
    return msgspec.convert(message, Network, from_attributes=True)


def _by_id[Entry: (Exit, Endpoint)](entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.id: entry for entry in entries}


def _changed[Entry: (Exit, Endpoint)](
    present: dict[str, Entry], *, put: Iterable[Entry], remove: Iterable[str]
) -> dict[str, Entry]:
    changed = present | _by_id(put)
    for id_ in remove:
        changed.pop(id_, None)
    return changed
