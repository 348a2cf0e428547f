"""Korean names of card issuers, and what the member reads where a card cannot be registered. Pure."""

from ieum.shop.kernel.masking import mask_card
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.toss_codes import REMEDIES

_ISSUERS = {
    "3K": "기업BC카드",
    "46": "광주은행카드",
    "71": "롯데카드",
    "30": "산업은행카드",
    "31": "BC카드",
    "51": "삼성카드",
    "38": "새마을금고카드",
    "41": "신한카드",
    "62": "신협카드",
    "36": "씨티카드",
    "33": "우리BC카드",
    "W1": "우리카드",
    "37": "우체국카드",
    "39": "저축은행카드",
    "35": "전북은행카드",
    "42": "제주은행카드",
    "15": "카카오뱅크카드",
    "3A": "케이뱅크카드",
    "24": "토스뱅크카드",
    "21": "하나카드",
    "61": "현대카드",
    "11": "국민카드",
    "91": "농협카드",
    "34": "수협카드",
}
_BY_CODE = {
    "INVALID_CARD_NUMBER": "카드 번호가 올바르지 않습니다. 카드 정보를 확인한 뒤 다시 등록해 주세요.",
    "INVALID_CARD_EXPIRATION": "카드 유효기간이 올바르지 않습니다. 카드 정보를 확인한 뒤 다시 등록해 주세요.",
    "INVALID_CARD_PASSWORD": "카드 비밀번호가 일치하지 않습니다. 카드 정보를 확인한 뒤 다시 등록해 주세요.",
    "INVALID_CARD_IDENTITY": "카드 소유자 정보가 일치하지 않습니다. 카드 정보를 확인한 뒤 다시 등록해 주세요.",
    "INVALID_BIRTH_DAY_FORMAT": "생년월일 또는 사업자등록번호가 올바르지 않습니다. 확인한 뒤 다시 등록해 주세요.",
    "INVALID_STOPPED_CARD": "정지된 카드입니다. 다른 카드를 등록해 주세요.",
    "INVALID_REJECT_CARD": "카드사에서 사용을 거절한 카드입니다. 다른 카드를 등록하거나 카드사에 문의해 주세요.",
    "REJECT_CARD_COMPANY": "카드사에서 등록을 승인하지 않았습니다. 다른 카드를 등록하거나 카드사에 문의해 주세요.",
    "REJECT_ACCOUNT_PAYMENT": "잔액 부족으로 등록하지 못했습니다. 다른 카드를 등록해 주세요.",
    "EXCEED_MAX_AUTH_COUNT": "인증 횟수를 초과했습니다. 카드사에 문의하거나 다른 카드를 등록해 주세요.",
    "NOT_FOUND_BILLING": "카드 등록 시간이 지났습니다. 처음부터 다시 등록해 주세요.",
}
_BY_REMEDY = {
    Remedy.TRY_LATER: "지금은 이 카드를 등록할 수 없습니다. 잠시 후 다시 시도하거나 다른 카드를 등록해 주세요.",
    Remedy.NEW_CARD: "정기결제에 쓸 수 없는 카드입니다. 다른 카드를 등록해 주세요.",
    Remedy.START_AGAIN: "카드 등록 시간이 지났습니다. 처음부터 다시 등록해 주세요.",
    Remedy.OUR_FAULT: "지금은 카드를 등록할 수 없습니다. 고객센터로 문의해 주세요.",
}


def issuer_name(code: str | None) -> str:
    """The issuer's Korean name, or the word for "card" where the code is new to us."""
    return _ISSUERS.get(code or "", "카드")


def registration_text(code: str) -> str:
    remedy = REMEDIES.get(code, Remedy.TRY_LATER)
    return _BY_CODE.get(code) or _BY_REMEDY.get(remedy, _BY_REMEDY[Remedy.TRY_LATER])


def card_name(issuer_code: str | None, number: str | None) -> str:
    """A card as messages name it: its issuer and its last four digits."""
    return f"{issuer_name(issuer_code)} {mask_card(number or '')[-4:]}"
