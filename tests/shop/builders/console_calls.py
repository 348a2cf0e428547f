"""The calls of the OpenAPI document: those of the console, and those that somebody else answers."""

from functools import cache
from typing import Any, NamedTuple

from ieum.shop.server.app import describe

CONSOLE = "/api/v1/console/"
# What somebody may call who is not logged in yet.
DOORS = {
    ("POST", f"{CONSOLE}session"),
    ("DELETE", f"{CONSOLE}session"),
    ("POST", f"{CONSOLE}session/passkey"),
    ("POST", f"{CONSOLE}session/passkey/challenge"),
    ("POST", f"{CONSOLE}invitations/look-up"),
    ("POST", f"{CONSOLE}invitations/acceptance"),
}
# An id that nothing has.
NOTHING = "1099511627776"


class Call(NamedTuple):
    method: str
    path: str
    permission: Any
    """None where the document names no permission of staff."""
    answers: frozenset[str]
    """The statuses that the document names."""

    @property
    def url(self) -> str:
        """With ids that nothing has."""
        parts = self.path.split("/")
        return "/".join(NOTHING if part.startswith("{") else part for part in parts)

    @property
    def is_door(self) -> bool:
        return (self.method, self.path) in DOORS

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


@cache
def every_call() -> tuple[Call, ...]:
    return tuple(
        Call(
            method.upper(),
            path,
            operation["security"][0]["staff"][0] if operation.get("security") else None,
            frozenset(operation["responses"]),
        )
        for path, operations in describe().to_schema()["paths"].items()
        for method, operation in operations.items()
    )


def console_calls() -> list[Call]:
    return [call for call in every_call() if call.path.startswith(CONSOLE)]
