"""Title, description and structured data of a page, from what the server knows. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ieum.shop.pages.document import Head
from ieum.shop.pages.v8 import Plan

CONFIG = "/api/v1/config/info"
# What the product pages sell, by the page's key.
PLANS = {
    page: f"/api/v1/catalog/plans?kind={kind}"
    for page, kind in (("static-ip", "static"), ("dynamic-ip", "dynamic"), ("ip-ticket", "ticket"))
}

DESCRIPTIONS = {
    "static-ip": "접속할 때마다 같은 통신사 IP 하나를 혼자 쓰는 고정 IP VPN."
    " 이용 기간과 부가세를 포함한 가격을 확인하고 결제하면 바로 주소가 배정됩니다.",
    "dynamic-ip": "접속할 때마다 통신사 대역에서 새 IP를 받아 쓰는 유동 IP VPN."
    " 이용 기간과 부가세를 포함한 가격을 확인하고 기간 결제나 정기결제로 시작합니다.",
    "ip-ticket": "쓰고 있는 고정 IP를 같은 통신사와 지역의 다른 IP로 바꾸는 IP 교체권."
    " 가격과 사용 기한, 환불 기준을 확인하고 구매합니다.",
    "notices": "통신사 IP VPN 서비스의 공지사항입니다. 점검 일정, 새로 바뀐 점, 고객센터 운영 시간을 알려 드립니다.",
    "faqs": "고정 IP와 유동 IP의 차이, 접속이 안 될 때, 결제와 환불, IP 교체까지 자주 묻는 질문에 답해 드립니다.",
    "search": "공지사항, 자주 묻는 질문, 이용안내에서 찾는 내용을 검색합니다.",
    "terms-use": "통신사 IP VPN 서비스의 이용 조건, 이용 기간과 요금, 청약철회와 환불 기준을 정한 이용약관입니다.",
    "privacy-policy": "수집하는 개인정보의 항목과 목적, 보유 기간, 이용자의 권리와 문의처를 알려 드립니다.",
    "login": "이음에 로그인하여 이용 중인 고정 IP와 기기를 관리하세요.",
    "sign-up": "이음 회원으로 가입하고 통신사 고정 IP를 바로 배정받으세요.",
}


def head_of(
    plan: Plan, known: Mapping[str, Any], *, path: str, public_url: str, chunks: Sequence[str]
) -> Head:
    """`known` holds the page's data by API path; the canonical address carries no query."""
    config: dict[str, Any] = known.get(CONFIG) or {}
    meta: dict[str, str] = config.get("meta") or {}
    site_name: str = config.get("siteNm") or "이음"
    subject: dict[str, Any] = known.get(plan.subject) or known.get(plan.texts) or {}
    description = subject.get("description") or DESCRIPTIONS.get(plan.meta) or meta.get("description") or ""
    return Head(
        site_name=site_name,
        title=subject.get("title") or plan.title,
        description=description,
        canonical=public_url + path,
        image=subject.get("image") or meta.get("ogImage") or "",
        noindex=plan.noindex,
        verifications={
            "naver-site-verification": meta.get("naverSiteVerification") or "",
            "google-site-verification": meta.get("googleSiteVerification") or "",
        },
        chunks=chunks,
        structured=None
        if plan.noindex
        else _structured(plan, config, known.get(PLANS.get(plan.meta, "")) or [], site_name, public_url),
    )


def _structured(
    plan: Plan, config: Mapping[str, Any], plans: Sequence[Mapping[str, Any]], site_name: str, public_url: str
) -> dict[str, Any]:
    """schema.org: the shop, and on the product page what it sells and for how much."""
    organisation = {
        "@type": "Organization",
        "name": config.get("bizNm") or site_name,
        "url": public_url,
        "telephone": config.get("tel") or None,
        "email": config.get("siteMail") or None,
    }
    if plan.meta not in PLANS:
        return {"@context": "https://schema.org", **organisation}
    products = [
        _product(sold, f"{public_url}/{plan.meta}", organisation) for sold in plans if sold.get("prices")
    ]
    return {"@context": "https://schema.org", "@graph": [organisation, *products]}


def _product(sold: Mapping[str, Any], url: str, seller: Mapping[str, Any]) -> dict[str, Any]:
    amounts = [price["amount"] for price in sold["prices"]]
    return {
        "@type": "Product",
        "name": sold["name"],
        "description": sold["description"],
        # One that is bound to no carrier is the shop's own.
        "brand": {"@type": "Brand", "name": sold["carrier"] or seller["name"]},
        "offers": {
            "@type": "AggregateOffer",
            "priceCurrency": "KRW",
            "lowPrice": min(amounts),
            "highPrice": max(amounts),
            "offerCount": len(amounts),
            "availability": "https://schema.org/"
            + ("OutOfStock" if sold["state"] == "sold_out" or sold["stock"] == 0 else "InStock"),
            "url": url,
            "seller": {"@type": "Organization", "name": seller["name"]},
        },
    }
