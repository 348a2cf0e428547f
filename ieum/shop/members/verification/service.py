"""Sends verification codes, confirms them, and lets each verification be used once."""

import logging
from collections.abc import Collection
from datetime import datetime
from typing import Literal
from uuid import UUID, uuid4

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, TooManyRequests
from ieum.shop.kernel.limits import MINUTE, count_request, network_of
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import MemberId, SignUp
from ieum.shop.members.verification import codes, queries, rules
from ieum.shop.members.verification.refusals import (
    CodeExpired,
    CodeResendTooSoon,
    CodeUsedUp,
    TooManyCodes,
    TooManyTexts,
    VerificationUnavailable,
)
from ieum.shop.members.verification.types import Channel, CodeRequest, CodeSent, NewVerification, Verified
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.site import queries as site_queries
from ieum.shop.site.types import SiteConfig

log = logging.getLogger(__name__)


async def request_code(db: Database, request: CodeRequest, *, address: str, settings: Settings) -> CodeSent:
    """Send a code to a number or address, without looking whether it belongs to a member.

    Raises InvalidFields, VerificationUnavailable, CodeResendTooSoon, TooManyCodes, TooManyTexts.
    """
    target = rules.normal_target(request.channel, request.target)
    verification, code = uuid4(), codes.new_code()
    async with db.transaction() as conn:
        config = await site_queries.get_config(conn)
        if not _is_offered(config, request.channel) or (request.channel == "phone" and settings.sms is None):
            raise VerificationUnavailable
        code_hash = codes.hash_code(code, verification, key=settings.secret_key)
        new = NewVerification(
            verification, request.channel, request.purpose, target, rules.CODE_LIFETIME, code_hash
        )
        expires_at = await begin(conn, new, address=address)
        reference = f"code:{verification}"
        if request.channel == "phone":
            text = templates.code_sms(site=config.site_name, code=code)
            await messaging.sms(conn, to=target, text=text, reference=reference, code_until=expires_at)
            await _count_text(conn, most=config.code_texts_an_hour)
        else:
            text = templates.code_mail(site=config.site_name, code=code)
            await messaging.mail(
                conn, to=request.target.strip(), text=text, reference=reference, code_until=expires_at
            )
    return CodeSent(verification, expires_at, expires_at - rules.CODE_LIFETIME + rules.RESEND_AFTER)


async def _count_text(conn: Connection, *, most: int) -> None:
    """Count a text, last in its transaction, because all other texts wait for its end. Raises TooManyTexts.

    Only texts that are really sent count, so the last one of the hour is one log line in all processes together.
    """
    sent = await count_request(
        conn, "code-text", who="everybody", most=most, per="hour", refusal=TooManyTexts
    )
    if sent == most:
        log.warning(
            "the shop has sent the %d verification texts that it sends in an hour (site_config.code_texts_an_hour): "
            "no more until the next full hour, because somebody may be running up the SMS bill",
            most,
        )


async def begin(
    conn: Connection, new: NewVerification, *, address: str, device: str | None = None
) -> datetime:
    """Store a verification, and return when it expires. Raises TooManyCodes, CodeResendTooSoon.

    Requests for the same target or network wait for this transaction. `device` names a browser of earlier logins,
    which has limits of its own in place of those of its network and of the target, and a wider one with its like there.
    """
    network = network_of(address)
    if device is not None:
        await _count_device(conn, device, new.purpose, network=network)
        return await queries.insert_verification(conn, new, network=network)
    await queries.lock_limits(conn, network=network, target=new.mailbox)
    counts = rules.counts_for(new.purpose)
    rules.check_limits(await queries.list_recent(conn, new, network=network, counts=counts))
    return await queries.insert_verification(conn, new, network=network)


async def _count_device(conn: Connection, device: str, purpose: str, *, network: str) -> None:
    """Count a device's request. Raises CodeResendTooSoon for a second of this purpose in a minute, and TooManyCodes."""
    try:
        await count_request(conn, f"code {purpose}", who=device, most=1)
    except TooManyRequests as error:
        raise CodeResendTooSoon(error.retry_after or MINUTE) from error
    try:
        await count_request(conn, "codes", who=device, most=rules.AN_HOUR_FROM_ONE_DEVICE, per="hour")
        await count_request(
            conn, "codes-known", who=network, most=rules.AN_HOUR_FROM_KNOWN_BROWSERS, per="hour"
        )
    except TooManyRequests as error:
        raise TooManyCodes(error.retry_after or MINUTE) from error


async def confirm_code(db: Database, verification: UUID, code: str, *, key: str) -> Verified:
    """Confirm the verification with its code, after which it can be used once. A refused try counts, too.

    Raises InvalidFields, CodeExpired, CodeUsedUp.
    """
    async with db.transaction() as conn:
        tries = await try_code(conn, verification, code, purposes=rules.CODE_PURPOSES, key=key)
        if tries is None:
            valid_until = await queries.mark_verified(conn, verification, valid_for=rules.VALID_FOR)
            if valid_until is None:
                raise CodeUsedUp
            return Verified(verification, valid_until)
    # Raised only after the commit, so that the wrong try is counted.
    raise rules.wrong_code(tries)


async def try_code(
    conn: Connection, verification: UUID, code: str, *, purposes: Collection[str], key: str
) -> int | None:
    """None where the code is right, else the number of tries used so far; commit to have this one counted.

    The row stays locked, so of several right codes at once only the first gets on. Raises CodeExpired, CodeUsedUp.
    """
    counted = await queries.count_try(conn, verification, purposes=purposes, limit=rules.MAX_TRIES)
    if counted is None:
        state = await queries.find_state(conn, verification, purposes=purposes)
        raise CodeExpired if state is None or (state.over and not state.verified) else CodeUsedUp
    return None if codes.matches(code, counted.code_hash, verification, key=key) else counted.tries


async def spend(
    conn: Connection,
    verification_id: str,
    *,
    channel: Literal["phone", "mail"],
    target: str,
    purpose: str,
    field: str = "verificationId",
) -> None:
    """Use a verification up in the caller's transaction, so that it is used only if the change it is for commits.

    An identity verification proves a phone number, too. Raises InvalidFields under the name `field`, with the code
    `verification_required` where no usable one exists, and `verification_mismatch` where it proves another target.
    """
    spent = None
    if (verification := _read_id(verification_id)) is not None:
        spent = await queries.spend(conn, verification, purpose=purpose)
    if spent is None:
        raise InvalidFields(
            Field(
                field,
                "verification_required",
                "인증이 필요하거나 인증한 지 오래되었습니다. 다시 인증해 주세요.",
            )
        )
    normal = mobile_number if channel == "phone" else rules.normal_mail
    proves: Literal["phone", "mail"] = "mail" if spent.channel == "mail" else "phone"
    if proves != channel or spent.target != normal(target):
        what = "휴대폰 번호가" if channel == "phone" else "이메일 주소가"
        raise InvalidFields(
            Field(field, "verification_mismatch", f"인증한 {what} 입력한 것과 다릅니다. 다시 인증해 주세요.")
        )


async def spend_for_sign_up(
    conn: Connection, form: SignUp, config: SiteConfig, settings: Settings
) -> Channel | None:
    """Return what was proven; None where the shop asks for no proof.

    Raises InvalidFields, and VerificationUnavailable where the shop requires a channel that is not configured.
    """
    phone, mail = config.phone_verification, config.mail_verification
    if phone and not mail and settings.sms is None and settings.identity is None:
        raise VerificationUnavailable
    channel = rules.channel_needed(form.authType, phone=phone, mail=mail)
    if channel is not None:
        await spend(
            conn,
            form.phoneVerificationId or "",
            channel=channel,
            target=form.phone if channel == "phone" else form.email,
            purpose="sign-up",
            field="phoneVerificationId",
        )
    return channel


async def record_identity(conn: Connection, member: MemberId, verification_id: str) -> None:
    """Record that the identity provider verified this member; does nothing after a verification by code."""
    if (verification := _read_id(verification_id)) is not None:
        await queries.insert_identity(conn, member, verification)


def _is_offered(config: SiteConfig, channel: str) -> bool:
    """Tell whether the shop asks for this channel at all; a code for another channel would only cost money."""
    return config.phone_verification if channel == "phone" else config.mail_verification


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
