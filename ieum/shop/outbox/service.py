"""Shows messages of the outbox with what is personal in them masked."""

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.masking import mask_within
from ieum.shop.messaging import samples
from ieum.shop.messaging.layout import lay_out, letterhead_of
from ieum.shop.messaging.queries import Message
from ieum.shop.messaging.solapi import LONGEST_SMS, size_of
from ieum.shop.outbox import queries
from ieum.shop.outbox.listed import masked
from ieum.shop.outbox.refusals import MessageNotFound, SampleNotFound
from ieum.shop.outbox.types import MessageRow, MessageSeen, OutboxId, SampleText
from ieum.shop.outbox.words import refusal_in_words
from ieum.shop.site import queries as site


async def see(conn: Connection, message: OutboxId) -> MessageSeen:
    """Show a message. Raises MessageNotFound."""
    row = await queries.find_message(conn, message)
    if row is None:
        raise MessageNotFound
    return MessageSeen(
        id=row.id,
        channel=row.channel,
        state=row.state,
        recipient=masked(row.recipient),
        subject=row.subject,
        member_id=row.member_id,
        created_at=row.created_at,
        sent_at=row.sent_at,
        refusal=row.refusal and refusal_in_words(row.refusal),
        body=_masked_text(row),
        button_label=row.button_label,
        why_not_again=why_not_again(row),
    )


def _masked_text(row: MessageRow) -> str:
    """A text calls the member by name; nobody reads that here without the reason that unmasking asks for."""
    if row.has_code:
        return ""
    text = mask_within(row.body, name=row.name, email=row.email, phone=row.phone)
    return text.replace(row.recipient, masked(row.recipient)) if row.recipient else text


def why_not_again(row: MessageRow) -> str | None:
    if row.state in {"waiting", "held"}:
        return "아직 보내는 중입니다."
    if row.has_code:
        return "인증번호가 있어 다시 보내지 않습니다. 회원이 새 번호를 요청할 수 있습니다."
    if not row.body or not row.recipient:
        return "보관 기간이 지나 내용이나 받는 사람을 지운 메시지입니다."
    if row.refusal == "withdrawn":
        return "멈춘 보내기의 메시지라 다시 보내지 않습니다. 필요하면 새로 보내 주세요."
    if row.is_unwanted:
        return "지금은 광고 수신에 동의하지 않는 회원이라 다시 보내지 않습니다."
    return None


def list_samples() -> list[SampleText]:
    """Every text that the shop sends by itself, with sample data."""
    texts: list[SampleText] = []
    for sample in samples.previews():
        size = size_of(sample.body)
        kind = "mail" if sample.subject else "sms" if size <= LONGEST_SMS else "lms"
        texts.append(
            SampleText(
                name=sample.name,
                channel="mail" if sample.subject else "sms",
                subject=sample.subject,
                body=sample.body,
                button_label=sample.button.label if sample.button else "",
                bytes=size,
                kind=kind,
            )
        )
    return texts


async def look_of(conn: Connection, number: int, *, url: str) -> str:
    """The HTML of a mail among `list_samples`, with the shop's name for its logo, which is sent beside it.

    Raises SampleNotFound, also for an SMS.
    """
    found = next((one for at, one in enumerate(samples.previews()) if at == number), None)
    if found is None or not found.subject:
        raise SampleNotFound
    config = await site.get_config(conn)
    label, path = found.button or ("", "")
    message = Message(0, "mail", "", found.subject, found.body, None, button_label=label, button_path=path)
    return lay_out(message, letterhead_of(config, url)).html
