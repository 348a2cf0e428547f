"""The settings in the console: each previewed, checked, seen at once; blocked addresses; tests of connections."""

import asyncio
import base64
import io
from ipaddress import ip_address
from typing import Any

import httpx
import pytest
from litestar import Litestar
from msgspec.structs import replace
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from ieum.shop.console.settings import connections, rules
from ieum.shop.console.settings.blocking import BLOCKS_YOURSELF
from ieum.shop.console.settings.words import GROUPS, NOT_OFFERED
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.payments.provider import Channel
from ieum.shop.payments.toss import TossClient
from ieum.shop.site import fields, queries, setting_queries
from ieum.shop.site import service as site
from ieum.shop.site.fields import COLUMNS, FOOTER, SettingValue
from tests.shop.builders import desk
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.clients import a_client
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.messages import outbox
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.wire import Wire
from tests.waiting import wait_until_async

SETTINGS = "/api/v1/console/settings"
BLOCKED = f"{SETTINGS}/blocked"
APPROVALS = "/api/v1/console/approvals"
MAY = ("settings.view", "settings.change", "settings.test")


async def values(client: Client, staff: Login) -> dict[str, Any]:
    answer = await client.get(SETTINGS, headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return {
        field["name"]: field["value"]
        for group in answer.json()["data"]["groups"]
        for field in group["fields"]
    }


async def preview(client: Client, staff: Login, group: str, **wished: SettingValue) -> httpx.Response:
    return await desk.preview(client, staff, "settings.change", group, values=wished)


async def change(client: Client, staff: Login, group: str, **wished: SettingValue) -> httpx.Response:
    """See what it would do, and do it."""
    seen = await preview(client, staff, group, **wished)
    if seen.status_code != 200:
        return seen
    return await desk.press(client, staff, "settings.change", group, values=wished)


async def block(client: Client, staff: Login, *ranges: str, change: str = "settings.block") -> httpx.Response:
    seen = await desk.preview(client, staff, change, "blocked", ranges=list(ranges))
    if seen.status_code != 200:
        return seen
    return await desk.press(client, staff, change, "blocked", ranges=list(ranges))


async def blocked_now(client: Client, staff: Login) -> list[str]:
    return (await client.get(BLOCKED, headers=staff.headers)).json()["data"]["ranges"]


async def test_every_column_of_the_table_is_offered_or_named_with_a_reason_why_not(conn: Connection) -> None:
    columns = await fetch_all(
        conn,
        str,
        "SELECT attname FROM pg_attribute WHERE attrelid = 'site_config'::regclass AND attnum > 0 AND NOT attisdropped",
    )
    offered = [name for group in GROUPS.values() for name in group.fields]

    assert sorted(offered + list(NOT_OFFERED)) == sorted(columns)
    assert sorted(offered) == sorted(COLUMNS)
    assert all(NOT_OFFERED.values())
    assert set(FOOTER) <= set(offered)


def test_every_setting_says_in_one_sentence_what_it_changes() -> None:
    for group in GROUPS.values():
        for name, words in group.fields.items():
            assert words.label, name
            assert words.effect.endswith("니다."), name
            assert set(words.options) == set(COLUMNS[name].options), name


OTHERS = {
    "mail": "someone@shop.example",
    "phone": "02-555-0199",
    "url": "https://shop.example/x.png",
    "line": "다른 값",
    "lines": "User-agent: *\nDisallow: /mypage",
}


def other(name: str, value: SettingValue) -> SettingValue:
    """Another value that this column takes."""
    column = COLUMNS[name]
    if column.kind == "flag":
        return not value
    if column.kind == "number":
        return column.most if value != column.most else column.least
    if name == "business_licence":
        return "123-45-67891"
    return OTHERS.get(column.kind) or next(option for option in column.options if option != value)


async def test_every_setting_is_written_where_it_is_read_and_nothing_else_is(conn: Connection) -> None:
    before = await setting_queries.get_values(conn)
    wished = {name: other(name, value) for name, value in before.items() if name != "dynamic_enabled"}
    await execute(conn, "UPDATE site_config SET blocked = '{203.0.113.0/24}'")

    for name, value in wished.items():
        await site.change_settings(conn, {name: value})
        assert (await setting_queries.get_values(conn))[name] == value

    assert await setting_queries.get_values(conn) == before | wished
    assert (await queries.get_blocked(conn)).ranges == ["203.0.113.0/24"]


@pytest.mark.parametrize(
    "name", [name for name, column in COLUMNS.items() if column.kind == "number" and name != "cool_down"]
)
async def test_the_bounds_of_a_number_are_no_wider_than_the_table_s(conn: Connection, name: str) -> None:
    for bound in (COLUMNS[name].least, COLUMNS[name].most):
        await setting_queries.set_values(conn, {name: bound})

    assert fields.wrong({name: COLUMNS[name].least}, {name: COLUMNS[name].least - 1})
    assert fields.wrong({name: COLUMNS[name].least}, {name: COLUMNS[name].most + 1})


async def test_a_change_shows_before_and_after_and_the_running_shop_knows_it_at_once(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, *MAY)
    seen = (await preview(client, staff, "points", point_percent=7, points_enabled=False)).json()["data"]

    done = await change(client, staff, "points", point_percent=7, points_enabled=False)

    assert seen["rows"] == [
        {"label": "포인트 사용", "value": "끔", "before": "켬"},
        {"label": "적립 비율", "value": "7%", "before": "10%"},
    ]
    assert done.status_code == 200, done.text
    public = (await client.get("/api/v1/config/info")).json()["data"]
    assert (public["pointPer"], public["pointYn"]) == (7, "N")
    assert await fetch_one(
        conn,
        dict[str, Any],
        "SELECT to_jsonb(r) - '{hash,at,request_id,session_id,index}'::text[] FROM staff_record r",
    ) == {
        "staff_id": staff.staff,
        "role": await fetch_one(conn, str, "SELECT name FROM staff_roles WHERE id = %(id)s", id=staff.role),
        "action": "settings.change",
        "object_kind": "setting",
        "object_id": "points",
        "reason": "고객 요청",
        "before": {"points_enabled": True, "point_percent": 10},
        "after": {"points_enabled": False, "point_percent": 7},
        "address": "127.0.0.1",
        "approval_id": None,
        "alone": False,
    }


async def test_what_was_seen_is_what_is_changed(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, *MAY)
    body = await desk.body_of(client, staff, "settings.change", "points", values={"point_percent": 7})
    await change(client, staff, "points", point_percent=5)

    late = await client.post(desk.path_of("settings.change"), json=body, headers=staff.headers)
    again = await preview(client, staff, "points", point_percent=5)

    assert (late.status_code, late.json()["code"]) == (409, "preview_changed")
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert (await values(client, staff))["point_percent"] == 5


async def test_of_two_changes_at_once_the_second_sees_the_first(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        staff = [await a_staff(conn, *MAY) for _ in range(2)]
    bodies = [
        await desk.body_of(shop.client, one, "settings.change", "points", values={"point_percent": share})
        for one, share in zip(staff, (3, 4), strict=True)
    ]
    path = desk.path_of("settings.change")
    answers = await asyncio.gather(
        *(
            shop.client.post(path, json=body, headers=one.headers)
            for one, body in zip(staff, bodies, strict=True)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize(
    ("group", "name", "value"),
    [
        ("business", "business_licence", "123-45-67890"),
        ("business", "officer_mail", "nobody"),
        ("business", "business_name", "이음\u202e주식회사"),
        ("business", "business_name", "가" * 201),
        ("business", "point_percent", 5),
        ("support", "phone", "전화 없음"),
        ("support", "remote_support_url", "javascript:alert(1)"),
        ("points", "point_percent", 101),
        ("points", "point_percent", "10"),
        ("points", "points_enabled", 2),
        ("refunds", "refund_mode", "never"),
        ("records", "session_months", 11),
        ("search", "site_name", ""),
        ("points", "only_row", True),
    ],
)
async def test_what_no_column_may_hold_is_refused_by_its_name(
    client: Client, conn: Connection, group: str, name: str, value: SettingValue
) -> None:
    staff = await a_staff(conn, *MAY)

    refused = await preview(client, staff, group, **{name: value})

    assert refused.status_code == 422, refused.text
    assert [field["name"] for field in refused.json()["fields"]] == [f"wish.values.{name}"]


async def test_what_the_law_wants_in_the_footer_may_be_filled_in_step_by_step_but_not_emptied(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, *MAY)
    await execute(conn, "UPDATE site_config SET business_name = '', representative = '', address = '서울'")

    first = await preview(client, staff, "business", business_name="이음 주식회사")
    emptied = await preview(client, staff, "business", business_name="이음 주식회사", address="")

    assert "대표자" in first.json()["data"]["warnings"][-1]
    assert "상호" not in first.json()["data"]["warnings"][-1]
    assert emptied.status_code == 422
    assert "법에 따라" in emptied.json()["fields"][0]["detail"]
    missing = (await client.get(SETTINGS, headers=staff.headers)).json()["data"]["missing"]
    assert {"상호", "대표자"} <= set(missing)
    assert "주소" not in missing


async def test_raising_what_staff_give_back_alone_takes_a_second_person_and_lowering_does_not(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, *MAY)
    second = await a_staff(conn, "settings.change", "approvals.confirm")
    lowered = await change(client, staff, "refunds", staff_refund_limit=100_000)

    asked = await change(client, staff, "refunds", staff_refund_limit=100_001, grace=5)
    before = await values(client, staff)
    approval = asked.json()["data"]["approvalId"]
    waiting = await client.get(f"{APPROVALS}/{approval}", headers=second.headers)
    confirmed = await client.post(
        f"{APPROVALS}/{approval}/confirmation",
        json={"digest": waiting.json()["data"]["preview"]["digest"]},
        headers=second.headers,
    )

    assert (lowered.status_code, asked.status_code) == (200, 202)
    assert (before["staff_refund_limit"], before["grace"]) == (100_000, 3)
    assert confirmed.json()["data"]["state"] == "confirmed", confirmed.text
    after = await values(client, staff)
    assert (after["staff_refund_limit"], after["grace"]) == (100_001, 5)
    assert (
        await fetch_one(
            conn,
            int,
            "SELECT staff_id FROM staff_record WHERE action = 'settings.change' AND approval_id = %(id)s",
            id=approval,
        )
        == second.staff
    )


@pytest.mark.parametrize(
    ("addresses", "state"),
    [(None, "visible"), (0, "visible"), (1, "visible"), (20, "hidden")],
    ids=["no plan", "no address", "nothing to change to", "a hidden plan"],
)
async def test_dynamic_addresses_are_not_sold_before_a_gateway_serves_them(
    client: Client, conn: Connection, addresses: int | None, state: str
) -> None:
    staff = await a_staff(conn, *MAY)
    if addresses is not None:
        await a_dynamic_plan(conn, addresses=addresses, on_sale=False)
        await execute(conn, "UPDATE plans SET state = %(state)s", state=state)

    refused = await change(client, staff, "sales", dynamic_enabled=True)

    assert (refused.status_code, refused.json()["code"]) == (409, "dynamic_not_served")


async def test_dynamic_addresses_are_sold_where_there_is_one_to_use_and_one_to_change_to(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, *MAY)
    await a_dynamic_plan(conn, addresses=2, on_sale=False)

    sold: list[bool] = []
    for on in (True, False):
        assert (await change(client, staff, "sales", dynamic_enabled=on)).status_code == 200
        sold.append(await fetch_one(conn, bool, "SELECT dynamic_enabled FROM site_config"))

    assert sold == [True, False]


async def test_a_blocked_address_is_refused_by_the_running_shop_until_it_is_taken_off_the_list(
    shop: Shop,
) -> None:
    blocklist = shop.app.state.blocklist
    await blocklist.start(shop.db)
    await until_shop_listens(shop.db)
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, *MAY)

    async def asked(address: str) -> int:
        async with a_client(shop.app, address=address) as stranger:
            return (await stranger.get("/api/v1/config/info")).status_code

    blocked = await block(shop.client, staff, "203.0.113.0/24", "2001:db8:5::/48")
    await wait_until_async(
        lambda: ip_address("203.0.113.9") in blocklist.ranges,
        "the server does not hear of the blocked addresses",
    )
    refused = await asked("203.0.113.9")
    both = await blocked_now(shop.client, staff)
    taken_off = await block(shop.client, staff, "203.0.113.0/24", change="settings.unblock")
    await wait_until_async(
        lambda: ip_address("203.0.113.9") not in blocklist.ranges, "the server still refuses the address"
    )
    answered, left = await asked("203.0.113.9"), await blocked_now(shop.client, staff)
    await blocklist.stop()

    assert (blocked.status_code, taken_off.status_code) == (200, 200)
    assert both == ["203.0.113.0/24", "2001:db8:5::/48"]
    assert left == ["2001:db8:5::/48"]
    assert (refused, answered) == (403, 200)


async def test_the_preview_says_whom_a_block_would_hit(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, *MAY)
    gateway = await a_gateway(conn)
    await execute(conn, "UPDATE gateways SET endpoint = '203.0.113.2:51820' WHERE id = %(id)s", id=gateway)
    await a_plan(conn)
    await execute(
        conn,
        "UPDATE exit_addresses SET address = '203.0.113.5' WHERE id = (SELECT min(id) FROM exit_addresses)",
    )
    await execute(
        conn, "UPDATE staff_sessions SET address = '203.0.113.9' WHERE id = %(id)s", id=staff.session
    )
    # On the first day of a month the oldest visit belongs to the month before.
    await execute(conn, "SELECT make_visit_month(now() - interval '25 hours')")
    await execute(
        conn,
        """
        INSERT INTO visits (visited_at, ip_address, referrer_url, referrer_host, landing_url, keyword, campaign, ad,
                            robot)
        SELECT now() - age, '203.0.113.7', '', '', '', '', '', '{}', ''
          FROM unnest(ARRAY[interval '1 minute', interval '1 minute', interval '25 hours']) age
        """,
    )

    async def seen() -> dict[str, Any]:
        answer = await desk.preview(client, staff, "settings.block", "blocked", ranges=["203.0.113.0/24"])
        return answer.json()["data"]

    first = await seen()
    await execute(conn, "DELETE FROM visits")
    second = await seen()

    assert {"label": "하루 동안의 방문", "value": "2건"} in first["rows"]
    said = " ".join(first["warnings"])
    assert "우리가 파는 IP 1개" in said
    assert "게이트웨이 1대" in said
    assert "직원" in said
    # Visits come all the time; one more does not send somebody back.
    assert second["rows"] != first["rows"]
    assert second["digest"] == first["digest"]


async def test_nobody_blocks_themselves_or_this_machine_or_the_world(app: Litestar, conn: Connection) -> None:
    staff = await a_staff(conn, *MAY)
    async with a_client(app, address="203.0.113.7") as here:
        own = await block(here, staff, "203.0.113.0/24")
        wrong = await block(here, staff, "127.0.0.1", "10.0.0.0/7", "198.51.100.1/24", "fe80::1%eth0", "어디")
        unknown = await block(here, staff, "198.51.100.0/24", change="settings.unblock")

    assert (own.status_code, own.json()["detail"]) == (409, BLOCKS_YOURSELF)
    assert wrong.status_code == 422
    assert wrong.json()["detail"].count("‘") == 5
    assert (unknown.status_code, unknown.json()["code"]) == (409, "change_stays")
    assert (await queries.get_blocked(conn)).ranges == []


async def test_a_block_that_was_seen_elsewhere_is_refused_from_within_it(
    client: Client, app: Litestar, conn: Connection
) -> None:
    """A press says where it comes from, whatever the preview was shown to."""
    staff = await a_staff(conn, *MAY)
    body = await desk.body_of(client, staff, "settings.block", "blocked", ranges=["203.0.113.0/24"])

    async with a_client(app, address="203.0.113.7") as here:
        refused = await here.post(desk.path_of("settings.block"), json=body, headers=staff.headers)
    allowed = await client.post(desk.path_of("settings.block"), json=body, headers=staff.headers)

    assert (refused.status_code, refused.json()["detail"]) == (409, BLOCKS_YOURSELF)
    assert allowed.status_code == 200
    assert await fetch_all(
        conn,
        list[Any],
        "SELECT json_build_array(action, object_kind, object_id, before, after) FROM staff_record",
    ) == [
        ["settings.block", "setting", "blocked", {"blocked": []}, {"blocked": ["203.0.113.0/24"]}],
    ]


async def test_a_test_mail_goes_to_whoever_asks_and_only_they_see_what_became_of_it(
    client: Client, conn: Connection
) -> None:
    staff, other_staff = await a_staff(conn, *MAY), await a_staff(conn, *MAY)

    answer = await client.post(f"{SETTINGS}/connections/mail/test", headers=staff.headers)
    sent = answer.json()["data"]
    where = f"{SETTINGS}/connections/messages/{sent['message']}"
    waiting = await client.get(where, headers=staff.headers)
    await execute(conn, "UPDATE messages SET given_up_at = now(), refusal = '550 no such box'")
    refused = await client.get(where, headers=staff.headers)
    strange = await client.get(where, headers=other_staff.headers)

    [mail] = await outbox(conn)
    assert (mail.channel, mail.recipient) == ("mail", staff.email)
    assert staff.email not in answer.text
    assert waiting.json()["data"]["state"] == "waiting"
    assert "550 no such box" in refused.json()["data"]["says"]
    assert strange.status_code == 404
    assert await fetch_all(conn, str, "SELECT action || ' ' || object_id FROM staff_record") == [
        "settings.test mail"
    ]


async def test_a_test_text_leaves_at_night_too_and_five_a_minute_are_enough(
    client: Client, conn: Connection, app: Litestar
) -> None:
    staff = await a_staff(conn, *MAY)

    async def send(phone: str = "010-1234-5678") -> httpx.Response:
        return await client.post(
            f"{SETTINGS}/connections/sms/test", json={"phone": phone}, headers=staff.headers
        )

    sent = await send("+82 10-1234-5678")
    settings = app.state.settings
    app.state.settings = replace(settings, sms=None)
    unset = await send()
    app.state.settings = settings
    landline = await send("02-123-4567")
    answers = [(await send()).status_code for _ in range(3)]

    [message, *_] = await outbox(conn)
    assert (message.channel, message.recipient) == ("sms", "01012345678")
    assert await fetch_all(conn, bool, "SELECT not_before IS NULL FROM messages") == [True] * 3
    assert sent.json()["data"]["says"] == ["010-****-5678 앞으로 시험 문자를 보냅니다."]
    assert unset.json()["data"]["works"] is False
    assert landline.status_code == 422
    assert answers == [200, 200, 429]


async def test_the_payment_provider_is_asked_whether_it_takes_both_keys_and_no_key_is_shown(
    client: Client, conn: Connection, app: Litestar, wire: Wire
) -> None:
    staff = await a_staff(conn, *MAY)
    secrets = [app.state.settings.toss_normal.secret, app.state.settings.toss_billing.secret]

    async def ask() -> dict[str, Any]:
        answer = await client.post(f"{SETTINGS}/connections/toss/test", headers=staff.headers)
        assert answer.status_code == 200, answer.text
        assert not any(secret in answer.text for secret in [*secrets, "test_sk_wrong"])
        return answer.json()["data"]

    right = await ask()
    sent = list(wire.sent)
    app.state.provider = TossClient(
        "http://sandbox/toss",
        {Channel.NORMAL: secrets[0], Channel.BILLING: "test_sk_wrong"},
        transport=wire,
    )
    wrong = await ask()
    wire.down = True
    away = await ask()

    assert right["works"] is True
    assert {call.split()[0] for call in sent} == {"GET"}
    assert wrong["works"] is False
    assert "확인했습니다" in wrong["says"][0]
    assert "UNAUTHORIZED_KEY" in wrong["says"][1]
    assert "연결하지 못했습니다" in away["says"][0]


async def test_a_provider_that_does_not_answer_is_not_waited_for(
    client: Client, conn: Connection, app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await a_staff(conn, *MAY)
    monkeypatch.setattr(connections, "PATIENCE_SECONDS", 0)

    class Silent(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await asyncio.Event().wait()
            raise AssertionError(request)

    app.state.provider = TossClient(
        "http://sandbox/toss", {Channel.NORMAL: "a", Channel.BILLING: "b"}, transport=Silent()
    )

    answer = await client.post(f"{SETTINGS}/connections/toss/test", headers=staff.headers)

    assert answer.json()["data"]["works"] is False
    assert "답하지 않았습니다" in answer.json()["data"]["says"][0]


async def test_the_identity_provider_is_asked_and_its_silence_is_said(
    client: Client, conn: Connection, wire: Wire
) -> None:
    staff = await a_staff(conn, *MAY)
    reached = await client.post(f"{SETTINGS}/connections/identity/test", headers=staff.headers)
    wire.down = True
    away = await client.post(f"{SETTINGS}/connections/identity/test", headers=staff.headers)

    assert reached.json()["data"] == {"works": True, "says": ["본인인증 기관이 답했습니다."], "message": None}
    assert away.json()["data"]["works"] is False


async def test_what_is_connected_is_said_without_a_secret(
    client: Client, conn: Connection, app: Litestar
) -> None:
    staff = await a_staff(conn, "settings.view")
    settings = app.state.settings

    answer = await client.get(f"{SETTINGS}/connections", headers=staff.headers)

    said = answer.json()["data"]
    assert said["webhookUrl"] == f"{settings.public_url}/api/v1/payments/webhooks/toss"
    assert [(one["name"], one["isSet"], one["isSandbox"]) for one in said["items"]] == [
        (name, True, True) for name in ("mail", "sms", "toss", "identity")
    ]
    keys = [settings.toss_normal, settings.toss_billing]
    hidden = [*(key.secret for key in keys), *(key.client for key in keys), settings.secret_key]
    hidden += [settings.sms.secret, settings.sms.key, settings.identity.secret, settings.smtp_url]
    assert not any(secret in answer.text for secret in hidden)


def test_lowering_the_limit_beside_another_change_takes_nobody_else() -> None:
    before: dict[str, SettingValue] = {"staff_refund_limit": 300_000, "grace": 3, "point_percent": 10}

    assert not rules.why_two(before, {"grace": 5})
    assert not rules.why_two(before, {"staff_refund_limit": 299_999, "grace": 5})
    assert rules.why_two(before, {"staff_refund_limit": 300_001})
    assert not rules.why_two(before, {"point_percent": 9})
    # All of an order's price in points is the order for nothing.
    assert rules.why_two(before, {"point_percent": 100})


def a_logo(width: int = 400, height: int = 100, form: str = "PNG") -> bytes:
    note = PngInfo()
    note.add_text("Comment", "<script>alert(1)</script>")
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#006B63").save(file, form, pnginfo=note)
    return file.getvalue()


async def send_logo(client: Client, staff: Login, picture: bytes) -> httpx.Response:
    form = {"content": base64.b64encode(picture).decode()}
    seen = await client.post(f"{SETTINGS}/logo/preview", json=form, headers=staff.headers)
    if seen.status_code != 200:
        return seen
    form |= {"digest": seen.json()["data"]["digest"], "reason": "새 로고"}
    return await client.put(f"{SETTINGS}/logo", json=form, headers=staff.headers)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
async def test_a_logo_is_drawn_anew_and_shown_at_once(client: Client, conn: Connection, form: str) -> None:
    staff = await a_staff(conn, *MAY)

    answer = await send_logo(client, staff, a_logo(form=form))

    assert answer.status_code == 200, answer.text
    address = answer.json()["data"]["address"]
    assert (await values(client, staff))["logo"] == address
    shown = await client.get(address)
    assert shown.headers["content-type"] == "image/png"
    assert b"script" not in shown.content
    assert (
        await fetch_one(
            conn, str, "SELECT concat_ws(' ', action, object_id, after->>'logo', reason) FROM staff_record"
        )
        == f"settings.change logo {address} 새 로고"
    )


@pytest.mark.parametrize(
    "picture",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"",
        b"GIF89a",
        a_logo(40, 20),
        a_logo(4000, 64),
        a_logo(4100, 4100),
        a_logo() + b" " * 2 * 1024 * 1024,
    ],
    ids=["svg", "nothing", "gif", "low", "wide", "large", "heavy"],
)
async def test_what_cannot_be_a_logo_is_refused_and_the_old_one_stays(
    client: Client, conn: Connection, picture: bytes
) -> None:
    staff = await a_staff(conn, *MAY)

    answer = await send_logo(client, staff, picture)

    assert (answer.status_code, answer.json()["code"]) == (422, "logo_refused")
    assert (await values(client, staff))["logo"] == ""


async def test_a_logo_that_was_not_seen_is_not_taken(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, *MAY)
    form = {"content": base64.b64encode(a_logo()).decode(), "digest": "another", "reason": "새 로고"}

    answer = await client.put(f"{SETTINGS}/logo", json=form, headers=staff.headers)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")


@pytest.mark.parametrize("content", ["안녕하세요", "not base64", "="])
async def test_a_logo_that_is_no_base64_is_refused_with_a_sentence(
    client: Client, conn: Connection, content: str
) -> None:
    staff = await a_staff(conn, "settings.change")

    answer = await client.post(f"{SETTINGS}/logo/preview", json={"content": content}, headers=staff.headers)

    assert answer.status_code == 422, answer.text
