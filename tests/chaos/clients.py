"""The shop's clients as one process: buyers, renewers, people who change addresses, a reader, a gateway's stream.

Each has both boxes' addresses and, like a browser whose name has two, tries the other where one does not answer or says
that it is out of order. Whatever was confirmed goes into the ledger first. Started with a plan as JSON on its stdin.
"""

import asyncio
import json
import signal
import sys
from collections.abc import Callable, Coroutine, Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec

from ieum.shop.members import tokens
from ieum.shop.members.authentication import REFRESH_HEADER
from ieum.shop.members.types import Identity, MemberId, SessionId
from tests.chaos.ledger import Ledger
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.secrets import KEY

ELSEWHERE = {502, 503, 504}
# Where a name has two addresses, browsers try the next after a quarter of a second (RFC 8305); this is twice as much.
TO_THE_NEXT = 0.5
# How long, in seconds, a person presses the button again before giving up.
PATIENCE = 150.0


class Plan(msgspec.Struct):
    """`members`: pairs of a member and a session, each used for one purchase."""

    shops: list[str]
    sandbox: str
    ledger: str
    members: list[tuple[int, int]]
    static_plan: int
    dynamic_plan: int
    gateway_token: str
    tunnel_key: str
    buyers: int = 2
    # A member may order thirty times an hour.
    renewers: int = 12
    changers: int = 4
    is_crowd: bool = False
    """Buys only, beside other clients, as other members."""
    pause: float = 0.5
    renewal_pause: float = 3.0


class GaveUpError(Exception):
    pass


class Refused(Exception):
    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"{answer.request.url.path}: {answer.status_code} {answer.text[:200]}")


class Shop:
    """Calls of one client, which stays with the box that answered last."""

    def __init__(self, plan: Plan, numbers: Iterator[int]) -> None:
        self._plan = plan
        self._box = next(numbers) % len(plan.shops)
        self._http = httpx.AsyncClient(timeout=httpx.Timeout(12, connect=TO_THE_NEXT))
        self._tokens: dict[int, dict[str, str]] = {}

    async def call(
        self, method: str, path: str, *, member: tuple[int, int], body: Any = None, again: bool = True
    ) -> Any:
        """The answer's data; on and on until there is one, or once where `again` might do something twice."""
        async with asyncio.timeout(PATIENCE):
            while True:
                headers = self._tokens.setdefault(member[0], login_of(member))
                try:
                    url = self._plan.shops[self._box] + path
                    answer = await self._http.request(method, url, json=body, headers=headers)
                except httpx.TransportError as error:
                    self._box = (self._box + 1) % len(self._plan.shops)
                    # Whoever could not even connect has certainly done nothing.
                    if not again and not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
                        raise GaveUpError from error
                else:
                    # A new pair, where the box takes the old one for expired: as a browser keeps cookies.
                    headers.update({name: answer.headers[name] for name in headers if name in answer.headers})
                    if answer.status_code not in ELSEWHERE:
                        if answer.is_error:
                            raise Refused(answer)
                        return answer.json()["data"]
                    self._box = (self._box + 1) % len(self._plan.shops)
                    if not again:
                        raise GaveUpError
                # sleep: a person presses again
                await asyncio.sleep(0.2)


def login_of(member: tuple[int, int]) -> dict[str, str]:
    """The pair of tokens that this session has begun with."""
    who = Identity(MemberId(member[0]), SessionId(member[1]))
    access = tokens.issue_access(who, key=KEY, now=datetime.now(UTC))
    return {"authorization": f"Bearer {access}", REFRESH_HEADER: str(member[1]).rjust(43, "A")}


class Clients:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.ledger = Ledger(Path(plan.ledger))
        self.stopping = asyncio.Event()
        self._numbers = count()
        # A crowd begins at the other end.
        self._members = iter(reversed(plan.members) if plan.is_crowd else plan.members)
        self._window = httpx.AsyncClient(base_url=plan.sandbox, timeout=30)
        self._agreed: list[dict[str, str]] = []

    async def run(self) -> None:
        shop = self._shop()
        documents = await shop.call("GET", "/api/v1/agreements?for=order", member=self.plan.members[0])
        self._agreed = [{"key": one["key"], "version": one["version"]} for one in documents]
        if self.plan.is_crowd:
            await self._buy_only()
            return
        await self._connect(shop)
        held = [await self._hold(shop, self.plan.static_plan) for _ in range(self.plan.renewers)]
        dynamic = [await self._hold(shop, self.plan.dynamic_plan) for _ in range(self.plan.changers)]
        self.ledger.note("ready")
        loops = [
            *(self._again_and_again(self._buy, pause=self.plan.pause) for _ in range(self.plan.buyers)),
            self._again_and_again(self._renew, held, pause=self.plan.renewal_pause),
            self._again_and_again(self._rotate, dynamic, pause=self.plan.pause),
            self._again_and_again(self._read, pause=0.1),
            self._follow_stream(),
        ]
        tasks = [asyncio.create_task(loop) for loop in loops]
        await self.stopping.wait()
        # What has begun goes on: a browser is not closed in the middle of a payment.
        await asyncio.wait(tasks[:-1], timeout=PATIENCE)
        tasks[-1].cancel()

    async def _buy_only(self) -> None:
        buyers = [self._again_and_again(self._buy, pause=self.plan.pause) for _ in range(self.plan.buyers)]
        await asyncio.gather(*buyers)

    def _shop(self) -> Shop:
        return Shop(self.plan, self._numbers)

    async def _again_and_again(
        self,
        act: Callable[..., Coroutine[Any, Any, None]],
        holders: list[tuple[tuple[int, int], int]] | None = None,
        *,
        pause: float,
    ) -> None:
        shop = self._shop()
        for number in count():
            if self.stopping.is_set():
                return
            try:
                await act(shop, *([holders[number % len(holders)]] if holders else []))
            except (Refused, GaveUpError, TimeoutError, httpx.HTTPError) as error:
                self.ledger.note("failed", what=f"{act.__name__}: {type(error).__name__} {error}"[:300])
            # sleep: clients do not ask as fast as they can
            await asyncio.sleep(pause)

    async def _read(self, shop: Shop) -> None:
        await shop.call("GET", "/api/v1/member", member=self.plan.members[0])
        self.ledger.note("read")

    async def _buy(self, shop: Shop) -> None:
        await self._purchase(shop, next(self._members), {"planId": self.plan.static_plan}, "paid")

    async def _hold(self, shop: Shop, plan: int) -> tuple[tuple[int, int], int]:
        """Buy a service to renew or to change the address of; its member and its number."""
        member = next(self._members)
        await self._purchase(shop, member, {"planId": plan}, "paid")
        services = await shop.call("GET", "/api/v1/services", member=member)
        return member, int(services["items"][0]["id"])

    async def _connect(self, shop: Shop) -> None:
        """Buy a service for the tunnel's customer, and register their device."""
        member, service = await self._hold(shop, self.plan.static_plan)
        path = f"/api/v1/services/{service}"
        body = {"name": "터널", "publicKey": self.plan.tunnel_key}
        answer = await shop.call("POST", f"{path}/devices", member=member, body=body)
        bought = await shop.call("GET", path, member=member)
        tunnel = answer["tunnel"]
        self.ledger.note(
            "device", address=bought["address"], tunnel=tunnel["address"], server=tunnel["serverPublicKey"]
        )

    async def _renew(self, shop: Shop, holder: tuple[tuple[int, int], int]) -> None:
        member, service = holder
        renewal = {"planId": self.plan.static_plan, "serviceId": service}
        await self._purchase(shop, member, renewal, "renewed", service=service)

    async def _purchase(
        self, shop: Shop, member: tuple[int, int], what: dict[str, Any], kind: str, **more: Any
    ) -> None:
        body = {**what, "months": 1, "agreements": self._agreed}
        order = await shop.call("POST", "/api/v1/orders", member=member, body=body)
        confirm = await pay_at_window(self._window, order)
        payment = {"order": confirm["orderId"], "payment": confirm["paymentKey"], "amount": confirm["amount"]}
        self.ledger.note("asked", **payment)
        while True:
            answer = await shop.call("POST", "/api/v1/payments/confirm", member=member, body=confirm)
            if answer["state"] != "confirming":
                break
            # sleep: as the page asks again
            await asyncio.sleep(1)
        if answer["state"] == "paid":
            self.ledger.note(kind, **payment, **more)
        else:
            self.ledger.note("failed", what=f"{payment['order']} is {answer['state']}")

    async def _rotate(self, shop: Shop, holder: tuple[tuple[int, int], int]) -> None:
        member, service = holder
        path = f"/api/v1/services/{service}/rotation"
        # Pressed once: a second press would change the address once more.
        rotated = await shop.call("POST", path, member=member, again=False)
        self.ledger.note("rotated", service=service, address=rotated["new"])

    async def _follow_stream(self) -> None:
        """As an agent that was given both addresses does it."""
        headers = {"authorization": f"Bearer {self.plan.gateway_token}"}
        async with httpx.AsyncClient(timeout=httpx.Timeout(12, connect=2), headers=headers) as http:
            for number in count():
                url = self.plan.shops[number % len(self.plan.shops)] + "/gateway/v1/stream?protocol=2"
                try:
                    async with http.stream("GET", url) as stream:
                        stream.raise_for_status()
                        async for _ in stream.aiter_lines():
                            self.ledger.note("line")
                except httpx.HTTPError:
                    pass
                self.ledger.note("stream lost")
                # sleep: as an agent waits
                await asyncio.sleep(0.5)


async def main() -> None:
    clients = Clients(msgspec.convert(json.loads(sys.stdin.readline()), Plan))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, clients.stopping.set)
    await clients.run()


if __name__ == "__main__":
    asyncio.run(main())
