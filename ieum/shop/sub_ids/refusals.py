"""The errors by which what concerns sub-ids is refused."""

from ieum.shop.kernel.errors import NotFound, ShopError, TooManyRequests


class SubIdNotFound(NotFound):
    code = "sub_id_not_found"
    detail = "서브 아이디를 찾을 수 없습니다. 삭제되었을 수 있으니 새로고침해 주세요."


class TooManySubIds(ShopError):
    code = "too_many_sub_ids"
    title = "서브 아이디를 더 만들 수 없습니다"

    def __init__(self, limit: int, in_use: int) -> None:
        free = f"지금 {limit - in_use}개를 더 만드실 수 있습니다." if in_use < limit else ""
        detail = f"서브 아이디는 {limit}개까지 만들 수 있습니다. {free or '쓰지 않는 서브 아이디를 삭제해 주세요.'}"
        super().__init__(detail)


class TooManySubIdsToday(TooManyRequests):
    code = "too_many_sub_ids_today"
    title = "오늘은 서브 아이디를 더 만들 수 없습니다"
    detail = "하루에 만들 수 있는 서브 아이디를 모두 만드셨습니다. 내일 다시 시도해 주세요."


class TooManySubIdChanges(TooManyRequests):
    code = "too_many_sub_id_changes"
    title = "지금은 서브 아이디를 더 바꿀 수 없습니다"
    detail = (
        "한 시간에 바꿀 수 있는 횟수를 모두 쓰셨습니다. 다음 정각에 다시 시도해 주세요. "
        "사용 중지, 권한 거두기, 삭제는 지금도 할 수 있습니다."
    )


class TooManySubIdLinks(TooManyRequests):
    code = "too_many_sub_id_links"
    title = "오늘은 링크를 더 만들 수 없습니다"
    detail = "서브 아이디마다 하루에 20번까지 링크를 만들 수 있습니다. 내일 다시 시도해 주세요."


class SubIdLinkNotFound(NotFound):
    """Refusal of an unknown link. Only the holder of a link that once worked is told why it ended."""

    code = "sub_id_link_not_found"
    title = "사용할 수 없는 링크입니다"
    detail = "링크가 잘못되었습니다. 받으신 링크를 처음부터 끝까지 다시 열어 주세요."


class NotToBeSeenAs(ShopError):
    code = "sub_id_not_in_use"
    title = "지금은 볼 수 없는 서브 아이디입니다"
    detail = "사용이 중지되었거나 사용 기간이 끝난 서브 아이디의 화면은 볼 수 없습니다."
