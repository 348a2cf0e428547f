"""Real tunnels of dynamic services: every way to change an address, both cuts, and who had an address at a second."""

import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from ieum.dev.lab.addresses import KT
from ieum.dev.lab.rotating import ask_for_change, wait_until_seen
from ieum.dev.lab.world import why_not
from tests.journey.lab_world import Download, LabWorld, Line, lab_world
from tests.journey.member import Member
from tests.journey.passing_time import pass_time, run_periodic
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

SEOUL = ZoneInfo("Asia/Seoul")
ADDRESSES = 8


@dataclass
class Holder:
    """A member with a dynamic service, whose computer is connected."""

    world: LabWorld
    member: Member
    service: int
    line: Line
    conf: str

    @property
    def path(self) -> str:
        return f"/api/v1/services/{self.service}/rotation"

    def shown(self) -> Any:
        return self.member.call("GET", self.path)

    def choose(self, *, let_run: bool = False, timer: int | None = None, on_reconnect: bool = False) -> None:
        self.member.call("PUT", self.path, timer=timer, onReconnect=on_reconnect, letRun=let_run)

    def may_change(self) -> None:
        """The least time between two changes has passed."""
        self.world.say(
            "UPDATE rotations SET changed_at = changed_at - interval '1 minute' WHERE service_id = %s",
            self.service,
        )

    @contextmanager
    def download(self) -> Generator[Download]:
        download = Download(self.line)
        try:
            yield download
        finally:
            download.end()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabWorld]:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    rows = [f"{KT.exit_address(n)},kt-seoul-dynamic,KT,서울" for n in range(ADDRESSES)]
    with lab_world(tmp_path_factory.mktemp("rotating"), rows) as world:
        world.say("UPDATE site_config SET officer_mail = 'dpo@mail.example'")
        # Another device of the service is connected by hand beside the holder's.
        world.say("UPDATE plans SET connections = 2 WHERE kind = 'dynamic'")
        yield world


@pytest.fixture(scope="module")
def holder(world: LabWorld) -> Iterator[Holder]:
    with httpx.Client(timeout=70) as http:
        member = Member(world.shop, http, "rotating_one")
        service = member.buy(kind="dynamic")
        conf = member.add_device(service["id"], "PC")
        line = world.connect("rotating", conf, service["address"])
        yield Holder(world, member, service["id"], line, conf)


def by_button(holder: Holder) -> None:
    holder.member.call("POST", holder.path)


def by_link(holder: Holder) -> None:
    link = holder.member.call("POST", f"{holder.path}/links", name="스크립트")
    ask_for_change(f"{holder.world.shop.url}{link['path']}")
    holder.member.call("DELETE", f"{holder.path}/links/{link['link']['id']}")


def by_timer(holder: Holder) -> None:
    let_run = holder.shown()["letRun"]
    holder.choose(timer=1, let_run=let_run)
    holder.world.say("UPDATE rotations SET next_at = now() WHERE service_id = %s", holder.service)
    before = holder.shown()["address"]
    wait_until(lambda: holder.shown()["address"] != before, "the timer changes nothing")
    holder.choose(let_run=let_run)


WAYS = pytest.mark.parametrize("way", [by_button, by_link, by_timer])


@WAYS
def test_a_change_that_cuts_ends_the_download_and_the_far_side_sees_the_new_address(
    holder: Holder, way: Callable[[Holder], None]
) -> None:
    holder.choose(let_run=False)
    holder.may_change()
    old = holder.shown()["address"]
    with holder.download() as download:
        assert (download.goes_on(), holder.line.sees()) == (True, old)

        way(holder)
        new = holder.shown()["address"]
        wait_until_seen(holder.line.client, new)

        wait_until(lambda: download.is_over, "the download runs on")
        assert new != old


@WAYS
def test_a_change_that_lets_run_has_both_addresses_until_the_download_is_done(
    holder: Holder, way: Callable[[Holder], None]
) -> None:
    """And then only the new one: the old one does not wait for its ten minutes."""
    holder.choose(let_run=True)
    holder.may_change()
    old = holder.shown()["address"]
    with holder.download() as download:
        assert download.goes_on()

        way(holder)
        new = holder.shown()["address"]
        wait_until_seen(holder.line.client, new)

        assert download.goes_on()
        assert old in holder.world.callers()
        assert holder.shown()["tailAddress"] == old

    wait_until(lambda: holder.shown()["tailAddress"] is None, "the tail does not rest")
    now, past, *_ = holder.member.call("GET", f"/api/v1/services/{holder.service}/addresses")
    assert (now["address"], past["address"], past["until"]) == (new, old, now["since"])
    ran_on = datetime.fromisoformat(past["tailUntil"]) - datetime.fromisoformat(past["until"])
    assert timedelta(0) < ran_on < timedelta(minutes=2)
    wait_until(
        lambda: f"{old}/" not in holder.world.lab.host.run("ip", "-4", "address"),
        "the host keeps the old address",
    )


def test_who_comes_back_after_a_silence_has_another_address_from_the_first_packet_on(holder: Holder) -> None:
    holder.choose(on_reconnect=True)
    old = holder.line.sees()
    holder.line.client.down()
    pass_time(holder.world.shop, timedelta(minutes=8))
    holder.member.log_in()

    def changes() -> bool:
        # A report of the gateway's may bring back the true moment of the handshake, which was a minute ago.
        holder.world.say(
            """
            UPDATE device_usage SET last_handshake_at = now() - interval '4 minutes'
             WHERE device_id IN (SELECT id FROM devices WHERE service_id = %s)
            """,
            holder.service,
        )
        run_periodic(holder.world.shop, "rotation.change_silent")
        return holder.shown()["address"] != old

    wait_until(changes, "the silence changes nothing", seconds=40)
    wait_until(holder.world.gateway_agrees, "the gateway has not heard of it")
    holder.line.client.up(holder.conf)

    assert holder.line.sees() == holder.shown()["address"] != old
    holder.choose()


def test_who_had_an_address_is_exact_at_the_second_of_a_change(holder: Holder) -> None:
    holder.choose(let_run=False)
    holder.may_change()
    old = holder.line.sees()
    wait_until(lambda: since(holder) < datetime.now(SEOUL) - timedelta(seconds=3), "time stands still")
    by_button(holder)
    new = holder.shown()["address"]
    wait_until_seen(holder.line.client, new)
    wait_until(lambda: used_now(holder) == new, "the gateway has not said so", seconds=45)
    moment = since(holder)
    before, after, later = (moment + timedelta(seconds=seconds) for seconds in (-1, 1, 3))
    wait_until(lambda: datetime.now(SEOUL) > later, "time stands still")

    # By lease, and by what the gateway saw, which has applied the change a moment later.
    assert [answer(holder, old, at)[0] for at in (before, moment, after)] == [True, True, False]
    assert [answer(holder, new, at)[0] for at in (before, moment, after)] == [False, True, True]
    assert [answer(holder, old, at)[1] for at in (before, later)] == [True, False]
    assert [answer(holder, new, at)[1] for at in (before, later)] == [False, True]


def answer(holder: Holder, address: str, at: datetime) -> tuple[bool, bool]:
    """Whether the service held the address within this second, and whether its device used it."""
    words = ("who", address, "--at", f"{at:%Y-%m-%d %H:%M:%S}", "--by", "김보안", "--reason", "시험 2026-11")
    held, _, used = holder.world.shop.ieum(*words).partition("Used, as the gateway saw it:")
    name = f"service {holder.service},"
    return name in held, name in used


def since(holder: Holder) -> datetime:
    return datetime.fromisoformat(holder.shown()["since"]).astimezone(SEOUL)


def used_now(holder: Holder) -> str | None:
    return holder.world.asked(
        "SELECT host(session_exit) FROM device_usage u JOIN devices d ON d.id = u.device_id WHERE d.service_id = %s",
        holder.service,
    )


def test_a_customer_of_the_lab_changes_the_address_by_a_link_and_says_what_the_internet_saw(
    holder: Holder, tmp_path: Path
) -> None:
    """As it is typed beside a running lab."""
    conf, told = tmp_path / "by-hand.conf", tmp_path / "told"
    conf.write_text(holder.member.add_device(holder.service, "손으로"))
    link = holder.member.call("POST", f"{holder.path}/links", name="손으로")
    holder.may_change()
    old = holder.shown()["address"]
    words = ("lab", "--connect", str(conf), "--rotate", f"{holder.world.shop.url}{link['path']}")
    with told.open("wb") as sink:
        joined = subprocess.Popen([sys.executable, "-m", "ieum.cli", *words], stdout=sink)
    try:
        wait_until(
            lambda: joined.poll() is not None or "->" in told.read_text(), "it changes nothing", seconds=40
        )
    finally:
        joined.send_signal(signal.SIGINT)
        joined.wait(timeout=20)

    assert f"{old} -> {holder.shown()['address']}: the internet saw it after" in told.read_text()
    assert joined.returncode == 0


def test_after_a_day_without_the_shop_the_timer_has_changed_the_address_once(holder: Holder) -> None:
    """And in the meantime the address has stayed, and the tunnel has carried."""
    world = holder.world
    holder.choose(timer=10)
    old = holder.line.sees()
    for name in ("serve", "work"):
        assert world.shop.stop(name) == 0
    pass_time(world.shop, timedelta(days=1))
    while_away = holder.line.sees()

    world.shop.start("serve", "work")
    holder.member.log_in()
    wait_until(lambda: holder.shown()["address"] != old, "the timer changes nothing")
    wait_until_seen(holder.line.client, holder.shown()["address"], longest=60)

    assert while_away == old
    changes = holder.member.call("GET", f"/api/v1/services/{holder.service}/addresses")
    day = [one["cause"] for one in changes if one["cause"] == "timer" and one["until"] is None]
    assert day == ["timer"]
    assert changes[1]["address"] == old
    # No gap, and no address twice at once.
    for later, earlier in pairwise(changes):
        assert earlier["until"] == later["since"]
    holder.choose()


def test_an_agent_of_the_next_version_goes_on_with_the_tunnels_and_changes_addresses(holder: Holder) -> None:
    world = holder.world
    holder.choose(let_run=False)
    world.gateway.stop()
    world.gateway.start((sys.executable, "-m", "tests.journey.next_agent"))
    try:
        for _ in range(2):
            holder.may_change()
            by_button(holder)
            wait_until_seen(holder.line.client, holder.shown()["address"])
        wait_until(world.gateway_agrees, "it does not acknowledge")
    finally:
        world.gateway.stop()
        world.gateway.start()
    holder.may_change()
    # In so small a pool an address comes back after a while, but never at once.
    before = holder.shown()["address"]
    by_button(holder)

    wait_until_seen(holder.line.client, holder.shown()["address"])
    assert holder.shown()["address"] != before
