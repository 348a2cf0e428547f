"""Describes a page to search engines in the vocabulary of schema.org. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ieum.shop.pages.metadata import Page

type Thing = dict[str, Any]

LONGEST_HEADLINE = 110
LOGO = "/og/logo.png"


def structured(page: Page, image: str) -> Thing:
    """The shop itself, the breadcrumbs of the page, and what the page is about."""
    organisation = _organisation(page)
    things = [organisation, _website(page)]
    if page.path != "/":
        things.append(_breadcrumbs(page))
    data: Any = page.known.get(page.plan.structured_data)
    match page.plan.structured_type:
        case "Product":
            plans: Sequence[Mapping[str, Any]] = data or []
            things += [
                _product(sold, page, organisation["name"], image) for sold in plans if sold.get("prices")
            ]
        case "NewsArticle" | "TechArticle":
            things.append(_article(page, image))
        case "FAQPage" if data and data["items"]:
            things.append(_questions(page, data["items"]))
        case _:
            pass
    return {"@context": "https://schema.org", "@graph": things}


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
    text = page.subject
    return _without_gaps(
        {
            "@type": page.plan.structured_type,
            "headline": page.title[:LONGEST_HEADLINE],
            "description": page.description,
            "image": image,
            "datePublished": text.get("publishedAt") or text.get("updatedAt"),
            "dateModified": text.get("updatedAt") or text.get("publishedAt"),
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
