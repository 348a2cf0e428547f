"""Counting the SQL statements that are sent."""

from typing import Any, ClassVar

from psycopg import AsyncCursor
from psycopg.rows import TupleRow
from psycopg.sql import Composable


class CountingCursor(AsyncCursor[TupleRow]):
    """Records every statement, without savepoints, which do not pass through it."""

    sent: ClassVar[list[str]] = []

    async def execute(self, query: Any, params: Any = None, **options: Any) -> "CountingCursor":
        sent: Any = query
        text = sent.as_string(self) if isinstance(query, Composable) else str(sent)
        self.sent.append(" ".join(text.split()))
        return await super().execute(sent, params, **options)
