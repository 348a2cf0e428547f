"""Another address for nothing, where something is wrong with a member's own: changed by their press alone."""

import asyncio
from typing import NamedTuple

import httpx
import pytest

from ieum.shop.ip_change import offers
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.proofs import reputation
from ieum.shop.services.types import ServiceId
from tests.shop.builders.block_lists import block_lists
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.proofs import flag, state_of
from tests.shop.builders.rotation import a_dynamic_service, addresses_of, rotate
from tests.shop.builders.services import a_device, a_service, let_connect, show_service
from tests.shop.builders.shops import Client, Headers, Shop


class Holder(NamedTuple):
    member: MemberId
    service: ServiceId
    headers: Headers
    address: str


async def a_holder(conn: Connection, *, addresses: int = 3) -> Holder:
    """A member with a service whose address is flagged."""
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, addresses=addresses))
    await a_device(conn, service)
    await let_connect(conn, service)
    [address] = await addresses_of(conn, service)
    await flag(conn, address)
    return Holder(member, service, await a_login(conn, member), address)


async def take(client: Client, holder: Holder, *, seen: str | None = None) -> httpx.Response:
    return await client.post(
        f"/api/v1/services/{holder.service}/address-offer",
        json={"address": seen or holder.address},
        headers=holder.headers,
    )


async def mails(conn: Connection, reference: str) -> list[str]:
    return await fetch_all(
        conn,
        str,
        "SELECT body FROM messages WHERE reference LIKE %(like)s ORDER BY id",
        like=f"{reference}:%",
    )


async def test_who_holds_a_flagged_address_is_told_once_and_keeps_it(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)

    told = [await offers.tell_holders(db) for _ in range(2)]

    assert told == [1, 0]
    [body] = await mails(conn, "address-flagged")
    assert holder.address in body
    assert "무료로 변경" in body
    assert await addresses_of(conn, holder.service) == [holder.address]
    shown = await show_service(client, holder.headers, holder.service)
    assert (shown["address"], shown["addressFlagged"]) == (holder.address, True)


async def test_a_press_changes_it_for_nothing(client: Client, conn: Connection, db: Database) -> None:
    holder = await a_holder(conn)
    await offers.tell_holders(db)

    answer = await take(client, holder)

    assert answer.status_code == 200, answer.text
    new = answer.json()["data"]["address"]
    assert answer.json()["data"] == {
        "serviceId": holder.service,
        "previousAddress": holder.address,
        "address": new,
    }
    assert await addresses_of(conn, holder.service) == [holder.address, new]
    assert await fetch_all(conn, str, "SELECT cause FROM leases ORDER BY id") == ["order", "offer"]
    assert await fetch_all(conn, str, "SELECT host(address) FROM exits") == [new]
    assert await fetch_one(conn, bool, "SELECT bool_and(taken_at IS NOT NULL) FROM address_offers")
    [body] = await mails(conn, "offer-taken")
    assert new in body
    # It is not sold to anybody else while it is flagged.
    assert await state_of(conn, holder.address) == "flagged"
    assert not (await show_service(client, holder.headers, holder.service))["addressFlagged"]
    assert await fetch_one(conn, int, "SELECT count(*) FROM ticket_entries") == 0


async def test_a_further_flag_is_told_after_a_week(conn: Connection, db: Database) -> None:
    """An address that comes and goes must not mail its member every hour."""
    holder = await a_holder(conn)
    told = [await offers.tell_holders(db)]

    for days in (3, 5):
        await execute(
            conn,
            "UPDATE address_offers SET offered_at = offered_at - %(by)s * interval '1 day'",
            by=days,
        )
        await flag(conn, holder.address, "unproven")
        told.append(await offers.tell_holders(db))

    assert told == [1, 0, 1]


async def test_who_was_faster_than_the_mail_gets_none(client: Client, conn: Connection, db: Database) -> None:
    holder = await a_holder(conn)
    await take(client, holder)

    assert await offers.tell_holders(db) == 0


@pytest.mark.parametrize(
    ("prepare", "code"),
    [
        pytest.param(
            "UPDATE exit_addresses SET flags = '{}', flagged_at = NULL",
            "nothing_offered",
            id="it is good again",
        ),
        pytest.param("UPDATE exit_addresses SET available_at = NULL", "none_to_offer", id="none left"),
        pytest.param(
            "UPDATE exit_addresses SET withdrawn_at = now() WHERE flagged_at IS NULL",
            "none_to_offer",
            id="none that is sold",
        ),
        pytest.param(
            "UPDATE services SET starts_at = starts_at - interval '2 months', ends_at = now()",
            "service_not_active",
            id="the service is over",
        ),
    ],
)
async def test_what_is_refused_changes_nothing(
    client: Client, conn: Connection, prepare: str, code: str
) -> None:
    holder = await a_holder(conn)
    await execute(conn, prepare)  # pyright: ignore[reportArgumentType] - written in this file

    answer = await take(client, holder)

    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert await addresses_of(conn, holder.service) == [holder.address]


async def test_a_page_that_shows_an_older_address_changes_nothing(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)

    answer = await take(client, holder, seen="203.0.113.99")

    assert answer.json()["code"] == "address_already_changed"
    assert await addresses_of(conn, holder.service) == [holder.address]


async def test_two_presses_at_once_change_it_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holder(conn, addresses=5)

    answers = await asyncio.gather(*(take(shop.client, holder) for _ in range(2)))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    async with shop.db.connection() as conn:
        assert len(await addresses_of(conn, holder.service)) == 2


async def test_a_dynamic_service_leaves_a_flagged_address_by_its_own_ways_and_never_gets_one(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_dynamic_service(conn, addresses=4)
    [first] = await addresses_of(conn, held.service)
    await flag(conn, first)
    others = await fetch_all(
        conn, str, "SELECT host(address) FROM exit_addresses WHERE available_at IS NOT NULL ORDER BY id"
    )
    await flag(conn, others[0])

    told = await offers.tell_holders(db)
    refused = await client.post(
        f"/api/v1/services/{held.service}/address-offer", json={"address": first}, headers=held.headers
    )
    assert (await rotate(client, held)).status_code == 200

    assert told == 0
    assert refused.status_code == 409
    assert (await addresses_of(conn, held.service))[-1] in others[1:]


async def test_an_offer_ends_where_so_many_are_flagged_that_none_counts(
    client: Client, conn: Connection, db: Database
) -> None:
    """Who was told already is refused by a sentence that says so, and keeps the address."""
    holder = await a_holder(conn, addresses=10)
    await offers.tell_holders(db)
    others = "SELECT host(address) FROM exit_addresses WHERE flagged_at IS NULL ORDER BY id"

    async with block_lists() as lists:
        lists.world.listed = {holder.address, *(await fetch_all(conn, str, others))[:4]}
        await execute(conn, "UPDATE address_checks SET look_up_at = now()")
        await reputation.look_up_due(db, lists.sources)

    assert (await take(client, holder)).json()["code"] == "nothing_offered"
    assert await addresses_of(conn, holder.service) == [holder.address]
    assert await offers.tell_holders(db) == 0


async def leave_flagged(client: Client, conn: Connection, holder: Holder, why: str) -> httpx.Response:
    """Something is wrong with the present address, and the member presses."""
    present = (await addresses_of(conn, holder.service))[-1]
    await flag(conn, present, why)
    return await take(client, holder, seen=present)


async def test_two_listed_addresses_in_thirty_days_are_changed_for_nothing(
    client: Client, conn: Connection, db: Database
) -> None:
    """Each is lost for the pool, and who gets them listed would have another one each day."""
    holder = await a_holder(conn, addresses=12)

    answers = [await leave_flagged(client, conn, holder, "listed") for _ in range(4)]
    alarm = "SELECT kind || ' ' || reference FROM alarms"
    raised = await fetch_all(conn, str, alarm)
    await offers.tell_holders(db)
    [told] = await mails(conn, "address-flagged")
    others = [await leave_flagged(client, conn, holder, why) for why in ("unproven", "other_carrier") * 2]
    await execute(conn, "UPDATE address_offers SET taken_at = taken_at - interval '30 days'")
    later = await leave_flagged(client, conn, holder, "listed")

    assert [answer.status_code for answer in answers] == [200, 200, 409, 409]
    assert answers[-1].json()["code"] == "offers_used_up"
    assert "고객센터로 문의" in answers[-1].json()["detail"]
    assert raised == [f"address_listed_again service {holder.service}"]
    assert "다른 IP로 무료 변경" not in told
    assert "30일에 두 번" in told
    assert [answer.status_code for answer in (*others, later)] == [200] * 5
