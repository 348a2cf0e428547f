"""Pictures for sharing."""

import asyncio
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from PIL import Image
from psycopg_pool import PoolTimeout

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.pages import icons
from ieum.shop.pages import share_image_cache as pictures_module
from ieum.shop.pages.share_image import TITLE_LINES, TITLE_WIDTH, Fonts, Picture, draw, fit
from ieum.shop.pages.share_image_cache import Pictures, PicturesBusy
from ieum.shop.publishing import queries
from tests.shop.builders.shops import Client
from tests.shop.builders.text_rows import a_text
from tests.shop.builders.web_build import describe_shop
from tests.waiting import one_turn

# The build's own, which `make test` makes before anything runs.
FONTS = Path(__file__).parents[3] / "web" / "dist" / "server" / "fonts"


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return Fonts(FONTS)


@pytest.fixture
def drawing(app: Litestar) -> Pictures:
    """The shop with the real faces."""
    app.state.site.pictures = Pictures(FONTS)
    return app.state.site.pictures


def a_picture(title: str = "통신사 고정 IP VPN") -> Picture:
    return Picture("이음", "공지사항", title, "shop.example")


async def address_of(client: Client, path: str = "/") -> str:
    document = (await client.get(path)).text
    return document.partition('og:image" content="')[2].partition('"')[0].replace("&amp;", "&")


def test_a_picture_has_the_size_that_messengers_want_and_is_small(fonts: Fonts) -> None:
    made = draw(a_picture(), fonts)

    with Image.open(BytesIO(made)) as image:
        assert (image.size, image.format) == ((1200, 630), "PNG")
    assert len(made) < 60_000


def test_the_words_stand_where_every_preview_shows_them(fonts: Fonts) -> None:
    with Image.open(BytesIO(draw(a_picture("가운데"), fonts))) as image:
        dark = image.convert("L").point([255] * 60 + [0] * 196).getbbox()

    assert dark is not None
    left, top, right, bottom = dark
    # The middle square, and what a preview of 2:1 leaves.
    assert left > 285
    assert right < 915
    assert top > 15
    assert bottom < 615


@pytest.mark.parametrize(
    "title",
    [
        "짧게",
        "윈도우에서 연결하기",
        "통신사 회선 증설 작업에 따른 접속 중단 안내 " * 6,
        "가" * 150,
        "a" * 150,
    ],
)
def test_every_title_fits(fonts: Fonts, title: str) -> None:
    size, lines = fit(title, fonts)

    assert 1 <= len(lines) <= TITLE_LINES
    assert max(fonts.of("Bold", size).getlength(line) for line in lines) <= TITLE_WIDTH
    assert lines[0][:2] == title[:2]


def test_lines_break_between_words_and_evenly(fonts: Fonts) -> None:
    _, lines = fit("2026년 12월 정기 점검과 통신사 회선 증설 작업에 따른 일시적인 접속 중단 안내", fonts)

    assert lines == ["2026년 12월 정기 점검과", "통신사 회선 증설 작업에 따른", "일시적인 접속 중단 안내"]


@pytest.mark.parametrize("title", ["", " ", "🔥", "\u202e\u200b", "\ud800"])
def test_characters_missing_in_the_font_are_left_out(fonts: Fonts, title: str) -> None:
    assert draw(a_picture(title), fonts) == draw(a_picture(""), fonts)


async def test_a_page_names_its_picture_under_an_address_that_never_changes(
    client: Client, conn: Connection, drawing: Pictures
) -> None:
    del drawing
    address = await address_of(client, "/static-ip")

    answer = await client.get(address)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    await describe_shop(conn)
    assert (await client.get(address)).content == answer.content


async def test_a_picture_with_old_words_redirects_to_the_new_one(client: Client, drawing: Pictures) -> None:
    del drawing
    answer = await client.get("/og/0123456789abcdef0123.png?of=/static-ip")

    assert answer.status_code == 302
    assert (await client.get(answer.headers["location"])).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "/og/x.png",
        "/og/x.png?of=",
        "/og/x.png?of=https://evil.example/",
        "/og/x.png?of=/no-such-page",
        "/og/x.png?of=/mypage",
        "/og/x.png?of=/login",
        "/og/x.png?of=/nothing",
        "/og/x.png?of=/support/notice?page=777",
        "/og/x.png?of=%00",
        "/og/x.png?of=/" + "x" * 3000,
    ],
)
async def test_only_indexable_pages_have_a_picture(client: Client, drawing: Pictures, address: str) -> None:
    del drawing
    assert (await client.get(address)).status_code == 404


async def test_a_picture_whose_page_cannot_be_read_now_answers_503(
    client: Client, conn: Connection, drawing: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    del drawing
    await a_text(conn, slug="check")

    async def refused(*_: object) -> None:
        raise PoolTimeout

    monkeypatch.setattr(queries, "find_text", refused)

    answer = await client.get("/og/x.png?of=/support/notice/check")

    assert (answer.status_code, answer.headers.get("retry-after")) == (503, "5")


async def test_a_later_page_of_a_list_has_a_picture_of_its_own(
    client: Client, conn: Connection, drawing: Pictures
) -> None:
    del drawing
    for _ in range(11):
        await a_text(conn)

    answer = await client.get(await address_of(client, "/support/notice?page=2"))

    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")


async def test_recently_used_pictures_stay_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures_module, "PICTURES_KEPT", 2)
    pictures = Pictures(FONTS)
    liked, other, third = (a_picture(f"그림 {n}") for n in range(3))
    for picture in (liked, other):
        await pictures.get(picture)

    pictures.cached(liked.name)
    await pictures.get(third)

    assert [pictures.cached(one.name) is not None for one in (liked, other, third)] == [True, False, True]


async def test_the_logo_is_drawn_once(client: Client) -> None:
    icons.png.cache_clear()
    answers = [await client.get("/og/logo.png") for _ in range(3)]

    assert len({answer.content for answer in answers}) == 1
    assert icons.png.cache_info().misses == 1


async def test_a_picture_is_drawn_once_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, drawn = Pictures(FONTS), list[Picture]()

    def slowly(picture: Picture, fonts: Fonts) -> bytes:
        drawn.append(picture)
        return draw(picture, fonts)

    monkeypatch.setattr(pictures_module.share_image, "draw", slowly)
    made = await asyncio.gather(*(pictures.get(a_picture()) for _ in range(5)))
    again = await pictures.get(a_picture())

    assert len(drawn) == 1
    assert set(made) == {again}


async def test_too_many_waiting_pictures_refuse_more_pictures_but_no_pages(
    client: Client, drawing: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures_module, "MOST_WAITING", 2)
    waiting = [asyncio.create_task(drawing.get(a_picture(f"그림 {n}"))) for n in range(2)]
    await one_turn()

    with pytest.raises(PicturesBusy):
        await drawing.get(a_picture("하나 더"))
    page = await client.get("/")
    await asyncio.gather(*waiting)

    assert page.status_code == 200
    assert len(await drawing.get(a_picture("하나 더"))) > 1000


async def test_a_cancelled_request_does_not_cancel_the_picture_for_others() -> None:
    pictures = Pictures(FONTS)
    impatient = asyncio.create_task(pictures.get(a_picture()))
    patient = asyncio.create_task(pictures.get(a_picture()))
    await one_turn()
    impatient.cancel()

    assert (await patient).startswith(b"\x89PNG")


async def test_without_fonts_the_shop_runs_without_pictures(tmp_path: Path, caplog: Any) -> None:
    pictures = Pictures(tmp_path)

    assert not pictures.draws
    assert "pages are shared without pictures" in caplog.text
    with pytest.raises(NotFound):
        await pictures.get(a_picture())


async def test_the_logo_is_served(client: Client) -> None:
    answer = await client.get("/og/logo.png")

    with Image.open(BytesIO(answer.content)) as image:
        assert image.size == (512, 512)
