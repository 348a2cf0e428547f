"""Texts about deposits into virtual accounts. Pure; subjects carry no personal data."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.kernel.particles import with_ro
from ieum.shop.messaging.order_templates import order_button
from ieum.shop.messaging.templates import Text

_WHERE = "마이페이지 > 결제내역"


def deposit_issued(
    *, site: str, name: str, order_id: str, plan: str, amount: int, bank: str, account: str, due_at: datetime
) -> Text:
    return Text(
        f"[{site}] 입금하실 계좌를 안내해 드립니다",
        f"""{name} 님, 주문해 주셔서 감사합니다. 아래 계좌로 입금하시면 바로 이용하실 수 있습니다.

주문번호: {order_id}
상품: {plan}
입금 금액: {amount:,}원 (부가세 포함)
입금 계좌: {bank} {account}
입금 기한: {seoul.minute(due_at)}까지

금액을 나누지 말고 한 번에 정확히 입금해 주세요. 기한이 지나면 주문이 자동으로 취소됩니다.
주문을 취소하시려면 {_WHERE}에서 취소해 주세요.
""",
        order_button("주문 확인하기", order_id),
    )


def deposit_reminder(
    *, site: str, name: str, order_id: str, plan: str, amount: int, bank: str, account: str, due_at: datetime
) -> Text:
    return Text(
        f"[{site}] 입금 기한이 얼마 남지 않았습니다",
        f"""{name} 님, 아직 입금이 확인되지 않았습니다. 기한이 지나면 주문이 자동으로 취소됩니다.

주문번호: {order_id}
상품: {plan}
입금 금액: {amount:,}원 (부가세 포함)
입금 계좌: {bank} {account}
입금 기한: {seoul.minute(due_at)}까지

이미 입금하셨다면 이 메일은 무시하셔도 됩니다. 주문을 취소하시려면 {_WHERE}에서 취소해 주세요.
""",
        order_button("주문 확인하기", order_id),
    )


def deposit_reminder_sms(*, site: str, amount: int, bank: str, account: str, due_at: datetime) -> str:
    return (
        f"[{site}] {seoul.minute(due_at)}까지 {bank} {with_ro(account)} {amount:,}원을 입금해 주세요."
        " 기한이 지나면 주문이 취소됩니다."
    )


def deposit_expired(*, site: str, name: str, order_id: str) -> Text:
    return Text(
        f"[{site}] 입금 기한이 지나 주문이 취소되었습니다",
        f"""{name} 님, 입금이 확인되지 않아 주문을 취소했습니다. 청구된 금액은 없습니다.

주문번호: {order_id}

안내해 드린 계좌로는 더 이상 입금하지 마세요. 계속 이용하시려면 다시 주문해 주세요.
""",
        order_button("결제내역 보기", order_id),
    )
