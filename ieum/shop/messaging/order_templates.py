"""Texts to buyers about their orders. The mail after a payment contains the whole contract (전자상거래법 13②)."""

from typing import NamedTuple
from urllib.parse import quote

from ieum.shop.kernel.particles import with_particle
from ieum.shop.messaging.templates import Button, Text

_WHERE = "마이페이지 > 결제내역"
_SERVICES = "/mypage/service-status/normal"


class Receipt(NamedTuple):
    """The order as the buyer agreed to it; dates and the payment method are written out."""

    order_id: str
    plan: str
    is_ticket: bool
    is_renewal: bool
    is_recurring: bool
    quantity: int
    # `2026.11.20 ~ 2026.12.20`.
    period: str
    # Empty for a plan without an address of its own.
    addresses: list[str]
    list_amount: int
    discount_amount: int
    points_used: int
    amount: int
    supply_amount: int
    vat_amount: int
    method: str
    paid_at: str


class Seller(NamedTuple):
    """The shop as a party to the contract; fields that the operator has left empty are omitted."""

    site: str
    business: str
    representative: str
    business_number: str
    mail_order_number: str
    address: str
    phone: str
    mail: str


def order_paid(*, name: str, receipt: Receipt, seller: Seller, rule: str) -> Text:
    return Text(
        f"[{seller.site}] 결제가 완료되었습니다",
        f"""{name} 님, 결제가 완료되었습니다. 바로 이용하실 수 있습니다.

■ 주문 내용
{_lines(_goods(receipt))}

■ 결제 내용
{_lines(_money(receipt))}

■ 청약철회와 환불
{rule}

■ 판매자
{_lines(_parties(seller))}

{_next_step(receipt)}
계약 내용은 {_WHERE}에서 언제든지 확인하고 저장하거나 인쇄하실 수 있습니다.
""",
        _button(receipt),
    )


def order_unfulfilled(*, site: str, name: str, order_id: str, plan: str, amount: int, reason: str) -> Text:
    return Text(
        f"[{site}] 결제를 취소하고 전액 환불해 드립니다",
        f"""{name} 님, 결제하신 상품을 제공해 드리지 못해 결제를 전액 취소합니다.

주문번호: {order_id}
상품: {plan}
환불 금액: {amount:,}원
사유: {reason}

카드 결제는 카드사에 따라 영업일 기준 3~4일 안에 취소가 반영됩니다. 불편을 드려 죄송합니다.
""",
        order_button("결제내역 보기", order_id),
    )


def tax_invoice_refused(*, site: str, name: str, order_id: str, reason: str) -> Text:
    return Text(
        f"[{site}] 세금계산서를 발급하지 못했습니다",
        f"""{name} 님, 신청하신 세금계산서를 발급하지 못했습니다.

주문번호: {order_id}
사유: {reason}

내용을 바로잡아 다시 신청하시려면 1:1 문의로 알려 주세요.
""",
        order_button("결제내역 보기", order_id),
    )


def order_button(label: str, order_id: str) -> Button:
    """A button that leads to the page of this order."""
    return Button(label, f"/mypage/payment-history/order?orderId={quote(order_id, safe='')}")


def withdrawal_rule(
    *, unused_only: bool, penalty_percent: int, shortest_amount: int | None, is_ticket: bool
) -> str:
    """Explain how to withdraw from a purchase and what is refunded: by law, or by the owner's stricter rule."""
    unused = (
        "한 장도 사용하지 않은 교체권은 사용 기한이 끝나기 전까지 전액 환불해 드립니다."
        if is_ticket
        else "한 번도 접속하지 않은 상품은 이용 기간이 끝나기 전까지 전액 환불해 드립니다."
    )
    left = "사용하지 않은 교체권의 금액" if is_ticket else "이용하지 않은 기간의 금액"
    less = f"에서 위약금 {penalty_percent}%를 뺀 금액을" if penalty_percent else "을 위약금 없이"
    counted = ""
    if shortest_amount is not None:
        less = "에서 위약금을 뺀 금액을"
        counted = _penalty_of_long_periods(shortest_amount, penalty_percent)
    used = (
        "사용을 시작한 뒤에는 환불되지 않습니다."
        if unused_only
        else f"""사용을 시작하셨더라도 결제한 날부터 7일 안에는 청약을 철회하실 수 있습니다.
이때 {with_particle(left, "을/를")} 위약금 없이 환불해 드립니다.
7일이 지난 뒤에도 언제든지 해지하실 수 있으며, {left}{less} 환불해 드립니다.{counted}"""
    )
    return f"""{unused}
{used}
환불은 {_WHERE}에서 신청하실 수 있으며, 신청하신 날부터 3영업일 이내에 결제하신 수단으로 환급해 드립니다.
환급이 늦어지면 늦어진 기간에 대해 연 15%의 지연이자를 더해 드립니다.
(「전자상거래 등에서의 소비자보호에 관한 법률」 제17조, 제18조)"""


def _penalty_of_long_periods(shortest_amount: int, percent: int) -> str:
    deducted = f"차액과 그 차액을 뺀 나머지의 {percent}%" if percent else "차액"
    whole = f"전체 기간 {shortest_amount:,}원"
    return f"""
위약금은 이용하신 날을 주문할 때 판매하던 가장 짧은 이용 기간의 요금({whole})으로 계산한 {deducted}이며,
모두 합하여 남은 날 요금의 10%를 넘지 않습니다."""


def _goods(receipt: Receipt) -> list[tuple[str, str]]:
    return [
        ("주문번호", receipt.order_id),
        ("상품", receipt.plan + (" (연장)" if receipt.is_renewal else "")),
        ("수량", f"{receipt.quantity}장" if receipt.is_ticket else f"{receipt.quantity}개"),
        ("사용 기한" if receipt.is_ticket else "이용 기간", receipt.period),
        ("이용 중인 IP" if receipt.is_renewal else "배정된 IP", ", ".join(receipt.addresses)),
    ]


def _money(receipt: Receipt) -> list[tuple[str, str]]:
    return [
        ("상품 금액", _won(receipt.list_amount)),
        ("할인 금액", f"-{_won(receipt.discount_amount)}" if receipt.discount_amount else ""),
        ("사용한 포인트", f"-{receipt.points_used:,}포인트" if receipt.points_used else ""),
        (
            "결제 금액",
            f"{_won(receipt.amount)} (공급가액 {_won(receipt.supply_amount)}, 부가세 {_won(receipt.vat_amount)})",
        ),
        ("결제 수단", receipt.method),
        ("결제 일시", receipt.paid_at),
    ]


def _parties(seller: Seller) -> list[tuple[str, str]]:
    return [
        ("상호", seller.business or seller.site),
        ("대표자", seller.representative),
        ("사업자등록번호", seller.business_number),
        ("통신판매업 신고번호", seller.mail_order_number),
        ("주소", seller.address),
        ("전화", seller.phone),
        ("이메일", seller.mail),
    ]


def _next_step(receipt: Receipt) -> str:
    if receipt.is_recurring:
        return "다음 결제일의 확인과 카드 변경, 해지는 마이페이지 > 결제수단 관리에서 하실 수 있습니다."
    if receipt.is_ticket:
        return "교체권은 마이페이지 > IP 변경에서 사용하실 수 있습니다."
    if receipt.is_renewal:
        return "사용하시던 기기에서 그대로 이어서 이용하실 수 있습니다."
    if not receipt.addresses:
        return "이용 기간은 마이페이지 > 이용현황에서 확인하실 수 있습니다."
    return "마이페이지 > 이용현황에서 기기를 추가하면 바로 접속할 수 있습니다."


def _button(receipt: Receipt) -> Button:
    if receipt.is_ticket:
        return Button("IP 변경하기", "/mypage/change-ip")
    if receipt.is_renewal or not receipt.addresses:
        return Button("이용현황 보기", _SERVICES)
    return Button("기기 추가하기", _SERVICES)


def _won(amount: int) -> str:
    return f"{amount:,}원"


def _lines(facts: list[tuple[str, str]]) -> str:
    return "\n".join(f"{label}: {value}" for label, value in facts if value)
