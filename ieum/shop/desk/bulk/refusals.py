"""Refusals of bulk changes."""

from ieum.shop.kernel.errors import ShopError


class BulkNotFound(ShopError):
    status = 404
    code = "bulk_not_found"
    title = "처리 내역을 찾을 수 없습니다"
    detail = "없는 처리 내역입니다. 목록을 새로 고쳐 주세요."


class NothingToDo(ShopError):
    status = 409
    code = "nothing_to_do"
    title = "처리할 것이 없습니다"
    detail = "선택한 것 가운데 이 일을 할 수 있는 것이 없습니다. 선택을 바꿔 주세요."


class BulkStays(ShopError):
    status = 409
    code = "bulk_stays"
    title = "지금은 할 수 없습니다"
    detail = "지금 상태에서는 할 수 없는 일입니다. 새로고침하여 상태를 확인해 주세요."
