"""The job queue's own tables, taken from the pinned Procrastinate.

A later Procrastinate brings its changes as files of its own; each gets a migration like this one.
"""

from typing import Any

from procrastinate.schema import SchemaManager
from yoyo import step  # pyright: ignore[reportUnknownVariableType] - it ships no types


def apply(connection: Any) -> None:
    connection.cursor().execute(SchemaManager.get_schema())


steps = [step(apply)]
