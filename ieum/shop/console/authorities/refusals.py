"""What is refused about requests by authorities."""

from ieum.shop.kernel.errors import ShopError


class AuthorityRequestNotFound(ShopError):
    status = 404
    code = "authority_request_not_found"
    title = "요청을 찾을 수 없습니다"
    detail = "대장에 없는 요청입니다. 목록을 새로 고쳐 주세요."


class AlreadyRegistered(ShopError):
    status = 409
    code = "already_registered"
    title = "이미 등록한 문서입니다"
    detail = "같은 기관의 같은 문서번호가 대장에 있습니다. 목록에서 찾아 주세요."


class RequestAnswered(ShopError):
    status = 409
    code = "request_answered"
    title = "이미 처리한 요청입니다"
    detail = "이미 회신을 적었거나 무효로 한 요청입니다. 잘못 적었다면 무효로 하고 새로 등록해 주세요."
