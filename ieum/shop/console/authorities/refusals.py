"""Refusals about requests by authorities."""

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
