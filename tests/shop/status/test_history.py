"""Ninety days of each part: which days are marked, what is read out of them, and how much a long past may weigh."""

import base64
import hashlib
import io
import os
import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from PIL import Image

from ieum.shop.files import logo as kept_logo
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.status import frame, history, logo, queries, service, style, writing
from ieum.shop.status.types import Day, Incident, IncidentId, Level, PartName, Status, Update
from ieum.shop.status.words import PARTS
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.status import drawn

TODAY = date(2026, 11, 30)
STRIP = re.compile(r'<svg class="strip".*?aria-label="([^"]*)">(.*?)</svg>')


async def a_past_incident(
    conn: Connection, began: datetime, ended: datetime | None, level: Level, *parts: PartName
) -> int:
    incident = await service.begin(
        conn, "점검", "말", parts=list(parts), level=level, state="over" if ended else "looking"
    )
    await execute(
        conn,
        "UPDATE status_incidents SET began_at = %(began)s, ended_at = %(ended)s WHERE id = %(id)s",
        began=began,
        ended=ended,
        id=incident,
    )
    return incident


def at(day: date, hour: int, minute: int = 0) -> datetime:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=SEOUL)


async def test_a_day_is_as_ill_as_its_worst_incident_and_lasts_from_midnight_in_seoul(
    conn: Connection,
) -> None:
    today = datetime.now(SEOUL).date()
    one, two = today - timedelta(days=9), today - timedelta(days=8)
    await a_past_incident(conn, at(one, 23, 59), at(two, 0, 1), "degraded", "payment")
    await a_past_incident(conn, at(two, 5), at(two, 6), "down", "payment", "shop")
    await a_past_incident(conn, at(two, 7), at(two, 8), "degraded", "payment")
    await a_past_incident(conn, at(two, 7), at(two, 8), "notice", "messages")

    days = await queries.list_days(conn, days=history.DAYS)

    assert sorted((one.day, one.part, one.state) for one in days) == [
        (one, "payment", "degraded"),
        (two, "payment", "down"),
        (two, "shop", "down"),
    ]


async def test_one_that_began_before_the_ninety_days_counts_for_the_days_within(conn: Connection) -> None:
    today = datetime.now(SEOUL).date()
    oldest = today - timedelta(days=89)
    await a_past_incident(conn, at(oldest - timedelta(days=30), 5), at(oldest, 6), "down", "shop")
    await a_past_incident(
        conn, at(oldest - timedelta(days=30), 5), at(oldest - timedelta(days=2), 6), "down", "shop"
    )
    goes_on = await a_past_incident(conn, at(today - timedelta(days=200), 5), None, "degraded", "gateways")

    days = await queries.list_days(conn, days=history.DAYS)
    listed = await queries.list_incidents(conn)

    assert [one.day for one in days if one.part == "shop"] == [oldest]
    assert len([one for one in days if one.part == "gateways"]) == 90
    assert goes_on in {one.id for one in listed}
    assert len(listed) == 2


async def test_what_was_down_stays_so_after_staff_have_said_that_it_is_better(conn: Connection) -> None:
    incident = await service.begin(conn, "점검", "말", parts=["shop"], level="down", state="looking")
    await service.go_on(conn, incident, "나아졌습니다.", state="watching", level="degraded")
    await service.go_on(conn, incident, "끝났습니다.", state="over")

    [day] = await queries.list_days(conn, days=history.DAYS)

    assert day.state == "down"


async def test_more_incidents_than_the_list_has_room_for_are_all_in_the_days(conn: Connection) -> None:
    today = datetime.now(SEOUL).date()
    early = today - timedelta(days=60)
    await a_past_incident(conn, at(early, 5), at(early, 6), "down", "shop")
    for _ in range(201):
        await service.begin(conn, "점검", "말", parts=["messages"], level="degraded", state="over")

    days = await queries.list_days(conn, days=history.DAYS)

    assert early in {one.day for one in days}
    assert len(await queries.list_incidents(conn)) == 200


def test_every_day_is_read_out_and_counted() -> None:
    days = [
        Day("payment", TODAY, "degraded"),
        Day("payment", TODAY - timedelta(days=5), "down"),
        Day("payment", TODAY - timedelta(days=6), "down"),
        Day("payment", TODAY - timedelta(days=89), "degraded"),
        # From files that were written yesterday, where the shop is out of reach.
        Day("payment", TODAY - timedelta(days=90), "down"),
    ]

    html = history.draw(days, TODAY)

    said = [words for words, _ in STRIP.findall(html)]
    assert said == [
        "홈페이지와 주문, 지난 90일: 문제 없음",
        "결제, 지난 90일: 11월 30일 일부 불편, 11월 24일부터 11월 25일까지 이용 불가, 9월 2일 일부 불편",
        "메일과 문자, 지난 90일: 문제 없음",
        "VPN 연결, 지난 90일: 문제 없음",
    ]
    assert "일부 불편 2일 · 이용 불가 2일" in html
    marks = STRIP.findall(html)[1][1]
    assert 'class="some" d="M0 16h4M489.5 16h4"' in marks
    assert 'class="none" d="M456.5 16h9.5"' in marks


def test_the_longest_past_is_a_page_of_bounded_size() -> None:
    """Ninety days, each ill in another way than its neighbours, and two hundred incidents of many long updates."""
    words = "말" * 1000
    updates = [Update("over", words, datetime.now(UTC)) for _ in range(40)]
    parts = list(PARTS)
    incidents = [
        Incident(
            IncidentId(n), "제" * 80, parts, "down", "over", datetime.now(UTC), datetime.now(UTC), updates[:3]
        )
        for n in range(200)
    ]
    days = [
        Day(part, datetime.now(SEOUL).date() - timedelta(days=n), "down" if n % 2 else "degraded")
        for part in parts
        for n in range(90)
    ]
    status = Status("이음", "https://shop.example", datetime.now(UTC), [], incidents, "", "", days)
    talkative = Status(
        "이음",
        "https://shop.example",
        datetime.now(UTC),
        [],
        [Incident(IncidentId(1), "제", parts, "down", "looking", datetime.now(UTC), None, updates)],
    )

    long = drawn(status)

    assert len(long.encode()) < 400_000
    assert long.count(words) == 60
    assert long.count('<li id="i') == 180
    assert drawn(talkative).count(words) == 20
    assert "먼저 알려 드린 20건은 줄였습니다." in drawn(talkative)
    assert len(history.draw(days, datetime.now(SEOUL).date()).encode()) < 24_000


async def test_the_page_brings_its_style_and_its_logo_and_its_policy_allows_no_more(
    client: Client, conn: Connection
) -> None:
    picture = io.BytesIO()
    Image.new("RGBA", (300, 90), "navy").save(picture, "PNG")
    await kept_logo.put(conn, picture.getvalue())

    answer = await client.get("/status")

    policy = answer.headers["content-security-policy"]
    [sheet] = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    [shown] = re.findall(r'<img src="data:image/png;base64,([^"]+)" alt="">', answer.text)
    assert base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode() in policy
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "img-src data:;" in policy
    with Image.open(io.BytesIO(base64.b64decode(shown))) as image:
        assert (image.format, image.height) == ("PNG", 90)
    assert "<script" not in answer.text
    assert not re.search(
        r'\son\w+="|style="|javascript:|src="(?!data:)|<link rel="(?!icon|alternate)', answer.text
    )


async def test_a_logo_of_many_colours_is_drawn_small_and_keeps_what_is_transparent() -> None:
    noise = io.BytesIO()
    Image.frombytes("RGBA", (768, 128), os.urandom(768 * 128 * 4)).save(noise, "PNG")
    clear = io.BytesIO()
    picture = Image.frombytes("RGBA", (768, 128), os.urandom(768 * 128 * 4))
    picture.paste((0, 0, 0, 0), (0, 0, 300, 128))
    picture.save(clear, "PNG")

    inlined = await logo.inlined(noise.getvalue())
    drawn_clear = await logo.inlined(clear.getvalue())

    assert len(noise.getvalue()) > 300_000
    assert len(inlined) < 40_000
    with Image.open(io.BytesIO(base64.b64decode(drawn_clear))) as image:
        assert image.size == (384, 64)
        assert image.convert("RGBA").getchannel("A").crop((0, 0, 100, 64)).getextrema() == (0, 0)
    assert await logo.inlined(b"") == ""


@pytest.mark.parametrize(
    "address", ["https://cdn.example/logo.svg", "/files/0123456789abcdef-x.png", "", "//x/y.png"]
)
async def test_a_logo_that_is_not_kept_by_us_is_not_asked_for(
    client: Client, conn: Connection, address: str
) -> None:
    """As in the shop's own header, the name stands there until it is copied."""
    await execute(conn, "UPDATE site_config SET logo = %(address)s", address=address)

    answer = await client.get("/status")

    assert "<img" not in answer.text
    assert frame.MARK in answer.text


async def test_the_tokens_are_those_of_the_shop() -> None:
    """They stand here once more, because the style of the web build is not on the other host."""
    tokens = (Path(__file__).parents[3] / "web/src/ui/theme.css").read_text()
    light, _, rest = tokens.partition("prefers-color-scheme: dark")
    dark = rest.partition("html {")[0]
    own_light, _, own_dark = style.SHEET.partition("prefers-color-scheme:dark")
    own_dark = own_dark.partition("*,::before")[0]
    names = {
        "paper": "paper",
        "surface": "surface",
        "ink": "ink",
        "ink-2": "ink-2",
        "ink-3": "ink-3",
        "line": "line",
        "accent": "accent",
        "accent-hover": "hover",
        "on-accent": "on-accent",
        "ok": "ok",
        "warn": "degraded",
        "danger": "down",
    }

    for theirs, ours in ((light, own_light), (dark, own_dark)):
        for name, own in names.items():
            assert colour(ours, f"--{own}") == colour(theirs, f"--color-{name}"), name


def colour(css: str, name: str) -> str:
    found = re.search(rf"(?<![\w-]){name}:\s*(#[0-9a-f]+)", css)
    assert found is not None, name
    digits = found[1][1:]
    return digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)


async def test_the_files_of_a_shop_out_of_reach_keep_its_frame_and_its_days(
    tmp_path: Path, shop: Shop
) -> None:
    settings = shop.app.state.settings
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET business_name = '이음네트웍스'")
        incident = await service.begin(conn, "점검", "말", parts=["shop"], level="down", state="looking")
        await service.go_on(conn, incident, "끝", state="over")
        writing.write(
            *await service.read_framed(conn, home=settings.public_url), tmp_path, address="https://s.example"
        )

    writing.write_out_of_reach(tmp_path, address="https://s.example", now=datetime.now(UTC))

    html = (tmp_path / "index.html").read_text()
    assert "이음네트웍스" in html
    assert f'href="{settings.public_url}/login"' in html
    assert "이용 불가 1일" in html
    assert '<span class="state down">이용 불가</span>' in html
