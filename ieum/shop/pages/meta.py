"""Title, description and structured data of a page, from what the server knows. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ieum.shop.pages.document import Head
from ieum.shop.pages.v8 import Plan

CONFIG = "/api/v1/config/info"
PLANS = "/api/v1/catalog/plans?kind=static"

DESCRIPTIONS = {
    "static-ip": "접속할 때마다 같은 통신사 IP 하나를 혼자 쓰는 고정 IP VPN."
    " 이용 기간과 부가세를 포함한 가격을 확인하고 결제하면 바로 주소가 배정됩니다.",
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
    description = DESCRIPTIONS.get(plan.meta) or meta.get("description") or ""
    return Head(
        site_name=site_name,
        title=plan.title,
        description=description,
        canonical=public_url + path,
        image=meta.get("ogImage") or "",
        noindex=plan.noindex,
        verifications={
            "naver-site-verification": meta.get("naverSiteVerification") or "",
            "google-site-verification": meta.get("googleSiteVerification") or "",
        },
        chunks=chunks,
        structured=None
        if plan.noindex
        else _structured(plan, config, known.get(PLANS) or [], site_name, public_url),
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
    if plan.meta != "static-ip":
        return {"@context": "https://schema.org", **organisation}
    products = [_product(sold, public_url, organisation) for sold in plans if sold.get("prices")]
    return {"@context": "https://schema.org", "@graph": [organisation, *products]}


def _product(sold: Mapping[str, Any], public_url: str, seller: Mapping[str, Any]) -> dict[str, Any]:
    amounts = [price["amount"] for price in sold["prices"]]
    return {
        "@type": "Product",
        "name": sold["name"],
        "description": sold["description"],
        "brand": {"@type": "Brand", "name": sold["carrier"]},
        "offers": {
            "@type": "AggregateOffer",
            "priceCurrency": "KRW",
            "lowPrice": min(amounts),
            "highPrice": max(amounts),
            "offerCount": len(amounts),
            "availability": "https://schema.org/" + ("InStock" if sold["stock"] else "OutOfStock"),
            "url": f"{public_url}/static-ip",
            "seller": {"@type": "Organization", "name": seller["name"]},
        },
    }
