"""Texts that a member reads when a move is refused: what happened, and what to do."""

from ieum.shop.kernel.errors import NotFound, ShopError


class MoveNotFound(NotFound):
    code = "move_not_found"
    detail = "이전 안내를 찾을 수 없습니다. 이용현황을 새로고침하여 다시 확인해 주세요."


class MoveOver(ShopError):
    code = "move_over"
    title = "이전할 수 없습니다"
    detail = "이용이 끝났거나 환불된 상품이라 이전할 수 없습니다. 이용현황을 새로고침하여 확인해 주세요."


class NewGatewayFull(ShopError):
    code = "new_gateway_full"
    title = "지금은 이전할 수 없습니다"
    detail = "새 접속 서버에 기기를 등록하지 못했습니다. 지금 설정은 그대로 쓰실 수 있으니 고객센터로 문의해 주세요."


class NewAddressGone(ShopError):
    code = "new_address_gone"
    title = "지금은 이전할 수 없습니다"
    detail = (
        "준비해 둔 새 IP를 쓸 수 없게 되어 다른 IP를 찾고 있습니다. 지금 설정은 그대로 쓰실 수 있습니다. 잠시 후 "
        "이용현황을 새로고침하여 새 IP를 확인한 뒤 다시 눌러 주세요."
    )


class MoveUnderWay(ShopError):
    code = "move_under_way"
    title = "이미 옮기는 중입니다"
    detail = "다른 게이트웨이로 옮기고 있는 서비스입니다. 끝나거나 취소된 뒤에 다시 시도해 주세요."


class NoRoomElsewhere(ShopError):
    code = "no_room_elsewhere"
    title = "옮길 자리가 없습니다"
    detail = "같은 통신사의 다른 게이트웨이에 남은 IP가 없습니다. IP를 등록한 뒤 다시 시도해 주세요."
