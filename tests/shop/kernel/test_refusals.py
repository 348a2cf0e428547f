"""What every call declares that it may refuse with."""

from ieum.shop.kernel.errors import NotFound
from ieum.shop.kernel.problems import refusals


def test_every_call_declares_how_a_body_may_be_refused_before_it_is_read() -> None:
    declared = {status: spec.description for status, spec in refusals(NotFound).items()}

    assert declared == {
        400: "malformed_request",
        403: "address_blocked",
        404: "not_found",
        408: "body_too_slow",
        413: "too_large",
        415: "not_json",
    }
