"""What an operator types: gateways by name, addresses by file, all of it or nothing."""

import asyncio
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.fleet import cli, service
from ieum.shop.fleet.inventory import read_addresses
from ieum.shop.kernel.db import PooledDatabase, fetch_all, fetch_one
from ieum.shop.kernel.settings import Settings, load
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.commands import type_in
from tests.shop.builders.members import a_member
from tests.shop.builders.secrets import KEY
from tests.shop.builders.services import a_device, a_service

HEADER = "gateway,address,pool,carrier,region"
GOOD = [HEADER, "seoul-1,203.0.113.10,kt-seoul,KT,서울", "seoul-1,203.0.113.11,kt-seoul,KT,서울"]


@pytest.fixture
def operator(database_url: str, web_dist: Path) -> Settings:
    """Who types on the shop's own machine."""
    return load({"IEUM_SECRET_KEY": KEY, "IEUM_DATABASE_URL": database_url, "IEUM_WEB_DIST": str(web_dist)})


def a_file(tmp_path: Path, *lines: str, encoding: str = "utf-8") -> str:
    file = tmp_path / "addresses.csv"
    file.write_text("\n".join(lines) + "\n", encoding=encoding)
    return str(file)


async def rows(url: str, query: str) -> list[str]:
    db = PooledDatabase(url, size=2)
    await db.open()
    async with db.connection() as conn:
        found = await fetch_all(conn, str, query)  # pyright: ignore[reportArgumentType] - written in this file
    await db.close()
    return found


async def give_it_a_device(url: str) -> None:
    """The one gateway that there is."""
    db = PooledDatabase(url, size=2)
    await db.open()
    async with db.transaction() as conn:
        gateway = await fetch_one(conn, int, "SELECT id FROM gateways")
        await a_device(
            conn, await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
        )
    await db.close()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param("seoul-1,203.0.113.12,kt-seoul,KT", "five columns", id="a column missing"),
        pytest.param("seoul-1,203.0.113.12,kt-seoul,KT,서울,x", "five columns", id="a column too many"),
        pytest.param("seoul-1,,kt-seoul,KT,서울", "five columns", id="an empty one"),
        pytest.param("Seoul,203.0.113.12,kt-seoul,KT,서울", "small letters", id="a gateway in capitals"),
        pytest.param(
            "seoul-1,203.0.113.12,kt_seoul,KT,서울", "small letters", id="a pool with an underscore"
        ),
        pytest.param("seoul-1,203.0.113.999,kt-seoul,KT,서울", "not an IPv4", id="no address"),
        pytest.param("seoul-1,2001:db8::1,kt-seoul,KT,서울", "not an IPv4", id="IPv6"),
        pytest.param("seoul-1,203.0.113.0/24,kt-seoul,KT,서울", "not an IPv4", id="a network"),
        pytest.param("seoul-1,127.0.0.1,kt-seoul,KT,서울", "not an IPv4", id="loopback"),
        pytest.param("seoul-1,224.0.0.1,kt-seoul,KT,서울", "not an IPv4", id="multicast"),
        pytest.param("seoul-1,255.255.255.255,kt-seoul,KT,서울", "not an IPv4", id="broadcast"),
        pytest.param("seoul-1,203.0.113.10,kt-seoul,KT,서울", "already on line 2", id="twice in the file"),
        pytest.param(
            "seoul-1,203.0.113.12,kt-seoul,SKT,서울", "another carrier", id="a pool of two carriers"
        ),
    ],
)
def test_a_bad_row_is_named_with_its_line_and_its_reason(line: str, reason: str) -> None:
    good, bad = read_addresses([*GOOD, line])

    assert len(good) == 2
    assert [row.line for row in bad] == [4]
    assert reason in bad[0].reason


def test_a_file_with_other_columns_is_refused() -> None:
    assert [row.line for row in read_addresses(["address,pool", "203.0.113.10,kt"])[1]] == [1]
    assert [row.line for row in read_addresses([])[1]] == [1]


@given(st.lists(st.text(max_size=60), max_size=6))
def test_no_file_makes_the_parser_fail(lines: list[str]) -> None:
    good, bad = read_addresses([HEADER, *lines])

    assert all(IPv4Address(row.address) for row in good)
    assert all(row.line >= 1 for row in bad)


def test_a_gateway_is_added_and_its_token_shown_once(
    operator: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    added = type_in(cli, operator, "gateway", "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
    token = capsys.readouterr().out.strip()
    again = type_in(cli, operator, "gateway", "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
    complaint = capsys.readouterr().err
    type_in(cli, operator, "gateway", "list")

    assert (added, again) == (0, 1)
    assert token.startswith("gw_")
    assert "exists" in complaint
    listed = capsys.readouterr().out.split("\t")
    assert listed[:5] == ["seoul-1", "vpn.example.com:51820", "revision 0", "no key yet", "10.64.0.0/10"]


@pytest.mark.parametrize(
    ("name", "endpoint"),
    [
        pytest.param("Seoul 1", "vpn.example.com:51820", id="a name with a space"),
        pytest.param("s", "vpn.example.com:51820", id="a name too short"),
        pytest.param("seoul-1", "vpn.example.com", id="no port"),
        pytest.param("seoul-1", "vpn.example.com:99999", id="no such port"),
        pytest.param("seoul-1", "a b:51820", id="a host with a space"),
    ],
)
def test_an_impossible_gateway_is_refused_with_one_clear_line(
    operator: Settings, capsys: pytest.CaptureFixture[str], name: str, endpoint: str
) -> None:
    code = type_in(cli, operator, "gateway", "add", name, "--endpoint", endpoint)

    said = capsys.readouterr()
    assert (code, said.out) == (1, "")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("network", "reason"),
    [
        pytest.param("10.64.0.1/10", "has host bits set", id="an address in it"),
        pytest.param("10.64.0.0", "from /8 to /29", id="one address"),
        pytest.param("10.64.0.0/30", "from /8 to /29", id="too small"),
        pytest.param("8.8.0.0/16", "private", id="everybody's"),
        pytest.param("fd00::/64", "not an IPv4 network", id="IPv6"),
    ],
)
def test_an_impossible_tunnel_network_is_refused_with_one_clear_line(
    operator: Settings, capsys: pytest.CaptureFixture[str], network: str, reason: str
) -> None:
    add = ("gateway", "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
    refused = type_in(cli, operator, *add, "--tunnel-network", network)
    first = capsys.readouterr()
    type_in(cli, operator, *add, "--tunnel-network", "172.20.0.0/16")
    capsys.readouterr()
    refused_later = type_in(cli, operator, "gateway", "network", "seoul-1", network)
    second = capsys.readouterr()
    type_in(cli, operator, "gateway", "list")

    assert (refused, refused_later, first.out, second.out) == (1, 1, "", "")
    assert [said.err.count("\n") for said in (first, second)] == [1, 1]
    assert reason in first.err
    assert capsys.readouterr().out.split("\t")[4] == "172.20.0.0/16"


async def test_the_tunnel_network_is_replaced_while_no_device_is_in_it(
    operator: Settings, capsys: pytest.CaptureFixture[str], database_url: str
) -> None:
    def operate(*words: str) -> tuple[int, str]:
        code = type_in(cli, operator, "gateway", *words)
        return code, capsys.readouterr().err

    await asyncio.to_thread(operate, "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
    replaced = await asyncio.to_thread(operate, "network", "seoul-1", "172.20.0.0/16")
    unknown = await asyncio.to_thread(operate, "network", "nobody", "172.20.0.0/16")
    await give_it_a_device(database_url)
    refused = await asyncio.to_thread(operate, "network", "seoul-1", "10.64.0.0/10")

    assert (replaced, unknown[0]) == ((0, ""), 1)
    assert refused == (1, "seoul-1 has devices, whose settings name addresses of 172.20.0.0/16.\n")
    kept = await rows(
        database_url, "SELECT host(tunnel_address) || ' ' || tunnel_network FROM devices, gateways"
    )
    assert kept == ["172.20.0.2 172.20.0.0/16"]


async def test_a_replaced_token_is_the_only_one_and_may_come_with_a_new_key(
    operator: Settings, capsys: pytest.CaptureFixture[str], database_url: str
) -> None:
    def operate() -> tuple[str, str, int]:
        type_in(cli, operator, "gateway", "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
        first = capsys.readouterr().out.strip()
        type_in(cli, operator, "gateway", "token", "seoul-1", "--forget-key")
        second = capsys.readouterr().out.strip()
        return first, second, type_in(cli, operator, "gateway", "token", "nobody")

    first, second, unknown = await asyncio.to_thread(operate)

    kept = await rows(database_url, "SELECT encode(token_hash, 'hex') FROM gateways")
    assert kept == [service.hash_token(second).hex()]
    assert first != second
    assert unknown == 1


def test_a_valid_file_is_imported_whole(
    operator: Settings, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    type_in(cli, operator, "gateway", "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
    capsys.readouterr()

    code = type_in(cli, operator, "addresses", "import", a_file(tmp_path, *GOOD, encoding="utf-8-sig"))

    assert (code, capsys.readouterr().out) == (0, "2 addresses imported.\n")


@pytest.mark.parametrize(
    ("lines", "complaints"),
    [
        pytest.param(
            [*GOOD, "", "seoul-2,203.0.113.12,kt-seoul,KT,서울"],
            [":5: there is no gateway named seoul-2"],
            id="a gateway nobody registered, after an empty line",
        ),
        pytest.param(
            [*GOOD, "seoul-1,203.0.113.13,lg-seoul,LG U+,서울", "seoul-1,198.51.100.1,old,KT,서울"],
            [":5: 198.51.100.1 is there already", ":5: pool old is SKT 부산 in the shop"],
            id="what is there already",
        ),
        pytest.param([*GOOD, "seoul-1,x,kt-seoul,KT,서울"], [":4: 'x' is not"], id="a row that is none"),
        pytest.param(
            [*GOOD, "seoul-1,10.64.0.7,kt-seoul,KT,서울"],
            [":4: 10.64.0.7 lies in the tunnel network of seoul-1, 10.64.0.0/10"],
            id="inside the tunnels",
        ),
        pytest.param([HEADER], [":1: there are no rows"], id="no rows"),
        pytest.param([HEADER, '"' + "x" * 200_000], ["field larger than"], id="a field beyond all measure"),
    ],
)
async def test_nothing_of_an_invalid_file_is_imported_and_every_bad_line_is_named(
    operator: Settings,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    database_url: str,
    lines: list[str],
    complaints: list[str],
) -> None:
    def operate() -> int:
        type_in(cli, operator, "gateway", "add", "seoul-1", "--endpoint", "vpn.example.com:51820")
        old = a_file(tmp_path, HEADER, "seoul-1,198.51.100.1,old,SKT,부산")
        assert type_in(cli, operator, "addresses", "import", old) == 0
        capsys.readouterr()
        return type_in(cli, operator, "addresses", "import", a_file(tmp_path, *lines))

    code = await asyncio.to_thread(operate)

    said = capsys.readouterr().err.splitlines()
    assert (code, said[-1]) == (1, "Nothing was imported.")
    assert len(said) == len(complaints) + 1
    assert all(complaint in line for complaint, line in zip(complaints, said, strict=False))
    assert await rows(database_url, "SELECT host(address) FROM exit_addresses") == ["198.51.100.1"]


@pytest.mark.parametrize("file", ["nowhere.csv", "."])
def test_an_unreadable_file_is_named(
    operator: Settings, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    assert type_in(cli, operator, "addresses", "import", file) == 1
    assert file in capsys.readouterr().err


async def test_a_file_in_another_encoding_is_named(
    operator: Settings, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = a_file(tmp_path, *GOOD, encoding="cp949")

    assert await asyncio.to_thread(type_in, cli, operator, "addresses", "import", file) == 1
    assert "utf-8" in capsys.readouterr().err
