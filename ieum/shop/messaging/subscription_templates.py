"""Texts to members about their recurring payments: what happens when, and what they can do until then."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Button, Text

_WHERE = "마이페이지 > 결제수단 관리"
_PAGE = "/mypage/payment-method-management"
_MANAGE = Button("정기결제 확인하기", _PAGE)
_STOP = (
    f"해지를 원하시면 {_WHERE}에서 결제일 전까지 언제든지 해지하실 수 있습니다.\n"
    "해지하셔도 이미 결제한 기간은 끝까지 이용하실 수 있습니다."
)


def started(*, site: str, name: str, plan: str, amount: int, paid_until: str, due_at: datetime) -> Text:
    return Text(
        f"[{site}] 정기결제가 시작되었습니다",
        f"""{name} 님, 정기결제가 시작되었습니다.

상품: {plan}
결제 금액: {amount:,}원 (부가세 포함)
이용 기간: {paid_until}까지
다음 결제일: {seoul.minute(due_at)}

결제 7일 전과 1일 전에 미리 알려 드립니다.
{_STOP}
""",
        _MANAGE,
    )


def charge_ahead(
    *, site: str, name: str, plan: str, amount: int, card: str, due_at: datetime, days: int
) -> Text:
    return Text(
        f"[{site}] {days}일 후 정기결제가 진행됩니다",
        f"""{name} 님, {seoul.day(due_at)}에 {amount:,}원이 결제될 예정입니다.

상품: {plan}
결제 금액: {amount:,}원 (부가세 포함)
결제 예정 일시: {seoul.minute(due_at)}
결제 카드: {card}

카드를 바꾸시려면 결제 전까지 {_WHERE}에서 변경해 주세요.
{_STOP}
""",
        Button("결제수단 확인하기", _PAGE),
    )


def charge_ahead_sms(*, site: str, amount: int, due_at: datetime) -> str:
    return f"[{site}] {seoul.day(due_at)}에 정기결제 {amount:,}원이 결제될 예정입니다. 카드 변경과 해지: {_WHERE}"


def refused(
    *,
    site: str,
    name: str,
    plan: str,
    amount: int,
    refusal: str,
    retry_at: datetime | None,
    until: datetime,
    suspended: bool,
) -> Text:
    """Report a refused charge. `until`: the end of the grace or, once suspended, when the address is released."""
    again = (
        f"{seoul.minute(retry_at)}에 다시 결제를 시도합니다. 그 전에 {_WHERE}에서 바로 결제하거나 "
        "카드를 바꾸실 수 있습니다."
        if retry_at
        else f"자동으로 다시 시도하지 않습니다. {_WHERE}에서 카드를 바꾸거나 바로 결제해 주세요."
    )
    return Text(
        f"[{site}] 정기결제가 되지 않았습니다",
        f"""{name} 님, 정기결제 {amount:,}원이 결제되지 않았습니다.

상품: {plan}
사유: {refusal}

{again}
{_deadline(until, suspended=suspended)}
""",
        Button("결제하기", _PAGE),
    )


def refused_sms(
    *, site: str, amount: int, retry_at: datetime | None, until: datetime, suspended: bool
) -> str:
    again = (
        f"{seoul.day(retry_at)}에 다시 시도합니다."
        if retry_at
        else "다른 카드로 변경하거나 바로 결제해 주세요."
    )
    return (
        f"[{site}] 정기결제 {amount:,}원이 결제되지 않았습니다. {again} "
        f"{_deadline(until, suspended=suspended)} 카드 변경과 결제: {_WHERE}"
    )


def postponed(
    *,
    site: str,
    name: str,
    plan: str,
    amount: int,
    retry_at: datetime | None,
    until: datetime,
    suspended: bool,
) -> Text:
    """Report a charge that failed through our own fault; the member need not do anything."""
    again = (
        f"{seoul.minute(retry_at)}에 다시 결제를 시도합니다. 따로 하실 일은 없습니다."
        if retry_at
        else f"{_WHERE}에서 바로 결제하시거나 고객센터로 문의해 주세요."
    )
    return Text(
        f"[{site}] 정기결제가 늦어지고 있습니다",
        f"""{name} 님, 저희 쪽 사정으로 정기결제 {amount:,}원을 진행하지 못했습니다. 불편을 드려 죄송합니다.

상품: {plan}

{again}
{_deadline(until, suspended=suspended)}
""",
        _MANAGE,
    )


def postponed_sms(*, site: str, amount: int, retry_at: datetime | None) -> str:
    again = f"{seoul.day(retry_at)}에 다시 시도합니다." if retry_at else "고객센터로 문의해 주세요."
    return f"[{site}] 저희 쪽 사정으로 정기결제 {amount:,}원을 진행하지 못했습니다. {again}"


def suspended(*, site: str, name: str, plan: str, amount: int, release_at: datetime) -> Text:
    return Text(
        f"[{site}] 결제되지 않아 이용이 정지되었습니다",
        f"""{name} 님, 정기결제가 되지 않아 이용이 정지되었습니다.

상품: {plan}
결제할 금액: {amount:,}원 (부가세 포함)

{_WHERE}에서 카드를 바꾸거나 바로 결제하시면 같은 IP로 곧바로 다시 이용하실 수 있습니다.
{seoul.minute(release_at)}까지 결제되지 않으면 정기결제가 종료되고 IP가 회수됩니다.
""",
        Button("결제하기", _PAGE),
    )


def suspended_sms(*, site: str, release_at: datetime) -> str:
    return (
        f"[{site}] 정기결제가 되지 않아 이용이 정지되었습니다. {seoul.day(release_at)}까지 {_WHERE}에서 결제해 주세요. "
        "결제되지 않으면 IP가 회수됩니다."
    )


def released(*, site: str, name: str, plan: str) -> Text:
    return Text(
        f"[{site}] 정기결제가 종료되고 IP가 회수되었습니다",
        f"""{name} 님, 결제가 되지 않아 정기결제를 종료하고 IP를 회수했습니다. 더 이상 결제되지 않습니다.

상품: {plan}

다시 이용하시려면 새로 구매해 주세요. 같은 IP를 다시 받지 못할 수 있습니다.
""",
        Button("상품 보기", "/"),
    )


def released_sms(*, site: str) -> str:
    return f"[{site}] 결제가 되지 않아 정기결제가 종료되고 IP가 회수되었습니다. 다시 이용하시려면 새로 구매해 주세요."


def price_rise(
    *, site: str, name: str, plan: str, old: int, new: int, card: str, due_at: datetime, paid_until: str
) -> Text:
    """Ask for consent to a higher price, with the contents that 전자상거래법 13⑥ and 시행령 20-2 require."""
    return Text(
        f"[{site}] 이용 요금 변경에 동의해 주세요",
        f"""{name} 님, {seoul.day(due_at)}부터 이용 요금이 {old:,}원에서 {new:,}원으로 변경됩니다.

상품: {plan}
변경 전 금액: {old:,}원 (부가세 포함)
변경 후 금액: {new:,}원 (부가세 포함)
변경된 금액의 첫 결제일: {seoul.minute(due_at)}
결제수단: {card}

{_WHERE}에서 동의 여부를 선택해 주세요.
결제일 전까지 동의하지 않으시면 정기결제가 해지되며, {paid_until}까지는 계속 이용하실 수 있습니다.
{_STOP}
""",
        Button("동의 여부 선택하기", _PAGE),
    )


def price_rise_sms(*, site: str, old: int, new: int, due_at: datetime) -> str:
    return (
        f"[{site}] {seoul.day(due_at)}부터 이용 요금이 {old:,}원에서 {new:,}원으로 변경됩니다. "
        f"{_WHERE}에서 동의 여부를 선택해 주세요. 동의하지 않으시면 정기결제가 해지됩니다."
    )


def price_not_agreed(*, site: str, name: str, plan: str, paid_until: str) -> Text:
    return Text(
        f"[{site}] 요금 변경에 동의하지 않으셔서 정기결제가 해지됩니다",
        f"""{name} 님, 변경된 요금에 동의하지 않으셔서 결제하지 않았습니다. 금액은 청구되지 않습니다.

상품: {plan}
이용 기간: {paid_until}까지

{paid_until}까지는 계속 이용하실 수 있으며, 그때까지 {_WHERE}에서 동의하시면 정기결제가 이어집니다.
""",
        _MANAGE,
    )


def price_not_agreed_sms(*, site: str, paid_until: str) -> str:
    return (
        f"[{site}] 요금 변경에 동의하지 않으셔서 결제하지 않았습니다. {paid_until}까지 이용하실 수 있습니다. "
        f"계속 이용: {_WHERE}"
    )


def stop_requested(*, site: str, name: str, plan: str, paid_until: str) -> Text:
    return Text(
        f"[{site}] 정기결제 해지가 접수되었습니다",
        f"""{name} 님, 정기결제 해지가 접수되었습니다. 더 이상 결제되지 않습니다.

상품: {plan}
이용 기간: {paid_until}까지

{paid_until}까지는 계속 이용하실 수 있습니다. 마음이 바뀌시면 그때까지 {_WHERE}에서 해지를 취소하실 수 있습니다.
""",
        _MANAGE,
    )


def stop_requested_while_charging(*, site: str, name: str, plan: str, paid_until: str) -> Text:
    return Text(
        f"[{site}] 정기결제 해지가 접수되었습니다",
        f"""{name} 님, 정기결제 해지가 접수되었습니다. 해지 전에 시작된 결제 1건은 결과를 확인하고 있습니다.

상품: {plan}
결제된 기간: {paid_until}까지

해지 전에 시작된 결제가 완료되면 메일로 알려 드리며, 그 기간의 마지막 날까지 이용하실 수 있습니다.
그 결제를 원하지 않으시면 마이페이지 > 결제내역에서 환불을 신청하실 수 있습니다.
완료되지 않으면 금액은 청구되지 않으며, 이용 기간은 {paid_until}까지입니다.
어느 경우에도 그 뒤로는 결제되지 않습니다.
""",
        Button("결제내역 보기", "/mypage/payment-history"),
    )


def stopped(*, site: str, name: str, plan: str) -> Text:
    return Text(
        f"[{site}] 정기결제가 종료되었습니다",
        f"""{name} 님, 결제하신 기간이 끝나 정기결제가 종료되었습니다. 더 이상 결제되지 않습니다.

상품: {plan}

다시 이용하시려면 새로 구매해 주세요. 그동안 이용해 주셔서 감사합니다.
""",
        Button("상품 보기", "/"),
    )


def _deadline(until: datetime, *, suspended: bool) -> str:
    if suspended:
        return f"{seoul.minute(until)}까지 결제되지 않으면 IP가 회수됩니다."
    return f"{seoul.minute(until)}까지는 계속 이용하실 수 있고, 그때까지 결제되지 않으면 이용이 정지됩니다."
