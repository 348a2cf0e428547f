"""What staff read when something about an order cannot be done: why, and what to do instead."""

from ieum.shop.kernel.errors import NotFound, ShopError


class ConsoleOrderNotFound(NotFound):
    code = "order_not_found"
    detail = "주문을 찾을 수 없습니다. 주문번호를 다시 확인해 주세요."


class ProviderSilent(ShopError):
    """The provider cannot be asked; nothing was changed, so the same call may be repeated."""

    status = 503
    code = "provider_silent"
    title = "결제대행사가 응답하지 않습니다"
    detail = "결제대행사와 연결이 원활하지 않아 아무것도 바꾸지 않았습니다. 잠시 후 다시 시도해 주세요."


class ProviderKnowsNothing(ShopError):
    code = "provider_knows_nothing"
    title = "결제대행사에 이 결제가 없습니다"
    detail = "결제대행사에서 이 결제를 찾지 못했습니다. 설정의 결제대행사 키가 이 결제를 받은 키인지 확인해 주세요."


class NothingToLookUp(ShopError):
    code = "nothing_to_look_up"
    title = "확인할 결제가 없습니다"
    detail = "이 주문에는 결제를 시도한 기록이 없어 결제대행사에 확인할 것이 없습니다."


class NoDepositAwaited(ShopError):
    code = "no_deposit_awaited"
    title = "입금을 기다리는 주문이 아닙니다"
    detail = (
        "입금을 기다리거나 은행이 입금을 취소한 주문만 확인할 수 있습니다. 주문의 지금 상태를 확인해 주세요."
    )


class MessageNotOfOrder(NotFound):
    code = "message_not_found"
    detail = "이 주문의 메시지를 찾을 수 없습니다. 주문 화면을 새로 고친 뒤 다시 확인해 주세요."


class NotSentAgain(ShopError):
    code = "not_sent_again"
    title = "다시 보낼 수 없는 메시지입니다"
    detail = "아직 보내는 중이거나, 이미 다시 보냈거나, 내용이 지워진 메시지입니다. 주문의 메시지 목록을 확인해 주세요."
