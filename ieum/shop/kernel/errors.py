"""The refusals that all rooms share; `problems.py` makes answers of them."""

from typing import ClassVar

import msgspec


class Field(msgspec.Struct, frozen=True):
    """A wrong field of the input, under the name that the caller used."""

    name: str
    code: str
    detail: str


class ShopError(Exception):
    """Base of all refusals: each is named after what happened, and its detail says in polite Korean what to do."""

    status: ClassVar[int] = 409
    code: ClassVar[str] = "conflict"
    title: ClassVar[str] = "요청을 처리할 수 없습니다"
    detail: str = ""

    def __init__(
        self,
        detail: str | None = None,
        *,
        fields: list[Field] | None = None,
        retry_after: int | None = None,
    ) -> None:
        self.detail = detail or type(self).detail
        super().__init__(self.detail)
        self.fields = fields
        self.retry_after = retry_after


class Unauthenticated(ShopError):
    status = 401
    code = "login_required"
    title = "로그인이 필요합니다"
    detail = "로그인 후 이용해 주세요."


class CrossSite(ShopError):
    status = 403
    code = "cross_site_request"
    title = "허용되지 않은 요청입니다"
    detail = "다른 사이트에서 보낸 요청은 처리하지 않습니다. 이음 사이트에서 다시 시도해 주세요."


class AddressBlocked(ShopError):
    status = 403
    code = "address_blocked"
    title = "접속이 차단되었습니다"
    detail = "현재 IP에서의 접속이 차단되어 이용하실 수 없습니다. 고객센터로 문의해 주세요."


class NotFound(ShopError):
    status = 404
    code = "not_found"
    title = "찾을 수 없습니다"
    detail = "요청하신 내용을 찾을 수 없습니다. 주소를 다시 확인해 주세요."


class Gone(ShopError):
    status = 410
    code = "gone"
    title = "더 이상 제공하지 않습니다"
    detail = "요청하신 내용은 더 이상 제공하지 않습니다."


class InvalidFields(ShopError):
    status = 422
    code = "invalid_fields"
    title = "입력 내용을 확인해 주세요"
    detail = "입력한 내용을 다시 확인해 주세요."

    def __init__(self, *fields: Field) -> None:
        super().__init__(fields[0].detail if len(fields) == 1 else None, fields=list(fields))


def refuse_wrong(fields: list[Field]) -> None:
    """Refuse wrong fields. Raises InvalidFields if there are any."""
    if fields:
        raise InvalidFields(*fields)


class TooManyRequests(ShopError):
    status = 429
    code = "too_many_requests"
    title = "요청이 너무 많습니다"
    detail = "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요."


MISSING = "필수 항목입니다. 값을 넣어 다시 요청해 주세요."


BAD_FORMAT = "형식이 올바르지 않습니다. 다시 확인해 주세요."
