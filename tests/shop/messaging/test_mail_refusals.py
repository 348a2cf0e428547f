"""What a mail server answers, and what is made of it."""

import asyncio
import traceback
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP

from ieum.shop.messaging.drivers import MessageDelayed, MessageRefused, SmtpMailer
from ieum.shop.messaging.queries import Message

MAIL = Message(7, "mail", "hong@example.com", "[이음] 인증번호 안내", "인증번호는 123456 입니다.", None)


class Refusing:
    """Takes nobody, or takes no content."""

    def __init__(self, *, recipient: str = "250 OK", content: str = "250 OK") -> None:
        self.recipient = recipient
        self.content = content

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _: Any) -> str:  # noqa: N802
        if self.recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, _server: Any, _session: Any, _envelope: Any) -> str:  # noqa: N802
        return self.content


@asynccontextmanager
async def answering(server: Refusing) -> AsyncGenerator[SmtpMailer]:
    listener = await asyncio.get_running_loop().create_server(lambda: SMTP(server), "127.0.0.1", 0)
    async with listener:
        yield SmtpMailer(f"smtp://127.0.0.1:{listener.sockets[0].getsockname()[1]}")


@pytest.mark.parametrize(
    ("server", "code"),
    [
        pytest.param(Refusing(recipient="550 no such user"), "SMTP_550", id="nobody there"),
        pytest.param(Refusing(content="554 spam"), "SMTP_554", id="not this mail"),
    ],
)
async def test_a_permanent_refusal_of_the_mail_server_is_not_tried_again(server: Refusing, code: str) -> None:
    async with answering(server) as mailer:
        with pytest.raises(MessageRefused) as refused:
            await mailer.send(MAIL, sender="help@ieum.example")

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("server", "code"),
    [
        pytest.param(
            Refusing(recipient="450 <hong@example.com> greylisted"), "SMTP_450", id="come back later"
        ),
        pytest.param(Refusing(content="452 <hong@example.com> is full"), "SMTP_452", id="no room"),
    ],
)
async def test_a_temporary_refusal_is_tried_again_and_no_log_names_the_recipient(
    server: Refusing, code: str
) -> None:
    """The worker writes what a job raises into its log, and tries again."""
    async with answering(server) as mailer:
        with pytest.raises(MessageDelayed) as delayed:
            await mailer.send(MAIL, sender="help@ieum.example")

    assert str(delayed.value) == code
    assert "hong@example.com" not in "".join(traceback.format_exception(delayed.value))
