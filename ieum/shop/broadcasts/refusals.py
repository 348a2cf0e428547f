"""Refusals about notices to many members."""

from ieum.shop.kernel.errors import ShopError


class BroadcastNotFound(ShopError):
    status = 404
    code = "broadcast_not_found"
    title = "보내기를 찾을 수 없습니다"
    detail = "없는 보내기입니다. 목록을 새로 고쳐 주세요."


class NobodyToWriteTo(ShopError):
    status = 409
    code = "nobody_to_write_to"
    title = "받을 회원이 없습니다"
    detail = "이 조건에 맞고 받을 수 있는 회원이 없습니다. 조건을 바꿔 주세요."


class BroadcastRepeated(ShopError):
    status = 409
    code = "broadcast_repeated"
    title = "방금 보낸 안내입니다"
    detail = (
        "같은 회원에게 같은 내용을 한 시간 안에 보냈거나, 보내려고 두 번째 확인을 기다리고 있습니다. "
        "목록을 확인하고, 다시 보내려면 한 시간 뒤에 보내 주세요."
    )
