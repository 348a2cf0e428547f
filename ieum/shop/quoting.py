"""A quote is a promise for a quarter of an hour: what was shown is what is taken or given. Pure."""

import hmac
import re
from datetime import UTC, datetime, timedelta

QUOTE_STANDS = timedelta(minutes=15)
# To the microsecond, because prices begin at one.
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def sign(moment: datetime, *subject: object, key: str) -> str:
    """Proof that this was reckoned at `moment`, for this subject: who and what, in a fixed order."""
    when = (moment - EPOCH) // timedelta(microseconds=1)
    return f"{when}.{_digest(when, subject, key)}"


def moment_of(quote: str, *subject: object, key: str, now: datetime) -> datetime | None:
    """The moment of a quote that still stands; None where it is another's, too old or not ours."""
    found = re.fullmatch(r"([0-9]{1,17})\.([0-9a-f]{32})", quote)
    if not found or not hmac.compare_digest(_digest(int(found[1]), subject, key), found[2]):
        return None
    moment = EPOCH + timedelta(microseconds=int(found[1]))
    return moment if now - QUOTE_STANDS <= moment <= now + timedelta(seconds=1) else None


def _digest(when: int, subject: tuple[object, ...], key: str) -> str:
    said = "\x1f".join(["quote", str(when), *map(str, subject)])
    return hmac.digest(key.encode(), said.encode(), "sha256").hex()[:32]
