"""Links by which staff choose a password and connect an authenticator: once, within a day.

They travel in the fragment of an address, so that no server, proxy or referrer sees the token.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from ieum.shop.console.login import queries
from ieum.shop.console.login import service as login
from ieum.shop.console.login.refusals import InvitationNotFound, NoMailForInvitation, StaffCodeWrong
from ieum.shop.console.login.types import (
    Acceptance,
    Invitation,
    InvitationInfo,
    InvitationLink,
    InvitationSent,
)
from ieum.shop.desk import sessions
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.limits import count_request, network_of
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import passwords
from ieum.shop.members import rules as member_rules
from ieum.shop.members.security import totp
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.staff_templates import staff_invited
from ieum.shop.site import queries as site

LIFETIME = timedelta(days=1)
LOOK_UPS_A_MINUTE = 60


async def make(
    conn: Connection, staff: StaffId, *, made_by: StaffId | None, settings: Settings
) -> InvitationLink:
    """Make a link in place of an open one; the caller notes that in the record."""
    token = secrets.token_urlsafe(32)
    until = await queries.replace_invitation(conn, staff, _hash(token), made_by=made_by, lifetime=LIFETIME)
    return InvitationLink(f"{settings.public_url}/console/invitation#{token}", until)


async def send(
    conn: Connection, staff: StaffId, *, email: str, name: str, made_by: StaffId, settings: Settings
) -> InvitationSent:
    """Mail a first link to whom it is for, so that no colleague can use it; the text is deleted once sent.

    Raises NoMailForInvitation.
    """
    if not settings.smtp_url:
        raise NoMailForInvitation
    link = await make(conn, staff, made_by=made_by, settings=settings)
    config = await site.get_config(conn)
    text = staff_invited(site=config.site_name, name=name, link=link.url, until=link.expires_at)
    reference = f"staff-invited:{staff}:{_hash(link.url).hex()[:16]}"
    await messaging.mail(conn, to=email, text=text, reference=reference, code_until=link.expires_at)
    return InvitationSent(email, link.expires_at)


async def look_up(db: Database, token: str, settings: Settings, caller: login.Caller) -> InvitationInfo:
    """Say whose link it is, with the authenticator's secret. Raises InvitationNotFound, NetworkNotAllowed."""
    await _let_in(db, caller)
    async with db.transaction() as conn:
        found = await queries.find_invitation(conn, _hash(token), holds=True)
        if found is None:
            raise InvitationNotFound
        new = totp.seal(totp.new_secret(), key=settings.secret_key, holder=login.holder(found.staff_id))
        sealed = await queries.keep_secret(conn, found.id, new)
        secret = totp.unseal(sealed, key=settings.secret_key, holder=login.holder(found.staff_id))
        config = await site.get_config(conn)
    if secret is None:
        raise InvitationNotFound
    described = totp.describe(secret, site=f"{config.site_name} 콘솔", login_id=found.email)
    return InvitationInfo(
        found.email,
        found.name,
        found.role_name,
        described.secret,
        described.uri,
        found.expires_at,
        found.is_reset,
    )


async def accept(
    db: Database, form: Acceptance, settings: Settings, caller: login.Caller
) -> tuple[list[str], str]:
    """Set both factors, end every older session and begin one; returns the recovery codes and the session's token.

    The password is hashed between two transactions; of two that use one link the second is refused.
    Raises InvitationNotFound, InvalidFields, StaffCodeWrong, TooBusy, NetworkNotAllowed.
    """
    await _let_in(db, caller)
    async with db.connection() as conn:
        found = await _find(conn, form.token, holds=False)
    refuse_wrong(wrong_password(form.password, email=found.email))
    password_hash = await passwords.hash_password(form.password, address=caller.address)
    codes = [totp.new_recovery_code() for _ in range(totp.RECOVERY_CODES)]
    async with db.transaction() as conn:
        held = await _find(conn, form.token, holds=True)
        step = _step(held, form.code, key=settings.secret_key)
        if step is None:
            raise StaffCodeWrong
        await queries.use_invitation(
            conn,
            held,
            password_hash=password_hash,
            step=step,
            code_hashes=[totp.hash_recovery_code(code) for code in codes],
        )
        await sessions.end_sessions(conn, held.staff_id, "link")
        await record.append(
            conn,
            By(
                role=held.role_name,
                request_id=caller.request_id,
                address=caller.address,
                staff=held.staff_id,
            ),
            [
                Note(
                    action="staff.accept",
                    object_kind="staff",
                    object_id=str(held.staff_id),
                    after={"reset": held.is_reset},
                )
            ],
        )
        token = await login.begin(conn, held.staff_id, caller)
    if token is None:
        raise InvitationNotFound
    return codes, token


def wrong_password(password: str, *, email: str) -> list[Field]:
    """The rule is the members'; the part of the mail before the @ may not be in it, and staff have no other id."""
    if email.partition("@")[0].lower() in password.lower():
        return [Field("password", "invalid", "비밀번호에 이메일 주소의 @ 앞부분을 넣을 수 없습니다.")]
    wrong = member_rules.wrong_password(password, login_id="", phone="")
    return [Field("password", field.code, field.detail) for field in wrong]


async def _let_in(db: Database, caller: login.Caller) -> None:
    await login.refuse_other_networks(db, caller)
    async with db.connection() as conn:
        await count_request(conn, "staff-invitation", who=network_of(caller.address), most=LOOK_UPS_A_MINUTE)


async def _find(conn: Connection, token: str, *, holds: bool) -> Invitation:
    found = await queries.find_invitation(conn, _hash(token), holds=holds)
    if found is None or found.sealed_secret is None:
        raise InvitationNotFound
    return found


def _step(invitation: Invitation, code: str, *, key: str) -> int | None:
    secret = totp.unseal(invitation.sealed_secret or b"", key=key, holder=login.holder(invitation.staff_id))
    return totp.matching_step(secret, code.replace(" ", ""), now=datetime.now(UTC)) if secret else None


def _hash(token: str) -> bytes:
    return hashlib.sha256(b"staff-invitation:" + token.encode("utf-8", "replace")).digest()
