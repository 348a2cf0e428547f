"""Answers of a change that is made at once, or waits for a second person."""

from typing import Any

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec

from ieum.shop.desk.approvals.types import Asked
from ieum.shop.kernel.http import Answer


def or_asked(declared: dict[str, Any]) -> dict[str, Any]:
    """Declare that the change may answer 202, with the wish that waits."""
    spec = ResponseSpec(Answer[Asked], description="a second person has to confirm", generate_examples=False)
    declared["responses"][202] = spec
    return declared


def answer(made: object, *, status: int) -> Response[Any]:
    """Answer 202 with a wish that waits, or else what was made, with this status."""
    status = 202 if isinstance(made, Asked) else status
    return Response(Answer(status, made), status_code=status)
