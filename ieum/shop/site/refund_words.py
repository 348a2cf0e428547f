"""The refund rules in Korean, said alike in published texts and at the checkout. Pure.

`refunds/` applies the rules (docs/decisions/0027).
"""

from collections.abc import Mapping

from ieum.shop.site.types import SiteConfig

# Of the example's 33,000 won for 30 days, what is left after 10 days.
_LEFT = 22_000
# Of the other example's 300,000 won for 365 days, what is left after 73 days, and what is left if these cost what they
# cost in periods of a month at 30,000 won.
_LEFT_OF_YEAR, _LEFT_AT_MONTHS = 240_000, 228_000


def words(config: SiteConfig) -> Mapping[str, str]:
    """By the name of the placeholder: the rules of the law, or those of the operator's stricter setting."""
    if config.refund_mode == "owner":
        return _UNUSED_ONLY
    return _by_law(config.refund_penalty_percent, at_shortest=config.refund_shortest_price)


_ONLY_UNUSED = (
    "접속한 적이 없으면 이용 기간이 끝나기 전까지 전액을 결제한 수단으로 돌려드립니다. "
    "접속한 뒤에는 환불되지 않습니다."
)
_UNUSED_ONLY = {
    "refundRule": _ONLY_UNUSED,
    "refundRuleInShort": _ONLY_UNUSED,
    "refundOnceUsed": "환불되지 않습니다",
    "refundAtFirst": "환불되지 않습니다",
    "refundLater": "환불되지 않습니다",
    "refundExample": (
        "예를 들어 11월 20일에 1개월(30일)을 33,000원에 결제하고 접속하지 않으셨으면, "
        "이용 기간이 끝나기 전까지 언제 신청하셔도 33,000원을 모두 돌려드립니다."
    ),
    "ticketRefundRule": (
        "한 장도 쓰지 않은 구매는 사용 기한이 끝나기 전까지 전액을 결제한 수단으로 돌려드립니다. "
        "한 장이라도 쓴 뒤에는 환불되지 않습니다."
    ),
}


def _by_law(percent: int, *, at_shortest: bool) -> Mapping[str, str]:
    later, example, refund_later = "", "", "남은 날의 요금 전부, 위약금 없음"
    once_used = refund_later
    if percent:
        penalty = _LEFT * percent // 100
        refund_later = f"남은 날의 요금에서 위약금 {percent}%를 뺀 금액"
        once_used = f"남은 날의 요금 전부. 결제한 날부터 7일이 지났으면 {refund_later}"
        later = f" 결제한 날부터 7일이 지났으면 위약금 {percent}%를 뺍니다."
        example = (
            f" 결제한 날부터 7일이 지났으므로 그 {percent}%인 위약금 {penalty:,}원을 뺀 "
            f"{_LEFT - penalty:,}원을 돌려드립니다."
        )
    later_of_tickets = later
    if at_shortest:
        refund_later = "남은 날의 요금에서 위약금(남은 날 요금의 10%까지)을 뺀 금액"
        once_used = f"남은 날의 요금 전부. 결제한 날부터 7일이 지났으면 {refund_later}"
        later = _penalty_of_long_periods(percent)
        example += _example_of_year(percent)
    given_back = (
        "접속한 적이 없으면 전액을, 접속했으면 이용하지 않은 기간의 요금을 하루 단위로 계산해 "
        f"결제한 수단으로 돌려드립니다.{later}"
    )
    return {
        "refundRule": (
            "결제한 날부터 7일 안에는 위약금 없이 청약을 철회할 수 있고, 그 뒤에도 언제든지 해지할 수 있습니다. "
            f"{given_back}"
        ),
        "refundRuleInShort": f"결제한 날부터 7일 안 청약철회, 그 뒤 중도 해지 가능. {given_back}",
        "refundOnceUsed": once_used,
        "refundAtFirst": "남은 날의 요금 전부, 위약금 없음",
        "refundLater": refund_later,
        "refundExample": (
            "예를 들어 11월 20일에 1개월(30일)을 33,000원에 결제하고 다음 날 접속하신 뒤 11월 30일에 해지하시면, "
            f"이용한 10일분 11,000원을 뺀 22,000원이 남은 날의 요금입니다.{example} "
            "결제한 날 바로 접속하셨으면 그날도 이용한 날과 전체 날수에 하루씩 넣고, 1원 미만은 회원에게 유리하게 "
            "계산합니다."
        ),
        "ticketRefundRule": (
            "쓰지 않은 교체권은 사용 기한이 끝나기 전까지 환불을 신청할 수 있습니다. 여러 장 가운데 일부를 썼으면 "
            f"남은 장수만큼 계산해 결제한 수단으로 돌려드립니다.{later_of_tickets}"
        ),
    }


def _penalty_of_long_periods(percent: int) -> str:
    deducted = f"차액과 그 차액을 뺀 나머지의 {percent}%를" if percent else "차액을"
    return (
        " 결제한 날부터 7일이 지났으면 이용한 날을 주문할 때 판매하던 가장 짧은 이용 기간의 요금으로 계산한 "
        f"{deducted} 위약금으로 뺍니다. 위약금은 모두 합하여 남은 날 요금의 10%를 넘지 않습니다."
    )


def _example_of_year(percent: int) -> str:
    back = max(_LEFT_AT_MONTHS - _LEFT_AT_MONTHS * percent // 100, _LEFT_OF_YEAR * 90 // 100)
    return (
        " 1개월에 30,000원인 상품을 12개월(365일) 300,000원에 결제하고 73일을 이용하신 뒤 해지하시면, 이용한 날의 "
        "요금은 60,000원이고 1개월 요금으로 계산하면 72,000원입니다. "
        f"남은 날의 요금 {_LEFT_OF_YEAR:,}원에서 위약금 {_LEFT_OF_YEAR - back:,}원을 뺀 {back:,}원을 돌려드립니다."
    )
