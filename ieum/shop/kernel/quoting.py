"""Quotes: signed proof of when an amount was computed, so that the amount shown holds for 15 minutes. Pure."""

import hmac
import re
from datetime import UTC, datetime, timedelta

from ieum.shop.kernel.secret_keys import accepted

QUOTE_VALIDITY = timedelta(minutes=15)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# How far the clock of the machine that made the quote may be ahead of ours.
_AHEAD = timedelta(seconds=1)
_SHAPE = re.compile(r"([0-9]{1,17})\.([0-9a-f]{32})")


def sign(moment: datetime, *subject: object, key: str) -> str:
    """Return a quote: proof of when an amount was computed, and for whom and what (`subject`, in fixed order)."""
    # In microseconds, because a price comes into force at one.
    when = _since_epoch(moment)
    signed = "\x1f".join(["quote", str(when), *map(str, subject)])
    return f"{when}.{hmac.digest(key.encode(), signed.encode(), 'sha256').hex()[:32]}"


def claimed_moment(quote: str, *, now: datetime) -> datetime | None:
    """Return the moment that a quote names, not yet verified; None where it is malformed or no longer valid.

    For a subject that includes the amount: compute the amount for this moment first, then call `verified_moment`.
    """
    match = _SHAPE.fullmatch(quote)
    # Compared as numbers, because not every number is a valid moment.
    if not match or not _since_epoch(now - QUOTE_VALIDITY) <= int(match[1]) <= _since_epoch(now + _AHEAD):
        return None
    return _EPOCH + timedelta(microseconds=int(match[1]))


def verified_moment(quote: str, *subject: object, key: str, now: datetime) -> datetime | None:
    """Return the moment of a valid quote; None where it is too old, for another subject, or not signed by us."""
    moment = claimed_moment(quote, now=now)
    if moment is None:
        return None
    is_ours = any(hmac.compare_digest(sign(moment, *subject, key=one), quote) for one in accepted(key))
    return moment if is_ours else None


def _since_epoch(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)
