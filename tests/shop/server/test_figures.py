"""What `GET /metrics` tells of the whole shop."""

import time
from collections.abc import Sequence
from datetime import timedelta

import pytest
from prometheus_client.metrics_core import Metric

from ieum.shop.address_desk import pools
from ieum.shop.kernel.db import Connection, PooledDatabase, execute
from ieum.shop.kernel.queue import defer
from ieum.shop.server.figures import outside
from ieum.shop.server.figures.board import FIGURES, LONGEST, Board
from ieum.shop.server.figures.exposition import written
from ieum.shop.server.figures.types import Figure, gauge
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_member
from tests.shop.builders.metrics import metrics_of, value
from tests.shop.builders.purchases import fault
from tests.shop.builders.refunds import a_paid
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.till import Till

UP = 'ieum_alarms_standing{kind="refund_stuck"}'


async def test_orders_payments_and_refunds(till: Till) -> None:
    asked = 'ieum_provider_seconds_count{call="confirm",outcome="answered"}'
    before = value(await metrics_of(till.db), asked) or 0
    await a_paid(till)
    await till.order()

    text = await metrics_of(till.db)

    assert value(text, 'ieum_orders_open{state="awaiting_payment"}') == 1
    assert value(text, 'ieum_orders_last_hour{state="paid"}') == 1
    assert value(text, 'ieum_payments_last_hour{channel="normal"}') == 1
    assert (value(text, 'ieum_payments_last_hour_won{channel="normal"}') or 0) > 0
    assert value(text, 'ieum_refunds_owed{state="stuck"}') == 0
    assert value(text, asked) == before + 1


async def test_a_payment_in_the_dark_is_open_and_its_call_unknown(till: Till) -> None:
    asked = 'ieum_provider_seconds_count{call="confirm",outcome="unknown"}'
    before = value(await metrics_of(till.db), asked) or 0
    await till.confirm_in_the_dark(await till.order())
    await execute(till.conn, "UPDATE payments SET requested_at = now() - interval '10 minutes'")

    text = await metrics_of(till.db)

    assert value(text, 'ieum_orders_open{state="confirming"}') == 1
    assert value(text, 'ieum_payments_open{state="confirming"}') == 1
    assert 600 <= (value(text, 'ieum_payments_open_oldest_seconds{state="confirming"}') or 0) < 700
    assert value(text, asked) == before + 1


async def test_refunds_that_are_owed(till: Till) -> None:
    buying = await a_paid(till)
    await execute(
        till.conn,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back, calculation,
                             reason, requested_at)
        SELECT id, member_id, 'stuck', 'full', 33000, 0, 0, '{}', '-', now() - interval '2 days'
          FROM orders WHERE id = %(order)s
        """,
        order=buying.order["orderId"],
    )

    text = await metrics_of(till.db)

    assert value(text, 'ieum_refunds_owed{state="stuck"}') == 1
    assert value(text, 'ieum_refunds_owed_won{state="stuck"}') == 33000
    assert (value(text, 'ieum_refunds_owed_oldest_seconds{state="stuck"}') or 0) >= 172_800


async def test_pools_gateways_and_first_packets(db: RollingBack, conn: Connection) -> None:
    gateway = await a_gateway(conn)
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn, gateway=gateway))
    await a_device(conn, service)
    await execute(conn, "UPDATE orders SET paid_at = now() - interval '90 seconds'")
    await execute(conn, "UPDATE devices SET created_at = now() - interval '20 seconds'")
    await execute(
        conn, "INSERT INTO device_usage (device_id, first_handshake_at) SELECT id, now() FROM devices"
    )
    await execute(
        conn,
        """
        UPDATE gateways SET name = 'seoul-1', last_seen_at = to_timestamp(1000), host_reported_at = now(),
               clock_skew_ms = 1500, awaited_revision = revision, awaited_since = now() - interval '1 minute'
        """,
    )
    await pools.count(conn)

    text = await metrics_of(db)

    assert 'state="leased"} 1.0' in text
    assert value(text, 'ieum_gateway_revision{gateway="seoul-1"}') == 2
    assert value(text, 'ieum_gateway_acknowledged_revision{gateway="seoul-1"}') == 0
    assert value(text, 'ieum_gateway_behind_seconds{gateway="seoul-1"}') == pytest.approx(60, abs=1)
    assert value(text, 'ieum_gateway_seen_timestamp_seconds{gateway="seoul-1"}') == 1000
    assert value(text, 'ieum_gateway_clock_offset_seconds{gateway="seoul-1"}') == 1.5
    assert value(text, 'ieum_gateway_state{gateway="seoul-1",state="serving"}') == 1
    assert value(text, 'ieum_gateway_state{gateway="seoul-1",state="lost"}') is None
    assert value(text, 'ieum_first_packet_seconds{quantile="0.5",since="paid"}') == pytest.approx(90, abs=1)
    assert value(text, 'ieum_first_packet_seconds{quantile="0.9",since="device"}') == pytest.approx(20, abs=1)
    assert value(text, 'ieum_new_services{use="used"}') == 1


async def test_a_service_that_nobody_uses_after_an_hour(db: RollingBack, conn: Connection) -> None:
    await a_service(conn, await a_member(conn), starts=-timedelta(hours=2))
    await execute(conn, "UPDATE orders SET paid_at = now() - interval '2 hours'")

    text = await metrics_of(db)

    assert value(text, 'ieum_new_services{use="unused"}') == 1
    assert value(text, 'ieum_first_packet_seconds{quantile="0.5",since="paid"}') is None


async def test_jobs_that_wait_and_that_failed(db: RollingBack, conn: Connection) -> None:
    await defer(conn, "messaging.sweep_outbox")
    await execute(conn, "UPDATE procrastinate_events SET at = now() - interval '5 minutes'")
    await defer(conn, "address_desk.count_pools", seconds=3600)
    await defer(conn, "site.total_visits")
    await execute(
        conn, "UPDATE procrastinate_jobs SET status = 'failed' WHERE task_name = 'site.total_visits'"
    )

    text = await metrics_of(db)

    waits = '{queue="default",status="waiting",task="messaging.sweep_outbox"}'
    assert value(text, f"ieum_jobs{waits}") == 1
    assert value(text, f"ieum_jobs_oldest_seconds{waits}") == pytest.approx(300, abs=1)
    assert 'task="address_desk.count_pools"' not in text  # its time has not come
    assert value(text, 'ieum_jobs_failed{task="site.total_visits"}') == 1
    assert value(text, "ieum_workers") == 0


async def test_messages_that_are_late_or_refused(db: RollingBack, conn: Connection) -> None:
    await execute(
        conn,
        """
        INSERT INTO messages (channel, recipient, body, reference, created_at, not_before, given_up_at, refusal)
        VALUES ('mail', 'a@example.com', '-', '1', now() - interval '5 minutes', NULL, NULL, NULL),
               ('sms', '01012345678', '-', '2', now() - interval '5 minutes', now() + interval '1 hour', NULL, NULL),
               ('sms', '01012345678', '-', '3', now(), NULL, now(), 'NotEnoughBalance'),
               ('sms', '01012345678', '-', '4', now(), NULL, now(), 'withdrawn')
        """,
    )

    text = await metrics_of(db)

    assert value(text, 'ieum_outbox{channel="mail"}') == 1
    assert value(text, 'ieum_outbox_oldest_seconds{channel="mail"}') == pytest.approx(300, abs=1)
    assert value(text, 'ieum_outbox{channel="sms"}') == 0
    assert value(text, 'ieum_outbox_refused_last_hour{channel="sms"}') == 1


async def test_backups_and_what_was_asked_outside(db: RollingBack, conn: Connection) -> None:
    await execute(
        conn,
        """
        INSERT INTO backups (kind, began_at, ended_at, ok, bytes, place, label, wal_until)
        VALUES ('base', to_timestamp(900), to_timestamp(1000), true, 5, '/b', 'a', to_timestamp(950)),
               ('base', to_timestamp(1900), to_timestamp(2000), false, NULL, '/b', NULL, NULL),
               ('check', to_timestamp(1900), to_timestamp(3000), true, 5, '/b', 'a', to_timestamp(950)),
               ('wal', to_timestamp(900), NULL, NULL, NULL, '/b', NULL, to_timestamp(4000))
        """,
    )
    await outside.note(conn, outside.SMS_BALANCE, 1000)
    await outside.note(conn, outside.SMS_BALANCE, 800)

    text = await metrics_of(db)

    assert value(text, 'ieum_backup_timestamp_seconds{kind="base"}') == 1000
    assert value(text, 'ieum_backup_failed_timestamp_seconds{kind="base"}') == 2000
    assert value(text, 'ieum_backup_failed_timestamp_seconds{kind="check"}') == 0
    assert value(text, 'ieum_backup_timestamp_seconds{kind="files"}') == 0
    assert value(text, "ieum_wal_saved_until_timestamp_seconds") == 4000
    assert value(text, "ieum_sms_balance_won") == 800
    assert value(text, "ieum_certificate_until_timestamp_seconds") is None


async def test_the_database_tells_of_itself(db: RollingBack) -> None:
    text = await metrics_of(db)

    assert (value(text, "ieum_database_bytes") or 0) > 1_000_000
    assert (value(text, 'ieum_database_sessions{state="active"}') or 0) >= 1
    assert (value(text, "ieum_database_sessions_most") or 0) > 10
    assert value(text, "ieum_wal_archiving") == 0
    assert value(text, 'ieum_standbys{sync="sync"}') == 0


async def test_a_figure_that_fails_takes_no_other_with_it_and_stays_as_it_was(
    db: RollingBack, conn: Connection
) -> None:
    board = Board(db, [each._replace(every=0) for each in FIGURES])
    await execute(conn, "INSERT INTO alarms (kind, reference, detail) VALUES ('refund_stuck', '1', '-')")
    await board.read()
    before = written(board).decode()
    await execute(conn, "ALTER TABLE alarms RENAME TO elsewhere")

    await board.read()

    after = written(board).decode()
    read_at = 'ieum_figure_read_timestamp_seconds{{figure="{}"}}'
    assert (value(before, UP), value(after, UP)) == (1, 1)
    assert value(before, read_at.format("alarms")) == value(after, read_at.format("alarms"))
    assert (value(after, read_at.format("orders")) or 0) > (value(before, read_at.format("orders")) or 0)


async def test_a_slow_figure_is_given_up(db: RollingBack) -> None:
    async def sleep(conn: Connection) -> Sequence[Metric]:
        await execute(conn, "SELECT pg_sleep(20)")
        return (gauge("ieum_slow", "-"),)

    board = Board(db, [Figure("slow", sleep), *FIGURES])
    began = time.monotonic()

    await board.read()

    text = written(board).decode()
    # A busy machine may be late, but not by as much as the figure would take.
    assert time.monotonic() - began < LONGEST + 3
    assert value(text, 'ieum_figure_read_timestamp_seconds{figure="slow"}') == 0
    assert (value(text, 'ieum_figure_read_timestamp_seconds{figure="outside"}') or 0) > 0


async def test_without_a_database_there_is_an_answer_in_time() -> None:
    db = PooledDatabase("postgresql://127.0.0.1:1/ieum", size=1, for_requests=True)
    await db.pool.open(wait=False)
    board = Board(db)
    began = time.monotonic()

    await board.read()

    text = written(board).decode()
    assert time.monotonic() - began < LONGEST + 3
    assert value(text, 'ieum_figure_read_timestamp_seconds{figure="orders"}') == 0
    assert "ieum_requests_total" in text
    await db.pool.close()


async def test_a_scrape_asks_little_and_the_next_one_nothing(db: RollingBack, sent: list[str]) -> None:
    board = Board(db)

    await board.read()
    first = len(sent)
    await board.read()

    assert (first, len(sent)) == (24, 24)


async def test_a_call_that_the_provider_refuses(till: Till) -> None:
    asked = 'ieum_provider_seconds_count{call="confirm",outcome="refused"}'
    before = value(await metrics_of(till.db), asked) or 0
    buying = await till.order()
    await fault(till.sandbox, "confirm", "error", code="REJECT_CARD_COMPANY")

    await till.confirm(buying, await till.pay(buying))

    assert value(await metrics_of(till.db), asked) == before + 1
