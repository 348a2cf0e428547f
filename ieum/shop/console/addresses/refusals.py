from ieum.shop.kernel.errors import NotFound, ShopError


class AddressNotFound(NotFound):
    code = "address_not_found"
    detail = "없는 IP 주소입니다. 목록에서 다시 골라 주세요."


class PoolNotFound(NotFound):
    code = "pool_not_found"
    detail = "없는 풀입니다. 목록에서 다시 골라 주세요."


class AddressStays(ShopError):
    code = "address_stays"
    title = "바꿀 수 없는 상태입니다"
    detail = "지금 상태에서는 할 수 없는 일입니다. 새로고침하여 상태를 확인해 주세요."


class ImportHasFaults(ShopError):
    status = 422
    code = "import_has_faults"
    title = "등록할 수 없는 줄이 있습니다"
    detail = "아무것도 등록하지 않았습니다. 표시된 줄을 고치거나, 좋은 줄만 등록해 주세요."


class OfficerMailMissing(ShopError):
    code = "officer_mail_missing"
    title = "개인정보 보호책임자의 메일이 없습니다"
    detail = (
        "IP 사용자 조회는 개인정보 보호책임자에게 메일로 알립니다. 설정에서 책임자의 메일을 먼저 넣어 주세요."
    )


class LookupNotYours(NotFound):
    code = "lookup_not_found"
    detail = "조회 결과를 찾을 수 없습니다. 조회를 요청한 사람과 확인한 사람만 볼 수 있습니다."
