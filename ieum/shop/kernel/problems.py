"""Turns errors into answers (RFC 9457). Apart from the errors, because commands and jobs need no web framework."""

import logging
from http import HTTPStatus
from typing import Any, cast

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import ParameterKwarg
from procrastinate.exceptions import ConnectorException
from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.common import trace
from ieum.shop.kernel.errors import (
    BAD_FORMAT,
    MISSING,
    AddressBlocked,
    CrossSite,
    Field,
    InvalidFields,
    NotFound,
    ShopError,
    Unauthenticated,
)
from ieum.shop.kernel.outages import cause_of, is_out_of_order
from ieum.shop.kernel.templates import template_of

log = logging.getLogger(__name__)


AnyRequest = Request[Any, Any, Any]


class Problem(msgspec.Struct, omit_defaults=True):
    status: int
    title: str
    detail: str
    code: str
    type: str = "about:blank"
    fields: list[Field] | None = None
    reference: str = ""
    """What the customer reads to the support where nobody but us can help: the beginning of the request's trace."""


_BY_STATUS = {
    400: (
        "malformed_request",
        "요청을 읽을 수 없습니다",
        "요청 형식이 올바르지 않습니다. 다시 시도해 주세요.",
    ),
    404: (NotFound.code, NotFound.title, NotFound.detail),
    405: ("method_not_allowed", "허용되지 않은 요청입니다", "지원하지 않는 요청 방식입니다."),
    408: (
        "body_too_slow",
        "요청을 끝까지 받지 못했습니다",
        "보낸 내용이 끝까지 도착하지 않았습니다. 연결 상태를 확인하고 다시 시도해 주세요.",
    ),
    415: ("not_json", "요청을 읽을 수 없습니다", "JSON 형식의 요청만 받습니다."),
    413: ("too_large", "요청이 너무 큽니다", "보낸 내용이 너무 큽니다. 줄여서 다시 시도해 주세요."),
}


_SERVER_ERROR = (
    "server_error",
    "일시적인 오류가 발생했습니다",
    "일시적인 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.",
)


_OUT_OF_ORDER = (
    "out_of_order",
    "일시적인 장애가 발생했습니다",
    "일시적인 장애로 요청을 처리하지 못했습니다. 복구하고 있으니 잠시 후 다시 시도해 주세요.",
)


_OVERLOADED = (
    "overloaded",
    "접속자가 많습니다",
    "지금 접속자가 많아 요청을 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.",
)


def refusals(*kinds: type[ShopError]) -> dict[int, ResponseSpec]:
    """Declare the refusals of a handler, so that the OpenAPI document and the generated client know them."""
    by_status: dict[int, list[str]] = {
        400: [_BY_STATUS[400][0]],
        403: [AddressBlocked.code],
        **{status: [_BY_STATUS[status][0]] for status in (408, 413, 415)},
    }
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind.code)
    if Unauthenticated in kinds:
        # What is a member's alone is not there for sub-ids, and the other way round.
        by_status.setdefault(NotFound.status, []).insert(0, NotFound.code)
    return {
        status: ResponseSpec(
            Problem,
            description=", ".join(codes),
            media_type="application/problem+json",
            generate_examples=False,
        )
        for status, codes in by_status.items()
    }


def refusals_of_change(*kinds: type[ShopError]) -> dict[int, ResponseSpec]:
    """Declare the refusals of a change that only members may make, beside those that all such changes have."""
    return refusals(Unauthenticated, CrossSite, InvalidFields, *kinds)


def _respond(problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    if problem.status >= 500:
        problem.reference = trace.reference_of(trace.current())
    return Response(
        problem,
        status_code=problem.status,
        media_type="application/problem+json",
        headers={"Cache-Control": "no-store", **(headers or {})},
    )


def render_shop_error(_: AnyRequest, error: ShopError) -> Response[Problem]:
    problem = Problem(error.status, error.title, error.detail, error.code, fields=error.fields)
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after is not None else None
    return _respond(problem, headers)


def render_validation(request: AnyRequest, error: ValidationException) -> Response[Problem]:
    """Answer 422 for wrong types and missing fields, under the names that the caller used."""
    extra = cast("list[dict[str, str]]", error.extra) if isinstance(error.extra, list) else []
    fields = [Field(_name_on_wire(request, item.get("key", "")), "invalid", BAD_FORMAT) for item in extra]
    # A parameter that is missing from the query or the headers, which the framework names only here.
    if isinstance(error.__cause__, KeyError):
        fields.append(Field(str(error.__cause__.args[0]), "missing", MISSING))
    return _respond(
        Problem(422, InvalidFields.title, InvalidFields.detail, InvalidFields.code, fields=fields or None)
    )


def _name_on_wire(request: AnyRequest, key: str) -> str:
    """The name under which the caller sent a parameter whose handler calls it `key`; `body` where there is no key."""
    parameter = request.route_handler.parsed_fn_signature.parameters.get(key)
    definition = parameter.kwarg_definition if parameter is not None else None
    alias = definition.name if isinstance(definition, ParameterKwarg) else None
    return alias or key or "body"


def render_http(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Answer what the framework itself refuses: unknown path, wrong method, broken JSON, too large."""
    status = error.status_code
    if status >= 500:
        return render_bug(request, error)
    fallback = (HTTPStatus(status).name.lower(), ShopError.title, _BY_STATUS[400][2])
    code, title, detail = _BY_STATUS.get(status, fallback)
    return _respond(Problem(status, title, detail, code), dict(error.headers or {}))


def render_no_connection(request: AnyRequest, _: PoolTimeout) -> Response[Problem]:
    """Answer 503 where no database connection came free in time: too many callers at once, not a bug."""
    log.warning("no database connection came free for %s %s", request.method, template_of(request.scope))
    return _respond(Problem(503, _OVERLOADED[1], _OVERLOADED[2], _OVERLOADED[0]), {"Retry-After": "5"})


def render_database_error(request: AnyRequest, error: Error | ConnectorException) -> Response[Problem]:
    """Answer 503 where the database is out of order, and 500 where our statement was wrong."""
    if not is_out_of_order(error):
        return render_bug(request, error)
    log.warning(
        "the database is out of order for %s %s: %s",
        request.method,
        template_of(request.scope),
        cause_of(error),
    )
    code, title, detail = _OUT_OF_ORDER
    return _respond(Problem(503, title, detail, code), {"Retry-After": "5"})


def render_bug(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer 500 for any other exception, which is our bug: the trace goes into the log, not to the caller."""
    log.error("unhandled error on %s %s", request.method, template_of(request.scope), exc_info=error)
    code, title, detail = _SERVER_ERROR
    return _respond(Problem(500, title, detail, code))


EXCEPTION_HANDLERS = {
    ShopError: render_shop_error,
    ValidationException: render_validation,
    HTTPException: render_http,
    PoolTimeout: render_no_connection,
    Error: render_database_error,
    ConnectorException: render_database_error,
    Exception: render_bug,
}
