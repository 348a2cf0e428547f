import re
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.dev.lab.world import Lab
from ieum.gateway.listing import listed_otherwise, read_listing
from ieum.gateway.rules import (
    Bucket,
    Cut,
    Exit,
    TableElements,
    TableLayout,
    connections_to_cut,
    element_changes,
    ruleset,
)
from ieum.gateway.waiting_room import WAITING_MARK, Door, WaitingRoom
from tests.gateway.builders import KT, SKB
from tests.gateway.strategies import EXITS, TUNNELS

LAYOUT = TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT, SKB))
ROOM = WaitingRoom(KT, "203.0.113.2", frozenset({Door("192.0.2.7", 443)}))
BUCKETS = (Bucket("up", "7", 10), Bucket("down", "7", 100))
NO_ELEMENTS = TableElements(exits={}, closed=frozenset())

bucket_sets = st.lists(
    st.builds(Bucket, st.sampled_from(["up", "down"]), st.just("7"), st.sampled_from([10, 100])),
    max_size=2,
    unique_by=lambda bucket: bucket.direction,
).map(tuple)
elements = st.builds(
    TableElements,
    exits=st.dictionaries(
        st.sampled_from(TUNNELS),
        st.builds(Exit, st.sampled_from(EXITS), st.sampled_from([KT.mark, SKB.mark]), st.none(), bucket_sets)
        | st.just(Exit("", WAITING_MARK)),
    ),
    closed=st.frozensets(st.sampled_from(EXITS)),
)


@dataclass
class Kernel:
    """The table's elements. It refuses to add one twice, to delete a missing one, and to delete a bucket in use."""

    maps: dict[str, dict[str, str]]
    closed: set[str]
    buckets: set[str]


def kernel_with(elements: TableElements) -> Kernel:
    exits = elements.exits
    return Kernel(
        {
            "exits": {tunnel: exit_.address for tunnel, exit_ in exits.items() if exit_.address},
            "marks": {tunnel: str(exit_.mark) for tunnel, exit_ in exits.items()},
            **{
                direction: {
                    tunnel: f'"{bucket.name}"'
                    for tunnel, exit_ in exits.items()
                    for bucket in exit_.buckets
                    if bucket.direction == direction
                }
                for direction in ("up", "down")
            },
        },
        set(elements.closed),
        {bucket.name for exit_ in exits.values() for bucket in exit_.buckets},
    )


def apply(orders: str, present: TableElements) -> Kernel:
    kernel = kernel_with(present)
    for line in orders.splitlines():
        if bucket := re.fullmatch(r"(add|delete) limit inet ieum (\w+)(?: \{ .+ ; \})?", line):
            verb, name = bucket.groups()
            assert (name in kernel.buckets) == (verb == "delete")
            assert f'"{name}"' not in {*kernel.maps["up"].values(), *kernel.maps["down"].values()}
            kernel.buckets ^= {name}
            continue
        match = re.fullmatch(r"(add|delete) element inet ieum (\w+) \{ (.+) \}", line)
        assert match
        verb, name, elements = match.groups()
        for element in elements.split(", "):
            key, _, value = element.partition(" : ")
            if name == "closed":
                assert (key in kernel.closed) == (verb == "delete")
                kernel.closed ^= {key}
                continue
            chosen = kernel.maps[name]
            assert (key in chosen) == (verb == "delete")
            if verb == "delete":
                del chosen[key]
            else:
                assert value.strip('"') in kernel.buckets or name in {"exits", "marks"}
                chosen[key] = value
    return kernel


@given(wanted=elements, present=elements)
def test_the_changes_turn_the_present_elements_into_the_wanted_ones(
    wanted: TableElements, present: TableElements
) -> None:
    assert apply(element_changes(wanted=wanted, present=present), present) == kernel_with(wanted)


@given(elements)
def test_without_differences_there_are_no_changes(same: TableElements) -> None:
    assert element_changes(wanted=same, present=same) == ""


def test_a_changed_exit_address_is_one_map_update_in_one_transaction() -> None:
    old = TableElements(exits={"10.64.0.2": Exit("203.0.113.10", KT.mark)}, closed=frozenset())
    new = TableElements(exits={"10.64.0.2": Exit("203.0.113.11", KT.mark)}, closed=frozenset())

    orders = element_changes(wanted=new, present=old)

    assert orders.splitlines() == [
        "delete element inet ieum exits { 10.64.0.2 }",
        "add element inet ieum exits { 10.64.0.2 : 203.0.113.11 }",
    ]


@given(elements)
def test_the_kernels_listing_is_read_as_what_was_loaded(content: TableElements) -> None:
    listing = read_listing(ruleset(LAYOUT, content))

    assert listed_otherwise(listing, content) == set()
    assert listing.rules == read_listing(ruleset(LAYOUT, NO_ELEMENTS)).rules


@given(elements, elements)
def test_a_listing_differs_from_other_elements(one: TableElements, other: TableElements) -> None:
    differ = listed_otherwise(read_listing(ruleset(LAYOUT, one)), other)

    assert (differ == set()) == (kernel_with(one) == kernel_with(other))


def test_a_bucket_that_others_draw_from_stays() -> None:
    bucket = Bucket("down", "7", 10)
    kim = TableElements({"10.64.0.2": Exit("203.0.113.10", KT.mark, None, (bucket,))}, frozenset())

    coming = element_changes(wanted=kim, present=NO_ELEMENTS, others={bucket})
    going = element_changes(wanted=NO_ELEMENTS, present=kim, others={bucket})

    assert "limit inet" not in coming + going


def test_a_tail_that_ends_changes_no_element() -> None:
    running = TableElements({"10.64.0.2": Exit("203.0.113.10", KT.mark, "203.0.113.9")}, frozenset())
    over = TableElements({"10.64.0.2": Exit("203.0.113.10", KT.mark)}, frozenset())

    assert element_changes(wanted=over, present=running) == ""


@pytest.mark.parametrize(
    ("present", "cut"),
    [
        ({}, set[Cut]()),
        ({"10.64.0.2": {"203.0.113.10"}}, set[Cut]()),
        ({"10.64.0.2": {"203.0.113.11"}}, {Cut("10.64.0.2", "203.0.113.11")}),
        ({"10.64.0.2": {"203.0.113.10", "203.0.113.12"}}, {Cut("10.64.0.2", "203.0.113.12")}),
        ({"10.64.0.2": {"203.0.113.9"}}, set[Cut]()),
        ({"10.64.0.3": {"203.0.113.10", "203.0.113.11"}}, {Cut("10.64.0.3")}),
    ],
    ids=["new", "the-same", "leaves-elsewhere", "its-tail-ended", "its-tail-goes-on", "gone"],
)
def test_connections_are_cut_only_if_the_exit_changed_or_is_gone(
    present: dict[str, set[str]], cut: set[Cut]
) -> None:
    wanted = {"10.64.0.2": Exit("203.0.113.10", KT.mark, "203.0.113.9")}

    assert (
        connections_to_cut(
            wanted=wanted, present={tunnel: frozenset(those) for tunnel, those in present.items()}
        )
        == cut
    )


@pytest.mark.tunnels
@pytest.mark.parametrize(
    "layout",
    [
        LAYOUT,
        TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT,)),
        TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", ()),
        TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT,), is_limited=True),
    ],
    ids=["two-lines", "one-line", "no-line-yet", "with-speeds"],
)
@pytest.mark.parametrize(
    "content",
    [
        NO_ELEMENTS,
        TableElements({"10.64.0.2": Exit("203.0.113.10", KT.mark)}, frozenset({"203.0.113.10"})),
        TableElements(
            {f"10.64.0.{number}": Exit("203.0.113.10", KT.mark, None, BUCKETS) for number in (2, 3)},
            frozenset(),
        ),
    ],
    ids=["empty", "one-peer", "two-peers-of-one-speed"],
)
def test_the_kernel_accepts_the_rules_and_accepts_them_again(
    lab: Lab, layout: TableLayout, content: TableElements
) -> None:
    for _ in range(2):
        lab.host.run("nft", "-f", "-", stdin=ruleset(layout, content))

    assert lab.host.run("nft", "list", "tables").split() == ["table", "inet", "ieum"]
    listing = read_listing(lab.host.run("nft", "list", "table", "inet", "ieum"))
    assert listed_otherwise(listing, content) == set()
    terse = lab.host.run("nft", "--terse", "list", "table", "inet", "ieum")
    assert read_listing(terse).rules == listing.rules


def test_no_packet_meets_a_rule_of_the_waiting_room_before_somebody_is_in_it() -> None:
    empty, used = ruleset(LAYOUT, NO_ELEMENTS), ruleset(replace(LAYOUT, room=ROOM), NO_ELEMENTS)

    assert "waiting" not in empty
    assert "ip daddr . tcp dport { 192.0.2.7 . 443 } accept" in used


def test_a_room_without_a_way_to_the_shop_leads_to_the_resolvers_alone() -> None:
    rules = ruleset(replace(LAYOUT, room=ROOM._replace(shop=frozenset())), NO_ELEMENTS)

    assert [line.strip() for line in rules.splitlines() if "dport" in line and "counted" in line] == [
        "ip daddr { 1.1.1.1, 8.8.8.8 } meta l4proto { tcp, udp } th dport 53 goto counted"
    ]


def test_one_that_comes_back_loses_what_was_open_by_the_gateways_address() -> None:
    cuts = connections_to_cut(
        wanted={"10.64.0.2": Exit("203.0.113.10", KT.mark)},
        present={"10.64.0.2": Exit("", WAITING_MARK).addresses},
    )

    assert cuts == {Cut("10.64.0.2")}
