from datetime import datetime, timedelta

import httpx
import pytest

from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World
from tests.dev.sandbox.builders import Shop


def test_the_clock_can_be_moved_forward(client: httpx.Client) -> None:
    before = datetime.fromisoformat(client.get("/control/clock").json()["now"])

    moved = client.post("/control/clock", json={"advanceSeconds": 3_600}).json()

    assert moved["offsetSeconds"] == 3_600
    passed = datetime.fromisoformat(moved["now"]) - before
    assert timedelta(hours=1) <= passed < timedelta(hours=1, minutes=1)


@pytest.mark.parametrize("body", [{"advanceSeconds": -1}, {"advanceSeconds": 1e300}, {"seconds": 1}, {}])
def test_the_clock_cannot_be_moved_back(client: httpx.Client, body: dict[str, float]) -> None:
    assert client.post("/control/clock", json=body).status_code == 400
    assert client.get("/control/clock").json()["offsetSeconds"] == 0


def test_a_reset_forgets_everything(shop: Shop, client: httpx.Client) -> None:
    paid = shop.buy()
    shop.fault("confirm", "error")
    shop.let_pass(minutes=1)

    assert client.post("/control/reset").status_code == 204

    assert client.get("/control/payments").json()["payments"] == []
    assert client.get("/control/faults").json() == []
    assert client.get("/control/clock").json()["offsetSeconds"] == 0
    assert shop.order(paid["orderId"]).status_code == 404


def test_payments_expire_by_the_moved_clock(shop: Shop, client: httpx.Client) -> None:
    shop.open()
    shop.let_pass(minutes=31)

    [payment] = client.get("/control/payments").json()["payments"]

    assert (payment["status"], payment["approvedAmount"], payment["cancelledAmount"]) == ("EXPIRED", 0, 0)


def test_the_front_page_lists_what_the_sandbox_offers(client: httpx.Client) -> None:
    front = client.get("/")

    assert front.headers["content-type"].startswith("text/html")
    assert all(
        part in front.text for part in ("이음 샌드박스", "/inbox", "/toss/v2/standard", "/control/faults")
    )


def test_only_named_assets_are_served(client: httpx.Client) -> None:
    assert client.get("/assets/sandbox.css").headers["content-type"].startswith("text/css")
    assert client.get("/assets/window.html").status_code == 404
    assert client.get("/assets/..%2fapp.py").status_code == 404


def test_a_reset_leaves_what_there_is_at_the_start() -> None:
    """The tests of this folder share a sandbox, so none of them would miss what only a reset brings."""
    world, started = World(SandboxSettings()), vars(World(SandboxSettings()))
    world.keys["secret"] = ("other",)
    world.announced.append("/notice")
    world.listed.add("203.0.113.10")
    world.used_signatures.add("signature")
    world.engine_status, world.engine_refuses, world.lists_mood = 429, "notice", "silent"

    world.reset()

    assert vars(world).keys() == started.keys()
    plain = (dict, list, set, str, int)
    assert {name: value for name, value in vars(world).items() if isinstance(value, plain)} == {
        name: value for name, value in started.items() if isinstance(value, plain)
    }
