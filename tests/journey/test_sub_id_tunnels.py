"""Real tunnels of sub-ids: two at once by one address, a change within a share, a suspension that cuts one of them."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from ieum.dev.lab.addresses import KT
from ieum.dev.lab.rotating import wait_until_seen
from ieum.dev.lab.world import why_not
from tests.journey.lab_world import Download, LabWorld, Line, lab_world
from tests.journey.member import Login, Member, SubId
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

# From the answer to the press, until nothing of the device gets through any more.
DEAD_WITHIN = 1.0
NEVER = 10.0


@dataclass
class Desk:
    """A sub-id whose computer is connected."""

    number: int
    login: Login
    line: Line


@dataclass
class Office:
    world: LabWorld
    owner: Member
    service: int
    kim: Desk
    park: Desk

    @property
    def address(self) -> str:
        return self.owner.call("GET", f"/api/v1/services/{self.service}")["address"]

    def events(self, login: Login, path: str) -> list[str]:
        return [one["what"] for one in login.call("GET", f"{path}?page=1")["items"]]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    rows = [f"{KT.exit_address(n)},kt-seoul,KT,서울" for n in range(4)]
    with lab_world(tmp_path_factory.mktemp("office"), rows) as world:
        world.say("UPDATE plans SET connections = 3 WHERE kind = 'static'")
        clients = [httpx.Client(timeout=70) for _ in range(3)]
        owner = Member(world.shop, clients[0], "office_owner")
        bought = owner.buy()
        service, address = bought["id"], bought["address"]
        world.give_ticket(owner)
        world.give_ticket(owner)
        made = [
            owner.call("POST", "/api/v1/sub-ids", loginId="desk_kim", name="김대리"),
            *owner.call("POST", "/api/v1/sub-ids/import", csv="아이디,이름\ndesk_park,박대리\n"),
        ]
        for one in made:
            rights = {"deviceLimit": 1, "changeLimit": 1, "seesRecord": True}
            owner.call("PUT", f"/api/v1/sub-ids/{one['id']}/services/{service}", **rights)
        desks: list[Desk] = []
        for one, http in zip(made, clients[1:], strict=True):
            login = SubId(world.shop, http, one["loginId"], one["link"]["url"])
            conf = login.add_device(service, "업무용 PC")
            desks.append(Desk(one["id"], login, world.connect(one["loginId"], conf, address)))
        yield Office(world, owner, service, *desks)
        for http in clients:
            http.close()


def test_both_leave_from_the_address_of_their_owner_at_once(office: Office) -> None:
    with_kim, with_park = Download(office.kim.line), Download(office.park.line)
    try:
        assert (with_kim.goes_on(), with_park.goes_on()) == (True, True)
        assert office.kim.line.sees() == office.park.line.sees() == office.address
    finally:
        with_kim.end()
        with_park.end()


def test_one_changes_the_address_within_its_share_and_both_leave_from_the_new_one(office: Office) -> None:
    path, old = f"/api/v1/services/{office.service}/ip-change", office.address

    changed = office.kim.login.call("POST", path, address=old)
    for line in (office.kim.line, office.park.line):
        wait_until_seen(line.client, changed["address"])
    wait_until(office.world.gateway_agrees, "the gateway has not acknowledged the change")
    again = office.kim.login.ask("POST", path, address=changed["address"])

    assert office.address == changed["address"] != old
    assert (again.status_code, again.json()["code"]) == (409, "ip_change_share_used_up")
    # The other one's share is its own, and the owner has one of two tickets left.
    assert office.park.login.call("GET", "/api/v1/member")["ipTicket"] == 1
    assert office.owner.call("GET", "/api/v1/member")["ipTicket"] == 1


def test_whom_the_owner_suspends_is_cut_within_a_second_and_nobody_else_is(office: Office) -> None:
    kim, park = office.kim, office.park
    address = office.address
    own, others = Download(kim.line), Download(park.line)
    try:
        assert (own.goes_on(), others.goes_on()) == (True, True)

        office.owner.call("POST", f"/api/v1/sub-ids/{kim.number}/suspend")
        answered = time.monotonic()
        last = max(answers(kim.line, until=answered + NEVER), default=answered)

        assert last - answered < DEAD_WITHIN
        # What was open by the old rules was cut, too.
        assert own.last_at - answered < DEAD_WITHIN
        assert kim.login.ask("GET", "/api/v1/services").status_code == 401
        assert others.goes_on()
        assert others.longest_pause < DEAD_WITHIN
        assert park.line.sees() == address
    finally:
        own.end()
        others.end()

    office.owner.call("POST", f"/api/v1/sub-ids/{kim.number}/resume")
    wait_until(kim.line.carries, "it does not go on")
    assert kim.line.sees() == address


def answers(line: Line, *, until: float) -> Iterator[float]:
    """When something got through; it ends with the fifth question in a row, half a second each, that nobody answers."""
    silent = 0
    while silent < 5 and time.monotonic() < until:
        if line.carries():
            silent = 0
            yield time.monotonic()
        else:
            silent += 1


def test_the_owner_looks_as_a_sub_id_and_both_sides_can_read_it(office: Office) -> None:
    owner, park = office.owner, office.park

    owner.call("POST", f"/api/v1/sub-ids/{park.number}/act")
    shown = owner.call("GET", "/api/v1/services")["items"]
    refused = owner.ask("POST", f"/api/v1/services/{office.service}/ip-change", address=shown[0]["address"])
    owner.call("POST", "/api/v1/sub-id/act/end")

    assert [one["id"] for one in shown] == [office.service]
    assert (refused.status_code, refused.json()["code"]) == (403, "acting_reads_only")
    for login, path in (
        (owner, f"/api/v1/sub-ids/{park.number}/events"),
        (park.login, "/api/v1/sub-id/events"),
    ):
        assert office.events(login, path)[:2] == ["acting_ended", "acting_began"]
