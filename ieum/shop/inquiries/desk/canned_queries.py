"""SQL of the answers that are given often."""

from msgspec.structs import asdict

from ieum.shop.desk.types import StaffId
from ieum.shop.inquiries.desk.types import CannedAnswer, CannedText
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional

_ANSWER = """
    SELECT c.id, c.title, c.category, c.body, c.version, c.changed_at, s.name AS changed_by
      FROM canned_answers c JOIN staff s ON s.id = c.changed_by
    """


async def list_answers(conn: Connection) -> list[CannedAnswer]:
    return await fetch_all(conn, CannedAnswer, f"{_ANSWER} ORDER BY c.title, c.id")


async def find_answer(conn: Connection, answer: int) -> CannedAnswer | None:
    return await fetch_optional(conn, CannedAnswer, f"{_ANSWER} WHERE c.id = %(answer)s", answer=answer)


async def lock_answer(conn: Connection, answer: int) -> None:
    await execute(conn, "SELECT FROM canned_answers WHERE id = %(answer)s FOR UPDATE", answer=answer)


async def insert_answer(conn: Connection, form: CannedText, *, by: StaffId) -> int | None:
    """None where another one has this title."""
    return await fetch_optional(
        conn,
        int,
        """
        INSERT INTO canned_answers (title, category, body, changed_by)
        VALUES (%(title)s, %(category)s, %(body)s, %(by)s) ON CONFLICT (title) DO NOTHING
        RETURNING id
        """,
        **asdict(form),
        by=by,
    )


async def find_titled(conn: Connection, title: str) -> int | None:
    return await fetch_optional(
        conn, int, "SELECT id FROM canned_answers WHERE title = %(title)s", title=title
    )


async def update_answer(conn: Connection, answer: int, form: CannedText, *, by: StaffId) -> None:
    """Update an answer. Raises UniqueViolation if another answer has just got this title."""
    await execute(
        conn,
        """
        UPDATE canned_answers SET title = %(title)s, category = %(category)s, body = %(body)s, version = version + 1,
               changed_at = now(), changed_by = %(by)s
         WHERE id = %(answer)s
        """,
        answer=answer,
        title=form.title,
        category=form.category,
        body=form.body,
        by=by,
    )


async def delete_answer(conn: Connection, answer: int) -> None:
    await execute(conn, "DELETE FROM canned_answers WHERE id = %(answer)s", answer=answer)
