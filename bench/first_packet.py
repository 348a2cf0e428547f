"""The time from a payment, and from the answer that adds a device, to the first packet through the tunnel."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx

from bench.figures import Figure, percentile
from bench.stage import Stage
from bench.whole import ORDER_AGREEMENTS, WholeShop, consents_to, data_of
from ieum.dev.lab.addresses import ENDPOINT
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.world import running_worlds, why_not

# Each connects twice: its device is added, and then gets a new key. A member may place thirty orders an hour.
PURCHASES = 25
# Seconds after which WireGuard repeats a handshake that was not answered (REKEY_TIMEOUT of its protocol).
RETRY = 5.0


@dataclass
class Times:
    """Seconds, one of each kind for a connection."""

    confirmed: list[float] = field(default_factory=list[float])
    since_confirm: list[float] = field(default_factory=list[float])
    answered: list[float] = field(default_factory=list[float])
    """From the request to the answer that adds a device or changes its key."""
    connected: list[float] = field(default_factory=list[float])
    """From that answer to the first packet."""
    again: list[float] = field(default_factory=list[float])
    """The same client with the same file once more: what of it is the client's own."""


def first_packet(_stage: Stage) -> list[Figure]:
    """Real server, worker, agent and an unmodified WireGuard client, which connects at once and is never restarted."""
    if reason := why_not():
        print(f"(skipped: {reason})", end=" ")
        return []
    before = set(running_worlds())
    times = Times()
    with WholeShop(gateway="lab") as shop, shop.member() as member:
        shop.wait_for_gateway()
        (world,) = set(running_worlds()) - before
        client = LabClient(world, "buyer")
        client.create()
        try:
            plan = data_of(member.get("/api/v1/catalog/plans?kind=static"))[0]["id"]
            agreed = consents_to(data_of(member.get(ORDER_AGREEMENTS)))
            for _ in range(PURCHASES):
                _buy(shop, member, client, times, order={"planId": plan, "months": 1, "agreements": agreed})
        finally:
            client.remove()
    return _figures(times)


def _figures(times: Times) -> list[Figure]:
    retried = sum(seconds >= RETRY for seconds in times.connected)
    connections = len(times.connected)
    return [
        Figure(
            what=f"confirm → first packet, p95 of {PURCHASES}",
            value=percentile(times.since_confirm, 0.95),
            unit="s",
            ours=f"median {statistics.median(times.since_confirm):.2f} s",
            baseline=f"confirm alone: median {statistics.median(times.confirmed):.2f} s",
            aim=1,
            at_most=True,
        ),
        Figure(
            what=f"device answered → first packet, p95 of {connections}",
            value=percentile(times.connected, 0.95) * 1000,
            unit="ms",
            ours=f"median {statistics.median(times.connected) * 1000:.0f} ms; {retried} waited for a retry",
            baseline=(
                f"the same again: p95 {percentile(times.again, 0.95) * 1000:.0f} ms, "
                f"median {statistics.median(times.again) * 1000:.0f} ms"
            ),
            aim=200,
            at_most=True,
        ),
        Figure(
            what=f"adding a device until it is answered, p95 of {connections}",
            value=percentile(times.answered, 0.95) * 1000,
            unit="ms",
            ours=f"median {statistics.median(times.answered) * 1000:.0f} ms",
        ),
    ]


def _buy(
    shop: WholeShop, member: httpx.Client, client: LabClient, times: Times, *, order: dict[str, Any]
) -> None:
    """Buy a service and connect a device, then change its key and connect it again."""
    window_result = shop.pay_at_window(data_of(member.post("/api/v1/orders", json=order)))
    begin = time.perf_counter()
    paid = data_of(member.post("/api/v1/payments/confirm", json=window_result))
    times.confirmed.append(time.perf_counter() - begin)
    service: dict[str, Any] = paid["services"][0]
    devices = f"/api/v1/services/{service['id']}/devices"

    added = _connect(
        client,
        times,
        service["address"],
        lambda key: member.post(devices, json={"name": "bench", "publicKey": key}),
    )
    times.since_confirm.append(times.confirmed[-1] + times.answered[-1] + times.connected[-1])
    _connect(
        client,
        times,
        service["address"],
        lambda key: member.put(f"{devices}/{added['id']}/key", json={"publicKey": key}),
    )


def _connect(
    client: LabClient, times: Times, address: str, register: Callable[[str], httpx.Response]
) -> dict[str, Any]:
    """Register a new key, connect with it at once, and a second time for comparison; returns the device."""
    keys = Customer.new("")
    begin = time.perf_counter()
    answer = data_of(register(keys.public_key))
    times.answered.append(time.perf_counter() - begin)
    tunnel = answer["tunnel"]
    customer = Customer(keys.private_key, keys.public_key, tunnel["address"].partition("/")[0])
    conf = customer.conf(server_key=tunnel["serverPublicKey"], endpoint=ENDPOINT)
    for durations in (times.connected, times.again):
        begin = time.perf_counter()
        client.up(conf)
        # TCP repeats its own first packet after a second, and after three more, and then after seven.
        seen = client.fetch_echo(timeout=20)
        durations.append(time.perf_counter() - begin)
        client.down()
        if seen != address:
            raise RuntimeError(f"the internet saw {seen}, bought was {address}")
    return answer["device"]
