"""What an operator types to see addresses, to withdraw them and to return them."""

import asyncio
from pathlib import Path

import pytest

from ieum.shop.fleet import cli
from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.settings import Settings, load
from tests.shop.builders.commands import type_in
from tests.shop.builders.fleet import a_gateway
from tests.shop.builders.proofs import clear, flag, new_addresses
from tests.shop.builders.secrets import KEY


@pytest.fixture
def operator(database_url: str, web_dist: Path) -> Settings:
    return load({"IEUM_SECRET_KEY": KEY, "IEUM_DATABASE_URL": database_url, "IEUM_WEB_DIST": str(web_dist)})


@pytest.fixture
async def addresses(database_url: str) -> list[str]:
    """A free one, a new one, and a flagged one."""
    db = PooledDatabase(database_url, size=2)
    await db.open()
    async with db.transaction() as conn:
        free, new, flagged = await new_addresses(conn, await a_gateway(conn), 3)
        await conn.execute(
            "UPDATE exit_addresses SET proven_at = now(), proven_by = 'call' WHERE host(address) <> %s", [new]
        )
        await clear(conn)
        await flag(conn, flagged)
    await db.close()
    return [free, new, flagged]


async def test_addresses_are_listed_with_their_states(
    operator: Settings, addresses: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = await asyncio.to_thread(type_in, cli, operator, "addresses", "list")
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    await asyncio.to_thread(
        type_in, cli, operator, "addresses", "list", "--state", "flagged", "--state", "new"
    )
    some = [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()]

    assert code == 0
    assert [line[:2] for line in lines] == [
        [address, state] for address, state in zip(addresses, ("free", "new", "flagged"), strict=True)
    ]
    assert [line[5] for line in lines] == ["-", "-", "listed"]
    assert some == addresses[1:]


async def test_an_address_is_withdrawn_and_returned_with_a_reason(
    operator: Settings, addresses: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    free = addresses[0]

    def operate(*words: str) -> int:
        return type_in(cli, operator, "addresses", *words)

    def all_of_it() -> list[int]:
        return [
            operate("withdraw", free, "--reason", "the carrier wants it back"),
            operate("withdraw", free, "--reason", "once more"),
            operate("return", free, "--reason", "it was an error"),
            operate("return", free, "--reason", "once more"),
            operate("withdraw", "192.0.2.1", "--reason", "nobody's"),
            operate("show", "192.0.2.1"),
        ]

    codes = await asyncio.to_thread(all_of_it)
    said = capsys.readouterr()
    shown = await asyncio.to_thread(operate, "show", free)

    assert codes == [0, 1, 0, 1, 1, 1]
    assert said.out == f"{free} is withdrawn.\n{free} is sold again once it is proven.\n"
    assert said.err.count("There is no address 192.0.2.1.") == 2
    assert shown == 0
    evidence = [line.split("\t")[1:] for line in capsys.readouterr().out.splitlines()]
    assert evidence == [
        ["operator", "good", "returned: it was an error"],
        ["operator", "bad", "withdrawn: the carrier wants it back"],
    ]
