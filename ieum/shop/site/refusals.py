"""Refusals of changes to the site's settings and its list of blocked addresses."""

from ieum.shop.kernel.errors import ShopError


class DynamicNotServed(ShopError):
    code = "dynamic_not_served"
    title = "유동 IP를 팔 수 없습니다"
    detail = (
        "유동 IP 상품이 쓰는 게이트웨이마다 IP가 두 개 이상 있어야 합니다(하나는 쓰고 하나는 바꿀 때 씁니다). "
        "게이트웨이에 IP를 등록한 뒤 켜 주세요."
    )


class TooManyBlocked(ShopError):
    code = "too_many_blocked"
    title = "차단 목록이 가득 찼습니다"
    detail = "차단 목록에는 10,000개까지 넣을 수 있습니다. 쓰지 않는 차단을 먼저 풀어 주세요."
