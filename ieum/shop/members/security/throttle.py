"""Throttles attempts at a password, code or passkey: each is charged as a failure first, and given back if it succeeds.

Charging first keeps many attempts at once from passing a limit that none of them has reached yet (decision 0017).
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.limits import household_of
from ieum.shop.members.passwords import TooBusy, places_taken, reserve_place
from ieum.shop.members.security import queries, rules
from ieum.shop.members.security.refusals import LoginLocked
from ieum.shop.members.security.types import Attempt, Charge, Known, Limit

# Seconds that a refusal takes while it occupies one of the network's places: whoever keeps guessing while locked gets
# only a few answers a second, and slows nobody else down.
PAUSE = 0.5


@asynccontextmanager
async def attempt(
    db: Database,
    *,
    account_key: str,
    address: str,
    what: str = "로그인",
    known: Known | None = None,
    logged_in: bool = False,
) -> AsyncGenerator[Attempt]:
    """Charge an attempt, and let the body make it. The charge stays unless the body calls `succeed` or `give_back`.

    A `known` device or network of the member has a counter of its own in place of the account's, so that strangers
    cannot hold the member out; a device is not held up by its network either, which it may share with the stranger.
    Nor is a member who is `logged_in`, whose attempts count under the account's key alone.
    Raises LoginLocked where the account or the network is blocked, and TooBusy where the network has too many attempts
    under way. Neither is charged, nor is a body that raises TooBusy. No connection is held while the body runs.
    """
    alone = account_key if logged_in else known.device_key if known is not None else None
    place = alone or rules.network_of(address)
    with reserve_place(place):
        try:
            made = (
                await _charge_alone(db, alone, address, what)
                if alone
                else await _charge_both(db, account_key, address, what, known)
            )
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


async def _charge_alone(db: Database, key: str, address: str, what: str) -> Attempt:
    """Charge a known device or a logged-in member, and not the network."""
    async with db.connection() as conn:
        charged = await _charge(conn, key, rules.ACCOUNT, what)
    return Attempt(key, charged, rules.network_key(address), None, "known")


async def _charge_both(
    db: Database, account_key: str, address: str, what: str, known: Known | None
) -> Attempt:
    network_key = rules.network_key(address)
    async with db.connection() as conn:
        network = await _charge(conn, network_key, rules.NETWORK, what)
        if known is not None and await queries.has_logged_in_from(
            conn, known.login_id, household_of(address)
        ):
            account_key = known.network_key
        try:
            account = await _charge(conn, account_key, rules.ACCOUNT, what)
        except LoginLocked:
            await queries.give_back(conn, network_key, network)
            raise
    under_way = places_taken(rules.network_of(address))
    reputation = rules.reputation_of(network, under_way=under_way, now=datetime.now(UTC))
    return Attempt(account_key, account, network_key, network, reputation)


async def succeed(conn: Connection, made: Attempt) -> None:
    """The attempt was right: forget the account's failures, and give the network back this one charge.

    The network's other failures stay, or a guesser could clear them with an account of their own.
    """
    await queries.settle_success(conn, made.account_key, made.network_key, made.network)


async def give_back(conn: Connection, made: Attempt) -> None:
    """The attempt was neither right nor wrong: take its charges back."""
    await queries.give_back(conn, made.account_key, made.account)
    if made.network is not None:
        await queries.give_back(conn, made.network_key, made.network)


async def _charge(conn: Connection, key: str, limit: Limit, what: str) -> Charge:
    now = datetime.now(UTC)
    charged = await queries.charge(conn, key, limit, now=now)
    if charged is None:
        until = await queries.find_block(conn, key, now=now)
        seconds = rules.seconds_until(until or now, now=now)
        raise LoginLocked(rules.wait_text(what, seconds), retry_after=seconds)
    return charged
