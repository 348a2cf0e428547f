"""How long a service runs, and that its peers run exactly as long."""

import asyncio
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from ieum.shop.gateways import desired
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.months import end_of_period
from ieum.shop.members.types import Viewer
from ieum.shop.services import period_queries
from ieum.shop.services import service as services
from ieum.shop.services.rules import next_period
from ieum.shop.services.types import LivingService, ServiceId, ServiceState
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_device, a_renewal, a_service, add_device, let_connect, served_keys
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.subscriptions import a_subscription

DAY = timedelta(days=1)
NOON = datetime(2026, 11, 20, 3, tzinfo=UTC)


class Peer(msgspec.Struct):
    public_key: str
    until: datetime
    removed: bool
    revision: int


async def peers(conn: Connection) -> list[Peer]:
    return await fetch_all(
        conn,
        Peer,
        """
        SELECT p.identity AS public_key, x.until,
               p.removed_at IS NOT NULL OR x.removed_at IS NOT NULL OR x.shop_until IS NOT NULL AS removed,
               greatest(p.revision, x.revision) AS revision
          FROM endpoints p JOIN exits x ON x.id = p.exit_id
         ORDER BY p.identity
        """,
    )


async def end_of(conn: Connection, service: ServiceId) -> datetime:
    return await fetch_one(conn, datetime, "SELECT ends_at FROM services WHERE id = %(id)s", id=service)


async def state_of(conn: Connection, service: ServiceId) -> str:
    return await fetch_one(conn, str, "SELECT state FROM services WHERE id = %(id)s", id=service)


def now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


@pytest.mark.parametrize(
    ("state", "served", "paid", "starts"),
    [
        pytest.param("active", 3 * DAY, 3 * DAY, 3 * DAY, id="paid early: after what is left"),
        pytest.param("active", 2 * DAY, -DAY, -DAY, id="in grace: from the end of what was paid"),
        pytest.param("active", -DAY, -DAY, timedelta(), id="over and not yet swept: from now"),
        pytest.param("suspended", -DAY, -4 * DAY, timedelta(), id="suspended: from now"),
    ],
)
def test_the_start_of_the_next_period(
    state: ServiceState, served: timedelta, paid: timedelta, starts: timedelta
) -> None:
    service = LivingService(ServiceId(1), state, NOON - 30 * DAY, NOON + served)

    period = next_period(service, NOON + paid, months=1, now=NOON)

    assert period == (NOON + starts, end_of_period(NOON + starts, 1))


async def test_a_prolonged_service_keeps_its_devices_and_prolongs_their_peers(conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    service, other = await a_service(conn, member, plan=plan), await a_service(conn, member, plan=plan)
    key, untouched = await a_device(conn, service), await a_device(conn, other)
    before, left = await peers(conn), await end_of(conn, service)

    period = await services.prolong(conn, [service], await a_renewal(conn, service), 3, now=now())

    assert period is not None
    assert period == (left, end_of_period(left, 3))
    assert await end_of(conn, service) == period.ends_at
    after = {peer.public_key: peer for peer in await peers(conn)}
    assert (after[key].until, after[key].removed) == (period.ends_at, False)
    assert after[key].revision > max(peer.revision for peer in before)
    assert after[untouched] in before
    assert await fetch_all(
        conn, datetime, "SELECT ends_at FROM service_periods WHERE service_id = %(id)s ORDER BY 1", id=service
    ) == [left, period.ends_at]


async def test_one_order_prolongs_several_services_to_the_same_day_or_none(conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    first, second = await a_service(conn, member, plan=plan), await a_service(conn, member, plan=plan)
    order = await a_renewal(conn, first)
    await services.end(conn, [second])
    left = await end_of(conn, first)

    assert await services.prolong(conn, [first, second], order, 1, now=now()) is None

    assert await end_of(conn, first) == left
    assert await fetch_one(conn, int, "SELECT count(*) FROM service_periods") == 2


async def test_a_suspended_service_loses_its_peers_and_gets_them_back_with_the_same_address(
    conn: Connection,
) -> None:
    service = await a_service(conn, await a_member(conn))
    key = await a_device(conn, service)
    gone = await a_device(conn, service)
    await execute(conn, "UPDATE devices SET removed_at = now() WHERE public_key = %(gone)s", gone=gone)
    await desired.remove_endpoints(conn, [gone])
    seen = [await peers(conn)]

    for step in (services.suspend, services.suspend, services.resume, services.resume):
        await step(conn, [service])
        seen.append(await peers(conn))

    one = [next(peer for peer in then if peer.public_key == key) for then in seen]
    assert [peer.removed for peer in one] == [False, True, True, False, False]
    # Doing it a second time tells the gateway nothing.
    assert one[0].revision < one[1].revision == one[2].revision < one[3].revision == one[4].revision
    assert all(peer.removed for then in seen for peer in then if peer.public_key == gone)
    assert await fetch_one(conn, str, "SELECT state FROM leases") == "active"


async def test_a_suspended_service_accepts_no_device_and_says_why(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    await services.suspend(conn, [service])
    headers = await a_login(conn, member)

    answer = await add_device(client, headers, service)
    listed = (await client.get("/api/v1/services?state=suspended", headers=headers)).json()["data"]

    assert (answer.status_code, answer.json()["code"]) == (409, "service_suspended")
    assert [(one["id"], one["state"], one["daysLeft"]) for one in listed["items"]] == [
        (service, "suspended", 0)
    ]


async def test_a_payment_for_a_suspended_service_starts_it_again(conn: Connection) -> None:
    service = await a_service(conn, await a_member(conn), starts=-40 * DAY)
    key = await a_device(conn, service)
    await services.suspend(conn, [service])
    moment = now()

    period = await services.prolong(conn, [service], await a_renewal(conn, service), 1, now=moment)

    assert period is not None
    assert period == (moment, end_of_period(moment, 1))
    assert await state_of(conn, service) == "active"
    assert [(peer.public_key, peer.removed, peer.until) for peer in await peers(conn)] == [
        (key, False, period.ends_at)
    ]


async def test_a_later_end_applies_to_the_peers_of_a_service_too(conn: Connection) -> None:
    service = await a_service(conn, await a_member(conn))
    await a_device(conn, service)
    until = await end_of(conn, service) + 3 * DAY

    await services.set_end(conn, [service], until)

    assert await end_of(conn, service) == until
    assert [peer.until for peer in await peers(conn)] == [until]


@pytest.mark.parametrize(("rested", "at_once"), [(True, 1), (False, 0)])
async def test_an_ended_service_loses_its_devices_and_its_address_cools_down_once(
    conn: Connection, rested: bool, at_once: int
) -> None:
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, addresses=1))
    await a_device(conn, service)
    await let_connect(conn, service)
    await services.suspend(conn, [service])

    await services.end(conn, [service], rested=rested)
    await services.end(conn, [service])

    assert await state_of(conn, service) == "ended"
    assert [peer.removed for peer in await peers(conn)] == [True]
    assert await fetch_one(conn, int, "SELECT count(*) FROM devices WHERE removed_at IS NULL") == 0
    free = "SELECT count(*) FROM exit_addresses WHERE available_at <= now()"
    assert await fetch_one(conn, int, free) == at_once
    assert await fetch_one(conn, str, "SELECT state FROM leases") == "ended"


async def test_a_service_of_a_running_subscription_is_not_expired_by_its_date(conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    service = await a_service(conn, member, plan=plan, starts=-40 * DAY)
    subscription = await a_subscription(conn, member, plan, services=[service])

    running = await services.expire_due(conn, limit=10)
    seen = await services.get(conn, Viewer(member), service)
    await execute(
        conn,
        "UPDATE subscriptions SET state = 'ended', ended_at = now(), end_reason = 'stopped' WHERE id = %(id)s",
        id=subscription,
    )
    ended = await services.expire_due(conn, limit=10)

    assert (running, seen.state, seen.may_renew, seen.subscription_id) == (
        0,
        "suspended",
        False,
        subscription,
    )
    assert (ended, await state_of(conn, service)) == (1, "expired")


async def test_a_refund_of_the_later_period_leaves_the_earlier_one(conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member, starts=-10 * DAY)
    await a_device(conn, service)
    left, renewal = await end_of(conn, service), await a_renewal(conn, service)
    await services.prolong(conn, [service], renewal, 1, now=now())

    await services.take_back(conn, renewal)
    kept = (await end_of(conn, service), await state_of(conn, service), (await peers(conn))[0])
    first = await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)
    await services.take_back(conn, first)
    await services.take_back(conn, first)

    assert kept[:2] == (left, "active")
    assert (kept[2].until, kept[2].removed) == (left, False)
    assert (await state_of(conn, service), (await peers(conn))[0].removed) == ("ended", True)
    assert await fetch_one(conn, int, "SELECT count(*) FROM service_periods WHERE refunded_at IS NULL") == 0


async def test_the_first_use_is_known_for_each_period(conn: Connection) -> None:
    service = await a_service(conn, await a_member(conn), starts=-10 * DAY)
    first = await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)
    renewal = await a_renewal(conn, service)
    period = await services.prolong(conn, [service], renewal, 1, now=now())
    assert period is not None
    await a_device(conn, service)
    device = await fetch_one(conn, int, "SELECT id FROM devices")
    met = now() - 3 * DAY
    unused = [await period_queries.first_used_at(conn, order) for order in (first, renewal)]

    async def hear(begun: datetime, last: datetime) -> list[datetime | None]:
        await execute(conn, "DELETE FROM device_usage")
        await execute(
            conn,
            """
            INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at)
            VALUES (%(device)s, %(begun)s, %(last)s)
            """,
            device=device,
            begun=begun,
            last=last,
        )
        return [await period_queries.first_used_at(conn, order) for order in (first, renewal)]

    assert unused == [None, None]
    assert await hear(met, met) == [met, None]
    # Between the two we know of nothing: the second period counts as used from its start.
    assert await hear(met, period.starts_at + DAY) == [met, period.starts_at]
    later = period.starts_at + DAY
    assert await hear(later, later) == [None, later]


async def test_a_renewal_during_the_expiry_job_prolongs_whole_or_comes_too_late(shop: Shop) -> None:
    """The service's row is the lock: whoever comes second sees what the first has done."""
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        plan = await a_plan(conn, addresses=8)
        held = [await a_service(conn, member, plan=plan, starts=-40 * DAY) for _ in range(8)]
        orders = [await a_renewal(conn, service) for service in held]
        for service in held:
            await a_device(conn, service)

    async def sweep() -> None:
        for _ in range(8):
            async with shop.db.transaction() as conn:
                await services.expire_due(conn, limit=1)

    renewed: set[ServiceId] = set()

    async def renew(service: ServiceId, order: str) -> None:
        async with shop.db.transaction() as conn:
            if await services.prolong(conn, [service], order, 1, now=now()):
                renewed.add(service)

    await asyncio.gather(sweep(), *map(renew, held, orders))

    async with shop.db.connection() as conn:
        for service in held:
            assert await state_of(conn, service) == ("active" if service in renewed else "expired")
        live = "SELECT count(*) FROM exits WHERE removed_at IS NULL AND until > now()"
        leased = "SELECT count(*) FROM leases WHERE state = 'active'"
        assert await fetch_one(conn, int, live) == await fetch_one(conn, int, leased) == len(renewed)


async def test_services_on_two_gateways_start_and_end_at_once_without_a_deadlock(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        plans = [await a_plan(conn, addresses=12) for _ in range(2)]
        sets: list[list[ServiceId]] = []
        for turn in range(6):
            # Every other one has the later gateway's services, and its keys, first.
            order = plans if turn % 2 else plans[::-1]
            held = [await a_service(conn, member, plan=plan) for plan in order for _ in range(2)]
            for service in held:
                for _ in range(2):
                    await a_device(conn, service)
            sets.append(held)

    async def come_and_go(held: list[ServiceId]) -> None:
        for step in (services.suspend, services.resume) * 5:
            async with shop.db.transaction() as conn:
                await step(conn, held)

    await asyncio.gather(*map(come_and_go, sets))

    async with shop.db.connection() as conn:
        assert len(await served_keys(conn)) == 48
