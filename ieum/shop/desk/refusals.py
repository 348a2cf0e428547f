"""Refusals of every call of the console."""

from ieum.shop.kernel.errors import ShopError


class StaffUnauthenticated(ShopError):
    status = 401
    code = "staff_login_required"
    title = "로그인이 필요합니다"
    detail = "콘솔에 다시 로그인해 주세요. 30분 동안 쓰지 않았거나 12시간이 지나면 자동으로 로그아웃됩니다."


class PermissionMissing(ShopError):
    status = 403
    code = "permission_missing"
    title = "권한이 없습니다"
    detail = "이 작업을 할 권한이 없습니다. 소유자에게 권한을 요청해 주세요."


class NetworkNotAllowed(ShopError):
    status = 403
    code = "network_not_allowed"
    title = "허용되지 않은 네트워크입니다"
    detail = (
        "이 네트워크에서는 콘솔을 쓸 수 없습니다. 허용된 네트워크에서 접속하거나 소유자에게 문의해 주세요."
    )


class ReasonNeeded(ShopError):
    status = 422
    code = "reason_needed"
    title = "사유가 필요합니다"
    detail = "사유를 적어 주세요. 기록에 남습니다."
