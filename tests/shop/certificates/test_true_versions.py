"""A certificate says what is true: what ends, or goes on for longer, is signed anew under the same number."""

import asyncio
from datetime import datetime

import pytest

from ieum.shop.certificates import service
from ieum.shop.certificates.service import Signer
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.certificates import (
    a_holding,
    choices,
    issue,
    press,
    show,
    verified,
)
from tests.shop.builders.changes import a_holder, change, done, let_gateways_acknowledge, settle_all
from tests.shop.builders.clients import HOME
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.members import PASSWORD
from tests.shop.builders.refunds import a_paid, days_later, refund, use
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_renewal
from tests.shop.builders.shops import Client, Headers, Shop
from tests.shop.builders.till import Till

SIGNER = Signer(SEALER, HOME)


async def test_a_change_ends_the_time_of_the_old_address(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    old = await issue(client, holder.headers, holder.service)
    changed = await done(client, conn, holder)

    spans = await choices(client, holder.headers, holder.service)
    new = await show(client, holder.headers, await issue(client, holder.headers, holder.service))
    told = await show(client, holder.headers, old)

    assert [(span["address"], span["state"]) for span in spans] == [
        (changed["address"], "in_use"),
        (holder.address, "ended"),
    ]
    assert (new["address"], new["state"], new["version"]) == (changed["address"], "in_use", 1)
    assert (told["address"], told["state"], told["version"]) == (holder.address, "ended", 2)
    assert told["until"][:19] == spans[1]["until"][:19]
    assert told["paidUntil"] is None


async def test_an_address_that_no_gateway_has_acknowledged_is_not_certified(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holder(conn)
    number = await issue(client, holder.headers, holder.service)
    await change(client, holder)

    waiting = await choices(client, holder.headers, holder.service)
    assert [(span["address"], span["state"]) for span in waiting] == [(holder.address, "in_use")]
    assert (await show(client, holder.headers, number))["version"] == 1

    await let_gateways_acknowledge(conn)
    await settle_all(db)
    assert (await show(client, holder.headers, number))["state"] == "ended"


async def test_a_prolonged_service_is_paid_for_longer(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)
    before = await show(client, holder.headers, number)

    renewal = await a_renewal(conn, holder.service)
    now = await fetch_one(conn, datetime, "SELECT now()")
    await services.prolong(conn, [holder.service], renewal, 1, now=now)
    after = await show(client, holder.headers, number)

    assert (before["version"], after["version"], after["state"]) == (1, 2, "in_use")
    assert after["paidUntil"] > before["paidUntil"]


async def test_what_is_over_says_when_it_ended(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)
    await end_at(conn, holder.service, "now() - interval '1 hour'")

    told = await show(client, holder.headers, number)
    await services.expire_due(conn, limit=10)

    ended = await fetch_one(conn, datetime, "SELECT ends_at FROM services")
    assert (told["state"], told["version"]) == ("ended", 2)
    assert datetime.fromisoformat(told["until"]) == ended.replace(microsecond=0)
    # That the job closes it later is no news.
    assert await show(client, holder.headers, number) == told


async def end_at(conn: Connection, service_id: int, moment: str) -> None:
    """Let a service that began a month ago end then."""
    await conn.execute(
        f"""
        UPDATE leases SET active_at = now() - interval '30 days' WHERE service_id = {service_id};
        UPDATE service_periods SET starts_at = now() - interval '30 days', ends_at = {moment}
         WHERE service_id = {service_id};
        UPDATE services SET starts_at = now() - interval '30 days', ends_at = {moment} WHERE id = {service_id};
        """.encode()
    )


async def test_a_refund_of_what_was_used_shows_the_true_end(till: Till) -> None:
    buying = await a_paid(till)
    held = (await till.view(buying))["services"][0]["id"]
    await use(till, buying)
    number = await issue(till.client, buying.headers, held)
    await days_later(till, 3)

    await refund(till, buying)
    told = await verified(till.client, number)

    ended = await fetch_one(till.conn, datetime, "SELECT ended_at FROM leases")
    assert (told["state"], told["version"], told["paidUntil"]) == ("ended", 2, None)
    assert datetime.fromisoformat(told["until"]) == ended.replace(microsecond=0)


async def test_a_refund_of_what_was_never_used_revokes_it(till: Till) -> None:
    buying = await a_paid(till)
    held = (await till.view(buying))["services"][0]["id"]
    number = await issue(till.client, buying.headers, held)

    await refund(till, buying)

    assert (await verified(till.client, number))["state"] == "revoked"
    (span,) = await choices(till.client, buying.headers, held)
    assert span["state"] == "revoked"


async def test_what_records_of_use_told_is_not_taken_back_when_they_are_destroyed(till: Till) -> None:
    """Use is on record for a year: of what began before, nobody knows that it was never used."""
    used, unused = await a_paid(till), await a_paid(till)
    numbers: list[str] = []
    for buying in (used, unused):
        held = (await till.view(buying))["services"][0]["id"]
        numbers.append(await issue(till.client, buying.headers, held))
    await use(till, used)
    for buying in (used, unused):
        await refund(till, buying)
    states = [(await verified(till.client, number))["state"] for number in numbers]
    assert states == ["ended", "revoked"]

    await execute(till.conn, "DELETE FROM device_usage")
    await execute(till.conn, "UPDATE services SET starts_at = starts_at - interval '1 year'")

    assert [(await verified(till.client, number))["state"] for number in numbers] == states


async def test_a_refund_by_the_day_revokes_nothing_that_was_not_used(till: Till) -> None:
    """An operator gives part of the money back: for the days before, the address was the member's."""
    buying = await a_paid(till)
    held = (await till.view(buying))["services"][0]["id"]
    number = await issue(till.client, buying.headers, held)
    await refund(till, buying)
    await execute(till.conn, "UPDATE refunds SET mode = 'pro_rata'")

    assert (await verified(till.client, number))["state"] == "ended"


async def test_a_suspended_service_says_so(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)

    await services.suspend(conn, [holder.service])

    assert (await show(client, holder.headers, number))["state"] == "suspended"
    await services.resume(conn, [holder.service])
    told = await show(client, holder.headers, number)
    assert (told["state"], told["version"]) == ("in_use", 3)


async def test_every_number_of_a_time_shows_the_name_of_now(
    client: Client, conn: Connection, db: Database
) -> None:
    """Otherwise a member could give themselves one name after the other, and print a valid certificate under each."""
    holder = await a_holding(conn)
    full = await issue(client, holder.headers, holder.service, name="full")
    masked = await issue(client, holder.headers, holder.service)

    await rename(client, holder.headers, "김영희")

    assert (await verified(client, full))["holder"] == "김영희"
    assert await issue(client, holder.headers, holder.service, name="full") == full
    await service.bring_outdated(db, SIGNER)
    assert await fetch_all(conn, str, "SELECT holder || ' ' || version FROM certificates ORDER BY id") == [
        "김영희 2",
        "김*희 2",
    ]
    assert (await show(client, holder.headers, masked))["holder"] == "김*희"


async def test_a_name_that_came_back_is_not_signed_again(
    client: Client, conn: Connection, db: Database
) -> None:
    holder = await a_holding(conn)
    await issue(client, holder.headers, holder.service)
    for name in ("김영희", "홍길동"):
        await rename(client, holder.headers, name)

    await service.bring_outdated(db, SIGNER)

    assert await fetch_all(conn, int, "SELECT version FROM certificates") == [1]


async def rename(client: Client, headers: Headers, name: str) -> None:
    answer = await client.put(
        "/api/v1/member/name", json={"mberNm": name, "currentPw": PASSWORD}, headers=headers
    )
    assert answer.status_code == 200, answer.text


async def test_the_proof_of_the_version_before_is_kept(client: Client, conn: Connection) -> None:
    """Of old calls only the newest is on record, which may be of after the end."""
    holder = await a_holding(conn)
    await execute(conn, "UPDATE exit_addresses SET proven_at = now() - interval '9 days', proven_by = 'call'")
    number = await issue(client, holder.headers, holder.service)
    before = await show(client, holder.headers, number)
    await execute(conn, "UPDATE exit_addresses SET proven_at = now() + interval '9 days'")

    await services.suspend(conn, [holder.service])

    after = await show(client, holder.headers, number)
    assert (after["version"], after["proof"]) == (2, before["proof"])


async def test_what_is_signed_stays_when_the_records_are_gone(client: Client, conn: Connection) -> None:
    holder = await a_holder(conn)
    number = await issue(client, holder.headers, holder.service)
    await done(client, conn, holder)
    told = await show(client, holder.headers, number)
    await execute(conn, "UPDATE ip_changes SET old_lease_id = NULL")
    await execute(conn, "DELETE FROM leases WHERE state = 'ended'")

    assert await show(client, holder.headers, number) == told


async def test_the_job_signs_what_nobody_asks_for(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "BATCH", 2)
    over, refunded, running = [await a_holding(conn) for _ in range(3)]
    for holder in (over, refunded, running):
        await issue(client, holder.headers, holder.service)
    await end_at(conn, over.service, "now() - interval '1 hour'")
    await services.end(conn, [refunded.service])

    await service.bring_outdated(db, SIGNER)

    states = await fetch_all(conn, str, "SELECT state FROM certificates ORDER BY id")
    assert states == ["ended", "ended", "in_use"]
    # A second run finds nothing, but for a refund of what is over.
    versions = "SELECT count(*) FROM certificate_versions"
    assert await fetch_one(conn, int, versions) == 5
    await service.bring_outdated(db, SIGNER)
    assert await fetch_one(conn, int, versions) == 5
    listed = (await client.get("/api/v1/certificates", headers=over.headers)).json()["data"]["items"]
    assert [(item["state"], item["version"]) for item in listed] == [("ended", 2)]


async def test_two_presses_at_once_make_one_certificate(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holding(conn)
    (span,) = await choices(shop.client, holder.headers, holder.service)

    answers = await asyncio.gather(
        *(press(shop.client, holder.headers, holder.service, span=span["id"]) for _ in range(4))
    )

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["data"]["number"] for answer in answers}) == 1


async def test_two_who_ask_at_once_get_one_new_version(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holding(conn)
    number = await issue(shop.client, holder.headers, holder.service)
    async with shop.db.transaction() as conn:
        await services.suspend(conn, [holder.service])

    told = await asyncio.gather(*(verified(shop.client, number) for _ in range(4)))

    assert {(one["state"], one["version"]) for one in told} == {("suspended", 2)}
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM certificate_versions") == 2


async def test_an_issue_waits_for_the_refund_that_ends_the_service(shop: Shop) -> None:
    """Without the lock on the service, a certificate would be signed of what is just being ended."""
    async with shop.db.transaction() as conn:
        holder = await a_holding(conn)
    (span,) = await choices(shop.client, holder.headers, holder.service)
    async with shop.db.transaction() as conn:
        await services.end(conn, [ServiceId(holder.service)])
        pressed = asyncio.create_task(press(shop.client, holder.headers, holder.service, span=span["id"]))
        await until_one_waits_for_a_lock(shop.db)
    number = (await pressed).json()["data"]["number"]

    told = await show(shop.client, holder.headers, number)
    assert (told["state"], told["version"]) == ("ended", 1)


async def test_the_job_and_a_question_at_once_sign_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        holder = await a_holding(conn)
    number = await issue(shop.client, holder.headers, holder.service)
    async with shop.db.transaction() as conn:
        await services.suspend(conn, [holder.service])

    told, _ = await asyncio.gather(verified(shop.client, number), service.bring_outdated(shop.db, SIGNER))

    assert (told["state"], told["version"]) == ("suspended", 2)
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM certificate_versions") == 2
