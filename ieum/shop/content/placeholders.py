"""`{{businessName}}` and its like: what the site's configuration says, put into texts when they are published."""

import re
from collections.abc import Callable, Mapping

from ieum.shop.content import refund_words
from ieum.shop.site.types import SiteConfig

OPENING = "{{"
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")
# What Markdown gives a meaning; escaped, any of them is itself.
_MEANT = re.compile(r"([!-/:-@\[-`{-~])")


def values_of(config: SiteConfig) -> dict[str, str]:
    return {
        "businessName": config.business_name,
        "representative": config.representative,
        "address": config.address,
        "businessLicence": config.business_licence,
        "mailOrderLicence": config.mail_order_licence,
        "phone": config.phone,
        "siteMail": config.site_mail,
        "siteName": config.site_name,
        "officerName": config.officer_name,
        "officerPhone": config.officer_phone,
        "officerMail": config.officer_mail,
        "hostingProvider": config.hosting_provider,
        "supportHours": config.support_hours,
        "pointPercent": str(config.point_percent),
        "pointThreshold": f"{config.point_threshold:,}",
        **refund_words.words(config),
    }


def named_in(text: str) -> list[str]:
    return list(dict.fromkeys(_PLACEHOLDER.findall(text)))


def fill_plain(text: str, values: Mapping[str, str]) -> str:
    """For what is no Markdown; one that is unknown stays as it is."""
    return _fill(text, values, lambda value: value)


def fill_markdown(text: str, values: Mapping[str, str]) -> str:
    """Whatever a value holds comes out as these very characters, on one line."""
    return _fill(text, values, lambda value: _MEANT.sub(r"\\\1", " ".join(value.split())))


def _fill(text: str, values: Mapping[str, str], escape: Callable[[str], str]) -> str:
    return _PLACEHOLDER.sub(lambda found: escape(values[found[1]]) if found[1] in values else found[0], text)
