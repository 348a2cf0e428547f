"""Changes of a member's profile. A change that matters for security is mailed to them in the same transaction."""

from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from msgspec.structs import replace

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, NotFound, Unauthenticated, refuse_wrong
from ieum.shop.kernel.limits import member_key
from ieum.shop.kernel.masking import mask_email, mask_name, mask_phone
from ieum.shop.kernel.phones import national_digits
from ieum.shop.members import notices, passwords, sessions
from ieum.shop.members import queries as members
from ieum.shop.members import rules as member_rules
from ieum.shop.members.names import tidy_name
from ieum.shop.members.profile import queries, rules
from ieum.shop.members.profile.types import (
    EmailChange,
    LoginDevice,
    NameChange,
    PasswordChange,
    PhoneChange,
    Profile,
)
from ieum.shop.members.security import service as security
from ieum.shop.members.types import Identity, MemberId, MemberRow
from ieum.shop.members.verification import service as verification
from ieum.shop.messaging import member_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.templates import Text
from ieum.shop.site import queries as site

# More devices than anybody has; ending all others reaches those that are not shown.
SESSIONS_SHOWN = 100


class SessionNotFound(NotFound):
    code = "session_not_found"
    detail = "로그인 기기를 찾을 수 없습니다. 이미 로그아웃되었을 수 있으니 새로고침해 주세요."


async def get_profile(conn: Connection, member: MemberId) -> Profile:
    """Return the member's profile. Raises Unauthenticated if the member has just left."""
    profile = await queries.find_profile(conn, member)
    if profile is None:
        raise Unauthenticated
    return profile


async def lock(conn: Connection, identity: Identity) -> MemberRow:
    """Lock the member's row. Raises Unauthenticated where this session is over."""
    member = await members.lock_member(conn, identity.member_id)
    if member is None:
        raise Unauthenticated
    await sessions.refuse_ended(conn, identity)
    return member


async def change_name(db: Database, identity: Identity, change: NameChange, *, address: str) -> Profile:
    """The old name still finds the account in recovery, for a year. The same name again changes nothing.

    Raises InvalidFields, TooManyChanges.
    """
    name = tidy_name(change.name)
    refuse_wrong(member_rules.wrong_name(name))
    await security.check_password(db, identity.member_id, change.password, address=address)
    async with db.transaction() as conn:
        member, config = await lock(conn, identity), await site.get_config(conn)
        if name != member.name:
            await notices.refuse_too_many(conn, member.id, "profile:name")
            await queries.keep_former_name(conn, member.id, member.name)
            await members.update_member(conn, member.id, name=name)
            text = texts.name_changed(
                site=config.site_name, name=member.name, masked=mask_name(name), at=datetime.now(UTC)
            )
            await _mail(conn, member, member.email, text, "name")
        return await get_profile(conn, member.id)


async def change_email(db: Database, identity: Identity, change: EmailChange, *, address: str) -> Profile:
    """Mails both addresses, so that the owner of the old one learns of it. The same address again changes nothing.

    Raises InvalidFields, TooManyChanges.
    """
    email = member_rules.tidy_email(change.email)
    refuse_wrong(member_rules.wrong_email(email))
    await security.check_password(db, identity.member_id, change.password, address=address)
    async with db.transaction() as conn:
        member, config = await lock(conn, identity), await site.get_config(conn)
        if email != member.email:
            await notices.refuse_too_many(conn, member.id, "profile:email")
            if config.mail_verification:
                await verification.spend(
                    conn, change.verification_id or "", channel="mail", target=email, purpose="change"
                )
            await members.update_member(conn, member.id, email=email)
            if config.mail_verification:
                await members.mark_email_proven(conn, member.id)
            text = texts.email_changed(
                site=config.site_name, name=member.name, masked=mask_email(email), at=datetime.now(UTC)
            )
            await _mail(conn, member, member.email, text, "email")
            await _mail(conn, member, email, text, "new-email")
        return await get_profile(conn, member.id)


async def change_phone(db: Database, identity: Identity, change: PhoneChange, *, address: str) -> Profile:
    phone = national_digits(change.phone)
    refuse_wrong(member_rules.wrong_phone(phone))
    await security.check_password(db, identity.member_id, change.password, address=address)
    async with db.transaction() as conn:
        member, config = await lock(conn, identity), await site.get_config(conn)
        if phone != member.phone:
            await notices.refuse_too_many(conn, member.id, "profile:phone")
            if config.phone_verification:
                await verification.spend(
                    conn, change.verification_id or "", channel="phone", target=phone, purpose="change"
                )
            await members.update_member(conn, member.id, phone=phone)
            text = texts.phone_changed(
                site=config.site_name, name=member.name, masked=mask_phone(phone), at=datetime.now(UTC)
            )
            await _mail(conn, member, member.email, text, "phone")
        return await get_profile(conn, member.id)


async def change_password(
    db: Database, identity: Identity, change: PasswordChange, *, address: str
) -> Profile:
    """Ends every other session, because a thief may be using one of them. Raises InvalidFields, TooManyChanges."""
    async with db.connection() as conn:
        profile = await get_profile(conn, identity.member_id)
    refuse_wrong(member_rules.wrong_password(change.new, login_id=profile.login_id, phone=profile.phone))
    if change.new == change.current:
        raise InvalidFields(Field("mberPw", "unchanged", "현재 비밀번호와 다른 비밀번호를 입력해 주세요."))
    await security.check_password(db, identity.member_id, change.current, address=address)
    password_hash = await passwords.hash_password(change.new, place=member_key(identity.member_id))
    async with db.transaction() as conn:
        # `lock` checks the session again: else a thief who was just logged out could change the password back.
        member = await lock(conn, identity)
        await notices.refuse_too_many(conn, member.id, "profile:password")
        await members.update_member(conn, member.id, password_hash=password_hash)
        await queries.end_sessions(conn, member.id, but=identity.session_id)
        text = partial(texts.password_changed, at=datetime.now(UTC))
        await notices.mail_member(conn, member.id, f"profile:password:{uuid4().hex}", text)
        return await get_profile(conn, member.id)


async def list_devices(conn: Connection, identity: Identity) -> list[LoginDevice]:
    devices = await queries.list_sessions(conn, identity, limit=SESSIONS_SHOWN)
    return [replace(device, device=rules.describe_device(device.device)) for device in devices]


async def end_session(conn: Connection, member: MemberId, session: int) -> None:
    """Log a device out. Raises SessionNotFound, also for another member's session."""
    if not await members.end_session(conn, member, session, "revoked"):
        raise SessionNotFound


async def _mail(conn: Connection, member: MemberRow, to: str, text: Text, what: str) -> None:
    """Each mail has a reference of its own, so that no change is taken for a repetition of an earlier one."""
    await messaging.mail(conn, to=to, text=text, reference=f"profile:{what}:{uuid4().hex}", member=member.id)
