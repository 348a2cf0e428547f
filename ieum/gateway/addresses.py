"""The exit addresses that the agent has added to the host, and those that it has still to take away."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from ieum.gateway import host
from ieum.gateway.store import Store

log = logging.getLogger("ieum.gateway")

type Pair = tuple[str, str]
"""Device and address."""

_ALONE = 32  # the prefix of an address as the agent adds it


def followed(added: AbstractSet[Pair], present: host.Host) -> set[Pair]:
    """Addresses that were added, by the present names of their devices: a renamed device has kept its addresses."""
    devices = {
        address: name
        for name, device in present.devices.items()
        for address, length in device.addresses
        if length == _ALONE
    }
    return {
        (name if name in present.devices else devices.get(address, name), address) for name, address in added
    }


class ExitAddresses:
    """An address that the host already had is used but never removed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._additions = store.additions()
        self._names = Counter(address for _, address in self._additions.addresses)
        self._present: set[Pair] = set()
        self._devices: AbstractSet[str] = frozenset()
        self._left_over: set[Pair] = set()
        self._is_compared = False
        """Whether what is written down was compared with what an earlier run has left on the host."""

    @property
    def added(self) -> AbstractSet[Pair]:
        return self._additions.addresses

    @property
    def names(self) -> AbstractSet[str]:
        """The addresses that were added, on whatever device."""
        return self._names.keys()

    def note_present(self, present: host.Host) -> None:
        self._note(followed(self.added, present))
        self._devices = present.devices.keys()
        self._present = {(name, ip) for name, device in present.devices.items() for ip, _ in device.addresses}
        self._left_over.clear()

    def adopt(self, present: host.Host, closed: Callable[[], AbstractSet[str]]) -> None:
        """Once: count those as added that the rules of an earlier run close, if the file does not know of them.

        A file that is lost, damaged or older would else open the host's own services by addresses for sale, and leave
        these on the host for good. A reboot takes both, the rules and the addresses.
        """
        if self._is_compared:
            return
        earlier = closed()
        self._is_compared = True
        unknown = {
            (name, ip)
            for name, device in present.devices.items()
            for ip, length in device.addresses
            if length == _ALONE and ip in earlier
        } - self._additions.addresses
        if not unknown:
            return
        log.warning(
            "%d addresses were added by an earlier run, which is not written down any more", len(unknown)
        )
        self._note(self.added | unknown)

    def _note(self, added: AbstractSet[Pair]) -> None:
        """Note the addresses that are on the host by the agent's doing, whatever was written down."""
        before = self._additions.addresses
        if added == before:
            return
        self._additions.addresses = set(added)
        self._names = Counter(address for _, address in added)
        try:
            self._store.save_additions(
                self._additions, added=sorted(added - before), removed=sorted(before - added)
            )
        except OSError as failure:
            log.warning("addresses that were added are not written down: %s", failure)

    def lacking(self, wanted: Iterable[Pair]) -> frozenset[Pair]:
        """Addresses that `add` would add."""
        return frozenset(pair for pair in wanted if pair[0] in self._devices and pair not in self._present)

    def add(self, wanted: Iterable[Pair]) -> frozenset[Pair]:
        """Add those that the host lacks and return them. They are saved before, so that none is ever left behind."""
        new = self.lacking(wanted)
        if not new:
            return new
        unsaved = new - self.added
        self._additions.addresses |= unsaved
        try:
            self._store.save_additions(self._additions, added=sorted(unsaved))
        except OSError:
            self._additions.addresses -= unsaved
            raise
        self._names.update(address for _, address in unsaved)
        host.run_address_batch(f"address add {ip}/32 dev {device}" for device, ip in sorted(new))
        self._present |= new
        return new

    def unneeded(self, wanted: Iterable[Pair]) -> frozenset[Pair]:
        """Of those that were added, all but the wanted ones whose device is still there."""
        return frozenset(self.added) - {pair for pair in wanted if pair[0] in self._devices}

    def leave(self, pairs: Iterable[Pair]) -> None:
        """Leave addresses that are not used any more; `some_left_over` names them later."""
        self._left_over.update(pairs)

    def some_left_over(self, number: int, *, unless: Callable[[Pair], bool]) -> frozenset[Pair]:
        """Take so many of what was left and was added, if it is not used again."""
        some: set[Pair] = set()
        while self._left_over and len(some) < number:
            pair = self._left_over.pop()
            if pair in self.added and not unless(pair):
                some.add(pair)
        return frozenset(some)

    def remove(self, pairs: frozenset[Pair]) -> frozenset[str]:
        """Remove some that were added, and return the addresses that are now on no device any more."""
        if not pairs:
            return frozenset()
        host.run_address_batch(
            f"address del {ip}/32 dev {device}" for device, ip in sorted(pairs & self._present)
        )
        self._present -= pairs
        self._additions.addresses -= pairs
        try:
            self._store.save_additions(self._additions, removed=sorted(pairs))
        except OSError as failure:
            # They are gone. The file that still names them is written whole next time; the next start looks for them.
            log.warning("addresses that are gone are still written down: %s", failure)
        self._names.subtract(address for _, address in pairs)
        gone = frozenset(address for _, address in pairs if not self._names[address])
        for address in gone:
            del self._names[address]
        return gone
