"""Plans and prices by staff: a new shop's first plan, prices that begin on a day, and cuts that take two people."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.subscriptions import a_subscription

PLANS = "/api/v1/console/plans"
NEW = {
    "code": "kt-seoul",
    "kind": "static",
    "name": "KT 고정 IP",
    "deviceLimit": 2,
    "connections": 2,
    "uploadMbit": 100,
    "downloadMbit": 100,
}
REASON = {"reason": "가을 가격"}


def a_day(days: int) -> str:
    return (datetime.now(SEOUL) + timedelta(days=days)).date().isoformat()


async def press(
    client: Client, by: Login, path: str, form: dict[str, Any], *, method: str = "POST", reason: bool = True
) -> Any:
    """Look at the preview and confirm what it showed."""
    place = path if method == "POST" else path.removesuffix("/state")
    preview = f"{path}/preview" if method == "POST" or path.endswith("/state") else f"{place}/preview"
    shown = await client.post(preview, json=form, headers=by.headers)
    assert shown.status_code == 200, shown.text
    body = form | {"digest": shown.json()["data"]["digest"]} | (REASON if reason else {})
    return await client.request(method, path, json=body, headers=by.headers)


@pytest.fixture
async def clerk(conn: Connection) -> Login:
    return await a_staff(conn, "catalog.view", "catalog.plans", "catalog.prices", "catalog.switch")


async def test_a_new_shops_first_plan_is_made_priced_and_sold(
    client: Client, conn: Connection, clerk: Login
) -> None:
    pool = await fetch_one(
        conn,
        int,
        "INSERT INTO address_pools (code, carrier, region) VALUES ('kt-seoul', 'KT', '서울') RETURNING id",
    )
    pools = await client.get("/api/v1/console/address-pools", headers=clerk.headers)

    made = await press(client, clerk, PLANS, NEW | {"poolId": pool}, reason=False)
    plan = made.json()["data"]["id"]
    unpriced = await client.post(
        f"{PLANS}/{plan}/state/preview", json={"state": "visible"}, headers=clerk.headers
    )
    priced = await press(
        client,
        clerk,
        f"{PLANS}/{plan}/prices",
        {"prices": [{"months": 1, "amount": 33_000}], "discounts": [{"minQuantity": 5, "percent": 10}]},
    )
    sold = await press(client, clerk, f"{PLANS}/{plan}/state", {"state": "visible"}, method="PUT")
    shop = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]

    assert [one["id"] for one in pools.json()["data"]["items"]] == [pool]
    assert (made.status_code, made.json()["data"]["state"]) == (201, "hidden")
    assert (unpriced.status_code, unpriced.json()["fields"][0]["code"]) == (422, "no_price")
    assert priced.json()["data"]["approvalId"] is None
    assert sold.json()["data"]["state"] == "visible"
    assert [(one["name"], one["prices"][0]["amount"]) for one in shop] == [("KT 고정 IP", 33_000)]
    assert await fetch_all(conn, str, "SELECT action FROM staff_record ORDER BY index") == [
        "catalog.make",
        "catalog.prices",
        "catalog.switch",
    ]


async def test_a_rise_says_who_must_agree_and_begins_on_its_day(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000})
    for amount in (33_000, 40_000):
        await a_subscription(conn, await a_member(conn), plan, amount=amount)
    form = {"day": a_day(3), "prices": [{"months": 1, "amount": 36_300}]}

    shown = await client.post(f"{PLANS}/{plan}/prices/preview", json=form, headers=clerk.headers)
    begun = await press(client, clerk, f"{PLANS}/{plan}/prices", form)

    warnings = shown.json()["data"]["warnings"]
    assert warnings[0].startswith("정기결제 1건은 오른 가격에 동의해야 합니다.")
    assert warnings[1].startswith("정기결제 1건은 다음 결제부터 내린 가격")
    assert begun.json()["data"]["approvalId"] is None
    page = (await client.get(f"{PLANS}/{plan}", headers=clerk.headers)).json()["data"]
    assert [(each["figure"], each["state"]) for each in page["versions"]] == [
        (36_300, "coming"),
        (33_000, "present"),
    ]
    assert page["prices"] == [{"months": 1, "amount": 33_000}]


@pytest.mark.parametrize(
    "cut",
    [
        {"prices": [{"months": 1, "amount": 32_900}]},
        {"discounts": [{"minQuantity": 3, "percent": 1}]},
        {"prices": [{"months": 1, "amount": 40_000}, {"months": 3, "amount": 89_000}]},
        # Each month for less than any before: 36 of them for a hundred won were no lower price of any period.
        {"prices": [{"months": 36, "amount": 100}]},
    ],
    ids=["a lower price", "a new discount", "one of two", "a new period"],
)
async def test_a_cut_takes_a_second_person(
    client: Client, conn: Connection, clerk: Login, cut: dict[str, Any]
) -> None:
    plan = await a_plan(conn, prices={1: 33_000, 3: 89_100})
    second = await a_staff(conn, "catalog.prices", "approvals.confirm")

    asked = await press(client, clerk, f"{PLANS}/{plan}/prices", cut)
    before = await client.get(f"{PLANS}/{plan}", headers=clerk.headers)
    approval = f"/api/v1/console/approvals/{asked.json()['data']['approvalId']}"
    shown = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]
    answer = await client.post(
        f"{approval}/confirmation", json={"digest": shown["digest"]}, headers=second.headers
    )

    assert len(before.json()["data"]["versions"]) == 2
    assert answer.status_code == 200, answer.text
    after = await client.get(f"{PLANS}/{plan}", headers=clerk.headers)
    assert len(after.json()["data"]["versions"]) == 2 + sum(len(part) for part in cut.values())


async def test_a_new_period_whose_month_costs_no_less_is_no_cut(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000, 12: 330_000})

    begun = await press(
        client, clerk, f"{PLANS}/{plan}/prices", {"prices": [{"months": 6, "amount": 165_000}]}
    )

    assert begun.json()["data"]["approvalId"] is None


async def test_a_rise_of_a_discounts_step_that_ends_a_higher_one_is_no_cut(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000}, discounts={5: 10})

    begun = await press(
        client,
        clerk,
        f"{PLANS}/{plan}/prices",
        {"discounts": [{"minQuantity": 5, "percent": 0}, {"minQuantity": 10, "percent": 10}]},
    )

    assert begun.json()["data"]["approvalId"] is None


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "prices"),
        ({"day": "2026-01-01", "prices": [{"months": 1, "amount": 40_000}]}, "day"),
        ({"prices": [{"months": 1, "amount": 40_000}, {"months": 1, "amount": 41_000}]}, "prices"),
    ],
    ids=["nothing", "a day that is over", "one period twice"],
)
async def test_prices_that_cannot_be_are_refused(
    client: Client, conn: Connection, clerk: Login, form: dict[str, Any], field: str
) -> None:
    plan = await a_plan(conn)

    answer = await client.post(f"{PLANS}/{plan}/prices/preview", json=form, headers=clerk.headers)

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, field)


async def test_two_versions_never_begin_at_the_same_moment(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000})
    path = f"{PLANS}/{plan}/prices"
    await press(client, clerk, path, {"day": a_day(5), "prices": [{"months": 1, "amount": 40_000}]})

    answer = await client.post(
        f"{path}/preview",
        json={"day": a_day(5), "prices": [{"months": 1, "amount": 41_000}]},
        headers=clerk.headers,
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "price_begun")


async def test_a_change_of_terms_shows_what_differs_and_is_on_record(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn)
    form = {"name": "KT 고정 IP 서울", "deviceLimit": 2, "connections": 1, "downloadMbit": 50}

    shown = await client.post(f"{PLANS}/{plan}/preview", json=form, headers=clerk.headers)
    changed = await press(client, clerk, f"{PLANS}/{plan}", form, method="PUT")

    assert [row["label"] for row in shown.json()["data"]["rows"]] == ["이름", "내려받는 속도"]
    assert changed.json()["data"]["downloadMbit"] == 50
    before = await fetch_one(conn, str, "SELECT before ->> '이름' FROM staff_record")
    assert before == "KT 고정 IP"


async def test_what_somebody_else_changed_meanwhile_is_shown_first(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn)
    form = {"name": "다른 이름", "deviceLimit": 2, "connections": 1}
    shown = await client.post(f"{PLANS}/{plan}/preview", json=form, headers=clerk.headers)
    await execute(conn, "UPDATE plans SET device_limit = 5 WHERE id = %(id)s", id=plan)

    answer = await client.put(
        f"{PLANS}/{plan}",
        json=form | REASON | {"digest": shown.json()["data"]["digest"]},
        headers=clerk.headers,
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")


@pytest.mark.parametrize(
    ("differs", "field"),
    [
        ({}, "poolId"),
        ({"poolId": 1099511627776}, "poolId"),
        ({"kind": "ticket", "poolId": 1099511627776, "uploadMbit": None, "downloadMbit": None}, "poolId"),
        ({"kind": "ticket"}, "uploadMbit"),
    ],
    ids=["no pool", "no such pool", "a ticket with a pool", "a ticket with a speed"],
)
async def test_a_plan_that_could_not_be_sold_is_not_made(
    client: Client, clerk: Login, differs: dict[str, Any], field: str
) -> None:
    answer = await client.post(f"{PLANS}/preview", json=NEW | differs, headers=clerk.headers)

    assert (answer.status_code, [each["name"] for each in answer.json()["fields"]]) == (422, [field])
