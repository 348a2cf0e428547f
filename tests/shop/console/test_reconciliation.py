"""Alarms as staff read and settle them, and both sides of a payment that differs."""

import asyncio
import re
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from ieum.operations.backup import records
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.reconciliation import backups
from ieum.shop.reconciliation import service as reconciliation
from ieum.shop.reconciliation.desk.filters import AREAS
from ieum.shop.reconciliation.desk.words import BACKUPS, MEANINGS, REFERENCES, meaning_of
from tests.shop.builders.desk import body_of, path_of, press, preview
from tests.shop.builders.locks import until_so_many_wait_for_locks
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.subscribers import a_subscriber

PATH = "/api/v1/console/alarms"
SETTLE = "reconciliation.settle"
HANDBOOK = Path(__file__).parents[3] / "docs" / "operate" / "night.md"


async def an_alarm(conn: Connection, kind: str = "refund_stuck", reference: str = "order-1") -> int:
    await alarms.raise_alarm(conn, kind, reference=reference, detail="the provider says no")
    return await fetch_one(
        conn,
        int,
        "SELECT id FROM alarms WHERE kind = %(kind)s AND reference = %(reference)s",
        kind=kind,
        reference=reference,
    )


async def settler(conn: Connection) -> Login:
    return await a_staff(conn, "reconciliation.view", "reconciliation.settle", name="이정산")


async def listed(client: Client, by: Login, query: str = "") -> list[int]:
    answer = await client.get(f"{PATH}?{query}", headers=by.headers)
    assert answer.status_code == 200, answer.text
    return [item["id"] for item in answer.json()["data"]["items"]]


def test_every_kind_of_the_handbook_has_words_of_its_own() -> None:
    table = HANDBOOK.read_text().partition("| kind | what it means | what to do |")[2].partition("\n\n")[0]
    firsts = [row.split("|")[1] for row in table.splitlines() if row.startswith("| ")]
    kinds = {kind for first in firsts for kind in re.findall(r"`([a-z_]+)`", first)}

    assert len(kinds) > 20
    assert {kind for kind in kinds if meaning_of(kind) == meaning_of("no such kind")} == set()
    assert all(meaning.means and meaning.todo for meaning in MEANINGS.values())
    # One condition for an end is enough: 성공하면 해결되면 is no sentence.
    assert [kind for kind, meaning in MEANINGS.items() if "면 해결되면" in meaning.todo] == []


async def test_an_alarm_says_what_it_means_and_what_to_do(client: Client, conn: Connection) -> None:
    by, alarm = await settler(conn), await an_alarm(conn)

    data = (await client.get(f"{PATH}/{alarm}", headers=by.headers)).json()["data"]

    assert data["title"] == "환불이 멈춤"
    assert "수동" in data["todo"]
    assert (data["clearedAt"], data["orderId"]) == (None, None)


@pytest.mark.parametrize(
    ("kind", "reference", "title", "about"),
    [
        ("backup_failed", "base", "데이터베이스 백업 실패: 다시 백업해 주세요", "데이터베이스 백업"),
        ("backup_late", "wal", "변경 기록 보관이 늦음: 보관 서비스를 확인해 주세요", "변경 기록 보관"),
        ("gateway_lost", "base", "게이트웨이 연결 끊김", "base"),
    ],
)
async def test_an_alarm_of_a_backup_names_what_to_do_and_no_word_of_our_own(
    client: Client, conn: Connection, kind: str, reference: str, title: str, about: str
) -> None:
    by, alarm = await settler(conn), await an_alarm(conn, kind, reference)

    data = (await client.get(f"{PATH}/{alarm}", headers=by.headers)).json()["data"]
    shown = await preview(client, by, SETTLE, alarm)

    assert (data["title"], data["about"], data["reference"]) == (title, about, reference)
    assert {row["label"]: row["value"] for row in shown.json()["data"]["rows"]}["참조"] == about


@pytest.mark.parametrize(
    ("kind", "reference", "comes_again"),
    [
        ("backup_failed", "base", True),
        ("backup_failed", records.GAP, False),
        ("refund_stuck", "order-1", True),
    ],
)
async def test_settling_says_whether_the_alarm_comes_again(
    client: Client, conn: Connection, kind: str, reference: str, comes_again: bool
) -> None:
    by, alarm = await settler(conn), await an_alarm(conn, kind, reference)

    shown = await preview(client, by, SETTLE, alarm)

    [warning] = shown.json()["data"]["warnings"]
    assert ("다음 점검에서 다시 생깁니다" in warning) == comes_again
    assert ("먼저 데이터베이스를 새로 백업해 주세요" in warning) != comes_again


def test_every_backup_has_words_for_its_failure_and_its_delay() -> None:
    kinds, others = set(backups.ALLOWED), {records.GAP, records.LEFT}

    assert {reference for kind, reference in BACKUPS if kind == "backup_late"} == kinds
    assert {reference for kind, reference in BACKUPS if kind == "backup_failed"} == others | kinds
    assert set(REFERENCES) == others | kinds
    assert [meaning.title for meaning in BACKUPS.values() if not meaning.title.endswith("주세요")] == []


async def test_settling_clears_it_once_under_a_name_and_is_recorded(client: Client, conn: Connection) -> None:
    by, alarm = await settler(conn), await an_alarm(conn)
    body = await body_of(client, by, SETTLE, alarm)

    settled = await client.post(path_of(SETTLE), json=body, headers=by.headers)
    again = await client.post(path_of(SETTLE), json=body | {"key": a_press_key()}, headers=by.headers)

    assert settled.status_code == 200, settled.text
    data = (await client.get(f"{PATH}/{alarm}", headers=by.headers)).json()["data"]
    assert data["clearedBy"] == "이정산"
    assert (again.status_code, again.json()["code"]) == (409, "change_stays")
    assert await fetch_all(
        conn, list[Any], "SELECT json_build_array(action, object_id, reason, before, after) FROM staff_record"
    ) == [
        [
            SETTLE,
            str(alarm),
            "고객 요청",
            {"state": "open", "kind": "refund_stuck", "reference": "order-1"},
            {"state": "cleared"},
        ]
    ]


async def test_of_two_who_settle_it_at_once_one_does(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        both, alarm = [await settler(conn) for _ in range(2)], await an_alarm(conn)
    bodies = [await body_of(shop.client, by, SETTLE, alarm) for by in both]

    async with shop.db.transaction() as holder:
        await holder.execute("SELECT FROM alarms FOR UPDATE")
        pressed = [
            asyncio.create_task(shop.client.post(path_of(SETTLE), json=body, headers=by.headers))
            for by, body in zip(both, bodies, strict=True)
        ]
        await until_so_many_wait_for_locks(shop.db, 2)
    answers = await asyncio.gather(*pressed)

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM staff_record") == 1


async def test_an_alarm_that_a_program_has_cleared_is_under_nobodys_name(
    client: Client, conn: Connection
) -> None:
    by, alarm = await settler(conn), await an_alarm(conn)
    await alarms.clear_about(conn, "refund_stuck", reference="order-1", by="refunded")

    data = (await client.get(f"{PATH}/{alarm}", headers=by.headers)).json()["data"]

    assert data["clearedBy"] == "환불이 끝나 저절로 해결"


async def test_a_cause_that_remains_raises_it_again(client: Client, conn: Connection) -> None:
    by, alarm = await settler(conn), await an_alarm(conn)
    await press(client, by, SETTLE, alarm)

    await alarms.raise_alarm(conn, "refund_stuck", reference="order-1", detail="still")

    (open_one,) = await listed(client, by, "state=open")
    assert open_one != alarm
    assert await listed(client, by, "state=cleared") == [alarm]


async def test_the_list_is_narrowed_by_kind_and_reference(client: Client, conn: Connection) -> None:
    by = await settler(conn)
    stuck = await an_alarm(conn)
    lost = await an_alarm(conn, "gateway_lost", "seoul-1")

    assert await listed(client, by) == [lost, stuck]
    assert await listed(client, by, "kind=gateway_lost") == [lost]
    assert await listed(client, by, "q=order-1") == [stuck]


async def test_every_alarm_is_in_one_area_and_a_backup_is_found_by_the_words_of_its_column(
    client: Client, conn: Connection
) -> None:
    by = await settler(conn)
    found = {kind: await an_alarm(conn, kind, "base") for kind in MEANINGS}

    areas = {area: await listed(client, by, f"area={area}") for area in ("money", *AREAS)}

    assert sorted(alarm for alarms in areas.values() for alarm in alarms) == sorted(found.values())
    assert set(areas["backups"]) == {found["backup_failed"], found["backup_late"]}
    others = await listed(client, by, "area=others")
    assert sorted(others + areas["backups"]) == sorted(found.values())
    assert found["database_restored"] in areas["money"]
    assert found["gateway_lost"] in areas["fleet"]
    assert await listed(client, by, "area=backups&q=데이터베이스 백업") == areas["backups"]


async def test_both_sides_of_a_payment_stand_beside_each_other(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection
) -> None:
    by = await settler(conn)
    await a_subscriber(client, sandbox, conn)
    order = await fetch_one(conn, str, "SELECT id FROM orders")
    alarm = await an_alarm(conn, "provider_amount_differs", order)

    async def sides() -> dict[str, Any]:
        answer = await client.get(f"{PATH}/{alarm}/sides", headers=by.headers)
        assert answer.status_code == 200, answer.text
        (one,) = answer.json()["data"]["items"]
        return one

    alike = await sides()
    await execute(conn, "UPDATE payments SET amount = amount + 1000")
    differs = await sides()

    assert (alike["ours"]["amount"], alike["theirs"]["amount"], alike["difference"]) == (33_000, 33_000, None)
    assert (differs["ours"]["amount"], differs["theirs"]["balance"]) == (34_000, 33_000)
    assert differs["difference"] is not None
    assert (await client.get(f"{PATH}/{alarm}", headers=by.headers)).json()["data"]["orderId"] == order


async def test_the_nightly_checks_are_shown(client: Client, conn: Connection) -> None:
    by = await settler(conn)
    await reconciliation.note_ledger(conn, day=date(2026, 11, 20))

    answer = await client.get("/api/v1/console/book-checks", headers=by.headers)

    (check,) = answer.json()["data"]["items"]
    assert (check["kind"], check["differences"]) == ("ledger", [])
    assert check["totals"]["orders_paid"] == 0
