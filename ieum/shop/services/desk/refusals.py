from ieum.shop.kernel.errors import NotFound


class ServiceMissing(NotFound):
    code = "console_service_not_found"
    detail = "없는 서비스입니다. 목록에서 다시 골라 주세요."
