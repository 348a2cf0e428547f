"""What happens to fixed addresses is in the log within a minute, once, and says nothing of anybody."""

import json
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from ieum.shop.address_log import rules, service
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.stock import leases
from ieum.shop.stock.moves import leave
from tests.shop.builders.address_log import checked, day, tamper, write, written
from tests.shop.builders.changes import a_holder
from tests.shop.builders.evacuations import a_place, a_resident
from tests.shop.builders.members import a_member
from tests.shop.builders.rotation import a_dynamic_service
from tests.shop.builders.services import a_service


def parsed(text: str) -> dict[str, Any]:
    return json.loads(text)


async def addresses(conn: Connection) -> list[str]:
    """Those of all leases, in their order."""
    return await fetch_all(
        conn,
        str,
        "SELECT host(e.address) FROM leases l JOIN exit_addresses e ON e.id = l.address_id ORDER BY l.id",
    )


async def test_an_address_is_leased_changed_and_released(db: Database, conn: Connection) -> None:
    holder = await a_holder(conn)
    assert await write(db) == 1
    await leases.move_lease(conn, holder.service, "ticket")
    assert await write(db) == 2
    await leases.release_services(conn, [holder.service])
    assert await write(db) == 1

    first, second = await addresses(conn)
    assert await written(conn) == [
        f"leased {first}",
        f"released {first}",
        f"changed {second}",
        f"released {second}",
    ]
    assert (await checked(db)).misfit is None


async def test_what_begins_and_ends_between_two_runs_is_written_whole(db: Database, conn: Connection) -> None:
    service_id = await a_service(conn, await a_member(conn))
    await leases.release_services(conn, [service_id])

    assert await write(db) == 2
    assert await write(db) == 0


async def test_an_address_that_runs_on_after_a_move_is_left_and_released(
    db: Database, conn: Connection
) -> None:
    resident = await a_resident(conn, await a_place(conn))
    await write(db)
    await execute(
        conn,
        """
        UPDATE leases
           SET state = 'leaving', left_at = now() + interval '1 second', tail_until = now() + interval '1 day'
         WHERE service_id = %(service)s
        """,
        service=resident.service,
    )
    await write(db)
    await execute(
        conn,
        "UPDATE leases SET state = 'ended', ended_at = now() + interval '2 seconds' WHERE service_id = %(service)s",
        service=resident.service,
    )
    await leave(conn, [resident.service])
    await write(db)

    assert [event.split()[0] for event in await written(conn)] == ["leased", "left", "released"]
    assert (await checked(db)).misfit is None


async def test_holds_and_dynamic_services_are_none_of_it(db: Database, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    await leases.move_lease(conn, held.service, "button")
    await leases.release_services(conn, [held.service])

    assert await write(db) == 0


async def test_a_lease_from_before_the_log_is_taken_in_batch_by_batch(
    db: Database, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 3)
    member = await a_member(conn)
    for _ in range(4):
        await leases.release_services(conn, [await a_service(conn, member)])
    await execute(
        conn,
        """
        UPDATE leases SET active_at = active_at - interval '2 years', ended_at = ended_at - id * interval '1 day',
               left_at = ended_at - id * interval '1 day'
        """,
    )

    assert await write(db) == 8
    assert (await checked(db)).misfit is None
    alarms = await fetch_one(conn, int, "SELECT count(*) FROM alarms")
    assert not alarms, "what was before the log is not late"


async def test_what_was_written_late_says_so(db: Database, conn: Connection) -> None:
    await write(db)
    await execute(conn, "UPDATE address_log_reading SET began_at = now() - interval '1 hour'")
    await a_service(conn, await a_member(conn))

    assert await write(db, now=datetime.now(UTC) + timedelta(minutes=11)) == 1

    assert await fetch_all(conn, str, "SELECT kind FROM alarms") == ["address_log_late"]
    assert (await checked(db)).late == 1


async def test_a_day_without_entries_has_a_head_that_follows_the_one_before(
    db: Database, conn: Connection
) -> None:
    await write(db, now=day(1))
    await a_service(conn, await a_member(conn))
    await write(db, now=day(1))
    await write(db, now=day(4))

    rows = await fetch_all(
        conn,
        dict[str, object],
        """
        SELECT jsonb_build_object('day', day, 'count', entry_count, 'open', closed_at IS NULL,
                                  'follows', previous = lag(head) OVER (ORDER BY day))
          FROM address_log_days ORDER BY day
        """,
    )
    assert [(row["day"], row["count"], row["open"], row["follows"]) for row in rows] == [
        ("2026-12-01", 1, False, None),
        ("2026-12-02", 0, False, True),
        ("2026-12-03", 0, False, True),
        ("2026-12-04", 0, True, True),
    ]
    assert (await checked(db)).misfit is None


async def test_days_turn_at_midnight_in_seoul(db: Database, conn: Connection) -> None:
    await write(db, now=day(1, hour=14, minute=59))
    await write(db, now=day(1, hour=15))

    assert await fetch_all(conn, date, "SELECT day FROM address_log_days ORDER BY day") == [
        date(2026, 12, 1),
        date(2026, 12, 2),
    ]


async def test_a_clock_that_was_set_back_writes_on_the_day_that_is_open(
    db: Database, conn: Connection
) -> None:
    await write(db, now=day(2))
    await a_service(conn, await a_member(conn))

    assert await write(db, now=day(1)) == 1
    assert await fetch_all(conn, date, "SELECT day FROM address_log_entries") == [date(2026, 12, 2)]


async def test_an_entry_holds_nothing_that_says_who(db: Database, conn: Connection) -> None:
    """The service goes by a random name, the same in all of its entries and in none of another's."""
    member = await a_member(conn)
    for _ in range(2):
        await leases.release_services(conn, [await a_service(conn, member)])
    await write(db)
    places = [
        place
        for lease in await fetch_all(conn, int, "SELECT id FROM leases ORDER BY id")
        for place in await service.find_places(conn, lease)
    ]

    assert [place.event for place in places] == ["leased", "released"] * 2
    for place in places:
        assert set(parsed(place.entry)) == {
            "kind", "day", "index", "event", "at", "written", "address", "service", "salt",
        }  # fmt: skip
    names = [parsed(place.entry)["service"] for place in places]
    assert names[0] == names[1] != names[2] == names[3]
    assert len({parsed(place.entry)["salt"] for place in places}) == 4


async def test_a_place_leads_to_the_days_head(db: Database, conn: Connection) -> None:
    service_id = await a_service(conn, await a_member(conn))
    await leases.release_services(conn, [service_id])
    await write(db, now=day(1))
    lease = await fetch_one(conn, int, "SELECT id FROM leases")
    begun, ended = await service.find_places(conn, lease)
    assert begun.head is ended.head is None

    await write(db, now=day(2))

    begun, ended = await service.find_places(conn, lease)
    assert (begun.index, begun.event, ended.index, ended.event) == (1, "leased", 2, "released")
    value = bytes.fromhex(begun.previous)
    for place in (begun, ended):
        value = rules.next_hash(value, sha256(place.entry.encode()).digest())
        assert value.hex() == place.hash
    assert ended.head is not None
    assert ended.head.head == value.hex()
    assert await service.find_places(conn, lease + 1) == []


async def test_the_job_raises_an_alarm_where_the_last_entry_was_changed(
    db: Database, conn: Connection
) -> None:
    await a_service(conn, await a_member(conn))
    await write(db)
    await tamper(conn, "UPDATE address_log_entries SET address = '203.0.113.99'")
    await a_service(conn, await a_member(conn))

    assert await write(db) == 1, "others are written all the same"

    assert await fetch_all(conn, str, "SELECT kind FROM alarms") == ["address_log_broken"]


async def test_nothing_is_written_after_what_somebody_else_has_added(db: Database, conn: Connection) -> None:
    await a_service(conn, await a_member(conn))
    await write(db)
    await tamper(
        conn,
        """
        INSERT INTO address_log_entries
        SELECT day, index + 1, lease_id, 'released', at, written_at, address, service, salt, hash
          FROM address_log_entries
        """,
    )
    await a_service(conn, await a_member(conn))

    assert await write(db) == 0
    assert await fetch_all(conn, str, "SELECT kind FROM alarms") == ["address_log_broken"]
