"""Placeholders such as `{{businessName}}`: values of the site's configuration, filled in when a text is published."""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from ieum.shop.publishing.invisible import strip_invisible
from ieum.shop.site import refund_words
from ieum.shop.site.types import SiteConfig

OPENING = "{{"
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")


def values_of(config: SiteConfig) -> dict[str, str]:
    values = {
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
        "visitMonths": str(config.visit_months),
        "usageMonths": str(config.usage_months),
        "sessionMonths": str(config.session_months),
        "pointThreshold": f"{config.point_threshold:,}",
        **refund_words.words(config),
    }
    return {name: strip_invisible(value) for name, value in values.items()}


def named_in(text: str) -> list[str]:
    return list(dict.fromkeys(_PLACEHOLDER.findall(text)))


def fill(text: str, values: Mapping[str, str]) -> str:
    """An unknown placeholder stays as it was written."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)


class Masked(NamedTuple):
    """A text with a plain word in the place of each placeholder while its Markdown is parsed.

    So the parser never sees a value, and every character of it appears as it is, in code and addresses, too.
    """

    text: str
    mask: re.Pattern[str]
    values: list[str]

    def fill(self, text: str, *, in_address: bool = False) -> str:
        """Put the values back into a part of the parsed text."""

        def value(match: re.Match[str]) -> str:
            line = " ".join(self.values[int(match[1])].split())
            return quote(line, safe="@+/:") if in_address else line

        return self.mask.sub(value, text)


def mask(text: str, values: Mapping[str, str]) -> Masked:
    # A parser leaves small letters and digits as they are, even in the name of a host.
    word = "placeholder"
    while word in text.lower():
        word += "y"
    names = [name for name in named_in(text) if name in values]
    masked = _PLACEHOLDER.sub(
        lambda match: f"{word}{names.index(match[1])}x" if match[1] in values else match[0], text
    )
    return Masked(masked, re.compile(f"{word}([0-9]+)x"), [values[name] for name in names])
