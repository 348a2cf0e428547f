"""Steps after a restore, before the shop serves: it knows less than the world does, and must not count as before.

- Gateways are told everything anew, under revisions that nobody has counted (decision 0082).
- Numbers go on beyond what may have been given out and forgotten: messages, refunds and the provider's keys are named
  by them, and a second one of the same name would be taken for the first.
- Messages that waited at a moment before which the shop has lived on were sent then.
- Staff log in again: a session that was ended in the lost time is alive again in the copy.
- Jobs are left as they are: each reads the truth when it runs, and every charge has the same key at the provider as it
  had before, so that it is answered and not made again (decision 0118).
- The provider's list of the lost time is compared with the books.
"""

from datetime import datetime, timedelta

import msgspec

from ieum.operations.backup import records
from ieum.operations.backup.labels import Label
from ieum.shop.desk import sessions as staff_sessions
from ieum.shop.gateways import queries as gateways
from ieum.shop.kernel import seoul
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import queries as members
from ieum.shop.messaging import queries as messaging
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.payments.toss import toss_client
from ieum.shop.reconciliation import service as reconciliation

# More than a shop can have given out between a backup and the next.
NUMBERS_LEFT_OUT = 1_000_000
# A payment that was on its way as the copy ends.
MARGIN = timedelta(minutes=10)


class Met(msgspec.Struct):
    """Results of the steps after a restore, and the last things that the database knows."""

    last: datetime
    gateways: int
    numbers: int
    messages: int
    staff_sessions: int
    member_sessions: int
    waiting_jobs: int
    last_order: str | None
    last_order_at: datetime | None
    last_payment_at: datetime | None
    last_member_at: datetime | None
    last_log_entry: str | None
    # None where the provider could not be asked.
    differences: list[str] | None = None
    unreachable: str = ""


class _Newest(msgspec.Struct):
    last_order: str | None
    last_order_at: datetime | None
    last_payment_at: datetime | None
    last_member_at: datetime | None
    last_log_entry: str | None
    waiting_jobs: int


async def meet(
    db: Database,
    settings: Settings,
    *,
    last: datetime,
    lived_on: bool,
    ends_sessions: bool,
    label: Label | None,
    place: str = "",
) -> Met:
    """Prepare a shop whose last transaction was at `last`. Nothing of it may run yet.

    `lived_on`: the shop that was copied went on after that moment. `label` is the copy that was restored; None for a
    standby that took over.
    """
    async with db.transaction() as conn:
        newest = await _read_newest(conn)
        met = Met(
            last=last,
            gateways=await gateways.count_on(conn),
            numbers=await _leave_numbers_out(conn),
            messages=await messaging.give_up_waiting(conn) if lived_on else 0,
            staff_sessions=await staff_sessions.end_all_sessions(conn),
            member_sessions=await members.end_all_sessions(conn) if ends_sessions else 0,
            **msgspec.structs.asdict(newest),
        )
        await records.end_left_open(conn)
        if label is not None:
            run = await records.begin(conn, "restore", place=place, label=label.name)
            await records.end_well(conn, run, label=label.name, size=label.stored, wal_until=last)
        await raise_alarm(
            conn,
            "database_restored",
            reference=f"{seoul.second(last)}",
            detail=(
                f"데이터베이스를 {seoul.second(last)} 시점으로 복구했습니다."
                " 그 뒤의 주문, 가입, 문의는 남아 있지 않습니다."
                " 정산 대조·알람에서 결제대행사에만 있는 결제를 확인해 주세요."
            ),
        )
    try:
        met.differences = await _compare(db, settings, since=last - MARGIN)
    except ProviderUnavailableError as error:
        met.unreachable = str(error) or "no answer"
    return met


async def _compare(db: Database, settings: Settings, *, since: datetime) -> list[str]:
    provider = toss_client(settings)
    try:
        found = await reconciliation.compare_with_provider(
            db, provider, Sealer(settings.sealing_keys), since=since
        )
    finally:
        await provider.close()
    return [f"{difference.reference}: {difference.detail}" for difference in found]


async def _leave_numbers_out(conn: Connection) -> int:
    """Have every count of the shop go on far beyond; returns how many of them."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(setval(format('%%I.%%I', schemaname, sequencename)::regclass,
                            coalesce(last_value, 0) + %(left_out)s))
          FROM pg_sequences
         WHERE schemaname = 'public' AND data_type = 'bigint'::regtype
           AND max_value > coalesce(last_value, 0) + %(left_out)s
        """,
        left_out=NUMBERS_LEFT_OUT,
    )


async def _read_newest(conn: Connection) -> _Newest:
    return await fetch_one(
        conn,
        _Newest,
        """
        SELECT o.id AS last_order, o.created_at AS last_order_at,
               (SELECT max(approved_at) FROM payments) AS last_payment_at,
               (SELECT max(joined_at) FROM members) AS last_member_at,
               (SELECT day || ' #' || index FROM address_log_entries ORDER BY day DESC, index DESC LIMIT 1)
                   AS last_log_entry,
               (SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing')) AS waiting_jobs
          FROM (SELECT) once
          LEFT JOIN LATERAL (SELECT id, created_at FROM orders ORDER BY created_at DESC, id DESC LIMIT 1) o ON true
        """,
    )
