"""Refuses images of inquiries that are gone. Apart from `images`, because jobs and commands need no web framework."""

from ieum.shop.kernel.errors import ShopError


class ImageNotFound(ShopError):
    status = 404
    code = "image_not_found"
    title = "사진을 찾을 수 없습니다"
    detail = "사진을 찾을 수 없습니다. 삭제되었거나 올린 지 하루가 지났을 수 있습니다. 다시 첨부해 주세요."
