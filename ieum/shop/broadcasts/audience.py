"""Says in words to whom a notice goes."""

from ieum.shop.broadcasts.types import Audience
from ieum.shop.broadcasts.words import HOLDINGS
from ieum.shop.kernel.db import Connection, fetch_optional
from ieum.shop.kernel.errors import Field, InvalidFields


async def audience_in_words(conn: Connection, audience: Audience) -> str:
    """Describe an audience in words. Raises InvalidFields for a plan or gateway that there is none of."""
    said = [HOLDINGS[audience.holds]] if audience.holds else []
    if audience.plan is not None:
        name = await fetch_optional(conn, str, "SELECT name FROM plans WHERE id = %(id)s", id=audience.plan)
        if name is None:
            raise InvalidFields(Field("wish.plan", "invalid", "없는 상품입니다. 다시 골라 주세요."))
        said.append(f"‘{name}’ 이용 중")
    if audience.gateway is not None:
        name = await fetch_optional(
            conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=audience.gateway
        )
        if name is None:
            raise InvalidFields(Field("wish.gateway", "invalid", "없는 게이트웨이입니다. 다시 골라 주세요."))
        said.append(f"게이트웨이 {name} 이용 중")
    if audience.with_devices:
        said.append("기기를 등록한 회원")
    if audience.ends_within_days is not None:
        said.append(f"{audience.ends_within_days}일 안에 끝나는 서비스가 있음")
    if audience.incident is not None:
        title = await fetch_optional(
            conn, str, "SELECT title FROM incidents WHERE id = %(id)s", id=audience.incident
        )
        if title is None:
            raise InvalidFields(Field("wish.incident", "invalid", "없는 사고 기록입니다."))
        said.append(f"사고 ‘{title}’의 영향을 받은 회원")
    return ", ".join(said) or "모든 회원"
