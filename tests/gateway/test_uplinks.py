from ipaddress import IPv4Address, IPv4Network

import pytest

from ieum.gateway.uplinks import (
    Line,
    Lines,
    Uplink,
    UplinkError,
    find_lines,
    number_lines,
    parse_uplink,
    parse_uplinks,
)

KT = Line("kt", "kt0", "203.0.113.1", 1, 1)
SKB = Line("skb", "skb0", None, 2, 2)


@pytest.mark.parametrize(
    ("text", "uplink"),
    [
        ("kt=eth0", Uplink("kt", "eth0")),
        ("kt=eth0.100:via 203.0.113.1", Uplink("kt", "eth0.100", "203.0.113.1")),
        (
            "kt=eth0:via=203.0.113.1:prefix=203.0.113.0/24:prefix 198.51.100.0/25",
            Uplink(
                "kt",
                "eth0",
                "203.0.113.1",
                (IPv4Network("203.0.113.0/24"), IPv4Network("198.51.100.0/25")),
            ),
        ),
    ],
    ids=["device", "next-hop", "prefixes"],
)
def test_an_uplink_option_is_read(text: str, uplink: Uplink) -> None:
    assert parse_uplink(text) == uplink


@pytest.mark.parametrize(
    "text",
    ["", "kt", "=eth0", "kt=", "kt=a-name-too-long-0", 'kt=e"h0', "kt=eth0:via x", "kt=eth0:hop 1.2.3.4"],
)
def test_a_malformed_uplink_is_refused(text: str) -> None:
    with pytest.raises(UplinkError):
        parse_uplink(text)


@pytest.mark.parametrize("texts", [["kt=eth0", "kt=eth1"], ["kt=eth0", "skb=eth0"]], ids=["name", "device"])
def test_two_uplinks_must_not_share_a_name_or_a_device(texts: list[str]) -> None:
    with pytest.raises(UplinkError, match="two uplinks"):
        parse_uplinks(texts)


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("203.0.113.10", KT),
        ("198.51.100.10", SKB),
        ("198.51.100.200", KT),
        ("192.0.2.1", None),
    ],
    ids=["on-the-device", "on-the-other", "a-given-prefix-wins", "nowhere"],
)
def test_an_address_belongs_to_the_line_of_its_network(address: str, line: Line | None) -> None:
    lines = Lines(
        lines=(KT, SKB),
        prefixes={"kt": [IPv4Network("198.51.100.128/25")]},
        connected={"kt0": [IPv4Network("203.0.113.0/24")], "skb0": [IPv4Network("198.51.100.0/24")]},
    )

    assert lines.line_of(IPv4Address(address)) == line


def test_a_single_line_takes_every_address() -> None:
    assert Lines(lines=(KT,)).line_of(IPv4Address("192.0.2.1")) == KT


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.0.0.53", "0.0.0.0", "224.0.0.1", "255.255.255.255", "169.254.1.1"),  # noqa: S104
        pytest.param("192.0.2.77", id="by which the host is administered"),
        pytest.param("203.0.113.1", id="the line's own router"),
        pytest.param("203.0.113.255", id="of all that are on the line"),
    ],
)
def test_a_line_has_no_address_that_would_cut_off_its_host(address: str) -> None:
    lines = find_lines(
        [Uplink("kt", "kt0", "203.0.113.1")],
        default_routes={},
        connected={"kt0": [IPv4Network("203.0.113.0/24")], "admin0": [IPv4Network("192.0.2.0/24")]},
        own={"kt0": {"203.0.113.2"}, "admin0": {"192.0.2.77"}},
    )

    assert lines.line_of(IPv4Address(address)) is None
    assert [lines.line_of(IPv4Address(own)) for own in ("203.0.113.2", "192.0.2.78")] == [lines.lines[0]] * 2


def test_the_longest_prefix_wins() -> None:
    lines = Lines(
        lines=(KT, SKB),
        prefixes={"kt": [IPv4Network("203.0.113.0/24")], "skb": [IPv4Network("203.0.113.64/26")]},
    )

    assert lines.line_of(IPv4Address("203.0.113.70")) == SKB


def test_without_options_the_best_default_route_is_the_line() -> None:
    (line,) = number_lines((), default_routes={"eth0": "192.0.2.1", "wwan0": None})

    assert (line.name, line.device, line.via) == ("default", "eth0", "192.0.2.1")


def test_without_a_given_next_hop_the_hosts_own_is_used() -> None:
    lines = number_lines(
        [Uplink("kt", "eth0"), Uplink("skb", "eth1", "198.51.100.1")], default_routes={"eth0": "192.0.2.1"}
    )

    assert [line.via for line in lines] == ["192.0.2.1", "198.51.100.1"]
    assert len({line.mark for line in lines}) == len({line.table for line in lines}) == len(lines)


def test_a_host_without_any_route_has_no_line_yet() -> None:
    assert number_lines((), default_routes={}) == ()


@pytest.mark.parametrize(
    ("uplinks", "connected", "problems"),
    [
        ([Uplink("kt", "kt0")], {"kt0": [IPv4Network("203.0.113.0/24")]}, ()),
        ([Uplink("kt", "kt0"), Uplink("skb", "skb0")], {"kt0": []}, ("uplink skb: no device skb0",)),
        ([], {"lo": []}, ("no uplink: the host has no default route, and none is given by --uplink",)),
    ],
    ids=["all-there", "a-device-is-missing", "no-line-at-all"],
)
def test_what_a_host_lacks_of_its_lines_is_named(
    uplinks: list[Uplink], connected: dict[str, list[IPv4Network]], problems: tuple[str, ...]
) -> None:
    lines = find_lines(uplinks, default_routes={}, connected=connected, own={})

    assert lines.problems == problems
    assert [line.name for line in lines.lines] == [uplink.name for uplink in uplinks]
