"""The test cards of the registration window; the last digits tell whether and when a card is refused."""

from typing import Literal, NamedTuple

from ieum.dev.sandbox.toss.types import BillingCard


class TestCard(NamedTuple):
    ending: str
    label: str
    issuer_code: str = "41"
    card_type: str = "신용"
    # At which step the card's company refuses and with which code; None: never.
    refused_at: Literal["issue", "charge"] | None = None
    code: str | None = None

    @property
    def number(self) -> str:
        """The masked number as Toss writes it, which hides the last digit too."""
        return f"43301234****{self.ending}*"

    def as_billing_card(self) -> BillingCard:
        return BillingCard(self.issuer_code, self.number, self.card_type, self.issuer_code)


CARDS = {
    card.ending: card
    for card in (
        TestCard("001", "신한카드 · 정상"),
        TestCard("002", "국민 체크카드 · 정상", "11", "체크"),
        TestCard("003", "현대카드 · 정상", "61"),
        TestCard("101", "등록 거절: 정지된 카드", "51", "신용", "issue", "INVALID_STOPPED_CARD"),
        TestCard("102", "등록 거절: 지원하지 않는 카드", "11", "기프트", "issue", "NOT_SUPPORTED_CARD_TYPE"),
        TestCard("103", "등록 거절: 인증 횟수 초과", "21", "신용", "issue", "EXCEED_MAX_AUTH_COUNT"),
        TestCard("201", "청구 거절: 한도 초과", "41", "신용", "charge", "REJECT_CARD_PAYMENT"),
        TestCard("202", "청구 거절: 카드사 거절", "71", "신용", "charge", "REJECT_CARD_COMPANY"),
        TestCard("203", "청구 거절: 유효기간 만료", "51", "신용", "charge", "INVALID_CARD_EXPIRATION"),
        TestCard("204", "청구 거절: 정지된 카드", "31", "신용", "charge", "INVALID_STOPPED_CARD"),
        TestCard("205", "청구 거절: 분실·도난", "61", "신용", "charge", "INVALID_CARD_LOST_OR_STOLEN"),
    )
}
