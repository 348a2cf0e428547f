"""Members are told that what they bought once ends, while they can still act."""

from datetime import timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.messaging import service_templates
from ieum.shop.services import endings, jobs, service, stops
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_renewal, a_service, add_period
from tests.shop.builders.shops import Shop
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.worker import context_of


async def ends_in(conn: Connection, held: ServiceId, delay: timedelta) -> None:
    await execute(
        conn, "UPDATE services SET ends_at = now() + %(delay)s WHERE id = %(id)s", delay=delay, id=held
    )


async def told(conn: Connection) -> list[str]:
    """Channel and subject of what was sent about ends, oldest first."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT channel || ' ' || subject FROM messages WHERE reference LIKE 'service-ends:%%' ORDER BY id
        """,
    )


async def tell(conn: Connection) -> list[str]:
    await endings.tell_coming(conn, limit=100)
    return await told(conn)


WEEK_BEFORE = "mail [이음] KT 고정 IP 이용 기간이 7일 뒤 끝납니다"
DAY_BEFORE = "mail [이음] KT 고정 IP 이용 기간이 내일 끝납니다"
HAS_ENDED = "mail [이음] KT 고정 IP 이용 기간이 끝났습니다"


async def test_a_member_is_told_a_week_before_a_day_before_and_at_the_end_each_once(conn: Connection) -> None:
    """Nobody said a word, and with the service the internet of the device ended, and the way to pay."""
    held = await a_service(conn, await a_member(conn))
    await ends_in(conn, held, timedelta(days=7, minutes=1))
    assert await tell(conn) == []

    # The end stands still; the clock of the service is moved by moving both.
    await execute(conn, "ALTER TABLE services DISABLE TRIGGER services_forget_told_end")
    seen: list[list[str]] = []
    for delay in (timedelta(days=7), timedelta(days=6), timedelta(days=1), timedelta(hours=1)):
        await ends_in(conn, held, delay)
        seen.append(await tell(conn))
    await execute(
        conn,
        "UPDATE services SET starts_at = now() - interval '30 days', ends_at = now() - interval '1 second'",
    )
    await service.expire_due(conn, limit=10)
    await service.expire_due(conn, limit=10)

    assert seen == [[WEEK_BEFORE], [WEEK_BEFORE], [WEEK_BEFORE, DAY_BEFORE], [WEEK_BEFORE, DAY_BEFORE]]
    assert await told(conn) == [WEEK_BEFORE, DAY_BEFORE, HAS_ENDED]


def test_the_mail_at_the_end_calls_the_ways_to_pay_as_the_checkout_does() -> None:
    mail = service_templates.has_ended(
        site="이음",
        name="홍길동",
        plan="KT 고정 IP",
        address="203.0.113.7",
        until="2026.11.30",
        extended_until="2026.12.14",
        link="/static-ip/payment/normal?serviceId=1",
    )

    assert "카드, 계좌이체, 가상계좌는 VPN을 끈 뒤 결제해 주세요." in mail.body


async def test_who_cannot_extend_is_led_to_products_of_the_same_kind(conn: Connection) -> None:
    await a_service(conn, await a_member(conn), plan=await a_plan(conn, kind="dynamic"))
    await execute(conn, "UPDATE exit_addresses SET withdrawn_at = now()")
    await execute(
        conn,
        "UPDATE services SET starts_at = now() - interval '30 days', ends_at = now() - interval '1 second'",
    )

    await service.expire_due(conn, limit=10)

    assert (
        await fetch_one(conn, str, "SELECT button_path FROM messages WHERE channel = 'mail'") == "/dynamic-ip"
    )


async def test_the_mail_says_the_price_and_leads_to_the_renewal(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))
    await ends_in(conn, held, timedelta(days=3))
    await tell(conn)

    (mail,) = await fetch_all(
        conn,
        tuple[str, str],
        "SELECT json_build_array(body, button_path) FROM messages WHERE channel = 'mail'",
    )

    assert "연장 금액: 33,000원 (1개월, 부가세 포함)" in mail[0]
    assert mail[1].startswith("/static-ip/payment/normal?planId=")
    assert f"serviceId={held}" in mail[1]


async def test_the_price_and_the_link_are_of_as_many_months_as_were_bought_last(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))
    await add_period(conn, held, await a_renewal(conn, held, months=3))
    await ends_in(conn, held, timedelta(days=3))
    await tell(conn)

    body = await fetch_one(conn, str, "SELECT body || button_path FROM messages WHERE channel = 'mail'")

    assert "연장 금액: 89,100원 (3개월, 부가세 포함)" in body
    assert "&months=3&" in body


async def test_the_jobs_tell_of_coming_ends_and_of_ends(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await ends_in(conn, await a_service(conn, await a_member(conn)), timedelta(days=3))
        await a_service(conn, await a_member(conn), starts=timedelta(days=-40))

    await jobs.tell_ends.func(context_of(shop), 0)
    await jobs.expire_services.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert await told(conn) == [WEEK_BEFORE, HAS_ENDED]


async def test_a_text_message_goes_to_whoever_agreed_to_have_some(conn: Connection) -> None:
    member = await a_member(conn)
    await execute(conn, "UPDATE members SET sms_opt_in = true WHERE id = %(id)s", id=member)
    await ends_in(conn, await a_service(conn, member), timedelta(days=3))

    assert [one.split(" ")[0] for one in await tell(conn)] == ["mail", "sms"]


@pytest.mark.parametrize(("has_ended", "count"), [(False, 0), (True, 1)], ids=["runs", "has ended"])
async def test_what_a_recurring_payment_says_is_not_said_twice(
    conn: Connection, has_ended: bool, count: int
) -> None:
    member = await a_member(conn)
    held = await a_service(conn, member)
    plan: Any = (await fetch_all(conn, int, "SELECT plan_id FROM services"))[0]
    subscription = await a_subscription(conn, member, plan, services=[held])
    if has_ended:
        await execute(
            conn,
            """
            UPDATE subscriptions SET state = 'ended', ended_at = now(), end_reason = 'not_sold' WHERE id = %(id)s
            """,
            id=subscription,
        )
    await ends_in(conn, held, timedelta(days=3))

    assert len(await tell(conn)) == count


async def test_a_renewed_service_is_told_of_its_new_end(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))
    await ends_in(conn, held, timedelta(days=1))
    await tell(conn)
    await a_renewal(conn, held)
    await ends_in(conn, held, timedelta(days=30))
    assert len(await tell(conn)) == 1

    await ends_in(conn, held, timedelta(days=6))

    assert await tell(conn) == [DAY_BEFORE, WEEK_BEFORE]


async def test_a_refunded_service_has_no_end_to_tell_of(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))

    await service.end(conn, [held])

    assert await told(conn) == []


async def test_nothing_is_told_of_a_service_that_staff_have_stopped(conn: Connection) -> None:
    held = await a_service(conn, await a_member(conn))
    await stops.stop(conn, held)
    await ends_in(conn, held, timedelta(days=1))
    coming = await tell(conn)

    await execute(
        conn,
        "UPDATE services SET starts_at = now() - interval '30 days', ends_at = now() - interval '1 second'",
    )
    await service.expire_due(conn, limit=10)

    assert await fetch_one(conn, str, "SELECT state FROM services") == "expired"
    assert (coming, await told(conn)) == ([], [])
