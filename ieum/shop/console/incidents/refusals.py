"""What is refused about incidents."""

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


class NoNoticeOfOutage(ShopError):
    code = "no_notice_of_outage"
    title = "장애에는 이 공지를 쓰지 않습니다"
    detail = "30일 공지는 개인정보 유출과 침해 사고에만 올립니다. 장애는 콘텐츠의 공지사항으로 알려 주세요."


class NoticeStands(ShopError):
    code = "notice_stands"
    title = "이미 홈페이지에 공지했습니다"
    detail = "이 사고의 공지가 이미 올라가 있습니다. 내용은 콘텐츠에서 고칠 수 있습니다."
