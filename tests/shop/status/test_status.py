"""What everybody sees of the shop's state, at the shop and as files, and how staff tell of an incident."""

import argparse
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from msgspec import structs
from psycopg.errors import RestrictViolation

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.pages import outage, own_api
from ieum.shop.pages.web_app import Site
from ieum.shop.status import feed, page, queries, routes, rules, service, words, writing
from ieum.shop.status.desk import cli
from ieum.shop.status.types import Incident, IncidentId, Level, Measured, Status, Update
from tests.shop.builders.clients import HOME
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.other_shop import a_plan
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.status import AROUND, drawn

NOW = datetime(2026, 11, 26, 11, 5, tzinfo=UTC)
WELL = Measured(
    payments_asked=10,
    payments_open=1,
    messages_late=0,
    regions=["서울", "부산"],
    regions_lost=[],
    regions_stopped=[],
)
TROUBLES = "/api/v1/status/troubles"
SAY = ("say", "--by", "김운영")


async def typed(words: tuple[str, ...], settings: Settings) -> int:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    return await cli.carry_out(parser.parse_args(words), settings)


def an_incident(level: Level = "down", *, is_over: bool = False) -> Incident:
    state = "over" if is_over else "looking"
    update = Update(state, "살펴보고 있습니다 <b>", NOW)
    ended_at = NOW if is_over else None
    return Incident(IncidentId(7), "카드 결제 지연", ["payment"], level, state, NOW, ended_at, [update])


@pytest.mark.parametrize(
    ("measured", "ill"),
    [
        ({}, {}),
        ({"payments_asked": 5, "payments_open": 3}, {"결제": "degraded"}),
        ({"payments_asked": 2, "payments_open": 2}, {}),
        ({"payments_asked": 100, "payments_open": 20}, {}),
        ({"messages_late": 3}, {"메일과 문자": "degraded"}),
        ({"regions_lost": ["부산"]}, {"VPN 연결 · 부산": "degraded"}),
        ({"regions_stopped": ["부산"]}, {"VPN 연결 · 부산": "degraded"}),
    ],
)
def test_what_is_measured_says_which_part_is_ill(measured: dict[str, int], ill: dict[str, str]) -> None:
    parts = rules.parts_of(structs.replace(WELL, **measured), [])

    assert {part.name: part.state for part in parts if part.state != "ok"} == ill
    assert all(bool(part.words) == (part.state != "ok") for part in parts)


async def test_pages_tell_of_ten_incidents_at_most_the_worst_first(conn: Connection) -> None:
    for number in range(12):
        level: Level = "degraded" if number else "down"
        await service.begin(conn, f"{number}", "말", parts=["shop"], level=level, state="looking")

    shown = await queries.list_troubles(conn)

    assert [trouble.title for trouble in shown] == ["0", *(f"{number}" for number in range(11, 2, -1))]


async def test_an_incident_that_goes_on_is_listed_however_many_have_ended_since(conn: Connection) -> None:
    """Staff who tell of the same again are warned by this list, and the page shows it."""
    goes_on = await service.begin(conn, "점검", "말", parts=["shop"], level="degraded", state="looking")
    for number in range(201):
        await service.begin(conn, f"{number}", "말", parts=["shop"], level="degraded", state="over")

    listed = await queries.list_incidents(conn)

    assert len(listed) == 201
    assert listed[-1].id == goes_on


async def test_what_pages_ask_for_does_not_read_every_payment_that_there_ever_was(conn: Connection) -> None:
    """Everybody may ask for the status page, so that it has to cost as little in a shop of many years."""
    await execute(conn, "SET LOCAL session_replication_role = replica")
    await execute(
        conn,
        """
        INSERT INTO payments (order_id, attempt, payment_key, provider_order_id, amount, state, requested_at)
        SELECT n, 1, n::text, n::text, 1000, 'approved', now() - n * interval '1 minute'
          FROM generate_series(1, 20000) n
        """,
    )
    await execute(conn, "ANALYZE payments")

    plan = "\n".join(await fetch_all(conn, str, f"EXPLAIN {queries.MEASURE}", most=queries.MOST))

    assert "on payments" in plan
    assert "Seq Scan on payments" not in plan, plan


async def test_pages_say_nothing_of_what_is_only_announced(conn: Connection) -> None:
    for level in ("notice", "degraded"):
        await service.begin(conn, level, "말", parts=["shop"], level=level, state="looking")

    shown = await queries.list_troubles(conn)

    assert [trouble.title for trouble in shown] == ["degraded"]


async def test_payments_of_the_last_quarter_of_an_hour_are_counted_and_how_many_of_them_are_open(
    conn: Connection,
) -> None:
    plan = await a_plan(conn)
    for minutes, is_open in (
        (0, True),
        (5, True),
        (6, True),
        (7, True),
        (5, False),
        (14, False),
        (20, False),
    ):
        state = {"state": "confirming", "approved_at": None} if is_open else {}
        requested_at = datetime.now(UTC) - timedelta(minutes=minutes)
        order = await an_order(conn, await a_member(conn), plan)
        await a_payment(conn, order, requested_at=requested_at, **state)

    measured = await queries.measure(conn)

    assert (measured.payments_asked, measured.payments_open) == (5, 3)


@pytest.mark.parametrize(
    ("incident", "state"),
    [
        (an_incident("down"), "down"),
        (an_incident("notice"), "ok"),
        (an_incident("down", is_over=True), "degraded"),
    ],
)
def test_what_staff_say_holds_until_it_is_over(incident: Incident, state: str) -> None:
    measured = structs.replace(WELL, payments_asked=4, payments_open=4)

    [payment] = [part for part in rules.parts_of(measured, [incident]) if part.key == "payment"]

    assert payment.state == state


async def test_a_shop_where_all_is_well_says_so(client: Client) -> None:
    answer = await client.get("/status")

    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == page.POLICY
    assert words.WHOLE["ok"] in answer.text
    assert words.NOTHING in answer.text
    assert "<script" not in answer.text
    for named in ("/status/status.xml", "/status/status.json"):
        assert f'href="{HOME}{named}"' in answer.text
        assert (await client.get(named)).status_code == 200


async def test_an_incident_is_told_goes_on_and_ends(
    shop: Shop, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    own = structs.replace(settings, database_url=shop.app.state.settings.database_url)

    async def told(*words: str) -> tuple[int, str]:
        code = await typed(words, own)
        return code, capsys.readouterr().out.strip()

    begun, number = await told(
        *SAY, "--title", "카드 결제 지연", "--part", "payment", "--level", "down", "카드사 응답이 늦습니다."
    )
    seen = (await shop.client.get("/status/status.json")).json()
    troubles = (await shop.client.get(TROUBLES)).json()["data"]
    ended, _ = await told(*SAY, "--incident", number, "--state", "over", "해결되었습니다.")
    after = (await shop.client.get("/status")).text
    again, _ = await told(*SAY, "--incident", number, "다시")
    nowhere, _ = await told(*SAY, "--incident", "4711", "어디")

    assert (begun, ended, again, nowhere) == (0, 0, 1, 1)
    assert [part["state"] for part in seen["parts"] if part["key"] == "payment"] == ["down"]
    assert [update["words"] for update in seen["incidents"][0]["updates"]] == ["카드사 응답이 늦습니다."]
    assert troubles == [
        {"parts": ["payment"], "state": "down", "title": "카드 결제 지연", "words": "카드사 응답이 늦습니다."}
    ]
    assert words.NOTHING in after
    assert after.index("해결되었습니다.") < after.index("카드사 응답이 늦습니다.")
    assert "김운영" not in after
    async with shop.db.connection() as conn:
        assert await queries.list_troubles(conn) == []
        noted = await fetch_all(
            conn, str, "SELECT action || ' ' || object_id FROM staff_record ORDER BY index"
        )
    assert noted == [f"status.say {number}", f"status.go_on {number}"]


async def test_what_is_told_already_is_not_told_again_and_what_is_alike_is_named(
    shop: Shop, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    own = structs.replace(settings, database_url=shop.app.state.settings.database_url)
    both = ("--part", "payment", "--part", "shop", "카드사 응답이 늦습니다.")

    codes = await after_all_have_looked(
        shop.db, "status_incidents", *(typed((*SAY, "--title", "결제 지연", *both), own) for _ in range(2))
    )
    [number], refused = (
        capsys.readouterr()[0].split(),
        await typed((*SAY, "--title", "결제 지연", *both), own),
    )
    why = capsys.readouterr().err
    other = await typed((*SAY, "--title", "간편결제 지연", "--part", "payment", "늦습니다."), own)
    named = capsys.readouterr().err
    apart = await typed((*SAY, "--title", "결제 지연", "--part", "messages", "늦습니다."), own)

    assert (sorted(codes), refused, other, apart) == ([0, 1], 1, 0, 0)
    assert f"--incident {number}" in why
    assert f"{number} is open, too: 결제 지연" in named
    assert "is open, too" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        (*SAY, "새 것도 옛것도 아님"),
        (*SAY, "--title", "하나", "--incident", "1", "--part", "shop", "둘 다"),
        (*SAY, "--title", "하나", "무엇이"),
        (*SAY, "--incident", "1", "--part", "shop", "바꿈"),
        (*SAY, "--title", "하나", "--part", "shop", "길" * 1001),
        (*SAY, "--title", "길" * 81, "--part", "shop", "제목"),
        (*SAY, "--title", "  ", "--part", "shop", "제목이 비었음"),
        (*SAY, "--title", "하나", "--part", "shop", "  "),
        (*SAY, "--title", "하나\n둘", "--part", "shop", "두 줄"),
        (*SAY, "--title", "하나\x1b[2J", "--part", "shop", "화면을 지움"),
        (*SAY, "--title", "하나\u202e둘", "--part", "shop", "뒤집음"),
        (*SAY, "--title", "하나\u200b", "--part", "shop", "안 보임"),
        (*SAY, "--title", "하나", "--part", "shop", "\udced\udc95"),
        ("say", "--by", "\udced", "--title", "하나", "--part", "shop", "누가"),
        ("say", "--by", " ", "--title", "하나", "--part", "shop", "누가"),
    ],
)
async def test_what_cannot_be_said_is_refused_with_why(
    settings: Settings, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert await typed(words, settings) == 2
    assert capsys.readouterr().err.startswith("ieum status say: ")


async def test_what_was_said_stays(conn: Connection) -> None:
    await service.begin(conn, "점검", "안내드립니다.", parts=["shop"], level="notice", state="known")

    with pytest.raises(RestrictViolation):
        await execute(conn, "UPDATE status_updates SET words = '없던 일'")


def a_status(*incidents: Incident) -> Status:
    return Status("이음", "https://shop.example", NOW, rules.parts_of(WELL, list(incidents)), list(incidents))


def test_the_files_say_what_the_page_says_and_quote_nothing_as_markup(tmp_path: Path) -> None:
    writing.write(a_status(an_incident()), AROUND, tmp_path, address="https://status.example/?a=1&b=2")

    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "frame.json",
        "index.html",
        "status.json",
        "status.xml",
    ]
    html = (tmp_path / "index.html").read_text()
    assert 'href="https://status.example/status.xml"' in html
    assert "살펴보고 있습니다 &lt;b&gt;" in html
    [entry] = ET.fromstring((tmp_path / "status.xml").read_text()).findall("{*}entry")  # noqa: S314 - our own
    assert entry.findtext("{*}content") == "살펴보고 있습니다 <b>"
    assert entry.findtext("{*}id") == "https://status.example/?a=1&b=2#i7-1"


def test_a_character_that_xml_forbids_does_not_end_the_feed() -> None:
    """What was said stays said, so that the feed would be broken for as long as the incident is shown."""
    said = structs.replace(
        an_incident(),
        title="카드\uffff 결제",
        updates=[Update("looking", "붙여 넣은\x0b 글\x1b[31m", NOW)],
    )

    written = feed.write(a_status(said), address="https://status.example")

    [entry] = ET.fromstring(written).findall("{*}entry")  # noqa: S314 - our own
    assert entry.findtext("{*}content") == "붙여 넣은 글[31m"
    assert entry.findtext("{*}title") == "[확인 중] 카드 결제"


def test_the_feed_calls_an_announcement_what_the_page_calls_it() -> None:
    announced = a_status(an_incident("notice"))

    written = feed.write(announced, address="https://status.example")

    [entry] = ET.fromstring(written).findall("{*}entry")  # noqa: S314 - our own
    assert entry.findtext("{*}title") == "[안내] 카드 결제 지연"
    assert "확인 중" not in drawn(announced)


async def test_files_say_that_the_shop_is_out_of_reach_and_keep_what_was_known(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "PATIENCE", 0.2)
    away = structs.replace(settings, database_url="postgresql://nobody@127.0.0.1:9/nothing")
    write = ("write", "--to", str(tmp_path), "--url", "https://status.example")

    first = await typed(write, away)
    writing.write(a_status(an_incident("notice")), AROUND, tmp_path, address="https://status.example")
    second = await typed(write, away)

    assert (first, second) == (1, 0)
    known = json.loads((tmp_path / "status.json").read_text())
    assert [part["state"] for part in known["parts"]] == ["down", "ok", "ok", "ok", "ok"]
    assert known["incidents"][0]["title"] == "카드 결제 지연"
    assert datetime.fromisoformat(known["madeAt"]) > NOW - timedelta(days=1)
    assert words.WHOLE["down"] in (tmp_path / "index.html").read_text()


def test_a_day_is_named_once_and_the_support_is_reached_from_the_page() -> None:
    began = NOW - timedelta(hours=2)
    short = structs.replace(an_incident(is_over=True), began_at=began)
    long = structs.replace(short, began_at=NOW - timedelta(days=1))
    business = structs.replace(AROUND.business, phone="02-1234-5678", site_mail="help@shop.example")
    around = structs.replace(AROUND, business=business)

    html = page.draw(a_status(short, long), around, address="https://status.example").decode()

    assert "결제 · 2026년 11월 26일 18:05 – 20:05<" in html
    assert "결제 · 2026년 11월 25일 20:05 – 2026년 11월 26일 20:05<" in html
    assert 'href="tel:0212345678"' in html
    assert 'href="mailto:help@shop.example"' in html


async def test_the_file_has_the_bytes_of_the_page_at_the_shop(shop: Shop, tmp_path: Path) -> None:
    """Drawn of one reading, as the page names its time."""
    settings: Settings = shop.app.state.settings
    async with shop.db.transaction() as conn:
        await service.begin(conn, "점검", "말", parts=["shop"], level="degraded", state="looking")
        status, around = await service.read_framed(conn, home=settings.public_url)
    answer = await shop.client.get("/status")
    writing.write(status, around, tmp_path, address=settings.status_page)

    written = (tmp_path / "index.html").read_bytes()
    shown = answer.content
    for at in (status.made_at, status.made_at + timedelta(minutes=1)):
        minute = f"{at.astimezone(SEOUL):%H:%M} 기준".encode()
        written, shown = written.replace(minute, b"now"), shown.replace(minute, b"now")
    assert shown == written


async def test_files_are_written_from_the_database(tmp_path: Path, settings: Settings) -> None:
    assert await typed(("write", "--to", str(tmp_path)), settings) == 0
    assert words.WHOLE["ok"] in (tmp_path / "index.html").read_text()


def test_the_page_of_an_outage_links_to_the_page_elsewhere(site: Site) -> None:
    linked = outage.write(site.template, status_url="https://status.example")

    assert b'href="https://status.example"' in linked
    assert "서비스 상태".encode() not in outage.write(site.template)


async def test_what_is_wrong_is_not_waited_for_long(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page asks for it: waiting for the database's limit of a minute, they would take all connections."""
    monkeypatch.setattr(routes, "TROUBLES_WITHIN_SECONDS", 0.2)
    monkeypatch.setattr(routes, "STATUS_WITHIN_SECONDS", 0.2)
    async with shop.db.transaction() as holder:
        await execute(holder, "LOCK TABLE status_incidents IN ACCESS EXCLUSIVE MODE")
        locked, file, shown = [
            await shop.client.get(path) for path in (TROUBLES, "/status/status.json", "/status")
        ]
        waiting = await fetch_all(holder, int, "SELECT pid FROM pg_locks WHERE NOT granted")
    free = await shop.client.get(TROUBLES)

    assert [answer.status_code for answer in (locked, file, shown)] == [503, 503, 503]
    assert [answer.json()["code"] for answer in (locked, file)] == ["status_unknown"] * 2
    assert "잠시 후 다시 이용해 주세요" in shown.text
    assert waiting == []
    assert (free.status_code, free.json()["data"]) == (200, [])


def test_the_call_gives_up_before_the_page_that_waits_for_it_does() -> None:
    """The other way around each page of a crowd would call by itself: what is ended is nobody else's answer."""
    assert routes.TROUBLES_WITHIN_SECONDS < own_api.BRIEFLY_SECONDS
