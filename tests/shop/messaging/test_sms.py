"""SMS through the carrier: what is sent, what counts as taken, what is tried again, and what is forgotten."""

import json
import logging
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from procrastinate import JobContext

from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging import jobs, service
from ieum.shop.messaging.drivers import MessageRefused, Texter
from ieum.shop.messaging.queries import Message
from ieum.shop.messaging.solapi import CarrierUnavailableError, SolapiTexter, sign
from tests.shop.builders.one_answer import OneAnswer
from tests.shop.builders.shops import Shop
from tests.shop.builders.verifications import a_code, both_on, confirm
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import Postman, job_context, worker_tools

CODE = "[이음] 인증번호는 123456 입니다. (3분 이내 입력)"


@pytest.fixture
async def texter(settings: Settings, wire: Wire) -> AsyncGenerator[SolapiTexter]:
    """The real client, on a wire to the sandbox's carrier."""
    account = settings.sms
    assert account is not None
    client = SolapiTexter(
        "http://sandbox/solapi", account.key, account.secret, sender=account.sender, transport=wire
    )
    yield client
    await client.close()


def context_of(shop: Shop, texter: Texter | None) -> JobContext:
    return job_context(worker_tools(shop.db, mailer=Postman(), texter=texter))


async def an_sms(shop: Shop, text: str = CODE, *, until: timedelta | None = timedelta(minutes=3)) -> int:
    async with shop.db.transaction() as conn:
        await service.sms(
            conn,
            to="01012345678",
            text=text,
            reference="code:1",
            code_until=datetime.now(UTC) + until if until else None,
            at_once=True,
        )
        return await fetch_one(conn, int, "SELECT id FROM messages")


async def kept(shop: Shop) -> tuple[str, bool, str | None]:
    """The text, whether it was sent, and why it was given up."""
    async with shop.db.connection() as conn:
        row = await fetch_one(conn, dict[str, Any], "SELECT to_jsonb(m) FROM messages m")
    assert (row["refusal"] is None) == (row["given_up_at"] is None)
    return row["body"], row["sent_at"] is not None, row["refusal"]


async def inbox(sandbox: httpx.AsyncClient) -> list[dict[str, Any]]:
    return (await sandbox.get("/inbox/messages")).json()


async def test_an_sms_arrives_with_our_number_on_it_and_its_code_is_forgotten(
    shop: Shop, sandbox: httpx.AsyncClient, texter: SolapiTexter
) -> None:
    message = await an_sms(shop)

    await jobs.deliver.func(context_of(shop, texter), message=message)
    await jobs.deliver.func(context_of(shop, texter), message=message)

    [arrived] = await inbox(sandbox)
    assert (arrived["channel"], arrived["to"], arrived["from"]) == ("sms", "01012345678", "0212345678")
    assert arrived["text"] == CODE
    assert await kept(shop) == ("", True, None)


async def test_a_text_without_a_code_is_kept(shop: Shop, texter: SolapiTexter) -> None:
    message = await an_sms(shop, "[이음] 수신 동의가 처리되었습니다.", until=None)

    await jobs.deliver.func(context_of(shop, texter), message=message)

    assert await kept(shop) == ("[이음] 수신 동의가 처리되었습니다.", True, None)


@pytest.mark.parametrize("lost", [0, 1], ids=["nothing arrived", "its answer was lost"])
async def test_a_broken_connection_is_tried_again_under_a_new_signature(
    shop: Shop, sandbox: httpx.AsyncClient, texter: SolapiTexter, wire: Wire, lost: int
) -> None:
    message = await an_sms(shop)
    wire.down, wire.lost_answers = not lost, lost

    with pytest.raises(httpx.HTTPError):
        await jobs.deliver.func(context_of(shop, texter), message=message)
    waiting = await kept(shop)
    wire.down = False
    await jobs.deliver.func(context_of(shop, texter), message=message)

    assert waiting == (CODE, False, None)
    assert await kept(shop) == ("", True, None)
    assert len(await inbox(sandbox)) == 1 + lost


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        pytest.param("웃음 \U0001f600 123456", "1029", id="what carriers cannot write"),
        pytest.param("가" * 1001, "1031", id="too long even for a long one"),
    ],
)
async def test_a_refusal_inside_a_200_is_given_up(
    shop: Shop,
    sandbox: httpx.AsyncClient,
    texter: SolapiTexter,
    caplog: pytest.LogCaptureFixture,
    text: str,
    refusal: str,
) -> None:
    message = await an_sms(shop, text)

    await jobs.deliver.func(context_of(shop, texter), message=message)

    assert await inbox(sandbox) == []
    assert await kept(shop) == ("", False, refusal)
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert refusal in record.getMessage()
    assert "01012345678" not in caplog.text
    assert "123456" not in caplog.text


async def test_a_code_that_comes_too_late_is_not_sent(
    shop: Shop, sandbox: httpx.AsyncClient, texter: SolapiTexter
) -> None:
    message = await an_sms(shop, until=timedelta(seconds=-1))

    await jobs.deliver.func(context_of(shop, texter), message=message)

    assert await inbox(sandbox) == []
    assert await kept(shop) == ("", False, "too_late")


async def test_a_shop_without_an_account_gives_up_and_says_so(shop: Shop) -> None:
    message = await an_sms(shop)

    await jobs.deliver.func(context_of(shop, None), message=message)

    assert await kept(shop) == ("", False, "no_sms_account")


async def test_an_abandoned_message_is_not_swept_up_again(shop: Shop) -> None:
    message = await an_sms(shop)
    await jobs.deliver.func(context_of(shop, None), message=message)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE messages SET created_at = now() - interval '1 hour'")
        await execute(conn, "DELETE FROM procrastinate_jobs")

    await jobs.sweep_outbox.func(context_of(shop, None), 0)

    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM procrastinate_jobs") == 0


async def test_the_recipients_of_codes_are_deleted_after_a_week(shop: Shop) -> None:
    await an_sms(shop)
    async with shop.db.transaction() as conn:
        await service.sms(conn, to="01012345678", text="알림", reference="news:1")
        await execute(conn, "UPDATE messages SET created_at = now() - interval '8 days'")
        await service.sms(conn, to="01012345678", text=CODE, reference="code:2", code_until=datetime.now(UTC))

    await jobs.forget_code_messages.func(context_of(shop, None), 0)

    async with shop.db.connection() as conn:
        left = await fetch_one(conn, str, "SELECT string_agg(reference, ' ' ORDER BY id) FROM messages")
    assert left == "news:1 code:2"


async def test_a_visitor_verifies_with_the_code_on_the_phone(
    shop: Shop, sandbox: httpx.AsyncClient, texter: SolapiTexter
) -> None:
    async with shop.db.transaction() as conn:
        await both_on(conn)
    async with shop.db.connection() as conn:
        verification, _ = await a_code(shop.client, conn)
        message = await fetch_one(conn, int, "SELECT id FROM messages")
    await jobs.deliver.func(context_of(shop, texter), message=message)
    [arrived] = await inbox(sandbox)

    answer = await confirm(shop.client, verification, arrived["text"].split("인증번호는 ")[1][:6])

    assert answer.status_code == 200


class Carrier(OneAnswer):
    """The carrier of SMS."""

    async def send(self, body: str = CODE, *, subject: str = "") -> None:
        texter = SolapiTexter(
            "https://solapi.example",
            "key",
            "secret",
            sender="0212345678",
            transport=self.transport,
        )
        await texter.send(Message(7, "sms", "01012345678", subject, body, None))


def test_the_signature_is_the_one_of_the_vendors_own_example() -> None:
    signature = sign("test-secret", date="2026-11-20T00:00:00.000Z", salt="0123456789abcdef0123456789abcdef")

    assert signature == "339e5113d9e5275c41a400b31ad73da09d88d0a0820e0b9b896b6253113e973b"


async def test_the_call_is_the_one_of_the_vendors_document() -> None:
    carrier = Carrier(200, {"failedMessageList": []})

    await carrier.send()

    [asked] = carrier.asked
    assert (asked.method, str(asked.url)) == (
        "POST",
        "https://solapi.example/messages/v4/send-many/detail",
    )
    assert json.loads(asked.content) == {
        "messages": [
            {
                "to": "01012345678",
                "from": "0212345678",
                "text": CODE,
                "type": "SMS",
                "country": "82",
                "autoTypeDetect": False,
                "customFields": {"ref": "message-7"},
            }
        ],
        "allowDuplicates": False,
        "showMessageList": True,
    }


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        pytest.param("가" * 45, "SMS", id="ninety bytes"),
        pytest.param("가" * 45 + "a", "LMS", id="ninety-one"),
        pytest.param("a" * 90, "SMS", id="ninety letters"),
        pytest.param(CODE, "SMS", id="a code"),
    ],
)
async def test_more_than_ninety_bytes_leave_as_a_long_message(body: str, kind: str) -> None:
    carrier = Carrier(200, {"failedMessageList": []})

    await carrier.send(body, subject="가" * 30)

    [sms] = json.loads(carrier.asked[0].content)["messages"]
    assert sms["type"] == kind
    assert sms.get("subject") == ("가" * 20 if kind == "LMS" else None)


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (402, {"errorCode": "NotEnoughBalance", "errorMessage": "01012345678"}, "NotEnoughBalance"),
        (400, {"errorCode": "ValidationError"}, "ValidationError"),
        (404, b"<html>", "HTTP_404"),
        (200, {"failedMessageList": [{"to": "01012345678", "statusCode": "3010"}]}, "3010"),
        (200, b'{"failedMessageList": [{}]}', "UNKNOWN"),
    ],
)
async def test_a_refusal_is_final_and_carries_nothing_but_its_code(status: int, body: Any, code: str) -> None:
    with pytest.raises(MessageRefused) as refused:
        await Carrier(status, body).send()

    assert (refused.value.code, str(refused.value)) == (code, code)


@pytest.mark.parametrize(("status", "body"), [(500, b""), (502, b"Bad Gateway"), (200, b"<html>")])
async def test_a_passing_error_is_tried_again(status: int, body: bytes) -> None:
    with pytest.raises(httpx.HTTPError):
        await Carrier(status, body).send()


async def test_the_account_tells_what_it_holds_and_which_numbers_it_may_send_from(
    sandbox: httpx.AsyncClient, texter: SolapiTexter
) -> None:
    await sandbox.post("/control/sms-account", json={"balance": 730, "senders": ["0255556666"]})

    assert await texter.balance() == 730
    assert await texter.senders() == {"0255556666"}


async def test_an_account_that_does_not_answer_is_not_taken_for_an_empty_one(
    wire: Wire, texter: SolapiTexter
) -> None:
    stranger = SolapiTexter("http://sandbox/solapi", "other", "other", sender="0212345678", transport=wire)
    with pytest.raises(CarrierUnavailableError, match="403 InvalidAPIKey"):
        await stranger.balance()
    wire.down = True
    with pytest.raises(CarrierUnavailableError, match="ConnectError"):
        await texter.senders()
    await stranger.close()
