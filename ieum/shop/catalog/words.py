"""The words of plans."""

from collections.abc import Mapping

from ieum.shop.catalog.types import Kind, PlanState

KINDS: Mapping[Kind, str] = {"static": "고정 IP", "dynamic": "유동 IP", "ticket": "IP 교체권"}
# As files of orders name what was sold.
PRODUCTS: Mapping[Kind, str] = {
    "static": f"{KINDS['static']} VPN",
    "dynamic": f"{KINDS['dynamic']} VPN",
    "ticket": KINDS["ticket"],
}
STATES: Mapping[PlanState, str] = {"visible": "판매 중", "hidden": "숨김", "sold_out": "품절 표시"}
