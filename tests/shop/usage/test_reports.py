"""What gateways report becomes hours and sessions, each byte once."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import batched
from typing import Any

import msgspec
import pytest
from litestar import Litestar

from ieum.gateway.usage import Figures, Reading, UsageTracker
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.usage import rules, service
from ieum.shop.usage.queries import place_of
from ieum.shop.usage.types import PeerUsage, Report
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.members import a_login
from tests.shop.builders.services import show_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.usage import (
    HOME,
    OFFICE,
    a_used_device,
    ago,
    hours_of,
    line,
    report,
    sessions_of,
    within_a_month,
)


async def test_bytes_are_kept_by_the_hour(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    half_past = within_a_month(hours=4).replace(minute=30, second=0, microsecond=0)
    hour = timedelta(hours=1)

    for n, (rx, tx) in enumerate([(10, 20), (60, 120), (60, 120)]):
        at = half_past + n * hour
        answer = await report(
            client, line(used, rxBytes=rx, txBytes=tx, at=at, lastHandshakeAt=at, since=half_past)
        )
        assert answer.status_code == 204

    # Half of what was used between two reports belongs to each hour.
    assert await hours_of(conn) == ["35 70", "25 50"]
    total = await fetch_one(conn, str, "SELECT concat_ws(' ', rx_bytes, tx_bytes) FROM device_usage")
    assert total == "60 120"


async def test_made_up_use_is_marked_and_refused_in_production(
    app: Litestar, client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    before = await show_service(client, headers, used.service)

    taken = await report(client, line(used), sandbox=True)
    marked = await show_service(client, headers, used.service)
    app.state.settings = msgspec.structs.replace(app.state.settings, production=True)
    refused = await report(client, line(used, txBytes=9_000), sandbox=True)

    assert (before["pretendedUse"], taken.status_code, marked["pretendedUse"]) == (False, 204, True)
    assert (refused.status_code, refused.json()["code"]) == (403, "pretended_use_refused")
    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1000


async def test_the_same_report_again_and_an_older_one_count_once(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    first, second = line(used, txBytes=1000, at=ago(seconds=60)), line(used, txBytes=1500)

    for one in (first, second, second, first):
        await report(client, one)

    assert await fetch_one(conn, int, "SELECT sum(tx_bytes)::bigint FROM usage_hours") == 1500
    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1500


async def test_a_host_that_started_again_begins_a_new_epoch(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)

    await report(client, line(used, txBytes=1000, rxBytes=0, epoch=7))
    await report(client, line(used, txBytes=300, rxBytes=0, epoch=8))
    # What the gateway could not tell before the crash comes after it.
    await report(client, line(used, txBytes=1100, rxBytes=0, epoch=7))

    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1400
    assert await fetch_one(conn, int, "SELECT sum(tx_bytes)::bigint FROM usage_hours") == 1400


async def test_the_same_report_sent_twice_at_once_counts_once(shop: Shop, settings: Settings) -> None:
    async with shop.db.transaction() as conn:
        used = await a_used_device(conn)
        gateway = await gateways.get_gateway(conn, GatewayId(used.gateway))
    told = Report([PeerUsage(used.key, datetime.now(UTC), 100, 1000, epoch=7, at=datetime.now(UTC))])
    seals = service.Seals(Sealer(settings.sealing_keys), settings.secret_key)

    async def record() -> None:
        async with shop.db.transaction() as conn:
            await service.record(conn, gateway, told, seals)

    await asyncio.gather(record(), record(), record())

    async with shop.db.connection() as conn:
        assert await hours_of(conn) == ["100 1000"]
        assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1000


async def test_a_session_ends_after_three_minutes_of_silence(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    began = ago(minutes=30)
    await report(client, line(used, txBytes=1000, at=began, lastHandshakeAt=began))
    later = began + timedelta(minutes=2)
    await report(client, line(used, txBytes=1500, at=later, lastHandshakeAt=later))

    back = began + timedelta(minutes=20)
    await report(client, line(used, txBytes=1600, at=back, lastHandshakeAt=back, since=back))

    assert await sessions_of(conn) == [f"{used.exit} 300 100 1500"]
    running = await fetch_one(
        conn,
        str,
        "SELECT concat_ws(' ', session_began_at = %(back)s, session_tx) FROM device_usage",
        back=back,
    )
    assert running == "t 100"


async def test_a_session_ends_at_the_second_in_which_the_exit_changes(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    other = await fetch_one(
        conn,
        str,
        "SELECT host(address) FROM exit_addresses WHERE gateway_id = %(id)s AND host(address) <> %(exit)s LIMIT 1",
        id=used.gateway,
        exit=used.exit,
    )
    began, changed = ago(minutes=10), ago(minutes=8)
    await report(client, line(used, txBytes=1000, at=began, lastHandshakeAt=began))

    before = line(used, txBytes=1400, at=changed - timedelta(milliseconds=1), lastHandshakeAt=began)
    after = line(used, txBytes=1400, at=changed, lastHandshakeAt=began, since=changed, exitAddress=other)
    await report(client, before, after)

    assert await sessions_of(conn) == [f"{used.exit} 120 100 1400"]
    running = await fetch_one(
        conn,
        str,
        "SELECT concat_ws(' ', host(session_exit), session_began_at = %(at)s) FROM device_usage",
        at=changed,
    )
    assert running == f"{other} t"


async def test_clients_are_sealed_and_another_one_begins_another_session(
    client: Client, conn: Connection, settings: Settings
) -> None:
    used = await a_used_device(conn)
    began, moved = ago(minutes=10), ago(minutes=8)
    await report(client, line(used, at=began, lastHandshakeAt=began))
    await report(client, line(used, at=moved, lastHandshakeAt=moved, since=moved, clientAddress=OFFICE))

    ended = await fetch_one(conn, bytes, "SELECT client FROM usage_sessions")
    running = await fetch_one(conn, bytes, "SELECT session_client FROM device_usage")

    sealer = Sealer(settings.sealing_keys)
    place = place_of(await fetch_one(conn, int, "SELECT device_id FROM device_usage"))
    assert (sealer.open(ended, of=place), sealer.open(running, of=place)) == (HOME, OFFICE)
    assert HOME.encode() not in ended
    assert await fetch_one(conn, int, "SELECT length(session_mark) FROM device_usage") == 16


async def test_a_session_goes_on_with_the_seal_that_it_began_with(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    seals: list[bytes] = []
    for seconds in (60, 30):
        at = ago(seconds=seconds)
        await report(client, line(used, at=at, lastHandshakeAt=at))
        seals.append(await fetch_one(conn, bytes, "SELECT session_client FROM device_usage"))

    assert seals[0] == seals[1]


async def test_peers_and_exits_of_another_gateway_are_not_believed(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    foreign = await a_used_device(conn, gateway=await a_gateway(conn, token="gw_other"))

    await report(client, line(used, exitAddress=foreign.exit), line(foreign), line(used, publicKey=a_key()))

    noted = await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', d.public_key, host(u.session_exit))
          FROM device_usage u JOIN devices d ON d.id = u.device_id
        """,
    )
    assert noted == [f"{used.key} {used.exit}"]


async def test_a_gateway_of_the_version_before_is_understood(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    plain = {"publicKey": used.key, "lastHandshakeAt": ago(seconds=5).isoformat(), "rxBytes": 5}

    for sent in (1000, 1800, 300):
        assert (await report(client, plain | {"txBytes": sent})).status_code == 204

    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 2100
    running = await fetch_one(
        conn, str, "SELECT concat_ws(' ', host(session_exit), session_client IS NULL) FROM device_usage"
    )
    assert running == f"{used.exit} t"


async def test_the_first_report_of_an_upgraded_gateway_counts_nothing_again(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    await report(client, {"publicKey": used.key, "lastHandshakeAt": None, "rxBytes": 5, "txBytes": 1000})

    await report(client, line(used, rxBytes=5, txBytes=1200, epoch=0))

    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1200


async def test_more_than_any_line_carries_is_cut(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn, days_ago=0)

    answers = [await report(client, line(used, txBytes=2**62, epoch=epoch)) for epoch in range(1, 4)]

    assert [answer.status_code for answer in answers] == [204] * 3
    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") < 10**13


async def test_a_clock_that_is_off_is_corrected_by_what_the_gateway_says_that_it_is(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    wrong = datetime.now(UTC) - timedelta(days=2)

    await report(client, line(used, at=wrong, lastHandshakeAt=wrong), sent_at=wrong)

    began = await fetch_one(conn, datetime, "SELECT session_began_at FROM device_usage")
    assert abs(datetime.now(UTC) - began) < timedelta(seconds=30)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"epoch": -1}, id="an epoch below zero"),
        pytest.param({"epoch": 2**63}, id="an epoch beyond numbers"),
        pytest.param({"at": "2026-11-20T00:00:00"}, id="a time of no zone"),
        pytest.param({"clientAddress": "x" * 46}, id="an endless client"),
        pytest.param({"clientAddress": "1.2.3.4\n"}, id="a line break"),
        pytest.param({"exitAddress": "somewhere"}, id="an exit that is none"),
        pytest.param({"destination": "1.1.1.1"}, id="where it went"),
    ],
)
async def test_a_line_with_a_wrong_field_is_refused(
    client: Client, conn: Connection, wrong: dict[str, Any]
) -> None:
    used = await a_used_device(conn)

    assert (await report(client, line(used) | wrong)).status_code == 422


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param({"clientAddress": "1.2.3"}, id="a client that is no address"),
        pytest.param({"exitAddress": "2001:db8::1"}, id="an exit of IPv6"),
        pytest.param({"at": "9999-12-31T23:59:59-23:59"}, id="after the end of time"),
        pytest.param({"since": "0001-01-01T00:00:00+23:59"}, id="before its beginning"),
        pytest.param({"lastHandshakeAt": "0001-01-01T00:00:00+23:59"}, id="a handshake before time"),
        pytest.param({"sentAt": None}, id="nothing odd"),
    ],
)
async def test_odd_values_break_nothing(client: Client, conn: Connection, odd: dict[str, Any]) -> None:
    used = await a_used_device(conn)
    told = line(used) | odd
    told.pop("sentAt", None)

    assert (await report(client, told, sent_at=datetime.now(UTC))).status_code == 204
    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1000


async def test_sessions_of_devices_that_fell_silent_end_by_themselves(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    silent = ago(minutes=10)
    await report(client, line(used, at=silent, lastHandshakeAt=silent), partial=True)
    await execute(conn, "UPDATE gateways SET last_seen_at = now()")
    away = await service.end_silent(conn, limit=10)
    await report(client)

    ended = [await service.end_silent(conn, limit=10) for _ in range(2)]

    # A gateway that has not told of everything yet may still tell that it went on.
    assert (away, ended) == (0, [1, 0])
    assert await sessions_of(conn) == [f"{used.exit} 180 100 1000"]
    # What it reported last is still known: the next report counts from there.
    await report(client, line(used, txBytes=1100))
    assert await fetch_one(conn, int, "SELECT tx_bytes FROM device_usage") == 1100


async def test_last_figures_of_a_removed_device_count(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    await execute(conn, "UPDATE devices SET removed_at = now()")

    await report(client, line(used))

    assert await hours_of(conn) == ["100 1000"]


async def test_a_session_of_which_more_is_told_late_does_not_begin_again(
    client: Client, conn: Connection
) -> None:
    """Its gateway could not report for a day, so it was ended for silence; then all of that day is told."""
    used = await a_used_device(conn)
    began = within_a_month(hours=30)
    last, *late = [began + timedelta(hours=hours) for hours in (4, 10, 29)]
    await report(client, line(used, at=last, lastHandshakeAt=last, since=began), partial=True)
    assert await service.end_silent(conn, limit=10) == 1

    for at in late:
        await report(client, line(used, at=at, lastHandshakeAt=at, since=began), partial=True)

    overlapping = """
        SELECT count(*) FROM device_usage u JOIN usage_sessions s USING (device_id)
         WHERE u.session_began_at < s.ended_at
    """
    assert await fetch_one(conn, int, overlapping) == 0
    assert len(await sessions_of(conn)) == 1


async def test_a_gateway_cannot_write_sessions_without_end(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    start = ago(days=30)
    moments = [start + timedelta(seconds=n) for n in range(5000)]
    lines = [
        line(used, at=at, lastHandshakeAt=at, since=at, clientAddress=f"198.51.{n // 250}.{n % 250}")
        for n, at in enumerate(moments)
    ]

    answer = await report(client, *lines)

    assert answer.status_code == 204
    # One every ten seconds, and no more of one device than an hour's.
    assert await fetch_one(conn, int, "SELECT count(*) FROM usage_sessions") == rules.MOST_SESSIONS
    gaps = await fetch_all(
        conn,
        timedelta,
        "SELECT began_at - lag(began_at) OVER (ORDER BY began_at) FROM usage_sessions ORDER BY began_at OFFSET 1",
    )
    assert set(gaps) == {rules.SHORTEST_RUN}


async def test_a_session_goes_on_after_more_changes_than_a_report_may_tell(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    start = ago(hours=2)
    moments = [start + timedelta(seconds=11 * n) for n in range(rules.MOST_SESSIONS + 5)]
    lines = [
        line(used, at=at, lastHandshakeAt=at, since=at, clientAddress=f"198.51.{n // 250}.{n % 250}")
        for n, at in enumerate(moments)
    ]
    await report(client, *lines)

    last = moments[-1]
    await report(client, line(used, at=last + timedelta(seconds=30), lastHandshakeAt=last, since=last))

    began = "SELECT session_began_at FROM device_usage"
    assert await fetch_one(conn, datetime, began) == last
    ended = await fetch_one(conn, datetime, "SELECT max(ended_at) FROM usage_sessions")
    assert ended == last


async def test_a_gateway_reports_only_so_much_a_minute(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "LINES_A_MINUTE", 3 * rules.LEAST_LINES + 49)
    used = await a_used_device(conn)
    await a_gateway(conn, token="gw_other", public_key=None)

    answers = [await report(client, line(used)) for _ in range(4)]
    others = await client.post(
        "/gateway/v1/usage", json={"peers": []}, headers={"Authorization": "Bearer gw_other"}
    )

    assert [one.status_code for one in answers] == [204, 204, 204, 429]
    assert int(answers[-1].headers["retry-after"]) > 0
    assert others.status_code == 204


def test_a_gateway_with_20_000_peers_stays_below_the_limit() -> None:
    """Even in the minute after an outage, with connections that begin in each second of it."""
    tracker = UsageTracker(now=0)
    homes = ["198.51.100.7:1", "198.51.100.8:1"]
    figures = dict[str, Figures]()
    # What waits after the outage is full: everybody has changed between two networks.
    figures: dict[str, Figures] = {}
    for n in range(5):
        figures = {f"{peer}": Figures(1, n + 1, n + 1, homes[n % 2]) for peer in range(20_000)}
        tracker.observe(Reading("", figures), 20 * n)
    worth = 0
    for second in range(100, 160):
        if second % 30 == 10:
            figures = {key: one._replace(sent=second) for key, one in figures.items()}
        figures |= {f"{n}": Figures(1000 + second, second, second) for n in range(second, 20_000, 200)}
        tracker.observe(Reading("", figures), 1000 + second)
        due = tracker.due(second)
        worth += sum(rules.weight(len(part)) for part in batched(due, 5_000))
        tracker.mark_reported(due, second)

    assert 100_000 < worth < rules.LINES_A_MINUTE
