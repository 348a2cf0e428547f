"""What others need to check the log: heads, their signatures, and the hashes between an entry and its head."""

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from ieum.shop.address_log import published, routes, rules, service
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.stock import leases
from tests.shop.builders.address_log import by_hand, day, write
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client

HEADS = "/api/v1/address-log/heads"
FIRST = "/api/v1/address-log/days/2026-12-01"


async def a_closed_log(db: Database, conn: Connection, *, services: int = 2) -> list[int]:
    """Leases that began and ended on the 1st of December, and an open day after it."""
    member = await a_member(conn)
    for _ in range(services):
        await leases.release_services(conn, [await a_service(conn, member)])
    await write(db, now=day(1))
    await write(db, now=day(3))
    return await fetch_all(conn, int, "SELECT id FROM leases ORDER BY id")


async def data(client: Client, path: str) -> Any:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_the_heads_of_closed_days_are_published_the_newest_first(
    db: Database, conn: Connection, client: Client
) -> None:
    await a_closed_log(db, conn)

    heads = await data(client, HEADS)

    assert [(head["day"], head["count"]) for head in heads["items"]] == [("2026-12-02", 0), ("2026-12-01", 4)]
    assert heads["total"] == 2
    newer, older = heads["items"]
    assert newer["previous"] == older["head"]
    assert json.loads(newer["document"]) == {
        "kind": "ieum-log-head",
        "day": "2026-12-02",
        "count": 0,
        "head": newer["head"],
        "previous": newer["previous"],
    }


async def test_a_holder_follows_an_entry_to_the_signed_head(
    db: Database, conn: Connection, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is on the certificate and what is published, page by page."""
    monkeypatch.setattr(published, "HASHES_A_PAGE", 3)
    lease = (await a_closed_log(db, conn, services=4))[1]
    place = (await service.find_places(conn, lease))[0]

    hashes: list[str] = []
    last = b""
    for page in (1, 2, 3):
        answer = await data(client, f"{FIRST}/hashes?page={page}")
        value = bytes.fromhex(answer["before"])
        if page > 1:
            assert value == last
        for own in answer["entries"]:
            value = sha256(value + bytes.fromhex(own)).digest()
        last = value
        hashes += answer["entries"]

    assert len(hashes) == answer["count"] == 8
    assert sha256(place.entry.encode()).hexdigest() == hashes[place.index - 1]
    value = bytes.fromhex(place.previous)
    for own in hashes[place.index - 1 :]:
        value = sha256(value + bytes.fromhex(own)).digest()
    head = next(one for one in (await data(client, HEADS))["items"] if one["day"] == "2026-12-01")
    assert value.hex() == head["head"]
    assert (await data(client, f"{FIRST}/hashes?page=4"))["entries"] == []


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl on this machine")
async def test_openssl_alone_checks_a_head(
    db: Database, conn: Connection, client: Client, tmp_path: Path
) -> None:
    await a_closed_log(db, conn)
    head, signature = await client.get(f"{FIRST}/head.json"), await client.get(f"{FIRST}/head.sig")
    key = (await data(client, HEADS))["items"][-1]["keyId"]
    pem = await client.get(f"/.well-known/ieum-keys/{key}.pem")
    for name, answer in {"head.json": head, "head.sig": signature, "key.pem": pem}.items():
        assert answer.status_code == 200, answer.text
        (tmp_path / name).write_bytes(answer.content)

    def verifies() -> bool:
        words = "pkeyutl -verify -pubin -inkey key.pem -rawin -in head.json -sigfile head.sig"
        return (
            subprocess.run(
                ["openssl", *words.split()], cwd=tmp_path, capture_output=True, check=False
            ).returncode
            == 0
        )

    assert verifies()
    (tmp_path / "head.json").write_bytes(head.content.replace(b'"count":4', b'"count":5'))
    assert not verifies()


async def test_what_is_hashed_is_written_as_what_is_signed(db: Database, conn: Connection) -> None:
    """Sorted, without spaces, one line: whoever checks it needs one rule."""
    lease = (await a_closed_log(db, conn))[0]
    text = (await service.find_places(conn, lease))[0].entry

    written = json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert text == written + "\n"
    opening = {"kind": "ieum-log-day", "day": "2026-12-01", "previous": "00" * 32}
    text = json.dumps(opening, sort_keys=True, separators=(",", ":")) + "\n"
    assert rules.opening(day(1).date(), rules.NOTHING) == sha256(text.encode()).digest()


@pytest.mark.parametrize("what", ["hashes", "head.json", "head.sig"])
@pytest.mark.parametrize("when", ["2026-12-03", "2026-11-30"], ids=["the open day", "before the log"])
async def test_what_is_not_closed_is_not_published(
    db: Database, conn: Connection, client: Client, what: str, when: str
) -> None:
    await a_closed_log(db, conn)

    answer = await client.get(f"/api/v1/address-log/days/{when}/{what}")

    assert (answer.status_code, answer.json()["code"]) == (404, "log_day_not_found")


@pytest.mark.parametrize("when", ["2026-13-01", "yesterday", "20261201", "1", "2026-12-01T00:00"])
async def test_what_is_no_day_is_not_found(client: Client, when: str) -> None:
    assert (await client.get(f"/api/v1/address-log/days/{when}/hashes")).status_code == 404


async def test_of_a_destroyed_day_the_head_is_left(db: Database, conn: Connection, client: Client) -> None:
    await a_closed_log(db, conn)
    async with by_hand(conn):
        await execute(conn, "UPDATE address_log_days SET destroyed_at = now() WHERE day = '2026-12-01'")

    answer = await client.get(f"{FIRST}/hashes")

    assert (answer.status_code, answer.json()["code"]) == (410, "log_day_destroyed")
    assert (await client.get(f"{FIRST}/head.json")).status_code == 200
    assert [head["destroyed"] for head in (await data(client, HEADS))["items"]] == [False, True]


async def test_hashes_are_not_read_without_end(
    db: Database, conn: Connection, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "PAGES_A_MINUTE", 3)
    await a_closed_log(db, conn)

    answers = [(await client.get(f"{FIRST}/hashes")).status_code for _ in range(4)]

    assert answers == [200, 200, 200, 429]


async def test_nothing_that_is_published_names_a_service(
    db: Database, conn: Connection, client: Client
) -> None:
    await a_closed_log(db, conn)
    names = await fetch_all(conn, str, "SELECT name::text FROM address_log_services")
    address = await fetch_one(conn, str, "SELECT host(address) FROM address_log_entries LIMIT 1")

    for path in (HEADS, f"{FIRST}/hashes", f"{FIRST}/head.json"):
        text = (await client.get(path)).text
        assert not any(secret in text for secret in [*names, address])
