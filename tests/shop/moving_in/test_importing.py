"""`ieum import`: what each line becomes, that a line comes once, and that nothing comes beside a wrong line."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, Database, PooledDatabase, fetch_all, fetch_one
from ieum.shop.kernel.secret_keys import SecretKey
from ieum.shop.moving_in import applying, service
from ieum.shop.moving_in.cells import today
from ieum.shop.moving_in.types import Counts
from ieum.shop.reconciliation import invariants
from tests.shop.builders.other_shop import HONG, KIM, LAST, POINTS, SERVICE, OtherShop, a_plan_for_moving


@pytest.fixture
def other(tmp_path: Path) -> OtherShop:
    return OtherShop(tmp_path)


async def count(conn: Connection) -> tuple[int, ...]:
    [row] = await (
        await conn.execute(
            "SELECT (SELECT count(*) FROM members), (SELECT count(*) FROM services),"
            " (SELECT count(*) FROM point_entries), (SELECT count(*) FROM moved_rows)"
        )
    ).fetchall()
    return tuple(row)


async def test_a_member_comes_with_services_points_and_consents(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    plan, code, addresses = await a_plan_for_moving(conn)
    other.write(
        members=[HONG, KIM],
        services=[SERVICE.format(address=addresses[0])],
        points=[POINTS],
        plans=[f"KT고정,{code}"],
    )

    counts = await other.move(db)

    assert counts == Counts(members=2, services=1, points=1)
    [member] = await rows(
        conn,
        """
        SELECT id, name, email, phone, joined_at::date::text AS joined, sms_opt_in, mail_opt_in
          FROM members WHERE login_id = 'hong_gd'
        """,
    )
    assert member == {
        "id": member["id"],
        "name": "홍길동",
        "email": "hong@example.com",
        "phone": "01012345678",
        "joined": "2024-03-01",
        "sms_opt_in": True,
        "mail_opt_in": False,
    }
    assert await rows(
        conn, "SELECT document_key, agreed, channel, recorded_at::date::text AS at FROM consents"
    ) == [{"document_key": "sms", "agreed": True, "channel": "moved_in", "at": "2026-04-30"}]
    [held] = await rows(
        conn,
        """
        SELECT s.member_id, s.plan_id, s.state, s.ends_at::text AS ends, host(e.address) AS address, l.state AS lease,
               l.cause, e.available_at
          FROM services s JOIN leases l ON l.service_id = s.id JOIN exit_addresses e ON e.id = l.address_id
        """,
    )
    assert held == {
        "member_id": member["id"],
        "plan_id": plan,
        "state": "active",
        "ends": f"{LAST} 15:00:00+00",
        "address": addresses[0],
        "lease": "active",
        "cause": "order",
        "available_at": None,
    }
    assert await rows(conn, "SELECT member_id, amount, kind FROM point_entries") == [
        {"member_id": member["id"], "amount": 12_000, "kind": "given"}
    ]
    assert await rows(
        conn, "SELECT made_by, members, services, points, ended_at IS NULL AS open FROM moving_runs"
    ) == [{"made_by": "root@test", "members": 2, "services": 1, "points": 1, "open": False}]
    assert await invariants.find_differences(conn) == []


async def test_a_dry_run_says_it_by_line_and_changes_nothing(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    _, code, addresses = await a_plan_for_moving(conn)
    other.write(members=[HONG, KIM], services=[f"S1,M2,{code},{addresses[0]},,{LAST}"], points=[POINTS])
    before = await count(conn)

    counts = await other.move(db, dry_run=True)

    assert counts == Counts(members=2, services=1, points=1)
    assert other.told == [
        "members.csv 2줄: 회원을 만듭니다.",
        "members.csv 3줄: 회원을 만듭니다.",
        "services.csv 2줄: 이용권과 IP를 옮깁니다.",
        "points.csv 2줄: 포인트를 옮깁니다.",
    ]
    assert await count(conn) == before


async def test_twice_is_once(conn: Connection, db: Database, other: OtherShop) -> None:
    _, code, addresses = await a_plan_for_moving(conn)
    other.write(members=[HONG], services=[f"S1,M1,{code},{addresses[0]},,{LAST}"], points=[POINTS])
    await other.move(db)
    once = await count(conn)

    counts = await other.move(db)

    assert counts == Counts(before=3)
    assert await count(conn) == once


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        (
            "members",
            "M3,김,홍길동,hong@example.com,010-1234-5678,,,",
            "members.csv 2줄 · 아이디: 아이디는 영문",
        ),
        ("members", "M3,hong_gd,홍,hong@example.com,010-1234-5678,,,", "members.csv 2줄 · 이름: 이름은"),
        ("members", "M3,hong_gd,홍길동,hong,010-1234-5678,,,", "members.csv 2줄 · 이메일: 이메일"),
        ("members", "M3,hong_gd,홍길동,hong@example.com,02-123-4567,,,", "members.csv 2줄 · 휴대폰: 휴대폰"),
        ("members", "M3,hong_gd,홍길동,hong@example.com,01012345678,2126-01-01,,", "· 가입일: 오늘보다 뒤"),
        ("members", "M3,hong_gd,홍길동,hong@example.com,01012345678,,네,", "· 문자수신동의일: 날짜를 알 수"),
        ("members", ",hong_gd,홍길동,hong@example.com,010-1234-5678,,,", "members.csv 2줄 · 번호: 번호는"),
        ("members", "M3,member_1,홍길동,a@example.com,01012345678,,,", "· 아이디: 이 쇼핑몰에서 이미"),
        ("services", "S1,M1,KT고정,{0},,2020-01-01", "services.csv 2줄 · 만료일: 이미 끝난"),
        ("services", "S1,M1,KT고정,{0},,2226-01-01", "services.csv 2줄 · 만료일: 5년보다"),
        ("services", "S1,M1,KT고정,{0},,언젠가", "services.csv 2줄 · 만료일: 날짜를 알 수"),
        ("services", "S1,M1,없는상품,{0},,2027-01-01", "services.csv 2줄 · 상품: 이 쇼핑몰에 없는"),
        ("services", "S1,M1,KT고정,198.51.100.9,,2027-01-01", "services.csv 2줄 · IP: 등록되지 않은"),
        ("services", "S1,M1,KT고정,집,,2027-01-01", "services.csv 2줄 · IP: IPv4"),
        ("services", "S1,M9,KT고정,{0},,2027-01-01", "services.csv 2줄 · 회원번호: 이런 번호의"),
        ("points", "P1,M1,-5,,", "points.csv 2줄 · 포인트: 1~"),
        ("points", "P1,M1,100,,2020-01-01", "points.csv 2줄 · 소멸일: 이미 소멸한"),
        ("points", "P1,M9,100,,", "points.csv 2줄 · 회원번호: 이런 번호의"),
    ],
)
async def test_nothing_comes_beside_a_wrong_line(
    conn: Connection, db: Database, other: OtherShop, kind: str, line: str, told: str
) -> None:
    _, code, addresses = await a_plan_for_moving(conn)
    await conn.execute(
        "INSERT INTO members (login_id, password_hash, name, email, phone)"
        " VALUES ('member_1', '-', '박하나', 'park@example.com', '01011112222')"
    )
    line = line.format(*addresses)
    other.write(members=[HONG], plans=[f"KT고정,{code}"])
    other.write(**{kind: [line]})
    before = await count(conn)

    with pytest.raises(service.WrongLines):
        await other.move(db)

    assert any(told in text for text in other.told), other.told
    # Lines are named, never told.
    assert not any("hong@" in text or "01012345678" in text for text in other.told)
    assert await count(conn) == before


async def test_wrong_lines_are_set_aside_with_their_reasons_and_the_rest_comes(
    db: Database, other: OtherShop
) -> None:
    bad = "M3,박,박하나,park@example.com,010-1111-2222,,,"
    other.write(members=[HONG, bad, KIM], points=[POINTS, "P2,M3,500,,"])

    counts = await other.move(db, skip_wrong=True)

    assert counts == Counts(members=2, points=1, skipped=2)
    aside = other.folder / "members.wrong.csv"
    assert aside.stat().st_mode & 0o777 == 0o600
    head, line = aside.read_text(encoding="utf-8-sig").splitlines()
    assert head.startswith("줄,이유,번호,아이디")
    assert line.startswith('3,"아이디: 아이디는')
    assert "이 회원의 줄이 잘못되어" in (other.folder / "points.wrong.csv").read_text(encoding="utf-8-sig")
    # Mended, the lines aside are a file like any other.
    mended = aside.read_text(encoding="utf-8-sig").replace(",박,", ",park_hana,")
    (other.folder / "members.csv").write_text(mended, encoding="utf-8")
    (other.folder / "points.csv").unlink()
    assert await other.move(db) == Counts(members=1)


async def test_the_same_id_and_the_same_address_come_once(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    _, code, addresses = await a_plan_for_moving(conn)
    other.write(
        members=[HONG, HONG.replace("M1", "M7"), KIM.replace("M2", "M1")],
        services=[
            f"S1,M1,{code},{addresses[0]},,{LAST}",
            f"S2,M1,{code},{addresses[0]},,{LAST}",
        ],
    )

    with pytest.raises(service.WrongLines) as caught:
        await other.move(db)

    assert caught.value.count == 3
    assert "members.csv 3줄 · 아이디: 2줄과 같습니다." in other.told
    assert "members.csv 4줄 · 번호: 2줄과 같습니다." in other.told
    assert "services.csv 3줄 · IP: 2줄과 같습니다." in other.told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE exit_addresses SET withdrawn_at = now()", "아직 확인되지 않았거나"),
        ("UPDATE exit_addresses SET proven_at = NULL, proven_by = NULL", "아직 확인되지 않았거나"),
        (
            "UPDATE plans p SET pool_id = (SELECT min(id) FROM address_pools a WHERE a.id <> p.pool_id)",
            "이 상품의 풀에 없는",
        ),
    ],
    ids=["withdrawn", "unproven", "another pool"],
)
async def test_an_address_has_to_be_one_of_its_plan_that_can_be_used(
    conn: Connection, db: Database, other: OtherShop, change: Any, told: str
) -> None:
    _, code, addresses = await a_plan_for_moving(conn)
    await a_plan_for_moving(conn)
    await conn.execute(change)
    other.write(members=[HONG], services=[f"S1,M1,{code},{addresses[0]},,{LAST}"])

    with pytest.raises(service.WrongLines):
        await other.move(db)

    assert any(told in text for text in other.told), other.told


async def test_a_changed_line_is_reported_and_applied_only_when_asked_and_before_the_member_was_here(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    other.write(members=[HONG], points=[POINTS])
    await other.move(db)
    other.write(members=[HONG.replace("홍길동", "홍길순")], points=[POINTS.replace("12,000", "99,000")])

    reported = await other.move(db)
    told = list(other.told)
    name_then = await fetch_one(conn, str, "SELECT name FROM members WHERE login_id = 'hong_gd'")
    updated = await other.move(db, update=True)

    assert reported == Counts(changed=2)
    assert told == [
        "members.csv 2줄: 이미 옮긴 줄입니다. 내용이 바뀌었지만 그대로 둡니다.",
        "points.csv 2줄: 이미 옮긴 줄입니다. 내용이 바뀌었지만 그대로 둡니다.",
    ]
    assert name_then == "홍길동"
    # Points are never changed: what was given may be spent.
    assert updated == Counts(updated=1, changed=1)
    assert await fetch_one(conn, str, "SELECT name FROM members WHERE login_id = 'hong_gd'") == "홍길순"
    await conn.execute("UPDATE moving_links SET used_at = now()")
    other.write(members=[HONG.replace("홍길동", "홍길자")], points=[])
    assert await other.move(db, update=True) == Counts(changed=1)


async def test_a_consent_that_was_withdrawn_there_ends_here_with_the_next_files(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    yesterday = today() - timedelta(days=1)
    other.write(members=[f"M1,hong_gd,홍길동,hong@example.com,01012345678,,{yesterday},N"])
    await other.move(db)
    other.write(members=[f"M1,hong_gd,홍길동,hong@example.com,01012345678,,N,{yesterday}"])

    assert await other.move(db, update=True) == Counts(updated=1)

    assert await fetch_all(
        conn, str, "SELECT concat_ws(' ', sms_opt_in, mail_opt_in) FROM members WHERE login_id = 'hong_gd'"
    ) == ["f t"]
    said = await fetch_all(conn, str, "SELECT concat_ws(' ', document_key, agreed) FROM consents ORDER BY id")
    assert said == ["sms t", "email t", "sms f"]


async def test_a_login_id_is_not_corrected_and_its_line_not_taken_for_done(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    other.write(members=[HONG])
    await other.move(db)
    other.write(members=[HONG.replace("hong_gd", "hong_new").replace("홍길동", "홍길순")])

    assert await other.move(db, update=True) == Counts(changed=1)
    assert await other.move(db, update=True) == Counts(changed=1)

    assert await fetch_all(conn, str, "SELECT concat_ws(' ', login_id, name) FROM members") == [
        "hong_gd 홍길동"
    ]


async def test_a_consent_of_more_than_two_years_ago_does_not_come(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    other.write(members=["M1,hong_gd,홍길동,hong@example.com,01012345678,,2020-01-01,N"])

    await other.move(db)

    assert await fetch_all(
        conn, bool, "SELECT sms_opt_in OR mail_opt_in FROM members WHERE login_id = 'hong_gd'"
    ) == [False]
    assert await rows(conn, "SELECT * FROM consents") == []


async def test_who_has_left_does_not_come_back(conn: Connection, db: Database, other: OtherShop) -> None:
    other.write(members=[HONG])
    await other.move(db)
    await conn.execute(
        "UPDATE members SET left_at = now(), login_id = NULL, password_hash = NULL, name = NULL, email = NULL,"
        " phone = NULL, sms_opt_in = false WHERE login_id = 'hong_gd'"
    )

    counts = await other.move(db)
    other.write(points=[POINTS])
    with pytest.raises(service.WrongLines):
        await other.move(db)

    assert counts == Counts(before=1)
    assert other.told == ["points.csv 2줄 · 회원번호: 탈퇴한 회원입니다."]
    # Neither the id of the other shop nor a link is left of them.
    assert await fetch_all(conn, bool, "SELECT external_id LIKE 'left:%%' FROM moved_rows") == [True]
    assert await rows(conn, "SELECT * FROM moving_links") == []


async def test_the_id_of_who_left_under_an_older_key_is_nobody_elses(
    conn: Connection, db: Database, other: OtherShop
) -> None:
    older, newer = "o" * 32, "n" * 32
    other.write(members=[HONG])
    await other.move(db, key=older)
    await conn.execute(
        "UPDATE members SET left_at = now(), login_id = NULL, password_hash = NULL, name = NULL, email = NULL,"
        " phone = NULL, sms_opt_in = false WHERE login_id = 'hong_gd'"
    )
    other.write(members=[HONG.replace("M1", "M9")])

    with pytest.raises(service.WrongLines):
        await other.move(db, key=SecretKey([newer], former=[older]))

    assert other.told == ["members.csv 2줄 · 아이디: 이 쇼핑몰에서 이미 쓰는 아이디입니다."]


async def test_two_imports_at_once_are_refused(database_url: str, other: OtherShop) -> None:
    other.write(members=[HONG])
    async with PooledDatabase(database_url, size=3) as db, db.connection() as guard:
        await guard.execute("SELECT pg_advisory_lock(7217)")
        with pytest.raises(service.UnderWay):
            await other.move(db)


async def test_an_import_that_broke_off_goes_on_where_it_was(
    database_url: str, other: OtherShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch is there with its lines or not at all, whenever the process ends."""
    monkeypatch.setattr(service, "BATCH", 2)
    other.write(members=[f"M{n},member_{n},홍길동,m{n}@example.com,0101234{n:04},,," for n in range(7)])
    apply, calls = applying.apply, 0

    async def breaks_off(*args: Any, **named: Any) -> None:
        nonlocal calls
        calls += 1
        await apply(*args, **named)
        if calls == 3:
            raise asyncio.CancelledError

    async with PooledDatabase(database_url, size=3) as db:
        with monkeypatch.context() as patch:
            patch.setattr(applying, "apply", breaks_off)
            with pytest.raises(asyncio.CancelledError):
                await other.move(db)
        async with db.connection() as conn:
            then = await count(conn)
            begun = await rows(conn, "SELECT members, ended_at FROM moving_runs")

        counts = await other.move(db)

        async with db.connection() as conn:
            assert (then[0], then[3]) == (4, 4)
            assert begun == [{"members": 4, "ended_at": None}]
            assert counts == Counts(members=3, before=4)
            assert (await count(conn))[0] == 7


async def rows(conn: Connection, query: Any) -> list[dict[str, Any]]:
    cursor = await conn.execute(query)
    names = [column.name for column in cursor.description or []]
    return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]
