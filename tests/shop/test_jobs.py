"""What happens without anybody asking: holds and services that end, what is left open, mail that leaves."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from aiosmtpd.smtp import SMTP
from procrastinate import RetryStrategy

from ieum.shop.checkout import jobs as payments
from ieum.shop.checkout import look_up
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.kernel.queue import defer
from ieum.shop.messaging import jobs as messaging
from ieum.shop.messaging.drivers import SmtpMailer
from ieum.shop.messaging.queries import Message
from ieum.shop.orders import jobs as orders
from ieum.shop.services import jobs as services
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.purchases import a_purchase, confirm, view
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Shop
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import Postman, context_of, queued, run_jobs


async def test_holds_that_ran_out_are_taken_back_batch_by_batch(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=3)
    async with shop.db.connection() as conn:
        buyings = [await a_purchase(shop.client, conn, plan=plan) for _ in range(3)]
        await execute(
            conn,
            "UPDATE orders SET hold_until = hold_until - interval '16 minutes' WHERE id = ANY(%(ids)s)",
            ids=[buying.order_id for buying in buyings[:2]],
        )

    await orders.expire_holds.func(context_of(shop), 0)

    states = [(await view(shop.client, buying))["state"] for buying in buyings]
    assert states == ["expired", "expired", "awaiting_payment"]


async def test_services_whose_time_is_over_are_closed(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        plan = await a_plan(conn)
        over = await a_service(conn, member, plan=plan, starts=timedelta(days=-40))
        await a_service(conn, member, plan=plan)

    await services.expire_services.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        closed = await fetch_all(conn, int, "SELECT id FROM services WHERE state = 'expired'")
    assert closed == [over]


async def test_of_many_open_payments_one_that_fails_does_not_stop_the_others(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn)
    async with shop.db.connection() as conn:
        buyings = [await a_purchase(shop.client, conn, plan=plan) for _ in range(3)]
    for buying in buyings:
        wire.lost_answers = 1
        await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE payments SET requested_at = requested_at - interval '1 minute'")
    settle = look_up.settle

    async def stumble(db: Any, provider: Any, sealer: Any, payment: Any) -> None:
        if payment.order_id == buyings[0].order_id:
            raise RuntimeError
        await settle(db, provider, sealer, payment)

    monkeypatch.setattr(look_up, "settle", stumble)
    await payments.reconcile.func(context_of(shop), 0)

    assert [(await view(shop.client, buying))["state"] for buying in buyings] == [
        "confirming",
        "paid",
        "paid",
    ]


async def test_a_payment_just_begun_is_left_to_whoever_began_it(
    shop: Shop, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    async with shop.db.connection() as conn:
        buying = await a_purchase(shop.client, conn)
    wire.lost_answers = 1
    await confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    calls = len(wire.sent)

    await payments.reconcile.func(context_of(shop), 0)

    assert len(wire.sent) == calls


async def a_mail(shop: Shop, reference: str = "paid:1", *, age: str = "0 seconds") -> int:
    async with shop.db.transaction() as conn:
        return await fetch_one(
            conn,
            int,
            """
            INSERT INTO messages (channel, recipient, subject, body, reference, created_at)
            VALUES ('mail', 'hong@example.com', '[이음] 결제가 완료되었습니다', '홍길동 님, 바로 이용하실 수 있습니다.',
                    %(reference)s, now() - %(age)s::interval)
            RETURNING id
            """,
            reference=reference,
            age=age,
        )


async def test_a_mail_is_delivered_once(shop: Shop) -> None:
    message, postman = await a_mail(shop), Postman()
    context = context_of(shop, postman)

    await messaging.deliver.func(context, message)
    await messaging.deliver.func(context, message)

    assert [mail.id for mail in postman.delivered] == [message]


async def test_a_mail_nobody_took_stays_in_the_outbox(shop: Shop) -> None:
    class Refusing:
        async def send(self, message: Message, *, sender: str) -> None:
            del message, sender
            raise ConnectionRefusedError

    message = await a_mail(shop)

    with pytest.raises(ConnectionRefusedError):
        await messaging.deliver.func(context_of(shop, Refusing()), message)

    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE sent_at IS NULL") == 1


@pytest.mark.parametrize(
    ("age", "jobs"),
    [
        pytest.param("10 minutes", 0, id="still being tried"),
        pytest.param("40 minutes", 1, id="left behind"),
        pytest.param("3 days", 0, id="too old to be news"),
    ],
)
async def test_what_was_left_in_the_outbox_is_tried_again(shop: Shop, age: str, jobs: int) -> None:
    await a_mail(shop, age=age)

    await messaging.sweep_outbox.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert len(await queued(conn, "deliver")) == jobs
    assert len((await run_jobs(shop)).delivered) == jobs


async def test_what_has_a_job_that_waits_gets_no_second_one(shop: Shop) -> None:
    """Two of one message would some day run at once and send it twice; in a long failure hundreds would gather."""
    waiting, alone = await a_mail(shop, age="40 minutes"), await a_mail(shop, "paid:2", age="40 minutes")
    async with shop.db.transaction() as conn:
        await defer(conn, messaging.deliver.name, seconds=600, message=waiting)

    for _ in range(2):
        await messaging.sweep_outbox.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert await queued(conn, "deliver") == [{"message": waiting}, {"message": alone}]


def test_a_job_has_given_up_before_its_message_is_swept_up() -> None:
    """Else the end of a failure would be noticed hours later, at the next try of the only job that it has."""
    strategy = messaging.deliver.retry_strategy
    assert isinstance(strategy, RetryStrategy)

    waits = [strategy.exponential_wait ** (attempt + 1) for attempt in range(strategy.max_attempts or 99)]

    assert 20 * 60 < sum(waits) < messaging.SWEPT_AFTER


async def test_a_mail_leaves_as_a_mail_program_expects_it() -> None:
    class Mailbox:
        received: Any = None

        async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - its name
            del server, session
            self.received = envelope
            return "250 OK"

    mailbox = Mailbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(mailbox), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    message = Message(7, "mail", "hong@example.com", "[이음] 결제가 완료되었습니다", "홍길동 님\n", None)

    async with server:
        await SmtpMailer(f"smtp://127.0.0.1:{port}").send(message, sender="help@ieum.example")

    text = mailbox.received.content.decode()
    assert mailbox.received.rcpt_tos == ["hong@example.com"]
    assert "Message-ID: <message-7@ieum.example>" in text
    assert "From: help@ieum.example" in text
    assert "Subject: =?utf-8?" in text
