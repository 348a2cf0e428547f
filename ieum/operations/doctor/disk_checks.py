"""Room on the disks of this machine."""

import asyncio
import shutil
from pathlib import Path

from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, well

GROUP = "디스크와 백업"
_GIBI = 2**30
# Uploads of programs stop below 2 GB, and PostgreSQL stops at none.
_LITTLE_BYTES, _LITTLE_PERCENT = 5 * _GIBI, 10
_NONE_BYTES, _NONE_PERCENT = _GIBI, 3


def judge_space(folder: str | Path) -> Found | None:
    """Judge the fill of a folder's disk; None if the folder is not on this machine, or not to be seen."""
    try:
        usage = shutil.disk_usage(folder)
    except OSError:
        return None
    return judge(usage.free, usage.total)


def judge(free: int, total: int) -> Found:
    percent = free * 100 / total if total else 0
    says = f"{free / _GIBI:,.1f} GB({percent:.0f}%) 남았습니다."
    do = "디스크를 늘리거나 오래된 파일을 치워 주세요."
    if free < _NONE_BYTES or percent < _NONE_PERCENT:
        return broken(says, do)
    return attention(says, do) if free < _LITTLE_BYTES and percent < _LITTLE_PERCENT else well(says)


async def check_disks(subject: Subject) -> list[Found]:
    settings = subject.settings
    folders = {"자료 폴더": settings.data, "내려받기 폴더": settings.downloads}
    return await asyncio.to_thread(_look, folders)


def _look(folders: dict[str, Path]) -> list[Found]:
    """Each disk is told of once. A folder that is still to be made will be on the disk of the one above."""
    found: list[Found] = []
    seen: set[int] = set()
    for name, folder in folders.items():
        there = next((path for path in (folder, *folder.parents) if path.exists()), None)
        space = judge_space(there) if there else None
        if there is None or space is None:
            found.append(skipped(f"{name} {folder}: 이 계정은 볼 수 없습니다."))
        elif (device := there.stat().st_dev) not in seen:
            seen.add(device)
            found.append(Found(space.state, f"{name} {folder}: {space.says}", space.do))
    return found


CHECKS = (Check("disks", GROUP, "디스크", check_disks),)
