"""The client of PortOne V2, the identity provider."""

import logging
from datetime import date
from uuid import UUID

import httpx
import msgspec

from ieum.shop.members.verification.provider import IdentityProvider, NotVerified, Person

log = logging.getLogger(__name__)


class _Customer(msgspec.Struct, rename="camel"):
    """The fields we read; which of them PortOne sends depends on the channel's contract."""

    name: str
    birth_date: date | None = None
    phone_number: str | None = None
    ci: str | None = None
    di: str | None = None


class _Verification(msgspec.Struct, rename="camel"):
    id: str
    status: str
    verified_customer: _Customer | None = None


class PortOneClient(IdentityProvider):
    """Reads identity verifications of one store of a PortOne account."""

    def __init__(
        self, api_url: str, secret: str, *, store_id: str, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        self._store_id = store_id
        self._http = httpx.AsyncClient(
            base_url=api_url,
            transport=transport,
            headers={"Authorization": f"PortOne {secret}"},
            timeout=httpx.Timeout(20, connect=5),
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def find(self, verification: UUID) -> Person | NotVerified:
        try:
            response = await self._http.get(
                f"/identity-verifications/{verification}", params={"storeId": self._store_id}
            )
        except httpx.HTTPError as error:
            log.warning("PortOne did not answer: %s", type(error).__name__)
            return NotVerified.UNREACHABLE
        if response.status_code == 404:
            return NotVerified.WAITING
        if response.status_code != 200:
            log.error("PortOne answered with status %s", response.status_code)
            return NotVerified.UNREACHABLE
        return _read(response.content, verification)


def _read(content: bytes, verification: UUID) -> Person | NotVerified:
    try:
        answer = msgspec.json.decode(content, type=_Verification)
    except msgspec.MsgspecError:
        # Without the exception, whose message may quote personal data from the answer.
        log.error("PortOne sent an unreadable verification")  # noqa: TRY400
        return NotVerified.UNREACHABLE
    customer = answer.verified_customer
    if answer.status != "VERIFIED" or customer is None or answer.id != str(verification):
        return NotVerified.FAILED if answer.status == "FAILED" else NotVerified.WAITING
    key = f"ci:{customer.ci}" if customer.ci else f"di:{customer.di}" if customer.di else None
    return Person(customer.name, customer.phone_number, customer.birth_date, key)
