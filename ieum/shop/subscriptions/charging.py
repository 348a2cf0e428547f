"""A period's money, asked for between two transactions, whoever asks: the clock, or the member."""

import asyncio

from ieum.shop.db import Connection, Database, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.payments import service as payments
from ieum.shop.payments.provider import Provider, Remedy
from ieum.shop.sealing import Sealer
from ieum.shop.subscriptions import books, due_rows

# A card that is changed while we look is looked up again.
LOOKS = 3
# As long as the provider may take to answer whoever charges beside us.
WAIT_SECONDS = 20
GONE = "ALREADY_REMOVED_BILLING_KEY"


async def charge(db: Database, provider: Provider, sealer: Sealer, order_id: str) -> None:
    """Charge the order to its subscription's card, where it is to be charged at all; late or repeated, once.

    Raises SoldOut where a first period's address is gone.
    """
    for _ in range(LOOKS):
        async with db.connection() as conn:
            card = await due_rows.find_card(conn, order_id)
        if card is None:
            return
        if not card.usable:
            await _refuse_gone(db, order_id)
            return
        if await payments.charge(db, provider, sealer, order_id, card.method) is not None:
            return


async def wait_for_other(db: Database, order_id: str) -> None:
    """While another call is at this order's charge, so that both answer alike."""
    for _ in range(WAIT_SECONDS * 10):
        async with db.connection() as conn:
            if not await is_under_way(conn, order_id):
                return
        await asyncio.sleep(0.1)


async def is_under_way(conn: Connection, order_id: str) -> bool:
    """Whether its outcome is open."""
    state = await fetch_one(conn, str, "SELECT state FROM orders WHERE id = %(order_id)s", order_id=order_id)
    return state == "confirming"


async def _refuse_gone(db: Database, order_id: str) -> None:
    """The card was removed: what the provider would say is said without it."""
    async with db.transaction() as conn:
        order = await orders.lock(conn, order_id)
        card = await due_rows.find_card(conn, order_id)
        if card is not None and not card.usable:
            await books.note_refused(conn, order, GONE, Remedy.NEW_CARD)
