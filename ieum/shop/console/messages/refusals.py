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


class BroadcastNotFound(ShopError):
    status = 404
    code = "broadcast_not_found"
    title = "보내기를 찾을 수 없습니다"
    detail = "없는 보내기입니다. 목록을 새로 고쳐 주세요."


class NobodyToWriteTo(ShopError):
    status = 409
    code = "nobody_to_write_to"
    title = "받을 회원이 없습니다"
    detail = "이 조건에 맞고 받을 수 있는 회원이 없습니다. 조건을 바꿔 주세요."


class BroadcastRepeated(ShopError):
    status = 409
    code = "broadcast_repeated"
    title = "방금 보낸 안내입니다"
    detail = "같은 회원에게 같은 내용을 한 시간 안에 보냈습니다. 다시 보내려면 한 시간 뒤에 보내 주세요."


class BroadcastOver(ShopError):
    status = 409
    code = "broadcast_over"
    title = "이미 끝난 보내기입니다"
    detail = "이미 모두 보냈거나 멈춘 보내기입니다. 목록을 새로 고쳐 주세요."
