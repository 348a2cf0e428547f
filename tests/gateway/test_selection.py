"""A selection that follows what the shop tells is the one that would be made of the whole state."""

import re
from collections import Counter
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.gateway.desired import Desired, Touched, apply_message, touched_by
from ieum.gateway.protocol import Difference, Endpoint, Exit, Message
from ieum.gateway.selection import Selection, select_peers
from tests.gateway.builders import KEYS, LATER, LINES, NOW, a_peer, an_exit, desired_state
from tests.gateway.strategies import conversations


@given(conversations(), st.lists(st.sampled_from([0, 0, 1, 2]), min_size=8, max_size=8))
def test_changes_one_by_one_lead_where_the_whole_state_leads(
    messages: list[Message], seconds: list[int]
) -> None:
    desired, selection, now = Desired(), Selection(LINES, own_key=""), NOW - timedelta(seconds=2)
    served = dict(selection.served)
    for message, passed in zip(messages, seconds, strict=False):
        before, desired, now = desired, apply_message(desired, message), now + timedelta(seconds=passed)
        change = selection.update(desired, touched_by([message], before=before, after=desired), now=now)
        served = {key: peer for key, peer in served.items() if key not in change.before} | dict(change.after)

    whole = select_peers(desired, lines=LINES, now=now)
    assert selection.served == served
    assert len(selection.problems) == len(whole.problems)
    if not whole.problems:  # of two that want one tunnel address, the one that came first keeps it
        assert selection.served == whole.served
    used = Counter(pair for peer in selection.served.values() for pair in peer.host_addresses)
    assert selection.host_addresses == used.keys()


def test_a_change_names_only_what_is_served_otherwise_than_before() -> None:
    state = desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3"))
    selection = select_peers(state, lines=LINES, now=NOW)

    moved = apply_message(state, Difference(2, [an_exit(address="203.0.113.77")], [], [], []))
    change = selection.update(moved, Touched({KEYS[0], KEYS[1]}, state.endpoints), now=NOW)

    assert [(key, peer.exit_address) for key, peer in change.before.items()] == [(KEYS[0], "203.0.113.10")]
    assert [(key, peer.exit_address) for key, peer in change.after.items()] == [(KEYS[0], "203.0.113.77")]


def test_what_has_ended_is_left_out_without_being_named() -> None:
    soon = NOW + timedelta(seconds=1)
    state = desired_state(a_peer(until=soon), a_peer(KEYS[1], "10.64.0.3"))
    selection = select_peers(state, lines=LINES, now=NOW)

    change = selection.update(state, Touched((), ()), now=soon)

    assert (list(change.before), list(change.after)) == ([KEYS[0]], [])
    assert selection.next_expiry == LATER


def test_an_end_that_was_moved_takes_nobody_off() -> None:
    soon = NOW + timedelta(seconds=1)
    state = desired_state(a_peer(until=soon))
    selection = select_peers(state, lines=LINES, now=NOW)
    longer = apply_message(state, Difference(2, [an_exit()], [], [], []))
    selection.update(longer, Touched({KEYS[0]}, ()), now=NOW)

    change = selection.update(longer, Touched((), ()), now=soon)

    assert (change.before, change.after) == ({}, {})
    assert list(selection.served) == [KEYS[0]]


def test_a_clock_that_is_set_back_brings_back_what_had_ended_by_it_alone() -> None:
    tail = Exit(KEYS[1], "203.0.113.11", LATER + timedelta(days=9), "203.0.113.12", LATER)
    state = desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3"))
    state = apply_message(state, Difference(2, [tail], [], [], []))
    right = select_peers(state, lines=LINES, now=NOW)
    selection = select_peers(state, lines=LINES, now=LATER + timedelta(days=1))
    ahead = dict(selection.served)

    change = selection.update(state, Touched((), ()), now=NOW)

    assert [peer.tail_address for peer in ahead.values()] == [None]
    assert selection.served == right.served
    assert change.after.keys() == set(KEYS[:2])
    assert selection.next_expiry == LATER


def test_ends_that_are_moved_again_and_again_are_forgotten() -> None:
    state = desired_state(a_peer())
    selection = select_peers(state, lines=LINES, now=NOW)

    for number in range(2_000):
        exit_ = an_exit(until=LATER + timedelta(seconds=number))
        state = apply_message(state, Difference(2 + number, [exit_], [], [], []))
        selection.update(state, Touched({KEYS[0]}, ()), now=NOW)
        selection.update(state, Touched({KEYS[0]}, ()), now=NOW)

    assert len(selection._ends) < 200
    assert selection.update(state, Touched((), ()), now=LATER).before == {}
    ended = selection.update(state, Touched((), ()), now=LATER + timedelta(seconds=1_999))
    assert list(ended.before) == [KEYS[0]]


def test_a_peer_that_waited_for_a_tunnel_address_gets_it_when_it_is_free() -> None:
    both = desired_state(a_peer(), a_peer(KEYS[1]))
    selection = select_peers(both, lines=LINES, now=NOW)

    one = apply_message(both, Difference(2, [], [], [], [KEYS[0]]))
    change = selection.update(one, Touched((), {KEYS[0]}), now=NOW)

    assert (list(change.before), list(change.after), selection.problems) == ([KEYS[0]], [KEYS[1]], ())


def test_a_key_may_go_over_to_another_endpoint() -> None:
    state = desired_state(a_peer())
    selection = select_peers(state, lines=LINES, now=NOW)
    other = Endpoint("other", KEYS[0], "wireguard", KEYS[0], "10.64.0.9")

    message = Difference(2, [], [], [other], [KEYS[0]])
    after = apply_message(state, message)
    change = selection.update(after, touched_by([message], before=state, after=after), now=NOW)

    assert [peer.tunnel_address for peer in change.after.values()] == ["10.64.0.9"]
    assert list(selection.served) == [KEYS[0]]


@pytest.mark.parametrize(
    ("upload", "download", "names"),
    [(10, 100, ["up_7_10", "down_7_100"]), (None, 5, ["down_7_5"]), (None, None, []), (0, 10**6, [])],
    ids=["both", "one", "none", "no-speed-of-a-line"],
)
def test_all_peers_of_an_exit_draw_from_its_buckets(
    upload: int | None, download: int | None, names: list[str]
) -> None:
    exit_ = Exit("7", "203.0.113.10", LATER, upload_mbit=upload, download_mbit=download)
    endpoints = [Endpoint(str(n), "7", "wireguard", KEYS[n], f"10.64.0.{n + 2}") for n in range(2)]
    state = apply_message(desired_state(), Difference(2, [exit_], [], endpoints, []))

    selection = select_peers(state, lines=LINES, now=NOW)

    assert [[one.name for one in peer.buckets] for peer in selection.served.values()] == [names, names]


@pytest.mark.parametrize("id_", ["7" * 200, "a b\n}", "가" * 60])
def test_whatever_an_exit_is_called_its_bucket_has_a_name_that_the_table_takes(id_: str) -> None:
    """A name that the kernel refuses would keep the whole table, and so every change, from being loaded."""
    exit_ = Exit(id_, "203.0.113.10", LATER, upload_mbit=10)
    endpoint = Endpoint("1", id_, "wireguard", KEYS[0], "10.64.0.2")
    state = apply_message(desired_state(), Difference(2, [exit_], [], [endpoint], []))

    (bucket,) = next(iter(select_peers(state, lines=LINES, now=NOW).served.values())).buckets

    assert re.fullmatch(r"up_[0-9a-z]{1,96}_10", bucket.name)


def test_a_key_with_a_line_break_is_that_peers_problem_alone() -> None:
    """`wg` would refuse it together with all that are set by the same command."""
    selection = select_peers(desired_state(a_peer(KEYS[0] + "\n")), lines=LINES, now=NOW)

    assert (list(selection.served), len(selection.problems)) == ([], 1)


def test_a_peer_with_the_gateways_own_key_is_left_out_with_its_reason() -> None:
    """A service may move to a gateway whose key its member has given to a device."""
    state = desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3"))

    selection = select_peers(state, lines=LINES, now=NOW, own_key=KEYS[0])

    assert (list(selection.served), selection.faulty) == ([KEYS[1]], (KEYS[0],))
    assert "own key" in selection.problems[0]


@pytest.mark.parametrize("address", ["", "203.0.113.10"], ids=["as-told", "were-it-told"])
@pytest.mark.parametrize("until", [NOW, LATER + timedelta(days=1)], ids=["over", "by-a-slow-clock"])
def test_a_service_that_is_over_waits_without_an_address_until_its_last_day(
    address: str, until: datetime
) -> None:
    over = Exit(KEYS[0], address, until, upload_mbit=10, shop_until=LATER)
    state = apply_message(desired_state(a_peer()), Difference(2, [over], [], [], []))

    selection = select_peers(state, lines=LINES, now=NOW)

    (peer,) = selection.served.values()
    assert (peer.waits, peer.exit_address, peer.buckets, list(peer.host_addresses)) == (True, "", (), [])
    assert (selection.waiting, selection.host_addresses, selection.next_expiry) == (1, frozenset(), LATER)
    change = selection.update(state, Touched((), ()), now=LATER)
    assert (list(change.before), change.after, selection.waiting) == ([KEYS[0]], {}, 0)
