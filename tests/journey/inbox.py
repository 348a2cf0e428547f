"""What the shop sent to somebody, as the sandbox keeps it."""

import re
from typing import Any

import httpx

from tests.journey.running import RunningShop
from tests.waiting import wait_until


def messages(shop: RunningShop, to: str) -> list[dict[str, Any]]:
    """Newest first."""
    answer = httpx.get(f"{shop.sandbox_url}/inbox/messages", params={"to": to})
    assert answer.is_success, answer.text
    return answer.json()


def read_code(shop: RunningShop, to: str, *, after: int = 0) -> str:
    """The six digits of the newest message, once there are more messages than `after`."""
    wait_until(lambda: len(messages(shop, to)) > after, f"nothing was sent to {to}")
    text: str = messages(shop, to)[0]["text"]
    found = re.search(r"(?<!\d)\d{6}(?!\d)", text)
    assert found is not None, text
    return found[0]


def wait_for_subject(shop: RunningShop, to: str, words: str) -> None:
    wait_until(
        lambda: any(words in message["subject"] for message in messages(shop, to)),
        f"no mail about {words} to {to}",
    )
