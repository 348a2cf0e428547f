"""Whoever changes, deletes or inserts a row by hand is found out, whatever row it is, and the first one is named."""

import asyncio
from datetime import date, timedelta
from typing import LiteralString

import pytest

from ieum.cli import main
from ieum.shop.address_log import checking, jobs, queries, rules
from ieum.shop.kernel.db import Connection, Database, PooledDatabase, execute, fetch_all
from ieum.shop.stock import leases
from tests.cases import Cases
from tests.shop.builders.address_log import by_hand, checked, day, happened, misfit, tamper, write
from tests.shop.builders.members import a_member
from tests.shop.builders.rotation import a_dynamic_service
from tests.shop.builders.services import a_service
from tests.shop.builders.worker import job_context, worker_tools

# When everything that the log of these tests is about should be in it.
LATER = day(5)


@pytest.fixture
async def log(db: Database, conn: Connection) -> Database:
    """Two entries on the 1st, none on the 2nd, two on the 3rd, one on the 4th, which is open."""
    member = await a_member(conn)
    services = []
    for number in (1, 3):
        await write(db, now=day(number))
        services = [await a_service(conn, member), await a_service(conn, member)]
        await happened(conn, day(number))
        await write(db, now=day(number))
    await write(db, now=day(4))
    await leases.release_services(conn, [services[1]])
    await happened(conn, day(4))
    await write(db, now=day(4))
    return db


async def test_what_was_left_alone_fits(log: Database, conn: Connection) -> None:
    await a_dynamic_service(conn)

    found = await checked(log, now=LATER)

    assert found.misfit is None
    assert (found.days, found.entries, found.destroyed_days) == (4, 5, 0)


ENTRY = "UPDATE address_log_entries SET {} WHERE (day, index) = ('2026-12-03', 1)"
CHAIN = "2026-12-03 #1: the entry, or its hash, is not what was written"
NEVER_WAS: LiteralString = """
    INSERT INTO leases (address_id, order_id, service_id, state, active_at, ended_at, cause)
    SELECT address_id, order_id, service_id, 'ended', now() - interval '9 days', now() - interval '8 days', 'order'
      FROM leases LIMIT 1
"""
CHANGES: dict[str, tuple[LiteralString, str]] = {
    "the address of an entry": (ENTRY.format("address = '203.0.113.99'"), CHAIN),
    "its moment": (ENTRY.format("at = at + interval '1 microsecond'"), CHAIN),
    "when it was written": (ENTRY.format("written_at = written_at - interval '1 day'"), CHAIN),
    "its event": (ENTRY.format("event = 'left'"), CHAIN),
    "its service": (ENTRY.format("service = gen_random_uuid()"), CHAIN),
    "its salt": (ENTRY.format("salt = decode(repeat('00', 16), 'hex')"), CHAIN),
    "its hash": (ENTRY.format("hash = decode(repeat('00', 32), 'hex')"), CHAIN),
    "its lease": (
        ENTRY.format("lease_id = 0"),
        "2026-12-03 #1: the log says leased",
    ),
    "an entry that is gone": (
        "DELETE FROM address_log_entries WHERE (day, index) = ('2026-12-03', 1)",
        "2026-12-03 #1: the entry is missing",
    ),
    "the last one of a day": (
        "DELETE FROM address_log_entries WHERE (day, index) = ('2026-12-03', 2)",
        "2026-12-03 #2: the entry is missing: the day has 2",
    ),
    "the last one of all": (
        "DELETE FROM address_log_entries WHERE day = '2026-12-04'",
        "2026-12-04 #1: the entry is missing: the day has 1",
    ),
    "all of a day": (
        "DELETE FROM address_log_entries WHERE day = '2026-12-03'",
        "2026-12-03 #1: the entry is missing: the day has 2",
    ),
    "a day": ("DELETE FROM address_log_days WHERE day = '2026-12-02'", "2026-12-02: the day is missing"),
    "the first day": (
        "DELETE FROM address_log_days WHERE day = '2026-12-01'",
        "2026-12-02: the days before it are missing",
    ),
    "the count of a day": (
        "UPDATE address_log_days SET entry_count = 1 WHERE day = '2026-12-03'",
        "2026-12-03: its head is not what was signed",
    ),
    "the head of a day": (
        "UPDATE address_log_days SET head = decode(repeat('00', 32), 'hex') WHERE day = '2026-12-03'",
        "2026-12-03: its head is not what was signed",
    ),
    "the head of the open day": (
        "UPDATE address_log_days SET head = decode(repeat('00', 32), 'hex') WHERE day = '2026-12-04'",
        "2026-12-04: its head is not the last hash of its chain",
    ),
    "what a day follows": (
        "UPDATE address_log_days SET previous = decode(repeat('00', 32), 'hex') WHERE day = '2026-12-02'",
        "2026-12-02: it does not begin with the head of the day before",
    ),
    "a signature": (
        "UPDATE address_log_days SET signature = decode(repeat('00', 64), 'hex') WHERE day = '2026-12-02'",
        "2026-12-02: its head is not what was signed",
    ),
    "the signature of another day": (
        """
        UPDATE address_log_days d SET signature = o.signature FROM address_log_days o
         WHERE d.day = '2026-12-03' AND o.day = '2026-12-02'
        """,
        "2026-12-03: its head is not what was signed",
    ),
    "no signature": (
        """
        UPDATE address_log_days SET signature = decode(repeat('00', 64), 'hex'), key_id = '0', closed_at = now()
         WHERE day = '2026-12-04';
        UPDATE address_log_days SET signature = NULL, key_id = NULL, closed_at = NULL WHERE day = '2026-12-03'
        """,
        "2026-12-03: it is not signed, and another day follows",
    ),
    "a day that is said to be destroyed": (
        "UPDATE address_log_days SET destroyed_at = now() WHERE day = '2026-12-02'",
        "2026-12-02: it was destroyed before its time",
    ),
    "when a lease began": (
        "UPDATE leases SET active_at = active_at - interval '1 hour' WHERE id = (SELECT max(id) FROM leases)",
        "2026-12-03 #2: the log says leased",
    ),
    "when a lease ended": (
        """
        UPDATE leases SET ended_at = ended_at + interval '1 hour', left_at = left_at + interval '1 hour'
         WHERE ended_at IS NOT NULL
        """,
        "2026-12-04 #1: the log says released",
    ),
    "that a lease ended": (
        "UPDATE leases SET state = 'active', ended_at = NULL, left_at = NULL WHERE ended_at IS NOT NULL",
        "2026-12-04 #1: the log says released",
    ),
    "how a service came by a lease": (
        "UPDATE leases SET cause = 'ticket' WHERE id = (SELECT min(id) FROM leases)",
        "2026-12-01 #1: the log says leased",
    ),
    "the address of a lease": (
        "UPDATE leases SET address_id = (SELECT max(address_id) FROM leases) WHERE id = (SELECT min(id) FROM leases)",
        "2026-12-01 #1: the log says leased",
    ),
    "an address": (
        "UPDATE exit_addresses SET address = '203.0.113.99' WHERE id = (SELECT min(address_id) FROM leases)",
        "2026-12-01 #1: the log says leased",
    ),
    "the service of a lease": (
        "UPDATE leases SET service_id = (SELECT max(service_id) FROM leases) WHERE id = (SELECT min(id) FROM leases)",
        "2026-12-01 #1: the log says leased",
    ),
    "what a service is called": (
        """
        UPDATE address_log_services SET name = gen_random_uuid()
         WHERE service_id = (SELECT max(service_id) FROM leases)
        """,
        "2026-12-03 #2: the log says leased",
    ),
    "a lease that is gone": (
        "DELETE FROM leases WHERE id = (SELECT max(id) FROM leases)",
        "2026-12-03 #2: the log says leased",
    ),
    "a lease that never was": (
        NEVER_WAS,
        "leases: lease ",
    ),
    "when the log began": (
        "UPDATE address_log_reading SET began_at = began_at + interval '1 day'",
        "2026-12-01: it is the first day",
    ),
    "how far the job has read, to hide a lease": (
        "UPDATE address_log_reading SET read_until = '2020-01-01';" + NEVER_WAS,
        "leases: lease ",
    ),
    "the log's own row, to hide a lease": (
        "DELETE FROM address_log_reading",
        "2026-12-01: it is the first day",
    ),
    "an end that never was": (
        """
        UPDATE leases SET state = 'ended', ended_at = now() - interval '1 hour', left_at = now() - interval '1 hour'
         WHERE id = (SELECT min(id) FROM leases)
        """,
        "leases: lease ",
    ),
}


async def test_a_change_by_hand_is_found(log: Database, conn: Connection) -> None:
    cases = Cases()

    for name, (statements, found) in CHANGES.items():
        with cases.case(name):
            async with conn.transaction(force_rollback=True):
                for statement in statements.split(";"):
                    await tamper(conn, statement.encode())

                told = await misfit(log, now=LATER)

            assert told is not None
            assert told.startswith(found), told

    cases.assert_right(at_least=36)
    assert await misfit(log, now=LATER) is None


async def test_the_job_takes_nothing_older_in_for_whoever_sets_its_cursor_back(
    log: Database, conn: Connection
) -> None:
    await tamper(conn, NEVER_WAS.encode())
    await tamper(conn, "UPDATE address_log_reading SET read_until = '2020-01-01'")

    assert await write(log, now=day(4)) == 0

    told = await misfit(log, now=LATER)
    assert told is not None
    assert told.startswith("leases: lease ")


async def test_an_entry_that_is_added_to_a_day_is_found_however_well_it_is_made(
    log: Database, conn: Connection
) -> None:
    """With a lease beside it, the right hashes, and a day that counts it: the signature is the shop's."""
    async with by_hand(conn):
        signed = await fetch_all(
            conn,
            dict[str, str],
            """
            SELECT jsonb_build_object('head', encode(head, 'hex'), 'key', key_id, 'signature', encode(signature, 'hex'))
              FROM address_log_days WHERE day = '2026-12-03'
            """,
        )
        await conn.execute("DELETE FROM address_log_days WHERE day = '2026-12-04'")
        await conn.execute("DELETE FROM address_log_entries WHERE day = '2026-12-04'")
        await conn.execute(
            "UPDATE address_log_days SET closed_at = NULL, key_id = NULL, signature = NULL WHERE day = '2026-12-03'"
        )
    assert await write(log, now=day(3), whole=True) == 1
    assert await misfit(log, now=LATER) is None
    async with by_hand(conn):
        await conn.execute(
            """
            UPDATE address_log_days SET key_id = %(key)s, signature = decode(%(signature)s, 'hex'), closed_at = now()
             WHERE day = '2026-12-03'
            """,
            signed[0],
        )

    assert await misfit(log, now=LATER) == "2026-12-03: its head is not what was signed"


async def test_an_entry_that_says_that_it_is_older_than_the_log_is_found(
    db: Database, conn: Connection
) -> None:
    """So nobody who has a day written anew can give it the time that it should have had."""
    await a_service(conn, await a_member(conn))
    await write(db)
    day = await queries.find_open_day(conn)
    assert day is not None
    (entry,) = await queries.list_last_entries(conn, day.day)
    entry.written_at -= timedelta(days=30)
    entry.hash = rules.next_hash(rules.opening(day.day, day.previous), rules.own_hash(entry))
    async with by_hand(conn):
        await conn.execute(
            "UPDATE address_log_entries SET written_at = %s, hash = %s", (entry.written_at, entry.hash)
        )
        await conn.execute("UPDATE address_log_days SET head = %s", (entry.hash,))

    told = await misfit(db)

    assert told is not None
    assert told.endswith("#1: it says that it was written before the log began")


async def test_of_two_wrong_rows_the_first_is_named(log: Database, conn: Connection) -> None:
    await tamper(conn, "UPDATE address_log_entries SET address = '203.0.113.99' WHERE index = 2")
    await tamper(conn, "UPDATE address_log_entries SET address = '203.0.113.98' WHERE day = '2026-12-03'")

    assert await misfit(log, now=LATER) == "2026-12-01 #2: the entry, or its hash, is not what was written"


async def test_one_day_is_checked_alone(log: Database, conn: Connection) -> None:
    await tamper(conn, "UPDATE address_log_entries SET address = '203.0.113.99' WHERE day = '2026-12-03'")

    assert (await checking.check(log, only=date(2026, 12, 1))).misfit is None
    assert (await checking.check(log, only=date(2026, 12, 4))).misfit is None
    wrong = (await checking.check(log, only=date(2026, 12, 3))).misfit
    assert wrong is not None
    assert (wrong.day, wrong.index) == (date(2026, 12, 3), 1)
    none = (await checking.check(log, only=date(2027, 1, 1))).misfit
    assert none is not None
    assert none.what == "the log has no such day"


async def test_what_was_missed_is_written_when_the_operator_says_so(log: Database, conn: Connection) -> None:
    """A clock that went wrong for longer than the margin: nothing is written behind the operator's back."""
    await a_service(conn, await a_member(conn))
    await execute(
        conn,
        "UPDATE leases SET active_at = active_at - interval '1 day' WHERE id = (SELECT max(id) FROM leases)",
    )
    await execute(conn, "UPDATE address_log_reading SET read_until = now()")
    assert await write(log, now=day(4)) == 0
    told = await misfit(log, now=LATER)
    assert told is not None
    assert "and the log does not" in told

    assert await write(log, now=day(4), whole=True) == 1

    assert await misfit(log, now=LATER) is None


async def test_the_nightly_check_raises_an_alarm(log: Database, conn: Connection) -> None:
    await jobs.check.func(job_context(worker_tools(log)), timestamp=0)
    assert await fetch_all(conn, str, "SELECT kind FROM alarms") == []
    await tamper(conn, "UPDATE address_log_entries SET address = '203.0.113.99' WHERE day = '2026-12-03'")

    await jobs.check.func(job_context(worker_tools(log)), timestamp=0)

    assert await fetch_all(conn, str, "SELECT kind || ' ' || reference FROM alarms") == [
        "address_log_misfit 2026-12-03 #1"
    ]


async def test_the_nightly_check_writes_first_what_happened_while_the_worker_was_away(
    db: Database, conn: Connection
) -> None:
    await write(db)
    await a_service(conn, await a_member(conn))
    await execute(conn, "UPDATE leases SET active_at = active_at - interval '1 hour'")
    await execute(conn, "UPDATE address_log_reading SET read_until = now() - interval '2 hours'")

    await jobs.check.func(job_context(worker_tools(db)), timestamp=0)

    assert await fetch_all(conn, str, "SELECT kind FROM alarms") == []


def test_the_command_says_whether_everything_fits(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IEUM_DATABASE_URL", database_url)
    asyncio.run(_fill(database_url))

    assert main(["verify-log"]) == 0
    assert capsys.readouterr().out == (
        "Everything fits: 1 entries of 1 days.\nThe record of staff fits: 0 entries.\n"
    )
    assert main(["verify-log", "--day", "2026-12-01"]) == 0
    asyncio.run(_fill(database_url, tampered=True))
    capsys.readouterr()
    assert main(["verify-log", "--all"]) == 1
    assert capsys.readouterr().out.startswith(
        "2026-12-01 #1: the entry, or its hash, is not what was written.\n"
    )


async def _fill(url: str, *, tampered: bool = False) -> None:
    async with PooledDatabase(url, size=2) as db:
        async with db.transaction() as conn:
            if tampered:
                await tamper(conn, "UPDATE address_log_entries SET at = at - interval '1 hour'")
                return
            await a_service(conn, await a_member(conn))
        assert await write(db, now=day(1, hour=1) + timedelta(minutes=1)) == 1
