"""Files of what the member wrote to the shop, and the shop to the member."""

from ieum.shop.inquiries.words import AUTHORS, CATEGORIES
from ieum.shop.inquiries.words import STATES as INQUIRY_STATES
from ieum.shop.kernel.phones import hyphenated
from ieum.shop.member_archive.types import OwnFile, field
from ieum.shop.outbox.words import CHANNELS

_ACTIONS = {
    "shown": "문의를 봄",
    "taken": "문의를 맡음",
    "answered": "답변함",
    "image_shown": "사진을 봄",
    "image_hidden": "사진을 지움",
}

CONTACT = (
    OwnFile(
        name="문의",
        meaning="1:1 문의입니다.",
        tables=("inquiries",),
        fields=(
            field("번호", "i.id", "문의마다 하나인 번호"),
            field("분류", "i.category", "고른 분류", CATEGORIES),
            field("제목", "i.title", "적은 제목"),
            field("상태", "i.state", "지금의 상태", INQUIRY_STATES),
            field("접수일시", "i.created_at", "문의한 때"),
            field("마지막 글", "i.last_message_at", "마지막 글이 올라온 때"),
            field("서비스", "i.service_id", "문의한 서비스의 번호"),
            field("주문번호", "i.order_id", "문의한 주문"),
        ),
        source="FROM inquiries i WHERE i.member_id = %(member)s ORDER BY i.id",
    ),
    OwnFile(
        name="문의 글",
        meaning="문의에 오간 글입니다.",
        tables=("inquiry_messages",),
        fields=(
            field("문의", "t.inquiry_id", "문의의 번호"),
            field("쓴 쪽", "t.author", "회원과 쇼핑몰 가운데 누가 썼는지", AUTHORS),
            field("내용", "t.body", "글의 내용"),
            field("일시", "t.created_at", "쓴 때"),
        ),
        source="""FROM inquiry_messages t JOIN inquiries i ON i.id = t.inquiry_id
            WHERE i.member_id = %(member)s ORDER BY t.id""",
    ),
    OwnFile(
        name="문의 사진",
        meaning="문의에 올린 사진입니다. 사진은 ‘문의 사진’ 폴더에 번호로 있습니다.",
        tables=("inquiry_images",),
        fields=(
            field("번호", "g.id", "사진 파일의 번호"),
            field("문의", "t.inquiry_id", "문의의 번호"),
            field("이름", "g.name", "올린 파일의 이름"),
            field("크기", "g.size", "파일의 크기 (바이트)"),
            field("올린 일시", "g.created_at", "올린 때"),
            field("삭제일시", "g.hidden_at", "사진을 지운 때"),
        ),
        source="""FROM inquiry_images g LEFT JOIN inquiry_messages t ON t.id = g.message_id
            WHERE g.member_id = %(member)s ORDER BY g.id""",
    ),
    OwnFile(
        name="문의 처리",
        meaning="직원이 문의를 보거나 답한 내역입니다.",
        tables=("inquiry_actions",),
        fields=(
            field("일시", "a.done_at", "처리한 때"),
            field("문의", "a.inquiry_id", "문의의 번호"),
            field("내용", "a.action", "처리한 일", _ACTIONS),
        ),
        source="FROM inquiry_actions a WHERE a.member_id = %(member)s ORDER BY a.id",
    ),
    OwnFile(
        name="메시지",
        meaning="쇼핑몰이 보낸 메일과 문자입니다. 인증번호가 있는 것은 내용을 뺐습니다.",
        tables=("messages",),
        fields=(
            field("일시", "g.created_at", "보내기로 한 때"),
            field("수단", "g.channel", "메일인지 문자인지", CHANNELS),
            field("받는 곳", "g.recipient", "메일 주소나 전화번호", shown=hyphenated),
            field("제목", "g.subject", "메일의 제목"),
            field("내용", "CASE WHEN g.code_until IS NULL THEN g.body END", "메일과 문자의 내용"),
            field("보낸 일시", "g.sent_at", "보낸 때"),
            field("그만둔 일시", "g.given_up_at", "보내지 못해 그만둔 때"),
        ),
        source="FROM messages g WHERE g.member_id = %(member)s ORDER BY g.id",
    ),
    OwnFile(
        name="단체 발송",
        meaning="여러 회원에게 함께 보낸 메일과 문자를 받은 내역입니다.",
        tables=("broadcast_recipients",),
        fields=(
            field("일시", "b.made_at", "보내기로 한 때"),
            field("수단", "b.channel", "메일인지 문자인지", CHANNELS),
            field("광고", "b.is_advertising", "광고인지"),
            field("제목", "b.subject", "메일의 제목"),
            field("보낸 일시", "x.written_at", "회원에게 보낸 때"),
        ),
        source="""FROM broadcast_recipients x JOIN broadcasts b ON b.id = x.broadcast_id
            WHERE x.member_id = %(member)s ORDER BY b.id""",
    ),
)
