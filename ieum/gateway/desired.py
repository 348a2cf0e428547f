"""The desired state: what the shop has said should be true on this gateway."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec

from ieum.gateway.protocol import Difference, Endpoint, Exit, Heartbeat, Message, Network, Revision, State


class StateNeededError(Exception):
    """Differences arrived for a state that this gateway does not have."""


class Desired(msgspec.Struct, frozen=True):
    """Revision 0 means that no whole state has come yet; the network is unknown until then."""

    revision: Revision = 0
    network: Network | None = None
    exits: dict[str, Exit] = {}
    endpoints: dict[str, Endpoint] = {}
    """An endpoint whose exit is not there may use none."""


def apply_message(desired: Desired, message: Message) -> Desired:
    """Return the state after this message, and the very same object if the message changes nothing.

    A whole state counts whatever its revision: the shop's database may have been restored from a backup.
    """
    match message:
        case State():
            return Desired(
                message.revision, _network(message), _by_id(message.exits), _by_id(message.endpoints)
            )
        case Difference() if desired.network is None:
            raise StateNeededError
        case Difference() if message.revision > desired.revision:
            return Desired(
                message.revision,
                desired.network,
                _changed(desired.exits, put=message.put_exits, remove=message.remove_exits),
                _changed(desired.endpoints, put=message.put_endpoints, remove=message.remove_endpoints),
            )
        case _:
            return desired


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
            case State():
                return Touched(
                    _differing(before.exits, after.exits), _differing(before.endpoints, after.endpoints)
                )
            case Difference():
                exits.update((one.id for one in message.put_exits), message.remove_exits)
                endpoints.update((one.id for one in message.put_endpoints), message.remove_endpoints)
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
