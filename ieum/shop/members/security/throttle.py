"""Attempts at a password, a code or a passkey: paid for before they are made, given back when they were right."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.members.passwords import TooBusy, places_taken, reserve_place
from ieum.shop.members.security import queries, rules
from ieum.shop.members.security.refusals import LoginLocked
from ieum.shop.members.security.types import Attempt, Charge, Limit

# A refusal takes this long, on one of the network's places: whoever goes on guessing against a closed door
# gets no more than a few answers a second, and nobody else notices them.
PAUSE = 0.5


@asynccontextmanager
async def attempt(
    db: Database, *, account_key: str, address: str, what: str = "로그인"
) -> AsyncGenerator[Attempt]:
    """Let one attempt be made. What the body raises leaves it paid for; `succeed` and `give_back` do not.

    Raises LoginLocked where account or network are kept away, and TooBusy where the network has
    enough under way; neither costs anything, nor does a body that raises TooBusy. No connection is
    held while the body runs.
    """
    with reserve_place(rules.network_of(address)):
        try:
            made = await _charge_both(db, account_key, address, what)
        except LoginLocked:
            await asyncio.sleep(PAUSE)
            raise
        try:
            yield made
        except TooBusy:
            async with db.connection() as conn:
                await give_back(conn, made)
            if made.reputation == "failed":
                await asyncio.sleep(PAUSE)
            raise


async def _charge_both(db: Database, account_key: str, address: str, what: str) -> Attempt:
    network_key = rules.network_key(address)
    async with db.connection() as conn:
        network = await _charge(conn, network_key, rules.NETWORK, what)
        try:
            account = await _charge(conn, account_key, rules.ACCOUNT, what)
        except LoginLocked:
            await queries.give_back(conn, network_key, network)
            raise
    under_way = places_taken(rules.network_of(address))
    reputation = rules.reputation_of(network, under_way=under_way, now=datetime.now(UTC))
    return Attempt(account_key, account, network_key, network, reputation)


async def succeed(conn: Connection, made: Attempt) -> None:
    """It was right: what failed before on this account is forgotten; its network only gets this one back."""
    await queries.settle_success(conn, made.account_key, made.network_key, made.network)


async def give_back(conn: Connection, made: Attempt) -> None:
    """It was neither right nor wrong."""
    await queries.give_back(conn, made.account_key, made.account)
    await queries.give_back(conn, made.network_key, made.network)


async def _charge(conn: Connection, key: str, limit: Limit, what: str) -> Charge:
    now = datetime.now(UTC)
    charged = await queries.charge(conn, key, limit, now=now)
    if charged is None:
        until = await queries.find_block(conn, key, now=now)
        seconds = rules.seconds_until(until or now, now=now)
        raise LoginLocked(rules.wait_text(what, seconds), retry_after=seconds)
    return charged
