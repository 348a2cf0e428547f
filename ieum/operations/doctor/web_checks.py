"""The shop as the world meets it: its certificate, whether it is ours that answers, and whom it takes callers for."""

import asyncio
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

from ieum.operations.doctor.name_checks import GROUP
from ieum.operations.doctor.subject import PATIENCE, Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, unknown, well
from ieum.shop.kernel.db import fetch_all
from ieum.shop.kernel.particles import with_particle

# Of a certificate's whole life, which is 90 days or six: it is renewed when a third is left, so whoever sees less has a
# renewal that fails.
_SOON, _NOW = 1 / 4, 1 / 16
# In a network that is for examples alone (RFC 5737), so that nobody comes from there.
_NOBODY = "192.0.2.77"
_WHY = {
    10: "기한이 지났습니다",
    9: "아직 유효한 날이 아닙니다(이 기계의 시계도 확인해 주세요)",
    18: "스스로 서명한 인증서입니다",
    19: "믿을 수 없는 기관의 인증서입니다",
    20: "중간 인증서가 빠졌거나 믿을 수 없는 기관의 것입니다",
    21: "중간 인증서가 빠졌습니다",
    62: "이 도메인의 인증서가 아닙니다",
}


async def check_certificate(subject: Subject) -> Found:
    parts = urlsplit(subject.settings.public_url)
    host = parts.hostname or ""
    if parts.scheme != "https":
        return skipped(f"{subject.settings.public_url}: TLS를 쓰지 않는 주소입니다.")
    try:
        begun, until = await _life_of_certificate(host, parts.port or 443, subject.trust)
    except ssl.SSLCertVerificationError as error:
        why = _WHY.get(error.verify_code, error.verify_message)
        return broken(f"{host}: {why}.", "인증서를 새로 받아 주세요. 방문자의 브라우저가 접속을 막습니다.")
    except (OSError, TimeoutError) as error:
        return broken(
            f"{host}: TLS로 연결하지 못했습니다({type(error).__name__}).",
            "프록시(Caddy, nginx)가 켜져 있고 443번이 열려 있는지 확인해 주세요.",
        )
    left = until - subject.now
    in_words = f"{left.days}일" if left >= timedelta(days=2) else f"{left // timedelta(hours=1)}시간"
    says = f"{host}: {in_words} 남았습니다({until:%Y-%m-%d}까지)."
    if left < _NOW * (until - begun):
        return broken(says, "자동 갱신이 멈췄습니다. 프록시의 로그를 보고 지금 갱신해 주세요.")
    if left < _SOON * (until - begun):
        return attention(says, "자동 갱신이 되고 있는지 프록시의 로그를 확인해 주세요.")
    return well(says)


async def _life_of_certificate(host: str, port: int, trust: ssl.SSLContext) -> tuple[datetime, datetime]:
    async with asyncio.timeout(PATIENCE):
        _, writer = await asyncio.open_connection(host, port, ssl=trust, server_hostname=host)
    try:
        shown: dict[str, Any] = writer.get_extra_info("ssl_object").getpeercert()
        begun, until = (
            datetime.fromtimestamp(ssl.cert_time_to_seconds(shown[end]), UTC)
            for end in ("notBefore", "notAfter")
        )
        return begun, until
    finally:
        writer.transport.abort()


class _Key(msgspec.Struct):
    kid: str


class _Keys(msgspec.Struct):
    keys: list[_Key]


async def check_answer(subject: Subject) -> Found:
    """Check whether the public address leads to a shop that works, and to this one: it has our database's keys."""
    url = subject.settings.public_url
    do = "프록시가 이 상점으로 보내는지, `ieum serve`가 켜져 있는지 확인해 주세요."
    try:
        async with _client(subject) as client:
            response = await client.get("/.well-known/ieum-keys.json")
    except httpx.HTTPError as error:
        return broken(f"{url}: 답하지 않습니다({type(error).__name__}).", do)
    if response.status_code == 503:
        return broken(
            f"{url}: 점검 중이거나 데이터베이스가 없다고 합니다(503).", "데이터베이스를 살펴봐 주세요."
        )
    try:
        shown = {key.kid for key in msgspec.json.decode(response.content, type=_Keys).keys}
    except msgspec.MsgspecError:
        return broken(f"{url}: 이음이 아닌 서버가 답합니다({response.status_code}).", do)
    async with subject.connection() as conn:
        ours = set(await fetch_all(conn, str, "SELECT key_id FROM signing_keys ORDER BY key_id"))
    if shown != ours:
        return broken(
            f"{url}: 다른 상점이 답합니다.", "도메인과 프록시가 어느 기계로 보내는지 확인해 주세요."
        )
    return well(f"{url}: 이 상점이 답합니다.")


async def check_callers(subject: Subject) -> Found:
    """Check whom the shop takes us for, if we say that we speak for somebody else."""
    try:
        async with (
            _client(subject) as client,
            client.stream("GET", "/api/get-ip", headers={"X-Forwarded-For": _NOBODY}) as response,
        ):
            # Before the body is read, after which the connection may be closed.
            own = str(response.extensions["network_stream"].get_extra_info("client_addr")[0])
            await response.aread()
        seen = str(ip_address(response.json()["data"]))
    except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
        return unknown(
            f"상점이 보는 접속 IP를 확인하지 못했습니다({type(error).__name__}).",
            "먼저 공개 주소가 답하게 해 주세요.",
        )
    if seen == _NOBODY:
        return broken(
            "누구나 X-Forwarded-For로 남의 IP인 척할 수 있습니다.",
            "IEUM_TRUSTED_PROXIES에는 우리 프록시의 주소만 적고, 프록시는 받은 값을 지우거나 뒤에 덧붙이게 해 주세요.",
        )
    if seen == own or ip_address(seen).is_global:
        return well(f"접속한 IP를 바로 봅니다({seen}).")
    return broken(
        f"모든 방문자가 프록시({seen})로 보입니다. 로그인 제한과 차단이 모두에게 함께 걸립니다.",
        f"IEUM_TRUSTED_PROXIES에 {with_particle(seen, '을/를')} 적고 다시 시작해 주세요.",
    )


@asynccontextmanager
async def _client(subject: Subject) -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(
        base_url=subject.settings.public_url, verify=subject.trust, timeout=PATIENCE, trust_env=False
    ) as client:
        yield client


CHECKS = (
    Check("certificate", GROUP, "TLS 인증서", check_certificate),
    Check("public_address", GROUP, "공개 주소", check_answer),
    Check("forwarded_callers", GROUP, "프록시 뒤의 접속 IP", check_callers),
)
