"""Ends old addresses by which nothing is open any more, as their gateways say."""

from collections.abc import Sequence

from ieum.shop.gateways import desired
from ieum.shop.gateways.types import DoneTail, Gateway
from ieum.shop.kernel.db import Connection
from ieum.shop.stock import tails


async def end_done(conn: Connection, gateway: Gateway, done: Sequence[DoneTail]) -> int:
    """End the tails that a gateway says are done; returns how many. One that has ended already is none.

    The locks and the end are statements of their own: a change that this waits for ends the tail and begins another.
    """
    services = await tails.lock_services_of(conn, gateway.id, done)
    if not services:
        return 0
    await desired.lock_gateways_of(conn, services)
    ended = await tails.end_done(conn, gateway.id, done)
    if ended:
        await desired.put_exits_of(conn, ended)
    return len(ended)
