"""`ieum upgrade`: brings the database of a running shop to this version; `--dry-run` says what that would do."""

import argparse
import sys
import time
from collections.abc import Sequence

import psycopg
from psycopg.errors import DeadlockDetected, LockNotAvailable
from yoyo.exceptions import LockTimeout  # pyright: ignore[reportMissingTypeStubs] - it ships no types

from ieum.common.progress import Progress
from ieum.common.progress_bar import on_terminal
from ieum.operations.sessions import count_others
from ieum.operations.upgrade import reading, report, scratch, speed, trial
from ieum.operations.upgrade.types import Migration, Trial
from ieum.shop.server.baseline import list_applied, refuse_older
from ieum.shop.server.migrate import migrate

# Whoever waits for a lock makes everybody wait behind it, so that nobody waits for long, but often; and less than
# PostgreSQL's deadlock_timeout of a second, so that in a deadlock with a member's request it is this that steps back.
LOCK_TIMEOUT = "400ms"
TRIES = 100
PAUSE_SECONDS = 2.0

ORDER = """다음 순서로 새 버전을 시작하세요.
  1. work: 하나씩 멈추고 시작합니다. 끊긴 작업은 2분 안에 다른 work가 이어받습니다.
  2. serve: 하나씩. 앞의 것이 /readyz에 200으로 답한 뒤에 다음 것을 멈춥니다.
  3. 게이트웨이: 마지막에 하나씩. 터널은 끊기지 않습니다.
글을 다시 올리라는 버전이면 끝으로 ieum content refresh를 실행하세요.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be locked and for how long; change nothing"
    )
    parser.add_argument(
        "--stopped",
        action="store_true",
        help="every serve and work of the release before is stopped, so that it need not live beside the change",
    )


def run(options: argparse.Namespace, url: str) -> int:
    """Return 1 if the release before could not run beside the change, and somebody has to stop it first.

    Raises TooOldError if a release from before the baseline has made the database.
    """
    with psycopg.connect(url) as conn:
        refuse_older(conn)
        applied = list_applied(conn)
    migrations = reading.read_all()
    missing = [migration for migration in migrations if migration.name not in applied]
    known = [migration for migration in migrations if migration.name in applied]
    with on_terminal() as progress:
        told, trials = _examine(url, known, missing, progress)
    sys.stdout.write(told)
    stands_alone = any(each.breaks and not each.migration.contracts for each in trials)
    if options.dry_run:
        return int(stands_alone)
    # An empty database has no release before.
    if stands_alone and known and (reason := _why_not_yet(url, is_stopped=options.stopped)):
        sys.stderr.write(f"아무것도 바꾸지 않았습니다. {reason}\n")
        return 1
    try:
        count = patiently(url)
    except LockTimeout:
        sys.stderr.write("이전 버전의 마이그레이션이 돌고 있습니다. 끝난 뒤에 다시 실행하세요.\n")
        return 1
    if count is None:
        sys.stderr.write(
            "잠금을 얻지 못해 멈췄습니다. 오래 걸리는 조회나 백업이 끝난 뒤에 다시 실행하세요."
            " 끝난 마이그레이션은 그대로 두고 이어서 합니다.\n"
        )
        return 1
    applied = f"마이그레이션 {count}개를 적용했습니다.\n" if count else ""
    sys.stdout.write(applied + ORDER)
    return 0


def _why_not_yet(url: str, *, is_stopped: bool) -> str:
    """Explain why a change that the release before cannot live with has to wait; empty if it need not."""
    if not is_stopped:
        return "이전 버전을 모두 멈춘 뒤에 --stopped를 붙여 다시 실행하세요."
    # Whoever has forgotten one would have it answer with errors from then on.
    others = count_others(url)
    if others:
        return (
            f"이 데이터베이스에 연결된 프로그램이 아직 {others}개 있습니다. 모두 멈춘 뒤에 다시 실행하세요."
        )
    return ""


def patiently(url: str, *, tries: int = TRIES, pause: float = PAUSE_SECONDS) -> int | None:
    """Apply what is missing, never waiting long for a lock; None where that has failed too often.

    What was applied before a lock could not be had stays applied.
    """
    with psycopg.connect(url) as conn:
        before = list_applied(conn)
    for attempt in range(tries):
        try:
            migrate(url, lock_timeout=LOCK_TIMEOUT)
        except (LockNotAvailable, DeadlockDetected):
            if attempt + 1 < tries:
                time.sleep(pause)
        else:
            with psycopg.connect(url) as conn:
                return len(list_applied(conn) - before)
    return None


def _examine(
    url: str, known: Sequence[Migration], missing: Sequence[Migration], progress: Progress
) -> tuple[str, list[Trial]]:
    if not missing:
        return report.describe([], [], {}, speed.Speed(1, 1, 1, 1), ""), []
    with scratch.database(url) as (scratch_url, where):
        with psycopg.connect(scratch_url, autocommit=True) as conn:
            with progress.step("빈 데이터베이스에 지금의 구조를 만듭니다", total=len(known)) as advance:
                for migration in known:
                    trial.prepare(conn, [migration])
                    advance(1)
            with progress.step("마이그레이션을 시험합니다", total=len(missing)) as advance:
                trials = list[Trial]()
                for migration in missing:
                    trials.append(trial.try_out(conn, migration))
                    advance(1)
            measured = speed.measure(conn)
        with psycopg.connect(url) as conn:
            return report.describe(missing, trials, speed.sizes(conn), measured, where), trials
