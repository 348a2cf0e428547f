"""What a change of a member's data is refused for."""

import math

from ieum.shop.kernel.errors import ShopError


class TooManyChanges(ShopError):
    status = 429
    code = "too_many_changes"
    title = "오늘은 더 변경할 수 없습니다"

    def __init__(self, a_day: int, *, retry_after: int) -> None:
        hours = math.ceil(retry_after / 3600)
        detail = f"하루에 {a_day}번까지 변경할 수 있습니다. {hours}시간 후 다시 시도해 주세요."
        super().__init__(detail, retry_after=retry_after)
