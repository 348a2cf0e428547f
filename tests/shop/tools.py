"""What the worker hands to a job, for tests that run one by hand."""

from types import SimpleNamespace
from typing import Any

from procrastinate import JobContext

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import Tools
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging.drivers import Mailer, Texter
from ieum.shop.pages.index_now import Announcer
from ieum.shop.payments.provider import Provider
from tests.shop.builders import SEALER


def worker_tools(
    db: Database,
    *,
    provider: Provider | None = None,
    mailer: Mailer | None = None,
    texter: Texter | None = None,
    announcer: Announcer | None = None,
    settings: Settings | None = None,
) -> Tools:
    return {
        Database: db,
        Sealer: SEALER,
        Provider: provider,
        Mailer: mailer,
        Texter: texter,
        Announcer: announcer,
        Settings: settings,
    }


def job_context(tools: Tools) -> JobContext:
    """All that a job reads of its context."""
    context: Any = SimpleNamespace(additional_context={"tools": tools})
    return context
