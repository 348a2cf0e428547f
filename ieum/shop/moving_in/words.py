"""The words of what another shop hands over."""

from collections.abc import Mapping

from ieum.shop.moving_in.types import Kind

KINDS: Mapping[Kind, str] = {"member": "회원", "service": "이용권", "points": "포인트"}
