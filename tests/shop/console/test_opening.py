"""What a new shop still lacks before it sells, as the first screen lists it."""

from dataclasses import dataclass
from typing import Any

import pytest

from ieum.shop.console.today.jobs import note_opening
from ieum.shop.kernel.db import Connection, Database, execute, fetch_one
from ieum.shop.publishing import starting
from ieum.shop.site.fields import FOOTER
from tests.shop.builders import desk
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import an_order
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.worker import job_context, worker_tools

TEXTS = "/api/v1/console/content"
FILLED = "UPDATE site_config SET " + ", ".join(f"{name} = '1'" for name in FOOTER)


@dataclass
class Desk:
    client: Client
    conn: Connection
    by: Login

    async def states(self) -> dict[str, str]:
        answer = await self.client.get("/api/v1/console/today", headers=self.by.headers)
        assert answer.status_code == 200, answer.text
        return {step["name"]: step["state"] for step in answer.json()["data"]["opening"]}

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        answer = await self.client.post(path, json=body, headers=self.by.headers)
        assert answer.status_code == status, answer.text
        return answer.json().get("data")

    async def publish_terms(self, slug: str, edition: str) -> None:
        draft = await self.begin(slug, edition)
        await self.press("content.publish", draft)

    async def begin(self, slug: str, edition: str) -> int:
        wish = {"kind": "legal", "slug": slug, "edition": edition}
        begun = await desk.press_plain(self.client, self.by, "content.draft", None, **wish)
        return begun.json()["data"]["made"]["id"]

    async def press(self, change: str, target: int | None) -> None:
        answer = await desk.press(self.client, self.by, change, target)
        assert answer.status_code == 200, answer.text


@pytest.fixture
async def owner(client: Client, conn: Connection) -> Desk:
    return Desk(client, conn, await a_staff(conn, owner=True))


async def test_an_empty_shop_lacks_everything_and_a_full_one_has_no_list(owner: Desk) -> None:
    before = await owner.states()
    assert set(before.values()) == {"todo"}

    await execute(owner.conn, FILLED)  # pyright: ignore[reportArgumentType] - the names are the house's own
    await owner.press("content.starters", None)
    await owner.publish_terms("terms-use", "2026-01-01")
    await owner.publish_terms("policy", "2026-01-01")
    plan = await a_plan(owner.conn)
    left = {name: state for name, state in (await owner.states()).items() if state != "done"}

    # A purchase has been paid with these keys, and told by mail and SMS.
    await an_order(owner.conn, await a_member(owner.conn), plan, state="paid")

    assert left == {"mail": "todo", "sms": "todo", "toss": "todo"}
    assert await owner.states() == {}


async def test_a_shop_that_has_opened_is_not_asked_again_what_it_lacks(owner: Desk, db: Database) -> None:
    at_work = job_context(worker_tools(db))
    await note_opening.func(at_work, 0)
    before = await fetch_one(owner.conn, int, "SELECT count(*) FROM shop_opened")
    await execute(owner.conn, FILLED)  # pyright: ignore[reportArgumentType] - the names are the house's own
    await starting.publish_missing(owner.conn)
    await owner.publish_terms("terms-use", "2026-01-01")
    await owner.publish_terms("policy", "2026-01-01")
    plan = await a_plan(owner.conn)
    await an_order(owner.conn, await a_member(owner.conn), plan, state="paid")

    await note_opening.func(at_work, 0)
    await note_opening.func(at_work, 0)
    await execute(owner.conn, "UPDATE plans SET state = 'hidden'")

    after = await fetch_one(owner.conn, int, "SELECT count(*) FROM shop_opened")
    assert (before, after) == (0, 1)
    assert await owner.states() == {}


@pytest.mark.parametrize("name", FOOTER)
async def test_whatever_the_law_wants_below_the_pages_is_missed(owner: Desk, name: str) -> None:
    await execute(owner.conn, FILLED)  # pyright: ignore[reportArgumentType] - the names are the house's own
    assert (await owner.states())["business"] == "done"

    await execute(owner.conn, f"UPDATE site_config SET {name} = ''")  # pyright: ignore[reportArgumentType]

    assert (await owner.states())["business"] == "todo"


async def test_what_is_under_way_is_neither_missing_nor_done(owner: Desk) -> None:
    gateway = await a_gateway(owner.conn, public_key=None)
    await execute(
        owner.conn,
        """
        WITH pool AS (
            INSERT INTO address_pools (code, carrier, region) VALUES ('kt', 'KT', '서울') RETURNING id
        ), stock AS (
            INSERT INTO exit_addresses (pool_id, gateway_id, address)
            SELECT id, %(gateway)s, '198.51.100.9' FROM pool
        ), plan AS (
            INSERT INTO plans (code, kind, pool_id, name, device_limit)
            SELECT 'kt', 'static', id, 'KT', 2 FROM pool RETURNING id
        )
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        SELECT id, 1, 33000, now() + interval '1 day' FROM plan
        """,
        gateway=gateway,
    )
    await owner.publish_terms("terms-use", "2026-01-01")
    await owner.publish_terms("policy", "2099-01-01")

    states = await owner.states()

    begun = {"gateway", "addresses", "price", "legal"}
    assert {name for name, state in states.items() if state == "begun"} == begun
    assert states["sale"] == "todo"


@pytest.mark.parametrize(
    "closing", ["UPDATE plans SET state = 'hidden'", "UPDATE site_config SET static_enabled = false"]
)
async def test_a_plan_that_nobody_can_buy_is_not_on_sale(owner: Desk, closing: str) -> None:
    await a_plan(owner.conn)
    assert (await owner.states())["sale"] == "done"

    await execute(owner.conn, closing)  # pyright: ignore[reportArgumentType] - given above

    assert (await owner.states())["sale"] == "todo"


async def test_a_test_counts_unless_its_message_was_refused(owner: Desk) -> None:
    await owner.post("/api/v1/console/settings/connections/toss/test", status=200)
    await owner.post("/api/v1/console/settings/connections/mail/test", status=200)
    tested = await owner.states()
    await execute(owner.conn, "UPDATE messages SET given_up_at = now(), refusal = 'unknown recipient'")

    assert (tested["toss"], tested["mail"], tested["sms"]) == ("done", "done", "todo")
    assert (await owner.states())["mail"] == "todo"


async def test_who_may_not_see_the_settings_is_not_told_what_the_shop_lacks(
    client: Client, conn: Connection
) -> None:
    assert await Desk(client, conn, await a_staff(conn, "today.view")).states() == {}


async def test_starters_never_touch_what_the_shop_has_had(owner: Desk) -> None:
    await owner.press("content.starters", None)
    kinds = {
        item["kind"]
        for item in (
            await owner.client.get(f"{TEXTS}/texts", params={"size": 100}, headers=owner.by.headers)
        ).json()["data"]["items"]
    }
    again = await desk.preview(owner.client, owner.by, "content.starters", None)

    # Legal documents are read before they bind, so that none is published unseen.
    assert kinds == {"notice", "faq", "guide", "page", "release"}
    assert (again.status_code, again.json()["code"]) == (409, "no_starter_texts")
    assert await starting.list_missing(owner.conn) == []


async def test_a_legal_document_begins_with_words_of_the_starter_set_then_of_its_own(owner: Desk) -> None:
    await owner.publish_terms("policy", "2026-01-01")
    draft = await owner.begin("policy", "2027-01-01")
    path = f"{TEXTS}/drafts/{draft}"
    written = (await owner.client.get(path, headers=owner.by.headers)).json()["data"]["written"]

    assert written["title"] == "개인정보처리방침"
    assert written["effectiveFrom"] == "2027-01-01"


def test_terms_of_the_starter_set_say_how_this_shop_refunds() -> None:
    law, owner = (starting.find_legal("terms-use", mode) for mode in ("law", "owner"))

    assert law is not None
    assert owner is not None
    assert (law.refund_mode, owner.refund_mode) == (None, "owner")
