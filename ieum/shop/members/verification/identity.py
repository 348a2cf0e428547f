"""Verification by the identity provider (본인인증), the second way to prove a phone number."""

from datetime import UTC, datetime
from uuid import UUID, uuid4

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.phones import mobile_number
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import IdentityAccount
from ieum.shop.members.names import tidy_name
from ieum.shop.members.verification import codes, queries, rules
from ieum.shop.members.verification.provider import IdentityProvider, NotVerified, Person
from ieum.shop.members.verification.refusals import IdentityFailed, IdentityUnavailable
from ieum.shop.members.verification.service import begin
from ieum.shop.members.verification.types import IdentityStarted, IdentityVerified, NewVerification, Purpose
from ieum.shop.site import queries as site_queries

REASONS = {
    NotVerified.WAITING: "본인인증이 끝나지 않았습니다. 인증 창에서 인증을 마친 뒤 다시 시도해 주세요.",
    NotVerified.FAILED: IdentityFailed.detail,
    NotVerified.UNREACHABLE: "본인인증 기관에서 결과를 받지 못했습니다. 잠시 후 다시 시도해 주세요.",
}


async def start(
    db: Database, account: IdentityAccount | None, purpose: Purpose, *, address: str
) -> IdentityStarted:
    """Begin with a random id that nobody can guess, so that whoever confirms it is whoever began.

    Raises IdentityUnavailable, TooManyCodes.
    """
    verification = uuid4()
    async with db.transaction() as conn:
        config = await site_queries.get_config(conn)
        if account is None or not config.phone_verification:
            raise IdentityUnavailable
        new = NewVerification(verification, "identity", purpose, None, rules.IDENTITY_LIFETIME)
        await begin(conn, new, address=address)
    return IdentityStarted(verification, account.store_id, account.channel_key, account.sdk_url)


async def confirm(
    db: Database, provider: IdentityProvider | None, verification: UUID, *, key: str
) -> IdentityVerified:
    """Ask the provider who the person was; may be asked again until the verification is used.

    Stores a keyed hash of the provider's identifier for the person, and nothing of their birthday.
    Raises IdentityUnavailable, IdentityFailed.
    """
    if provider is None:
        raise IdentityUnavailable
    async with db.connection() as conn:
        counted = await queries.count_try(
            conn, verification, purposes=rules.CODE_PURPOSES, limit=rules.IDENTITY_MAX_TRIES, identity=True
        )
    if counted is None:
        raise IdentityFailed("본인인증을 시작한 지 오래되었습니다. 처음부터 다시 인증해 주세요.")
    person = await provider.find(verification)
    if isinstance(person, NotVerified):
        raise IdentityFailed(REASONS[person])
    phone = _acceptable_phone(person)
    async with db.connection() as conn:
        valid_until = await queries.mark_verified(
            conn,
            verification,
            phone=phone,
            person_hash=codes.hash_person(person.key, key=key) if person.key else None,
            valid_for=rules.VALID_FOR,
        )
    if valid_until is None:
        raise IdentityFailed
    return IdentityVerified(verification, tidy_name(person.name), phone, valid_until)


def _acceptable_phone(person: Person) -> str:
    """The phone number in digits. Raises IdentityFailed for a child, and where the provider leaves a field out."""
    phone = mobile_number(person.phone or "")
    if phone is None or person.birth_date is None:
        raise IdentityFailed(
            "본인인증 기관에서 휴대폰 번호와 생년월일을 확인할 수 없습니다. 다른 방법으로 인증해 주세요."
        )
    if not rules.is_old_enough(person.birth_date, today=datetime.now(UTC).astimezone(SEOUL).date()):
        raise IdentityFailed("만 14세 미만은 가입할 수 없습니다.")
    return phone
