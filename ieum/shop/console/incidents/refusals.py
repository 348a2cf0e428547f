"""Refusals about incidents."""

from ieum.shop.kernel.errors import ShopError


class IncidentNotFound(ShopError):
    status = 404
    code = "incident_not_found"
    title = "사고 기록을 찾을 수 없습니다"
    detail = "없는 사고 기록입니다. 목록을 새로 고쳐 주세요."


class IncidentClosed(ShopError):
    status = 409
    code = "incident_closed"
    title = "이미 마친 사고입니다"
    detail = "마친 사고에는 더 적을 수 없습니다. 새로 알게 된 것이 있으면 새 사고로 기록해 주세요."
