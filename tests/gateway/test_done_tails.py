"""Real connections run on by the address that their customer has left, until the last of them is done."""

import socket
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from ieum.dev.lab.addresses import ECHO_ADDRESS, KT, SKB
from ieum.gateway.protocol import TailsDone
from tests.gateway.world import World

pytestmark = pytest.mark.tunnels


def move(world: World, to: str) -> datetime:
    """Kim leaves by another address, and what is open may run on for ten minutes."""
    until = datetime.now(UTC) + timedelta(minutes=10)
    world.shop.tails.clear()
    world.shop.move(world.kim.customer.public_key, to=to, tail_until=until)
    world.shop.wait_for_ack()
    return until


def told(world: World) -> list[tuple[str, str, datetime]]:
    bodies = [msgspec.convert(body, TailsDone) for body in world.shop.tails]
    return [(tail.exit, tail.address, tail.until) for body in bodies for tail in body.tails]


def looks(world: World) -> None:
    """Wait until the agent has looked: a tail of lee's, by which nothing was ever open, is told at once."""
    seen = len(world.shop.tails)
    number = 30 + seen
    world.shop.move(
        world.lee.customer.public_key,
        to=SKB.exit_address(number),
        tail_until=datetime.now(UTC) + timedelta(minutes=10),
    )
    world.shop.wait(lambda: len(world.shop.tails) > seen or None, "the agent does not look", timeout=15)


def test_a_tail_is_told_when_its_last_connection_is_closed(world: World) -> None:
    key = world.kim.customer.public_key
    connections = [world.kim.open_connection() for _ in range(2)]
    for connection in connections:
        connection.ask()
    until = move(world, KT.exit_address(5))

    connections[0].http.close()
    looks(world)
    idle = [exit_ for exit_, _, _ in told(world)]
    still = connections[1].ask()
    connections[1].http.close()
    world.shop.wait(
        lambda: key in [exit_ for exit_, _, _ in told(world)] or None, "it is not told", timeout=15
    )

    # One that nobody uses at the moment is open all the same.
    assert (still, key in idle) == (world.kim.exit_address, False)
    assert (key, world.kim.exit_address, until) in told(world)


def test_a_conversation_by_udp_keeps_the_tail_while_it_is_not_silent(world: World) -> None:
    key = world.kim.customer.public_key
    with world.kim.client.namespace.inside():
        talking = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with talking:
        talking.sendto(b"?", (ECHO_ADDRESS, 9))
        move(world, KT.exit_address(6))
        talking.sendto(b"?", (ECHO_ADDRESS, 9))

        looks(world)

        assert key not in [exit_ for exit_, _, _ in told(world)]
