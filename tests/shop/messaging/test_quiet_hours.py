"""An SMS that nobody waits for does not wake anybody; a code or what came of a payment leaves at any hour."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import msgspec
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.messaging import jobs, queries, rules, service
from ieum.shop.payments import deposit_notices
from ieum.shop.payments.provider import Remedy
from ieum.shop.subscriptions import dunning, schedule
from tests.conftest import RollingBack
from tests.shop.builders.members import a_member
from tests.shop.builders.subscriptions import DAY, refuse, renew, subscribed, suspended, until
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import Postman, job_context, worker_tools


class Kept(msgspec.Struct):
    channel: str
    not_before: datetime | None
    sent_at: datetime | None
    refusal: str | None
    # Seconds until its job runs.
    waits: float


def at_night() -> datetime:
    """Half past midnight in Seoul, the next one."""
    there = datetime.now(SEOUL)
    return datetime.combine(there.date() + timedelta(days=1), time(0, 30), SEOUL).astimezone(UTC)


def next_morning() -> datetime:
    return at_night() + timedelta(hours=7, minutes=30)


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the outbox, it is night."""
    it_is(monkeypatch, at_night())


def it_is(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # pyright: ignore[reportIncompatibleMethodOverride]
            return moment.astimezone(tz)

    for module in (service, jobs, deposit_notices):
        monkeypatch.setattr(module, "datetime", Clock)


async def kept(conn: Connection, reference: str = "%") -> list[Kept]:
    return await fetch_all(
        conn,
        Kept,
        """
        SELECT m.channel, m.not_before, m.sent_at, m.refusal,
               coalesce(extract(epoch FROM max(j.scheduled_at) - clock_timestamp()), 0)::double precision AS waits
          FROM messages m
          LEFT JOIN procrastinate_jobs j
                 ON j.task_name = 'messaging.deliver' AND j.args ->> 'message' = m.id::text
         WHERE m.reference LIKE %(reference)s
         GROUP BY m.id ORDER BY m.id
        """,
        reference=reference,
    )


async def deliver(db: RollingBack, till: Till, message: int) -> Postman:
    postman = Postman()
    context = job_context(worker_tools(db, provider=till.provider, mailer=postman, texter=postman))
    await jobs.deliver.func(context, message=message)
    return postman


@pytest.mark.parametrize(
    ("there", "leaves"),
    [
        pytest.param("2026-11-20 00:00", "2026-11-20 08:00", id="midnight"),
        pytest.param("2026-11-20 07:59:59", "2026-11-20 08:00", id="a second too early"),
        pytest.param("2026-11-20 08:00", "2026-11-20 08:00", id="in the morning"),
        pytest.param("2026-11-20 20:59:59", "2026-11-20 20:59:59", id="in the evening"),
        pytest.param("2026-11-20 21:00", "2026-11-21 08:00", id="too late"),
        pytest.param("2026-12-31 23:30", "2027-01-01 08:00", id="over the year's end"),
    ],
)
def test_day_is_from_eight_to_nine_in_seoul(there: str, leaves: str) -> None:
    moment, expected = (datetime.fromisoformat(one).replace(tzinfo=SEOUL) for one in (there, leaves))

    assert rules.by_day(moment.astimezone(UTC)) == expected


@pytest.mark.usefixtures("night")
async def test_a_suspension_at_midnight_is_mailed_at_once_and_texted_in_the_morning(
    conn: Connection, db: RollingBack
) -> None:
    await suspended(conn, db)

    mail, sms = await kept(conn, "subscription-suspended:%")

    assert (mail.channel, mail.not_before, mail.waits) == ("mail", None, 0)
    assert (sms.channel, sms.not_before) == ("sms", next_morning())
    assert sms.waits == pytest.approx(7.5 * 3600, abs=60)


@pytest.mark.usefixtures("night")
async def test_the_loss_of_an_address_at_midnight_is_texted_in_the_morning(
    conn: Connection, db: RollingBack
) -> None:
    one = await suspended(conn, db)
    await let_pass(conn, 8 * DAY)
    await dunning.close_due(db)

    [_, sms] = await kept(conn, f"subscription-released:{one.id}")

    assert sms.not_before == next_morning()


@pytest.mark.usefixtures("night")
async def test_notices_to_many_members_wait_for_the_day_too(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at", plus=-timedelta(hours=20))
    await schedule.give_notice(db)

    mail, sms = await kept(conn, "charge-ahead-%")

    assert (mail.channel, mail.not_before, mail.waits) == ("mail", None, 0)
    assert (sms.channel, sms.not_before) == ("sms", next_morning())
    assert sms.waits == pytest.approx(7.5 * 3600, abs=60)


@pytest.mark.usefixtures("night")
async def test_results_of_payments_and_codes_are_sent_at_any_hour(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    await refuse(conn, one)
    await service.sms(
        conn, to="01012345678", text="1", reference="code:1", code_until=datetime.now(UTC) + DAY
    )

    found = await kept(conn, "renewal-refused:%") + await kept(conn, "code:%")

    assert [(one.channel, one.not_before, one.waits) for one in found] == [
        ("mail", None, 0),
        ("sms", None, 0),
        ("sms", None, 0),
    ]


async def test_a_retry_that_falls_into_the_night_waits_for_the_morning(
    conn: Connection, db: RollingBack, till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    await service.sms(conn, to="01012345678", text="1", reference="news:1")
    message = await fetch_one(conn, int, "SELECT id FROM messages")
    await execute(conn, "UPDATE messages SET not_before = now() - interval '1 hour'")
    await execute(conn, "DELETE FROM procrastinate_jobs")

    it_is(monkeypatch, at_night())
    by_night = await deliver(db, till, message)
    [waiting] = await kept(conn)
    it_is(monkeypatch, next_morning())
    by_day = await deliver(db, till, message)

    assert (len(by_night.delivered), len(by_day.delivered)) == (0, 1)
    assert (waiting.sent_at, waiting.not_before) == (None, next_morning())
    assert waiting.waits == pytest.approx(7.5 * 3600, abs=60)
    assert (await kept(conn))[0].sent_at is not None


@pytest.mark.parametrize(
    ("after", "sent"),
    [
        pytest.param(timedelta(minutes=9), 1, id="while somebody waits for it"),
        pytest.param(timedelta(minutes=11), 0, id="when they have gone to sleep"),
    ],
)
async def test_a_delayed_confirmation_waits_for_the_morning_too(
    conn: Connection,
    db: RollingBack,
    till: Till,
    monkeypatch: pytest.MonkeyPatch,
    after: timedelta,
    sent: int,
) -> None:
    await service.sms(conn, to="01012345678", text="1", reference="consent:1", at_once=True)
    message = await fetch_one(conn, int, "SELECT id FROM messages")
    await execute(conn, "UPDATE messages SET created_at = %(at)s", at=at_night())
    await execute(conn, "DELETE FROM procrastinate_jobs")

    it_is(monkeypatch, at_night() + after)
    by_night = await deliver(db, till, message)

    assert len(by_night.delivered) == sent
    [one] = await kept(conn)
    assert (one.sent_at is not None, one.not_before) == ((True, None) if sent else (False, next_morning()))


async def test_a_message_that_waits_for_the_morning_is_not_swept_up_before(
    conn: Connection, db: RollingBack
) -> None:
    await service.sms(conn, to="01012345678", text="1", reference="news:1")
    await execute(
        conn,
        "UPDATE messages SET created_at = now() - interval '6 hours', not_before = now() + interval '1 hour'",
    )
    await execute(conn, "DELETE FROM procrastinate_jobs")
    context = job_context(worker_tools(db, mailer=Postman()))
    await jobs.sweep_outbox.func(context, 0)
    before = await fetch_one(conn, int, "SELECT count(*) FROM procrastinate_jobs")
    await execute(conn, "UPDATE messages SET not_before = now() - interval '1 hour'")
    await jobs.sweep_outbox.func(context, 0)

    assert before == 0
    assert await fetch_one(conn, int, "SELECT count(*) FROM procrastinate_jobs") == 1


@pytest.mark.usefixtures("night")
async def test_a_member_who_pays_at_night_is_not_asked_to_pay_in_the_morning(
    conn: Connection, db: RollingBack
) -> None:
    one = await suspended(conn, db, remedy=Remedy.NEW_CARD)

    await renew(conn, one)

    assert [message.refusal for message in await kept(conn, "subscription-suspended:%")] == [
        None,
        "overtaken",
    ]


@pytest.mark.usefixtures("night")
async def test_a_waiting_message_to_a_member_who_left_is_not_sent(conn: Connection) -> None:
    member, other = await a_member(conn), await a_member(conn)
    for one in (member, other):
        await service.sms(conn, to="01012345678", text="1", reference=f"news:{one}", member=one)

    await queries.forget_sent_to(conn, member, [])

    assert [message.refusal for message in await kept(conn)] == ["member_left", None]


@pytest.mark.parametrize(
    ("left", "channels"),
    [
        pytest.param(timedelta(hours=6), ["mail"], id="over before the morning"),
        pytest.param(timedelta(hours=9), ["mail", "sms"], id="still open in the morning"),
    ],
)
async def test_a_deposit_due_before_the_morning_is_reminded_of_by_mail_only(
    till: Till, monkeypatch: pytest.MonkeyPatch, left: timedelta, channels: list[str]
) -> None:
    await till.await_deposit()
    await execute(till.conn, "UPDATE payments SET requested_at = now() - interval '10 days'")
    await execute(till.conn, "UPDATE orders SET deposit_due_at = %(due_at)s", due_at=at_night() + left)
    it_is(monkeypatch, at_night())

    await deposit_notices.remind_due(till.conn, limit=9)

    assert [one.channel for one in await kept(till.conn, "deposit_reminder:%")] == channels
