"""A certificate carries its place in the log of addresses, from which anybody computes the way to a signed head."""

from hashlib import sha256

import psycopg
import pytest

from ieum.shop.address_log import service as log
from ieum.shop.certificates import service as certificates
from ieum.shop.certificates.service import Signer
from ieum.shop.kernel.db import Connection, Database, fetch_all, fetch_one
from tests.shop.builders.address_log import by_hand, misfit
from tests.shop.builders.certificates import a_holding, choices, issue, show
from tests.shop.builders.clients import HOME
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Client


async def test_the_place_of_the_beginning_is_in_what_is_signed(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holding(conn)
    await log.append(db, SEALER)

    document = await show(client, holder.headers, await issue(client, holder.headers, holder.service))

    place = document["log"]
    own = sha256(place["entry"].encode()).digest()
    assert sha256(bytes.fromhex(place["previous"]) + own).hexdigest() == place["hash"]
    assert document["address"] in place["entry"]
    head = await fetch_one(conn, bytes, "SELECT head FROM address_log_days ORDER BY day DESC LIMIT 1")
    assert head.hex() == place["hash"]


async def test_what_has_begun_just_now_has_its_place_in_the_next_version(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)
    assert (await show(client, holder.headers, number))["log"] is None
    await log.append(db, SEALER)

    await certificates.bring_outdated(db, Signer(SEALER, HOME))

    assert await fetch_all(conn, int, "SELECT version FROM certificates") == [2]
    assert (await show(client, holder.headers, number))["log"]["index"] == 1
    again = await issue(client, holder.headers, holder.service)
    assert (again, (await show(client, holder.headers, number))["version"]) == (number, 2)


async def test_a_log_that_was_written_anew_differs_from_what_certificates_have(
    client: Client, conn: Connection, db: Database
) -> None:
    """However well it is made: whoever may empty the tables has the job itself write and sign another one."""
    holder = await a_holding(conn)
    await log.append(db, SEALER)
    await issue(client, holder.headers, holder.service)
    assert await misfit(db) is None
    async with by_hand(conn):
        await conn.execute("DELETE FROM address_log_entries")
        await conn.execute("DELETE FROM address_log_days")
        await conn.execute("UPDATE address_log_reading SET began_at = NULL, read_until = NULL")
    await log.append(db, SEALER)

    told = await misfit(db)

    assert told is not None
    assert told.endswith("#1: a certificate was given for another entry")


async def test_the_log_cannot_be_emptied(conn: Connection) -> None:
    for table in ("address_log_entries", "address_log_days"):
        with pytest.raises(psycopg.errors.RestrictViolation):
            async with conn.transaction():
                await conn.execute(f"TRUNCATE {table} CASCADE".encode())


async def test_an_address_that_no_log_would_miss_is_not_certified(client: Client, conn: Connection) -> None:
    """By a cause that only dynamic services have, somebody might insert a lease of last year unseen."""
    holder = await a_holding(conn)
    async with by_hand(conn):
        await conn.execute(
            """
            INSERT INTO leases (address_id, order_id, service_id, state, active_at, ended_at, left_at, cause)
            SELECT address_id, order_id, service_id, 'ended', now() - interval '2 years', now() - interval '1 year',
                   now() - interval '1 year', 'button' FROM leases
            """
        )

    assert len(await choices(client, holder.headers, holder.service)) == 1
