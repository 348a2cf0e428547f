"""Client of IndexNow, which tells search engines what addresses changed (https://www.indexnow.org/documentation)."""

from collections.abc import Sequence
from urllib.parse import urlsplit

import httpx

from ieum.shop.kernel.settings import Settings

# The protocol's limit for one call.
MOST_AT_ONCE = 10_000


class AnnouncementRefused(Exception):
    """The engine refuses the announcement, and would refuse it again.

    With `of_addresses` it objects to the addresses, perhaps to a single one.
    """

    def __init__(self, reason: str, *, of_addresses: bool) -> None:
        super().__init__(reason)
        self.of_addresses = of_addresses


class Announcer:
    """Announces to one engine, which passes it on to the others."""

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
        """Announce the addresses. Raises AnnouncementRefused, and httpx.HTTPError if it may be tried again."""
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
    """The path that proves that the key is ours; it answers with the key itself."""
    return f"/{key}.txt"


def announcer_for(settings: Settings) -> Announcer | None:
    engine = settings.index_now
    return engine and Announcer(engine.url, engine.key, public_url=settings.public_url)
