"""Texts about refunds. Pure; subjects carry no personal data."""

from collections.abc import Sequence
from typing import NamedTuple

from ieum.shop.messaging.order_templates import order_button
from ieum.shop.messaging.templates import Text

_ACCOUNT = """마이페이지 > 결제내역에서 이 주문을 열어 환불받으실 계좌를 입력해 주세요.
계좌를 확인하는 대로 환불하고, 입력하신 계좌 정보는 환불이 끝나면 바로 삭제합니다."""
_ACCOUNT_SOON = """계좌를 확인하는 대로 환불하고, 환불이 끝나면 다시 알려 드립니다."""
_NOT_ME = """본인이 신청하지 않으셨다면 바로 비밀번호를 다시 설정하고 고객센터로 연락해 주세요."""
_SOON = """환불이 끝나면 다시 알려 드립니다. 카드 결제는 카드사에 따라 영업일 기준 3~4일 안에 취소가 반영됩니다."""


class Figures(NamedTuple):
    """Steps in which a refund was computed, and the result."""

    steps: Sequence[tuple[str, int]]
    amount: int
    points: int
    points_clawed_back: int


def refund_begun(
    *,
    site: str,
    name: str,
    order_id: str,
    plan: str,
    reckoned: Figures,
    needs_account: bool,
    reason: str = "",
    to_account: str = "",
) -> Text:
    """Announce a refund.

    `reason`: the operator's, where an operator decided it. `to_account`: the bank account that the member named with
    the request, empty where the money goes back the way it came or where the account is still asked for.
    """
    opening = (
        f"고객센터에서 환불을 진행합니다.\n\n사유: {reason}" if reason else "환불 신청이 접수되었습니다."
    )
    figures = "\n".join(
        [
            *(f"{label}: {won:,}원" for label, won in reckoned.steps),
            f"환불 금액: {reckoned.amount:,}원",
            *([f"돌려받는 포인트: {reckoned.points:,}포인트"] if reckoned.points else []),
            *(
                [f"회수되는 포인트: {reckoned.points_clawed_back:,}포인트"]
                if reckoned.points_clawed_back
                else []
            ),
            *([f"환불 계좌: {to_account}"] if to_account else []),
        ]
    )
    next_step = _ACCOUNT if needs_account else f"{_ACCOUNT_SOON}\n{_NOT_ME}" if to_account else _SOON
    return Text(
        f"[{site}] 환불을 진행합니다",
        f"""{name} 님, {opening}

주문번호: {order_id}
상품: {plan}

{figures}

{next_step}
""",
        order_button("환불 계좌 입력하기" if needs_account else "결제내역 보기", order_id),
    )


def refund_done(
    *, site: str, name: str, order_id: str, amount: int, points: int, by_hand: bool, to_account: str = ""
) -> Text:
    """`to_account`: the bank account that the money went to; empty where it went back the way it came."""
    how = "고객센터에서 확인한 방법으로" if by_hand else "계좌로" if to_account else "결제하신 수단으로"
    money = f"환불 금액: {amount:,}원 ({how} 환불)\n" if amount else ""
    to = f"환불 계좌: {to_account}\n" if to_account else ""
    return Text(
        f"[{site}] 환불이 완료되었습니다",
        f"""{name} 님, 환불이 완료되었습니다.

주문번호: {order_id}
{money}{to}{f"돌려받은 포인트: {points:,}포인트" if points else ""}

{f"{_NOT_ME}{chr(10)}" if to_account else ""}자세한 내용은 마이페이지 > 결제내역에서 확인하실 수 있습니다.
""",
        order_button("결제내역 보기", order_id),
    )


def refund_account_named(*, site: str, name: str, order_id: str, amount: int, to_account: str) -> Text:
    return Text(
        f"[{site}] 환불 계좌가 등록되었습니다",
        f"""{name} 님, 환불받으실 계좌가 등록되었습니다.

주문번호: {order_id}
환불 금액: {amount:,}원
환불 계좌: {to_account}

{_ACCOUNT_SOON}
{_NOT_ME}
""",
        order_button("결제내역 보기", order_id),
    )


def refund_stuck(*, site: str, name: str, order_id: str, amount: int) -> Text:
    return Text(
        f"[{site}] 환불을 담당자가 직접 확인하고 있습니다",
        f"""{name} 님, 결제대행사에서 환불이 바로 처리되지 않아 담당자가 직접 확인하고 있습니다.

주문번호: {order_id}
환불 금액: {amount:,}원

따로 하실 일은 없습니다. 처리 방법을 확인하는 대로 안내해 드리겠습니다. 불편을 드려 죄송합니다.
""",
        order_button("결제내역 보기", order_id),
    )


def refund_account_needed(*, site: str, name: str, order_id: str, amount: int) -> Text:
    return Text(
        f"[{site}] 환불받으실 계좌를 입력해 주세요",
        f"""{name} 님, 입금하신 금액을 돌려드리려면 환불받으실 계좌가 필요합니다.

주문번호: {order_id}
환불 금액: {amount:,}원

{_ACCOUNT}
""",
        order_button("환불 계좌 입력하기", order_id),
    )


def refund_account_wrong(*, site: str, name: str, order_id: str, amount: int) -> Text:
    return Text(
        f"[{site}] 환불 계좌를 다시 확인해 주세요",
        f"""{name} 님, 입력하신 계좌로 환불하지 못했습니다. 은행, 계좌번호, 예금주를 다시 확인해 주세요.

주문번호: {order_id}
환불 금액: {amount:,}원

{_ACCOUNT}
""",
        order_button("환불 계좌 입력하기", order_id),
    )
