"""Describes a page to search engines in the vocabulary of schema.org. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ieum.shop.pages.metadata import Page

type Thing = dict[str, Any]

# What the product pages sell, by the page's key.
PLANS = {
    page: f"/api/v1/catalog/plans?kind={kind}"
    for page, kind in (("static-ip", "static"), ("dynamic-ip", "dynamic"), ("ip-ticket", "ticket"))
}
NOTICES, GUIDES, FAQS = "/api/v1/notices/", "/api/v1/guides/", "/api/v1/faqs?"
LONGEST_HEADLINE = 110
LOGO = "/og/logo.png"


def structured(page: Page, image: str) -> Thing:
    """The shop itself, the breadcrumbs of the page, and what the page is about."""
    organisation = _organisation(page)
    things = [organisation, _website(page)]
    if page.path != "/":
        things.append(_breadcrumbs(page))
    plans: Sequence[Mapping[str, Any]] = page.known.get(PLANS.get(page.plan.meta, "")) or []
    things += [_product(sold, page, organisation["name"], image) for sold in plans if sold.get("prices")]
    if page.plan.subject.startswith((NOTICES, GUIDES)):
        things.append(_article(page, image))
    if page.plan.subject == "":
        things += [_questions(page, answer["items"]) for answer in _lists(page, FAQS) if answer["items"]]
    return {"@context": "https://schema.org", "@graph": things}


def _lists(page: Page, prefix: str) -> Sequence[Mapping[str, Any]]:
    return [data for path, data in page.known.items() if path.startswith(prefix) and data]


def _organisation(page: Page) -> Thing:
    config = page.config
    phone, mail = config.get("tel"), config.get("siteMail")
    contact = _without_gaps(
        {
            "@type": "ContactPoint",
            "contactType": "customer support",
            "telephone": _international(phone),
            "email": mail,
            "areaServed": "KR",
            "availableLanguage": "ko",
        }
    )
    return _without_gaps(
        {
            "@type": "Organization",
            "@id": _shop(page),
            "name": config.get("bizNm") or page.site_name,
            "url": f"{page.public_url}/",
            "logo": _absolute(page, config.get("logo") or LOGO),
            "telephone": _international(phone),
            "email": mail,
            "address": config.get("bizLoc"),
            "contactPoint": contact if phone or mail else None,
        }
    )


def _website(page: Page) -> Thing:
    return {
        "@type": "WebSite",
        "@id": f"{page.public_url}/#website",
        "name": page.site_name,
        "url": f"{page.public_url}/",
        "inLanguage": "ko",
        "publisher": {"@id": _shop(page)},
    }


def _breadcrumbs(page: Page) -> Thing:
    steps = [
        ("홈", f"{page.public_url}/"),
        *((crumb.title, page.public_url + crumb.path) for crumb in page.plan.trail),
        (page.title, page.canonical),
    ]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": place, "name": name, "item": address}
            for place, (name, address) in enumerate(steps, 1)
        ],
    }


def _article(page: Page, image: str) -> Thing:
    told = page.subject
    is_news = page.plan.subject.startswith(NOTICES)
    return _without_gaps(
        {
            "@type": "NewsArticle" if is_news else "TechArticle",
            "headline": page.title[:LONGEST_HEADLINE],
            "description": page.description,
            "image": image,
            "datePublished": told.get("publishedAt") or told.get("updatedAt"),
            "dateModified": told.get("updatedAt") or told.get("publishedAt"),
            "inLanguage": "ko",
            "mainEntityOfPage": page.canonical,
            "author": {"@id": _shop(page)},
            "publisher": {"@id": _shop(page)},
        }
    )


def _questions(page: Page, items: Sequence[Mapping[str, Any]]) -> Thing:
    return {
        "@type": "FAQPage",
        "mainEntity": [
            {
                "@type": "Question",
                "name": item["question"],
                "url": f"{page.canonical}#{item['slug']}",
                "acceptedAnswer": {"@type": "Answer", "text": item["html"]},
            }
            for item in items
        ],
    }


def _product(sold: Mapping[str, Any], page: Page, seller: str, image: str) -> Thing:
    amounts = [price["amount"] for price in sold["prices"]]
    return _without_gaps(
        {
            "@type": "Product",
            "name": sold["name"],
            "description": sold["description"] or page.description,
            "image": image,
            # A plan that is bound to no carrier is the shop's own brand.
            "brand": {"@type": "Brand", "name": sold["carrier"] or seller},
            "offers": {
                "@type": "AggregateOffer",
                "priceCurrency": "KRW",
                "lowPrice": min(amounts),
                "highPrice": max(amounts),
                "offerCount": len(amounts),
                "availability": "https://schema.org/"
                + ("OutOfStock" if sold["state"] == "sold_out" or sold["stock"] == 0 else "InStock"),
                "url": page.canonical,
                "seller": {"@id": _shop(page)},
            },
        }
    )


def _shop(page: Page) -> str:
    return f"{page.public_url}/#organization"


def _absolute(page: Page, address: str) -> str:
    return page.public_url + address if address.startswith("/") else address


def _international(phone: str | None) -> str | None:
    """02-1234-5678 in its international form, +82-2-1234-5678; numbers such as 1588-0000 have none."""
    return f"+82-{phone[1:]}" if phone and phone.startswith("0") else phone


def _without_gaps(thing: Thing) -> Thing:
    return {name: value for name, value in thing.items() if value not in (None, "")}
