"""Tells members that a service which they bought once ends: a week before, a day before, and at the end.

It takes the internet of their devices with it, and with that the way to pay.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.rules import amount_of
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.months import last_day
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import service_templates as texts
from ieum.shop.messaging.queries import Letter
from ieum.shop.messaging.templates import Text
from ieum.shop.services import ending_queries
from ieum.shop.services.types import EndingService, ServiceId
from ieum.shop.services.waiting import WAITS


async def tell_coming(conn: Connection, *, limit: int) -> int:
    """Tell the next members whose service ends soon; returns how many services were looked at."""
    due = await ending_queries.lock_to_tell(conn, limit=limit)
    services = await ending_queries.list_facts(conn, due) if due else []
    amounts = await _amounts(conn, services)
    days = [1 if service.is_last_day else 7 for service in services]
    letters = [
        letter
        for service, of_days in zip(services, days, strict=True)
        for letter in _letters(
            service,
            f"{of_days}",
            texts.ends_soon(
                site=service.site,
                name=service.name,
                plan=service.plan,
                address=service.address,
                until=_until(service),
                days=of_days,
                price=_price(amounts[service.id], service.months),
                link=_link(service),
            ),
            texts.ends_soon_sms(site=service.site, plan=service.plan, until=_until(service)),
        )
    ]
    await messaging.send_all(conn, letters)
    # Of one who has left there are no facts: looked at is looked at, or the same ones would come first for ever.
    told = dict(zip([service.id for service in services], days, strict=True))
    await ending_queries.set_told(conn, due, [told.get(service, 1) for service in due])
    return len(due)


async def tell_ended(conn: Connection, services: Sequence[ServiceId]) -> None:
    """Tell the members of services that have just expired, in the transaction that closed them."""
    ended = await ending_queries.list_ended(conn, services) if services else []
    letters = [
        letter
        for service in ended
        for letter in _letters(
            service,
            "0",
            texts.has_ended(
                site=service.site,
                name=service.name,
                plan=service.plan,
                address=service.address,
                until=_until(service),
                extended_until=f"{last_day(service.ends_at + WAITS):%Y.%m.%d}"
                if service.may_come_back
                else None,
                link=_link(service) if service.may_come_back else f"/{service.kind}-ip",
            ),
            texts.has_ended_sms(site=service.site, plan=service.plan),
        )
    ]
    await messaging.send_all(conn, letters)
    await ending_queries.set_told(conn, [service.id for service in ended], [0] * len(ended))


async def _amounts(conn: Connection, services: Sequence[EndingService]) -> dict[ServiceId, int | None]:
    """Today's price of each for as many months as it was bought for last; None if it is not sold so any more."""
    now = datetime.now(UTC)
    prices = (
        await catalog.list_prices(conn, {(service.plan_id, now) for service in services}) if services else {}
    )
    return {
        service.id: amount_of(prices[service.plan_id, now], months=service.months, quantity=1)
        for service in services
    }


def _letters(service: EndingService, days: str, mail: Text, sms: str) -> list[Letter]:
    """The mail, and the text message for whoever agreed to have some."""
    reference = f"service-ends:{service.id}:{service.ends_at:%Y%m%d}:{days}"
    letters = [
        messaging.mail_letter(to=service.email, text=mail, reference=reference, member=service.member_id)
    ]
    if service.sms_opt_in:
        letters.append(Letter("sms", service.phone, "", sms, reference, service.member_id))
    return letters


def _price(amount: int | None, months: int) -> str | None:
    return None if amount is None else f"{amount:,}원 ({months}개월, 부가세 포함)"


def _until(service: EndingService) -> str:
    return f"{last_day(service.ends_at):%Y.%m.%d}"


def _link(service: EndingService) -> str:
    return (
        f"/{service.kind}-ip/payment/normal"
        f"?planId={service.plan_id}&months={service.months}&serviceId={service.id}"
    )
