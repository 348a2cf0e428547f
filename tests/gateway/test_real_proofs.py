"""A real gateway proves its addresses: it calls the shop from each, by the address's own line."""

from collections.abc import Iterator

import pytest

from ieum.dev.lab.addresses import CARRIERS, KT, SHOP_ADDRESS, SKB
from ieum.dev.lab.namespaces import LabError
from tests.gateway.world import World
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels


@pytest.fixture
def quiet(world: World) -> Iterator[World]:
    """A world whose shop remembers no proofs."""
    world.shop.proofs.clear()
    world.shop.unreachable.clear()
    yield world
    world.shop.proofs.clear()
    world.shop.unreachable.clear()


def addresses_of_the_host(world: World) -> str:
    return world.lab.host.run("ip", "-4", "-o", "address", "show")


def test_each_address_is_proven_by_its_own_line(quiet: World) -> None:
    """The default route leads by one line only, and the other carrier would drop what comes by it."""
    wanted = [line.exit_address(number) for line in CARRIERS for number in range(100, 104)]

    nonces = quiet.shop.ask(*wanted)
    quiet.shop.wait(lambda: len(quiet.shop.proofs) == len(wanted) or None, "not all are proven")

    assert {(proof["nonce"], proof["seen"]) for proof in quiet.shop.proofs} == set(
        zip(nonces, wanted, strict=True)
    )
    assert quiet.shop.unreachable == []
    wait_until(
        lambda: all(f" {address}/" not in addresses_of_the_host(quiet) for address in wanted),
        "the host keeps addresses that nobody uses",
    )


def test_the_address_of_a_connected_customer_is_proven_while_traffic_flows(quiet: World) -> None:
    connection = quiet.kim.open_connection()
    connection.ask()

    quiet.shop.ask(quiet.kim.exit_address, KT.exit_address(105))
    quiet.shop.wait(lambda: len(quiet.shop.proofs) == 2 or None, "not all are proven")

    assert connection.ask() == quiet.kim.exit_address
    wait_until(
        lambda: f" {KT.exit_address(105)}/" not in addresses_of_the_host(quiet), "the host keeps the other"
    )
    assert f" {quiet.kim.exit_address}/" in addresses_of_the_host(quiet)
    # The table was not taken for one that somebody changed, which would have cut everybody.
    assert not connection.is_cut()


def test_an_address_that_does_not_route_is_reported_while_the_others_are_proven(quiet: World) -> None:
    lost, good = SKB.exit_address(110), KT.exit_address(110)
    quiet.lab.inet.ip(f"route add blackhole {lost}/32")
    try:
        nonce, _ = quiet.shop.ask(lost, good)
        quiet.shop.wait(lambda: quiet.shop.unreachable or None, "nothing was reported")
    finally:
        quiet.lab.inet.ip(f"route del blackhole {lost}/32")

    assert [proof["seen"] for proof in quiet.shop.proofs] == [good]
    assert [report["nonce"] for report in quiet.shop.unreachable] == [nonce]


@pytest.mark.parametrize("address", ["192.0.2.7", "not an address"])
def test_an_address_of_no_line_is_reported_and_the_others_are_proven(quiet: World, address: str) -> None:
    nonce, _ = quiet.shop.ask(address, KT.exit_address(111))
    quiet.shop.wait(lambda: (quiet.shop.unreachable and quiet.shop.proofs) or None, "no answers")

    assert quiet.shop.unreachable == [{"nonce": nonce, "reason": "it belongs to no uplink of the gateway"}]
    assert [proof["seen"] for proof in quiet.shop.proofs] == [KT.exit_address(111)]


def test_a_customer_cannot_prove_the_address_that_they_leave_by(quiet: World) -> None:
    """The call comes from the right address, and has neither the gateway's token nor a nonce."""
    port = quiet.shop.url.rpartition(":")[2]
    calling = (
        f"import http.client as h; c = h.HTTPConnection('{SHOP_ADDRESS}', {port}, timeout=5); "
        "c.request('POST', '/gateway/v1/reflect', '{}', {'content-length': '2', 'connection': 'close'}); "
        "print(c.getresponse().status)"
    )

    answered = quiet.kim.client.namespace.run("python3", "-c", calling)

    assert answered.strip() == "401"
    assert quiet.shop.proofs == []


def test_nobody_reaches_the_host_by_an_address_that_is_on_it_for_a_proof(quiet: World) -> None:
    """Held there while the shop does not answer the call."""
    address = KT.exit_address(120)
    deaf = f"ip daddr {SHOP_ADDRESS} drop"
    quiet.lab.inet.run("nft", "add table ip hold; add chain ip hold c { type filter hook input priority 0; }")
    quiet.lab.inet.run("nft", f"add rule ip hold c {deaf}")
    try:
        quiet.shop.ask(address)
        wait_until(lambda: f" {address}/" in addresses_of_the_host(quiet), "it is not lent")
        listener = quiet.lab.host.spawn(
            ["python3", "-m", "http.server", "8099"], log=quiet.lab.folder / "http.log"
        )
        try:
            wait_until(
                lambda: _answers(quiet, KT.host), "the listener does not answer by the host's own address"
            )
            assert f" {address}/" in addresses_of_the_host(quiet)
            assert not _answers(quiet, address)
        finally:
            listener.kill()
            listener.wait()
    finally:
        quiet.lab.inet.run("nft", "delete", "table", "ip", "hold")


def _answers(world: World, address: str) -> bool:
    try:
        world.lab.inet.run("curl", "-s", "-o", "/dev/null", "--max-time", "1", f"http://{address}:8099/")
    except LabError:
        return False
    return True
