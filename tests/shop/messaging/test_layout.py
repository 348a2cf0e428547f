"""A mail leaves in two forms that say the same, and its HTML holds nothing that a member could have put in."""

import asyncio
import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP
from psycopg.errors import CheckViolation

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.messaging import inquiry_templates, samples, service, service_templates
from ieum.shop.messaging.drivers import SmtpMailer
from ieum.shop.messaging.layout import Letterhead, lay_out
from ieum.shop.messaging.queries import Message
from ieum.shop.messaging.samples import Preview
from ieum.shop.messaging.templates import Button, Text
from tests.cases import Cases
from tests.shop.builders.shops import Shop
from tests.shop.builders.worker import run_jobs

HEAD = Letterhead("이음", "https://ieum.example", "이음 주식회사", "02-1234-5678", "help@ieum.example")
MAILS = [preview for preview in samples.previews() if preview.subject]
# What a mail may hold; everything else would be removed somewhere, or load something.
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "table", "tr", "th", "td"),
    *("h1", "h2", "p", "ul", "li", "a", "b", "br"),
}


class Parts(HTMLParser):
    """The elements of a document, and the text of its body."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._hidden = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._hidden = self._hidden or tag in {"style", "title"}
        self.text += " "

    def handle_endtag(self, tag: str) -> None:
        self._hidden = self._hidden and tag not in {"style", "title"}
        self.text += " "

    def handle_data(self, data: str) -> None:
        self.text += "" if self._hidden else data

    @property
    def links(self) -> list[str]:
        return [attributes["href"] or "" for tag, attributes in self.elements if tag == "a"]


def a_mail(body: str, *, subject: str = "[이음] 안내", button: Button | None = None) -> Message:
    label, path = button or ("", "")
    return Message(7, "mail", "hong@example.com", subject, body, None, button_label=label, button_path=path)


def laid_out(preview: Preview) -> Message:
    return lay_out(a_mail(preview.body, subject=preview.subject, button=preview.button), HEAD)


def words(text: str) -> list[str]:
    return re.findall(r"[0-9A-Za-z가-힣]+", text)


def test_both_forms_say_the_same_and_load_nothing() -> None:
    cases = Cases()

    for preview in MAILS:
        with cases.case(preview.name):
            mail = laid_out(preview)
            page = Parts(mail.html)

            assert {tag for tag, _ in page.elements} <= TAGS
            assert all(not {"src", "background"} & attributes.keys() for _, attributes in page.elements)
            assert "url(" not in mail.html
            # The button's address is the one thing that is a link in one form, and text in the other.
            button = [f"{HEAD.url}{preview.button.path}"] if preview.button else []
            assert page.links == [*button, HEAD.url]
            assert button == [] or f"{preview.button and preview.button.label}: {button[0]}\n" in mail.body
            spoken = mail.body.replace(button[0], "") if button else mail.body
            assert set(words(spoken)) <= set(words(page.text))

    cases.assert_right(at_least=72)


@pytest.mark.parametrize(
    "body",
    [
        "<script>alert(1)</script> 님, 안녕하세요.",
        "문의: <img src=x onerror=alert(1)>",
        "- <b onclick='x'>굵게</b>",
        '■ "><script>alert(1)</script>',
        "인증번호: <script>1</script>",
    ],
)
def test_what_a_member_has_typed_is_no_html(body: str) -> None:
    mail = a_mail(body, subject=f"[이음] {body}", button=Button(body, "/mypage"))

    page = Parts(lay_out(mail, HEAD._replace(business=body)).html)

    assert {tag for tag, _ in page.elements} <= TAGS
    assert all(not name.startswith("on") for _, attributes in page.elements for name in attributes)
    assert body.removeprefix("- ").removeprefix("■ ").partition(": ")[2] or body[2:] in unescape(page.text)


def test_a_code_is_large_and_facts_are_a_table() -> None:
    html = lay_out(a_mail("입력해 주세요.\n\n인증번호: 123456\n\n아이디: hong"), HEAD).html

    assert re.search(r"인증번호<br><b [^>]*font-size:36px[^>]*>123456</b>", html)
    assert re.search(r"<th [^>]*>아이디</th><td [^>]*>hong</td>", html)


def test_a_sender_who_has_filled_in_nothing_still_signs() -> None:
    mail = lay_out(a_mail("안녕하세요."), Letterhead("이음", "https://ieum.example"))

    assert mail.body == "안녕하세요.\n\n--\n이음\nhttps://ieum.example\n"


async def test_a_mail_in_the_outbox_keeps_its_button_and_is_laid_out_when_it_is_sent(
    shop: Shop,
) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET phone = '02-1234-5678'")
        await service.mail(
            conn,
            to="hong@example.com",
            text=Text(
                "[이음] 안내", "<b>홍길동</b> 님\n", Button("결제내역 보기", "/mypage/payment-history")
            ),
            reference="paid:1",
        )

    [mail] = (await run_jobs(shop)).delivered

    url = shop.app.state.settings.public_url
    assert f"결제내역 보기: {url}/mypage/payment-history\n" in mail.body
    assert "고객센터 02-1234-5678" in mail.body
    assert f'href="{url}/mypage/payment-history"' in mail.html
    assert "&lt;b&gt;홍길동&lt;/b&gt; 님" in mail.html


@pytest.mark.parametrize(
    "path", ["//evil.example", "https://evil.example", "/\\evil.example", "mypage", "/a b", ""]
)
async def test_a_button_leads_nowhere_but_into_the_shop(conn: Connection, path: str) -> None:
    with pytest.raises(CheckViolation):
        await execute(
            conn,
            """
            INSERT INTO messages (channel, recipient, body, reference, button_label, button_path)
            VALUES ('mail', 'hong@example.com', '', 'paid:1', '결제내역 보기', %(path)s)
            """,
            path=path,
        )


async def sent_by_smtp(mail: Message) -> EmailMessage:
    class Mailbox:
        content = b""

        async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - its name
            self.content = envelope.content
            return "250 OK"

    mailbox = Mailbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(mailbox), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        await SmtpMailer(f"smtp://127.0.0.1:{port}").send(mail, sender="help@ieum.example")
    return message_from_bytes(mailbox.content, _class=EmailMessage, policy=policy.default)


async def test_a_mail_is_sent_as_text_and_html() -> None:
    sent = await sent_by_smtp(lay_out(a_mail("홍길동 님\n"), HEAD))

    assert sent.get_content_type() == "multipart/alternative"
    plain, html = sent.iter_parts()
    assert (plain.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    assert "홍길동 님" in html.get_content()


async def test_a_logo_travels_inside_the_mail() -> None:
    sent = await sent_by_smtp(lay_out(a_mail("홍길동 님"), HEAD._replace(logo=b"picture")))

    plain, related = sent.iter_parts()
    html, logo = related.iter_parts()
    assert plain.get_content_type() == "text/plain"
    assert 'src="cid:logo"' in html.get_content()
    assert (logo["content-id"], logo.get_content()) == ("<logo>", b"picture")


@pytest.mark.parametrize("words", ["http://evil.example/win", "evil.example", "win@evil.example", "a:b.c"])
def test_no_link_is_made_of_what_a_member_has_typed(words: str) -> None:
    """Anybody may enter a stranger's address, and name a device or a question as they like."""
    at = datetime.now(UTC)
    for text in (
        service_templates.device_added(site="이음", name="김이음", device=words, at=at),
        service_templates.device_set_up_by_link(site="이음", name="김이음", device=words, at=at),
        inquiry_templates.inquiry_answered(site="이음", name="김이음", title=words, inquiry=1, at=at),
    ):
        assert words not in text.body
        assert words in text.body.replace("\u2060", "")
