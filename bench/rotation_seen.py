"""The time from asking for another address to the far side seeing it, through a real tunnel."""

import statistics
import time
from typing import Any

import httpx
import psycopg

from bench.figures import Figure, percentile
from bench.stage import Stage
from bench.whole import ORDER_AGREEMENTS, WholeShop, consents_to, data_of
from ieum.dev.lab.addresses import ENDPOINT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.world import running_worlds, why_not

CHANGES = 60
# A question that is under way while connections are cut is never answered; the next one comes so soon.
PATIENCE = 0.1


def rotation_seen(_stage: Stage) -> list[Figure]:
    """Real server, worker, agent and client; the member presses the button, and connections are cut."""
    if reason := why_not():
        print(f"(skipped: {reason})", end=" ")
        return []
    before = set(running_worlds())
    with WholeShop(gateway="lab") as shop, shop.member() as member:
        shop.wait_for_gateway()
        (world,) = set(running_worlds()) - before
        client = LabClient(world, "rotating")
        client.create()
        try:
            service = _connected(shop, member, client)
            with psycopg.connect(shop.database_url, autocommit=True) as conn:
                return _figures(*_changes(conn, member, client, service))
        finally:
            client.remove()


def _connected(shop: WholeShop, member: httpx.Client, client: LabClient) -> int:
    """Buy a dynamic address and connect with it; returns the service."""
    plan = data_of(member.get("/api/v1/catalog/plans?kind=dynamic"))[0]["id"]
    agreed = consents_to(data_of(member.get(ORDER_AGREEMENTS)))
    order = {"planId": plan, "months": 1, "agreements": agreed}
    window = shop.pay_at_window(data_of(member.post("/api/v1/orders", json=order)))
    service: int = data_of(member.post("/api/v1/payments/confirm", json=window))["services"][0]["id"]
    keys = Customer.new("")
    body = {"name": "bench", "publicKey": keys.public_key}
    tunnel: dict[str, Any] = data_of(member.post(f"/api/v1/services/{service}/devices", json=body))["tunnel"]
    customer = Customer(keys.private_key, keys.public_key, tunnel["address"].partition("/")[0])
    client.up(customer.conf(server_key=tunnel["serverPublicKey"], endpoint=ENDPOINT))
    client.fetch_echo(timeout=20)
    return service


def _changes(
    conn: psycopg.Connection, member: httpx.Client, client: LabClient, service: int
) -> tuple[list[float], list[float], list[float]]:
    """Seconds until the far side saw each change, until the call was answered, and of a question to the far side."""
    seen: list[float] = []
    answered: list[float] = []
    asked: list[float] = []
    path = f"/api/v1/services/{service}/rotation"
    for _ in range(CHANGES):
        conn.execute("UPDATE rotations SET changed_at = changed_at - interval '1 minute'")
        begin = time.perf_counter()
        client.fetch_echo()
        asked.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        new = data_of(member.post(path, json={}))["new"]
        answered.append(time.perf_counter() - begin)
        while _seen(client) != new:
            pass
        seen.append(time.perf_counter() - begin)
    return seen, answered, asked


def _seen(client: LabClient) -> str:
    try:
        return client.fetch_echo(timeout=PATIENCE)
    except LabError:
        return ""


def _figures(seen: list[float], answered: list[float], asked: list[float]) -> list[Figure]:
    return [
        Figure(
            what=f"another address asked → the far side sees it, p95 of {CHANGES}",
            value=percentile(seen, 0.95) * 1000,
            unit="ms",
            ours=f"median {statistics.median(seen) * 1000:.0f} ms",
            baseline=(
                f"the call alone: median {statistics.median(answered) * 1000:.0f} ms, "
                f"a question to the far side: median {statistics.median(asked) * 1000:.0f} ms"
            ),
            aim=300,
            at_most=True,
        )
    ]
