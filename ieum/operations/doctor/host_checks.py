"""The hosts of a database that has several, each by itself: whoever connects to all sees only the one that won."""

import asyncio

from psycopg import AsyncConnection, Error
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ieum.operations.doctor.database_checks import GROUP
from ieum.operations.doctor.subject import CONNECT_SECONDS, Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, well
from ieum.shop.kernel.db import fetch_one


async def check_hosts(subject: Subject) -> list[Found]:
    hosts = _hosts(subject.database_url)
    if len(hosts) < 2:
        return [skipped("데이터베이스 서버가 한 대입니다.")]
    standbys = await asyncio.gather(*(_is_standby(subject.database_url, *host) for host in hosts))
    return judge_hosts({f"{host}:{port}": found for (host, port), found in zip(hosts, standbys, strict=True)})


def judge_hosts(standbys: dict[str, bool | None]) -> list[Found]:
    """`standbys` says of each host whether it is one; None where it does not answer."""
    primaries = [host for host, is_standby in standbys.items() if is_standby is False]
    silent = [host for host, is_standby in standbys.items() if is_standby is None]
    found: list[Found] = []
    if len(primaries) > 1:
        found.append(
            broken(
                f"주 서버가 둘입니다: {', '.join(primaries)}. 서로 다른 주문을 받고 있을 수 있습니다.",
                "patronictl list를 보고, 새 타임라인이 아닌 쪽을 당장 멈춰 주세요.",
            )
        )
    if not primaries:
        found.append(
            broken("주 서버가 없습니다. 쓰기가 모두 멈춥니다.", "patronictl list와 etcd를 살펴봐 주세요.")
        )
    if silent:
        found.append(
            attention(
                f"답하지 않는 서버: {', '.join(silent)}. 남은 한 대까지 죽으면 상점이 멈춥니다.",
                "그 기계와 네트워크를 살펴봐 주세요.",
            )
        )
    return found or [well(f"{len(standbys)}대가 모두 답하고 주 서버는 {primaries[0]}입니다.")]


def _hosts(url: str) -> list[tuple[str, str]]:
    """As libpq reads them: one port counts for all hosts."""
    given = conninfo_to_dict(url) if url else {}
    hosts = str(given.get("host") or "").split(",")
    ports = str(given.get("port") or "5432").split(",")
    return list(zip(hosts, ports if len(ports) == len(hosts) else ports * len(hosts), strict=False))


async def _is_standby(url: str, host: str, port: str) -> bool | None:
    own = make_conninfo(url, host=host, port=port, target_session_attrs="any")
    try:
        async with await AsyncConnection.connect(
            own, autocommit=True, connect_timeout=CONNECT_SECONDS
        ) as conn:
            return await fetch_one(conn, bool, "SELECT pg_is_in_recovery()")
    except (Error, OSError):
        return None


CHECKS = (Check("database_hosts", GROUP, "서버들", check_hosts),)
