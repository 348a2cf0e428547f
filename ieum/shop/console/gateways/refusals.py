from ieum.shop.kernel.errors import NotFound, ShopError


class GatewayNotFound(NotFound):
    code = "gateway_not_found"
    detail = "없는 게이트웨이입니다. 목록에서 다시 골라 주세요."


class GatewayNameTaken(ShopError):
    code = "gateway_name_taken"
    title = "이미 있는 이름입니다"
    detail = "같은 이름의 게이트웨이가 있습니다. 다른 이름을 쓰거나 그 게이트웨이의 등록 코드를 새로 만들어 주세요."


class KeyCopyNotFound(NotFound):
    code = "key_copy_not_found"
    detail = "없는 키 사본입니다. 새로고침하여 목록을 확인해 주세요."


class GatewayStays(ShopError):
    code = "gateway_stays"
    title = "바꿀 수 없는 상태입니다"
    detail = "지금 상태에서는 할 수 없는 일입니다. 새로고침하여 상태를 확인해 주세요."


class NoEvacuation(ShopError):
    code = "no_evacuation"
    title = "대피 중이 아닙니다"
    detail = "대피 중인 게이트웨이가 아닙니다. 새로고침하여 상태를 확인해 주세요."
