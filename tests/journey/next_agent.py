"""`python -m tests.journey.next_agent` is the agent as its next version may speak: it asks for what no shop has."""

import argparse
import os
import sys
from http import HTTPStatus

from ieum.gateway import shop
from ieum.gateway.protocol import Health
from ieum.gateway.run import add_arguments, run

PROTOCOL = shop.PROTOCOL + 1


async def says_more(self: shop.ShopClient, health: Health) -> None:
    """By a call that the shop does not know, and so answers as it does to any other."""
    body = {"sentAt": health.sent_at.isoformat(), "protocol": PROTOCOL}
    answer = await self._http.post("/gateway/v2/health", json=body)
    raise shop.ShopRefusedError.of(answer.status_code or HTTPStatus.NOT_FOUND, answer.content)


if __name__ == "__main__":
    shop.PROTOCOL = PROTOCOL
    shop.ShopClient.say_health = says_more
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    sys.exit(run(parser.parse_args(), os.environ))
