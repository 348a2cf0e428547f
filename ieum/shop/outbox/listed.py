"""The list of the outbox."""

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import newest
from ieum.shop.kernel.masking import mask_email, mask_phone
from ieum.shop.messaging.queries import Channel
from ieum.shop.outbox.filters import MessageFilters, where_of
from ieum.shop.outbox.types import MessageState
from ieum.shop.outbox.words import CHANNELS, STATES, TONES, refusal_in_words


def masked(recipient: str) -> str:
    """Mask a mail address or a phone number. Empty once the shop has forgotten it."""
    if not recipient:
        return ""
    return mask_email(recipient) if "@" in recipient else mask_phone(recipient)


MESSAGES = List(
    name="messages",
    label="보낸 메시지",
    permission="messages.view",
    filters=MessageFilters,
    where_of=where_of,
    search="메일 주소나 휴대폰 번호 전체",
    key="o.id",
    counted="messages o",
    source="messages o",
    orders={"newest": newest("o.created_at", "o.id")},
    is_kept_here=True,
    columns=(
        Column("id", "번호", "o.id", "number", int, on="row"),
        Column("subject", "내용", "o.subject", "own", str),
        Column("channel", "종류", "o.channel", type=Channel, words=CHANNELS),
        Column("recipient", "받는 사람", "o.recipient", "own", str, converted=masked),
        Column(
            "state",
            "상태",
            """
            CASE WHEN o.sent_at IS NOT NULL THEN 'sent'
                 WHEN o.given_up_at IS NOT NULL THEN 'refused'
                 WHEN o.not_before > now() THEN 'held'
                 ELSE 'waiting' END
            """,
            "state",
            MessageState,
            words=STATES,
            tones=TONES,
        ),
        Column("refusal", "보내지 못한 이유", "o.refusal", converted=refusal_in_words),
        Column("member_id", "회원번호", "o.member_id", "number", on="row"),
        Column("created_at", "만든 때", "o.created_at", "when"),
        Column("sent_at", "보낸 때", "o.sent_at", "when", is_extra=True),
    ),
)
