"""The baseline, from which all databases begin: one that an older release has made is refused."""

import psycopg

BASELINE = "0001_baseline"
REFUSAL = (
    "이 데이터베이스는 2026년 12월 전의 버전이 만들어 이 버전에서 쓸 수 없으니, 그 버전을 계속 쓰시거나"
    " 빈 데이터베이스에서 새로 시작해 주세요(ieum up은 데이터 폴더를 비우면 새로 시작합니다)."
)


class TooOldError(Exception):
    """The database is from before the baseline; the message is one sentence for its operator."""

    def __init__(self, refusal: str = REFUSAL) -> None:
        super().__init__(refusal)


def list_applied(conn: psycopg.Connection) -> set[str]:
    """List the names of the migrations that the database has had; none if it is empty."""
    found = conn.execute("SELECT to_regclass('_yoyo_migration') IS NOT NULL").fetchone()
    if not found or not found[0]:
        return set()
    return {name for (name,) in conn.execute("SELECT migration_id FROM _yoyo_migration").fetchall()}


def is_too_old(applied: set[str]) -> bool:
    return bool(applied) and BASELINE not in applied


def refuse_older(conn: psycopg.Connection) -> None:
    """Refuse a database that a release from before the baseline has made. Raises TooOldError."""
    if is_too_old(list_applied(conn)):
        raise TooOldError


def check(url: str) -> None:
    """Look at a database before a program starts on it. One that does not answer is for the program to wait for.

    Raises TooOldError.
    """
    try:
        with psycopg.connect(url, autocommit=True) as conn:
            refuse_older(conn)
    except psycopg.OperationalError:
        return
