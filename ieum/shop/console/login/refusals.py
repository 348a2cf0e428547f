"""Refusals about logins, passkeys, invitations, staff and roles."""

from ieum.shop.kernel.errors import ShopError


class StaffLoginFailed(ShopError):
    """Failed login, with one answer for every reason, so that nobody learns which of the three was right."""

    status = 401
    code = "staff_login_failed"
    title = "로그인하지 못했습니다"
    detail = "이메일, 비밀번호, 인증번호 중 맞지 않는 것이 있습니다. 다시 확인해 주세요."


class StaffPasskeyRefused(ShopError):
    status = 401
    code = "staff_passkey_refused"
    title = "패스키로 로그인하지 못했습니다"
    detail = "이 패스키로는 로그인할 수 없습니다. 다시 시도하거나 비밀번호와 인증번호로 로그인해 주세요."


class StaffCodeWrong(ShopError):
    status = 422
    code = "staff_code_wrong"
    title = "인증번호가 맞지 않습니다"
    detail = "인증번호가 맞지 않거나 이미 쓴 번호입니다. 앱에 새 번호가 나오면 다시 입력해 주세요."


class InvitationNotFound(ShopError):
    status = 404
    code = "invitation_not_found"
    title = "쓸 수 없는 초대 링크입니다"
    detail = "이미 썼거나 하루가 지난 링크입니다. 초대한 사람에게 새 링크를 받아 주세요."


class InvitationNotYours(ShopError):
    status = 403
    code = "invitation_not_yours"
    title = "초대 메일을 보낼 수 없습니다"
    detail = (
        "첫 초대 메일은 초대를 확인한 직원만 다시 보낼 수 있습니다. 그 직원이 없으면 초대를 지우고 새로 초대하거나 "
        "서버를 관리하는 사람에게 링크를 요청해 주세요."
    )


class NoMailForInvitation(ShopError):
    code = "no_mail_for_invitation"
    title = "초대 메일을 보낼 수 없습니다"
    detail = "메일 서버가 아직 없습니다. 서버를 관리하는 사람에게 초대 링크를 요청해 직접 전해 주세요."


class StaffNotFound(ShopError):
    status = 404
    code = "staff_not_found"
    title = "직원을 찾을 수 없습니다"
    detail = "이미 제외되었거나 없는 직원입니다. 목록을 새로 고쳐 주세요."


class RoleNotFound(ShopError):
    status = 404
    code = "role_not_found"
    title = "역할을 찾을 수 없습니다"
    detail = "이미 지워졌거나 없는 역할입니다. 목록을 새로 고쳐 주세요."


class MoreThanOwn(ShopError):
    status = 403
    code = "more_than_own"
    title = "자신에게 없는 권한입니다"
    detail = "자신에게 없는 권한은 다른 직원에게 줄 수 없습니다. 소유자에게 요청해 주세요."


class OwnerNeeded(ShopError):
    code = "owner_needed"
    title = "소유자가 한 명은 있어야 합니다"
    detail = "로그인할 수 있는 다른 소유자가 없습니다. 먼저 다른 직원을 소유자로 바꿔 주세요."


class LocksYouOut(ShopError):
    status = 422
    code = "locks_you_out"
    title = "지금 접속한 네트워크가 없습니다"
    detail = "이 목록대로면 지금 쓰고 계신 네트워크에서 콘솔에 들어올 수 없습니다. 지금 IP를 포함해 주세요."


class TooManyStaffPasskeys(ShopError):
    code = "staff_too_many_passkeys"
    title = "패스키를 더 등록할 수 없습니다"
    detail = "패스키는 10개까지 등록할 수 있습니다. 쓰지 않는 패스키를 지워 주세요."
