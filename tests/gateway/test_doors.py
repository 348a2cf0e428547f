"""Where the shop is for devices of the waiting room."""

import socket

import pytest

from ieum.gateway.doors import ShopDoors
from ieum.gateway.waiting_room import Door


def naming(monkeypatch: pytest.MonkeyPatch, names: dict[str, str]) -> None:
    def look_up(host: str, *_: object) -> list[tuple[object, ...]]:
        if host not in names:
            raise socket.gaierror("unknown")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (names[host], 0))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


@pytest.mark.parametrize(
    ("url", "ports"),
    [
        ("https://shop.example", {443, 80}),
        ("http://shop.example", {80}),
        ("https://shop.example:8443/path", {8443}),
    ],
)
async def test_a_door_is_an_address_of_the_name_and_the_schemes_port(
    url: str, ports: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    naming(monkeypatch, {"shop.example": "192.0.2.7"})
    doors = ShopDoors([url])

    assert await doors.look()

    assert doors.known == {Door("192.0.2.7", port) for port in ports}


async def test_a_name_that_is_not_found_keeps_its_last_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"one.example": "192.0.2.7", "two.example": "192.0.2.8"}
    naming(monkeypatch, names)
    doors = ShopDoors(["http://one.example", "http://two.example"])
    await doors.look()
    del names["one.example"]
    names["two.example"] = "192.0.2.9"

    is_whole = await doors.look()

    assert (is_whole, doors.known) == (False, {Door("192.0.2.7", 80), Door("192.0.2.9", 80)})


async def test_a_shop_on_loopback_has_no_door(monkeypatch: pytest.MonkeyPatch) -> None:
    naming(monkeypatch, {"localhost": "127.0.0.1"})
    doors = ShopDoors(["http://localhost:8000"])

    await doors.look()

    assert doors.known == set()
