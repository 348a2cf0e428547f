"""A quote is a promise for a quarter of an hour: what was shown is what is taken or given. Pure."""

import hmac
import re
from datetime import UTC, datetime, timedelta

QUOTE_STANDS = timedelta(minutes=15)
# To the microsecond, because prices begin at one.
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Of another machine's clock.
_AHEAD = timedelta(seconds=1)
_SHAPE = re.compile(r"([0-9]{1,17})\.([0-9a-f]{32})")


def sign(moment: datetime, *subject: object, key: str) -> str:
    """Proof that this was reckoned at `moment`, for this subject: who and what, in a fixed order."""
    when = _since_epoch(moment)
    return f"{when}.{_digest(when, subject, key)}"


def claimed_moment(quote: str, *, now: datetime) -> datetime | None:
    """The moment that a quote names, proven by nothing yet: what was promised for it is reckoned first.

    None where no quote that still stands can name it.
    """
    found = _SHAPE.fullmatch(quote)
    # Compared as numbers: not every number is a moment.
    if not found or not _since_epoch(now - QUOTE_STANDS) <= int(found[1]) <= _since_epoch(now + _AHEAD):
        return None
    return EPOCH + timedelta(microseconds=int(found[1]))


def moment_of(quote: str, *subject: object, key: str, now: datetime) -> datetime | None:
    """The moment of a quote that still stands; None where it is another's, too old or not ours."""
    moment = claimed_moment(quote, now=now)
    if moment is None or not hmac.compare_digest(sign(moment, *subject, key=key), quote):
        return None
    return moment


def _since_epoch(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def _digest(when: int, subject: tuple[object, ...], key: str) -> str:
    said = "\x1f".join(["quote", str(when), *map(str, subject)])
    return hmac.digest(key.encode(), said.encode(), "sha256").hex()[:32]
