"""Errors of the database that are outages, and what may be said of them."""

from procrastinate.exceptions import ConnectorException
from psycopg import OperationalError
from psycopg.errors import ReadOnlySqlTransaction


def is_out_of_order(error: Exception) -> bool:
    """Tell whether the database is away, full, read-only, out of memory or too slow: an outage, and no bug of ours.

    By the class of the SQLSTATE: 08 connection, 25006 read-only, 53 resources, 57014 a statement that took too long,
    57P shutdown, 58 system; no state at all where the connection broke.
    """
    cause = cause_of(error)
    if isinstance(cause, ReadOnlySqlTransaction):
        return True
    return isinstance(cause, OperationalError) and (
        cause.sqlstate is None or cause.sqlstate.startswith(("08", "53", "57014", "57P", "58"))
    )


def cause_of(error: Exception) -> BaseException | None:
    """The database's own error: the job queue wraps it in one of its own."""
    return error.__cause__ if isinstance(error, ConnectorException) else error


def one_line(error: BaseException | None) -> str:
    """The first line of the database's message: further ones may quote the values of a row."""
    return str(error).strip().partition("\n")[0]
