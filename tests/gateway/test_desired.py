from functools import reduce
from time import perf_counter

import msgspec
import pytest
from hypothesis import given

from ieum.gateway.desired import Desired, SnapshotNeededError, apply_message
from ieum.gateway.protocol import Changes, Heartbeat, Message, Peer, Snapshot
from tests.gateway.builders import KEYS, NOW, a_snapshot, desired_state
from tests.gateway.strategies import conversations

A = Peer(KEYS[0], "10.64.0.2", "203.0.113.10", NOW)
B = Peer(KEYS[1], "10.64.0.3", "203.0.113.11", NOW)
KNOWN = desired_state(A, B, revision=5)


def test_a_snapshot_replaces_the_state_even_if_its_revision_is_older() -> None:
    after = apply_message(KNOWN, a_snapshot(B, revision=2))

    assert (after.revision, after.peers) == (2, {B.public_key: B})


def test_twenty_thousand_removals_are_applied_quickly() -> None:
    """So many come at once if the shop was down at a month's end, and the agent does nothing else meanwhile."""
    peers = [Peer(f"{number:042d}A=", "10.64.0.2", "203.0.113.10", NOW) for number in range(20_000)]
    before = desired_state(*peers)
    removed = [f"{number:042d}A=" for number in range(19_999, 39_999)]

    begin = perf_counter()
    after = apply_message(before, Changes(revision=9, put=[], remove=removed))

    assert len(after.peers) == 19_999
    assert perf_counter() - begin < 2


def test_changes_replace_and_remove_single_peers() -> None:
    moved = Peer(KEYS[0], "10.64.0.2", "203.0.113.99", NOW)

    after = apply_message(KNOWN, Changes(revision=9, put=[moved], remove=[B.public_key]))

    assert (after.revision, after.peers) == (9, {A.public_key: moved})


@pytest.mark.parametrize(
    "message",
    [
        Changes(revision=5, put=[], remove=[KEYS[0]]),
        Changes(revision=4, put=[], remove=[KEYS[0]]),
        Heartbeat(revision=9),
    ],
    ids=["the-same-revision", "an-older-one", "heartbeat"],
)
def test_a_message_without_news_leaves_the_same_object(message: Message) -> None:
    assert apply_message(KNOWN, message) is KNOWN


def test_changes_before_any_snapshot_are_refused() -> None:
    with pytest.raises(SnapshotNeededError):
        apply_message(Desired(), Changes(revision=1, put=[A], remove=[]))


@given(conversations())
def test_repeated_changes_lead_to_the_same_state(messages: list[Message]) -> None:
    once = reduce(apply_message, messages, Desired())
    again = reduce(apply_message, messages[1:], once)

    assert again == once


@given(conversations())
def test_a_state_survives_saving_and_loading(messages: list[Message]) -> None:
    state = reduce(apply_message, messages, Desired())

    assert msgspec.json.decode(msgspec.json.encode(state), type=Desired) == state


def test_the_wire_names_are_those_of_the_protocol() -> None:
    line = (
        '{"type":"snapshot","revision":7,"tunnelNetwork":"10.64.0.0/10","gatewayAddress":"10.64.0.1",'
        '"listenPort":51820,"mtu":1420,"peers":[{"publicKey":"k","tunnelAddress":"10.64.0.2",'
        '"exitAddress":"203.0.113.10","until":"2026-11-20T02:00:00Z","later":"addition"}]}'
    )

    message = msgspec.json.decode(line, type=Message)

    assert isinstance(message, Snapshot)
    assert message.peers == [Peer("k", "10.64.0.2", "203.0.113.10", NOW)]
