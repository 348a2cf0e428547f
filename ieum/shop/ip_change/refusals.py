"""Texts that a member reads when a change or its undoing is refused: what happened, and what to do."""

from ieum.shop.kernel.errors import NotFound, ShopError


class ChangeNotFound(NotFound):
    code = "ip_change_not_found"
    detail = "IP 변경 내역을 찾을 수 없습니다. 새로고침하여 다시 확인해 주세요."


class AddressAlreadyChanged(ShopError):
    code = "address_already_changed"
    title = "IP가 이미 변경되었습니다"
    detail = "IP가 이미 변경되었습니다. 새로고침하여 현재 IP를 확인해 주세요. 교체권은 사용되지 않았습니다."


class ChangeUnderWay(ShopError):
    code = "ip_change_under_way"
    title = "IP를 변경하고 있습니다"
    detail = "이 상품의 IP를 변경하고 있습니다. 변경이 끝난 뒤 다시 시도해 주세요."


class NoOtherAddress(ShopError):
    code = "no_other_address"
    title = "변경할 IP가 없습니다"
    detail = "지금 변경해 드릴 수 있는 IP가 없습니다. 교체권은 사용되지 않았으니 잠시 후 다시 시도해 주세요."


class GatewayAway(ShopError):
    code = "ip_change_gateway_away"
    title = "지금은 IP를 변경할 수 없습니다"
    detail = (
        "이 상품의 서버가 잠시 응답하지 않아 IP를 변경할 수 없습니다. 교체권은 사용되지 않았으니 잠시 후 다시 "
        "시도해 주세요."
    )


class TooOftenTakenBack(ShopError):
    code = "ip_change_taken_back_too_often"
    title = "오늘은 IP를 더 변경할 수 없습니다"
    detail = (
        "24시간 동안 IP 변경이 세 번 완료되지 못했습니다. 교체권은 사용되지 않았습니다. 내일 다시 시도하시거나 "
        "고객센터로 문의해 주세요."
    )


class NotUndoable(ShopError):
    code = "ip_change_not_undoable"
    title = "되돌릴 수 없는 변경입니다"
    detail = "이미 되돌렸거나 되돌릴 수 있는 기한이 지난 변경입니다. 새로고침하여 현재 IP를 확인해 주세요."


class FormerAddressGone(ShopError):
    code = "former_address_gone"
    title = "이전 IP로 되돌릴 수 없습니다"
    detail = "이전 IP를 더 이상 드릴 수 없습니다. 현재 IP와 교체권은 그대로이니 고객센터로 문의해 주세요."


class ShareUsedUp(ShopError):
    code = "ip_change_share_used_up"
    title = "IP를 더 변경할 수 없습니다"
    detail = "이 서브 아이디로 쓸 수 있는 교체권을 모두 쓰셨습니다. 상품을 구매한 회원에게 문의해 주세요."
