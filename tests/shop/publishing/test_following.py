"""Texts say what the configuration says, whatever happens to either at the same time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection, PooledDatabase, execute
from ieum.shop.publishing import importing, jobs, stored_texts
from ieum.shop.publishing.importing import ContentRefused, Report
from tests.shop.builders.locks import until_one_waits_for_a_lock
from tests.shop.builders.text_files import a_text, outcomes
from tests.shop.builders.worker import job_context, worker_tools

type Follow = Callable[[Connection], Awaitable[Report | None]]


@pytest.fixture
async def committing(database_url: str) -> AsyncGenerator[PooledDatabase]:
    db = PooledDatabase(database_url, size=4)
    await db.open()
    yield db
    await db.close()


async def words(conn: Connection, slug: str = "a") -> str:
    return (await stored_texts.list_stored(conn, [("notice", slug, "")]))[0].version.plain_text


async def set_phone(conn: Connection, phone: str) -> None:
    await execute(conn, "UPDATE site_config SET phone = %(phone)s", phone=phone)


async def test_a_refresh_puts_todays_configuration_into_the_texts(conn: Connection, tmp_path: Path) -> None:
    for day in ("2024-01-01", "2025-01-01"):
        a_text(tmp_path, f"legal/policy@{day}", version=day, effective_from=day, body="{{phone}}")
    a_text(tmp_path, "notices/a", body="{{phone}}")
    a_text(tmp_path, "notices/b", body="글")
    await outcomes(conn, tmp_path)
    await execute(conn, "UPDATE site_config SET phone = '02-777'")

    report = await importing.refresh(conn)

    # The edition that another one has replaced stays as it was in force.
    assert dict(report.outcomes) == {
        "legal policy 2025-01-01": "changed",
        "notice a": "changed",
        "notice b": "unchanged",
    }


async def test_texts_that_quote_the_configuration_follow_it_and_no_others_change(
    conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/a", body="{{phone}}")
    a_text(tmp_path, "notices/b", body="글")
    await outcomes(conn, tmp_path)
    await importing.follow_configuration(conn)
    assert await importing.follow_configuration(conn) is None
    await execute(conn, "UPDATE site_config SET phone = '02-777'")

    report = await importing.follow_configuration(conn)

    assert report is not None
    assert report.outcomes == [("notice a", "changed")]
    assert await importing.follow_configuration(conn) is None


@pytest.mark.parametrize("follow", [importing.follow_configuration, importing.refresh])
async def test_an_import_at_the_same_time_is_not_undone(
    committing: PooledDatabase, tmp_path: Path, follow: Follow
) -> None:
    a_text(tmp_path, "notices/a", body="처음의 글 {{phone}}")
    async with committing.transaction() as conn:
        await importing.import_folder(conn, tmp_path)
    a_text(tmp_path, "notices/a", body="고친 글 {{phone}}")

    async def at_the_same_moment() -> None:
        async with committing.transaction() as other:
            await follow(other)

    async with committing.connection() as watching:
        async with committing.transaction() as conn:
            await importing.import_folder(conn, tmp_path)
            following_it = asyncio.create_task(at_the_same_moment())
            await until_one_waits_for_a_lock(committing)
        await following_it

        assert await words(watching) == "고친 글"


@pytest.mark.parametrize("again", ["import", "refresh"])
async def test_a_configuration_that_comes_back_brings_its_words_back(
    conn: Connection, tmp_path: Path, again: str
) -> None:
    a_text(tmp_path, "notices/a", body="{{phone}}")
    await set_phone(conn, "02-111")
    await outcomes(conn, tmp_path)
    await importing.follow_configuration(conn)
    await set_phone(conn, "02-222")
    if again == "import":
        a_text(tmp_path, "notices/a", body="{{phone}} 고침")
        await outcomes(conn, tmp_path)
    else:
        await importing.refresh(conn)
    assert "02-222" in await words(conn)
    await set_phone(conn, "02-111")

    await importing.follow_configuration(conn)

    assert "02-111" in await words(conn)


async def test_an_import_with_the_current_configuration_leaves_nothing_to_republish(
    conn: Connection, tmp_path: Path
) -> None:
    a_text(tmp_path, "notices/a", body="{{phone}}")
    await importing.follow_configuration(conn)
    await outcomes(conn, tmp_path)

    assert await importing.follow_configuration(conn) is None


async def test_a_text_that_cannot_take_the_new_words_stays_and_is_reported_and_the_others_follow(
    conn: Connection, tmp_path: Path
) -> None:
    await set_phone(conn, "02-111")
    a_text(tmp_path, "notices/a", title="{{phone}}", body="{{phone}}")
    a_text(tmp_path, "notices/b", body="{{phone}}")
    await outcomes(conn, tmp_path)
    await set_phone(conn, "2" * 151)

    report = await importing.follow_configuration(conn)

    assert report is not None
    assert report.skipped == ["notice a: title: longer than 150 characters once its placeholders are filled"]
    assert (await words(conn), await words(conn, "b")) == ("02-111", "2" * 151)
    assert await importing.follow_configuration(conn) is None
    with pytest.raises(ContentRefused):
        await importing.refresh(conn)


async def test_the_job_republishes_what_it_can_and_logs_the_rest_once(
    committing: PooledDatabase, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    a_text(tmp_path, "notices/a", title="전화 {{phone}}", body="{{phone}}")
    a_text(tmp_path, "notices/b", body="{{phone}}")
    async with committing.transaction() as conn:
        await importing.import_folder(conn, tmp_path)
        await set_phone(conn, "2" * 151)
    context = job_context(worker_tools(committing))

    for _ in range(2):
        await jobs.follow_configuration(context, 0)

    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 1
    assert "notice a: title: longer than 150 characters" in told[0]
    async with committing.connection() as conn:
        assert await words(conn, "b") == "2" * 151
