"""The sandbox's whole state: in memory, and in a file what a provider would not forget over a restart."""

import asyncio
from contextlib import suppress
from typing import Literal

import httpx

from ieum.dev.sandbox.clock import Clock
from ieum.dev.sandbox.faults import FaultQueue
from ieum.dev.sandbox.inbox.account import Account
from ieum.dev.sandbox.inbox.mailbox import Mailbox
from ieum.dev.sandbox.portone.book import IdentityBook
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.store import Store
from ieum.dev.sandbox.toss.billing_book import BillingBook
from ieum.dev.sandbox.toss.book import PaymentBook
from ieum.dev.sandbox.toss.idempotency import FirstAnswers
from ieum.dev.sandbox.toss.webhooks import ANSWER_WITHIN, Webhooks


class World:
    def __init__(self, settings: SandboxSettings) -> None:
        self.settings = settings
        # Set when the process ends, so that it does not wait for delayed answers.
        self.closing = asyncio.Event()
        self.store = Store(settings.kept_in)
        self._begin()

    def reset(self) -> None:
        """Forget everything and set the clock back to real time."""
        self.store.forget_all()
        self._begin()

    def _begin(self) -> None:
        """Begin with what was kept."""
        self.clock = Clock(self.store)
        self.faults = FaultQueue()
        self.webhooks = Webhooks(self.clock, self.faults)
        self.webhooks.url = self.settings.webhook_url
        self.payments = PaymentBook(self.clock, self.store, self.webhooks.payment_changed)
        self.billing = BillingBook(self.clock, self.store, self.payments, self.webhooks.billing_deleted)
        self.answers = FirstAnswers(self.clock, self.store)
        self.identities = IdentityBook(self.clock, self.store)
        self.mailbox = Mailbox(self.store)
        self.sms_account = Account()
        # The secrets that hold instead of one of the settings.
        self.keys: dict[str, tuple[str, ...]] = {}
        # Addresses that the search engine was told of; its forced status, 0 for none; a word it refuses.
        self.announced: list[str] = []
        self.engine_status = 0
        self.engine_refuses = ""
        # What the DNS block lists have, and how they behave.
        self.listed: set[str] = set()
        self.lists_mood: Literal["works", "silent", "lists-all"] = "works"
        # Solapi accepts each signature once.
        self.used_signatures: set[str] = set()

    def valid(self, secret: str) -> tuple[str, ...]:
        """The secrets that hold now for the account of this one."""
        return self.keys.get(secret, (secret,))

    async def delay(self, seconds: float) -> None:
        """Wait for so many seconds, or less if the process ends."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.closing.wait(), seconds)

    async def run_background_work(self) -> None:
        """Expire payments and send webhooks until cancelled."""
        async with httpx.AsyncClient(timeout=ANSWER_WITHIN) as client, asyncio.TaskGroup() as sending:
            while True:
                self.payments.expire_due()
                self.webhooks.send_due(client, sending)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.webhooks.awake.wait(), timeout=1)
                self.webhooks.awake.clear()
