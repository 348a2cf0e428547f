"""The time from a payment to the first packet through the tunnel."""

import statistics
import time
from contextlib import suppress
from typing import Any

import httpx

from bench.figures import Figure, percentile
from bench.stage import Stage
from bench.whole import WholeShop, data_of
from ieum.sandbox.lab.addresses import ENDPOINT
from ieum.sandbox.lab.client import LabClient
from ieum.sandbox.lab.customer import Customer
from ieum.sandbox.lab.namespaces import LabError
from ieum.sandbox.lab.world import running_worlds, why_not

PURCHASES = 50
PATIENCE = 0.25


def first_packet(_stage: Stage) -> list[Figure]:
    """Real server, worker, agent and WireGuard; only the time of the customer's clicks is left out."""
    if reason := why_not():
        print(f"(skipped: {reason})", end=" ")
        return []
    before = set(running_worlds())
    with WholeShop(gateway="lab") as shop, shop.member() as member:
        shop.wait_for_gateway()
        (world,) = set(running_worlds()) - before
        client = LabClient(world, "buyer")
        client.create()
        try:
            plan = data_of(member.get("/api/v1/catalog/plans?kind=static"))[0]["id"]
            agreed = [
                {"key": one["key"], "version": one["version"]}
                for one in data_of(member.get("/api/v1/agreements?for=order"))
            ]
            purchases = [_buy(shop, member, client, plan, agreed) for _ in range(PURCHASES)]
        finally:
            client.remove()
    confirmed, connected = [one for one, _ in purchases], [one for _, one in purchases]
    return [
        Figure(
            what=f"confirm → first packet, p95 of {PURCHASES}",
            value=percentile(connected, 0.95),
            unit="s",
            ours=f"median {statistics.median(connected):.2f} s",
            baseline=f"confirm alone: median {statistics.median(confirmed):.2f} s",
            aim=1,
            at_most=True,
        )
    ]


def _buy(
    shop: WholeShop, member: httpx.Client, client: LabClient, plan: int, agreed: list[dict[str, str]]
) -> tuple[float, float]:
    """Buy a service and connect a device; seconds until the confirm was answered and until the echo answered."""
    order = data_of(member.post("/api/v1/orders", json={"planId": plan, "months": 1, "agreements": agreed}))
    window_result = shop.pay_at_window(order)
    keys = Customer.new("")

    begin = time.perf_counter()
    paid = data_of(member.post("/api/v1/payments/confirm", json=window_result))
    confirmed = time.perf_counter() - begin
    service: dict[str, Any] = paid["services"][0]
    new = {"name": "bench", "publicKey": keys.public_key}
    tunnel = data_of(member.post(f"/api/v1/services/{service['id']}/devices", json=new))["tunnel"]
    customer = Customer(keys.private_key, keys.public_key, tunnel["address"].partition("/")[0])
    seen = _connect(client, customer.conf(server_key=tunnel["serverPublicKey"], endpoint=ENDPOINT))
    connected = time.perf_counter() - begin

    client.down()
    if seen != service["address"]:
        raise RuntimeError(f"the internet saw {seen}, bought was {service['address']}")
    return confirmed, connected


def _connect(client: LabClient, conf: str) -> str:
    """Restart the tunnel until the echo answers; returns the address that the echo saw.

    No person is this fast. If the first packet comes before the gateway knows the device, WireGuard waits
    five seconds before the next one; a restart sends it at once.
    """
    for _ in range(20):
        client.up(conf)
        with suppress(LabError):
            return client.fetch_echo(timeout=PATIENCE)
        client.down()
    raise RuntimeError("the tunnel does not answer")
