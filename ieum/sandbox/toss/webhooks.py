"""Messages to the shop: sent, repeated, sent late or lost, on the movable clock."""

import asyncio
import secrets
from datetime import datetime, timedelta

import httpx
import msgspec
from msgspec import Struct

from ieum.sandbox.clock import KOREA, Clock
from ieum.sandbox.faults import FaultBoard
from ieum.sandbox.toss.types import Payment

# After the first try; then Toss gives up and writes a mail.
RESENDS = tuple(timedelta(minutes=minutes) for minutes in (1, 4, 16, 64, 256, 1024, 4096))
ANSWER_WITHIN = 10.0
KEPT = 1000
AFTER_THE_OTHER = timedelta(seconds=1)


class Delivery(Struct, rename="camel", kw_only=True):
    transmission_id: str
    event_type: str
    order_id: str
    status: str
    body: bytes
    # None: delivered or given up.
    due_at: datetime | None
    tries: int = 0
    # HTTP status of the last try, None when the shop could not be reached.
    last_answer: int | None = None
    # Waits for the next message about the same order.
    held: bool = False
    # Goes out before the call that caused it is answered.
    early: bool = False


class DeletedKey(Struct, rename="camel", omit_defaults=True):
    billing_key: str
    reason: str | None = None


class Webhooks:
    def __init__(self, clock: Clock, faults: FaultBoard) -> None:
        self._clock = clock
        self._faults = faults
        self.url: str | None = None
        self.deliveries: list[Delivery] = []
        self.awake = asyncio.Event()

    def payment_changed(self, payment: Payment) -> None:
        """Take a snapshot now: a late message tells how things were.

        How a charge ended is told by its answer alone; of a virtual account two messages tell.
        """
        if payment.type == "BILLING" and payment.status in {"DONE", "ABORTED"}:
            return
        self._announce("PAYMENT_STATUS_CHANGED", payment.order_id, payment.status, payment)
        if payment.virtual_account is not None:
            self._announce("DEPOSIT_CALLBACK", payment.order_id, payment.status, payment)

    def billing_deleted(self, billing_key: str, reason: str | None = None) -> None:
        self._announce("BILLING_DELETED", "", "DELETED", DeletedKey(billing_key, reason))

    def _announce(self, event_type: str, order_id: str, status: str, data: Payment | DeletedKey) -> None:
        if self.url is None:
            return
        fault = self._faults.take("webhook", order_id)
        kind = fault.kind if fault else ""
        if kind == "missing":
            return
        now = self._clock.now()
        late = timedelta(seconds=fault.seconds) if fault and kind == "late" else timedelta()
        delivery = Delivery(
            transmission_id=f"whtrans_{secrets.token_hex(12)}",
            event_type=event_type,
            order_id=order_id,
            status=status,
            body=body_of(event_type, data, now),
            due_at=None if kind == "reordered" else now + late,
            held=kind == "reordered",
            early=kind == "early",
        )
        for earlier in self.deliveries:
            if earlier.held and earlier.order_id == order_id:
                earlier.held, earlier.due_at = False, now + late + AFTER_THE_OTHER
        self.deliveries.append(delivery)
        if kind == "duplicate":
            self.deliveries.append(msgspec.structs.replace(delivery))
        del self.deliveries[:-KEPT]
        self.awake.set()

    async def send_early(self) -> None:
        """Send what shall arrive before the answer, and wait until it has."""
        early = [delivery for delivery in self.deliveries if delivery.early and not delivery.tries]
        if not early:
            return
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN) as client:
            for delivery in early:
                delivery.due_at = None
                await self._send(client, delivery)

    def send_due(self, client: httpx.AsyncClient, sending: asyncio.TaskGroup) -> None:
        """Start every delivery whose time has come; a slow shop holds up no other message."""
        now = self._clock.now()
        for delivery in self.deliveries:
            if delivery.due_at is not None and delivery.due_at <= now and not delivery.early:
                # Not due again while it is on its way.
                delivery.due_at = None
                sending.create_task(self._send(client, delivery))

    async def _send(self, client: httpx.AsyncClient, delivery: Delivery) -> None:
        if self.url is None:
            return
        headers = {
            "content-type": "application/json; charset=utf-8",
            "tosspayments-webhook-transmission-id": delivery.transmission_id,
            "tosspayments-webhook-transmission-time": self._clock.now().astimezone(KOREA).isoformat(),
            "tosspayments-webhook-transmission-retried-count": str(delivery.tries),
        }
        try:
            response = await client.post(self.url, content=delivery.body, headers=headers)
            delivery.last_answer = response.status_code
        except httpx.HTTPError:
            delivery.last_answer = None
        delivery.early = False
        if delivery.last_answer != 200 and delivery.tries < len(RESENDS):
            delivery.due_at = self._clock.now() + RESENDS[delivery.tries]
        delivery.tries += 1


def body_of(event_type: str, data: Payment | DeletedKey, now: datetime) -> bytes:
    created_at = now.astimezone(KOREA).replace(tzinfo=None).isoformat(timespec="microseconds")
    if event_type == "DEPOSIT_CALLBACK" and isinstance(data, Payment):
        # The oldest of the provider's messages: flat, and without a name.
        flat = {
            "createdAt": created_at,
            "secret": data.secret,
            "status": data.status,
            "transactionKey": data.last_transaction_key,
            "orderId": data.order_id,
        }
        return msgspec.json.encode(flat)
    return msgspec.json.encode({"eventType": event_type, "createdAt": created_at, "data": data})
