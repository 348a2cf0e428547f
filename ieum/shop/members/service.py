"""Signing up, logging in and out, and the consents of a checkout."""

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, TooManyRequests
from ieum.shop.kernel.limits import count_request, network_of
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import passwords, queries, rules, sessions
from ieum.shop.members.profile import consents as advertising_consents
from ieum.shop.members.security import service as security
from ieum.shop.members.security.refusals import LoginFailed, MemberBlocked, SecondFactorRequired
from ieum.shop.members.types import Agreement, Login, LoginIdAnswer, MemberId, NewMember, SignUp, TokenPair
from ieum.shop.members.verification import service as verification
from ieum.shop.site import queries as site_queries
from ieum.shop.site import touches
from ieum.shop.site.touches import FirstTouch

CHECKS_A_MINUTE = 30
# From one network, which may be a whole carrier. Bounded, because each sign-up is answered by mail or SMS, and an
# unverified address or number may belong to somebody else.
SIGN_UPS_A_MINUTE = 30
LOGIN_ID_TAKEN = "이미 사용 중인 아이디입니다."


class TooManySignUps(TooManyRequests):
    """As many members as `site_config.sign_ups_an_hour` says have joined from this network within the clock's hour."""

    code = "too_many_sign_ups"
    title = "이 인터넷 회선에서 가입이 많습니다"

    def __init__(self, *, retry_after: int) -> None:
        super().__init__(
            "같은 인터넷 회선에서 가입한 분이 많아 잠시 가입을 받지 않습니다."
            f" {seoul.wait(retry_after)} 뒤에 다시 시도해 주세요."
            " 와이파이 대신 휴대폰 데이터처럼 다른 회선에서는 바로 가입하실 수 있습니다.",
            retry_after=retry_after,
        )


async def sign_up(
    db: Database, form: SignUp, *, address: str, settings: Settings, touch: FirstTouch | None = None
) -> str:
    """Add the member, record their consents and spend the verification, in one transaction; returns the login id.

    `touch` is where their browser came from at first.

    The password is hashed before that transaction, because it takes long. Whoever never got the answer sends the form
    again: for an hour that is no sign-up with a taken id or a spent verification, but the same one.
    Raises InvalidFields, TooManyRequests, TooManySignUps, TooBusy, VerificationUnavailable, and LoginLocked for a
    repeated form.
    """
    member = rules.check_sign_up(form)
    async with db.connection() as conn:
        await count_request(conn, "sign-up", who=network_of(address), most=SIGN_UPS_A_MINUTE)
    password_hash = await passwords.hash_password(member.password, address=address)
    try:
        await _add(db, form, member, password_hash, address=address, settings=settings, touch=touch)
    except InvalidFields:
        if not await _has_just_joined(db, member, key=settings.secret_key, address=address):
            raise
    return member.login_id


async def _add(
    db: Database,
    form: SignUp,
    member: NewMember,
    password_hash: str,
    *,
    address: str,
    settings: Settings,
    touch: FirstTouch | None,
) -> None:
    async with db.transaction() as conn:
        config = await site_queries.get_config(conn)
        documents = await queries.list_agreement_documents(conn, "sign-up")
        agreed = rules.check_agreements(form.agreements, documents)
        hashes = rules.login_id_hashes(member.login_id, key=settings.secret_key)
        proven = await verification.spend_for_sign_up(conn, form, config, settings)
        added = await queries.insert_member(conn, member, password_hash, agreed, login_id_hashes=hashes)
        if added is None:
            raise InvalidFields(Field("mberId", "taken", LOGIN_ID_TAKEN))
        if proven == "mail":
            await queries.mark_email_proven(conn, added)
        await queries.insert_consents(conn, added, documents, agreed, address=address)
        await advertising_consents.answer_sign_up(conn, added, agreed, config)
        if touch:
            await touches.keep(conn, added, touch)
        if form.authType == "identity":
            await verification.record_identity(conn, added, form.phoneVerificationId or "")
        # Only who has joined counts, so that nobody's wrong forms keep a whole network out for an hour.
        await count_request(
            conn,
            "joined",
            who=network_of(address),
            most=config.sign_ups_an_hour,
            per="hour",
            refusal=TooManySignUps,
        )


async def _has_just_joined(db: Database, member: NewMember, *, key: str, address: str) -> bool:
    """Tell whether these data made a member within the hour and their password fits, checked like at a login."""
    async with db.connection() as conn:
        if not await queries.has_joined_as(conn, member):
            return False
    try:
        await security.check_login(db, member.login_id, member.password, None, key=key, address=address)
    except (SecondFactorRequired, MemberBlocked):
        pass  # said only after the right password
    except LoginFailed:
        return False
    return True


async def check_login_id(db: Database, login_id: str, *, address: str, key: str) -> LoginIdAnswer:
    """Tell whether a sign-up may have this id. Raises TooManyRequests, so that nobody can enumerate our members."""
    async with db.connection() as conn:
        await count_request(conn, "check-id", who=network_of(address), most=CHECKS_A_MINUTE)
        wrong = rules.wrong_login_id(login_id)
        if wrong:
            return LoginIdAnswer(False, wrong[0].detail)
        taken = await queries.is_login_id_taken(conn, login_id, rules.login_id_hashes(login_id, key=key))
    return LoginIdAnswer(not taken, LOGIN_ID_TAKEN if taken else "사용할 수 있는 아이디입니다.")


async def log_in(
    db: Database, form: Login, *, key: str, address: str, user_agent: str, device: str
) -> TokenPair:
    """Check the credentials and start a session. No connection is held while the password is checked.

    Raises what `check_login` raises.
    """
    credentials = await security.check_login(
        db, form.mberId, form.mberPw, form.otp, key=key, address=address, device=device
    )
    async with db.connection() as conn:
        pair = await sessions.start(
            conn,
            credentials.id,
            owner=credentials.owner_id,
            password_hash=credentials.password_hash,
            key=key,
            address=address,
            user_agent=user_agent,
        )
    if pair is None:
        raise LoginFailed
    return pair


async def record_order_consents(
    conn: Connection,
    member: MemberId,
    ticked: list[Agreement],
    *,
    order_id: str,
    address: str,
) -> None:
    """Check and record the documents ticked at the checkout (전자상거래법 시행령 9)."""
    documents = await queries.list_agreement_documents(conn, "order")
    agreed = rules.check_agreements(ticked, documents)
    await queries.insert_consents(conn, member, documents, agreed, address=address, order_id=order_id)
