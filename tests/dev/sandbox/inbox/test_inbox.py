import hashlib
import hmac
import secrets
import smtplib
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import httpx
import pytest

from ieum.dev.sandbox.inbox.solapi import sign
from ieum.dev.sandbox.settings import SandboxSettings

SETTINGS = SandboxSettings()


def authorization(
    *,
    key: str = SETTINGS.solapi_key,
    secret: str = SETTINGS.solapi_secret,
    date: str | None = None,
    salt: str | None = None,
) -> str:
    date = date or datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    salt = salt or secrets.token_hex(16)
    signature = hmac.new(secret.encode(), (date + salt).encode(), hashlib.sha256).hexdigest()
    return f"HMAC-SHA256 apiKey={key}, date={date}, salt={salt}, signature={signature}"


def sms(
    to: str = "01012345678", text: str = "[이음] 인증번호는 123456 입니다.", **more: Any
) -> dict[str, Any]:
    return {"to": to, "from": "0212345678", "text": text, "type": "SMS", **more}


def send(
    client: httpx.Client, *messages: dict[str, Any], header: str | None = None, **more: Any
) -> httpx.Response:
    return client.post(
        "/solapi/messages/v4/send-many/detail",
        json={"messages": messages, "showMessageList": True, **more},
        headers={"authorization": header or authorization()},
    )


def inbox(client: httpx.Client, **query: str) -> list[dict[str, Any]]:
    return client.get("/inbox/messages", params=query).json()


def test_an_sms_is_shown_in_the_inbox(client: httpx.Client) -> None:
    answer = send(client, sms(customFields={"ref": "verification-1"}))

    assert answer.status_code == 200
    assert answer.json()["groupInfo"]["count"]["registeredSuccess"] == 1
    [accepted] = answer.json()["messageList"]
    assert (accepted["statusCode"], accepted["customFields"]) == ("2000", {"ref": "verification-1"})
    [message] = inbox(client)
    assert datetime.now(UTC) - datetime.fromisoformat(message.pop("receivedAt")) < timedelta(minutes=1)
    assert message == {
        "id": 1,
        "channel": "sms",
        "to": "01012345678",
        "from": "0212345678",
        "subject": "",
        "text": "[이음] 인증번호는 123456 입니다.",
        "html": "",
    }


def test_the_signature_is_made_as_solapi_documents_it(client: httpx.Client) -> None:
    vector = sign("test-secret", "2026-11-20T00:00:00.000Z", "0123456789abcdef0123456789abcdef")

    assert vector == "339e5113d9e5275c41a400b31ad73da09d88d0a0820e0b9b896b6253113e973b"
    assert inbox(client) == []


@pytest.mark.parametrize(
    ("header", "status", "code"),
    [
        ("Bearer token", 400, "ValidationError"),
        ("HMAC-SHA256 apiKey=k, date=d, salt=short, signature=0", 400, "ValidationError"),
        (authorization(key="somebody-else"), 403, "InvalidAPIKey"),
        (authorization(secret="wrong"), 403, "SignatureDoesNotMatch"),
        (authorization(date="2020-01-01T00:00:00.000Z"), 403, "RequestTimeTooSkewed"),
        (authorization(date="yesterday"), 400, "ValidationError"),
    ],
)
def test_a_wrong_header_sends_nothing(client: httpx.Client, header: str, status: int, code: str) -> None:
    answer = send(client, sms(), header=header)

    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert inbox(client) == []


def test_a_signature_is_accepted_only_once(client: httpx.Client) -> None:
    header = authorization()
    send(client, sms(), header=header)

    again = send(client, sms(), header=header)

    assert (again.status_code, again.json()["errorCode"]) == (403, "DuplicatedSignature")
    assert len(inbox(client)) == 1


@pytest.mark.parametrize(
    "message",
    [sms(to="010-1234-5678"), sms(text=""), {"to": "01012345678", "text": "발신번호 없음"}, sms(type="FAX")],
)
def test_a_malformed_message_refuses_the_whole_call(client: httpx.Client, message: dict[str, Any]) -> None:
    answer = send(client, sms(), message)

    assert (answer.status_code, answer.json()["errorCode"]) == (400, "ValidationError")
    assert inbox(client) == []


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (sms(text="가" * 46), "1031"),
        (sms(text="가" * 1001, type="LMS"), "1031"),
        (sms(text="웃음 \U0001f600"), "1029"),
    ],
)
def test_a_recipient_may_fail_although_the_call_is_answered_200(
    client: httpx.Client, message: dict[str, Any], code: str
) -> None:
    answer = send(client, message)

    assert answer.status_code == 200
    [failed] = answer.json()["failedMessageList"]
    assert (failed["statusCode"], failed["to"]) == (code, "01012345678")
    assert inbox(client) == []


def test_the_same_recipient_twice_is_refused_unless_allowed(client: httpx.Client) -> None:
    assert len(send(client, sms(), sms()).json()["failedMessageList"]) == 1
    assert send(client, sms(), sms(), allowDuplicates=True).json()["failedMessageList"] == []
    assert len(inbox(client)) == 3


def test_forty_five_syllables_are_the_longest_sms(client: httpx.Client) -> None:
    assert send(client, sms(text="가" * 45)).json()["failedMessageList"] == []


def test_messages_are_found_by_recipient_and_newest_first(client: httpx.Client) -> None:
    send(client, sms(text="첫째"), sms(to="01099998888", text="남의 것"))
    send(client, sms(text="둘째"))

    assert [message["text"] for message in inbox(client, to="010-1234-5678")] == ["둘째", "첫째"]
    assert client.delete("/inbox/messages").status_code == 204
    assert inbox(client) == []


def test_the_inbox_page_escapes_messages(client: httpx.Client) -> None:
    send(client, sms(text='<script>alert("1")</script> https://shop.test/verify?a=1&b=2 끝'))

    shown = client.get("/inbox").text

    assert "<script>alert" not in shown
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;" in shown
    link = "https://shop.test/verify?a=1&amp;b=2"
    assert f'<a href="{link}">{link}</a> 끝' in shown
    assert '<meta http-equiv="refresh"' in shown


def test_an_empty_inbox_shows_a_text(client: httpx.Client) -> None:
    assert "아직 도착한 메시지가 없습니다" in client.get("/inbox").text


def mail(html: str | None = None, plain: str | None = None, to: str = "buyer@example.com") -> EmailMessage:
    message = EmailMessage()
    message["from"] = "이음 <shop@ieum.test>"
    message["to"] = to
    message["subject"] = "인증번호 안내 <b>"
    if plain is not None:
        message.set_content(plain)
    if html is not None and plain is not None:
        message.add_alternative(html, subtype="html")
    elif html is not None:
        message.set_content(html, subtype="html")
    return message


def deliver(port: int, message: EmailMessage) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=5) as connection:
        connection.send_message(message)


def test_a_mail_is_shown_in_the_inbox(remote: httpx.Client, smtp_port: int) -> None:
    deliver(smtp_port, mail(plain="인증번호는 123456 입니다.\n", html="<p>다른 모습</p>"))

    [message] = inbox(remote, to="Buyer@Example.com")

    assert message.pop("receivedAt")
    assert message == {
        "id": 1,
        "channel": "mail",
        "to": "buyer@example.com",
        "from": "이음 <shop@ieum.test>",
        "subject": "인증번호 안내 <b>",
        "text": "인증번호는 123456 입니다.",
        "html": "<p>다른 모습</p>\r\n",
    }
    assert "인증번호 안내 &lt;b&gt;" in remote.get("/inbox").text


def test_a_mail_with_html_only_is_shown_as_text(remote: httpx.Client, smtp_port: int) -> None:
    deliver(smtp_port, mail(html="<p>결제가 <strong>완료</strong>되었습니다.</p>"))

    assert [message["text"] for message in inbox(remote)] == ["결제가 완료되었습니다."]


def test_a_mail_to_two_recipients_gives_two_messages(remote: httpx.Client, smtp_port: int) -> None:
    deliver(smtp_port, mail(plain="안녕하세요.", to="a@example.com, b@example.com"))

    assert len(inbox(remote)) == 2
    assert len(inbox(remote, to="b@example.com")) == 1


def test_a_mail_with_html_is_shown_as_a_mail_program_shows_it(remote: httpx.Client, smtp_port: int) -> None:
    deliver(
        smtp_port,
        mail(plain="결제 완료", html="<p onclick='alert(1)'>결제 완료</p><script>alert(1)</script>"),
    )

    shown, framed = remote.get("/inbox/mails/1"), remote.get("/inbox/mails/1/html")

    assert '<a href="/inbox/mails/1">' in remote.get("/inbox").text
    assert 'src="/inbox/mails/1/html" sandbox="allow-popups allow-popups-to-escape-sandbox"' in shown.text
    assert "인증번호 안내 &lt;b&gt;" in shown.text
    assert shown.headers["content-security-policy"].endswith("frame-src 'self'")
    assert "<p onclick='alert(1)'>결제 완료</p>" in framed.text
    policy = framed.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "script-src" not in policy
    assert "sandbox allow-popups" in policy


def test_a_picture_inside_a_mail_is_shown(remote: httpx.Client, smtp_port: int) -> None:
    message = mail(plain="로고", html='<img src="cid:logo" alt="이음">')
    html = message.get_body(("html",))
    assert html is not None
    html.add_related(b"picture", "image", "png", cid="<logo>")
    deliver(smtp_port, message)

    assert '<img src="data:image/png;base64,cGljdHVyZQ=="' in remote.get("/inbox/mails/1/html").text


def test_only_mails_with_html_have_a_page(remote: httpx.Client, smtp_port: int) -> None:
    deliver(smtp_port, mail(plain="글자만"))

    assert remote.get("/inbox/mails/1").status_code == 404
    assert remote.get("/inbox/mails/2/html").status_code == 404
    assert "/inbox/mails/" not in remote.get("/inbox").text
