"""The clock: against the database's, and against a time server's."""

from datetime import datetime

from ieum.operations.doctor.sntp import NoTimeError, offset
from ieum.operations.doctor.subject import PATIENCE, Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, unknown, well
from ieum.shop.kernel.db import fetch_one
from ieum.shop.kernel.particles import with_particle

GROUP = "시계"
# Services end by clocks, and the SMS carrier refuses what was signed at another time than its own.
_NOTED, _WRONG = 1.0, 5.0
_DO = "시간 동기화(NTP)를 켜 주세요: timedatectl set-ntp true"


async def check_against_database(subject: Subject) -> Found:
    async with subject.connection() as conn:
        before = subject.now
        there = await fetch_one(conn, datetime, "SELECT clock_timestamp()")
        after = subject.now
    return judge((there - (before + (after - before) / 2)).total_seconds(), "데이터베이스")


async def check_against_ntp(subject: Subject) -> Found:
    if subject.ntp is None:
        return skipped("시각 서버와 견주지 않았습니다(--ntp none).")
    host, port = subject.ntp
    try:
        behind = await offset(host, port, patience=PATIENCE)
    except NoTimeError as error:
        return unknown(
            f"시각 서버 {with_particle(host, '이/가')} 답하지 않아 견주지 못했습니다({error}).",
            "UDP 123번을 열거나 `--ntp 서버`로 다른 곳을 적어 주세요. 견주지 않으려면 `--ntp none`입니다.",
        )
    return judge(behind, host)


def judge(behind: float, whose: str) -> Found:
    """Judge a difference in seconds; positive if our clock is behind."""
    off = abs(behind)
    says = f"{whose}의 시계보다 {off:.1f}초 {'늦습니다' if behind > 0 else '빠릅니다'}."
    if off > _WRONG:
        return broken(says + " 서비스가 엉뚱한 때에 끝나고 문자가 거절될 수 있습니다.", _DO)
    if off > _NOTED:
        return attention(says, _DO)
    return well(f"{whose}의 시계와 {off:.2f}초 안에서 맞습니다.")


CHECKS = (
    Check("clock_database", GROUP, "데이터베이스와 견준 시계", check_against_database),
    Check("clock_ntp", GROUP, "시각 서버와 견준 시계", check_against_ntp),
)
