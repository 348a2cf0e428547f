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
