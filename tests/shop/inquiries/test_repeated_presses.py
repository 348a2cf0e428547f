"""What counts as the same press of a button, and what is said anew in the same words."""

import asyncio

from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.inquiries import INQUIRY, asked, go_on, read, uploaded
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import place
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers, Shop


async def test_a_second_press_makes_no_second_inquiry(
    client: Client, conn: Connection, headers: Headers
) -> None:
    first, second = [await asked(client, headers) for _ in range(2)]
    await execute(conn, "UPDATE inquiries SET created_at = created_at - interval '11 minutes'")
    later = await asked(client, headers)

    assert first == second != later


async def test_a_second_press_adds_no_second_message(client: Client, headers: Headers) -> None:
    inquiry = await asked(client, headers)

    answers = [await go_on(client, headers, inquiry, "더 있습니다.") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert [one["body"] for one in answers[1].json()["data"]["messages"]] == [INQUIRY["body"], "더 있습니다."]


async def test_two_presses_at_once_make_one_inquiry(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        headers = await a_login(conn, await a_member(conn))

    numbers = await asyncio.gather(*(asked(shop.client, headers) for _ in range(4)))

    assert len(set(numbers)) == 1
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM inquiry_messages") == 1


SEE_IMAGE = "사진 확인 부탁드립니다."


async def test_the_same_words_with_another_image_are_another_message(
    client: Client, conn: Connection
) -> None:
    headers = await a_login(conn, await a_member(conn))
    inquiry = await asked(client, headers)
    first, second = [(await uploaded(client, headers))["id"] for _ in range(2)]

    for images in ([first], [first], [second], []):
        answer = await go_on(client, headers, inquiry, SEE_IMAGE, images=images)
        assert answer.status_code == 201, answer.text

    messages = (await read(client, headers, inquiry))["messages"]
    assert [[image["id"] for image in one["images"]] for one in messages] == [[], [first], [second], []]


async def test_the_same_question_with_another_image_is_another_inquiry(
    client: Client, conn: Connection
) -> None:
    headers = await a_login(conn, await a_member(conn))
    first, second = [(await uploaded(client, headers))["id"] for _ in range(2)]

    numbers = [await asked(client, headers, images=images) for images in ([first, second], [first, second])]
    third = (await uploaded(client, headers))["id"]
    numbers += [await asked(client, headers, images=images) for images in ([third], [])]

    assert numbers[0] == numbers[1]
    assert len(set(numbers)) == 3
    assert len((await read(client, headers, numbers[2]))["messages"][0]["images"]) == 1


async def test_the_same_question_about_another_service_or_order_is_another_inquiry(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    plan = await a_plan(conn, addresses=4)
    services = [await a_service(conn, member, plan=plan) for _ in range(2)]
    order = (await place(client, headers, plan)).json()["data"]["orderId"]
    about = [{"serviceId": services[0]}, {"serviceId": services[1]}, {"orderId": order}, {}]

    pressed_once, pressed_again = [[await asked(client, headers, **what) for what in about] for _ in range(2)]

    assert len(set(pressed_once)) == len(about)
    assert pressed_again == pressed_once
