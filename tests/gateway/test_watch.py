"""Signs of changes by others, from the kernel itself in a network namespace."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from ieum.dev.lab.addresses import CARRIERS
from ieum.dev.lab.namespaces import Namespace
from ieum.dev.lab.world import Lab, why_not
from ieum.gateway.watch import FirewallNews, HostEvents, firewall_generation
from tests.gateway.aside import run_aside
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels


@pytest.fixture
def host() -> Iterator[Namespace]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    with Lab() as lab:
        yield lab.host


def test_each_transaction_of_nftables_is_counted(host: Namespace) -> None:
    with host.inside():
        before = firewall_generation()
    host.run("nft", "add", "table", "inet", "others")
    host.run("nft", "list", "ruleset")
    host.run("nft", "delete", "table", "inet", "others")

    with host.inside():
        assert firewall_generation() == before + 2


def test_a_transaction_of_nftables_wakes_who_waits_for_news(host: Namespace) -> None:
    with host.inside():
        news = FirewallNews()

    async def wait() -> None:
        waiting = asyncio.ensure_future(news.wait(seconds=600))
        # sleep: only until the task waits.
        await asyncio.sleep(0)
        host.run("nft", "add", "table", "inet", "others")
        await asyncio.wait_for(waiting, 60)

    try:
        run_aside(wait())
    finally:
        news.close()


def test_only_what_may_have_touched_the_gateway_is_a_sign(host: Namespace) -> None:
    wanted = {"203.0.113.10"}
    with host.inside():
        events = HostEvents()

    def sign(order: str) -> bool:
        host.ip(order)
        return events.concern(wanted, frozenset())

    try:
        for line in CARRIERS:
            wait_until(lambda line=line: "state UP" in host.run("ip", "link", "show", line.device), "no line")
        events.concern(wanted, frozenset())
        assert not sign("address add 203.0.113.10/32 dev kt0")
        assert not sign("address add 203.0.113.11/32 dev kt0")
        assert not sign("address del 203.0.113.11/32 dev kt0")
        assert sign("address del 203.0.113.10/32 dev kt0")
        # A network of a line's own decides which exits are its: its own addresses are not the agent's.
        with host.inside():
            kt = socket.if_nametoindex("kt0")
        host.ip("address add 203.0.113.10/32 dev kt0")
        assert not events.concern(wanted, {kt})
        host.ip("address add 192.168.7.7/24 dev kt0")
        assert events.concern(wanted, {kt})
        host.ip("address add 192.168.8.7/24 dev lo")
        assert not events.concern(wanted, {kt})
        assert sign("rule add priority 30000 fwmark 9 lookup 77")
        assert not sign("route add 192.0.2.0/24 via 203.0.113.1")
        assert sign("route replace default via 203.0.113.1 metric 7")
        assert sign("link set kt0 mtu 1400")
        assert not events.concern(wanted, frozenset())
    finally:
        events.close()
