"""Changes that staff make to their own account."""

from ieum.shop.console.login import invitations, passkey_queries, queries
from ieum.shop.console.login import service as login
from ieum.shop.console.login.refusals import StaffNotFound
from ieum.shop.console.login.types import PasswordChange, StaffPasskeyId
from ieum.shop.desk import sessions
from ieum.shop.desk.acting import Act, Actor
from ieum.shop.desk.noted import Noted
from ieum.shop.desk.types import StaffSessionId
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import passwords

SESSION_ENDED = Noted("session.end", "staff")
PASSKEY_OFF = Noted("staff.passkey_off", "staff")
PASSWORD_CHANGED = Noted("staff.password", "staff")


async def end_session(act: Act, session: StaffSessionId) -> None:
    """End one of one's own sessions. Raises StaffNotFound if it is over, or somebody else's."""
    if not await sessions.end_sessions(act.conn, act.staff.id, "ended", only=session):
        raise StaffNotFound("이미 끝난 로그인입니다. 목록을 새로 고쳐 주세요.")
    SESSION_ENDED.by(act, act.staff.id, after={"session": session})


async def remove_passkey(act: Act, passkey: StaffPasskeyId) -> None:
    """Remove one's own passkey. Raises StaffNotFound."""
    name = await passkey_queries.delete_passkey(act.conn, act.staff.id, passkey)
    if name is None:
        raise StaffNotFound("이미 지워진 패스키입니다. 목록을 새로 고쳐 주세요.")
    PASSKEY_OFF.by(act, act.staff.id, before={"name": name})


async def change_password(actor: Actor, db: Database, form: PasswordChange, settings: Settings) -> None:
    """Change one's own password. Raises InvalidFields, StaffLoginFailed, StaffCodeWrong, LoginLocked, TooBusy.

    The passkeys stay: whoever has changed the password knows of them from the page that shows both.
    """
    staff = actor.staff
    refuse_wrong(invitations.wrong_password(form.password, email=staff.email))
    await login.check_password(db, staff.id, form.current, key=settings.secret_key, address=actor.address)
    await login.check_code(db, staff.id, form.code, settings=settings, address=actor.address)
    password_hash = await passwords.hash_password(form.password, address=actor.address)
    async with actor.transaction() as act:
        await queries.set_password(act.conn, staff.id, password_hash)
        ended = await sessions.end_sessions(act.conn, staff.id, "password", but=staff.session_id)
        PASSWORD_CHANGED.by(act, staff.id, after={"endedSessions": ended})
