"""A page's metadata: title, description, canonical address, and the data it is about. Pure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ieum.shop.pages import addresses
from ieum.shop.pages.v8 import Plan

CONFIG = "/api/v1/config/info"
DESCRIPTION_LENGTH = 160
DEFAULT_SITE_NAME = "이음"

DESCRIPTIONS = {
    "static-ip": "접속할 때마다 같은 통신사 IP 하나를 혼자 쓰는 고정 IP VPN."
    " 이용 기간과 부가세를 포함한 가격을 확인하고 결제하면 바로 주소가 배정됩니다.",
    "dynamic-ip": "접속할 때마다 통신사 대역에서 새 IP를 받아 쓰는 유동 IP VPN."
    " 이용 기간과 부가세를 포함한 가격을 확인하고 기간 결제나 정기결제로 시작합니다.",
    "ip-ticket": "쓰고 있는 고정 IP를 같은 통신사와 지역의 다른 IP로 바꾸는 IP 교체권."
    " 가격과 사용 기한, 환불 기준을 확인하고 구매합니다.",
    "terms-use": "통신사 IP VPN 서비스의 이용 조건, 이용 기간과 요금, 청약철회와 환불 기준을 정한 이용약관입니다.",
    "privacy-policy": "수집하는 개인정보의 항목과 목적, 보유 기간, 이용자의 권리와 문의처를 알려 드립니다.",
    "login": "로그인하여 이용 중인 고정 IP와 기기를 관리합니다.",
    "sign-up": "회원으로 가입하면 통신사 고정 IP를 바로 배정받을 수 있습니다."
    " 가입에 필요한 정보와 동의 내용을 확인합니다.",
    "notices": "통신사 IP VPN 서비스의 공지사항입니다. 점검 일정, 새로 바뀐 점, 고객센터 운영 시간을 알려 드립니다.",
    "faqs": "고정 IP와 유동 IP의 차이, 접속이 안 될 때, 결제와 환불, IP 교체까지 자주 묻는 질문에 답해 드립니다.",
    "search": "공지사항, 자주 묻는 질문, 이용안내에서 찾는 내용을 검색합니다.",
}


class Page(msgspec.Struct, frozen=True):
    """A page with its data; `known` has it by API path."""

    plan: Plan
    known: Mapping[str, Any]
    path: str
    public_url: str

    @property
    def config(self) -> Mapping[str, Any]:
        return self.known.get(CONFIG) or {}

    @property
    def meta(self) -> Mapping[str, str]:
        return self.config.get("meta") or {}

    @property
    def site_name(self) -> str:
        return self.config.get("siteNm") or DEFAULT_SITE_NAME

    @property
    def subject(self) -> Mapping[str, Any]:
        """The data of the one thing that the page is about, else the operator's texts for the page."""
        return self.known.get(self.plan.subject) or self.known.get(self.plan.texts) or {}

    @property
    def title(self) -> str:
        """The same as in `web/src/site/page-change.ts`, without the shop's name."""
        if own := self.subject.get("title"):
            return own
        return f"{self.plan.title} ({self.plan.page}쪽)" if self.plan.page > 1 else self.plan.title

    @property
    def description(self) -> str:
        of_shop = self.meta.get("description") or ""
        own = self.subject.get("description") or DESCRIPTIONS.get(self.plan.meta)
        if not own:
            own = of_shop if self.path == "/" else f"{self.title}. {of_shop}"
        numbered = f"{self.plan.page}쪽. {own}" if self.plan.page > 1 else own
        return _shortened(" ".join(numbered.split()))

    @property
    def address(self) -> str:
        """The canonical address, without the shop's host."""
        return addresses.canonical(self.path, self.plan)

    @property
    def canonical(self) -> str:
        return self.public_url + self.address


def _shortened(text: str) -> str:
    if len(text) <= DESCRIPTION_LENGTH:
        return text
    return text[: DESCRIPTION_LENGTH - 1].rsplit(" ", 1)[0] + "…"
