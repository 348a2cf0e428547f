"""Plans and prices by staff: a new shop's first plan, prices that begin on a day, and cuts that take two people."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from ieum.shop.catalog.operating import PlanCodeTaken
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import body_of, path_of, press, preview
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


def a_day(days: int) -> str:
    return (datetime.now(SEOUL) + timedelta(days=days)).date().isoformat()


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

    made = await press(client, clerk, "catalog.make", None, **NEW, pool=pool)
    plan = made.json()["data"]["made"]["id"]
    unpriced = await preview(client, clerk, "catalog.switch", plan, state="visible")
    priced = await press(
        client,
        clerk,
        "catalog.prices",
        plan,
        prices=[{"months": 1, "amount": 33_000}],
        discounts=[{"minQuantity": 5, "percent": 10}],
    )
    sold = await press(client, clerk, "catalog.switch", plan, state="visible")
    shop = (await client.get("/api/v1/catalog/plans?kind=static")).json()["data"]

    assert [one["id"] for one in pools.json()["data"]["items"]] == [pool]
    assert made.status_code == 200
    assert (unpriced.status_code, unpriced.json()["fields"][0]["code"]) == (422, "no_price")
    assert priced.status_code == 200
    assert sold.status_code == 200
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

    shown = await preview(client, clerk, "catalog.prices", plan, **form)
    begun = await press(client, clerk, "catalog.prices", plan, **form)

    warnings = shown.json()["data"]["warnings"]
    assert warnings[0].startswith("정기결제 1건은 오른 가격에 동의해야 합니다.")
    assert warnings[1].startswith("정기결제 1건은 다음 결제부터 내린 가격")
    assert begun.status_code == 200
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

    asked = await press(client, clerk, "catalog.prices", plan, **cut)
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

    begun = await press(client, clerk, "catalog.prices", plan, prices=[{"months": 6, "amount": 165_000}])

    assert begun.status_code == 200


async def test_a_discount_before_the_first_price_takes_a_second_person_with_the_price(
    client: Client, conn: Connection, clerk: Login
) -> None:
    """Nothing is sold at a tenth yet when the discount is decided, and nothing is discounted yet when the price is."""
    plan = await a_neighbour(conn, await a_plan(conn, prices={1: 33_000}))

    discount = await press(
        client, clerk, "catalog.prices", plan, day=a_day(2), discounts=[{"minQuantity": 2, "percent": 90}]
    )
    shown = await preview(client, clerk, "catalog.prices", plan, prices=[{"months": 1, "amount": 33_000}])
    price = await press(client, clerk, "catalog.prices", plan, prices=[{"months": 1, "amount": 33_000}])

    assert discount.status_code == 200
    assert price.status_code == 202
    assert (
        "겹치면 더 싸게 팔게 되므로 두 번째 사람의 확인이 필요합니다." in shown.json()["data"]["warnings"][-1]
    )


async def test_a_new_period_that_meets_a_coming_discount_takes_a_second_person(
    client: Client, conn: Connection, clerk: Login
) -> None:
    """A tenth of ten times the price is no cut; of a period that is put before it, it is."""
    plan = await a_plan(conn, prices={1: 33_000})
    rise = {
        "day": a_day(3),
        "prices": [{"months": 1, "amount": 330_000}],
        "discounts": [{"minQuantity": 2, "percent": 90}],
    }

    coming = await press(client, clerk, "catalog.prices", plan, **rise)
    period = await press(client, clerk, "catalog.prices", plan, prices=[{"months": 2, "amount": 66_000}])
    dear = await press(client, clerk, "catalog.prices", plan, prices=[{"months": 2, "amount": 660_000}])

    assert coming.status_code == 200
    assert period.status_code == 202
    assert dear.status_code == 200


async def test_a_rise_of_a_discounts_step_that_ends_a_higher_one_is_no_cut(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000}, discounts={5: 10})

    begun = await press(
        client,
        clerk,
        "catalog.prices",
        plan,
        discounts=[{"minQuantity": 5, "percent": 0}, {"minQuantity": 10, "percent": 10}],
    )

    assert begun.status_code == 200


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

    answer = await preview(client, clerk, "catalog.prices", plan, **form)

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, f"wish.{field}")


async def page_of(client: Client, by: Login, plan: int) -> dict[str, Any]:
    return (await client.get(f"{PLANS}/{plan}", headers=by.headers)).json()["data"]


async def versions(client: Client, by: Login, plan: int) -> list[tuple[int, str]]:
    page = await page_of(client, by, plan)
    return [(each["figure"], each["state"]) for each in page["versions"]]


async def coming(client: Client, by: Login, plan: int) -> str:
    """The moment of the newest version."""
    page = await page_of(client, by, plan)
    return page["versions"][0]["effectiveFrom"]


async def confirm(client: Client, by: Login, asked: Any) -> Any:
    approval = f"/api/v1/console/approvals/{asked.json()['data']['approvalId']}"
    shown = (await client.get(approval, headers=by.headers)).json()["data"]["preview"]
    return await client.post(f"{approval}/confirmation", json={"digest": shown["digest"]}, headers=by.headers)


async def test_prices_of_a_day_to_come_are_replaced(client: Client, conn: Connection, clerk: Login) -> None:
    plan = await a_plan(conn, prices={1: 33_000, 3: 90_000})
    both = [{"months": 1, "amount": 40_000}, {"months": 3, "amount": 99_000}]
    await press(client, clerk, "catalog.prices", plan, day=a_day(5), prices=both)
    form = {"day": a_day(5), "prices": [{"months": 1, "amount": 41_000}]}

    shown = await preview(client, clerk, "catalog.prices", plan, **form)
    replaced = await press(client, clerk, "catalog.prices", plan, **form)

    assert shown.json()["data"]["rows"][1] == {"label": "1개월", "value": "41,000원", "before": "40,000원"}
    assert shown.json()["data"]["warnings"] == ["그때 시작하려던 같은 기간·수량의 가격은 시작하지 않습니다."]
    assert replaced.status_code == 200
    assert (await versions(client, clerk, plan))[:2] == [(41_000, "coming"), (99_000, "coming")]


async def test_a_coming_price_is_replaced_by_a_lower_one_by_two_people(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000})
    second = await a_staff(conn, "catalog.prices", "approvals.confirm")
    await press(client, clerk, "catalog.prices", plan, day=a_day(5), prices=[{"months": 1, "amount": 40_000}])

    asked = await press(
        client, clerk, "catalog.prices", plan, day=a_day(5), prices=[{"months": 1, "amount": 39_000}]
    )
    before = await versions(client, clerk, plan)
    confirmed = await confirm(client, second, asked)

    assert before == [(40_000, "coming"), (33_000, "present")]
    assert confirmed.status_code == 200, confirmed.text
    assert await versions(client, clerk, plan) == [(39_000, "coming"), (33_000, "present")]


async def test_a_coming_cut_is_withdrawn_and_is_on_record(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000})
    second = await a_staff(conn, "catalog.prices", "approvals.confirm")
    form = {
        "day": a_day(5),
        "prices": [{"months": 1, "amount": 29_000}],
        "discounts": [{"minQuantity": 5, "percent": 10}],
    }
    await confirm(client, second, await press(client, clerk, "catalog.prices", plan, **form))
    since = await coming(client, clerk, plan)

    withdrawn = await press(client, clerk, "catalog.prices_withdrawn", plan, since=since)

    assert withdrawn.status_code == 200
    assert await versions(client, clerk, plan) == [(33_000, "present")]
    before, after = await fetch_one(
        conn,
        tuple[dict[str, str], dict[str, str]],
        "SELECT json_build_array(before, after) FROM staff_record ORDER BY index DESC LIMIT 1",
    )
    assert (before["1개월"], before["5개 이상"]) == ("29,000원", "10% 할인")
    assert after == {"1개월": "33,000원", "5개 이상": "할인 없음"}


async def test_a_coming_rise_is_withdrawn_by_two_people(
    client: Client, conn: Connection, clerk: Login
) -> None:
    """Otherwise the end of a sale would be taken back by one person, and the sale would never end."""
    plan = await a_plan(conn, prices={1: 33_000})
    second = await a_staff(conn, "catalog.prices", "approvals.confirm")
    await press(client, clerk, "catalog.prices", plan, day=a_day(5), prices=[{"months": 1, "amount": 40_000}])
    since = await coming(client, clerk, plan)

    asked = await press(client, clerk, "catalog.prices_withdrawn", plan, since=since)
    before = await versions(client, clerk, plan)
    confirmed = await confirm(client, second, asked)

    assert before == [(40_000, "coming"), (33_000, "present")]
    assert confirmed.status_code == 200, confirmed.text
    assert await versions(client, clerk, plan) == [(33_000, "present")]


async def test_a_price_that_has_begun_is_not_withdrawn(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, prices={1: 33_000})
    since = await coming(client, clerk, plan)

    for moment in (since, f"{a_day(9)}T00:00:00+09:00"):
        answer = await preview(client, clerk, "catalog.prices_withdrawn", plan, since=moment)
        assert (answer.status_code, answer.json()["code"]) == (409, "change_stays")


async def a_neighbour(conn: Connection, plan: int, *, kind: str = "static") -> int:
    """Another plan of this plan's pool, hidden and without prices."""
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO plans (code, kind, pool_id, name, state)
        SELECT 'new-' || id, %(kind)s, pool_id, '새 상품', 'hidden' FROM plans WHERE id = %(plan)s RETURNING id
        """,
        plan=plan,
        kind=kind,
    )


@pytest.mark.parametrize(
    "first",
    [
        {"prices": [{"months": 36, "amount": 100}]},
        {"prices": [{"months": 1, "amount": 33_000}, {"months": 12, "amount": 359_999}]},
        {"prices": [{"months": 1, "amount": 40_000}], "discounts": [{"minQuantity": 2, "percent": 90}]},
        {"day": a_day(2), "prices": [{"months": 1, "amount": 29_999}]},
    ],
    ids=["36 months for 100 won", "one of two", "by a discount", "from a day to come"],
)
async def test_a_first_price_below_the_pools_cheapest_month_takes_a_second_person(
    client: Client, conn: Connection, clerk: Login, first: dict[str, Any]
) -> None:
    sold = await a_plan(conn, prices={1: 33_000, 12: 360_000})
    plan = await a_neighbour(conn, sold)
    second = await a_staff(conn, "catalog.prices", "approvals.confirm")

    asked = await press(client, clerk, "catalog.prices", plan, **first)
    before = await versions(client, clerk, plan)
    unsold = await preview(client, clerk, "catalog.switch", plan, state="visible")
    confirmed = await confirm(client, second, asked)

    assert before == []
    assert unsold.json()["fields"][0]["code"] == "no_price"
    assert confirmed.status_code == 200, confirmed.text
    assert await versions(client, clerk, plan) != []


async def test_whoever_hides_the_other_plans_first_sets_no_lower_first_price_alone(
    client: Client, conn: Connection, clerk: Login
) -> None:
    sold = await a_plan(conn, prices={1: 33_000})
    plan = await a_neighbour(conn, sold)
    await press(client, clerk, "catalog.switch", sold, state="hidden")

    asked = await press(client, clerk, "catalog.prices", plan, prices=[{"months": 36, "amount": 100}])

    assert asked.status_code == 202


@pytest.mark.parametrize(
    ("kind", "is_new_pool", "what"),
    [("dynamic", False, "같은 주소를 파는"), ("static", True, "같은 종류의")],
    ids=["the pool's first dynamic plan", "the first plan of a new pool"],
)
async def test_a_first_price_takes_a_second_person_although_pool_or_kind_is_a_new_one(
    client: Client, conn: Connection, clerk: Login, kind: str, is_new_pool: bool, what: str
) -> None:
    """The attack: a fixed address of the pool for 100 won, as a dynamic plan that is never rotated."""
    plan = await a_neighbour(conn, await a_plan(conn, prices={1: 33_000}), kind=kind)
    if is_new_pool:
        await execute(
            conn,
            """
            WITH made AS (INSERT INTO address_pools (code, carrier, region) VALUES ('new', 'SKT', '부산') RETURNING id)
            UPDATE plans SET pool_id = made.id FROM made WHERE plans.id = %(plan)s
            """,
            plan=plan,
        )
    form = {"prices": [{"months": 1, "amount": 32_999}]}

    shown = await preview(client, clerk, "catalog.prices", plan, **form)
    asked = await press(client, clerk, "catalog.prices", plan, **form)

    assert shown.json()["data"]["warnings"] == [
        f"{what} 가장 싼 상품보다 싸므로 두 번째 사람의 확인이 필요합니다."
    ]
    assert asked.status_code == 202


@pytest.mark.parametrize(
    ("neighbours", "amount"),
    [({"static": 33_000}, 33_000), ({"static": 33_000, "dynamic": 22_000}, 22_000)],
    ids=["of the pool", "of the pool and kind"],
)
async def test_a_first_price_that_undercuts_no_plan_begins_at_once(
    client: Client, conn: Connection, clerk: Login, neighbours: dict[str, int], amount: int
) -> None:
    sold = await a_plan(conn, prices={1: neighbours["static"]})
    plan = await a_neighbour(conn, sold, kind="dynamic")
    if "dynamic" in neighbours:
        await execute(
            conn,
            """
            WITH other AS (
                INSERT INTO plans (code, kind, pool_id, name, state)
                SELECT 'dynamic', 'dynamic', pool_id, '유동 IP', 'visible' FROM plans WHERE id = %(plan)s RETURNING id
            )
            INSERT INTO plan_prices (plan_id, months, amount, effective_from)
            SELECT id, 1, %(amount)s, now() - interval '1 day' FROM other
            """,
            plan=plan,
            amount=neighbours["dynamic"],
        )

    begun = await press(client, clerk, "catalog.prices", plan, prices=[{"months": 1, "amount": amount}])

    assert begun.status_code == 200


async def far_warnings(client: Client, by: Login, plan: int, form: dict[str, Any]) -> list[str]:
    shown = await preview(client, by, "catalog.prices", plan, **form)
    return [each for each in shown.json()["data"]["warnings"] if each.endswith("다시 확인해 주세요.")]


@pytest.mark.parametrize(
    ("form", "warnings"),
    [
        ({"prices": [{"months": 1, "amount": 49_500}]}, 0),
        ({"prices": [{"months": 1, "amount": 49_501}]}, 1),
        ({"prices": [{"months": 1, "amount": 16_500}]}, 0),
        ({"prices": [{"months": 1, "amount": 16_499}]}, 1),
        ({"prices": [{"months": 6, "amount": 33_000}]}, 1),
        ({"prices": [{"months": 6, "amount": 180_000}]}, 0),
        ({"discounts": [{"minQuantity": 3, "percent": 50}]}, 0),
        ({"discounts": [{"minQuantity": 3, "percent": 60}]}, 1),
    ],
    ids=str,
)
async def test_a_price_that_moves_by_more_than_half_is_pointed_out(
    client: Client, conn: Connection, clerk: Login, form: dict[str, Any], warnings: int
) -> None:
    plan = await a_plan(conn, prices={1: 33_000})

    assert len(await far_warnings(client, clerk, plan, form)) == warnings


async def test_a_first_price_far_from_the_pools_cheapest_month_is_pointed_out(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_neighbour(conn, await a_plan(conn, prices={1: 33_000, 12: 360_000}))

    warnings = await far_warnings(client, clerk, plan, {"prices": [{"months": 1, "amount": 330_000}]})

    (warning,) = warnings
    assert warning.startswith(
        "1개월 가격이 같은 주소를 파는 가장 싼 상품의 한 달 30,000원보다 1,000% 비쌉니다"
    )


async def test_a_change_of_terms_shows_what_differs_and_is_on_record(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn)
    form = {"name": "KT 고정 IP 서울", "deviceLimit": 2, "connections": 1, "downloadMbit": 50}

    shown = await preview(client, clerk, "catalog.plans", plan, **form)
    changed = await press(client, clerk, "catalog.plans", plan, **form)

    assert [row["label"] for row in shown.json()["data"]["rows"]] == ["이름", "내려받는 속도"]
    assert changed.status_code == 200
    assert (await page_of(client, clerk, plan))["downloadMbit"] == 50
    before = await fetch_one(conn, str, "SELECT before ->> '이름' FROM staff_record")
    assert before == "KT 고정 IP"


@pytest.mark.parametrize(
    ("changed", "warning"),
    [
        ({"deviceLimit": 1}, "이미 판매한 서비스의 기기 수는 줄지 않습니다."),
        ({"aDay": 7}, "주소 교체 조건은 이용 중인 서비스에도 바로 적용됩니다."),
        ({"deviceLimit": 9}, None),
    ],
    ids=["fewer devices", "fewer rotations", "more devices"],
)
async def test_a_change_of_terms_says_what_it_means_for_what_was_sold(
    client: Client, conn: Connection, clerk: Login, changed: dict[str, Any], warning: str | None
) -> None:
    plan = await a_plan(conn, kind="dynamic")
    shown = await preview(client, clerk, "catalog.plans", plan, **changed)

    assert shown.json()["data"]["warnings"] == ([warning] if warning else [])


async def test_what_somebody_else_changed_meanwhile_is_shown_first(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn)
    body = await body_of(client, clerk, "catalog.plans", plan, deviceLimit=4)
    await execute(conn, "UPDATE plans SET device_limit = 5 WHERE id = %(id)s", id=plan)

    answer = await client.post(path_of("catalog.plans"), json=body, headers=clerk.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")


async def test_a_change_of_one_term_leaves_the_others_as_a_colleague_has_set_them(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn, kind="dynamic")
    body = await body_of(client, clerk, "catalog.plans", plan, name="다른 이름")
    await press(client, clerk, "catalog.plans", plan, uploadMbit=20, leastSeconds=90)

    answer = await client.post(path_of("catalog.plans"), json=body, headers=clerk.headers)

    assert answer.status_code == 200, answer.text
    await press(client, clerk, "catalog.plans", plan, aDay=7)
    page = await page_of(client, clerk, plan)
    assert (page["name"], page["uploadMbit"]) == ("다른 이름", 20)
    assert (page["rotation"]["aDay"], page["rotation"]["leastSeconds"]) == (7, 90)


@pytest.mark.parametrize(
    ("change", "wish"),
    [
        ("catalog.plans", {}),
        ("catalog.plans", {"name": "KT 고정 IP", "uploadMbit": None}),
        ("catalog.switch", {"state": "visible"}),
    ],
    ids=["no term", "terms as they are", "a sale that goes on"],
)
async def test_a_change_that_changes_nothing_is_refused(
    client: Client, conn: Connection, clerk: Login, change: str, wish: dict[str, Any]
) -> None:
    plan = await a_plan(conn)

    answer = await preview(client, clerk, change, plan, **wish)

    assert (answer.status_code, answer.json()["code"]) == (409, "change_stays")


async def test_an_emptied_description_and_speed_are_stored_as_none(
    client: Client, conn: Connection, clerk: Login
) -> None:
    plan = await a_plan(conn)
    await press(client, clerk, "catalog.plans", plan, description="빠릅니다", downloadMbit=50)

    await press(client, clerk, "catalog.plans", plan, description=None, downloadMbit=None)

    page = await page_of(client, clerk, plan)
    assert (page["description"], page["downloadMbit"]) == ("", None)


async def test_terms_of_rotation_fit_a_dynamic_plan_alone(
    client: Client, conn: Connection, clerk: Login
) -> None:
    static, dynamic = await a_plan(conn), await a_plan(conn, kind="dynamic")

    answers = [
        await preview(client, clerk, "catalog.plans", static, aDay=7),
        await preview(client, clerk, "catalog.plans", dynamic, timerLeast=60, timerMost=30),
    ]

    assert [answer.json()["fields"][0]["name"] for answer in answers] == [
        "wish.leastSeconds",
        "wish.timerMost",
    ]


async def test_two_plans_of_one_code_are_not_made(client: Client, conn: Connection, clerk: Login) -> None:
    taken = await fetch_one(conn, str, "SELECT code FROM plans WHERE id = %(id)s", id=await a_plan(conn))
    pool = await fetch_one(conn, int, "SELECT min(id) FROM address_pools")

    answer = await preview(client, clerk, "catalog.make", None, **NEW | {"pool": pool, "code": taken})

    assert answer.json()["detail"] == PlanCodeTaken.detail


@pytest.mark.parametrize(
    ("differs", "field"),
    [
        ({}, "pool"),
        ({"pool": 1099511627776}, "pool"),
        ({"kind": "ticket", "pool": 1099511627776, "uploadMbit": None, "downloadMbit": None}, "pool"),
        ({"kind": "ticket"}, "uploadMbit"),
    ],
    ids=["no pool", "no such pool", "a ticket with a pool", "a ticket with a speed"],
)
async def test_a_plan_that_could_not_be_sold_is_not_made(
    client: Client, clerk: Login, differs: dict[str, Any], field: str
) -> None:
    answer = await preview(client, clerk, "catalog.make", None, **NEW | differs)

    assert (answer.status_code, [each["name"] for each in answer.json()["fields"]]) == (
        422,
        [f"wish.{field}"],
    )
