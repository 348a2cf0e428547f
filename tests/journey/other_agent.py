"""`python -m tests.journey.other_agent` is the agent as another version speaks: `IEUM_TEST_PROTOCOL` names its newest.

The version before knew neither exits nor tails, and said nothing of its host; a newer one asks for what no shop has.
"""

import argparse
import os
import sys
from collections.abc import Collection
from http import HTTPStatus

from ieum.gateway import shop
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.protocol import Health
from ieum.gateway.run import add_arguments, run

PROTOCOL = int(os.environ["IEUM_TEST_PROTOCOL"])


async def says_nothing(self: shop.ShopClient, health: Health) -> None:
    """Of its host."""


async def says_more(self: shop.ShopClient, health: Health) -> None:
    """By a call that the shop does not know, and so answers as it does to any other."""
    body = {"sentAt": health.sent_at.isoformat(), "protocol": PROTOCOL}
    answer = await self._http.post("/gateway/v2/health", json=body)
    raise shop.ShopRefusedError.of(answer.status_code or HTTPStatus.NOT_FOUND, answer.content)


def looks_at_nothing(self: DataPlane, addresses: Collection[str]) -> None:
    """So it says nothing of tails."""


if __name__ == "__main__":
    shop.PROTOCOL = PROTOCOL
    shop.ShopClient.say_health = says_nothing if PROTOCOL == 1 else says_more
    if PROTOCOL == 1:
        DataPlane.open_by = looks_at_nothing  # pyright: ignore[reportAttributeAccessIssue]
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    sys.exit(run(parser.parse_args(), os.environ))
