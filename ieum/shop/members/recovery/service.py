"""Finds lost login ids and resets passwords with a code that goes to the member's mailbox.

A request is answered the same way and in the same time whether or not such a member exists, because only the queued job
looks them up. A request that matches nobody has no code, so every code tried on it is wrong.
"""

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, ShopError, refuse_wrong
from ieum.shop.kernel.limits import household_of, member_key
from ieum.shop.kernel.masking import mask_login_id
from ieum.shop.kernel.queue import defer
from ieum.shop.members import agreeing, passwords, tasks
from ieum.shop.members import queries as members
from ieum.shop.members.names import tidy_name
from ieum.shop.members.profile import queries as profile
from ieum.shop.members.profile.rules import describe_device
from ieum.shop.members.recovery import queries
from ieum.shop.members.recovery.types import (
    AccountSearch,
    FindId,
    FindIdConfirm,
    FoundIds,
    RecoveryStarted,
    Reset,
    ResetConfirm,
    ResetPassword,
)
from ieum.shop.members.rules import (
    LOGIN_ID,
    check_agreements,
    tidy_email,
    wrong_email,
    wrong_name,
    wrong_password,
)
from ieum.shop.members.security import devices
from ieum.shop.members.security import queries as security
from ieum.shop.members.security.rules import login_key
from ieum.shop.members.types import AgreementRow, MemberRow
from ieum.shop.members.verification import service as verification
from ieum.shop.members.verification.refusals import CodeUsedUp
from ieum.shop.members.verification.rules import wrong_code
from ieum.shop.members.verification.types import NewVerification
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.site import queries as site_queries

CODE_LIFETIME = timedelta(minutes=10)


class AgreementsMissing(ShopError):
    code = "agreements_missing"
    title = "약관 동의가 필요합니다"
    detail = "이전 쇼핑몰에서 옮겨 오신 뒤 처음입니다. 약관에 동의하시면 새 비밀번호를 저장합니다."


async def start(
    db: Database, form: FindId | ResetPassword, *, address: str, device: str, key: str
) -> RecoveryStarted:
    """Store the request and queue the look-up. Raises InvalidFields, CodeResendTooSoon, TooManyCodes.

    `device` is the cookie of earlier logins in this browser, by which the job recognises the owner. A known
    browser is limited apart from its network, so that others there cannot use up what it may ask for.
    """
    search = _search_of(form, device)
    request = uuid4()
    known = devices.recognise(device, devices.ANYBODY, key=key, now=datetime.now(UTC))
    async with db.transaction() as conn:
        new = NewVerification(request, "mail", search.purpose, search.email, CODE_LIFETIME)
        expires_at = await verification.begin(conn, new, address=address, device=known)
        await queries.insert_request(conn, request, search, household=household_of(address))
        await defer(conn, tasks.LOOK_UP_ACCOUNT, request=str(request))
    return RecoveryStarted(request, expires_at)


async def find_ids(db: Database, entry: FindIdConfirm, *, key: str) -> FoundIds:
    """The masked ids, for the right code. Raises InvalidFields, CodeExpired, CodeUsedUp."""
    async with db.transaction() as conn:
        tries = await verification.try_code(
            conn, entry.verification_id, entry.code, purposes=("find-id",), key=key
        )
        if tries is None:
            await queries.close(conn, entry.verification_id)
            matched = await queries.list_matched_members(conn, entry.verification_id)
            # Of several, some may be a stranger's, who has entered this name and address.
            if len(matched) == 1:
                await members.mark_email_proven(conn, matched[0].id)
            return FoundIds([mask_login_id(member.login_id) for member in matched])
    # Raised only after the commit, so that the wrong try is counted.
    raise wrong_code(tries)


async def reset_password(db: Database, entry: ResetConfirm, *, key: str, address: str) -> Reset:
    """Set the new password, end every session, delete the passkeys unless they are kept, and mail the member.

    Rules that hold for everybody are checked before the code is tried; those that depend on the member only after it,
    so that nobody learns about the member without the code. The password is hashed between two transactions, so of two
    requests with the right code the second to finish is refused.
    Whoever came from another shop agrees to this one's terms first, as by the link that was mailed to them.
    Raises InvalidFields, AgreementsMissing, CodeExpired, CodeUsedUp, TooBusy.
    """
    refuse_wrong(wrong_password(entry.mberPw, login_id="", phone=""))
    async with db.transaction() as conn:
        tries = await verification.try_code(
            conn, entry.verificationId, entry.code, purposes=("reset-password",), key=key
        )
        if tries is None:
            member = await _matched_member(conn, entry.verificationId)
            # Raised inside the transaction, so that a right code with a bad password costs no try.
            refuse_wrong(wrong_password(entry.mberPw, login_id=member.login_id, phone=member.phone))
            await _agreed(conn, member, entry)
    if tries is not None:
        raise wrong_code(tries)
    password_hash = await passwords.hash_password(entry.mberPw, place=f"recovery:{entry.verificationId}")
    async with db.transaction() as conn:
        # The request is locked before its member, as above, so that two requests cannot deadlock.
        if not await queries.close(conn, entry.verificationId):
            raise CodeUsedUp
        member = await _matched_member(conn, entry.verificationId)
        if agreed := await _agreed(conn, member, entry):
            await agreeing.agree(conn, member.id, *agreed, address=address)
        await members.update_member(conn, member.id, password_hash=password_hash)
        await members.mark_email_proven(conn, member.id)
        ended = await profile.end_sessions(conn, member.id, but=None)
        passkeys = (await security.get_security(conn, member.id)).passkeys
        if not entry.keepPasskeys:
            await security.delete_passkeys(conn, member.id)
        # Failed logins of others must not lock out the member, who has proved to own the mailbox.
        await security.forget_failures(conn, login_key(member.login_id, key=key))
        await security.forget_failures(conn, member_key(member.id))
        config = await site_queries.get_config(conn)
        text = templates.password_reset(
            site=config.site_name,
            name=member.name,
            when=seoul.minute(datetime.now(UTC)),
            passkeys_removed=0 if entry.keepPasskeys else len(passkeys),
            passkeys_kept=len(passkeys) if entry.keepPasskeys else 0,
        )
        reference = f"reset:{entry.verificationId}"
        await messaging.mail(conn, to=member.email, text=text, reference=reference, member=member.id)
    return Reset([describe_device(agent) for agent in ended], passkeys, entry.keepPasskeys)


async def _agreed(
    conn: Connection, member: MemberRow, entry: ResetConfirm
) -> tuple[list[AgreementRow], dict[str, bool]] | None:
    """Return a member's agreements; None if none is owed. Raises AgreementsMissing, InvalidFields."""
    if not await agreeing.is_owed(conn, member.id):
        return None
    if not entry.agreements:
        raise AgreementsMissing
    documents = await members.list_agreement_documents(conn, "sign-up")
    return documents, check_agreements(entry.agreements, documents)


async def _matched_member(conn: Connection, request: UUID) -> MemberRow:
    """The member that the code was mailed to. Raises CodeUsedUp where they left or changed their address meanwhile."""
    matched = await queries.list_matched_members(conn, request)
    if not matched:
        raise CodeUsedUp
    return matched[0]


def _search_of(form: FindId | ResetPassword, device: str) -> AccountSearch:
    """The search in stored form. Only the format is checked here; whether anybody matches is left to the job.

    Raises InvalidFields.
    """
    name, email = tidy_name(form.mberNm), tidy_email(form.email)
    login_id = form.mberId.strip().lower() if isinstance(form, ResetPassword) else None
    wrong = [*wrong_name(name), *wrong_email(email)]
    if login_id is not None and not LOGIN_ID.fullmatch(login_id):
        wrong.append(Field("mberId", "invalid", "아이디를 다시 확인해 주세요."))
    refuse_wrong(wrong)
    purpose = "find-id" if login_id is None else "reset-password"
    return AccountSearch(purpose, name, email.lower(), login_id, devices.tidy(device))
