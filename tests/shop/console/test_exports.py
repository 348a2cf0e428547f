"""Files of lists: just what the filters find, for whoever asked, a day long, and safe in a spreadsheet."""

import csv
import re
from collections.abc import AsyncGenerator
from datetime import datetime
from io import StringIO
from typing import Any

import msgspec
import pytest

from ieum.shop.console.actions import DESK
from ieum.shop.exports import changes, files, jobs, queries
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.workbooks import MEDIA_TYPE
from ieum.shop.orders.words import METHODS, STATES
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.desk import preview
from tests.shop.builders.excel import as_excel_reads
from tests.shop.builders.exports import ask, make, newest, take
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

CONSOLE = "/api/v1/console"
BOM = "\ufeff"
FILED = {name: listed for name, listed in DESK.lists.items() if not listed.is_kept_here}


async def an_entry(conn: Connection, reason: str, *, kind: str = "member") -> None:
    await execute(
        conn,
        """
        WITH head AS (UPDATE staff_record_head SET index = index + 1 RETURNING index)
        INSERT INTO staff_record (index, at, role, action, object_kind, object_id, reason, request_id, address, hash)
        SELECT index, now(), 'x', 'members.block', %(kind)s, '1', %(reason)s, 'r', '::1', %(hash)s
          FROM head
        """,
        kind=kind,
        reason=reason,
        hash=bytes(32),
    )


async def test_a_file_holds_what_the_filters_find_and_nothing_else(
    client: Client, conn: Connection, db: Database
) -> None:
    staff = await a_staff(conn, "exports.make", "record.view")
    await an_entry(conn, "첫째")
    await an_entry(conn, "다른 것", kind="order")
    await an_entry(conn, "둘째")

    asked = await ask(client, staff, "object=member")
    export = asked.json()["data"]["made"]["exportId"]
    await make(db, export)
    file = await take(client, staff, export)

    lines = file.text.removeprefix(BOM).splitlines()
    assert asked.status_code == 200
    assert file.content.startswith(BOM.encode())
    assert [row["사유"] for row in csv.DictReader(lines)] == ["둘째", "첫째"]
    assert int(file.headers["content-length"]) == len(file.content)


async def test_a_workbook_has_the_rows_and_says_by_which_filters(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 2)
    monkeypatch.setattr(files, "PIECE", 300)
    staff = await a_staff(conn, "exports.make", "record.view")
    for number in range(5):
        await an_entry(conn, f"=사유 {number}")
    wanted = f"object=member&staff={staff.staff}&from=2026-11-01T00:00:00Z"

    made = (await ask(client, staff, "object=member", form="xlsx")).json()["data"]["made"]
    narrow = (await ask(client, staff, wanted, form="xlsx")).json()["data"]["made"]
    await make(db, made["exportId"])
    await make(db, narrow["exportId"])
    file = await take(client, staff, made["exportId"])
    rows = as_excel_reads(file.content)

    assert file.headers["content-type"] == MEDIA_TYPE
    assert re.search(r"\.xlsx\"$", file.headers["content-disposition"])
    assert [row[rows[0].index("사유")] for row in rows[1:]] == [f"=사유 {n}" for n in range(4, -1, -1)]
    assert await fetch_one(conn, int, "SELECT count(*) FROM export_pieces") > 2
    about = as_excel_reads((await take(client, staff, narrow["exportId"])).content, sheet=2)
    assert about[:2] == [["목록", "기록"], ["조건", "기간 2026.11.01 09:00부터, 대상 member, 누가 김운영"]]
    [_, seen] = (await client.get(f"{CONSOLE}/exports", headers=staff.headers)).json()["data"]["items"]
    assert (seen["screen"], seen["form"], seen["said"], seen["rows"]) == (
        "record",
        "xlsx",
        ["대상 member"],
        5,
    )


async def test_a_preview_says_what_is_in_the_file_and_a_large_workbook_is_refused(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "MOST_IN_WORKBOOK", 1)
    staff = await a_staff(conn, "exports.make", "record.view")
    await an_entry(conn, "하나")
    await an_entry(conn, "둘")

    wish = {"screen": "record", "query": "object=member"}
    seen = await preview(client, staff, "exports.make", None, **wish)
    refused = await preview(client, staff, "exports.make", None, **wish, form="xlsx")

    rows = {row["label"]: row["value"] for row in seen.json()["data"]["rows"]}
    assert (rows["목록"], rows["조건"], rows["줄 수"]) == ("기록", "대상 member", "2건 (지금)")
    assert rows["담는 것"].startswith("한 일, 대상")
    assert (refused.status_code, refused.json()["code"]) == (409, "change_stays")


@pytest.mark.usefixtures("personal")
async def test_a_list_with_personal_data_is_not_exported_alone(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, owner=True)

    answer = await preview(client, staff, "exports.make", None, screen="record", query="")

    assert (answer.status_code, answer.json()["code"]) == (409, "change_stays")


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
async def test_a_cell_that_would_run_as_a_formula_is_defused(
    client: Client, conn: Connection, db: Database, begin: str
) -> None:
    staff = await a_staff(conn, "exports.make", "record.view")
    await an_entry(conn, f"{begin}cmd|calc")

    export = (await ask(client, staff, "object=member")).json()["data"]["made"]["exportId"]
    await make(db, export)

    assert f"'{begin}cmd|calc" in (await take(client, staff, export)).text


async def test_a_file_is_handed_to_who_asked_alone_and_each_press_is_on_record(
    client: Client, conn: Connection, db: Database
) -> None:
    staff = await a_staff(conn, "exports.make", "record.view")
    owner = await a_staff(conn, owner=True)
    export = (await ask(client, staff)).json()["data"]["made"]["exportId"]

    early = await take(client, staff, export)
    await make(db, export)
    foreign = await take(client, owner, export)
    taken = [await take(client, staff, export) for _ in range(2)]
    others = await client.get(f"{CONSOLE}/exports", headers=owner.headers)

    assert (early.status_code, early.json()["code"]) == (409, "export_not_ready")
    assert (foreign.status_code, foreign.json()["code"]) == (404, "export_not_found")
    assert [answer.status_code for answer in taken] == [200, 200]
    assert others.json()["data"]["items"] == []
    assert await fetch_all(
        conn,
        str,
        "SELECT action || ' ' || reason FROM staff_record WHERE object_kind = 'export' ORDER BY index",
    ) == ["exports.make 회계 감사", "exports.download 회계 감사", "exports.download 회계 감사"]


async def test_a_file_is_deleted_after_a_day(client: Client, conn: Connection, db: Database) -> None:
    staff = await a_staff(conn, "exports.make", "record.view")
    export = (await ask(client, staff)).json()["data"]["made"]["exportId"]
    await make(db, export)
    await queries.expire(conn, limit=10)
    kept = await take(client, staff, export)
    await execute(conn, "UPDATE exports SET expires_at = now() - interval '1 second'")
    await queries.expire(conn, limit=10)

    over = await take(client, staff, export)

    assert kept.status_code == 200
    assert (over.status_code, over.json()["code"]) == (410, "export_over")
    assert await fetch_one(conn, int, "SELECT count(*) FROM export_pieces") == 0


@pytest.mark.parametrize(
    ("query", "screen", "code"),
    [
        ("nothing=1", "record", "invalid_fields"),
        ("staff=many", "record", "invalid_fields"),
        ("action=a&action=b", "record", "invalid_fields"),
        ("q=%00", "record", "invalid_fields"),
        ("q=%ff", "record", "invalid_fields"),
        ("", "secrets", "list_not_exported"),
    ],
)
async def test_filters_that_the_list_does_not_have_are_refused(
    client: Client, conn: Connection, query: str, screen: str, code: str
) -> None:
    answer = await ask(client, await a_staff(conn, owner=True), query, screen=screen)

    assert (answer.status_code, answer.json()["code"]) == (422, code)


async def test_who_may_not_see_a_list_may_not_take_it_away(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "exports.make", "orders.view")

    answer = await ask(client, staff)

    assert (answer.status_code, answer.json()["code"]) == (403, "permission_missing")


@pytest.fixture
def personal(monkeypatch: pytest.MonkeyPatch) -> None:
    personal = msgspec.structs.replace(DESK.lists["record"], is_personal=True)
    monkeypatch.setitem(DESK.lists, "record", personal)  # type: ignore[arg-type]


@pytest.mark.usefixtures("personal")
async def test_personal_data_takes_a_permission_and_a_second_person(
    client: Client, conn: Connection, db: Database
) -> None:
    plain = await a_staff(conn, "exports.make", "record.view")
    staff = await a_staff(conn, "exports.make", "exports.personal", "record.view")
    second = await a_staff(conn, "exports.make", "exports.personal", "record.view", "approvals.confirm")

    refused = await ask(client, plain)
    asked = await ask(client, staff)
    export = await newest(conn)
    await make(db, export)
    before = await take(client, staff, export)
    approval = f"{CONSOLE}/approvals/{asked.json()['data']['approvalId']}"
    shown = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]
    confirmed = await client.post(
        f"{approval}/confirmation", json={"digest": shown["digest"]}, headers=second.headers
    )
    await make(db, export)

    assert (refused.status_code, asked.status_code) == (403, 202)
    assert before.json()["code"] == "export_not_ready"
    assert confirmed.status_code == 200
    assert (await take(client, second, export)).status_code == 404
    assert (await take(client, staff, export)).status_code == 200


@pytest.mark.usefixtures("personal")
async def test_who_confirms_is_told_that_the_list_has_grown_since_it_was_asked_for(
    client: Client, conn: Connection, db: Database
) -> None:
    """The filters are asked again when the file is made: ten rows may be confirmed, and a thousand taken away."""
    staff = await a_staff(conn, "exports.make", "exports.personal", "record.view")
    second = await a_staff(conn, "exports.make", "exports.personal", "record.view", "approvals.confirm")
    await an_entry(conn, "하나")
    asked = (await ask(client, staff, "object=member")).json()["data"]
    approval = f"{CONSOLE}/approvals/{asked['approvalId']}"

    async def preview() -> dict[str, Any]:
        return (await client.get(approval, headers=second.headers)).json()["data"]["preview"]

    async def confirm(digest: str) -> Any:
        return await client.post(f"{approval}/confirmation", json={"digest": digest}, headers=second.headers)

    before = await preview()
    for _ in range(133):
        await an_entry(conn, "그 뒤")
    early = await confirm(before["digest"])
    shown = await preview()
    confirmed = await confirm(shown["digest"])
    export = await newest(conn)
    await make(db, export)
    [made] = (await client.get(f"{CONSOLE}/exports", headers=staff.headers)).json()["data"]["items"]
    file = await take(client, staff, export)

    assert not any("늘어" in warning for warning in before["warnings"])
    assert (early.status_code, early.json()["code"], confirmed.status_code) == (409, "preview_changed", 200)
    assert "요청한 뒤로 조건에 맞는 줄이 늘어, 지금 만들면 약 130건이 들어갑니다." in shown["warnings"]
    assert (made["expected"], made["rows"]) == (1, 134)
    assert made["madeAt"] is not None
    minute = f"{datetime.fromisoformat(made['madeAt']).astimezone(SEOUL):%Y%m%d-%H%M}"
    assert file.headers["content-disposition"].endswith(f'"record-{made["id"]}-{minute}.csv"')


async def test_a_file_whose_worker_was_killed_is_made_anew_and_given_up_after_three_tries(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await a_staff(conn, "exports.make", "record.view")
    export = (await ask(client, staff)).json()["data"]["made"]["exportId"]

    async def killed(*_: object, **__: object) -> AsyncGenerator[list[Any]]:
        yield []
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr(jobs, "stream", killed)
        with pytest.raises(ConnectionResetError):
            await make(db, export)
    left = await fetch_one(conn, int, "SELECT count(*) FROM export_pieces")
    await make(db, export)
    await make(db, export)

    assert left == 0
    assert (await take(client, staff, export)).status_code == 200
    await execute(
        conn,
        "UPDATE exports SET state = 'making', tries = 3, rows = NULL, bytes = NULL, made_at = NULL,"
        " expires_at = NULL",
    )
    await make(db, export)
    assert await fetch_one(conn, str, "SELECT state FROM exports") == "failed"


async def test_a_large_file_is_stored_in_pieces_and_comes_out_whole(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "BATCH", 2)
    monkeypatch.setattr(files, "PIECE", 300)
    staff = await a_staff(conn, "exports.make", "record.view")
    for number in range(11):
        await an_entry(conn, f"사유 {number}")

    export = (await ask(client, staff, "object=member")).json()["data"]["made"]["exportId"]
    await make(db, export)
    file = (await take(client, staff, export)).text

    assert await fetch_one(conn, int, "SELECT count(*) FROM export_pieces") > 2
    assert [row["사유"] for row in csv.DictReader(file.removeprefix(BOM).splitlines())] == [
        f"사유 {n}" for n in range(10, -1, -1)
    ]


@pytest.mark.parametrize("screen", list(FILED))
async def test_every_list_can_be_read_as_a_file(
    client: Client, conn: Connection, db: Database, screen: str
) -> None:
    staff = await a_staff(conn, owner=True)
    asked = await ask(client, staff, screen=screen)
    assert asked.is_success, asked.text
    export = await newest(conn)
    await execute(conn, "UPDATE exports SET state = 'making'")
    await make(db, export)

    headings = (await take(client, staff, export)).text.splitlines()[0]

    assert headings.removeprefix(BOM).split(",") == [column.label for column in FILED[screen].file_columns]


async def test_an_order_is_written_with_its_tax_and_how_it_was_paid(
    client: Client, conn: Connection, db: Database
) -> None:
    staff = await a_staff(conn, "exports.make", "orders.view")
    member = await a_member(conn, login_id="hongkildong")
    order = await an_order(conn, member, await a_plan(conn), state="paid", method="transfer")
    await a_payment(conn, order, method="계좌이체")

    export = (await ask(client, staff, screen="orders")).json()["data"]["made"]["exportId"]
    await make(db, export)

    [row] = csv.DictReader(StringIO((await take(client, staff, export)).text.removeprefix(BOM)))
    assert (row["주문번호"], row["아이디"], row["상태"]) == (order, "hong****", "결제완료")
    assert (row["결제금액"], row["공급가액"], row["부가세"]) == ("33000", "30000", "3000")
    assert (row["결제방법"], row["결제수단"], row["현금영수증"]) == ("계좌이체", "계좌이체", "")


async def test_a_phone_number_keeps_its_zero_in_excel(client: Client, conn: Connection, db: Database) -> None:
    staff = await a_staff(conn, owner=True)
    await a_member(conn)
    assert (await ask(client, staff, screen="members")).status_code == 202
    export = await newest(conn)
    await execute(conn, "UPDATE exports SET state = 'making'")
    await make(db, export)

    heads, row = as_excel_reads((await take(client, staff, export)).content)

    assert dict(zip(heads, row, strict=True))["휴대폰"] == "010-1234-5678"


async def test_every_state_and_method_of_the_tables_has_a_word(conn: Connection) -> None:
    checks = " ".join(
        await fetch_all(
            conn,
            str,
            """
            SELECT pg_get_constraintdef(oid) FROM pg_constraint
             WHERE conname IN ('orders_state_check', 'orders_method_check')
            """,
        )
    )

    words = {word for word in checks.split("'") if word.isidentifier() and word.islower()}
    assert words - {"text"} == set(STATES) | set(METHODS)
