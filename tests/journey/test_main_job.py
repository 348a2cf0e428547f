"""The main job: from a visitor in the browser to a far side that sees exactly the address that was bought."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Request, expect

from ieum.dev.lab.addresses import CARRIERS
from ieum.dev.lab.world import why_not
from tests.journey.lab_world import LabWorld, Line, lab_world
from tests.journey.member import Member
from tests.journey.private_key import forms_of, private_key_in, public_key_of, text_of, text_of_database
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, STATUS, Visitor
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabWorld]:
    """A shop whose only addresses are those of a real gateway, registered as its operator would."""
    reason = why_not()
    if reason:
        pytest.skip(reason)
    rows = [f"{line.exit_address(n)},kt-seoul,KT,서울" for n in range(4) for line in CARRIERS]
    with lab_world(tmp_path_factory.mktemp("main-job"), rows) as world:
        yield world


@pytest.fixture(scope="module")
def second(world: LabWorld) -> Iterator[Line]:
    """A second member, who buys over HTTP and connects."""
    with httpx.Client(timeout=70) as http:
        member = Member(world.shop, http, "second_member")
        service = member.buy()
        conf = member.add_device(service["id"], "둘째의 노트북")
        yield world.connect("second", conf, service["address"])


@dataclass
class FirstMember:
    """The first member, who does everything in the browser and connects with the file that it saved."""

    visitor: Visitor
    line: Line
    confs: list[str]
    sent: list[Request]


@pytest.fixture(scope="module")
def first(
    world: LabWorld, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[FirstMember]:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 900})
    sent: list[Request] = []
    context.on("request", lambda request: sent.append(request))  # noqa: PLW0108 - it wants a function of Python
    visitor = Visitor(world.shop, context)
    visitor.join()
    address = visitor.buy()
    conf = visitor.add_device("첫째의 노트북", tmp_path_factory.mktemp("downloads")).read_text()
    yield FirstMember(visitor, world.connect("first", conf, address), [conf], sent)
    context.close()


def test_the_far_side_sees_the_address_on_the_plate(first: FirstMember) -> None:
    assert first.line.sees() == first.line.address
    # The page notices by itself.
    expect(first.visitor.page.get_by_role("status").filter(has_text="접속중")).to_be_visible()
    assert first.visitor.complaints == []


def test_a_second_member_has_another_address(first: FirstMember, second: Line) -> None:
    assert second.sees() == second.address != first.line.address
    assert first.line.sees() == first.line.address


def test_removing_a_device_cuts_that_device_alone(
    world: LabWorld, first: FirstMember, second: Line, tmp_path: Path
) -> None:
    visitor = first.visitor
    visitor.open(STATUS)
    first.confs.append(visitor.add_device("첫째의 전화", tmp_path).read_text())
    phone = world.connect("phone", first.confs[-1], first.line.address)
    assert phone.sees() == first.line.address
    expect(visitor.page.get_by_role("status").filter(has_text="접속중")).to_be_visible()
    visitor.page.get_by_role("button", name="완료").click()

    visitor.page.get_by_role("button", name="첫째의 전화 삭제").click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="삭제").click()
    expect(visitor.page.get_by_text("기기를 삭제했습니다.")).to_be_visible()

    wait_until(lambda: not phone.carries(), "the removed device is still connected")
    assert first.line.sees() == first.line.address
    assert second.sees() == second.address
    assert visitor.complaints == []


def test_a_ticket_moves_the_far_side_to_another_address_and_back(world: LabWorld) -> None:
    with httpx.Client(timeout=70) as http:
        member = Member(world.shop, http, "third_member")
        service = member.buy()
        line = world.connect("third", member.add_device(service["id"], "PC"), service["address"])
        world.give_ticket(member)
        path = f"/api/v1/services/{service['id']}/ip-change"
        assert line.sees() == line.address

        preview = member.call("GET", path)
        changed = member.call("POST", path, address=line.address)
        # The answer came when the gateway had acknowledged it: the tunnel was not touched.
        assert (changed["state"], line.sees()) == ("done", changed["address"])
        shown_before = (preview["address"], preview["carrier"], preview["region"], preview["candidates"] > 0)
        assert shown_before == (line.address, "KT", "서울", True)
        undone = member.call("POST", f"/api/v1/ip-changes/{changed['id']}/undo", address=changed["address"])
        assert (undone["state"], undone["ipTicket"], line.sees()) == ("done", 1, line.address)
        assert changed["address"] != line.address

        world.gateway.kill()
        waiting = member.call("POST", path, address=line.address)
        assert (waiting["state"], line.sees()) == ("waiting", line.address)
        with world.shop.database_connection() as conn:
            conn.execute("UPDATE ip_changes SET requested_at = requested_at - interval '11 minutes'")
        shown = f"/api/v1/ip-changes/{waiting['id']}"
        wait_until(lambda: member.call("GET", shown)["state"] == "taken_back", "the change is not taken back")
        world.gateway.start()
        wait_until(world.gateway_agrees, "the gateway did not come back to the shop", seconds=40)
        assert line.sees() == line.address
        assert member.call("GET", "/api/v1/member")["ipTicket"] == 1


def test_the_shop_may_be_gone_and_the_gateway_may_start_anew(
    world: LabWorld, first: FirstMember, second: Line
) -> None:
    lines = (first.line, second)
    for name in ("serve", "work"):
        assert world.shop.stop(name) == 0
    world.shop.database.stop()

    assert [line.sees() for line in lines] == [line.address for line in lines]
    reboot(world)
    for line in lines:
        wait_until(line.carries, "the gateway did not restore it from disk")
    restored = [line.sees() for line in lines]

    world.shop.database.start()
    world.shop.start("serve", "work")
    with world.shop.database_connection() as conn:
        conn.execute("UPDATE exits SET until = until WHERE removed_at IS NULL")  # news, if no change
    wait_until(world.gateway_agrees, "the gateway did not come back to the shop", seconds=40)
    assert restored == [line.address for line in lines]


def reboot(world: LabWorld) -> None:
    """The gateway's process dies, and with the host all that it had set up."""
    world.gateway.kill()
    world.lab.host.ip(f"link delete {world.lab.interface}")
    world.lab.host.run("nft", "flush", "ruleset")
    assert not any(world.lab.interface in line for line in world.lab.host.run("ip", "link").splitlines())
    world.gateway.start()


def test_after_its_last_moment_a_tunnel_carries_nothing_and_the_others_go_on(
    world: LabWorld, first: FirstMember, second: Line
) -> None:
    ends_at = datetime.now(UTC) + timedelta(seconds=6)
    end_service(world.shop, first.line.address, ends_at)
    wait_until(world.gateway_agrees, "the gateway was not told")
    assert first.line.sees() == first.line.address

    wait_until(lambda: datetime.now(UTC) >= ends_at, "its last moment does not come")

    wait_until(lambda: not first.line.carries(), "it still carries traffic")
    assert second.sees() == second.address
    first.visitor.open(STATUS)
    ended = first.visitor.page.get_by_role("article", name=first.line.address)
    expect(ended).to_contain_text("만료")
    expect(ended.get_by_role("button", name="기기 추가")).to_be_hidden()


def end_service(shop: RunningShop, address: str, ends_at: datetime) -> None:
    """Move the end of a service; the database tells its gateway."""
    with shop.database_connection() as conn, conn.transaction():
        moved = conn.execute(
            """
            UPDATE services s SET ends_at = %s FROM leases l JOIN exit_addresses e ON e.id = l.address_id
             WHERE l.service_id = s.id AND l.state = 'active' AND host(e.address) = %s
            """,
            [ends_at, address],
        )
        assert moved.rowcount == 1


def test_no_private_key_ever_left_the_browser(world: LabWorld, first: FirstMember) -> None:
    """Runs last, when everything has been done."""
    sent = "\n".join(text_of(request) for request in first.sent)
    kept = {
        "browser": first.visitor.everything_stored(),
        "database": text_of_database(world.shop),
        "gateway": world.gateway.log(),
        **world.shop.logs(),
    }

    for private in (private_key_in(conf) for conf in first.confs):
        assert public_key_of(private) in sent, "not everything that was sent is here"
        assert public_key_of(private) in kept["database"]
        for form in forms_of(private):
            assert form not in sent
            assert [place for place, text in kept.items() if form in text] == []
