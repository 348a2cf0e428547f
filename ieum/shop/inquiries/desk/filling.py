"""Fills the placeholders of an answer: `{이름}` becomes the member's name. Pure."""

import re
from collections.abc import Mapping

from ieum.shop.inquiries.desk.types import Filling
from ieum.shop.kernel import seoul
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.particles import with_particle

PLACEHOLDERS = {
    "이름": "회원 이름",
    "문의번호": "이 문의의 번호",
    "문의제목": "이 문의의 제목",
    "주문번호": "문의한 주문, 없으면 가장 최근 주문",
    "상품": "문의한 상품, 없으면 이용 중인 상품",
    "IP주소": "그 상품의 IP 주소",
    "이용종료일": "그 상품의 이용 종료일",
    "상담원": "답변하는 직원의 이름",
    "쇼핑몰": "쇼핑몰 이름",
}
# Braces around anything else are the writer's own, such as those of a program or a configuration.
_BRACES = re.compile(r"\{([가-힣A-Z]{1,10})\}")


def values_of(filling: Filling, *, inquiry: int, staff: str, site: str) -> dict[str, str | None]:
    return {
        "이름": filling.name,
        "문의번호": str(inquiry),
        "문의제목": filling.title,
        "주문번호": filling.order_id,
        "상품": filling.plan_name,
        "IP주소": filling.address,
        "이용종료일": filling.ends_at and seoul.day(filling.ends_at),
        "상담원": staff,
        "쇼핑몰": site,
    }


def fill(text: str, values: Mapping[str, str | None]) -> str:
    """Fill every placeholder once: what a value says in braces stays text.

    Raises InvalidFields for one that nothing is known for, because the member would read it as it stands.
    """
    wrong = [name for name in _BRACES.findall(text) if values.get(name) is None]
    if wrong:
        names = ", ".join(f"{{{name}}}" for name in dict.fromkeys(wrong))
        raise InvalidFields(
            Field("body", "unfilled", f"{names}에 넣을 내용이 없습니다. 지우거나 직접 적어 주세요.")
        )
    return _BRACES.sub(lambda found: values[found[1]] or "", text)


def refuse_unknown(text: str) -> None:
    """Refuse unknown placeholders. Raises InvalidFields if an answer to keep has any that does not exist."""
    unknown = [name for name in _BRACES.findall(text) if name not in PLACEHOLDERS]
    if unknown:
        names = with_particle(", ".join(f"{{{name}}}" for name in dict.fromkeys(unknown)), "은/는")
        raise InvalidFields(
            Field(
                "body",
                "unknown",
                f"{names} 쓸 수 없는 항목입니다. 아래 목록에서 골라 주세요.",
            )
        )
