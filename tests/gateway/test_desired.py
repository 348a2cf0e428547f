from functools import reduce
from time import perf_counter

import msgspec
import pytest
from hypothesis import given

from ieum.gateway.desired import Desired, SnapshotNeededError, apply_message
from ieum.gateway.protocol import Changes, Heartbeat, Message, Peer, Snapshot

from .strategies import KEYS, NOW, conversations, snapshot

A = Peer(KEYS[0], "10.64.0.2", "203.0.113.10", NOW)
B = Peer(KEYS[1], "10.64.0.3", "203.0.113.11", NOW)
KNOWN = apply_message(Desired(), snapshot(A, B, revision=5))


def test_a_snapshot_replaces_everything_even_with_an_older_revision() -> None:
    after = apply_message(KNOWN, snapshot(B, revision=2))

    assert (after.revision, after.peers) == (2, {B.public_key: B})


def test_a_backlog_of_removals_does_not_keep_the_agent_from_its_work() -> None:
    """Of a shop that was away at a month's end: nothing else is done on the gateway while they are gone through."""
    peers = [Peer(f"{number:042d}A=", "10.64.0.2", "203.0.113.10", NOW) for number in range(20_000)]
    before = apply_message(Desired(), snapshot(*peers))
    gone = [f"{number:042d}A=" for number in range(19_999, 39_999)]

    began = perf_counter()
    after = apply_message(before, Changes(revision=9, put=[], remove=gone))

    assert len(after.peers) == 19_999
    assert perf_counter() - began < 2


def test_changes_state_what_differs() -> None:
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
def test_what_says_nothing_new_changes_nothing(message: Message) -> None:
    assert apply_message(KNOWN, message) is KNOWN


def test_changes_without_a_network_ask_for_the_snapshot() -> None:
    with pytest.raises(SnapshotNeededError):
        apply_message(Desired(), Changes(revision=1, put=[A], remove=[]))


@given(conversations())
def test_hearing_a_conversation_twice_ends_where_it_ends_once(said: list[Message]) -> None:
    once = reduce(apply_message, said, Desired())
    again = reduce(apply_message, said[1:], once)

    assert again == once


@given(conversations())
def test_a_state_survives_the_disk(said: list[Message]) -> None:
    state = reduce(apply_message, said, Desired())

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
