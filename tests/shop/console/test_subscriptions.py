"""Recurring payments as staff see them: found, stopped once, and charged now with what the card company says."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.toss import TossClient
from ieum.shop.subscriptions import dunning, schedule
from tests.conftest import RollingBack
from tests.shop.builders import purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import body_of, path_of, preview
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.members import a_member, forget
from tests.shop.builders.messages import sent_to
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.subscribers import Holder, a_subscriber
from tests.shop.builders.subscriptions import DAY, consent, due_now, refuse, subscribed, until
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import queued

PATH = "/api/v1/console/subscriptions"


async def viewer(conn: Connection) -> Login:
    return await a_staff(conn, "subscriptions.view", "subscriptions.change")


async def listed(client: Client, by: Login, **query: Any) -> list[int]:
    answer = await client.get(f"{PATH}?{urlencode(query)}", headers=by.headers)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["data"]["items"]]


async def page_of(client: Client, by: Login, subscription: int) -> dict[str, Any]:
    answer = await client.get(f"{PATH}/{subscription}", headers=by.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def press(
    client: Client, by: Login, subscription: int, deed: str, body: dict[str, Any] | None = None
) -> httpx.Response:
    """Press what a preview has shown: now, or before, if a body is given."""
    change = f"subscriptions.{deed}"
    body = body or await body_of(client, by, change, subscription)
    return await client.post(path_of(change), json=body, headers=by.headers)


async def recorded(conn: Connection) -> list[list[Any]]:
    return await fetch_all(
        conn,
        list[Any],
        """
        SELECT json_build_array(action, object_kind, object_id, reason, after) FROM staff_record
         WHERE action LIKE 'subscriptions.%%' ORDER BY index
        """,
    )


async def an_overdue_one(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, db: RollingBack, provider: TossClient
) -> tuple[Holder, int]:
    """A member whose card was refused on the day that it was charged."""
    holder, shown = await a_subscriber(client, sandbox, conn)
    due_at = await fetch_one(
        conn, datetime, "SELECT due_at FROM subscriptions WHERE id = %(id)s", id=shown["id"]
    )
    await let_pass(conn, due_at - datetime.now(UTC) + timedelta(minutes=1))
    await holder.refuse("001", "REJECT_CARD_PAYMENT")
    await schedule.queue_due(db)
    for job in await queued(conn, "charge_renewal"):
        await charge_on_file.charge(db, provider, SEALER, job["order_id"])
    return holder, shown["id"]


async def test_the_list_is_narrowed_by_state_dunning_rise_day_and_member(
    client: Client, conn: Connection, db: RollingBack
) -> None:
    member = await a_member(conn)
    await execute(
        conn, "UPDATE members SET name = '남궁하나', phone = '01099998888' WHERE id = %(m)s", m=member
    )
    late = await due_now(conn, db)
    await refuse(conn, late)
    calm = await subscribed(conn, member=member)
    asked = await subscribed(conn)
    await let_pass(conn, 2 * DAY)
    await consent(conn, asked, 44_000, agreed=None)
    by = await viewer(conn)

    assert await listed(client, by) == [asked.id, calm.id, late.id]
    assert await listed(client, by, dunning="true") == [late.id]
    assert await listed(client, by, state="active") == [asked.id, calm.id]
    assert await listed(client, by, rise="asked") == [asked.id]
    assert await listed(client, by, rise="agreed") == []
    assert await listed(client, by, plan=calm.plan) == [calm.id]
    assert await listed(client, by, q="남궁하나") == [calm.id]
    assert await listed(client, by, q="010-9999-8888") == [calm.id]
    assert await listed(client, by, q=str(asked.id)) == [asked.id]
    assert await listed(client, by, member=late.member) == [late.id]
    day = datetime.now(UTC) + 10 * DAY
    assert await listed(client, by, dueFrom=day.isoformat()) == sorted([calm.id, asked.id])
    assert await listed(client, by, dueTo=day.isoformat()) == [late.id]


async def test_pages_follow_one_another_in_either_order(client: Client, conn: Connection) -> None:
    by = await viewer(conn)
    ones = [(await subscribed(conn)).id for _ in range(3)]
    # All due at one moment: the number alone tells them apart.
    await execute(conn, "UPDATE subscriptions SET due_at = date_trunc('day', now()) + interval '9 days'")

    for query, expected in [({}, ones[::-1]), ({"dueFrom": datetime.now(UTC).isoformat()}, ones)]:
        seen: list[int] = []
        after: str | None = ""
        while after is not None:
            more = {"after": after} if after else {}
            answer = await client.get(f"{PATH}?{urlencode(query | more | {'size': 1})}", headers=by.headers)
            data = answer.json()["data"]
            seen += [item["id"] for item in data["items"]]
            after = data["next"]
        assert seen == expected


async def test_names_and_cards_are_masked_and_who_left_has_none(client: Client, conn: Connection) -> None:
    by = await viewer(conn)
    one = await subscribed(conn)
    await execute(conn, "UPDATE members SET name = '홍길동' WHERE id = %(m)s", m=one.member)

    line = (await client.get(PATH, headers=by.headers)).text
    page = await page_of(client, by, one.id)

    assert "홍길동" not in line
    assert page["payer"]["name"] == "홍*동"
    assert page["card"]["number"].startswith("4330-12")
    assert "billing_key" not in str(page)

    await forget(conn, one.member)

    assert await listed(client, by) == [one.id]
    assert (await page_of(client, by, one.id))["payer"] == {"id": one.member, "name": ""}


async def test_the_page_says_what_was_tried_and_what_the_card_company_answered(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, db: RollingBack, provider: TossClient
) -> None:
    _, subscription = await an_overdue_one(client, sandbox, conn, db, provider)
    by = await viewer(conn)

    page = await page_of(client, by, subscription)

    assert (page["state"], page["tries"], page["nextAmount"]) == ("past_due", 1, 33_000)
    assert page["failure"]["code"] == "REJECT_CARD_PAYMENT"
    assert [(one["period"], one["state"], one["code"]) for one in page["charges"]] == [
        (2, "refused", "REJECT_CARD_PAYMENT"),
        (1, "approved", None),
    ]
    assert page["graceUntil"] is not None
    assert [one["what"] for one in page["timeline"]][-1] == "started"
    assert "한도 초과 또는 잔액 부족입니다" in [
        one["detail"] for one in page["timeline"] if one["what"] == "refused"
    ]
    assert page["failureBrief"] == "한도 초과 또는 잔액 부족입니다"
    assert page["whyNotCharge"] is None


async def test_a_stop_leaves_what_is_paid_tells_the_member_and_is_recorded(
    client: Client, conn: Connection
) -> None:
    by = await viewer(conn)
    one = await subscribed(conn)

    answer = await press(client, by, one.id, "stop")

    assert answer.status_code == 200, answer.text
    page = await page_of(client, by, one.id)
    assert (page["state"], page["stopping"]) == ("active", True)
    assert (await sent_to(conn, one.member))[-1] == "mail subscription-stopping"
    assert await recorded(conn) == [
        [
            "subscriptions.stop",
            "subscription",
            str(one.id),
            "고객 요청",
            {"stopping": True},
        ]
    ]
    assert await listed(client, by, stopping="true") == [one.id]


async def test_a_second_stop_is_refused_and_says_why(client: Client, conn: Connection) -> None:
    by = await viewer(conn)
    one = await subscribed(conn)
    body = await body_of(client, by, "subscriptions.stop", one.id)
    await press(client, by, one.id, "stop", body)

    again = await press(client, by, one.id, "stop", body | {"key": a_press_key()})

    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert (await page_of(client, by, one.id))["whyNotStop"].startswith("이미 해지를")
    assert len(await recorded(conn)) == 1


async def test_a_stop_that_would_do_something_else_by_now_is_not_carried_out(
    client: Client, conn: Connection, db: RollingBack
) -> None:
    one = await subscribed(conn)
    by = await viewer(conn)
    body = await body_of(client, by, "subscriptions.stop", one.id)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    await refuse(conn, one)

    answer = await press(client, await viewer(conn), one.id, "stop", body)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert not await fetch_one(conn, bool, "SELECT stop_requested_at IS NOT NULL FROM subscriptions")
    assert await recorded(conn) == []


async def test_what_is_owed_is_charged_once(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, db: RollingBack, provider: TossClient
) -> None:
    holder, subscription = await an_overdue_one(client, sandbox, conn, db, provider)
    by = await viewer(conn)
    await holder.refuse("001", None)
    body = await body_of(client, by, "subscriptions.charge", subscription)

    paid, repeated = [await press(client, by, subscription, "charge", body) for _ in range(2)]
    again = await press(client, by, subscription, "charge", body | {"key": a_press_key()})

    made = paid.json()["data"]["made"]
    assert (made["outcome"], made["detail"]) == ("paid", None)
    assert repeated.json() == paid.json()
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert await purchases.received(sandbox) == 66_000
    (entry,) = await recorded(conn)
    assert entry[0] == "subscriptions.charge"
    assert entry[4]["amount"] == 33_000


async def test_a_card_that_refuses_again_is_an_outcome_and_on_record(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, db: RollingBack, provider: TossClient
) -> None:
    _, subscription = await an_overdue_one(client, sandbox, conn, db, provider)
    by = await viewer(conn)

    body = await body_of(client, by, "subscriptions.charge", subscription)
    answer, repeated = [await press(client, by, subscription, "charge", body) for _ in range(2)]

    assert answer.status_code == 200, answer.text
    assert repeated.json()["data"] == answer.json()["data"]
    assert answer.json()["data"]["made"]["outcome"] == "refused"
    assert "한도" in answer.json()["data"]["made"]["detail"]
    assert [row[0] for row in await recorded(conn)] == ["subscriptions.charge"]
    assert (await page_of(client, by, subscription))["tries"] == 2
    assert await purchases.received(sandbox) == 33_000


async def test_a_charge_whose_server_died_after_the_record_is_made_by_the_same_press(
    client: Client,
    sandbox: httpx.AsyncClient,
    conn: Connection,
    db: RollingBack,
    provider: TossClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    holder, subscription = await an_overdue_one(client, sandbox, conn, db, provider)
    by = await viewer(conn)
    await holder.refuse("001", None)
    body = await body_of(client, by, "subscriptions.charge", subscription)

    async def die(*_: object) -> None:
        raise LookupError("the server died here")

    with monkeypatch.context() as dead:
        dead.setattr(charge_on_file, "charge", die)
        died = await press(client, by, subscription, "charge", body)
    before = await purchases.received(sandbox)
    answers = [await press(client, by, subscription, "charge", body) for _ in range(2)]

    assert (died.status_code, before) == (500, 33_000)
    assert [answer.json()["data"]["made"]["outcome"] for answer in answers] == ["paid", "paid"]
    assert await purchases.received(sandbox) == 66_000
    assert [row[0] for row in await recorded(conn)] == ["subscriptions.charge"]


async def test_two_who_charge_at_once_charge_once(
    shop: Shop, sandbox: httpx.AsyncClient, provider: TossClient
) -> None:
    async with shop.db.connection() as conn:
        holder, shown = await a_subscriber(shop.client, sandbox, conn)
    async with shop.db.transaction() as conn:
        both = [await viewer(conn) for _ in range(2)]
        await execute(conn, "UPDATE subscriptions SET due_at = now() - interval '1 minute'")
    await holder.refuse("001", "REJECT_CARD_PAYMENT")
    await schedule.queue_due(shop.db)
    async with shop.db.connection() as conn:
        [order] = await fetch_all(conn, str, "SELECT id FROM orders WHERE state = 'due'")
    await charge_on_file.charge(shop.db, provider, SEALER, order)
    await holder.refuse("001", None)
    bodies = [await body_of(shop.client, by, "subscriptions.charge", shown["id"]) for by in both]

    async with shop.db.transaction() as held:
        await held.execute("SELECT FROM subscriptions FOR UPDATE")
        pressed = [
            asyncio.create_task(press(shop.client, by, shown["id"], "charge", body))
            for by, body in zip(both, bodies, strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert {answer.status_code for answer in answers} <= {200, 409}
    assert "paid" in [answer.json().get("data", {}).get("made", {}).get("outcome") for answer in answers]
    assert await purchases.received(sandbox) == 66_000


@pytest.mark.parametrize("deed", ["stop", "charge"])
async def test_one_that_has_ended_is_neither_stopped_nor_charged(
    client: Client, conn: Connection, db: RollingBack, deed: str
) -> None:
    one = await due_now(conn, db)
    await refuse(conn, one, remedy=Remedy.NEW_CARD)
    for days in (4, 40):
        await let_pass(conn, days * DAY)
        await dunning.close_due(db)
    by = await viewer(conn)

    shown = await preview(client, by, f"subscriptions.{deed}", one.id)

    assert await fetch_one(conn, str, "SELECT state FROM subscriptions") == "ended"
    assert (shown.status_code, shown.json()["code"]) == (409, "change_stays")
    assert "이미 끝난" in shown.json()["detail"]


async def test_one_without_a_first_payment_has_a_page(client: Client, conn: Connection) -> None:
    by = await viewer(conn)
    one = await subscribed(conn, plan=await a_plan(conn))
    await execute(
        conn, "UPDATE subscriptions SET state = 'starting', paid_until = NULL, due_at = NULL, period = 0"
    )

    page = await page_of(client, by, one.id)

    assert (page["state"], page["dueAt"], page["nextAmount"]) == ("starting", None, 33_000)
    assert page["whyNotStop"] is not None
