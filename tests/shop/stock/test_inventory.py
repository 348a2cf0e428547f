"""What an operator writes of gateways and addresses is checked before it is stored."""

from ipaddress import IPv4Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.gateways import queries
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.stock import conflicts
from ieum.shop.stock import queries as stock
from ieum.shop.stock.inventory import (
    BadRow,
    contradictions,
    is_endpoint,
    is_tunnel_network,
    read_addresses,
    rows_of,
)
from ieum.shop.stock.types import NewAddress

HEADER = "gateway,address,pool,carrier,region"
GOOD = [HEADER, "seoul-1,203.0.113.10,kt-seoul,KT,서울", "seoul-1,203.0.113.11,kt-seoul,KT,서울"]


def read(lines: list[str]) -> tuple[list[NewAddress], list[BadRow]]:
    return read_addresses(rows_of("\n".join(lines)))


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        pytest.param("seoul-1,203.0.113.12,kt-seoul,KT", "columns", id="a column missing"),
        pytest.param("seoul-1,203.0.113.12,kt-seoul,KT,서울,x", "columns", id="a column too many"),
        pytest.param("seoul-1,,kt-seoul,KT,서울", "columns", id="an empty one"),
        pytest.param("Seoul,203.0.113.12,kt-seoul,KT,서울", "name", id="a gateway in capitals"),
        pytest.param("seoul-1,203.0.113.12,kt_seoul,KT,서울", "name", id="a pool with an underscore"),
        pytest.param("seoul-1,203.0.113.999,kt-seoul,KT,서울", "address", id="no address"),
        pytest.param("seoul-1,2001:db8::1,kt-seoul,KT,서울", "address", id="IPv6"),
        pytest.param("seoul-1,203.0.113.0/24,kt-seoul,KT,서울", "address", id="a network"),
        pytest.param("seoul-1,127.0.0.1,kt-seoul,KT,서울", "address", id="loopback"),
        pytest.param("seoul-1,10.1.2.3,kt-seoul,KT,서울", "address", id="private"),
        pytest.param("seoul-1,192.168.0.9,kt-seoul,KT,서울", "address", id="at home"),
        pytest.param("seoul-1,100.64.0.9,kt-seoul,KT,서울", "address", id="shared by a carrier"),
        pytest.param("seoul-1,169.254.1.1,kt-seoul,KT,서울", "address", id="link-local"),
        pytest.param("seoul-1,224.0.0.1,kt-seoul,KT,서울", "address", id="multicast"),
        pytest.param("seoul-1,255.255.255.255,kt-seoul,KT,서울", "address", id="broadcast"),
        pytest.param("seoul-1,203.0.113.12,kt-seoul,KT,\ufffd\ufffd", "lost", id="letters that were lost"),
        pytest.param(
            "seoul-1,203.0.113.12,kt-seoul,KT,서\u202e울", "place", id="a letter that turns the line"
        ),
        pytest.param(f"seoul-1,203.0.113.12,kt-seoul,KT,{'서' * 61}", "place", id="a region without end"),
    ],
)
def test_a_bad_row_is_named_with_its_line_and_what_is_wrong(line: str, wrong: str) -> None:
    good, bad = read([*GOOD, line])

    assert len(good) == 2
    assert [(row.line, row.wrong) for row in bad] == [(4, wrong)]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        pytest.param("seoul-1,203.0.113.10,kt-seoul,KT,서울", "twice", id="twice in the file"),
        pytest.param("seoul-1,203.0.113.12,kt-seoul,SKT,서울", "pool_above", id="a pool of two carriers"),
    ],
)
def test_a_row_that_contradicts_one_above_is_named(line: str, wrong: str) -> None:
    good, bad = read([*GOOD, line])

    assert (len(good), bad) == (3, [])
    assert [(row.line, row.wrong) for row in contradictions(good)] == [(4, wrong)]


def test_a_file_with_other_columns_is_refused() -> None:
    assert [row.line for row in read(["address,pool", "203.0.113.10,kt"])[1]] == [1]
    assert [row.line for row in read([])[1]] == [1]


@given(st.lists(st.text(max_size=60), max_size=6))
def test_no_file_makes_the_parser_fail(lines: list[str]) -> None:
    good, bad = read([HEADER, *lines])

    assert all(IPv4Address(row.address) for row in good)
    assert all(row.line >= 1 for row in bad)


def test_a_field_beyond_all_measure_ends_the_file() -> None:
    assert [row.wrong for row in read([HEADER, '"' + "x" * 200_000])[1]] == ["csv"]


@pytest.mark.parametrize(
    "endpoint", ["vpn.example.com", "vpn.example.com:99999", "vpn.example.com:0", "a b:51820", ":51820"]
)
def test_an_endpoint_is_a_host_and_a_port(endpoint: str) -> None:
    assert is_endpoint("vpn.example.com:51820")
    assert not is_endpoint(endpoint)


@pytest.mark.parametrize(
    "network",
    [
        pytest.param("10.64.0.1/10", id="an address in it"),
        pytest.param("10.64.0.0", id="one address"),
        pytest.param("10.64.0.0/30", id="too small"),
        pytest.param("8.8.0.0/16", id="everybody's"),
        pytest.param("fd00::/64", id="IPv6"),
    ],
)
def test_a_tunnel_network_is_a_private_one_of_a_useful_size(network: str) -> None:
    assert is_tunnel_network("172.20.0.0/16")
    assert not is_tunnel_network(network)


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        pytest.param(
            [*GOOD, "", "seoul-2,203.0.113.12,kt-seoul,KT,서울"],
            [(5, "gateway")],
            id="a gateway nobody registered, after an empty line",
        ),
        pytest.param(
            [*GOOD, "seoul-1,203.0.113.13,lg-seoul,LG U+,서울", "seoul-1,198.51.100.1,old,KT,서울"],
            [(5, "exists"), (5, "pool")],
            id="what is there already",
        ),
        pytest.param(
            [*GOOD, "seoul-1,198.18.0.7,kt-seoul,KT,서울"], [(4, "tunnel")], id="inside the tunnels"
        ),
    ],
)
async def test_what_the_shop_contradicts_is_named_with_its_line(
    conn: Connection, lines: list[str], wrong: list[tuple[int, str]]
) -> None:
    await queries.insert_gateway(conn, "seoul-1", endpoint="vpn.example.com:51820", token_hash=bytes(32))
    gateway = await fetch_one(conn, GatewayId, "SELECT id FROM gateways")
    await queries.replace_network(conn, gateway, "198.18.0.0/16")
    await stock.insert_addresses(conn, read([HEADER, "seoul-1,198.51.100.1,old,SKT,부산"])[0])

    good, bad = read(lines)

    assert bad == []
    assert [(row.line, row.wrong) for row in await conflicts.find(conn, good)] == wrong
