"""IndexNow: search engines are told which addresses have changed (https://www.indexnow.org/documentation)."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import httpx

from ieum.shop.kernel.settings import Settings

# The protocol takes no more at once.
MOST_AT_ONCE = 10_000


class AnnouncementRefused(Exception):
    """The engine does not take our word; trying again unchanged is of no use.

    `of_addresses`: it may be one of them alone that it does not take.
    """

    def __init__(self, reason: str, *, of_addresses: bool) -> None:
        super().__init__(reason)
        self.of_addresses = of_addresses


class Announcer:
    """One engine is enough: those that take part tell one another."""

    def __init__(
        self, url: str, key: str, *, public_url: str, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._url = url
        self._key = key
        self._public_url = public_url
        self._http = httpx.AsyncClient(transport=transport, timeout=httpx.Timeout(20, connect=5))

    async def close(self) -> None:
        await self._http.aclose()

    async def announce(self, paths: Sequence[str]) -> None:
        """Raises AnnouncementRefused, and httpx.HTTPError where it may be tried again."""
        response = await self._http.post(
            self._url,
            json={
                "host": urlsplit(self._public_url).netloc,
                "key": self._key,
                "keyLocation": self._public_url + key_path(self._key),
                "urlList": [self._public_url + path for path in paths],
            },
        )
        if response.status_code == 429 or response.status_code >= 500:
            response.raise_for_status()
        if not response.is_success:
            raise AnnouncementRefused(
                f"{response.status_code}: {response.text[:200]}",
                of_addresses=response.status_code in {400, 422},
            )


def key_path(key: str) -> str:
    """The file that proves the key to be ours; its content is the key itself."""
    return f"/{key}.txt"


def announcer_for(settings: Settings) -> Announcer | None:
    found = settings.index_now
    return found and Announcer(found.url, found.key, public_url=settings.public_url)
