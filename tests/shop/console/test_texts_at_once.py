"""Texts that two people change at once: each is shown what the first one has done, and nothing is written over."""

import base64
from typing import Any

from tests.shop.builders import desk
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff

TEXTS = "/api/v1/console/content/texts"
FILES = "/api/v1/console/content/files"


async def an_editor(shop: Shop) -> Login:
    async with shop.db.transaction() as conn:
        return await a_staff(conn, "content.view", "content.write", "content.publish")


async def a_draft(client: Client, by: Login, body: str) -> int:
    begun = await desk.press_plain(client, by, "content.draft", None, kind="notice", slug="hello")
    draft = begun.json()["data"]["made"]["id"]
    written = {"title": "점검 안내", "body": body}
    saved = await desk.press_plain(client, by, "content.write", draft, version=1, written=written)
    assert saved.status_code == 200, saved.text
    return draft


async def published(client: Client, by: Login) -> int:
    await desk.press(client, by, "content.publish", await a_draft(client, by, "옛 내용"))
    [text] = (await client.get(TEXTS, headers=by.headers)).json()["data"]["items"]
    return text["id"]


async def at_once(shop: Shop, *presses: tuple[Login, str, Any]) -> list[int]:
    """Have all previews seen, and press all before any of them has written; their answers in order."""
    bodies = [await desk.body_of(shop.client, by, change, target) for by, change, target in presses]
    answers = await after_all_have_looked(
        shop.db,
        "content_entries",
        *(
            shop.client.post(desk.path_of(change), json=body, headers=by.headers)
            for (by, change, _), body in zip(presses, bodies, strict=True)
        ),
    )
    return sorted(answer.status_code for answer in answers)


async def test_a_text_is_taken_down_by_one_of_two(shop: Shop) -> None:
    first, second = await an_editor(shop), await an_editor(shop)
    text = await published(shop.client, first)

    assert await at_once(shop, (first, "content.withdraw", text), (second, "content.withdraw", text)) == [
        200,
        409,
    ]


async def test_what_is_published_while_somebody_takes_the_text_down_is_shown_to_the_second(
    shop: Shop,
) -> None:
    first, second = await an_editor(shop), await an_editor(shop)
    text = await published(shop.client, first)
    draft = await a_draft(shop.client, first, "새 내용")

    assert await at_once(shop, (first, "content.publish", draft), (second, "content.withdraw", text)) == [
        200,
        409,
    ]


async def test_the_starter_set_is_published_by_one_of_two(shop: Shop) -> None:
    first, second = await an_editor(shop), await an_editor(shop)

    assert await at_once(shop, (first, "content.starters", None), (second, "content.starters", None)) == [
        200,
        409,
    ]


async def test_of_two_files_of_one_name_one_is_kept(shop: Shop) -> None:
    first, second = await an_editor(shop), await an_editor(shop)

    def upload(by: Login, content: bytes) -> Any:
        form = {"name": "plan.txt", "content": base64.b64encode(content).decode()}
        return shop.client.post(FILES, json=form, headers=by.headers)

    answers = await after_all_have_looked(
        shop.db, "content_files", upload(first, b"one"), upload(second, b"two")
    )

    assert sorted(answer.status_code for answer in answers) == [201, 409]
