"""All that the sandbox remembers."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import httpx

from ieum.sandbox.clock import Clock
from ieum.sandbox.faults import FaultBoard
from ieum.sandbox.inbox.mailbox import Mailbox
from ieum.sandbox.portone.book import IdentityBook
from ieum.sandbox.settings import SandboxSettings
from ieum.sandbox.toss.billing_book import BillingBook
from ieum.sandbox.toss.book import PaymentBook
from ieum.sandbox.toss.idempotency import FirstAnswers
from ieum.sandbox.toss.webhooks import ANSWER_WITHIN, Webhooks


class World:
    def __init__(self, settings: SandboxSettings) -> None:
        self.settings = settings
        # Set when the process ends, which shall not wait for answers that are held back.
        self.closing = asyncio.Event()
        self.reset()

    def reset(self) -> None:
        """Forget everything, moved time included."""
        self.clock = Clock()
        self.faults = FaultBoard()
        self.webhooks = Webhooks(self.clock, self.faults)
        self.payments = PaymentBook(self.clock, self.webhooks.payment_changed)
        self.billing = BillingBook(self.clock, self.payments, self.webhooks.billing_deleted)
        self.answers = FirstAnswers(self.clock)
        self.identities = IdentityBook(self.clock)
        self.mailbox = Mailbox()
        # What a search engine was told has changed, and what it answers; 0: as it deserves.
        self.announced: list[str] = []
        self.engine_answers = 0
        # A word in addresses that it does not take.
        self.engine_shuns = ""
        # Solapi takes a signature once; by real time, because callers sign with theirs.
        self.signatures: dict[str, datetime] = {}

    def use_signature(self, signature: str) -> bool:
        """Whether it is the first use; one that was seen stays seen."""
        first = signature not in self.signatures
        self.signatures.setdefault(signature, datetime.now(UTC))
        return first

    async def hold_back(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.closing.wait(), seconds)

    async def keep_turning(self) -> None:
        """Let payments expire and webhooks go out, until cancelled."""
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN) as client, asyncio.TaskGroup() as sending:
            while True:
                self.payments.expire_due()
                self.webhooks.send_due(client, sending)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.webhooks.awake.wait(), timeout=1)
                self.webhooks.awake.clear()
