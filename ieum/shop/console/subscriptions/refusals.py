"""What is refused about recurring payments."""

from ieum.shop.kernel.errors import NotFound, ShopError


class NoSuchSubscription(NotFound):
    code = "no_such_subscription"
    title = "정기결제를 찾을 수 없습니다"
    detail = "없는 정기결제입니다. 번호를 확인하거나 목록에서 다시 찾아 주세요."


class CannotStop(ShopError):
    code = "cannot_stop"
    title = "해지할 수 없습니다"
    detail = "해지할 수 없는 정기결제입니다."


class CannotCharge(ShopError):
    code = "cannot_charge"
    title = "지금 결제할 수 없습니다"
    detail = "지금 결제할 수 없는 정기결제입니다."
