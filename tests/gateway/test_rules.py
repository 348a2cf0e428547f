import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.gateway.rules import Exit, TableElements, TableLayout, element_changes, ruleset, sources_to_cut
from ieum.sandbox.lab import Lab

from .strategies import EXITS, TUNNELS
from .test_peers import KT, SKB

FRAME = TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT, SKB))
EMPTY = TableElements(exits={}, closed=frozenset())

contents = st.builds(
    TableElements,
    exits=st.dictionaries(
        st.sampled_from(TUNNELS),
        st.builds(Exit, st.sampled_from(EXITS), st.sampled_from([KT.mark, SKB.mark])),
    ),
    closed=st.frozensets(st.sampled_from(EXITS)),
)


def after(order: str, present: TableElements) -> tuple[dict[str, str], dict[str, str], set[str]]:
    """What the kernel would hold; like it, refuse to add what is there and to delete what is not."""
    exits = {tunnel: leaving.address for tunnel, leaving in present.exits.items()}
    marks = {tunnel: str(leaving.mark) for tunnel, leaving in present.exits.items()}
    closed = set(present.closed)
    for line in order.splitlines():
        found = re.fullmatch(r"(add|delete) element inet ieum (\w+) \{ (.+) \}", line)
        assert found
        verb, name, elements = found.groups()
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


@given(wanted=contents, present=contents)
def test_the_order_turns_what_is_there_into_what_is_wanted(
    wanted: TableElements, present: TableElements
) -> None:
    assert after(element_changes(wanted=wanted, present=present), present) == after("", wanted)


@given(contents)
def test_where_nothing_differs_nothing_is_ordered(content: TableElements) -> None:
    assert element_changes(wanted=content, present=content) == ""


def test_a_changed_exit_address_is_one_map_update_in_one_transaction() -> None:
    old = TableElements(exits={"10.64.0.2": Exit("203.0.113.10", KT.mark)}, closed=frozenset())
    new = TableElements(exits={"10.64.0.2": Exit("203.0.113.11", KT.mark)}, closed=frozenset())

    order = element_changes(wanted=new, present=old)

    assert order.splitlines() == [
        "delete element inet ieum exits { 10.64.0.2 }",
        "delete element inet ieum marks { 10.64.0.2 }",
        "add element inet ieum exits { 10.64.0.2 : 203.0.113.11 }",
        f"add element inet ieum marks {{ 10.64.0.2 : {KT.mark} }}",
    ]


@pytest.mark.parametrize(
    ("present", "cut"),
    [
        ({}, []),
        ({"10.64.0.2": "203.0.113.10"}, []),
        ({"10.64.0.2": "203.0.113.11"}, ["10.64.0.2"]),
        ({"10.64.0.3": "203.0.113.10"}, ["10.64.0.3"]),
    ],
    ids=["new", "the-same", "leaves-elsewhere", "gone"],
)
def test_only_connections_that_may_not_go_on_are_cut(present: dict[str, str], cut: list[str]) -> None:
    wanted = {"10.64.0.2": Exit("203.0.113.10", KT.mark)}

    assert sources_to_cut(wanted=wanted, present=present) == cut


@pytest.mark.tunnels
@pytest.mark.parametrize(
    "frame",
    [
        FRAME,
        TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT,)),
        TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", ()),
    ],
    ids=["two-lines", "one-line", "no-line-yet"],
)
@pytest.mark.parametrize(
    "content",
    [EMPTY, TableElements({"10.64.0.2": Exit("203.0.113.10", KT.mark)}, frozenset({"203.0.113.10"}))],
    ids=["empty", "one-peer"],
)
def test_the_kernel_takes_the_rules_also_over_themselves(
    lab: Lab, frame: TableLayout, content: TableElements
) -> None:
    for _ in range(2):
        lab.host.run("nft", "-f", "-", stdin=ruleset(frame, content))

    assert lab.host.run("nft", "list", "tables").split() == ["table", "inet", "ieum"]
