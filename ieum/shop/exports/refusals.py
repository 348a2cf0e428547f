"""Refusals of exports."""

from ieum.shop.kernel.errors import ShopError


class ListNotExported(ShopError):
    status = 422
    code = "list_not_exported"
    title = "내보낼 수 없는 목록입니다"
    detail = "이 목록은 파일로 내보내지 않습니다."


class ExportNotFound(ShopError):
    status = 404
    code = "export_not_found"
    title = "내보낸 파일을 찾을 수 없습니다"
    detail = "없는 파일이거나 다른 사람이 내보낸 파일입니다. 내보낸 사람만 받을 수 있습니다."


class ExportNotReady(ShopError):
    status = 409
    code = "export_not_ready"
    title = "아직 받을 수 없습니다"
    detail = "파일을 만드는 중이거나 두 번째 사람의 확인을 기다립니다. 목록을 새로 고쳐 주세요."


class ExportOver(ShopError):
    status = 410
    code = "export_over"
    title = "보관 기간이 지난 파일입니다"
    detail = "내보낸 파일은 하루 뒤에 지웁니다. 목록에서 다시 내보내 주세요."


class TooManyExports(ShopError):
    status = 409
    code = "too_many_exports"
    title = "만들고 있는 파일이 많습니다"
    detail = "만들고 있는 파일이 5개입니다. 끝난 뒤에 다시 내보내 주세요."
