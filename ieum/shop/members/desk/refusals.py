from ieum.shop.kernel.errors import NotFound, ShopError


class MemberNotFound(NotFound):
    code = "member_not_found"
    detail = "회원을 찾을 수 없습니다. 번호를 다시 확인해 주세요."


class MemberHasLeft(ShopError):
    code = "member_has_left"
    title = "탈퇴한 회원입니다"
    detail = "탈퇴한 회원의 개인정보는 파기되었고, 더 바꿀 수 있는 것이 없습니다."


class NotForSubIds(ShopError):
    code = "not_for_sub_ids"
    title = "서브 아이디에는 할 수 없습니다"
    detail = "서브 아이디에는 포인트와 교체권이 없고, 차단도 회원 단위로 합니다. 서브 아이디를 만든 회원에게 해 주세요."


class MemberIsBlocked(ShopError):
    code = "member_is_blocked"
    title = "차단한 회원입니다"
    detail = "차단한 회원은 로그인할 수 없어 볼 화면이 없습니다. 차단을 해제한 뒤 다시 시도해 주세요."
