"""Real tunnels through the real agent: what customers and the internet see."""

import contextlib
import os
import selectors
import signal
import socket
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS, ECHO_PORT, KT, SKB
from ieum.dev.lab.namespaces import Namespace
from ieum.gateway.protocol import PeerUsage
from tests.gateway.world import Tunnel, World
from tests.waiting import wait_until

EVERYWHERE = ""
pytestmark = pytest.mark.tunnels


def move(world: World, tunnel: Tunnel, exit_address: str) -> None:
    world.shop.put(tunnel.customer.public_key, tunnel.customer.tunnel_address, exit_address)
    world.shop.wait_for_ack()


@contextmanager
def listening(where: Namespace, host: str, port: int) -> Generator[socket.socket]:
    with where.inside():
        server = socket.create_server((host, port))
    with server:
        server.settimeout(2)
        yield server


def test_the_internet_sees_exactly_the_address_that_was_bought(world: World) -> None:
    seen = [world.kim.client.fetch_echo(), world.lee.client.fetch_echo()]

    assert seen == [world.kim.exit_address, world.lee.exit_address]


@pytest.mark.parametrize(
    "new_address", [KT.exit_address(5), SKB.exit_address(5)], ids=["same-carrier", "other-carrier"]
)
def test_a_new_exit_address_leaves_the_tunnel_up_and_cuts_old_connections(
    world: World, new_address: str
) -> None:
    connection, of_another = world.kim.open_connection(), world.lee.open_connection()
    before = (connection.ask(), of_another.ask(), world.kim.handshake_at())

    move(world, world.kim, new_address)

    assert world.kim.client.fetch_echo() == new_address
    assert connection.is_cut()
    assert of_another.ask() == world.lee.exit_address
    assert (world.kim.exit_address, world.lee.exit_address, world.kim.handshake_at()) == before


def test_what_is_open_runs_on_by_the_old_address_until_its_tail_ends(world: World) -> None:
    connection = world.kim.open_connection()
    assert connection.ask() == world.kim.exit_address
    new, until = KT.exit_address(5), datetime.now(UTC) + timedelta(seconds=6)

    world.shop.move(world.kim.customer.public_key, to=new, tail_until=until)
    world.shop.wait_for_ack()

    assert world.kim.client.fetch_echo() == new
    assert connection.ask() == world.kim.exit_address
    wait_until(lambda: datetime.now(UTC) > until, "the tail's end does not come")
    wait_until(connection.is_cut, "it still runs on")
    assert world.kim.client.fetch_echo() == new
    wait_until(
        lambda: f"{world.kim.exit_address}/" not in world.lab.host.run("ip", "-4", "address"),
        "the old address stays on the host",
    )


def test_a_further_change_cuts_what_ran_on(world: World) -> None:
    oldest = world.kim.open_connection()
    oldest.ask()
    service, until = world.kim.customer.public_key, datetime.now(UTC) + timedelta(minutes=10)
    world.shop.move(service, to=KT.exit_address(5), tail_until=until)
    world.shop.wait_for_ack()
    older = world.kim.open_connection()
    older.ask()

    world.shop.move(service, to=KT.exit_address(6), tail_until=until)
    world.shop.wait_for_ack()

    assert oldest.is_cut()
    assert older.ask() == KT.exit_address(5)
    assert world.kim.client.fetch_echo() == KT.exit_address(6)


def test_a_restarted_agent_cuts_a_tail_that_ended_meanwhile(world: World) -> None:
    connection = world.kim.open_connection()
    connection.ask()
    until = datetime.now(UTC) + timedelta(seconds=3)
    world.shop.move(world.kim.customer.public_key, to=KT.exit_address(5), tail_until=until)
    world.shop.wait_for_ack()
    world.gateway.kill()

    wait_until(lambda: datetime.now(UTC) > until, "the tail's end does not come")
    assert connection.ask() == world.kim.exit_address
    world.gateway.start()

    wait_until(connection.is_cut, "it still runs on")
    assert world.kim.client.fetch_echo() == KT.exit_address(5)


def arriving(world: World) -> tuple[int, float]:
    """How many bytes of many datagrams from kim reach the internet, and within how many seconds."""
    with world.lab.inet.inside():
        sink = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sink.setsockopt(socket.SOL_SOCKET, 33, 16_000_000)  # SO_RCVBUFFORCE
        sink.bind((ECHO_ADDRESS, 9998))
    with world.kim.client.namespace.inside():
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    begun = time.monotonic()
    with sink, sender:
        for _ in range(900):
            sender.sendto(bytes(1200), (ECHO_ADDRESS, 9998))
            # sleep: wireguard-go drops what comes faster than it encrypts.
            time.sleep(0.0003)
        sink.settimeout(0.5)
        arrived, last = 0, begun
        with contextlib.suppress(TimeoutError):
            while sink.recv(2000):
                arrived, last = arrived + 1, time.monotonic()
    return arrived * 1228, last - begun


def test_a_customer_is_as_fast_as_their_plan_and_faster_again_without_one(world: World) -> None:
    service = world.kim.customer.public_key

    def limits() -> str:
        return world.lab.host.run("nft", "list", "limits", "table", "inet", "ieum")

    def set_speed(upload: int | None, download: int | None) -> None:
        world.shop.wait_for_ack(world.shop.limit(service, upload=upload, download=download))

    def allowed(seconds: float) -> float:
        # A second's worth of one Mbit/s, the burst, and what is added meanwhile.
        return 125_000 + 65_536 + 125_000 * seconds

    set_speed(1, 1)
    limited, seconds = arriving(world)
    both = limits().count("rate over")
    set_speed(1000, None)
    one = limits().count("rate over")
    wait_until(lambda: arriving(world)[0] > allowed(seconds), "it is no faster without the limit")
    set_speed(None, None)

    assert 0 < limited <= allowed(seconds)
    assert (both, one, limits().count("rate over")) == (2, 1, 0)
    assert world.kim.client.fetch_echo() == world.kim.exit_address


def test_an_exit_address_without_a_peer_is_removed_from_the_host(world: World) -> None:
    move(world, world.kim, KT.exit_address(7))

    move(world, world.kim, world.kim.exit_address)

    def addresses() -> str:
        return world.lab.host.run("ip", "-4", "address")

    assert f"{world.kim.exit_address}/" in addresses()
    wait_until(lambda: f"{KT.exit_address(7)}/" not in addresses(), "the address stays")
    assert f"{world.kim.exit_address}/" in addresses()


def test_a_removed_peer_is_cut_off_and_nobody_else(world: World) -> None:
    connection = world.lee.open_connection()
    connection.ask()

    world.shop.remove(world.kim.customer.public_key)
    world.shop.wait_for_ack()

    assert not world.kim.carries()
    assert world.kim.customer.public_key not in world.gateway_peers()
    assert connection.ask() == world.lee.exit_address
    connections = world.lab.host.run("conntrack", "-L")
    assert world.kim.customer.tunnel_address + " " not in connections


def test_a_service_ends_on_time_while_the_shop_is_down(world: World) -> None:
    customer, connection = world.kim.customer, world.lee.open_connection()
    connection.ask()
    until = datetime.now(UTC) + timedelta(seconds=4)
    world.shop.put(customer.public_key, customer.tunnel_address, world.kim.exit_address, until=until)
    world.shop.wait_for_ack()
    world.shop.close()
    carried_before = world.kim.carries()

    world.gateway.wait_for(lambda: customer.public_key not in world.gateway_peers(), timeout=19)

    assert carried_before
    assert datetime.now(UTC) >= until
    assert not world.kim.carries()
    assert connection.ask() == world.lee.exit_address


@pytest.mark.parametrize("target", ["tunnel address", "exit address"])
def test_customers_cannot_reach_each_other(world: World, target: str) -> None:
    address = world.kim.customer.tunnel_address
    with listening(world.kim.client.namespace, address, 8080) as server:
        world.kim.client.connect(address, 8080).close()
        server.accept()[0].close()  # it does listen

        with pytest.raises(OSError, match=r"timed out|refused|unreachable|not connected"):
            world.lee.client.connect(
                address if target == "tunnel address" else world.kim.exit_address, 8080, timeout=0.5
            ).close()

        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.accept()


def test_customers_cannot_reach_the_gateway_host_itself(world: World) -> None:
    with listening(world.lab.host, EVERYWHERE, 2222):
        for target in ("10.64.0.1", KT.host, SKB.host, world.lee.exit_address):
            with pytest.raises(TimeoutError):
                world.kim.client.connect(target, 2222, timeout=0.4)


def test_the_internet_cannot_reach_the_host_on_an_address_for_sale(world: World) -> None:
    with listening(world.lab.host, EVERYWHERE, 2222), world.lab.inet.inside():
        socket.create_connection((KT.host, 2222), timeout=1).close()  # its own address stays open

        with pytest.raises(TimeoutError):
            socket.create_connection((world.kim.exit_address, 2222), timeout=0.4)


def test_mail_port_25_is_closed_and_port_587_is_open(world: World) -> None:
    with listening(world.lab.inet, ECHO_ADDRESS, 25), listening(world.lab.inet, ECHO_ADDRESS, 587):
        world.kim.client.connect(ECHO_ADDRESS, 587).close()

        with pytest.raises(ConnectionRefusedError):
            world.kim.client.connect(ECHO_ADDRESS, 25)


def test_a_spoofed_source_address_is_dropped(world: World) -> None:
    client, neighbour = world.kim.client, world.lee.customer.tunnel_address
    client.namespace.ip(f"address add {neighbour}/32 dev lo")
    with world.lab.inet.inside():
        sink = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sink.bind((ECHO_ADDRESS, 9999))
    sink.settimeout(0.5)

    with sink, client.namespace.inside():
        for source in (neighbour, world.kim.customer.tunnel_address):
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.bind((source, 0))
                sender.sendto(source.encode(), (ECHO_ADDRESS, 9999))
        arrived = sink.recvfrom(100)
        with pytest.raises(TimeoutError):
            sink.recvfrom(100)

    client.namespace.ip(f"address del {neighbour}/32 dev lo")
    assert arrived[0].decode() == world.kim.customer.tunnel_address
    assert arrived[1][0] == world.kim.exit_address


def test_packets_of_a_peer_without_an_exit_are_dropped(world: World) -> None:
    address = world.kim.customer.tunnel_address
    os.kill(world.gateway.pid(), signal.SIGSTOP)
    world.lab.host.run("nft", "delete", "element", "inet", "ieum", "marks", f"{{ {address} }}")

    carried = world.kim.carries()
    os.kill(world.gateway.pid(), signal.SIGCONT)

    assert not carried
    world.gateway.wait_for(world.kim.carries)  # the agent puts the element back


def test_a_flushed_firewall_is_restored_and_translates_again(world: World) -> None:
    connection = world.kim.open_connection()
    connection.ask()
    # While the rules are away, the acknowledgement would be lost, the answer sent again, and the host refuse it.
    wait_until(lambda: not world.unacknowledged(connection.http.sock), "the answer was not acknowledged")

    world.lab.host.run("nft", "flush", "ruleset")
    world.gateway.wait_for(lambda: "inet ieum" in world.lab.host.run("nft", "list", "tables"))

    assert world.kim.client.fetch_echo() == world.kim.exit_address
    assert connection.ask() == world.kim.exit_address


def test_rules_flushed_from_the_table_are_restored(world: World) -> None:
    world.lab.host.run("nft", "flush", "table", "inet", "ieum")
    world.gateway.wait_for(lambda: "snat" in world.lab.host.run("nft", "list", "table", "inet", "ieum"))

    assert world.kim.client.fetch_echo() == world.kim.exit_address


@contextmanager
def a_slow_server(world: World) -> Generator[int]:
    """A server on the internet that answers half a second after it was asked; yields its port."""

    def answer(connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            if connection.recv(1):
                # sleep: the rules are put back while the connection waits for its answer.
                time.sleep(0.5)
                connection.sendall(b"!")

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    with world.lab.inet.inside():
        server = socket.create_server((ECHO_ADDRESS, 0), backlog=500)
    threading.Thread(target=serve, daemon=True).start()
    try:
        yield server.getsockname()[1]
    finally:
        server.shutdown(socket.SHUT_RDWR)
        server.close()


def test_each_connection_that_opens_while_the_rules_are_put_back_gets_its_answer(world: World) -> None:
    """A customer tries every few milliseconds. None of the connections may be cut once it is open and waits."""
    opened, answered = set[socket.socket](), set[socket.socket]()
    asking = selectors.DefaultSelector()

    def look(seconds: float) -> None:
        for key, events in asking.select(seconds):
            one: Any = key.fileobj
            with contextlib.suppress(OSError):
                if events & selectors.EVENT_WRITE:
                    one.send(b"?")
                    opened.add(one)
                    asking.modify(one, selectors.EVENT_READ)
                elif one.recv(1):
                    answered.add(one)
                    asking.unregister(one)

    with a_slow_server(world) as port, contextlib.ExitStack() as sockets:
        world.lab.host.run("nft", "flush", "table", "inet", "ieum")
        end = time.monotonic() + 10
        with world.kim.client.namespace.inside():
            while time.monotonic() < end and len(opened) < 60:
                one = sockets.enter_context(socket.socket())
                one.setblocking(False)
                one.connect_ex((ECHO_ADDRESS, port))
                asking.register(one, selectors.EVENT_WRITE)
                look(0.004)
        wait_until(
            lambda: look(0.1) or opened <= answered,
            f"{len(opened)} opened, some were never answered",
            seconds=15,
        )

    assert len(opened) >= 60


def test_without_its_policy_rule_a_packet_uses_no_other_line_and_reaches_no_other_customer(
    world: World,
) -> None:
    rules = [line for line in world.lab.host.run("ip", "rule").splitlines() if "lookup 2698" in line]
    world.lab.inet.sysctl(ipv4__conf__kt0__rp_filter=0)  # a carrier that does not check source addresses
    os.kill(world.gateway.pid(), signal.SIGSTOP)
    world.lab.host.ip(*(f"rule del {rule.partition(':')[2].strip()}" for rule in rules))
    address = world.kim.customer.tunnel_address

    with listening(world.kim.client.namespace, address, 8080):
        carried = world.lee.carries()
        with pytest.raises(TimeoutError):
            world.lee.client.connect(address, 8080, timeout=0.5)
    os.kill(world.gateway.pid(), signal.SIGCONT)

    assert not carried
    world.gateway.wait_for(world.lee.carries)
    world.lab.inet.sysctl(ipv4__conf__kt0__rp_filter=1)


def test_large_answers_pass_the_tunnel(world: World) -> None:
    connection = world.kim.client.connect(ECHO_ADDRESS, ECHO_PORT)
    with connection:
        connection.sendall(b"GET /bytes?n=3000000 HTTP/1.0\r\n\r\n")
        received = 0
        while data := connection.recv(65536):
            received += len(data)

    assert received > 3_000_000


def test_a_connection_is_reported_within_two_seconds_with_its_exit_and_client(world: World) -> None:
    world.kim.client.down()
    world.shop.remove(world.kim.customer.public_key)
    world.shop.wait_for_ack()
    # With each change the agent reads the interface again, and now forgets kim's earlier handshake.
    move(world, world.lee, world.lee.exit_address)
    move(world, world.kim, world.kim.exit_address)
    world.shop.usage.clear()

    world.kim.client.up(world.conf(world.kim))
    world.kim.client.fetch_echo()
    # Beside it, lee's connection may just be reported, too.
    peer = world.shop.wait(lambda: report_of(world, world.kim), "no report", timeout=3)

    assert (peer["exitAddress"], peer["clientAddress"]) == (world.kim.exit_address, world.kim.client.address)
    assert abs(datetime.fromisoformat(str(peer["lastHandshakeAt"])) - datetime.now(UTC)) < timedelta(
        seconds=4
    )


def report_of(world: World, tunnel: Tunnel) -> dict[str, Any] | None:
    """What was first reported of a customer's connection; None before that."""
    peers = [
        peer for report in world.shop.usage for peer in msgspec.convert(report["peers"], list[dict[str, Any]])
    ]
    mine = (peer for peer in peers if peer["publicKey"] == tunnel.customer.public_key)
    return next((peer for peer in mine if peer["lastHandshakeAt"] is not None), None)


def test_use_of_less_than_a_second_is_reported_before_the_removal_is_acknowledged(world: World) -> None:
    """The member connects and removes the device before the agent's next reading of the interface."""
    world.kim.client.down()
    world.shop.remove(world.kim.customer.public_key)
    world.shop.wait_for_ack()
    move(world, world.kim, world.kim.exit_address)
    world.shop.usage.clear()

    world.kim.client.up(world.conf(world.kim))
    seen = world.kim.client.fetch_echo()
    world.shop.remove(world.kim.customer.public_key)
    world.shop.wait_for_ack()

    reports = [
        peer for report in world.shop.usage for peer in msgspec.convert(report["peers"], list[PeerUsage])
    ]
    last = [peer for peer in reports if peer.public_key == world.kim.customer.public_key][-1]
    assert seen == world.kim.exit_address
    assert last.last_handshake_at is not None
    assert last.rx_bytes > 500  # far more than a handshake: it was read after the last packet


def test_a_peer_that_cannot_be_served_is_reported_and_delays_no_other_peer(world: World) -> None:
    stranger = "".join(reversed(world.kim.customer.public_key[:42])) + "A="
    world.shop.put(stranger, "10.64.0.9", "192.0.2.77")
    move(world, world.kim, KT.exit_address(6))

    error = world.shop.wait_for_ack()["error"]
    seen = world.kim.client.fetch_echo()

    world.shop.remove(stranger)
    assert "192.0.2.77 belongs to no uplink" in str(error)
    assert seen == KT.exit_address(6)
    world.shop.wait(
        lambda: next((ack for ack in world.shop.acks[-1:] if ack["error"] is None), None), "still wrong"
    )


def test_two_thousand_new_peers_cut_no_connection(world: World) -> None:
    connection = world.kim.open_connection()
    connection.ask()
    put_back = world.gateway.log().count("from outside")
    keys = [f"{number:042d}A=" for number in range(2000)]
    until = datetime.now(UTC) + timedelta(days=1)
    world.shop.put_many(
        [
            (key, f"10.65.{number // 250}.{number % 250}", KT.exit_address(1 + number % 200))
            for number, key in enumerate(keys)
        ],
        until=until,
    )
    ack = world.shop.wait_for_ack(timeout=10)
    peers = world.gateway_peers().count("\n")
    move(world, world.lee, world.lee.exit_address)  # the agent compares the table with what it loaded
    world.shop.remove(*keys)
    world.shop.wait_for_ack()

    assert (ack["error"], peers) == (None, 2002)
    assert connection.ask() == world.kim.exit_address
    assert world.gateway_peers().count("\n") == 2
    assert world.gateway.log().count("from outside") == put_back
