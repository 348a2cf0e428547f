import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.gateway.rules import (
    Cut,
    Exit,
    TableElements,
    TableLayout,
    connections_to_cut,
    element_changes,
    ruleset,
)
from ieum.sandbox.lab.world import Lab
from tests.gateway.builders import KT, SKB
from tests.gateway.strategies import EXITS, TUNNELS

LAYOUT = TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT, SKB))
NO_ELEMENTS = TableElements(exits={}, closed=frozenset())

elements = st.builds(
    TableElements,
    exits=st.dictionaries(
        st.sampled_from(TUNNELS),
        st.builds(Exit, st.sampled_from(EXITS), st.sampled_from([KT.mark, SKB.mark])),
    ),
    closed=st.frozensets(st.sampled_from(EXITS)),
)


def apply(orders: str, present: TableElements) -> tuple[dict[str, str], dict[str, str], set[str]]:
    """The kernel's maps afterwards; like the kernel, refuse to add an element twice or delete a missing one."""
    exits = {tunnel: exit_.address for tunnel, exit_ in present.exits.items()}
    marks = {tunnel: str(exit_.mark) for tunnel, exit_ in present.exits.items()}
    closed = set(present.closed)
    for line in orders.splitlines():
        match = re.fullmatch(r"(add|delete) element inet ieum (\w+) \{ (.+) \}", line)
        assert match
        verb, name, elements = match.groups()
        for element in elements.split(", "):
            key, _, value = element.partition(" : ")
            if name == "closed":
                assert (key in closed) == (verb == "delete")
                closed ^= {key}
                continue
            chosen = exits if name == "exits" else marks
            assert (key in chosen) == (verb == "delete")
            if verb == "delete":
                del chosen[key]
            else:
                chosen[key] = value
    return exits, marks, closed


@given(wanted=elements, present=elements)
def test_the_changes_turn_the_present_elements_into_the_wanted_ones(
    wanted: TableElements, present: TableElements
) -> None:
    assert apply(element_changes(wanted=wanted, present=present), present) == apply("", wanted)


@given(elements)
def test_without_differences_there_are_no_changes(same: TableElements) -> None:
    assert element_changes(wanted=same, present=same) == ""


def test_a_changed_exit_address_is_one_map_update_in_one_transaction() -> None:
    old = TableElements(exits={"10.64.0.2": Exit("203.0.113.10", KT.mark)}, closed=frozenset())
    new = TableElements(exits={"10.64.0.2": Exit("203.0.113.11", KT.mark)}, closed=frozenset())

    orders = element_changes(wanted=new, present=old)

    assert orders.splitlines() == [
        "delete element inet ieum exits { 10.64.0.2 }",
        "delete element inet ieum marks { 10.64.0.2 }",
        "add element inet ieum exits { 10.64.0.2 : 203.0.113.11 }",
        f"add element inet ieum marks {{ 10.64.0.2 : {KT.mark} }}",
    ]


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
    ],
    ids=["two-lines", "one-line", "no-line-yet"],
)
@pytest.mark.parametrize(
    "content",
    [NO_ELEMENTS, TableElements({"10.64.0.2": Exit("203.0.113.10", KT.mark)}, frozenset({"203.0.113.10"}))],
    ids=["empty", "one-peer"],
)
def test_the_kernel_accepts_the_rules_and_accepts_them_again(
    lab: Lab, layout: TableLayout, content: TableElements
) -> None:
    for _ in range(2):
        lab.host.run("nft", "-f", "-", stdin=ruleset(layout, content))

    assert lab.host.run("nft", "list", "tables").split() == ["table", "inet", "ieum"]
