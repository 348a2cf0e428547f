"""How many images, how large and how fast: what is taken in at once, in a minute and in a day."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, suppress

import pytest

from ieum.shop.inquiries import images, pixels, rules
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import break_off
from tests.shop.builders.inquiries import an_image, ask, asked, images_kept, upload, uploaded
from tests.shop.builders.members import a_login, a_member, a_session
from tests.shop.builders.shops import Client, Headers, Shop
from tests.waiting import one_turn

PNG = an_image("PNG", (64, 64))


async def test_ten_megabytes_are_accepted_and_one_byte_more_is_not(
    client: Client, conn: Connection, headers: Headers
) -> None:
    image = an_image("JPEG")
    full = image + b"\x00" * (rules.IMAGE_LARGEST - len(image))

    assert (await upload(client, headers, full)).status_code == 201
    answer = await upload(client, headers, full + b"\x00")

    assert (answer.status_code, answer.json()["code"]) == (413, "image_too_large")
    assert "10MB" in answer.json()["detail"]
    assert await images_kept(conn) == 1


async def test_a_hundred_megabytes_are_refused_before_they_are_read(
    client: Client, conn: Connection, headers: Headers
) -> None:
    """Announced or not: what is sent in pieces is stopped where the limit is."""
    sent = 0

    async def pieces() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(1_600):
            sent += 65_536
            yield b"\xff" * 65_536

    unannounced = await client.post("/api/v1/inquiry-images", content=pieces(), headers=headers)
    announced = await client.post(
        "/api/v1/inquiry-images", content=b"", headers=headers | {"Content-Length": "104857600"}
    )

    assert (unannounced.status_code, unannounced.json()["code"]) == (413, "image_too_large")
    assert (announced.status_code, announced.json()["code"]) == (413, "image_too_large")
    assert sent <= rules.IMAGE_LARGEST + 2 * 65_536
    assert await images_kept(conn) == 0


async def test_the_size_limit_of_other_calls_is_unchanged(client: Client, headers: Headers) -> None:
    answer = await ask(client, headers, body="가" * 30_000)

    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_broken_upload_leaves_nothing_and_is_not_our_error(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))

    answer = await break_off(shop.app, "POST", "/api/v1/inquiry-images", headers, PNG)

    assert answer == (400, "upload_broken")
    async with shop.db.connection() as conn:
        assert await images_kept(conn) == 0


@pytest.mark.parametrize(
    ("bytes_a_second", "ended"),
    [
        pytest.param(8_200, True, id="the attack"),
        pytest.param(30_000, True, id="240 kbit/s"),
        pytest.param(45_000, False, id="a phone on 400 kbit/s"),
        pytest.param(1_000_000, False, id="8 Mbit/s"),
    ],
)
def test_an_upload_may_be_as_slow_as_a_phone_with_the_largest_picture(
    bytes_a_second: int, *, ended: bool
) -> None:
    seconds_it_takes = rules.IMAGE_LARGEST // bytes_a_second + 1

    late = [
        second
        for second in range(seconds_it_takes)
        if second > rules.upload_seconds(min(second * bytes_a_second, rules.IMAGE_LARGEST))
    ]

    assert bool(late) is ended
    # Whoever sends too slowly gives the place back long before 10 MB have come.
    assert not late or late[0] <= 61


async def test_an_upload_that_trickles_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "UPLOAD_GRACE", 0.05)
    monkeypatch.setattr(rules, "UPLOAD_BYTES_A_SECOND", 10**12)

    async def trickle() -> AsyncIterator[bytes]:
        for _ in range(rules.IMAGE_LARGEST):
            yield b"x"
            await one_turn()

    with pytest.raises(images.UploadBroken):
        await images._read(None, trickle())


async def test_a_stalled_upload_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "UPLOAD_GRACE", 0.05)

    async def never() -> AsyncIterator[bytes]:
        yield PNG[:20]
        await asyncio.Event().wait()

    with pytest.raises(images.UploadBroken):
        await images._read(None, never())


async def test_a_member_may_have_ten_unsent_images(
    client: Client, conn: Connection, headers: Headers
) -> None:
    waiting = [await uploaded(client, headers) for _ in range(rules.IMAGES_WAITING)]

    full = await upload(client, headers)
    await client.delete(f"/api/v1/inquiry-images/{waiting[0]['id']}", headers=headers)
    room = await upload(client, headers)

    assert (full.status_code, full.json()["code"]) == (409, "too_many_images_waiting")
    assert room.status_code == 201
    assert await images_kept(conn) == rules.IMAGES_WAITING


async def test_a_member_may_upload_fifty_images_a_day_deleted_and_sent_ones_included(
    client: Client, conn: Connection, headers: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "IMAGES_A_DAY", 3)
    gone, sent, _ = [(await uploaded(client, headers))["id"] for _ in range(3)]
    await execute(conn, "UPDATE inquiry_uploads SET uploaded_at = now() - interval '23 hours'")
    await client.delete(f"/api/v1/inquiry-images/{gone}", headers=headers)
    await asked(client, headers, images=[sent])

    full = await upload(client, headers)
    others = await upload(client, await a_login(conn, await a_member(conn)))
    await execute(conn, "UPDATE inquiry_uploads SET uploaded_at = uploaded_at - interval '1 hour'")
    tomorrow = await upload(client, headers)

    assert (full.status_code, full.json()["code"]) == (429, "too_many_images_today")
    assert full.headers["retry-after"] == "3600"
    assert (others.status_code, tomorrow.status_code) == (201, 201)


async def test_one_network_may_upload_thirty_images_a_minute(
    client: Client, headers: Headers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "UPLOADS_A_MINUTE", 2)

    answers = [await upload(client, headers) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].headers["retry-after"]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing waits for a place."""
    monkeypatch.setattr(images, "WAIT_SECONDS", 0)


@pytest.mark.usefixtures("impatient")
async def test_concurrent_uploads_are_limited_and_freed_afterwards() -> None:
    uploads = images.Uploads()

    async with uploads.place(MemberId(1), "203.0.113.1"), uploads.place(MemberId(1), "203.0.113.1"):
        with pytest.raises(images.TooManyRequests):
            await uploads.place(MemberId(1), "203.0.113.1").__aenter__()
        others = [uploads.place(MemberId(n), f"203.0.113.{n}") for n in range(2, images.UPLOADS_AT_ONCE)]
        for other in others:
            await other.__aenter__()
        with pytest.raises(images.UploadsBusy):
            await uploads.place(MemberId(99), "203.0.113.99").__aenter__()
        for other in others:
            await other.__aexit__(None, None, None)
    async with uploads.place(MemberId(1), "203.0.113.1"):
        assert uploads._under_way == {1: 1, "203.0.113.1": 1}
    assert not uploads._under_way
    assert not uploads._waiting


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "networks",
    [
        pytest.param(["203.0.113.{}", "198.51.100.{}"], id="IPv4 addresses"),
        pytest.param(["2001:db8:1:{}::1", "2001:db8:2:{}::1"], id="customers' IPv6 addresses"),
    ],
)
async def test_the_accounts_of_two_networks_leave_most_places_to_others(networks: list[str]) -> None:
    """The attack: a few accounts behind two addresses kept everybody else's pictures out for as long as they liked."""
    uploads = images.Uploads()
    taken: list[AbstractAsyncContextManager[None]] = []
    for number in range(4 * images.UPLOADS_AT_ONCE):
        network = networks[number % 2]
        address = network.format(1 if "." in network else number + 1)
        place = uploads.place(MemberId(number), address)
        with suppress(images.UploadsBusy):
            await place.__aenter__()
            taken.append(place)

    assert len(taken) == 2 * images.OF_ONE_NETWORK < images.UPLOADS_AT_ONCE / 2
    async with uploads.place(MemberId(999), "192.0.2.1"):
        pass
    for place in taken:
        await place.__aexit__(None, None, None)
    assert not uploads._under_way


async def test_an_upload_waits_for_a_place_of_its_network() -> None:
    uploads = images.Uploads()
    places = [uploads.place(MemberId(n), "203.0.113.1") for n in range(images.OF_ONE_NETWORK)]
    for place in places:
        await place.__aenter__()

    async def one_more() -> str:
        async with uploads.place(MemberId(50), "203.0.113.1"):
            return "has a place"

    waiting = asyncio.create_task(one_more())
    await one_turn()
    assert not waiting.done()
    await places[0].__aexit__(None, None, None)

    assert await asyncio.wait_for(waiting, 5) == "has a place"
    for place in places[1:]:
        await place.__aexit__(None, None, None)
    assert not uploads._under_way
    assert not uploads._waiting


async def test_a_network_does_not_wait_in_any_number() -> None:
    uploads = images.Uploads()
    places = [uploads.place(MemberId(n), "203.0.113.1") for n in range(images.OF_ONE_NETWORK)]
    for place in places:
        await place.__aenter__()
    line = [
        asyncio.create_task(uploads.place(MemberId(100 + n), "203.0.113.1").__aenter__())
        for n in range(images.WAITING_OF_ONE_NETWORK)
    ]
    await one_turn()

    with pytest.raises(images.UploadsBusy):
        await uploads.place(MemberId(200), "203.0.113.1").__aenter__()

    for task in line:
        task.cancel()
    await asyncio.gather(*line, return_exceptions=True)
    for place in places:
        await place.__aexit__(None, None, None)
    assert not uploads._waiting


@pytest.mark.parametrize(("processes", "each"), [(1, 2), (2, 1), (4, 1)])
async def test_concurrent_decoders_are_limited_for_all_processes_together(
    monkeypatch: pytest.MonkeyPatch, processes: int, each: int
) -> None:
    under_way, most = 0, 0

    async def slowly(_draw: object, _data: bytes) -> pixels.Drawn:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await one_turn()
        under_way -= 1
        return pixels.Drawn("image/png", 1, 1, b"-", b"-")

    monkeypatch.setattr(asyncio, "to_thread", slowly)
    uploads = images.Uploads(processes=processes)

    await asyncio.gather(*(uploads.redraw(b"") for _ in range(8)))

    assert most == each


async def test_two_uploads_at_once_do_not_exceed_the_limit(shop: Shop) -> None:
    """Both have counted ten; the member's lock lets one of them count again."""
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))
    for _ in range(rules.IMAGES_WAITING - 1):
        await uploaded(shop.client, headers)

    answers = await asyncio.gather(upload(shop.client, headers), upload(shop.client, headers))

    assert sorted(answer.status_code for answer in answers) == [201, 409]
    async with shop.db.connection() as conn:
        assert await images_kept(conn) == rules.IMAGES_WAITING


async def test_an_upload_cannot_be_a_form_of_another_site(client: Client, conn: Connection) -> None:
    session = await a_session(conn, await a_member(conn))
    sent = await client.post(
        "/api/v1/inquiry-images", content=PNG, headers=session.cookies | {"Sec-Fetch-Site": "cross-site"}
    )

    assert (sent.status_code, sent.json()["code"]) == (403, "cross_site_request")
    assert await images_kept(conn) == 0
