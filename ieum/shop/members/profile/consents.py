"""Consent to advertising: recorded as proof, confirmed to the member, and reminded of every two years (ICNA 50)."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import TooManyRequests
from ieum.shop.members import queries as members
from ieum.shop.members.profile import queries, service
from ieum.shop.members.profile.types import Consent, ConsentChange, Medium, Profile
from ieum.shop.members.types import Identity, MemberId
from ieum.shop.messaging import member_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.templates import Text
from ieum.shop.site import queries as site
from ieum.shop.site.types import SiteConfig

# Each batch is a transaction of its own.
BATCH = 100
# Each change is confirmed by an SMS, which costs money. Withdrawing needs no limit, as it follows an agreement.
AGREED_A_DAY = 5
TOO_OFTEN = "수신 동의를 하루에 여러 번 변경하셨습니다. 내일 다시 시도해 주세요."


async def change(conn: Connection, identity: Identity, requested: ConsentChange, *, address: str) -> Profile:
    """Record each consent that changes, and confirm it on its own medium, for which the law allows 14 days.

    Raises TooManyRequests.
    """
    member, config = await service.lock(conn, identity), await site.get_config(conn)
    sms, mail = requested.sms == "Y", requested.mail == "Y"
    media: list[tuple[Medium, bool, bool]] = [
        ("sms", sms, member.sms_opt_in),
        ("mail", mail, member.mail_opt_in),
    ]
    for medium, agreed, before in media:
        if agreed == before:
            continue
        if agreed:
            await _refuse_too_often(conn, member.id, medium)
        consent = await queries.insert_consent(conn, member.id, medium, agreed=agreed, address=address)
        await _confirm(conn, config, consent, agreed=agreed)
    await members.update_member(conn, member.id, sms_opt_in=sms, mail_opt_in=mail)
    return await service.get_profile(conn, member.id)


async def _refuse_too_often(conn: Connection, member: MemberId, medium: Medium) -> None:
    """Refuse changes that come too often. The member's row must be locked, or two requests could both pass.

    Raises TooManyRequests.
    """
    first = await queries.find_earlier_agreement(conn, member, medium, back=AGREED_A_DAY)
    if first is not None:
        wait = first + timedelta(days=1) - datetime.now(UTC)
        raise TooManyRequests(TOO_OFTEN, retry_after=max(1, math.ceil(wait.total_seconds())))


async def answer_sign_up(
    conn: Connection, member: MemberId, agreed: Mapping[str, bool], config: SiteConfig
) -> None:
    """Confirm the consents ticked at the sign-up; a box left empty is not a withdrawal, so it is not confirmed."""
    for medium, document in queries.DOCUMENTS.items():
        if agreed.get(document):
            consent = await queries.find_consent(conn, member, medium)
            await _confirm(conn, config, consent, agreed=True)


async def ask_again(conn: Connection) -> int:
    """Remind members of consents that have become another two years old, once each; returns how many, up to `BATCH`."""
    config = await site.get_config(conn)
    aging = await queries.list_aging_consents(conn, limit=BATCH)
    for consent in aging:
        text = texts.consent_again(
            site=config.site_name, sender=_sender(config), medium=consent.medium, at=consent.recorded_at
        )
        await _send(conn, consent, text, reference=f"consent-again:{consent.id}:{consent.years}")
    return len(aging)


async def _confirm(conn: Connection, config: SiteConfig, consent: Consent, *, agreed: bool) -> None:
    text = texts.consent_changed(
        site=config.site_name,
        sender=_sender(config),
        medium=consent.medium,
        agreed=agreed,
        at=consent.recorded_at,
    )
    await _send(conn, consent, text, reference=f"consent:{consent.id}", at_once=True)


def _sender(config: SiteConfig) -> str:
    return config.business_name or config.site_name


async def _send(
    conn: Connection, consent: Consent, text: Text, *, reference: str, at_once: bool = False
) -> None:
    to, member = consent.to, consent.member_id
    if consent.medium == "sms":
        await messaging.sms(conn, to=to, text=text.body, reference=reference, member=member, at_once=at_once)
    else:
        await messaging.mail(conn, to=to, text=text, reference=reference, member=member)
