from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.gateway.desired import apply_message
from ieum.gateway.peers import plan_changes, putting, removing
from ieum.gateway.protocol import Difference, Endpoint, Exit
from ieum.gateway.selection import select_peers
from tests.gateway.builders import KEYS, KT, LATER, LINES, NOW, SKB, Peer, a_peer, an_exit, desired_state
from tests.gateway.strategies import addresses_by_key, peers


def test_each_peer_uses_the_line_of_its_exit_address() -> None:
    selection = select_peers(
        desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3", "198.51.100.10")), lines=LINES, now=NOW
    )

    assert [peer.line for peer in selection.served.values()] == [KT, SKB]
    assert selection.problems == ()


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
        (a_peer(exit_address="192.0.2.9"), "belongs to no uplink"),
        (a_peer(exit_address="2001:db8::1"), "Expected 4 octets"),
    ],
    ids=[
        *("no-key", "a-key", "bits-too-many", "too-long", "no-address", "an-injection"),
        *("foreign-tunnel-address", "our-own-address", "foreign-exit", "ipv6-exit"),
    ],
)
def test_a_faulty_entry_is_left_out_with_its_reason(wrong: Peer, reason: str | None) -> None:
    good = a_peer(KEYS[3], "10.64.0.7")

    selection = select_peers(desired_state(wrong, good), lines=LINES, now=NOW)

    assert good.public_key in selection.served
    assert (wrong.public_key in selection.served) == (reason is None)
    assert all(reason and reason in problem for problem in selection.problems)


def test_a_tunnel_address_belongs_to_one_peer_only() -> None:
    selection = select_peers(desired_state(a_peer(), a_peer(KEYS[1])), lines=LINES, now=NOW)

    assert list(selection.served) == [KEYS[0]]
    assert "already belongs to" in selection.problems[0]


def test_a_peer_is_left_out_once_it_has_expired_and_the_next_expiry_is_known() -> None:
    ended = a_peer(until=NOW)
    soon = a_peer(KEYS[1], "10.64.0.3", until=NOW + timedelta(seconds=1))

    selection = select_peers(desired_state(ended, soon, a_peer(KEYS[2], "10.64.0.4")), lines=LINES, now=NOW)

    assert list(selection.served) == [KEYS[1], KEYS[2]]
    assert selection.next_expiry == soon.until


@given(st.lists(peers))
def test_no_peer_is_served_after_its_expiry_or_under_a_taken_address(some: list[Peer]) -> None:
    selection = select_peers(desired_state(*some), lines=LINES, now=NOW)

    tunnels = [served.tunnel_address for served in selection.served.values()]
    assert len(set(tunnels)) == len(tunnels)
    exits = desired_state(*some).exits
    assert all(exits[key].until > NOW for key in selection.served)


def test_an_endpoint_without_its_exit_is_not_served_and_is_no_problem() -> None:
    """A suspended service has no exit; its devices stay known."""
    state = desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3"))

    gone = apply_message(state, Difference(2, [], [KEYS[0]], [], []))
    selection = select_peers(gone, lines=LINES, now=NOW)
    back = select_peers(apply_message(gone, Difference(3, [an_exit()], [], [], [])), lines=LINES, now=NOW)

    assert (list(selection.served), selection.problems) == ([KEYS[1]], ())
    assert list(back.served) == [KEYS[0], KEYS[1]]


def test_all_endpoints_of_an_exit_leave_by_its_address() -> None:
    state = desired_state(a_peer())
    second = Endpoint("2", KEYS[0], "wireguard", KEYS[1], "10.64.0.3")

    moved = apply_message(state, Difference(2, [an_exit(address="203.0.113.77")], [], [second], []))
    selection = select_peers(moved, lines=LINES, now=NOW)

    assert [(key, peer.exit_address) for key, peer in selection.served.items()] == [
        (KEYS[0], "203.0.113.77"),
        (KEYS[1], "203.0.113.77"),
    ]


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        (Endpoint("2", KEYS[0], "ikev2", "kim@example.com", "10.64.0.3"), "'ikev2' are not served here"),
        (Endpoint("2", KEYS[0], "wireguard", KEYS[0], "10.64.0.3"), "this key is there twice"),
    ],
    ids=["another-kind", "the-same-key"],
)
def test_an_odd_endpoint_is_left_out_with_its_reason(odd: Endpoint, reason: str) -> None:
    state = apply_message(desired_state(a_peer()), Difference(2, [], [], [odd], []))

    selection = select_peers(state, lines=LINES, now=NOW)

    assert list(selection.served) == [KEYS[0]]
    assert reason in selection.problems[0]


@given(wanted=addresses_by_key, present=addresses_by_key)
def test_carrying_out_the_plan_gives_the_wanted_peers(
    wanted: dict[str, str], present: dict[str, str]
) -> None:
    plan = plan_changes(wanted=wanted, present=present)

    remaining = {key: address for key, address in present.items() if key not in plan.remove}
    assert remaining | dict(plan.put) == wanted


@given(addresses_by_key)
def test_without_differences_wg_is_not_called(present: dict[str, str]) -> None:
    plan = plan_changes(wanted=present, present=present)

    assert [*removing(plan.remove), *putting(plan.put)] == []


@given(wanted=addresses_by_key, present=addresses_by_key, peers_per_call=st.integers(1, 4))
def test_the_calls_of_wg_carry_out_the_plan(
    wanted: dict[str, str], present: dict[str, str], peers_per_call: int
) -> None:
    plan = plan_changes(wanted=wanted, present=present)

    removals = list(removing(plan.remove, peers_per_call=peers_per_call))
    calls = [*removals, *putting(plan.put, peers_per_call=peers_per_call)]

    words = [word for call in calls for word in call]
    assert interface_after(words, present) == wanted
    assert all(call.count("peer") <= peers_per_call for call in calls)


def interface_after(words: list[str], present: Mapping[str, str]) -> dict[str, str]:
    """The peers that `wg set` would leave on the interface."""
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


@pytest.mark.parametrize(
    ("tail", "until", "expected"),
    [
        ("203.0.113.9", NOW + timedelta(seconds=1), "203.0.113.9"),
        ("203.0.113.9", NOW, None),
        ("198.51.100.9", NOW + timedelta(seconds=1), None),
        ("not an address", NOW + timedelta(seconds=1), None),
        (None, None, None),
    ],
    ids=["goes-on", "is-over", "of-another-line", "is-none", "no-tail"],
)
def test_a_tail_goes_on_until_its_end_by_the_same_line(
    tail: str | None, until: datetime | None, expected: str | None
) -> None:
    moved = Exit(KEYS[0], "203.0.113.77", LATER, tail, until)

    state = apply_message(desired_state(a_peer()), Difference(2, [moved], [], [], []))
    selection = select_peers(state, lines=LINES, now=NOW)

    assert selection.served[KEYS[0]].tail_address == expected
    # The agent looks again when the tail ends.
    assert selection.next_expiry == (until if until and until > NOW else LATER)
