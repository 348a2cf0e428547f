"""Rules for notices to many members: their text, their cost, and what is missing in them. Pure."""

import re
from typing import Literal

import msgspec

from ieum.shop.broadcasts.types import BroadcastForm, BroadcastId
from ieum.shop.messaging.queries import Channel
from ieum.shop.messaging.solapi import LONGEST_SMS, size_of
from ieum.shop.outbox.types import MessagePrices

# What carriers take as a long SMS (LMS).
LONGEST_LMS = 2000
# More recipients than these take a second person.
ALONE_UP_TO = 100
AD = "(광고)"
# A number that costs whoever calls it nothing.
_FREE_NUMBER = re.compile(r"080[0-9]{7,8}")


class Written(msgspec.Struct, frozen=True):
    """A text as it is sent. `bytes` counts as the carriers do."""

    subject: str
    body: str
    kind: Literal["mail", "sms", "lms"]
    bytes: int


def wrong_in(form: BroadcastForm) -> list[tuple[str, str]]:
    """List the fields that are wrong, and what to do about each."""
    wrong: list[tuple[str, str]] = []
    subject, refusal = form.subject or "", form.refusal_phone or ""
    if form.channel == "mail" and not subject.strip():
        wrong.append(("wish.subject", "메일의 제목을 적어 주세요."))
    if form.is_advertising and not _FREE_NUMBER.fullmatch(refusal.replace("-", "")):
        wrong.append(("wish.refusalPhone", "광고에는 080으로 시작하는 무료수신거부 번호가 있어야 합니다."))
    if form.channel == "sms" and size_of(form.body) > LONGEST_LMS - 200:
        wrong.append(("wish.body", "문자로 보내기에는 너무 깁니다. 1,800바이트까지 적어 주세요."))
    return wrong


def written(form: BroadcastForm, *, site: str, phone: str, mail: str) -> Written:
    """Lay the text out as the law wants it (정보통신망법 제50조, 시행령 별표 6): who sends it, and how to refuse it.

    The words in front stand exactly so: variants such as `[광고]` are forbidden.
    """
    body, subject = form.body.strip(), (form.subject or "").strip()
    refusal = (form.refusal_phone or "").strip()
    if form.channel == "sms":
        head = f"{AD}{site}" if form.is_advertising else f"[{site}]"
        foot = f"\n무료수신거부 {refusal}" if form.is_advertising else ""
        return measured("sms", "", f"{head}\n{body}{foot}")
    if not form.is_advertising:
        return measured("mail", f"[{site}] {subject}", f"{body}\n")
    sender = "\n".join(
        filter(None, [site, f"연락처: {phone}" if phone else "", f"메일: {mail}" if mail else ""])
    )
    foot = f"■ 보낸 곳\n{sender}\n\n■ 수신 거부\n광고 메일을 받지 않으시려면 {refusal}(무료)로 전화해 주세요."
    return measured("mail", f"{AD} {subject}", f"{body}\n\n{foot}\n")


def measured(channel: Channel, subject: str, body: str) -> Written:
    size = size_of(body)
    kind = "mail" if channel == "mail" else "sms" if size <= LONGEST_SMS else "lms"
    return Written(subject, body, kind, size)


def cost(text: Written, prices: MessagePrices) -> float | None:
    """Won for one recipient; a mail costs nothing. None where nobody has written the price down."""
    if text.kind == "mail":
        return 0
    return prices.sms if text.kind == "sms" else prices.lms


def reference(broadcast: BroadcastId, member: int) -> str:
    return f"broadcast:{broadcast}:{member}"
