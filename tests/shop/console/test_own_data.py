"""A member's own data as a file: all that is kept about them, nothing of anybody else, and by two people."""

import csv
import re
from datetime import UTC, datetime
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest

from ieum.shop.desk.permissions import Permission
from ieum.shop.exports import files, queries
from ieum.shop.exports.changes import NEEDED_FOR_OWN_DATA
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.leaving.rules import DESTROYED_WORDS
from ieum.shop.leaving.service import deletions
from ieum.shop.member_archive.archive import FILES, GUIDE, write_archive
from ieum.shop.members.types import MemberId
from tests.shop.builders.exports import ask_for_member, make, newest, take
from tests.shop.builders.inquiries import an_image
from tests.shop.builders.members import a_member
from tests.shop.builders.own_data import SECRETS, a_member_with_everything, a_sub_id_with_everything
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

CONSOLE = "/api/v1/console"
OF_SUB_IDS = {"서브 아이디 기록", "서브 아이디 허용"}

# Tables that lead to a member and of which the file says nothing, each with why.
LEFT_OUT = {
    # Keys, and what is kept to check them.
    "refresh_tokens": "hashes of tokens; the logins themselves are in the file",
    "recovery_codes": "hashes of codes that log in",
    "passkey_challenges": "random bytes of the next minutes",
    "moving_links": "hashes of links; what was moved is in the file",
    "sub_id_ends_told": "whether mails on a last day were sent, which are in the file themselves",
    "sub_id_links": "hashes of links; what was done with them is among the sub-id's events",
    # Counters and work of the next minutes.
    "staff_gifts": "sums of two days; each gift itself is in the file",
    "inquiry_uploads": "counts uploads of the last day; the pictures are in the file",
    "recovery_requests": "a look-up of half an hour, whose name may be anybody's",
    "inquiry_presence": "which of the staff has the page open",
    "address_offers": "what the search for another address offers for some minutes",
    # The shop's own workings; what the member has of them is in the file.
    "exits": "how a gateway serves a service now",
    "endpoints": "how a gateway serves a device now",
    "evacuations": "why a gateway is emptied; the moves of the member's service are in the file",
    "address_log_services": "a random name in the signed log, so that it says nothing about anybody",
    "address_log_entries": "the same; the leases it was written from are in the file",
    "lapses": "which subscriptions were left unpaid; how each ended is in the file",
    "waiting_services": "that a service which is over can still be extended, until when, which its page shows",
    "refund_rests": "which addresses are kept from sale for some days after a refund, which is in the file",
    "certificate_versions": "signed copies of the certificates that are in the file; the shop hands them out",
    # Other people's.
    "inquiry_notes": "what staff wrote for each other; the privacy officer decides (docs/decisions/0111)",
}


def read(file: bytes) -> dict[str, list[dict[str, str]]]:
    """The rows of each CSV file in a ZIP."""
    with ZipFile(BytesIO(file)) as archive:
        return {
            name.removesuffix(".csv"): list(csv.DictReader(StringIO(archive.read(name).decode("utf-8-sig"))))
            for name in archive.namelist()
            if name.endswith(".csv")
        }


async def own_data(conn: Connection, member: MemberId) -> bytes:
    file = BytesIO()
    await write_archive(conn, member, file)
    return file.getvalue()


def texts(file: bytes) -> str:
    with ZipFile(BytesIO(file)) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist() if name.endswith(".csv"))


async def test_something_of_everything_is_in_it_and_nothing_of_another_member(conn: Connection) -> None:
    staff = await a_staff(conn)
    member = await a_member_with_everything(conn, staff, "mine")
    await a_member_with_everything(conn, staff, "theirs")

    file = await own_data(conn, member)

    rows = read(file)
    assert {name for name, found in rows.items() if not found} == OF_SUB_IDS
    assert "mine" in texts(file)
    assert "theirs" not in texts(file)
    # One of each, as there would be two if another member's were there.
    assert {name for name, found in rows.items() if len(found) > 1} == {
        "주문",
        "IP 교체권",
        "문의 글",
        "메시지",
    }
    with ZipFile(BytesIO(file)) as archive:
        assert [archive.read(name) for name in archive.namelist() if name.endswith(".png")] == [an_image()]


async def test_no_secret_and_no_name_of_staff_is_in_it(conn: Connection) -> None:
    member = await a_member_with_everything(conn, await a_staff(conn), "mine")

    file = await own_data(conn, member)

    text, rows = texts(file), read(file)
    assert [secret for secret in SECRETS if secret in text] == []
    assert "b'" not in text
    assert rows["등록한 카드"][0]["카드번호"] == "4330-12**-****-123*"
    assert rows["직원의 처리"] == [{"일시": rows["직원의 처리"][0]["일시"], "내용": "가린 개인정보 보기"}]
    assert rows["기기"][0]["이름"] == "'=mine기기"


async def test_its_text_names_each_file_and_each_field(conn: Connection) -> None:
    file = await own_data(conn, await a_member(conn))

    with ZipFile(BytesIO(file)) as archive:
        guide = archive.read(GUIDE).decode("utf-8-sig")
        for name in archive.namelist():
            if name != GUIDE:
                part = guide.partition(f"[{name}]\r\n")[2].partition("\r\n\r\n")[0]
                headings = archive.read(name).decode("utf-8-sig").splitlines()[0].split(",")
                assert re.findall(r"^- (.+?): .+$", part, re.MULTILINE) == headings, name


async def test_a_sub_id_and_its_owner_have_each_their_own(conn: Connection) -> None:
    owner = await a_member(conn, login_id="owner_id")
    service = await a_service(conn, owner)
    await a_device(conn, service)
    sub_id = await a_sub_id_with_everything(conn, owner, service, "desk")

    of_owner, of_sub_id = read(await own_data(conn, owner)), read(await own_data(conn, sub_id))

    assert [device["이름"] for device in of_owner["기기"]] == ["PC"]
    assert [device["이름"] for device in of_sub_id["기기"]] == ["desk기기"]
    assert [one["아이디"] for one in of_owner["서브 아이디"]] == ["desk_desk"]
    assert {name for name, found in of_sub_id.items() if found} == {"회원 정보", "기기", *OF_SUB_IDS}


async def test_who_has_left_gets_what_the_law_has_us_keep(conn: Connection) -> None:
    member = await a_member(conn)
    await execute(
        conn,
        """
        INSERT INTO left_members (member_id, login_id, name, email, phone, joined_at, destroy_at)
        VALUES (%(member)s, 'former_id', '홍길동', 'a@example.com', '01012345678', now(), now() + interval '5 years')
        """,
        member=member,
    )
    await execute(
        conn,
        """
        UPDATE members SET left_at = now(), login_id = NULL, login_id_hash = sha256('x'), password_hash = NULL,
                           name = NULL, email = NULL, phone = NULL WHERE id = %(member)s
        """,
        member=member,
    )

    [person] = read(await own_data(conn, member))["회원 정보"]

    assert (person["아이디"], person["이름"]) == ("former_id", "홍길동")


async def test_every_table_that_leads_to_a_member_is_in_it_or_left_out_for_a_reason(conn: Connection) -> None:
    """By any chain of references, or by a column that is named like one."""
    leads = set(
        await fetch_all(
            conn,
            str,
            """
            WITH RECURSIVE tables AS (
                SELECT oid, relname FROM pg_class
                 WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            ), found AS (
                SELECT 'members'::regclass::oid AS oid
                 UNION
                SELECT k.conrelid FROM pg_constraint k JOIN found l ON l.oid = k.confrelid WHERE k.contype = 'f'
            )
            SELECT t.relname FROM tables t
             WHERE t.oid IN (SELECT oid FROM found)
                OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
                              AND a.attname IN ('member_id', 'member_ids', 'sub_id', 'service_id', 'order_id',
                                                'device_id', 'lease_id', 'inquiry_id', 'subscription_id'))
            """,
        )
    )
    handed_out = {table for file in FILES for table in file.tables}

    assert leads - handed_out == LEFT_OUT.keys()
    # Beside those, what is kept under a member's number without a reference.
    assert handed_out - leads == {"staff_record"}
    for file in FILES:
        named = set(re.findall(r"(?:FROM|JOIN) (\w+)", file.select))
        assert set(file.tables) <= named, file.name


async def test_two_people_let_it_be_made_and_it_is_on_record_and_gone_after_a_day(
    client: Client, conn: Connection, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PIECE", 500)
    staff = await a_staff(conn, *NEEDED_FOR_OWN_DATA)
    second = await a_staff(conn, "exports.personal", "approvals.confirm")
    member = await a_member(conn, login_id="hongkildong")

    asked = await ask_for_member(client, staff, member, reason="본인의 열람 요청")
    made = asked.json()["data"]
    export = await newest(conn)
    await make(db, export)
    before = await take(client, staff, export)
    approval = f"{CONSOLE}/approvals/{made['approvalId']}"
    shown = (await client.get(approval, headers=second.headers)).json()["data"]["preview"]
    await client.post(f"{approval}/confirmation", json={"digest": shown["digest"]}, headers=second.headers)
    await make(db, export)
    file = await take(client, staff, export)

    assert (asked.status_code, before.json()["code"]) == (202, "export_not_ready")
    assert shown["title"] == f"회원 {member}의 정보를 파일로 만듭니다"
    assert (await take(client, second, export)).status_code == 403
    assert read(file.content)["회원 정보"][0]["아이디"] == "hongkildong"
    assert file.headers["content-type"] == "application/zip"
    name = rf'"member-data-{export}-\d{{8}}-\d{{4}}\.zip"$'
    assert re.search(name, file.headers["content-disposition"])
    # The member itself, and that staff had this file made.
    [listed] = (await client.get(f"{CONSOLE}/exports", headers=staff.headers)).json()["data"]["items"]
    assert (listed["label"], listed["rows"], listed["expected"]) == ("회원 본인의 정보", 2, 1)
    actions = await fetch_all(
        conn,
        str,
        """
        SELECT action || ' ' || reason FROM staff_record
         WHERE (object_kind, object_id) IN (('member', %(member)s::text), ('export', %(export)s::text)) ORDER BY index
        """,
        member=member,
        export=export,
    )
    assert actions == ["exports.member 본인의 열람 요청", "exports.download 본인의 열람 요청"]
    await execute(conn, "UPDATE exports SET expires_at = now() - interval '1 second'")
    await queries.expire(conn, limit=10)
    assert (await take(client, staff, export)).json()["code"] == "export_over"
    assert await fetch_one(conn, int, "SELECT count(*) FROM export_pieces") == 0


@pytest.mark.parametrize("missing", NEEDED_FOR_OWN_DATA)
async def test_who_may_not_see_all_of_it_may_not_ask_for_it(
    client: Client, conn: Connection, missing: Permission
) -> None:
    others: list[Permission] = [one for one in NEEDED_FOR_OWN_DATA if one != missing]

    answer = await ask_for_member(client, await a_staff(conn, *others), await a_member(conn), reason="열람")

    assert (answer.status_code, answer.json()["code"]) == (403, "permission_missing")


async def test_nobody_asks_for_whom_there_is_not(client: Client, conn: Connection) -> None:
    answer = await ask_for_member(client, await a_staff(conn, owner=True), 999_999, reason="열람")

    assert (answer.status_code, answer.json()["code"]) == (404, "member_not_found")


async def test_what_was_destroyed_is_called_by_its_name_and_not_by_a_tables(conn: Connection) -> None:
    member = await a_member(conn)
    for what in ("profile", "sub_ids"):
        await execute(
            conn,
            "INSERT INTO destructions (what, member_id, row_count) VALUES (%(what)s, %(member)s, 1)",
            what=what,
            member=member,
        )

    rows = read(await own_data(conn, member))["파기"]

    assert [row["기록"] for row in rows] == ["회원 정보", "삭제한 서브 아이디"]
    assert set(deletions(datetime.now(UTC))) <= set(DESTROYED_WORDS)
