from ieum.shop.kernel.errors import NotFound, ShopError


class ServiceMissing(NotFound):
    code = "console_service_not_found"
    detail = "없는 서비스입니다. 목록에서 다시 골라 주세요."


class ServiceStays(ShopError):
    code = "service_stays"
    title = "지금은 할 수 없습니다"
    detail = "지금 상태에서는 할 수 없는 일입니다. 새로고침하여 상태를 확인해 주세요."
