"""Says in Korean what the missing migrations would do, file by file."""

from collections.abc import Mapping, Sequence

import msgspec

from ieum.operations.upgrade.speed import Size, Speed, estimate
from ieum.operations.upgrade.types import Lock, Migration, Trial

_WAITING = {
    Lock.ALL: "읽기와 쓰기가 모두 기다립니다",
    Lock.WRITING: "쓰기가 기다립니다",
    Lock.CHANGES_OF_ITS_SHAPE: "읽기와 쓰기는 계속됩니다",
    Lock.ROWS: "바뀌는 행의 쓰기만 기다립니다",
    Lock.NOTHING: "읽기와 쓰기는 계속됩니다",
}
NOWHERE = Size(0, 0, 0)


class Held(msgspec.Struct, frozen=True):
    """Lock that a migration holds on a table, and for how many seconds at least."""

    table: str
    lock: Lock
    seconds: float
    work: tuple[str, ...]


def holds(trial: Trial, sizes: Mapping[str, Size], speed: Speed) -> list[Held]:
    """A transaction keeps each lock from the statement that takes it to its end; without one it ends with that."""
    took = [
        sum(estimate(effect, sizes.get(effect.table, NOWHERE), speed) for effect in step.effects)
        for step in trial.steps
    ]
    tables = dict.fromkeys(effect.table for step in trial.steps for effect in step.effects)
    held = list[Held]()
    for table in tables:
        of_table = [
            (n, effect)
            for n, step in enumerate(trial.steps)
            for effect in step.effects
            if effect.table == table
        ]
        lock = max(effect.lock for _, effect in of_table)
        first = next(n for n, effect in of_table if effect.lock == lock)
        last = len(took) if trial.migration.in_transaction else of_table[-1][0] + 1
        work = {
            word: None
            for _, effect in of_table
            for word, is_done in (
                ("다시 씀", effect.rewritten),
                ("전체를 읽음", effect.scanned),
                (f"색인 {effect.indexed}개를 만듦", effect.indexed and not effect.rewritten),
                ("행을 바꿈", effect.changed),
            )
            if is_done
        }
        held.append(Held(table, lock, sum(took[first:last]), tuple(work)))
    return held


def describe(
    missing: Sequence[Migration], trials: Sequence[Trial], sizes: Mapping[str, Size], speed: Speed, where: str
) -> str:
    """The whole report. `where` says on which server it was tried."""
    if not missing:
        return "적용할 마이그레이션이 없습니다. 데이터베이스는 이 버전의 것입니다.\n"
    lines = [f"적용할 마이그레이션 {len(missing)}개 ({where}에서 시험했습니다)"]
    for trial in trials:
        lines += ["", *_of_one(trial, sizes, speed)]
    breaks = [(trial.migration, broken) for trial in trials for broken in trial.breaks]
    unexplained = [name for migration, name in breaks if not migration.contracts]
    lines.append("")
    if unexplained:
        lines += [
            "이전 버전의 serve와 work는 이 변경 뒤에 함께 돌 수 없습니다.",
            "점검 시간을 알리고 모두 멈춘 뒤에 적용하세요.",
            *(f"  {name}" for name in unexplained),
        ]
    else:
        lines.append("이전 버전의 serve와 work가 도는 동안 적용할 수 있습니다.")
    lines += [
        "시간은 작은 표본으로 잰 속도로 계산한 최솟값입니다. 메모리보다 큰 표는 더 걸립니다.",
        "잠금을 얻지 못하면 1초 안에 물러나 다시 시도하므로, 기다리는 동안에도 주문을 막지 않습니다.",
    ]
    return "\n".join(lines) + "\n"


def _of_one(trial: Trial, sizes: Mapping[str, Size], speed: Speed) -> list[str]:
    migration = trial.migration
    kind = "트랜잭션 하나" if migration.in_transaction else "문장마다 따로"
    lines = [f"{migration.name} (문장 {len(migration.statements)}개, {kind})"]
    for held in holds(trial, sizes, speed):
        size = sizes.get(held.table, NOWHERE)
        work = f" {', '.join(held.work)}." if held.work else ""
        lines.append(
            f"  {held.table} ({size.rows:,}행, {_bytes(size.bytes)}):{work}"
            f" {_WAITING[held.lock]}: {_seconds(held.seconds)}"
        )
        if held.table in migration.may_lock and (held.work or held.lock):
            lines.append(f"    까닭: {migration.may_lock[held.table]}")
    if len(lines) == 1:
        lines.append("  이미 있는 표는 잠그지 않습니다.")
    lines += [f"  사라지거나 달라짐: {name}" for name in trial.breaks]
    if trial.breaks and migration.contracts:
        lines.append(f"    이전 버전이 견디는 까닭: {migration.contracts}")
    lines += [f"  새 제약: {name} (이전 버전이 쓰는 값이 거절될 수 있습니다)" for name in trial.narrows]
    return lines


def _bytes(size: float) -> str:
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"


def _seconds(seconds: float) -> str:
    if seconds < 0.1:
        return "한순간"
    if seconds < 120:
        return f"{seconds:.1f}초 이상"
    return f"{seconds / 60:.0f}분 이상"
