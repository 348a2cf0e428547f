"""The Toss Payments client (fact sheet sections 1, 3 to 6)."""

import base64
import logging
from datetime import datetime
from typing import Any
from urllib.parse import quote

import httpx
import msgspec

from ieum.shop.payments.provider import (
    Approved,
    Outcome,
    PaymentStatus,
    Provider,
    ProviderPayment,
    ProviderUnavailableError,
    Refused,
    Remedy,
    Unknown,
)
from ieum.shop.payments.toss_codes import classify

log = logging.getLogger(__name__)

_STATUS = {
    "READY": PaymentStatus.WAITING,
    "IN_PROGRESS": PaymentStatus.WAITING,
    "WAITING_FOR_DEPOSIT": PaymentStatus.WAITING,
    "DONE": PaymentStatus.APPROVED,
    "PARTIAL_CANCELED": PaymentStatus.APPROVED,
    "CANCELED": PaymentStatus.CANCELLED,
    "ABORTED": PaymentStatus.CLOSED,
    "EXPIRED": PaymentStatus.CLOSED,
}


class _Receipt(msgspec.Struct):
    url: str | None = None


class _Failure(msgspec.Struct):
    code: str


class _Payment(msgspec.Struct, rename="camel"):
    """The fields we read; the provider adds others without notice."""

    payment_key: str
    order_id: str
    status: str
    total_amount: int
    balance_amount: int
    method: str | None = None
    approved_at: datetime | None = None
    receipt: _Receipt | None = None
    failure: _Failure | None = None


class _Error(msgspec.Struct):
    code: str = "UNKNOWN"


class TossClient(Provider):
    """One key pair. Reads wait 60 s for an answer, as the provider asks."""

    def __init__(
        self, api_url: str, secret_key: str, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        credentials = base64.b64encode(f"{secret_key}:".encode()).decode()
        self._http = httpx.AsyncClient(
            base_url=api_url,
            transport=transport,
            headers={"Authorization": f"Basic {credentials}"},
            timeout=httpx.Timeout(60, connect=5),
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=20),
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def confirm(self, *, payment_key: str, order_id: str, amount: int, attempt: int) -> Outcome:
        body = {"paymentKey": payment_key, "orderId": order_id, "amount": amount}
        return await self._post("/v1/payments/confirm", body, key=f"confirm-{order_id}-{attempt}")

    async def cancel(
        self, *, payment_key: str, order_id: str, attempt: int, reason: str, afresh: str = ""
    ) -> Outcome:
        path = f"/v1/payments/{quote(payment_key, safe='')}/cancel"
        return await self._post(
            path, {"cancelReason": reason}, key=f"cancel-{order_id}-{attempt}{afresh and '-'}{afresh}"
        )

    async def find(self, order_id: str) -> ProviderPayment | None:
        try:
            response = await self._http.get(f"/v1/payments/orders/{quote(order_id, safe='')}")
        except httpx.HTTPError as error:
            raise ProviderUnavailableError(type(error).__name__) from error
        if response.status_code == 404:
            return None
        if response.status_code != 200:
            raise ProviderUnavailableError(f"{response.status_code} {_error_code(response)}")
        return _payment(response)

    async def _post(self, path: str, body: dict[str, Any], *, key: str) -> Outcome:
        try:
            response = await self._http.post(path, json=body, headers={"Idempotency-Key": key})
        except httpx.ConnectError:
            # It never left: still open, because the same call may have arrived before.
            return Unknown("connect")
        except httpx.HTTPError as error:
            return Unknown(type(error).__name__)
        trace = response.headers.get("x-tosspayments-trace-id", "")
        if response.status_code == 200:
            return _approved(response)
        code = _error_code(response)
        remedy = classify(response.status_code, code)
        log.log(
            logging.ERROR if remedy is Remedy.OUR_FAULT else logging.INFO,
            "toss %s: %s %s (%s) trace %s", key, response.status_code, code, remedy, trace,
        )  # fmt: skip
        return Unknown(code) if remedy in {Remedy.UNKNOWN, Remedy.ALREADY_DONE} else Refused(code, remedy)


def _approved(response: httpx.Response) -> Outcome:
    try:
        payment = _payment(response)
    except ProviderUnavailableError as error:
        return Unknown(str(error))
    return Approved(payment) if payment.status is not PaymentStatus.WAITING else Unknown("waiting")


def _payment(response: httpx.Response) -> ProviderPayment:
    try:
        read = msgspec.json.decode(response.content, type=_Payment)
    except msgspec.MsgspecError as error:
        raise ProviderUnavailableError(f"unreadable payment: {error}") from error
    status = _STATUS.get(read.status)
    if status is None:
        raise ProviderUnavailableError(f"unknown payment status {read.status}")
    return ProviderPayment(
        payment_key=read.payment_key,
        order_id=read.order_id,
        # "Fully refunded" is a balance of nothing; the status alone does not say so.
        status=PaymentStatus.CANCELLED
        if status is PaymentStatus.APPROVED and read.balance_amount == 0
        else status,
        amount=read.total_amount,
        balance=read.balance_amount,
        method=read.method,
        receipt_url=read.receipt.url if read.receipt else None,
        approved_at=read.approved_at,
        failure_code=read.failure.code if read.failure else None,
    )


def _error_code(response: httpx.Response) -> str:
    try:
        return msgspec.json.decode(response.content, type=_Error).code[:100]
    except msgspec.MsgspecError:
        return f"HTTP_{response.status_code}"
