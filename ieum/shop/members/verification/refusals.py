"""The errors by which a verification is refused."""

from ieum.shop.kernel import seoul
from ieum.shop.kernel.errors import ShopError, TooManyRequests


class VerificationUnavailable(ShopError):
    code = "verification_unavailable"
    title = "본인 확인을 할 수 없습니다"
    detail = "지금은 이 방법의 인증을 제공하지 않습니다. 다른 방법을 이용하시거나 고객센터로 문의해 주세요."


class IdentityUnavailable(ShopError):
    code = "identity_unavailable"
    title = "본인인증을 할 수 없습니다"
    detail = "지금은 휴대폰 본인인증을 제공하지 않습니다. 다른 방법으로 인증해 주세요."


class IdentityFailed(ShopError):
    code = "identity_failed"
    title = "본인인증이 되지 않았습니다"
    detail = "본인인증에 실패했습니다. 처음부터 다시 인증해 주세요."


class CodeExpired(ShopError):
    code = "code_expired"
    title = "입력 시간이 지났습니다"
    detail = "입력 시간이 지났습니다. 인증번호를 다시 받아 주세요."


class CodeUsedUp(ShopError):
    code = "code_used_up"
    title = "더 입력할 수 없는 인증번호입니다"
    detail = "더 입력할 수 없는 인증번호입니다. 인증번호를 다시 받아 주세요."


class CodeResendTooSoon(ShopError):
    status = 429
    code = "code_resend_too_soon"
    title = "잠시 기다려 주세요"

    def __init__(self, seconds: int) -> None:
        super().__init__(f"{seconds}초 후에 인증번호를 다시 받을 수 있습니다.", retry_after=seconds)


class TooManyCodes(ShopError):
    status = 429
    code = "too_many_codes"
    title = "인증번호를 너무 많이 요청했습니다"

    def __init__(self, seconds: int) -> None:
        hours, minutes = -(-seconds // 3600), -(-seconds // 60)
        wait = f"{minutes}분" if minutes <= 60 else f"{hours}시간"
        super().__init__(
            f"인증번호를 너무 많이 요청했습니다. {wait} 후 다시 시도해 주세요.", retry_after=seconds
        )


class TooManyTexts(TooManyRequests):
    """The whole shop has sent as many codes by SMS within the clock's hour as `site_config.code_texts_an_hour` says."""

    code = "too_many_texts"
    title = "인증 문자를 보낼 수 없습니다"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(
            "인증 문자를 요청하는 분이 많아 지금은 더 보내 드릴 수 없습니다."
            f" {seoul.wait(retry_after)} 후에 다시 시도하시거나 고객센터로 문의해 주세요.",
            retry_after=retry_after,
        )
