"""A page's metadata: title, description, canonical address, and the data it is about. Pure."""

from collections.abc import Mapping
from typing import Any

import msgspec

from ieum.shop.pages.v8 import Plan

CONFIG = "/api/v1/config/info"
MEMBER = "/api/v1/member"
DESCRIPTION_LENGTH = 160
DEFAULT_SITE_NAME = "이음"


def switched_off(config: dict[str, Any]) -> tuple[str, ...]:
    """The names of the operator's switches that are off."""
    return tuple(name for name, value in config.items() if value == "N")


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
        """Return the title as `web/src/shell/page-change.ts` builds it, without the shop's name."""
        if own := self.subject.get("title"):
            return own
        return f"{self.plan.title} ({self.plan.page}쪽)" if self.plan.page > 1 else self.plan.title

    @property
    def full_title(self) -> str:
        return f"{self.site_name} | {self.title}"

    @property
    def description(self) -> str:
        of_shop = self.meta.get("description") or ""
        own = self.subject.get("description") or self.plan.description
        if not own:
            own = of_shop if self.path == "/" else f"{self.title}. {of_shop}"
        numbered = f"{self.plan.page}쪽. {own}" if self.plan.page > 1 else own
        return _shortened(" ".join(numbered.split()))

    @property
    def address(self) -> str:
        """The canonical address, without the shop's host; of a query only `page` makes a different page."""
        return f"{self.path}?page={self.plan.page}" if self.plan.page > 1 else self.path

    @property
    def canonical(self) -> str:
        return self.public_url + self.address


def _shortened(text: str) -> str:
    if len(text) <= DESCRIPTION_LENGTH:
        return text
    return text[: DESCRIPTION_LENGTH - 1].rsplit(" ", 1)[0] + "…"
