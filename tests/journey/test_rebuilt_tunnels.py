"""Real tunnels while their gateway, the shop and the interface start anew: what is kept of use, and a host rebuilt."""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from ieum.dev.lab.addresses import CARRIERS
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.world import why_not
from ieum.shop.gateways import enrolment
from ieum.shop.kernel.db import Database
from tests.downloads import counted_by, download
from tests.journey.lab_world import GATEWAY, LabWorld, Line, lab_world
from tests.journey.member import Member
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

SIZE = 3_000_000


@dataclass
class Customer:
    member: Member
    service: int
    line: Line
    conf: str

    def download(self) -> None:
        download(self.line.client, SIZE)

    def counted(self) -> tuple[int, int]:
        """Bytes sent and received, as the customer's own WireGuard counts."""
        return counted_by(self.line.client)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabWorld]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    rows = [f"{line.exit_address(n)},kt-seoul,KT,서울" for n in range(2) for line in CARRIERS]
    with lab_world(tmp_path_factory.mktemp("rebuilt"), rows) as world:
        yield world


@pytest.fixture(scope="module")
def customer(world: LabWorld) -> Iterator[Customer]:
    with httpx.Client(timeout=70) as http:
        member = Member(world.shop, http, "rebuilt_one")
        service = member.buy()
        conf = member.add_device(service["id"], "PC")
        yield Customer(member, service["id"], world.connect("rebuilt", conf, service["address"]), conf)


def serves(world: LabWorld) -> bool:
    """Whether the gateway has its interface, and a peer on it."""
    try:
        return bool(world.lab.host.run("wg", "show", world.lab.interface, "peers").strip())
    except LabError:
        return False


def test_the_hours_agree_with_the_far_side_over_restarts_of_agent_shop_and_interface(
    world: LabWorld, customer: Customer
) -> None:
    customer.download()
    world.gateway.kill()
    customer.download()
    world.gateway.start()
    for name in ("serve", "work"):
        assert world.shop.stop(name) == 0
    customer.download()
    world.gateway.kill()
    customer.download()
    world.gateway.start()
    world.shop.start("serve", "work")
    wait_until(world.gateway_agrees, "the gateway did not come back to the shop", seconds=40)
    # What the agent has not read yet goes with the interface; it reads once a second.
    before = settled(world, customer)
    world.lab.host.run("ip", "link", "del", world.lab.interface)
    wait_until(lambda: serves(world), "the interface does not come back")
    customer.line.client.down()
    customer.line.client.up(customer.conf)
    customer.download()
    after = customer.counted()
    device = world.asked("SELECT id FROM devices WHERE service_id = %s", customer.service)
    # A removed device's last counters are told at once; otherwise they would be in half a minute.
    customer.member.call("DELETE", f"/api/v1/services/{customer.service}/devices/{device}")
    wait_until(world.gateway_agrees, "the gateway has not removed it")

    sent, received = (one + other for one, other in zip(before, after, strict=True))
    rx, tx = kept(world, customer)
    assert received > 5 * SIZE
    assert abs(tx - received) <= received / 100, (rx, tx, before, after)
    assert abs(rx - sent) <= max(sent / 100, 5_000), (rx, tx, before, after)


def kept(world: LabWorld, customer: Customer) -> tuple[int, int]:
    """Bytes sent and received, as the shop's hours have them."""
    with world.shop.database_connection() as conn:
        row = conn.execute(
            """
            SELECT coalesce(sum(rx_bytes), 0)::bigint, coalesce(sum(tx_bytes), 0)::bigint
              FROM usage_hours u JOIN devices d ON d.id = u.device_id WHERE d.service_id = %s
            """,
            [customer.service],
        ).fetchone()
    assert row is not None
    return row[0], row[1]


def settled(world: LabWorld, customer: Customer) -> tuple[int, int]:
    """What the customer counts, once the shop has heard of all that was downloaded."""
    wait_until(
        lambda: kept(world, customer)[1] >= customer.counted()[1] * 0.999,
        "the shop has not heard of it",
        seconds=60,
    )
    return customer.counted()


def test_a_rebuilt_host_serves_members_whose_settings_did_not_change(world: LabWorld, tmp_path: Path) -> None:
    with httpx.Client(timeout=70) as http:
        member = Member(world.shop, http, "rebuilt_two")
        service = member.buy()
        line = world.connect("stays", member.add_device(service["id"], "PC"), service["address"])
        assert line.sees() == line.address
        # The owner's machine makes the recovery key; the host enrols with its public half.
        recovery = world.shop.ieum("gateway", "recovery-key", str(tmp_path / "recovery"))
        world.gateway.kill()
        old = enrol(world, tmp_path / "old.token", world.gateway.state_dir, "--recovery-key", recovery)
        world.gateway = world.lab.start_gateway(world.shop.url, old, state_dir=world.gateway.state_dir)
        wait_until(lambda: heard_lately(world), "the enrolled host does not come to the shop")

        # The host is gone. A new one gets the key from the copy that only the owner opens, and a code.
        world.gateway.kill()
        world.gateway.teardown()
        wait_until(lambda: not line.carries(), "somebody else carries it")
        (tmp_path / "backup").write_text(world.shop.aside(newest_copy))
        restored = tmp_path / "restored"
        world.shop.ieum(
            *("gateway", "open-backup", "--backup", str(tmp_path / "backup")),
            *("--recovery-key-file", str(tmp_path / "recovery"), "--state-dir", str(restored)),
        )
        new = enrol(world, tmp_path / "new.token", restored)
        world.gateway = world.lab.start_gateway(world.shop.url, new, state_dir=restored)
        # The member's program makes a new handshake by itself after fifteen seconds without an answer.
        wait_until(line.carries, "the member is not connected again", seconds=45)

        assert line.sees() == line.address
        assert [asked(world, token) for token in (old, new)] == [401, 200]


async def new_code(db: Database) -> str:
    async with db.transaction() as conn:
        code = await enrolment.issue_code(conn, GATEWAY, takes_over=True)
    assert code is not None
    return code


async def newest_copy(db: Database) -> str:
    """As the console hands it out."""
    async with db.connection() as conn:
        copies = await enrolment.list_backups(conn, GATEWAY)
    return base64.b64encode(copies[0].sealed).decode()


def enrol(world: LabWorld, token_file: Path, state_dir: Path, *words: str) -> str:
    code = world.shop.aside(new_code)
    world.shop.ieum(
        *("gateway", "enrol", "--url", world.shop.url, "--code", code),
        *("--token-file", str(token_file), "--state-dir", str(state_dir), *words),
    )
    return token_file.read_text().strip()


def heard_lately(world: LabWorld) -> bool:
    return world.asked(
        """
        SELECT last_seen_at > now() - interval '10 seconds'
               AND EXISTS (SELECT FROM gateway_key_backups b WHERE b.gateway_id = g.id)
          FROM gateways g WHERE name = %s
        """,
        GATEWAY,
    )


def asked(world: LabWorld, token: str) -> int:
    """How the shop answers who holds this credential."""
    headers = {"authorization": f"Bearer {token}"}
    with httpx.stream("GET", f"{world.shop.url}/gateway/v1/stream", headers=headers, timeout=10) as answer:
        return answer.status_code
