"""From a lost id or password to a found one, through the mailbox of the member alone.

Asking does the same whether or not there is such a member: the job behind it looks, and it alone
knows. A request without a member has no code, so every code that is tried on it is wrong.
"""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.limits import network_of
from ieum.shop.kernel.masking import mask_login_id
from ieum.shop.kernel.queue import defer
from ieum.shop.members import passwords
from ieum.shop.members.profile import queries as profile
from ieum.shop.members.recovery import queries, rules, tasks
from ieum.shop.members.recovery.types import (
    FindId,
    FindIdConfirm,
    Found,
    FoundIds,
    RecoveryStarted,
    ResetConfirm,
    ResetPassword,
)
from ieum.shop.members.security.queries import forget_failures
from ieum.shop.members.security.rules import login_key
from ieum.shop.members.verification import queries as verifications
from ieum.shop.members.verification import service as verification
from ieum.shop.members.verification.refusals import CodeUsedUp
from ieum.shop.members.verification.rules import wrong_code
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.site import queries as site_queries


async def start(db: Database, form: FindId | ResetPassword, *, address: str) -> RecoveryStarted:
    """Note what is asked and queue the look-up. Raises InvalidFields, CodeResendTooSoon, TooManyCodes."""
    wanted = rules.check_request(form)
    request, network = uuid4(), network_of(address)
    async with db.transaction() as conn:
        await verification.refuse_too_many(conn, network=network, target=wanted.email)
        expires_at = await verifications.insert_verification(
            conn,
            request,
            channel="mail",
            purpose=wanted.kind,
            target=wanted.email,
            network=network,
            code_hash=None,
            lifetime=rules.CODE_LIFETIME,
        )
        await queries.insert_request(conn, request, name=wanted.name, login_id=wanted.login_id)
        await defer(conn, tasks.LOOK_UP, request=str(request))
    return RecoveryStarted(request, expires_at)


async def find_ids(db: Database, entry: FindIdConfirm, *, key: str) -> FoundIds:
    """Raises InvalidFields, CodeExpired, CodeUsedUp."""
    async with db.transaction() as conn:
        tries = await verification.try_code(
            conn, entry.verification_id, entry.code, purposes=("find-id",), key=key
        )
        if tries is None:
            await queries.close(conn, entry.verification_id)
            found = await queries.list_found(conn, entry.verification_id)
            return FoundIds([mask_login_id(member.login_id) for member in found])
    # Refused only now: the try is on the books.
    raise wrong_code(tries)


async def reset_password(db: Database, entry: ResetConfirm, *, key: str, address: str) -> None:
    """A new password, every session ended, the member told.

    What the password must be is said before the code is tried, as far as it holds for everybody; what
    depends on the member only to who has the code. The hash is made between two transactions, and
    of two who come with the right code at once the second to finish is refused.
    Raises InvalidFields, CodeExpired, CodeUsedUp, TooBusy.
    """
    rules.check_new_password(entry.mberPw)
    async with db.transaction() as conn:
        tries = await verification.try_code(
            conn, entry.verificationId, entry.code, purposes=("reset-password",), key=key
        )
        if tries is None:
            member = await _only(conn, entry.verificationId)
            # Raised in here: a right code with a password that will not do costs no try.
            rules.check_new_password(entry.mberPw, login_id=member.login_id, phone=member.phone)
    if tries is not None:
        raise wrong_code(tries)
    password_hash = await passwords.hash_password(entry.mberPw, address=address)
    async with db.transaction() as conn:
        # The request before its member, as the try above: two at once wait in a line, not in a circle.
        if not await queries.close(conn, entry.verificationId):
            raise CodeUsedUp
        member = await _only(conn, entry.verificationId)
        await profile.set_password(conn, member.id, password_hash)
        await profile.end_sessions(conn, member.id, but=None)
        # Whoever proved to hold the mailbox is not kept away for what others tried.
        await forget_failures(conn, login_key(member.login_id, key=key))
        config = await site_queries.get_config(conn)
        text = templates.password_reset(
            site=config.site_name,
            name=member.name,
            when=seoul.minute(datetime.now(UTC)),
        )
        reference = f"reset:{entry.verificationId}"
        await messaging.mail(conn, to=member.email, text=text, reference=reference, member=member.id)


async def _only(conn: Connection, request: UUID) -> Found:
    """The member that the right code belongs to. Raises CodeUsedUp where they left or moved their mailbox meanwhile."""
    found = await queries.list_found(conn, request)
    if not found:
        raise CodeUsedUp
    return found[0]
