"""The errors by which logins, second factors and passkeys are refused."""

from ieum.shop.kernel.errors import CrossSite, InvalidFields, ShopError, Unauthenticated
from ieum.shop.members.passwords import TooBusy


class LoginFailed(ShopError):
    status = 401
    code = "login_failed"
    title = "로그인할 수 없습니다"
    detail = "아이디 또는 비밀번호가 일치하지 않습니다."


class SubIdWithheld(ShopError):
    """Told only to whoever knows the password."""

    status = 403
    code = "sub_id_withheld"
    title = "지금은 사용할 수 없는 아이디입니다"
    detail = (
        "사용이 중지되었거나 사용 기간이 끝난 서브 아이디입니다. 아이디를 만들어 준 회원에게 문의해 주세요."
    )


class MemberBlocked(ShopError):
    """Told only to whoever has the password or the passkey."""

    status = 403
    code = "member_blocked"
    title = "이용이 제한된 계정입니다"
    detail = "이용이 제한되어 로그인하실 수 없습니다. 사유와 해제 방법은 고객센터로 문의해 주세요."


class SecondFactorRequired(ShopError):
    status = 401
    code = "second_factor_required"
    title = "2단계 인증이 필요합니다"
    detail = "인증 앱의 인증번호 6자리를 입력해 주세요."


class OtpWrong(ShopError):
    status = 401
    code = "otp_wrong"
    title = "로그인할 수 없습니다"
    detail = "인증번호가 일치하지 않습니다. 인증 앱에 새로 표시된 번호를 입력해 주세요."


class PasskeyRefused(ShopError):
    status = 401
    code = "passkey_refused"
    title = "로그인할 수 없습니다"
    detail = "패스키를 확인하지 못했습니다. 다시 시도하시거나 아이디와 비밀번호로 로그인해 주세요."


class PasskeyUnverified(ShopError):
    status = 401
    code = "passkey_unverified"
    title = "로그인할 수 없습니다"
    detail = (
        "패스키에서 지문, 얼굴 또는 PIN이 확인되지 않았습니다. 화면 잠금이나 PIN을 설정하고 다시 시도하시거나 "
        "아이디와 비밀번호로 로그인해 주세요."
    )


class LoginLocked(ShopError):
    status = 429
    code = "login_locked"
    title = "잠시 후 다시 시도해 주세요"


class TotpAlreadyOn(ShopError):
    code = "totp_already_on"
    detail = "이미 2단계 인증을 사용하고 있습니다. 새로 등록하려면 먼저 사용을 해제해 주세요."


class TotpNotStarted(ShopError):
    code = "totp_not_started"
    detail = "2단계 인증 등록을 처음부터 다시 시작해 주세요."


class TotpOff(ShopError):
    code = "totp_off"
    detail = "2단계 인증을 사용하고 있지 않습니다. 먼저 등록해 주세요."


class ChallengeExpired(ShopError):
    code = "challenge_expired"
    detail = "등록 시간이 지났습니다. 처음부터 다시 시도해 주세요."


class TooManyPasskeys(ShopError):
    code = "too_many_passkeys"
    detail = "패스키는 20개까지 등록할 수 있습니다. 쓰지 않는 패스키를 삭제한 뒤 다시 시도해 주세요."


class PasskeyNotFound(ShopError):
    status = 404
    code = "passkey_not_found"
    title = "찾을 수 없습니다"
    detail = "이미 삭제되었거나 없는 패스키입니다."


# What a member's change may be refused with that asks for the password again.
PASSWORD_REFUSALS = (Unauthenticated, CrossSite, InvalidFields, LoginLocked, TooBusy)
