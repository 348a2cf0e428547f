"""When a card is charged, tried again, and given up; what a period may cost. Pure; the clock is handed in."""

from datetime import UTC, datetime, time, timedelta

from ieum.shop.kernel.months import last_day
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.payments.provider import Remedy
from ieum.shop.subscriptions.types import Consent, NoticeDays

# A working morning: the card's owner can still do something on the same day.
CHARGE_AT = time(9)
# After a refusal that may pass, counted from the day that the charge was due.
RETRY_DAYS = (1, 3, 5, 7)
# What we broke ourselves is tried again every day of that week.
REPAIR_DAYS = (1, 2, 3, 4, 5, 6, 7)
NOTICE_DAYS: tuple[NoticeDays, ...] = (7, 1)
# 전자상거래법 13⑥: consent to a rise is asked for within the 30 days before it; a week is left to think.
ASK_AT_MOST = timedelta(days=30)
ASK_AT_LEAST = timedelta(days=7)


def due_at_of(paid_until: datetime) -> datetime:
    """Nine in the morning of the last day that is paid, in Seoul: a charge that is through leaves no gap."""
    return datetime.combine(last_day(paid_until), CHARGE_AT, SEOUL).astimezone(UTC)


def retry_at_of(remedy: Remedy, due_at: datetime, now: datetime) -> datetime | None:
    """When a refused card is tried again; None where no day is left, or only another card can help."""
    if remedy is Remedy.NEW_CARD:
        return None
    days = REPAIR_DAYS if remedy is Remedy.OUR_FAULT else RETRY_DAYS
    moments = (due_at + timedelta(days=day) for day in days)
    return next((moment for moment in moments if moment > now), None)


def release_at_of(suspended_at: datetime, cool_down: timedelta, retry_at: datetime | None) -> datetime:
    """When a suspended service's address goes to others: not before the last try that was promised."""
    kept_until = suspended_at + cool_down
    return kept_until if retry_at is None else max(kept_until, retry_at + timedelta(days=1))


def notice_due(due_at: datetime, noticed: int | None, now: datetime) -> NoticeDays | None:
    """Which notice of the coming charge has to go out; what was missed for too long is not told any more."""
    if now >= due_at:
        return None
    latest: NoticeDays | None = None
    for days in NOTICE_DAYS:
        if now >= due_at - timedelta(days=days):
            latest = days
    return None if latest is None or (noticed is not None and noticed <= latest) else latest


def may_ask_about_a_rise(due_at: datetime, now: datetime) -> bool:
    return ASK_AT_LEAST <= due_at - now <= ASK_AT_MOST


def amount_to_charge(agreed_amount: int, price: int | None, consent: Consent | None) -> int | None:
    """What the period costs: the agreed amount or less, or as much more as was consented to.

    `price` is what the plan costs on the day; None where it is not sold for this period any more.
    None where the member was asked about a rise and has not agreed: nothing is charged then.
    """
    if price is None:
        return agreed_amount
    if price <= agreed_amount:
        return price
    if consent is None:
        # Too late to ask: the rise waits for the period after.
        return agreed_amount
    return min(price, consent.new_amount) if consent.agreed else None
