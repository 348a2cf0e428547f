"""Webhooks to the shop: sent, resent, delayed or lost, all by the movable clock."""

import asyncio
import secrets
from datetime import datetime, timedelta

import httpx
import msgspec
from msgspec import Struct

from ieum.dev.sandbox.clock import KOREA, Clock
from ieum.dev.sandbox.faults import FaultQueue
from ieum.dev.sandbox.toss.types import Payment

# Waits between the tries; after the last one Toss gives up and sends a mail, which the sandbox does not.
RESENDS = tuple(timedelta(minutes=minutes) for minutes in (1, 4, 16, 64, 256, 1024, 4096))
ANSWER_WITHIN = 10.0
MOST_DELIVERIES = 1000
REORDER_DELAY = timedelta(seconds=1)


class Delivery(Struct, rename="camel", kw_only=True):
    transmission_id: str
    event_type: str
    order_id: str
    status: str
    body: bytes
    # None while nothing is due: delivered, given up, held back, or being sent right now.
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
    def __init__(self, clock: Clock, faults: FaultQueue) -> None:
        self._clock = clock
        self._faults = faults
        self.url: str | None = None
        self.deliveries: list[Delivery] = []
        self.awake = asyncio.Event()

    def payment_changed(self, payment: Payment) -> None:
        """Announce the payment as it is now, even if the message is sent later.

        As with Toss, the result of a charge to a card is not announced, and a virtual account is announced twice.
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
                earlier.held, earlier.due_at = False, now + late + REORDER_DELAY
        self.deliveries.append(delivery)
        if kind == "duplicate":
            self.deliveries.append(msgspec.structs.replace(delivery))
        del self.deliveries[:-MOST_DELIVERIES]
        self.awake.set()

    async def send_early(self) -> None:
        """Send the messages that are to arrive before the call's answer, and wait until they have."""
        early = [delivery for delivery in self.deliveries if delivery.early and not delivery.tries]
        if not early:
            return
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN) as client:
            for delivery in early:
                delivery.due_at = None
                await self._send(client, delivery)

    def send_due(self, client: httpx.AsyncClient, sending: asyncio.TaskGroup) -> None:
        """Start every delivery that is due, each as a task, so that a slow answer delays no other message."""
        now = self._clock.now()
        for delivery in self.deliveries:
            if delivery.due_at is not None and delivery.due_at <= now and not delivery.early:
                # Not due again while it is being sent.
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
        # Toss's oldest kind of message: a flat object without an event type.
        flat = {
            "createdAt": created_at,
            "secret": data.secret,
            "status": data.status,
            "transactionKey": data.last_transaction_key,
            "orderId": data.order_id,
        }
        return msgspec.json.encode(flat)
    return msgspec.json.encode({"eventType": event_type, "createdAt": created_at, "data": data})
