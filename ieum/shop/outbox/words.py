"""Words of messages in the console."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.messaging.queries import Channel
from ieum.shop.outbox.types import MessageState, Standing

# What the list is narrowed by; one that waits for the day waits.
STANDINGS: Mapping[Standing, str] = {"waiting": "보내는 중", "sent": "보냄", "refused": "보내지 못함"}
STATES: Mapping[MessageState, str] = {**STANDINGS, "held": "낮을 기다림"}
TONES: Mapping[MessageState, Tone] = {"waiting": "warn", "held": "warn", "sent": "ok", "refused": "danger"}
CHANNELS: Mapping[Channel, str] = {"mail": "메일", "sms": "문자"}
# Why a message was given up, as the outbox names it; any other is the code of whoever was to deliver it.
_REFUSALS = {
    "too_late": "인증번호가 만료된 뒤라 보내지 않았습니다.",
    "no_sms_account": "문자 발송 계정이 연결되어 있지 않습니다. 설정에서 연결해 주세요.",
    "member_left": "회원이 탈퇴해 보내지 않았습니다.",
    "overtaken": "보내기 전에 내용이 더는 맞지 않게 되어 취소했습니다.",
    "budget": "오늘 이 수신자에게 보낸 것이 많아 보내지 않았습니다. 같은 내용은 회원의 마이페이지에 있습니다.",
    "withdrawn": "보내기를 멈추면서 취소했습니다.",
}


def refusal_in_words(code: str) -> str:
    return _REFUSALS.get(code) or f"보내는 곳에서 받지 않았습니다. (코드 {code})"
