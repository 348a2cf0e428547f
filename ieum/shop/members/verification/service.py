"""A code sent, a code given back, and what that proves, spent once."""

from collections.abc import Collection
from typing import Literal
from uuid import UUID, uuid4

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.networks import network_of
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.types import MemberId, SignUp
from ieum.shop.members.verification import codes, queries, rules
from ieum.shop.members.verification.refusals import CodeExpired, CodeUsedUp, VerificationUnavailable
from ieum.shop.members.verification.types import CodeRequest, CodeSent, Verified
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.site import queries as site_queries
from ieum.shop.site.types import SiteConfig

PURPOSES = ("sign-up", "change")


async def request_code(db: Database, request: CodeRequest, *, address: str, settings: Settings) -> CodeSent:
    """Send a code. Whether the target is a member's is neither asked nor told.

    Raises InvalidFields, VerificationUnavailable, CodeResendTooSoon, TooManyCodes.
    """
    target = rules.normal_target(request.channel, request.target)
    verification, code = uuid4(), codes.new_code()
    async with db.transaction() as conn:
        config = await site_queries.get_config(conn)
        if not _takes(config, request.channel) or (request.channel == "phone" and settings.sms is None):
            raise VerificationUnavailable
        network = network_of(address)
        await refuse_too_many(conn, network=network, target=target)
        expires_at = await queries.insert_verification(
            conn,
            verification,
            channel=request.channel,
            purpose=request.purpose,
            target=target,
            network=network,
            code_hash=codes.hash_code(code, verification, key=settings.secret_key),
            lifetime=rules.CODE_LIFETIME,
        )
        reference = f"code:{verification}"
        if request.channel == "phone":
            text = templates.code_sms(site=config.site_name, code=code)
            await messaging.sms(conn, to=target, text=text, reference=reference, code_until=expires_at)
        else:
            text = templates.code_mail(site=config.site_name, code=code)
            await messaging.mail(
                conn, to=request.target.strip(), text=text, reference=reference, code_until=expires_at
            )
    return CodeSent(verification, expires_at, expires_at - rules.CODE_LIFETIME + rules.RESEND_AFTER)


async def refuse_too_many(conn: Connection, *, network: str, target: str | None) -> None:
    """Whoever else asks for the same target or from the same network waits until this transaction ends."""
    await queries.lock_limits(conn, network=network, target=target)
    rules.check_limits(await queries.list_recent(conn, network=network, target=target))


async def confirm_code(db: Database, verification: UUID, code: str, *, key: str) -> Verified:
    """The right code makes the verification spendable, once. Every try counts, also one that is refused.

    Raises InvalidFields, CodeExpired, CodeUsedUp.
    """
    async with db.transaction() as conn:
        tries = await try_code(conn, verification, code, purposes=PURPOSES, key=key)
        if tries is None:
            valid_until = await queries.mark_verified(conn, verification, valid_for=rules.VALID_FOR)
            return Verified(verification, valid_until)
    # Refused only now: the try is on the books.
    raise rules.wrong_code(tries)


async def try_code(
    conn: Connection, verification: UUID, code: str, *, purposes: Collection[str], key: str
) -> int | None:
    """None where it is the code; else how many tries were used, which stand once the transaction commits.

    The row is held, so that of right ones at once a single one goes on to mark it.
    Raises CodeExpired, CodeUsedUp.
    """
    tried = await queries.count_try(conn, verification, purposes=purposes, limit=rules.MAX_TRIES)
    if tried is None:
        state = await queries.find_state(conn, verification, purposes=purposes)
        raise CodeExpired if state is None or (state.over and not state.verified) else CodeUsedUp
    return None if codes.fits(code, tried.code_hash, verification, key=key) else tried.tries


async def spend(
    conn: Connection,
    verification_id: str,
    *,
    channel: Literal["phone", "mail"],
    target: str,
    purpose: str,
    field: str = "verificationId",
) -> None:
    """Use a verification up, in the caller's transaction: it is spent only if what it is for happens.

    An identity verification counts as one of the phone. Raises InvalidFields under the name `field`:
    `verification_required` where there is none that still counts, `verification_mismatch` where it
    proves another number or address than `target`.
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
    normal = rules.normal_phone if channel == "phone" else rules.normal_mail
    proves: Literal["phone", "mail"] = "mail" if spent.channel == "mail" else "phone"
    if proves != channel or spent.target != normal(target):
        what = "휴대폰 번호가" if channel == "phone" else "이메일 주소가"
        raise InvalidFields(
            Field(field, "verification_mismatch", f"인증한 {what} 입력한 것과 다릅니다. 다시 인증해 주세요.")
        )


async def spend_for_sign_up(conn: Connection, form: SignUp, config: SiteConfig, settings: Settings) -> None:
    """Raises InvalidFields, or VerificationUnavailable where the shop asks for what it cannot do."""
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


async def record_identity(conn: Connection, member: MemberId, verification_id: str) -> None:
    """Remember of a member that the identity provider vouched for them; nothing after a code."""
    if (verification := _read_id(verification_id)) is not None:
        await queries.insert_identity(conn, member, verification)


def _takes(config: SiteConfig, channel: str) -> bool:
    """A code that nobody asks for would only cost."""
    return config.phone_verification if channel == "phone" else config.mail_verification


def _read_id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
