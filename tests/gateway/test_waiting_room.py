"""A service that is over, through the real agent: its device reaches DNS and the shop, and nothing else."""

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS, KT, SHOP_ADDRESS
from ieum.dev.lab.client import LabClient
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.namespaces import Namespace
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab
from ieum.gateway.waiting_room import RESOLVERS
from ieum.shop.services.types import Tunnel
from tests.gateway.hearing import hearing
from tests.gateway.world import World
from tests.waiting import wait_until

PORTS = (25, 53, 80, 8443)
DAYS = timedelta(days=14)
PAGE = 400_000

needs_a_lab = pytest.mark.tunnels


@contextmanager
def answering(where: Namespace, address: str, port: int) -> Generator[None]:
    """A server that tells whoever comes by TCP or UDP from which address they came."""
    with where.inside():
        datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        stream = socket.create_server((address, port))
    datagrams.bind((address, port))
    ended = threading.Event()
    for one in (datagrams, stream):
        one.settimeout(0.1)

    def answer() -> None:
        while not ended.is_set():
            with contextlib.suppress(OSError):
                _, caller = datagrams.recvfrom(2000)
                datagrams.sendto(caller[0].encode(), caller)

    def accept() -> None:
        while not ended.is_set():
            with contextlib.suppress(OSError):
                connection, caller = stream.accept()
                with connection:
                    connection.sendall(caller[0].encode())

    threads = [threading.Thread(target=work) for work in (answer, accept)]
    with datagrams, stream:
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            ended.set()
            for thread in threads:
                thread.join()


def by_udp(client: LabClient, address: str, port: int) -> str:
    """From where a server sees this client; empty where it does not answer."""
    with client.namespace.inside():
        asking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with asking:
        asking.settimeout(0.4)
        try:
            asking.sendto(b"?", (address, port))
            return asking.recv(2000).decode()
        except OSError:
            return ""


def by_tcp(client: LabClient, address: str, port: int) -> str:
    try:
        with client.connect(address, port, timeout=0.4) as connection:
            return connection.recv(2000).decode()
    except OSError:
        return ""


@dataclass
class Room:
    world: World
    shop_port: int

    @property
    def kim(self) -> LabClient:
        return self.world.kim.client

    def page(self, size: int = 0, *, address: str = SHOP_ADDRESS, timeout: float = 1) -> str:
        """From where the shop sees kim; empty where it does not answer."""
        with self.kim.namespace.inside():
            connection = http.client.HTTPConnection(address, self.shop_port, timeout=timeout)
            try:
                connection.request("GET", f"/{size}")
                return connection.getresponse().read().decode().strip()
            except OSError:
                return ""
            finally:
                connection.close()

    def end_kim(self, *, within: timedelta = DAYS) -> None:
        key = self.world.kim.customer.public_key
        self.world.shop.end(key, shop_until=datetime.now(UTC) + within)
        self.world.shop.wait_for_ack()

    def reached(self) -> set[str]:
        """What kim's device reaches of the servers that answer everywhere, and as whom it is seen there."""
        targets = {
            "resolver": RESOLVERS[0],
            "echo": ECHO_ADDRESS,
            "shop's host": SHOP_ADDRESS,
            "gateway": KT.host,
            "gateway's tunnel address": "10.64.0.1",
            "lee": self.world.lee.customer.tunnel_address,
            "lee's exit": self.world.lee.exit_address,
        }
        return {
            f"{name} {port}/{kind} as {seen}"
            for name, address in targets.items()
            for port in PORTS
            for kind, ask in (("tcp", by_tcp), ("udp", by_udp))
            if (seen := ask(self.kim, address, port))
        }


@pytest.fixture(scope="module")
def servers(whole_world: World) -> Iterator[None]:
    """Servers on all ports of everybody whom a device in the waiting room might try."""
    inet, host = whole_world.lab.inet, whole_world.lab.host
    lee = whole_world.lee.client.namespace
    inet.ip(f"addr add {RESOLVERS[0]}/32 dev lo")
    everywhere = [
        (inet, RESOLVERS[0]),
        (inet, SHOP_ADDRESS),
        (host, KT.host),
        (host, "10.64.0.1"),
        (lee, "0.0.0.0"),  # noqa: S104
    ]
    with ExitStack() as stack:
        for where, address in everywhere:
            for port in PORTS:
                stack.enter_context(answering(where, address, port))
        for port in set(PORTS) - {80}:
            stack.enter_context(answering(inet, ECHO_ADDRESS, port))
        yield
    inet.ip(f"addr del {RESOLVERS[0]}/32 dev lo")


@pytest.fixture
def room(world: World, servers: None) -> Room:
    del servers
    return Room(world, int(world.shop.url.rpartition(":")[2]))


@needs_a_lab
def test_a_device_whose_service_is_over_reaches_dns_and_the_shop_as_the_gateway(room: Room) -> None:
    before = room.reached()
    assert f"echo 8443/tcp as {room.world.kim.exit_address}" in before

    room.end_kim()

    assert room.page() == KT.host
    assert room.reached() == {f"resolver 53/{kind} as {KT.host}" for kind in ("tcp", "udp")}
    assert not room.world.kim.carries()
    assert room.world.lee.carries()


@needs_a_lab
def test_the_former_address_is_another_customers_and_never_the_devices(room: Room) -> None:
    world, former = room.world, room.world.kim.exit_address
    room.end_kim()

    world.shop.put(world.lee.customer.public_key, world.lee.customer.tunnel_address, former)
    world.shop.wait_for_ack()
    with hearing(world.lab.inet) as ears:
        seen = room.page(), by_udp(room.kim, ECHO_ADDRESS, 8443), by_tcp(room.kim, ECHO_ADDRESS, 80)
        sources = heard(ears)

    assert seen == (KT.host, "", "")
    assert (world.lee.client.fetch_echo(), former in sources) == (former, False)


def heard(ears: socket.socket) -> set[str]:
    ears.setblocking(False)
    sources = set[str]()
    with contextlib.suppress(BlockingIOError):
        while True:
            sources.add(socket.inet_ntoa(ears.recv(2000)[12:16]))
    return sources


@needs_a_lab
def test_what_was_open_is_cut_at_the_end_and_at_the_renewal(room: Room) -> None:
    world = room.world
    open_before = world.kim.open_connection()
    open_before.ask()
    room.end_kim()
    assert open_before.is_cut()
    with room.kim.connect(SHOP_ADDRESS, room.shop_port) as waiting:
        waiting.settimeout(1)

        begun = time.monotonic()
        world.shop.put(world.kim.customer.public_key, world.kim.customer.tunnel_address, KT.exit_address(0))
        world.shop.wait_for_ack()
        wait_until(world.kim.carries, "the renewed service does not carry")
        took = time.monotonic() - begun

        assert is_cut(waiting)
    assert took < 3
    assert (world.kim.client.fetch_echo(), room.page()) == (world.kim.exit_address, world.kim.exit_address)


def is_cut(connection: socket.socket) -> bool:
    try:
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n")
        return not connection.recv(100)
    except OSError:
        return True


@needs_a_lab
def test_after_its_days_the_device_reaches_nothing_whether_or_not_the_shop_is_there(room: Room) -> None:
    until = datetime.now(UTC) + timedelta(seconds=4)
    room.end_kim(within=timedelta(seconds=4))
    seen = room.page(), by_udp(room.kim, RESOLVERS[0], 53)
    room.world.shop.close()

    wait_until(lambda: datetime.now(UTC) > until + timedelta(seconds=1.5), "the time does not pass")

    assert seen == (KT.host, KT.host)
    assert by_udp(room.kim, RESOLVERS[0], 53) == ""
    assert room.world.kim.customer.public_key not in room.world.gateway_peers()


@needs_a_lab
def test_a_restarted_agent_knows_who_waits(room: Room) -> None:
    room.end_kim()
    room.world.gateway.kill()
    assert room.page() == KT.host

    room.world.gateway.start()

    room.world.gateway.wait_for(lambda: room.page() == KT.host)
    assert room.reached() == {f"resolver 53/{kind} as {KT.host}" for kind in ("tcp", "udp")}


@needs_a_lab
def test_without_the_table_or_after_the_teardown_nothing_is_reached(room: Room) -> None:
    room.end_kim()
    room.world.gateway.kill()

    room.world.lab.host.run("nft", "flush", "ruleset")
    flushed = room.page(), by_udp(room.kim, RESOLVERS[0], 53)
    room.world.gateway.teardown()
    rules = room.world.lab.host.run("ip", "rule", "show")

    assert flushed == ("", "")
    assert "2698" not in rules


@needs_a_lab
def test_the_way_is_slow_and_a_page_comes_through(room: Room) -> None:
    room.end_kim()
    # sleep: what the device had before must not count.
    time.sleep(3)

    begun = time.monotonic()
    first = room.page(PAGE, timeout=30)
    of_a_page = time.monotonic() - begun
    begun = time.monotonic()
    room.page(2 * PAGE, timeout=60)
    of_two = time.monotonic() - begun

    assert first == KT.host
    assert of_a_page < 10
    assert 20_000 < 2 * PAGE / of_two < 110_000


@needs_a_lab
def test_a_shop_on_the_gateways_own_host_is_reached_at_its_port_alone(lab: Lab) -> None:
    host = lab.add_host()
    client = lab.add_client("choi")
    address = host.carriers[0].host
    with ExitStack() as stack:
        shop = stack.enter_context(LabShop(heartbeat=1))
        gateway = lab.start_gateway(
            shop.url, shop.token, on=host, options=[f"--reflect-url=http://{address}:443"]
        )
        server_key = str(shop.wait_for_ack(0)["publicKey"])
        choi = Customer.new("10.64.0.2")
        shop.put(choi.public_key, choi.tunnel_address, host.carriers[0].exit_address(0))
        shop.wait_for_ack()
        for where, port in ((address, 443), (address, 22), ("10.64.0.1", 443)):
            stack.enter_context(answering(host.namespace, where, port))
        client.up(choi.conf(server_key=server_key, endpoint=host.endpoint))
        gateway.wait_for(lambda: bool(client.fetch_echo()))
        assert by_tcp(client, address, 443) == ""

        shop.end(choi.public_key, shop_until=datetime.now(UTC) + DAYS)
        shop.wait_for_ack()

        assert by_tcp(client, address, 443) == choi.tunnel_address
        reached = {
            (to, port)
            for to, port in ((address, 22), ("10.64.0.1", 443), (ECHO_ADDRESS, 80))
            if by_tcp(client, to, port)
        }
        assert reached == set()
        assert by_udp(client, address, 443) == ""


def test_the_resolvers_are_those_of_the_files_that_customers_import() -> None:
    tunnel = Tunnel("10.64.0.2/32", "key", "198.51.100.1:51820", 1420)

    assert tunnel.dns == RESOLVERS
