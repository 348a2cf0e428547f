"""Times of a charge and its retries, and the price of a period. Pure; the clock is handed in."""

from datetime import datetime, time, timedelta

from ieum.shop.kernel.months import last_day
from ieum.shop.kernel.seoul import moment_of
from ieum.shop.payments.provider import Remedy
from ieum.shop.subscriptions.types import Consent, LockedSubscription, NoticeDays

# In the morning, so that the card's owner can react on the same day.
CHARGE_AT = time(9)
# The days of the retries after a refusal that may pass, counted from the day that the charge was due.
RETRY_DAYS = (1, 3, 5, 7)
# After a refusal that is our fault the card is charged again on every day of a week.
OUR_FAULT_RETRY_DAYS = (1, 2, 3, 4, 5, 6, 7)
NOTICE_DAYS: tuple[NoticeDays, ...] = (7, 1)


def due_at_of(paid_until: datetime) -> datetime:
    """Nine in the morning of the last paid day, in Seoul: a charge that succeeds then leaves no gap."""
    return moment_of(last_day(paid_until), CHARGE_AT)


def retry_at_of(remedy: Remedy, due_at: datetime, now: datetime) -> datetime | None:
    """Return when a refused card is charged again; None if no retry day is left or only another card can help."""
    if remedy is Remedy.NEW_CARD:
        return None
    days = OUR_FAULT_RETRY_DAYS if remedy is Remedy.OUR_FAULT else RETRY_DAYS
    moments = (due_at + timedelta(days=day) for day in days)
    return next((moment for moment in moments if moment > now), None)


def release_at_of(suspended_at: datetime, cool_down: timedelta, retry_at: datetime | None) -> datetime:
    """Return when a suspended service's address goes back on sale: not before the last retry that was announced."""
    cooled_down_at = suspended_at + cool_down
    return cooled_down_at if retry_at is None else max(cooled_down_at, retry_at + timedelta(days=1))


def is_unpaid(running: LockedSubscription, now: datetime) -> bool:
    """Tell whether it is served beyond the paid time. If stopped in time it is not: it ends with the paid time."""
    stopped_at = running.stop_requested_at
    return running.paid_until <= now and (stopped_at is None or stopped_at > running.paid_until)


def notice_due(due_at: datetime, noticed: int | None, now: datetime) -> NoticeDays | None:
    """Choose the notice of the coming charge that is due; a notice that was missed is replaced by the next one."""
    if now >= due_at:
        return None
    latest: NoticeDays | None = None
    for days in NOTICE_DAYS:
        if now >= due_at - timedelta(days=days):
            latest = days
    return None if latest is None or (noticed is not None and noticed <= latest) else latest


def amount_to_charge(agreed_amount: int, price: int | None, consent: Consent | None) -> int | None:
    """Return the period's price: the agreed amount or less, or at most the higher amount that the member agreed to.

    None where the member was asked about a higher price and has not agreed: nothing is charged then.
    `price` is the plan's price on the day; None where the plan is no longer sold for this period.
    """
    if price is None:
        return agreed_amount
    if price <= agreed_amount:
        return price
    if consent is None:
        # It is too late to ask for consent: the higher price waits for the period after this one.
        return agreed_amount
    return min(price, consent.new_amount) if consent.agreed else None
