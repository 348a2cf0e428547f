"""A gateway host exchanges a code for the gateway's credential. A spent code that comes again raises an alarm."""

import hashlib
import secrets
from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.gateways import service
from ieum.shop.gateways.types import GatewayId, PublicKey
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database, any_row, execute, fetch_all, fetch_optional
from ieum.shop.kernel.errors import ShopError, Unauthenticated
from ieum.shop.kernel.limits import count_request, network_of

TRIES_A_MINUTE = 10
MOST_BACKUPS = 5


class UnknownCode(Unauthenticated):
    code = "unknown_enrolment_code"
    detail = "등록 코드가 올바르지 않거나 한 시간이 지났습니다. 운영자에게 새 코드를 받아 주세요."


class CodeSpent(Unauthenticated):
    code = "enrolment_code_spent"
    detail = "이미 쓴 등록 코드입니다. 운영자에게 알리고 새 코드를 받아 주세요."


class CredentialUsed(ShopError):
    code = "gateway_credential_used"
    title = "이미 쓴 게이트웨이 토큰입니다"
    detail = "게이트웨이가 전에 쓰던 토큰입니다. 유출되었을 수 있으니 새 토큰을 만들어 다시 등록해 주세요."


class GatewayRunning(ShopError):
    code = "gateway_running"
    title = "작동 중인 게이트웨이입니다"
    detail = (
        "이 코드를 만든 뒤에 게이트웨이가 다시 응답했습니다. 작동 중인 게이트웨이를 넘겨받으려면 콘솔에서 "
        "두 사람이 확인한 새 코드를 받아 주세요."
    )


class Enrolment(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`token`: made by the host, and from then on its credential, so that an answer that is lost costs nothing."""

    code: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{20,60}(?!\n)$")]
    token: Annotated[str, Meta(pattern=r"^gw_[A-Za-z0-9_-]{43}(?!\n)$")]
    public_key: PublicKey
    # The private key, sealed to the owner's recovery key; null where the host was given none.
    key_backup: Annotated[bytes, Meta(min_length=48, max_length=1024)] | None = None


class Enrolled(msgspec.Struct):
    name: str


class Backup(msgspec.Struct):
    """A gateway's private key, sealed to the owner's recovery key, and since when the shop has it."""

    sealed: bytes
    kept_at: datetime


class _Code(msgspec.Struct):
    id: int
    gateway_id: GatewayId
    name: str
    token_hash: bytes | None
    takes_over: bool
    is_current: bool


async def issue_code(conn: Connection, name: str, *, takes_over: bool) -> str | None:
    """Make a code that one host may use within an hour; an earlier one ends. None where there is no such gateway.

    `takes_over`: also while the gateway is running.
    """
    # No other alphabet: a code that begins with a hyphen would be read as an option of the command.
    code = secrets.token_hex(16)
    gateway = await fetch_optional(
        conn, GatewayId, "SELECT id FROM gateways WHERE name = %(name)s FOR UPDATE", name=name
    )
    if gateway is None:
        return None
    await execute(
        conn, "DELETE FROM gateway_codes WHERE gateway_id = %(gateway)s AND spent_at IS NULL", gateway=gateway
    )
    await execute(
        conn,
        "INSERT INTO gateway_codes (gateway_id, code_hash, takes_over) VALUES (%(gateway)s, %(code)s, %(takes_over)s)",
        gateway=gateway,
        code=_hash(code),
        takes_over=takes_over,
    )
    return code


async def enrol(db: Database, request: Enrolment, *, caller: str) -> Enrolled:
    """Make the host's token the gateway's credential; the one before ends. The same request again changes nothing.

    Raises UnknownCode, CodeSpent, CredentialUsed, GatewayKeyChanged, GatewayRunning, and TooManyRequests.
    """
    async with db.connection() as conn:
        await count_request(conn, "enrolment", who=network_of(caller), most=TRIES_A_MINUTE)
    async with db.transaction() as conn:
        code = await _lock_code(conn, request.code)
        token_hash = service.hash_token(request.token)
        is_spent = code.token_hash not in {None, token_hash}
        if is_spent:
            detail = "등록 코드가 두 번째로 쓰였습니다. 우리 호스트이거나 코드를 본 다른 사람입니다."
            await raise_alarm(conn, "spent_enrolment_code", reference=code.name, detail=detail)
        elif code.token_hash is None:
            await _spend(conn, code, request, token_hash)
    # Outside, so that the alarm is kept.
    if is_spent:
        raise CodeSpent
    return Enrolled(code.name)


async def find_open_code(conn: Connection, gateway: GatewayId) -> datetime | None:
    """Until when a code may be used that no host has used yet."""
    return await fetch_optional(
        conn,
        datetime,
        """
        SELECT expires_at FROM gateway_codes
         WHERE gateway_id = %(gateway)s AND spent_at IS NULL AND expires_at > now()
        """,
        gateway=gateway,
    )


async def list_backups(conn: Connection, name: str) -> list[Backup]:
    """List the sealed copies of a gateway's key, the newest first."""
    return await fetch_all(
        conn,
        Backup,
        """
        SELECT b.sealed, b.kept_at FROM gateways g JOIN gateway_key_backups b ON b.gateway_id = g.id
         WHERE g.name = %(name)s ORDER BY b.id DESC
        """,
        name=name,
    )


async def _lock_code(conn: Connection, code: str) -> _Code:
    """The lock and the read are two statements: a single one that waited would read the code as it was before."""
    await execute(
        conn,
        """
        SELECT 1 FROM gateways g JOIN gateway_codes c ON c.gateway_id = g.id
         WHERE c.code_hash = %(code)s FOR UPDATE OF g
        """,
        code=_hash(code),
    )
    found = await fetch_optional(
        conn,
        _Code,
        """
        SELECT c.id, c.gateway_id, g.name, c.token_hash, c.takes_over,
               c.spent_at IS NOT NULL OR c.expires_at > now() AS is_current
          FROM gateway_codes c JOIN gateways g ON g.id = c.gateway_id
         WHERE c.code_hash = %(code)s
        """,
        code=_hash(code),
    )
    if found is None or not found.is_current:
        raise UnknownCode
    return found


async def _spend(conn: Connection, code: _Code, request: Enrolment, token_hash: bytes) -> None:
    # Whoever enrols a host anew after a theft must not bring the stolen credential back.
    if not await any_row(
        conn,
        """
        INSERT INTO gateway_credentials (token_hash, gateway_id) VALUES (%(token_hash)s, %(gateway)s)
        ON CONFLICT DO NOTHING RETURNING token_hash
        """,
        token_hash=token_hash,
        gateway=code.gateway_id,
    ):
        raise CredentialUsed
    was_running = await fetch_optional(
        conn,
        bool,
        """
        UPDATE gateways
           SET token_hash = %(token_hash)s, public_key = %(public_key)s
         WHERE id = %(gateway)s AND (public_key IS NULL OR public_key = %(public_key)s)
        RETURNING coalesce(last_seen_at > now() - interval '5 minutes', false)
        """,
        gateway=code.gateway_id,
        token_hash=token_hash,
        public_key=request.public_key,
    )
    if was_running is None:
        # The code stays good: the operator restores the key, or has the shop forget it, and tries again.
        raise service.GatewayKeyChanged
    if was_running and not code.takes_over:
        raise GatewayRunning
    if was_running:
        detail = "작동 중이던 게이트웨이를 다른 호스트가 넘겨받았습니다. 이전 호스트는 더 접속하지 못합니다."
        await raise_alarm(conn, "gateway_taken_over", reference=code.name, detail=detail)
    if request.key_backup is not None:
        await _keep_backup(conn, code, request.key_backup)
    await execute(
        conn,
        "UPDATE gateway_codes SET spent_at = now(), token_hash = %(token_hash)s WHERE id = %(code)s",
        code=code.id,
        token_hash=token_hash,
    )


async def _keep_backup(conn: Connection, code: _Code, sealed: bytes) -> None:
    """Keep a copy beside the former ones: the shop cannot see whether it opens, and whoever read the code sends one."""
    if await list_backups(conn, code.name):
        detail = (
            "등록하면서 키 사본이 하나 더 왔습니다. 우리 호스트를 등록한 것이 아니라면 누군가 코드를 본 것입니다. "
            "이전 사본은 그대로 있습니다."
        )
        await raise_alarm(conn, "gateway_key_copied_again", reference=code.name, detail=detail)
    await execute(
        conn,
        "INSERT INTO gateway_key_backups (gateway_id, sealed) VALUES (%(gateway)s, %(sealed)s)",
        gateway=code.gateway_id,
        sealed=sealed,
    )
    await execute(
        conn,
        """
        DELETE FROM gateway_key_backups
         WHERE id IN (SELECT id FROM gateway_key_backups WHERE gateway_id = %(gateway)s
                       ORDER BY id DESC OFFSET %(kept)s)
        """,
        gateway=code.gateway_id,
        kept=MOST_BACKUPS,
    )


def _hash(code: str) -> bytes:
    return hashlib.sha256(b"enrolment:" + code.encode()).digest()
