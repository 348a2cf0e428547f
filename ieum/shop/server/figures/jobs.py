"""The job that asks outside. By the worker and not at a scrape, which must not wait for anybody."""

import asyncio
import logging
import ssl
from datetime import UTC, datetime
from urllib.parse import urlsplit

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging.drivers import CarrierUnavailableError, Texter
from ieum.shop.server.figures import outside

log = logging.getLogger(__name__)

ASK_OUTSIDE = "server.ask_outside"


@job(ASK_OUTSIDE, cron="*/30 * * * *", lock=ASK_OUTSIDE)
async def ask_outside(db: Database, settings: Settings, texter: Texter | None) -> None:
    """Note what is answered; how old the last answer is tells of what is not."""
    seen = {
        outside.SMS_BALANCE: await _balance(texter) if texter else None,
        outside.CERTIFICATE: await certificate_until(settings.public_url) if settings.is_https else None,
    }
    async with db.transaction() as conn:
        for what, value in seen.items():
            if value is not None:
                await outside.note(conn, what, value)


async def _balance(texter: Texter) -> float | None:
    try:
        return await texter.balance()
    except CarrierUnavailableError as error:
        log.warning("the SMS carrier does not tell the balance: %s", error)
        return None


async def certificate_until(url: str, *, tls: ssl.SSLContext | None = None) -> float | None:
    """Return the end of an address's certificate as Unix time; 0 if browsers refuse it, None without an answer."""
    parts = urlsplit(url)
    try:
        async with asyncio.timeout(10):
            _, writer = await asyncio.open_connection(
                parts.hostname, parts.port or 443, ssl=tls or ssl.create_default_context()
            )
    except ssl.SSLCertVerificationError as error:
        log.warning("the certificate of %s is refused: %s", url, error.verify_message)
        return 0
    except (OSError, TimeoutError) as error:
        log.warning("nobody tells the certificate of %s: %r", url, error)
        return None
    certificate = writer.get_extra_info("peercert")
    writer.close()
    ends = datetime.strptime(certificate["notAfter"], "%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)
    return ends.timestamp()
