"""Refusals that staff read about orders: why, and what to do instead."""

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
