"""`ieum who`: who had an address at a time, and who asked."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from ieum.cli import main
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import erasure
from ieum.shop.stock import leases
from ieum.shop.usage import who
from ieum.shop.usage.types import Question
from tests.shop.builders.rotation import a_dynamic_service, rotate
from tests.shop.builders.shops import Client
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.usage import HOME, Used, a_used_device, ago, line, report

NOW = datetime(2026, 11, 23, tzinfo=UTC)
WHY = {"by": "김운영", "reason": "수사협조 2026-1234"}


@pytest.fixture
async def sealer(settings: Settings, conn: Connection) -> Sealer:
    """Of a shop that has a privacy officer."""
    await execute(conn, "UPDATE site_config SET officer_mail = 'dpo@example.com'")
    return Sealer(settings.sealing_keys)


def a_question(address: str, since: datetime, *, seconds: int = 1, opens_clients: bool = False) -> Question:
    return Question(
        address, since, since + timedelta(seconds=seconds), "김운영", "수사협조 2026-1234", opens_clients
    )


async def held_since(conn: Connection, used: Used, since: datetime) -> None:
    await execute(
        conn, "UPDATE leases SET active_at = %(at)s WHERE service_id = %(id)s", at=since, id=used.service
    )


@pytest.mark.parametrize(
    ("at", "since", "seconds"),
    [
        pytest.param("2026-11-02 14:05", "2026-11-02T05:05:00", 60, id="a minute"),
        pytest.param("2026-11-02 14:05:30", "2026-11-02T05:05:30", 1, id="a second"),
        pytest.param("2026-11-02T08:00", "2026-11-01T23:00:00", 60, id="the day before in UTC"),
    ],
)
def test_a_time_is_one_in_seoul(at: str, since: str, seconds: int) -> None:
    asked = who.question("203.0.113.7", at, opens_clients=False, now=NOW, **WHY)

    assert asked.since == datetime.fromisoformat(since).replace(tzinfo=UTC)
    assert asked.until - asked.since == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        pytest.param({"address": "203.0.113"}, "no IPv4 address", id="no address"),
        pytest.param({"address": "2001:db8::1"}, "no IPv4 address", id="IPv6"),
        pytest.param({"at": "yesterday"}, "no time in Seoul", id="no time"),
        pytest.param({"at": "2026-11-31 10:00"}, "no time in Seoul", id="a day that is not there"),
        pytest.param({"at": "2026-12-01 10:00"}, "not come yet", id="the future"),
        pytest.param({"by": None}, "who asks", id="nobody asks"),
        pytest.param({"by": "   "}, "who asks", id="a blank name"),
        pytest.param({"reason": None}, "why", id="no reason"),
        pytest.param({"reason": "x"}, "why", id="hardly a reason"),
    ],
)
def test_a_question_without_a_name_or_a_reason_is_refused(wrong: dict[str, str | None], says: str) -> None:
    words: dict[str, str | None] = {"address": "203.0.113.7", "at": "2026-11-02 14:05", **WHY} | wrong

    with pytest.raises(who.RefusedError, match=says):
        who.question(
            str(words["address"]),
            str(words["at"]),
            by=words["by"],
            reason=words["reason"],
            opens_clients=False,
            now=NOW,
        )


async def test_the_holder_and_the_sessions_of_a_time_are_found(
    client: Client, conn: Connection, sealer: Sealer
) -> None:
    used = await a_used_device(conn)
    began = ago(hours=2)
    await held_since(conn, used, began - timedelta(hours=1))
    await report(client, line(used, at=began, lastHandshakeAt=began))
    back = ago(minutes=1)
    await report(client, line(used, at=back, lastHandshakeAt=back, since=back))

    before = await who.ask(conn, a_question(used.exit, began - timedelta(minutes=1)), sealer)
    during = await who.ask(conn, a_question(used.exit, began + timedelta(minutes=1)), sealer)
    after = await who.ask(conn, a_question(used.exit, began + timedelta(minutes=3)), sealer)
    running = await who.ask(conn, a_question(used.exit, ago(seconds=30)), sealer)

    assert [len(one.leases) for one in (before, during, after, running)] == [1] * 4
    assert [len(one.sessions) for one in (before, during, after, running)] == [0, 1, 0, 1]
    assert (during.leases[0].service_id, during.leases[0].member_id) == (used.service, used.member)
    assert during.sessions[0].ended_at == began + timedelta(minutes=3)
    assert running.sessions[0].ended_at is None


async def test_clients_are_unsealed_only_where_that_is_asked_for(
    client: Client, conn: Connection, sealer: Sealer
) -> None:
    used = await a_used_device(conn)
    began = ago(minutes=5)
    await report(client, line(used, at=began, lastHandshakeAt=began))

    closed = a_question(used.exit, began)
    opened = a_question(used.exit, began, opens_clients=True)
    answers = [who.told(asked, await who.ask(conn, asked, sealer)) for asked in (closed, opened)]

    assert [HOME in answer for answer in answers] == [False, True]
    recorded = await fetch_all(conn, bool, "SELECT clients_opened FROM address_lookups ORDER BY id")
    assert recorded == [False, True]


async def test_a_lookup_is_recorded_for_good_and_mailed_to_the_privacy_officer(
    conn: Connection, sealer: Sealer
) -> None:
    used = await a_used_device(conn)
    await held_since(conn, used, ago(hours=1))

    await who.ask(conn, a_question(used.exit, ago(minutes=1)), sealer)

    recorded = await fetch_one(
        conn, str, "SELECT concat_ws('|', asked_by, reason, host(address), services) FROM address_lookups"
    )
    assert recorded == f"김운영|수사협조 2026-1234|{used.exit}|{{{used.service}}}"
    mail = await fetch_one(
        conn, str, "SELECT body FROM messages WHERE recipient = 'dpo@example.com' AND channel = 'mail'"
    )
    assert "수사협조 2026-1234" in mail
    assert "김운영" in mail
    assert used.exit in mail
    for change in ("UPDATE address_lookups SET reason = 'nothing'", "DELETE FROM address_lookups"):
        with pytest.raises(psycopg.errors.RestrictViolation):
            async with conn.transaction():
                await execute(conn, change)


async def test_without_a_privacy_officer_nothing_is_looked_up(conn: Connection, sealer: Sealer) -> None:
    await execute(conn, "UPDATE site_config SET officer_mail = ''")

    with pytest.raises(who.RefusedError, match="privacy officer"):
        await who.ask(conn, a_question("203.0.113.7", NOW), sealer)

    assert await fetch_one(conn, int, "SELECT count(*) FROM address_lookups") == 0


async def test_at_the_second_of_a_rotation_the_new_holder_is_named(
    client: Client, conn: Connection, sealer: Sealer
) -> None:
    """A change at 14:05:30: the old holder had the address until then, and the next one from then on."""
    first = await a_dynamic_service(conn)
    changed = ago(minutes=10).replace(microsecond=0)
    old = await fetch_one(
        conn, str, "SELECT host(e.address) FROM leases l JOIN exit_addresses e ON e.id = l.address_id"
    )
    await rotate(client, first)
    await execute(
        conn,
        """
        UPDATE leases SET active_at = CASE state WHEN 'ended' THEN %(at)s - interval '1 hour' ELSE %(at)s END,
               left_at = CASE state WHEN 'ended' THEN %(at)s END, ended_at = CASE state WHEN 'ended' THEN %(at)s END
        """,
        at=changed,
    )
    new = await fetch_one(
        conn,
        str,
        "SELECT host(e.address) FROM leases l JOIN exit_addresses e ON e.id = l.address_id WHERE l.state = 'active'",
    )

    async def holders(address: str, at: datetime, *, seconds: int = 1) -> int:
        return len((await who.ask(conn, a_question(address, at, seconds=seconds), sealer)).leases)

    second = timedelta(seconds=1)
    assert [await holders(old, changed - second), await holders(old, changed)] == [1, 0]
    assert [await holders(new, changed - second), await holders(new, changed)] == [0, 1]
    # Of a whole minute, everybody who had it is named.
    assert await holders(old, changed - 30 * second, seconds=60) == 1


async def test_an_address_that_runs_on_is_named_as_such(conn: Connection, sealer: Sealer) -> None:
    used = await a_used_device(conn)
    await held_since(conn, used, ago(hours=1))
    await execute(conn, "SELECT 1 FROM services WHERE id = %(id)s FOR NO KEY UPDATE", id=used.service)
    assert await leases.move_lease(conn, used.service, "button", tail_seconds=600)

    asked = a_question(used.exit, datetime.now(UTC))
    answer = who.told(asked, await who.ask(conn, asked, sealer))

    assert "what was open then ran on until" in answer
    assert f"service {used.service}" in answer


async def test_of_a_member_who_has_left_only_the_number_is_told(conn: Connection, sealer: Sealer) -> None:
    used = await a_used_device(conn)
    await held_since(conn, used, ago(hours=1))
    await erasure.destroy_profile(conn, used.member, b"h" * 32)

    asked = a_question(used.exit, ago(minutes=1))
    answer = who.told(asked, await who.ask(conn, asked, sealer))

    assert f"member {used.member} (has left" in answer


async def test_the_sub_id_whose_device_it_was_is_named(
    client: Client, conn: Connection, sealer: Sealer
) -> None:
    used = await a_used_device(conn)
    sub_id = await a_sub_id(conn, used.member, login_id="desk_kim")
    await execute(conn, "UPDATE devices SET made_by = %(sub_id)s", sub_id=sub_id)
    began = ago(minutes=1)
    await held_since(conn, used, began)
    await report(client, line(used, at=began, lastHandshakeAt=began))

    asked = a_question(used.exit, ago(seconds=30))
    answer = who.told(asked, await who.ask(conn, asked, sealer))

    assert f"sub-id {sub_id} (desk_kim), device" in answer


async def test_a_session_over_the_end_of_a_month_is_found_on_both_sides(
    client: Client, conn: Connection, sealer: Sealer
) -> None:
    used = await a_used_device(conn, days_ago=70)
    today = datetime.now(SEOUL)
    month = today.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    began = month - timedelta(hours=2)
    for at in (began, month + timedelta(minutes=1), month + timedelta(hours=1)):
        await report(client, line(used, at=at, lastHandshakeAt=at, since=began))

    for at in (month - timedelta(seconds=1), month, month + timedelta(seconds=1)):
        found = await who.ask(conn, a_question(used.exit, at), sealer)
        assert [one.service_id for one in found.sessions] == [used.service]


def test_the_command_refuses_without_a_reason(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IEUM_DATABASE_URL", database_url)

    code = main(["who", "203.0.113.7", "--at", "2026-11-02 14:05", "--by", "김운영"])

    assert code == 2
    assert "--reason: say why" in capsys.readouterr().err


def test_the_command_says_where_nobody_had_the_address(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IEUM_DATABASE_URL", database_url)
    with psycopg.connect(database_url) as conn:
        conn.execute("UPDATE site_config SET officer_mail = 'dpo@example.com'")

    code = main(
        ["who", "203.0.113.7", "--at", "2026-11-02 14:05", "--by", "김운영", "--reason", "수사협조 1"]
    )

    assert code == 0
    printed = capsys.readouterr().out
    assert "2026.11.02 14:05:00" in printed
    assert printed.count("nobody") == 2
