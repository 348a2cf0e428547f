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


class Webhooks:
    def __init__(self, clock: Clock, faults: FaultBoard) -> None:
        self._clock = clock
        self._faults = faults
        self.url: str | None = None
        self.deliveries: list[Delivery] = []
        self.awake = asyncio.Event()

    def payment_changed(self, payment: Payment) -> None:
        """Take a snapshot now: a late message tells how things were."""
        self._announce("PAYMENT_STATUS_CHANGED", payment.order_id, payment.status, payment)

    def _announce(self, event_type: str, order_id: str, status: str, data: Struct) -> None:
        if self.url is None:
            return
        fault = self._faults.take("webhook", order_id)
        if fault is not None and fault.kind == "missing":
            return
        now = self._clock.now()
        created_at = now.astimezone(KOREA).replace(tzinfo=None).isoformat(timespec="microseconds")
        body = msgspec.json.encode({"eventType": event_type, "createdAt": created_at, "data": data})
        late = timedelta(seconds=fault.seconds) if fault and fault.kind == "late" else timedelta()
        delivery = Delivery(
            transmission_id=f"whtrans_{secrets.token_hex(12)}",
            event_type=event_type,
            order_id=order_id,
            status=status,
            body=body,
            due_at=now + late,
        )
        self.deliveries.append(delivery)
        if fault is not None and fault.kind == "duplicate":
            self.deliveries.append(msgspec.structs.replace(delivery))
        del self.deliveries[:-KEPT]
        self.awake.set()

    def send_due(self, client: httpx.AsyncClient, sending: asyncio.TaskGroup) -> None:
        """Start every delivery whose time has come; a slow shop holds up no other message."""
        now = self._clock.now()
        for delivery in self.deliveries:
            if delivery.due_at is not None and delivery.due_at <= now:
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
        if delivery.last_answer != 200 and delivery.tries < len(RESENDS):
            delivery.due_at = self._clock.now() + RESENDS[delivery.tries]
        delivery.tries += 1
