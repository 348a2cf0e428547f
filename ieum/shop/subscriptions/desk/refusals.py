"""Refusals about recurring payments."""

from ieum.shop.kernel.errors import NotFound


class NoSuchSubscription(NotFound):
    code = "no_such_subscription"
    title = "정기결제를 찾을 수 없습니다"
    detail = "없는 정기결제입니다. 번호를 확인하거나 목록에서 다시 찾아 주세요."
