"""Mails in the outbox: delivered once, tried again after a failure, and sent as a mail program expects them."""

import asyncio
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP
from procrastinate import RetryStrategy

from ieum.shop.kernel.db import fetch_one
from ieum.shop.kernel.queue import defer
from ieum.shop.messaging import jobs as messaging
from ieum.shop.messaging.drivers import SmtpMailer
from ieum.shop.messaging.queries import Message
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import Postman, context_of, queued, run_jobs


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

    await messaging.deliver.func(context, message=message)
    await messaging.deliver.func(context, message=message)

    assert [mail.id for mail in postman.delivered] == [message]


async def test_a_mail_nobody_took_stays_in_the_outbox(shop: Shop) -> None:
    class Refusing:
        async def send(self, message: Message, *, sender: str) -> None:
            del message, sender
            raise ConnectionRefusedError

    message = await a_mail(shop)

    with pytest.raises(ConnectionRefusedError):
        await messaging.deliver.func(context_of(shop, Refusing()), message=message)

    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE sent_at IS NULL") == 1


@pytest.mark.parametrize(
    ("age", "jobs", "refusal"),
    [
        pytest.param("10 minutes", 0, "", id="still being tried"),
        pytest.param("40 minutes", 1, "", id="left behind"),
        pytest.param("3 days", 0, "too_late", id="too old to be news"),
    ],
)
async def test_a_message_left_in_the_outbox_is_tried_again(
    shop: Shop, age: str, jobs: int, refusal: str
) -> None:
    await a_mail(shop, age=age)

    await messaging.sweep_outbox.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert len(await queued(conn, "deliver")) == jobs
        assert await fetch_one(conn, str, "SELECT coalesce(refusal, '') FROM messages") == refusal
    assert len((await run_jobs(shop)).delivered) == jobs


async def test_a_message_whose_job_still_waits_gets_no_second_job(shop: Shop) -> None:
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

    assert 20 * 60 < sum(waits) < messaging.SWEEP_AFTER_SECONDS


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
