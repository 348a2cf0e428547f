"""Makes all checks at the same time, each within its seconds, and none at the cost of another."""

import asyncio
import logging
from collections.abc import Sequence

from psycopg import Error
from psycopg.errors import InsufficientPrivilege, QueryCanceled, UndefinedColumn, UndefinedTable
from psycopg_pool import PoolTimeout

from ieum.operations.doctor.subject import LONGEST, DatabaseUnknownError, SettingsUnknownError, Subject
from ieum.operations.doctor.types import Check, Finding, Found, State, broken, unknown
from ieum.shop.kernel.db import any_row
from ieum.shop.kernel.outages import one_line

log = logging.getLogger(__name__)

_WORST: tuple[State, ...] = ("broken", "attention", "unknown")
WELL, SOMEBODY, BROKEN = 0, 1, 2


async def examine(subject: Subject, checks: Sequence[Check], *, longest: float = LONGEST) -> list[Finding]:
    """Return what the checks find, in their order; one that needs more than `longest` seconds is broken."""
    tasks = [asyncio.create_task(_make(check, subject)) for check in checks]
    await asyncio.wait(tasks, timeout=longest)
    findings: list[Finding] = []
    for check, task in zip(checks, tasks, strict=True):
        if task.done():
            found = task.result()
        else:
            # Not waited for: what does not react may take seconds to be cancelled, too.
            task.cancel()
            found = [
                broken(
                    f"{longest:g}초 안에 답이 없었습니다.",
                    "상대 서버와 방화벽을 살펴보고 다시 확인해 주세요.",
                )
            ]
        findings += [
            Finding(check.name, check.group, check.label, one.state, one.says, one.do) for one in found
        ]
    return findings


async def _make(check: Check, subject: Subject) -> list[Found]:
    try:
        found = await check.run(subject)
    except SettingsUnknownError:
        found = unknown("설정을 읽지 못해 확인하지 못했습니다.", "먼저 설정을 고쳐 주세요.")
    except DatabaseUnknownError:
        found = unknown(
            "데이터베이스에 연결하지 못해 확인하지 못했습니다.", "먼저 데이터베이스를 살펴봐 주세요."
        )
    except (UndefinedTable, UndefinedColumn):
        found = unknown(
            "데이터베이스가 이 버전의 모양이 아니어서 확인하지 못했습니다.",
            "`ieum migrate`를 실행해 주세요.",
        )
    except InsufficientPrivilege:
        found = unknown(
            "데이터베이스가 이 계정에 보여 주지 않아 확인하지 못했습니다.",
            "데이터베이스 관리자로 GRANT pg_monitor TO 이 계정을 실행해 주세요.",
        )
    except (QueryCanceled, PoolTimeout):
        found = broken(
            "데이터베이스가 제때 답하지 않았습니다.", "데이터베이스의 부하와 디스크를 살펴봐 주세요."
        )
    except Error as error:
        found = broken(
            f"데이터베이스가 거절했습니다: {one_line(error)}", "데이터베이스의 로그를 살펴봐 주세요."
        )
    except Exception as error:
        # A bug in one check must not hide what the others find.
        log.exception("the check %s failed", check.name)
        found = unknown(
            f"확인하다가 오류가 났습니다({type(error).__name__}).", "이 출력과 함께 개발자에게 알려 주세요."
        )
    return found if isinstance(found, list) else [found]


async def is_before_opening(subject: Subject) -> bool:
    """Tell whether this database's shop has sold nothing yet. False if nobody can tell."""
    try:
        async with asyncio.timeout(LONGEST), subject.connection() as conn:
            return not await any_row(conn, "SELECT 1 FROM orders WHERE paid_at IS NOT NULL LIMIT 1")
    except UndefinedTable:
        return True
    except (DatabaseUnknownError, TimeoutError, PoolTimeout, Error):
        return False


def exit_code(findings: Sequence[Finding]) -> int:
    """For monitoring: 0 all is well, 1 somebody is needed, 2 something is broken. What is unknown is not well."""
    states = {finding.state for finding in findings}
    return BROKEN if "broken" in states else SOMEBODY if states & set(_WORST) else WELL
