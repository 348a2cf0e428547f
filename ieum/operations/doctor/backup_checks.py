"""Checks of backups: what was saved, up to when, and whether it was restored lately: the rows of `backups`."""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from ieum.operations.doctor.disk_checks import GROUP
from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, well
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import fetch_all

# A nightly backup may begin late once. Of the log we have promised to lose five minutes at most.
_LATE, _MISSED = timedelta(hours=26), timedelta(hours=50)
_BEHIND, _FAR_BEHIND = timedelta(minutes=5), timedelta(minutes=15)
_CHECK_LATE = timedelta(days=8)


class Newest(msgspec.Struct, frozen=True):
    """The last run of a kind, and when the last good one ended. `ok` is None while it runs."""

    kind: Literal["base", "wal", "files", "check", "restore"]
    ok: bool | None
    detail: str
    wal_until: datetime | None
    good_at: datetime | None


async def check_backups(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        newest = await fetch_all(
            conn,
            Newest,
            """
            SELECT DISTINCT ON (kind) kind, ok, detail, wal_until,
                   (SELECT max(ended_at) FROM backups g WHERE g.kind = b.kind AND g.ok) AS good_at
              FROM backups b ORDER BY kind, began_at DESC, id DESC
            """,
        )
    if not newest and not subject.production:
        return [skipped("개발용 상점이라 백업하지 않습니다.")]
    return judge({one.kind: one for one in newest}, subject.now)


def judge(newest: dict[str, Newest], now: datetime) -> list[Found]:
    return [
        _judge_copy("데이터베이스 백업", newest.get("base"), now),
        _judge_log(newest.get("wal"), now),
        _judge_copy("파일과 키의 백업", newest.get("files"), now),
        _judge_check(newest.get("check"), now),
    ]


def _judge_copy(name: str, newest: Newest | None, now: datetime) -> Found:
    if newest is None or newest.good_at is None:
        why = f" 마지막 시도: {newest.detail}" if newest and newest.detail else ""
        return broken(f"{name}: 한 번도 끝나지 않았습니다.{why}", "운영 문서의 Backups대로 백업을 켜 주세요.")
    says = f"{name}: 마지막으로 {seoul.minute(newest.good_at)}에 끝났습니다."
    do = "백업 타이머의 로그(journalctl)와 백업 자리의 남은 공간을 살펴봐 주세요."
    if newest.ok is False:
        return broken(f"{says} 그 뒤의 시도는 실패했습니다: {newest.detail}", do)
    age = now - newest.good_at
    if age > _MISSED:
        return broken(says, do)
    return attention(says, do) if age > _LATE else well(says)


def _judge_log(newest: Newest | None, now: datetime) -> Found:
    do = "WAL을 보내는 서비스가 켜져 있는지, 백업 자리에 닿는지 확인해 주세요."
    if newest is None:
        return broken("WAL 보관: 켜지 않았습니다. 마지막 백업 뒤의 일은 되살릴 수 없습니다.", do)
    if newest.ok is not None or newest.wal_until is None:
        return broken(f"WAL 보관: 멈춰 있습니다. {newest.detail}".rstrip(), do)
    says = f"WAL 보관: {seoul.second(newest.wal_until)}까지 보냈습니다."
    behind = now - newest.wal_until
    if behind > _FAR_BEHIND:
        return broken(f"{says} {newest.detail}".rstrip(), do)
    return (
        attention(f"{says} {newest.detail}".rstrip(), do) if behind > _BEHIND or newest.detail else well(says)
    )


def _judge_check(newest: Newest | None, now: datetime) -> Found:
    do = "`ieum restore --check`를 실행해 주세요. 되살려 보지 않은 백업은 백업이 아닙니다."
    if newest is None or newest.good_at is None:
        why = f" 마지막 시도: {newest.detail}" if newest and newest.detail else ""
        return attention(f"되살리기 점검: 성공한 적이 없습니다.{why}", do)
    says = f"되살리기 점검: 마지막으로 {seoul.minute(newest.good_at)}에 성공했습니다."
    if newest.ok is False:
        return broken(f"{says} 그 뒤의 점검은 실패했습니다: {newest.detail}", do)
    return attention(says, do) if now - newest.good_at > _CHECK_LATE else well(says)


CHECKS = (Check("backups", GROUP, "백업", check_backups),)
