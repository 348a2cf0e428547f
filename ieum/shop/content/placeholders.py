"""`{{businessName}}` and its like: what the site's configuration says, put into texts when they are published."""

import re
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from ieum.shop.content import refund_words
from ieum.shop.content.invisible import strip_invisible
from ieum.shop.site.types import SiteConfig

OPENING = "{{"
_PLACEHOLDER = re.compile(r"\{\{([^{}\n]*)\}\}")


def values_of(config: SiteConfig) -> dict[str, str]:
    said = {
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
    return {name: strip_invisible(value) for name, value in said.items()}


def named_in(text: str) -> list[str]:
    return list(dict.fromkeys(_PLACEHOLDER.findall(text)))


def fill(text: str, values: Mapping[str, str]) -> str:
    """One that is unknown stays as it is."""
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), text)


class Standing(NamedTuple):
    """A text with a plain word in the place of each placeholder, until its Markdown is understood.

    So whatever a value holds comes out as these very characters, in code and addresses, too.
    """

    text: str
    of_ours: re.Pattern[str]
    values: list[str]

    def put_in(self, text: str, *, in_address: bool = False) -> str:
        def value(found: re.Match[str]) -> str:
            line = " ".join(self.values[int(found[1])].split())
            return quote(line, safe="@+/:") if in_address else line

        return self.of_ours.sub(value, text)


def stand_in(text: str, values: Mapping[str, str]) -> Standing:
    # Small letters and digits come through a parser as they are, even in the name of a host.
    word = "placeholder"
    while word in text.lower():
        word += "y"
    names = [name for name in named_in(text) if name in values]
    standing = _PLACEHOLDER.sub(
        lambda found: f"{word}{names.index(found[1])}x" if found[1] in values else found[0], text
    )
    return Standing(standing, re.compile(f"{word}([0-9]+)x"), [values[name] for name in names])
