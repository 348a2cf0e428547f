"""An address above a group of pages leads to the first of them; which that is, the web app says."""

import pytest

from tests.shop.builders.shops import Client


@pytest.mark.parametrize(
    ("address", "first"),
    [
        ("/group", "/support/notice?page=1"),
        ("/group/", "/support/notice?page=1"),
        # By these parameters advertisements count their visits: they survive unchanged.
        ("/group?NaPm=ct%3Da%7Ctr%3Dsa", "/support/notice?page=1&NaPm=ct%3Da%7Ctr%3Dsa"),
    ],
)
async def test_a_group_leads_to_its_first_page(client: Client, address: str, first: str) -> None:
    answer = await client.get(address)

    assert (answer.status_code, answer.headers["location"]) == (301, first)


WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36"
ANDROID = "Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15"


@pytest.mark.parametrize(
    ("user_agent", "own"),
    [(WINDOWS, "windows"), (ANDROID, "android"), (IPHONE, "ios"), (MAC, "macos"), ("curl/8.0", "windows")],
)
async def test_a_group_of_systems_leads_to_the_visitors_own_and_no_cache_keeps_that(
    client: Client, user_agent: str, own: str
) -> None:
    answer = await client.get("/systems?NaPm=ct%3Da", headers={"User-Agent": user_agent})

    assert (answer.status_code, answer.headers["location"]) == (302, f"/systems/{own}?NaPm=ct%3Da")
    assert "no-store" in answer.headers["cache-control"]
    assert "User-Agent" in answer.headers["vary"]
