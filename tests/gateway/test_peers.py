from collections.abc import Mapping
from datetime import datetime, timedelta
from ipaddress import IPv4Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.gateway.desired import Desired, apply_message
from ieum.gateway.peers import plan_changes, select_peers, set_arguments
from ieum.gateway.protocol import Peer
from ieum.gateway.uplinks import Line, Lines

from .strategies import KEYS, NOW, addresses_by_key, peers, snapshot

KT = Line("kt", "kt0", "203.0.113.1", 0x69650100, 26981)
SKB = Line("skb", "skb0", "198.51.100.1", 0x69650101, 26982)
LINES = Lines(
    lines=(KT, SKB),
    connected={"kt0": [IPv4Network("203.0.113.0/24")], "skb0": [IPv4Network("198.51.100.0/24")]},
)
LATER = NOW + timedelta(hours=1)


def a_peer(
    key: str = KEYS[0],
    tunnel: str = "10.64.0.2",
    leaving: str = "203.0.113.10",
    until: datetime = LATER,
) -> Peer:
    return Peer(key, tunnel, leaving, until)


def state(*given_peers: Peer) -> Desired:
    return apply_message(Desired(), snapshot(*given_peers))


def test_each_peer_leaves_by_the_line_its_address_belongs_to() -> None:
    roster = select_peers(
        state(a_peer(), a_peer(KEYS[1], "10.64.0.3", "198.51.100.10")), lines=LINES, now=NOW
    )

    assert [peer.line for peer in roster.served.values()] == [KT, SKB]
    assert roster.problems == ()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (a_peer(key="not a key"), "not a WireGuard public key"),
        (a_peer(key="A" * 43 + "="), None),
        (a_peer(key="A" * 42 + "B="), "not a WireGuard public key"),
        (a_peer(key="A" * 44), "not a WireGuard public key"),
        (a_peer(tunnel="10.64.0.999"), "Octet 999"),
        (a_peer(tunnel="10.64.0.2; drop"), "Only decimal digits permitted"),
        (a_peer(tunnel="192.168.0.2"), "not a tunnel address of 10.64.0.0/10"),
        (a_peer(tunnel="10.64.0.1"), "not a tunnel address"),
        (a_peer(leaving="192.0.2.9"), "belongs to no uplink"),
        (a_peer(leaving="2001:db8::1"), "Expected 4 octets"),
    ],
    ids=[
        *("no-key", "a-key", "bits-too-many", "too-long", "no-address", "an-injection"),
        *("foreign-tunnel-address", "our-own-address", "foreign-exit", "ipv6-exit"),
    ],
)
def test_one_bad_entry_is_left_out_with_its_reason(wrong: Peer, reason: str | None) -> None:
    good = a_peer(KEYS[3], "10.64.0.7")

    roster = select_peers(state(wrong, good), lines=LINES, now=NOW)

    assert good.public_key in roster.served
    assert (wrong.public_key in roster.served) == (reason is None)
    assert all(reason and reason in problem for problem in roster.problems)


def test_a_tunnel_address_serves_one_peer_only() -> None:
    roster = select_peers(state(a_peer(), a_peer(KEYS[1])), lines=LINES, now=NOW)

    assert list(roster.served) == [KEYS[0]]
    assert "already belongs to" in roster.problems[0]


def test_a_service_ends_at_its_moment_and_the_next_end_is_known() -> None:
    ended = a_peer(until=NOW)
    soon = a_peer(KEYS[1], "10.64.0.3", until=NOW + timedelta(seconds=1))

    roster = select_peers(state(ended, soon, a_peer(KEYS[2], "10.64.0.4")), lines=LINES, now=NOW)

    assert list(roster.served) == [KEYS[1], KEYS[2]]
    assert roster.next_expiry == soon.until


@given(st.lists(peers))
def test_nobody_is_served_past_the_end_or_twice(some: list[Peer]) -> None:
    roster = select_peers(state(*some), lines=LINES, now=NOW)

    tunnels = [served.tunnel_address for served in roster.served.values()]
    assert len(set(tunnels)) == len(tunnels)
    assert all(peer.until > NOW for peer in state(*some).peers.values() if peer.public_key in roster.served)


@given(wanted=addresses_by_key, present=addresses_by_key)
def test_carrying_out_the_plan_gives_what_is_wanted(wanted: dict[str, str], present: dict[str, str]) -> None:
    plan = plan_changes(wanted=wanted, present=present)

    kept = {key: address for key, address in present.items() if key not in plan.remove}
    assert kept | dict(plan.put) == wanted


@given(addresses_by_key)
def test_nothing_differs_nothing_is_done(present: dict[str, str]) -> None:
    plan = plan_changes(wanted=present, present=present)

    assert list(set_arguments(plan)) == []


@given(wanted=addresses_by_key, present=addresses_by_key, peers_per_call=st.integers(1, 4))
def test_the_commands_say_the_plan_removals_first(
    wanted: dict[str, str], present: dict[str, str], peers_per_call: int
) -> None:
    plan = plan_changes(wanted=wanted, present=present)

    calls = list(set_arguments(plan, peers_per_call=peers_per_call))

    words = [word for call in calls for word in call]
    assert interface_after(words, present) == wanted
    assert all(call.count("peer") <= peers_per_call for call in calls)
    if "remove" in words and "allowed-ips" in words:
        assert max(i for i, word in enumerate(words) if word == "remove") < words.index("allowed-ips")


def interface_after(words: list[str], present: Mapping[str, str]) -> dict[str, str]:
    """What `wg set` would make of it."""
    result = dict(present)
    rest = iter(words)
    for word in rest:
        assert word == "peer"
        key, verb = next(rest), next(rest)
        if verb == "remove":
            del result[key]
        else:
            result[key] = next(rest).removesuffix("/32")
    return result
