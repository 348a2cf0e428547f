from ieum.shop.kernel.errors import NotFound, ShopError


class AddressNotFound(NotFound):
    code = "address_not_found"
    detail = "없는 IP 주소입니다. 목록에서 다시 골라 주세요."


class PoolNotFound(NotFound):
    code = "pool_not_found"
    detail = "없는 풀입니다. 목록에서 다시 골라 주세요."


class ImportHasFaults(ShopError):
    status = 422
    code = "import_has_faults"
    title = "등록할 수 없는 줄이 있습니다"
    detail = "아무것도 등록하지 않았습니다. 표시된 줄을 고치거나, 좋은 줄만 등록해 주세요."


class LookupNotYours(NotFound):
    code = "lookup_not_found"
    detail = "조회 결과를 찾을 수 없습니다. 조회를 요청한 사람과 확인한 사람만 볼 수 있습니다."
