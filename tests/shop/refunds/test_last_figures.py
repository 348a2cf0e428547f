"""Using a service for less than a second, before its gateway reports it: attacks over HTTP, and what honesty gets.

The gateway is played here: it reports and acknowledges when the test says so.
"""

import asyncio
from datetime import UTC, datetime
from functools import partial
from typing import Any, LiteralString, NamedTuple

import httpx
import pytest

from ieum.shop.gateways import readiness
from ieum.shop.kernel.db import Shape, execute, fetch_one
from ieum.shop.services.types import ServiceId
from tests.shop.builders import desk, purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import Buying
from tests.shop.builders.services import a_renewal, add_device, add_period, served_keys
from tests.shop.builders.shops import Shop
from tests.shop.builders.staff import a_staff
from tests.shop.builders.worker import run_jobs
from tests.waiting import wait_until_async

BEARER = {"Authorization": "Bearer gw_reporting"}


class Bought(NamedTuple):
    """A paid service with one device, which its gateway serves."""

    shop: Shop
    buying: Buying
    service: int
    device: int
    key: str

    async def post(self, what: str, **body: Any) -> httpx.Response:
        path = f"/api/v1/orders/{self.buying.order_id}/{what}"
        return await self.shop.client.post(path, json=body or None, headers=self.buying.headers)

    async def quote(self) -> dict[str, Any]:
        answer = await self.post("refund-quote")
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    async def fetch[T](self, of: Shape[T], query: LiteralString) -> T:
        async with self.shop.db.connection() as conn:
            return await fetch_one(conn, of, query)


async def revision(shop: Shop) -> int:
    async with shop.db.connection() as conn:
        return await fetch_one(conn, int, "SELECT revision FROM gateways")


async def until_revision(shop: Shop, wanted: int) -> None:
    async def is_raised() -> bool:
        return await revision(shop) >= wanted

    await wait_until_async(is_raised, "the gateway was not told")


async def acknowledge(shop: Shop) -> None:
    body = {"revision": await revision(shop), "publicKey": "G" * 42 + "A=", "agent": "test", "error": None}
    answer = await shop.client.post("/gateway/v1/ack", json=body, headers=BEARER)
    assert answer.status_code == 204, answer.text


async def report(shop: Shop, key: str, *, used: bool) -> None:
    await report_figures(shop, key, handshake=datetime.now(UTC).isoformat() if used else None)


async def report_figures(
    shop: Shop, key: str, *, handshake: str | None, received: int = 0, sent: int = 0
) -> None:
    peer = {"publicKey": key, "lastHandshakeAt": handshake, "rxBytes": received, "txBytes": sent}
    answer = await shop.client.post("/gateway/v1/usage", json={"peers": [peer]}, headers=BEARER)
    assert answer.status_code == 204, answer.text


@pytest.fixture
async def bought(shop: Shop, sandbox: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> Bought:
    # A slow machine must not make the wait end before the test has looked.
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 30)
    await until_shop_listens(shop.db)
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_reporting")
        plan = await a_plan(conn, gateway=gateway, addresses=1)
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn, plan=plan)
    paid = await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    assert paid.json()["data"]["state"] == "paid", paid.text
    service = paid.json()["data"]["services"][0]["id"]
    key = a_key()
    added = await add_device(shop.client, buying.headers, service, key=key)
    await acknowledge(shop)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE gateways SET last_seen_at = now()")
    return Bought(shop, buying, service, added.json()["data"]["device"]["id"], key)


async def remove_device(bought: Bought) -> None:
    path = f"/api/v1/services/{bought.service}/devices/{bought.device}"
    answer = await bought.shop.client.delete(path, headers=bought.buying.headers)
    assert answer.status_code == 200, answer.text


async def ask(
    bought: Bought, quoted: dict[str, Any], *, used: bool | None, acks: bool = True
) -> httpx.Response:
    """Ask for a refund; the gateway takes the peer off, says what was used of it (None: nothing) and acknowledges."""
    before = await revision(bought.shop)
    asking = asyncio.create_task(bought.post("refund", quote=quoted["quote"]))
    await until_revision(bought.shop, before + 1)
    done, _ = await asyncio.wait([asking], timeout=0.2)
    assert not done
    if used is not None:
        await report(bought.shop, bought.key, used=used)
    if acks:
        await acknowledge(bought.shop)
    return await asyncio.wait_for(asking, 20)


async def address_rests(bought: Bought) -> bool:
    return await bought.fetch(bool, "SELECT available_at > now() + interval '6 days' FROM exit_addresses")


async def live(bought: Bought) -> set[str]:
    async with bought.shop.db.connection() as conn:
        return await served_keys(conn)


async def test_a_device_that_was_used_and_removed_before_the_report_counts(bought: Bought) -> None:
    await remove_device(bought)

    await report(bought.shop, bought.key, used=True)

    shown = await bought.quote()
    assert (shown["mode"], shown["amount"]) == ("withdrawal", 33_000 - 33_000 // shown["totalDays"])


@pytest.mark.parametrize("clock", ["1970-01-01T00:02:00Z", "2026-01-01T00:00:00Z"])
async def test_a_connection_counts_by_whatever_clock_the_gateway_dates_it(bought: Bought, clock: str) -> None:
    await report_figures(bought.shop, bought.key, handshake=clock)

    assert (await bought.quote())["mode"] == "withdrawal"


async def test_an_attempt_to_connect_that_was_never_answered_is_no_use(bought: Bought) -> None:
    await report_figures(bought.shop, bought.key, handshake=None, received=148, sent=92)

    assert (await bought.quote())["mode"] == "full"


async def test_the_report_of_a_device_that_was_removed_two_days_ago_is_dropped(bought: Bought) -> None:
    await remove_device(bought)
    async with bought.shop.db.transaction() as conn:
        await execute(conn, "UPDATE devices SET removed_at = now() - interval '2 days'")

    await report(bought.shop, bought.key, used=True)

    assert (await bought.quote())["mode"] == "full"


async def test_a_key_of_a_removed_device_cannot_carry_its_use_over_to_another_one(bought: Bought) -> None:
    await remove_device(bought)

    again = await add_device(bought.shop.client, bought.buying.headers, bought.service, key=bought.key)

    assert (again.status_code, again.json()["code"]) == (409, "public_key_taken")


async def test_a_connection_between_the_quote_and_the_refund_counts_before_any_report_of_it(
    bought: Bought,
) -> None:
    unused = await bought.quote()

    refused = await ask(bought, unused, used=True)
    back = await live(bought)
    used = await bought.quote()
    answer = await bought.post("refund", quote=used["quote"])

    assert (unused["mode"], refused.status_code, refused.json()["code"]) == ("full", 409, "quote_expired")
    assert back == {bought.key}
    assert (used["mode"], answer.status_code) == ("withdrawal", 200)
    assert answer.json()["data"]["refund"]["amount"] == used["amount"] < 33_000
    assert await address_rests(bought)


async def test_a_removed_device_is_waited_for_as_well(bought: Bought) -> None:
    unused = await bought.quote()
    await remove_device(bought)
    asking = asyncio.create_task(bought.post("refund", quote=unused["quote"]))
    done, _ = await asyncio.wait([asking], timeout=0.3)
    await report(bought.shop, bought.key, used=True)
    await acknowledge(bought.shop)

    answer = await asyncio.wait_for(asking, 20)

    assert not done
    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")


async def test_what_its_gateway_says_was_never_used_comes_back_whole_and_is_on_sale_at_once(
    bought: Bought,
) -> None:
    answer = await ask(bought, await bought.quote(), used=False)

    assert (answer.status_code, answer.json()["data"]["refund"]["amount"]) == (200, 33_000)
    assert await live(bought) == set()
    assert not await address_rests(bought)


async def test_a_gateway_that_is_away_is_not_waited_for_and_its_address_rests(bought: Bought) -> None:
    """Nobody knows whether it was used: the member is believed, the next one gets no address that may be marked."""
    async with bought.shop.db.transaction() as conn:
        await execute(conn, "UPDATE gateways SET last_seen_at = now() - interval '30 seconds'")

    answer = await asyncio.wait_for(bought.post("refund", quote=(await bought.quote())["quote"]), 20)

    assert (answer.status_code, answer.json()["data"]["refund"]["amount"]) == (200, 33_000)
    assert await address_rests(bought)


async def test_an_agent_that_sends_no_last_figures_proves_nothing(bought: Bought) -> None:
    answer = await ask(bought, await bought.quote(), used=None)

    assert (answer.status_code, answer.json()["data"]["refund"]["amount"]) == (200, 33_000)
    assert await address_rests(bought)


async def test_figures_that_come_too_late_are_kept_but_change_no_refund(
    bought: Bought, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "LONGEST_WAIT_SECONDS", 0.5)
    answer = await ask(bought, await bought.quote(), used=None, acks=False)

    await report(bought.shop, bought.key, used=True)
    await acknowledge(bought.shop)
    await run_jobs(bought.shop)

    assert answer.status_code == 200, answer.text
    assert await bought.fetch(str, "SELECT state || ' ' || amount FROM refunds") == "done 33000"
    assert await bought.fetch(bool, "SELECT first_handshake_at IS NOT NULL FROM device_usage")
    assert await address_rests(bought)


async def test_two_tabs_at_once_are_one_refund(bought: Bought) -> None:
    unused = await bought.quote()
    before = await revision(bought.shop)
    asking = [asyncio.create_task(bought.post("refund", quote=unused["quote"])) for _ in range(2)]
    await until_revision(bought.shop, before + 1)
    await report(bought.shop, bought.key, used=False)
    await acknowledge(bought.shop)

    answers = await asyncio.wait_for(asyncio.gather(*asking), 20)

    assert [answer.status_code for answer in answers] == [200, 200]
    assert await bought.fetch(int, "SELECT count(*) FROM refunds") == 1
    assert await live(bought) == set()


async def test_a_device_that_is_added_while_the_gateway_is_asked_voids_the_request(bought: Bought) -> None:
    """It would put the removed peers back, and connect unseen."""
    unused = await bought.quote()
    before = await revision(bought.shop)
    asking = asyncio.create_task(bought.post("refund", quote=unused["quote"]))
    await until_revision(bought.shop, before + 1)
    async with bought.shop.db.transaction() as conn:
        await execute(conn, "UPDATE gateways SET last_seen_at = NULL")
    other = a_key()
    added = await add_device(bought.shop.client, bought.buying.headers, bought.service, key=other)
    await report(bought.shop, bought.key, used=False)
    await acknowledge(bought.shop)

    answer = await asyncio.wait_for(asking, 20)

    assert added.status_code == 201, added.text
    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")
    assert await bought.fetch(str, "SELECT state FROM services") == "active"
    assert await live(bought) == {bought.key, other}


async def test_nothing_is_disconnected_for_a_request_that_is_refused_anyway(bought: Bought) -> None:
    before = await revision(bought.shop)

    answer = await bought.post("refund", quote="x" * 40)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")
    assert await revision(bought.shop) == before


@pytest.mark.parametrize("later", ["soon", "in the next period", "after its end"])
async def test_after_a_crash_in_the_middle_the_devices_are_connected_again(
    bought: Bought, later: str
) -> None:
    unused = await bought.quote()
    before = await revision(bought.shop)
    asking = asyncio.create_task(bought.post("refund", quote=unused["quote"]))
    await until_revision(bought.shop, before + 1)
    asking.cancel()
    await asyncio.wait([asking])
    cut = await live(bought)
    async with bought.shop.db.transaction() as conn:
        if later != "soon":
            await execute(
                conn,
                "UPDATE service_periods SET starts_at = now() - interval '31 days', ends_at = now() - interval '1 day'",
            )
        if later == "in the next period":
            await add_period(
                conn, ServiceId(bought.service), await a_renewal(conn, ServiceId(bought.service))
            )
        if later == "after its end":
            await execute(
                conn,
                "UPDATE services SET starts_at = now() - interval '31 days', ends_at = now() - interval '1 day'",
            )

    await run_jobs(bought.shop)

    assert cut == set()
    assert await live(bought) == {bought.key}
    assert await bought.fetch(str, "SELECT string_agg(DISTINCT state, '') FROM orders") == "paid"


async def test_the_job_that_connects_again_leaves_a_refunded_service_alone(bought: Bought) -> None:
    await ask(bought, await bought.quote(), used=False)

    await run_jobs(bought.shop)

    assert await live(bought) == set()


async def test_nobody_holds_a_connection_while_the_gateway_is_asked(bought: Bought) -> None:
    unused = await bought.quote()
    before = await revision(bought.shop)
    asking = asyncio.create_task(bought.post("refund", quote=unused["quote"]))
    await until_revision(bought.shop, before + 1)

    async def all_are_free() -> bool:
        stats = bought.shop.db.pool.get_stats()
        return stats["pool_available"] == stats["pool_size"]

    await wait_until_async(all_are_free, "a connection is held while the gateway is asked")
    assert not asking.done()
    await acknowledge(bought.shop)
    assert (await asyncio.wait_for(asking, 20)).status_code == 200


async def test_staff_who_refund_by_the_rules_have_the_gateway_asked_first_too(bought: Bought) -> None:
    """As a member does: what was used before its report shows changes what was seen, and nothing is given back."""
    async with bought.shop.db.transaction() as conn:
        staff = await a_staff(conn, "orders.refund")
    post = partial(bought.shop.client.post, desk.path_of("orders.refund"), headers=staff.headers)
    body = await desk.body_of(
        bought.shop.client, staff, "orders.refund", bought.buying.order_id, kind="rules"
    )
    before = await revision(bought.shop)

    asking = asyncio.create_task(post(json=body))
    await until_revision(bought.shop, before + 1)
    await report(bought.shop, bought.key, used=True)
    await acknowledge(bought.shop)
    refused = await asyncio.wait_for(asking, 20)

    assert (refused.status_code, refused.json()["code"]) == (409, "preview_changed")
    assert await live(bought) == {bought.key}
    assert await bought.fetch(int, "SELECT count(*) FROM refunds") == 0
    assert await bought.fetch(int, "SELECT count(*) FROM staff_record") == 0


async def test_what_waits_for_a_second_person_is_connected_again_once_the_gateway_has_answered(
    bought: Bought,
) -> None:
    async with bought.shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET staff_refund_limit = 0")
        staff = await a_staff(conn, "orders.refund")
    post = partial(bought.shop.client.post, desk.path_of("orders.refund"), headers=staff.headers)
    body = await desk.body_of(
        bought.shop.client, staff, "orders.refund", bought.buying.order_id, kind="rules"
    )
    before = await revision(bought.shop)

    asking = asyncio.create_task(post(json=body))
    await until_revision(bought.shop, before + 1)
    away = await live(bought)
    await acknowledge(bought.shop)
    asked = await asyncio.wait_for(asking, 20)

    assert (asked.status_code, away) == (202, set())
    assert await live(bought) == {bought.key}
    assert await bought.fetch(int, "SELECT count(*) FROM refunds") == 0
