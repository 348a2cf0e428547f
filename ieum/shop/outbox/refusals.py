"""Refusals about messages."""

from ieum.shop.kernel.errors import NotFound, ShopError


class MessageNotFound(ShopError):
    status = 404
    code = "outbox_message_not_found"
    title = "메시지를 찾을 수 없습니다"
    detail = "없는 메시지이거나, 인증번호처럼 일주일 뒤에 지우는 메시지입니다. 목록을 새로 고쳐 주세요."


class SampleNotFound(NotFound):
    code = "sample_not_found"
    title = "문구를 찾을 수 없습니다"
    detail = "없는 문구이거나 메일이 아닌 문구입니다. 목록을 새로 고쳐 주세요."
