"""What a shop was told of use."""

import msgspec

from ieum.dev.lab.shop import LabShop
from ieum.shop.usage.types import Bytes, Report


def told(shop: LabShop, key: str) -> Bytes:
    """Of each life of this peer's counters the most that the shop was told, added up."""
    most: dict[int | None, Bytes] = {}
    for report in list(shop.usage):
        for peer in msgspec.convert(report, Report).peers:
            if peer.public_key == key:
                before = most.get(peer.epoch, Bytes(0, 0))
                most[peer.epoch] = Bytes(max(before.rx, peer.rx_bytes), max(before.tx, peer.tx_bytes))
    return Bytes(sum(one.rx for one in most.values()), sum(one.tx for one in most.values()))
