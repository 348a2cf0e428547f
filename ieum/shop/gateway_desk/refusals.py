from ieum.shop.kernel.errors import NotFound


class GatewayNotFound(NotFound):
    code = "gateway_not_found"
    detail = "없는 게이트웨이입니다. 목록에서 다시 골라 주세요."
