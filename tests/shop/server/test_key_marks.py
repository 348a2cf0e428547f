"""Keys of another shop, or lost ones, are noticed where a shop starts, and no change of keys that is documented is."""

import argparse
import asyncio
import socket
from collections.abc import Mapping

import psycopg
import pytest
from cryptography.fernet import Fernet

from ieum.operations.doctor import setting_checks
from ieum.operations.doctor.examining import examine
from ieum.operations.doctor.subject import Subject
from ieum.shop.kernel.db import Connection, Database, PooledDatabase, execute, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings, SettingsError, load
from ieum.shop.server import key_marks, resealing
from ieum.shop.server.key_marks import refuse_wrong_keys
from ieum.shop.signing.queries import place_of
from ieum.shop.site.fields import FOOTER
from tests.commands import running_commands
from tests.conftest import RollingBack
from tests.operations.stand_ins import ENVIRON
from tests.shop.builders.secrets import KEY
from tests.shop.builders.staff import a_staff
from tests.waiting import wait_until_async

SECRET, SEALING = "IEUM_SECRET_KEY", "IEUM_SEALING_KEYS"
OLD = {SECRET: KEY, SEALING: ENVIRON[SEALING]}
NEW = {SECRET: "another-key-of-more-than-32-characters", SEALING: Fernet.generate_key().decode()}
BEHIND = {name: f"{OLD[name]},{NEW[name]}" for name in OLD}
FIRST = {name: f"{NEW[name]},{OLD[name]}" for name in OLD}


def settings_of(keys: Mapping[str, str]) -> Settings:
    return load({**ENVIRON, **keys})


async def wrong_at_a_start(db: Database, keys: Mapping[str, str]) -> set[str]:
    """Which settings a start with these keys refuses."""
    try:
        await refuse_wrong_keys(db, settings_of(keys))
    except SettingsError as refused:
        return {name for name, said in key_marks.STANDS_IN.items() if f"{said} has none" in str(refused)}
    return set()


async def reseal(db: Database, keys: Mapping[str, str], *, lost: bool = False) -> int:
    return await resealing.run(argparse.Namespace(lost=lost), settings_of(keys), db)


async def doctor_says(db: Database, keys: Mapping[str, str]) -> list[tuple[str, str]]:
    checks = [check for check in setting_checks.CHECKS if check.name == "own_keys"]
    found = await examine(Subject({**ENVIRON, **keys}, database=db), checks)
    return [(finding.state, finding.says.split(":")[0]) for finding in found]


async def test_a_start_with_another_key_is_refused_by_the_name_of_its_setting(db: RollingBack) -> None:
    first = await wrong_at_a_start(db, OLD)
    again = await wrong_at_a_start(db, OLD)
    other = {name: await wrong_at_a_start(db, OLD | {name: NEW[name]}) for name in OLD}

    assert (first, again) == (set(), set())
    assert other == {name: {name} for name in OLD}
    assert await wrong_at_a_start(db, NEW) == {SECRET, SEALING}


async def test_the_doctor_says_which_key_is_wrong_and_keeps_none(db: RollingBack) -> None:
    unknown = await doctor_says(db, NEW)
    await wrong_at_a_start(db, OLD)

    assert [state for state, _ in unknown] == ["skipped"]
    assert [state for state, _ in await doctor_says(db, OLD)] == ["well"]
    assert await doctor_says(db, OLD | {SEALING: NEW[SEALING]}) == [("broken", SEALING)]
    assert [state for state, _ in await doctor_says(db, FIRST)] == ["attention"]
    assert len(await doctor_says(db, NEW)) == 2


async def test_keys_are_changed_as_documented_and_the_old_ones_refused_afterwards(db: RollingBack) -> None:
    steps = [OLD, BEHIND, FIRST]
    before = [await wrong_at_a_start(db, keys) for keys in steps]
    too_early = await wrong_at_a_start(db, NEW)
    resealed = await reseal(db, FIRST)
    former = NEW | {"IEUM_FORMER_KEYS": OLD[SECRET]}

    assert before == [set(), set(), set()]
    assert too_early == {SECRET, SEALING}
    assert resealed == 0
    assert [await wrong_at_a_start(db, keys) for keys in (FIRST, former, NEW)] == [set(), set(), set()]
    assert await wrong_at_a_start(db, OLD) == {SECRET, SEALING}


async def test_a_stolen_secret_key_is_replaced_at_once(db: RollingBack) -> None:
    await wrong_at_a_start(db, OLD)
    stolen = OLD | {SECRET: NEW[SECRET], "IEUM_FORMER_KEYS": OLD[SECRET]}

    assert await wrong_at_a_start(db, stolen) == set()


async def test_a_key_that_does_not_open_all_is_kept_only_if_the_former_one_is_lost(
    db: RollingBack, conn: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    await wrong_at_a_start(db, OLD)
    await a_staff(conn)

    refused = await reseal(db, NEW)
    said = capsys.readouterr().err
    after_refusal = await wrong_at_a_start(db, NEW)
    lost = await reseal(db, NEW, lost=True)

    assert (refused, lost) == (1, 0)
    assert "IEUM_SEALING_KEYS has none" in said
    assert after_refusal == {SECRET, SEALING}
    assert await wrong_at_a_start(db, NEW) == set()


async def test_a_shop_from_before_the_marks_keeps_none_of_keys_that_open_nothing(
    db: RollingBack, conn: Connection
) -> None:
    await a_staff(conn)
    await execute(
        conn,
        """
        INSERT INTO signing_keys (key_id, public_key, sealed_private)
        SELECT left(encode(sha256(k), 'hex'), 16), k, %(sealed)s FROM (VALUES (sha256('k'))) AS v (k)
        """,
        sealed=Sealer([OLD[SEALING]]).seal("k", of=place_of("k")),
    )

    refused = await wrong_at_a_start(db, NEW)

    assert refused == {SECRET, SEALING}
    assert await fetch_one(conn, int, "SELECT count(*) FROM key_marks") == 0
    assert await wrong_at_a_start(db, OLD) == set()


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "first start"])
async def test_a_database_that_takes_no_writes_is_compared_and_keeps_none(
    db: RollingBack, conn: Connection, *, is_kept: bool
) -> None:
    if is_kept:
        await wrong_at_a_start(db, OLD)
    await execute(conn, "SET LOCAL transaction_read_only = on")

    assert await wrong_at_a_start(db, OLD) == set()
    assert await wrong_at_a_start(db, NEW) == ({SECRET, SEALING} if is_kept else set())
    assert await fetch_one(conn, int, "SELECT count(*) FROM key_marks") == (2 if is_kept else 0)


async def test_before_the_migration_a_start_says_nothing_of_keys(db: RollingBack, conn: Connection) -> None:
    await execute(conn, "DROP TABLE key_marks")

    assert await wrong_at_a_start(db, OLD) == set()


async def _both_wait(conn: Connection) -> bool:
    waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'key_marks'::regclass AND NOT granted"
    return await fetch_one(conn, int, waiting) == 2


async def test_of_two_boxes_that_start_at_once_with_different_keys_one_is_refused(database_url: str) -> None:
    async with PooledDatabase(database_url, size=4) as db:
        async with db.transaction() as conn:
            # Both have looked, and wait to keep theirs.
            await execute(conn, "LOCK TABLE key_marks IN SHARE MODE")
            starts = [
                asyncio.create_task(wrong_at_a_start(db, keys))
                for keys in (OLD | {SEALING: NEW[SEALING]}, NEW | {SEALING: OLD[SEALING]})
            ]
            await wait_until_async(lambda: _both_wait(conn), "they keep their marks")
        refused = await asyncio.gather(*starts)

    assert sorted(map(len, refused)) == [0, 2]


def test_serve_and_work_end_with_one_line_that_names_the_key(database_url: str) -> None:
    with psycopg.connect(database_url) as conn:
        for column in FOOTER:
            conn.execute(f"UPDATE site_config SET {column} = 'x'".encode())

    async def start_once() -> None:
        async with PooledDatabase(database_url, size=2) as db:
            await refuse_wrong_keys(db, settings_of(OLD))

    asyncio.run(start_once())
    environ = {**ENVIRON, **OLD, "IEUM_DATABASE_URL": database_url, SEALING: NEW[SEALING]}
    with socket.create_server(("127.0.0.1", 0)) as taken, running_commands() as ieum:
        # With right keys both would end on a port that is taken.
        port = str(taken.getsockname()[1])
        environ |= {"IEUM_LISTEN": "127.0.0.1", "IEUM_PORT": port, "IEUM_WORK_METRICS_PORT": port}
        ends = {name: ieum(name, **environ) for name in ("serve", "work")}

    assert [done.code for done in ends.values()] == [1, 1]
    for name, done in ends.items():
        [line] = done.err.splitlines()
        assert line.startswith(f"ieum {name}: IEUM_SEALING_KEYS has none")
        assert "put the former key back" in line
