from functools import reduce

import msgspec
import pytest
from hypothesis import given

from ieum.gateway.desired import Desired, StateNeededError, apply_message
from ieum.gateway.protocol import Difference, Endpoint, Exit, Heartbeat, Message, State
from tests.gateway.builders import KEYS, NOW, Peer, a_state, desired_state, in_two
from tests.gateway.strategies import conversations
from tests.growth import assert_linear

A = Peer(KEYS[0], "10.64.0.2", "203.0.113.10", NOW)
B = Peer(KEYS[1], "10.64.0.3", "203.0.113.11", NOW)
KNOWN = desired_state(A, B, revision=5)


def nothing(revision: int) -> Difference:
    return Difference(revision, [], [], [], [])


def test_a_whole_state_replaces_what_is_known_even_if_its_revision_is_older() -> None:
    after = apply_message(KNOWN, a_state(B, revision=2))

    [exit_], [endpoint] = in_two([B])
    assert (after.revision, after.exits, after.endpoints) == (
        2,
        {exit_.id: exit_},
        {endpoint.id: endpoint},
    )


def test_twenty_thousand_removals_are_applied_in_linear_time() -> None:
    """So many come at once if the shop was down at a month's end, and the agent does nothing else meanwhile."""

    def removals(size: int) -> tuple[Desired, Difference]:
        peers = [Peer(f"{number:042d}A=", "10.64.0.2", "203.0.113.10", NOW) for number in range(size)]
        removed = [f"{number:042d}A=" for number in range(size - 1, 2 * size - 1)]
        return desired_state(*peers), Difference(9, [], removed, [], removed)

    after = apply_message(*removals(20_000))
    assert (len(after.exits), len(after.endpoints)) == (19_999, 19_999)
    assert_linear(lambda made: apply_message(*made), removals, size=20_000)


def test_a_difference_replaces_and_removes_single_entries() -> None:
    moved = Exit(A.public_key, "203.0.113.99", NOW)

    after = apply_message(KNOWN, Difference(9, [moved], [B.public_key], [], [B.public_key]))

    assert (after.revision, after.exits) == (9, {A.public_key: moved})
    assert after.endpoints == {A.public_key: KNOWN.endpoints[A.public_key]}


@pytest.mark.parametrize(
    "message",
    [
        Difference(5, [], [KEYS[0]], [], [KEYS[0]]),
        Difference(4, [], [KEYS[0]], [], [KEYS[0]]),
        Heartbeat(revision=9),
    ],
    ids=["the-same-revision", "an-older-one", "heartbeat"],
)
def test_a_message_without_news_leaves_the_same_object(message: Message) -> None:
    assert apply_message(KNOWN, message) is KNOWN


def test_a_difference_to_what_is_not_known_is_refused() -> None:
    with pytest.raises(StateNeededError):
        apply_message(Desired(), nothing(1))


@given(conversations())
def test_repeated_differences_lead_to_the_same_state(messages: list[Message]) -> None:
    once = reduce(apply_message, messages, Desired())
    again = reduce(apply_message, messages[1:], once)

    assert again == once


@given(conversations())
def test_a_state_survives_saving_and_loading(messages: list[Message]) -> None:
    state = reduce(apply_message, messages, Desired())

    assert msgspec.json.decode(msgspec.json.encode(state), type=Desired) == state


def test_the_wire_names_are_those_of_the_protocol() -> None:
    line = (
        '{"type":"state","revision":7,"tunnelNetwork":"10.64.0.0/10","gatewayAddress":"10.64.0.1",'
        '"listenPort":51820,"mtu":1420,"exits":[{"id":"3","address":"203.0.113.10",'
        '"until":"2026-11-20T02:00:00Z","later":"addition"}],"endpoints":[{"id":"4","exit":"3",'
        '"kind":"wireguard","identity":"k","tunnelAddress":"10.64.0.2"}]}'
    )

    message = msgspec.json.decode(line, type=Message)

    assert isinstance(message, State)
    assert message.exits == [Exit("3", "203.0.113.10", NOW)]
    assert message.endpoints == [Endpoint("4", "3", "wireguard", "k", "10.64.0.2")]
