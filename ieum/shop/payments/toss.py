"""The Toss Payments client (fact sheet sections 1, 3 to 6)."""

import base64
import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.payments import toss_messages as read
from ieum.shop.payments.measuring import measured
from ieum.shop.payments.provider import (
    Approved,
    Channel,
    Issued,
    Outcome,
    PaymentStatus,
    Provider,
    ProviderPayment,
    ProviderUnavailableError,
    RefundAccount,
    Refused,
    Remedy,
    TransactionPage,
    Unknown,
)
from ieum.shop.payments.toss_codes import classify

log = logging.getLogger(__name__)

# The provider's largest page.
TRANSACTIONS_A_PAGE = 5000
# The provider's documents disagree on what deleting a billing key twice answers; each of these means it is gone.
_GONE = frozenset(
    {"ALREADY_REMOVED_BILLING_KEY", "BILLING_KEY_NOT_FOUND", "INVALID_BILL_KEY_REQUEST", "NOT_FOUND_BILLING"}
)


class TossClient(Provider):
    """Calls the Toss API with both key pairs, and waits up to 60 seconds for an answer, as the provider asks."""

    def __init__(
        self,
        api_url: str,
        secrets: Mapping[Channel, str],
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._credentials = {
            channel: "Basic " + base64.b64encode(f"{secret}:".encode()).decode()
            for channel, secret in secrets.items()
        }
        self._http = httpx.AsyncClient(
            base_url=api_url,
            transport=transport,
            timeout=httpx.Timeout(60, connect=5),
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=20),
        )

    async def close(self) -> None:
        await self._http.aclose()

    @measured("confirm")
    async def confirm(
        self, *, payment_key: str, order_id: str, amount: int, attempt: int, repeat: int = 0
    ) -> Outcome:
        body = {"paymentKey": payment_key, "orderId": order_id, "amount": amount}
        key = f"confirm-{order_id}-{attempt}" + (f"-{repeat}" if repeat else "")
        return await self._post("/v1/payments/confirm", body, _approved, key=key, channel=Channel.NORMAL)

    @measured("cancel")
    async def cancel(
        self,
        *,
        payment_key: str,
        key: str,
        reason: str,
        channel: Channel = Channel.NORMAL,
        amount: int | None = None,
        refundable: int | None = None,
        account: RefundAccount | None = None,
    ) -> Outcome:
        path = f"/v1/payments/{quote(payment_key, safe='')}/cancel"
        body: dict[str, Any] = {"cancelReason": reason[:200]}
        if amount is not None:
            body["cancelAmount"] = amount
        if refundable is not None:
            body["refundableAmount"] = refundable
        if account is not None:
            body["refundReceiveAccount"] = {
                "bank": account.bank,
                "accountNumber": account.number,
                "holderName": account.holder,
            }
        return await self._post(path, body, _approved, key=key, channel=channel)

    @measured("issue")
    async def issue_billing_key(self, *, auth_key: str, customer_key: str) -> Issued:
        body = {"authKey": auth_key, "customerKey": customer_key}
        # Hashed, because an auth key is longer than an idempotency key may be and must not appear in the log.
        key = f"issue-{hashlib.sha256(auth_key.encode()).hexdigest()}"
        return await self._post(
            "/v1/billing/authorizations/issue", body, read.billing_card, key=key, channel=Channel.BILLING
        )

    @measured("charge")
    async def charge(
        self,
        *,
        billing_key: str,
        customer_key: str,
        order_id: str,
        amount: int,
        order_name: str,
        customer_name: str,
        customer_email: str,
    ) -> Outcome:
        body = {
            "customerKey": customer_key,
            "amount": amount,
            "orderId": order_id,
            "orderName": order_name[:100],
            "customerName": customer_name[:100],
            "customerEmail": customer_email[:100],
        }
        path = f"/v1/billing/{quote(billing_key, safe='')}"
        return await self._post(path, body, _approved, key=f"charge-{order_id}", channel=Channel.BILLING)

    @measured("delete_key")
    async def delete_billing_key(self, billing_key: str) -> bool:
        try:
            response = await self._http.delete(
                f"/v1/billing/{quote(billing_key, safe='')}", headers=self._head(Channel.BILLING)
            )
        except httpx.HTTPError as error:
            log.warning("a billing key was not deleted: %s", type(error).__name__)
            return False
        code = "" if response.status_code == 200 else read.error_code(response)
        if code and code not in _GONE:
            log.warning("a billing key was not deleted: %s %s", response.status_code, code)
        return not code or code in _GONE

    @measured("find")
    async def find(
        self, order_id: str, *, channel: Channel = Channel.NORMAL, payment_key: str | None = None
    ) -> ProviderPayment | None:
        path = f"orders/{quote(order_id, safe='')}" if payment_key is None else quote(payment_key, safe="")
        response = await self._get(f"/v1/payments/{path}", channel, {})
        return read.payment(response) if response is not None else None

    @measured("transactions")
    async def page_of_transactions(
        self, since: datetime, until: datetime, *, channel: Channel, after: str | None
    ) -> TransactionPage:
        params = {"startDate": _korean(since), "endDate": _korean(until), "limit": str(TRANSACTIONS_A_PAGE)}
        if after is not None:
            params["startingAfter"] = after
        response = await self._get("/v1/transactions", channel, params)
        if response is None:
            raise ProviderUnavailableError("the provider has no list of transactions at its address")
        moved, last_key, listed = read.transactions(response)
        is_last = listed < TRANSACTIONS_A_PAGE or last_key == after
        return TransactionPage(moved, None if is_last else last_key)

    async def _get(self, path: str, channel: Channel, params: dict[str, str]) -> httpx.Response | None:
        try:
            response = await self._http.get(path, params=params, headers=self._head(channel))
        except httpx.HTTPError as error:
            raise ProviderUnavailableError(type(error).__name__) from error
        if response.status_code == 404:
            return None
        if response.status_code != 200:
            raise ProviderUnavailableError(f"{response.status_code} {read.error_code(response)}")
        return response

    async def _post[T](
        self,
        path: str,
        body: dict[str, Any],
        parse: Callable[[httpx.Response], T],
        *,
        key: str,
        channel: Channel,
    ) -> T | Refused | Unknown:
        begin = time.perf_counter()
        try:
            response = await self._http.post(
                path, json=body, headers=self._head(channel) | {"Idempotency-Key": key}
            )
        except httpx.HTTPError as error:
            log.warning("toss %s: no answer (%s)", key, type(error).__name__, extra={"ms": _ms_since(begin)})
            # A request that never left tells no more: the same call may have arrived earlier.
            return Unknown("connect" if isinstance(error, httpx.ConnectError) else type(error).__name__)
        ms, status = _ms_since(begin), response.status_code
        theirs = response.headers.get("x-tosspayments-trace-id", "")
        if response.status_code == 200:
            log.info("toss %s: answered", key, extra={"status": status, "ms": ms, "provider_trace": theirs})
            try:
                return parse(response)
            except ProviderUnavailableError as error:
                return Unknown(str(error))
        code, message = read.error(response)
        remedy = classify(response.status_code, code)
        log.log(
            logging.ERROR if remedy is Remedy.OUR_FAULT else logging.INFO,
            "toss %s: %s (%s)", key, code, remedy,
            extra={"status": status, "ms": ms, "provider_trace": theirs, "code": code},
        )  # fmt: skip
        if remedy in {Remedy.UNKNOWN, Remedy.ALREADY_DONE}:
            return Unknown(code)
        return Refused(code, remedy, message)

    def _head(self, channel: Channel) -> dict[str, str]:
        return {"Authorization": self._credentials[channel]}


def toss_client(settings: Settings) -> TossClient:
    """A client with the shop's key pairs: one for the payment window, one for cards on file."""
    return TossClient(
        settings.toss_api_url,
        {Channel.NORMAL: settings.toss_normal.secret, Channel.BILLING: settings.toss_billing.secret},
    )


def _approved(response: httpx.Response) -> Outcome:
    payment = read.payment(response)
    return Approved(payment) if payment.status is not PaymentStatus.WAITING else Unknown("waiting")


def _ms_since(begin: float) -> float:
    return round((time.perf_counter() - begin) * 1000, 1)


def _korean(moment: datetime) -> str:
    return moment.astimezone(SEOUL).strftime("%Y-%m-%dT%H:%M:%S")
