"""Which addresses a service had, and what is true of each: pure rules, as tables."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import pytest

from ieum.shop.certificates.rules import facts_of, latest_proof, new_number, normal_number, spans_of
from ieum.shop.certificates.types import AddressProof, Facts, LeaseRow, ServiceRow, Span
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.types import AddressId, LeaseId

NOW = datetime(2026, 11, 24, tzinfo=UTC)
A, B, C = "203.0.113.1", "203.0.113.2", "203.0.113.3"


def day(number: int) -> datetime:
    return NOW + timedelta(days=number)


def lease(
    number: int,
    address: str,
    begun: int,
    ended: int | None = None,
    *,
    cause: str = "ticket",
    pending: Literal["waiting", "taken_back", "ended"] | None = None,
) -> LeaseRow:
    return LeaseRow(
        service_id=ServiceId(1),
        id=LeaseId(number),
        address_id=AddressId(int(address[-1])),
        address=address,
        carrier="KT",
        region="서울",
        cause=cause,
        begun_at=day(begun),
        ended_at=None if ended is None else day(ended),
        pending=pending,
    )


def told(spans: list[Span]) -> list[tuple[str, int, int | None]]:
    return [(span.address, (span.since - NOW).days, span.until and (span.until - NOW).days) for span in spans]


@pytest.mark.parametrize(
    ("leases", "expected"),
    [
        pytest.param([lease(1, A, -9, cause="order")], [(A, -9, None)], id="one address"),
        pytest.param([lease(1, A, -9, -5), lease(2, B, -5)], [(A, -9, -5), (B, -5, None)], id="a change"),
        pytest.param(
            [lease(1, A, -9, -5), lease(2, B, -5, -3), lease(3, A, -3, cause="undo")],
            [(A, -9, -5), (B, -5, -3), (A, -3, None)],
            id="undone: the member had both",
        ),
        pytest.param(
            [lease(1, A, -9, -5), lease(2, B, -5, pending="waiting")],
            [(A, -9, None)],
            id="waiting for its gateway: still the old one",
        ),
        pytest.param(
            [
                lease(1, A, -9, -5),
                lease(2, B, -5, -4, pending="taken_back"),
                lease(3, A, -4, cause="taken_back"),
            ],
            [(A, -9, None)],
            id="taken back: never another one",
        ),
        pytest.param(
            [
                lease(1, A, -9, -5),
                lease(2, B, -5, -4, pending="taken_back"),
                lease(3, A, -4, -2, cause="taken_back"),
                lease(4, C, -2),
            ],
            [(A, -9, -2), (C, -2, None)],
            id="taken back, and changed later",
        ),
        pytest.param(
            [lease(1, A, -9, -5), lease(2, B, -5, -4, pending="ended")],
            [(A, -9, -5)],
            id="over before its gateway said a word: the new one is not certified",
        ),
        pytest.param(
            [lease(1, A, -9), lease(2, B, -5, cause="evacuation")],
            [(A, -9, None), (B, -5, None)],
            id="moving: both gateways serve",
        ),
    ],
)
def test_the_addresses_of_a_service(
    leases: list[LeaseRow], expected: list[tuple[str, int, int | None]]
) -> None:
    assert told(spans_of(leases)) == expected


def a_service(**changed: Any) -> ServiceRow:
    usual: dict[str, Any] = {
        "id": ServiceId(1),
        "holder_name": "홍길동",
        "plan_name": "KT 고정 IP",
        "state": "active",
        "ends_at": day(10),
        "closed_at": None,
        "is_subscribed": False,
        "paid_until": day(10),
        "is_undone": False,
    }
    return ServiceRow(**(usual | changed))


def a_span(until: int | None = None) -> Span:
    return Span(LeaseId(1), AddressId(1), A, "KT", "서울", day(-20), until if until is None else day(until))


@pytest.mark.parametrize(
    ("span", "service", "expected"),
    [
        pytest.param(a_span(), a_service(), Facts("in_use", None, day(10)), id="in use"),
        pytest.param(a_span(-3), a_service(), Facts("ended", day(-3), None), id="changed"),
        pytest.param(
            a_span(),
            a_service(ends_at=day(-1), paid_until=day(-1)),
            Facts("ended", day(-1), None),
            id="over, and not closed yet",
        ),
        pytest.param(
            a_span(0),
            a_service(state="expired", ends_at=day(-1), closed_at=day(0)),
            Facts("ended", day(-1), None),
            id="closed a little after its end",
        ),
        pytest.param(
            a_span(-2),
            a_service(state="ended", ends_at=day(10), closed_at=day(-2), paid_until=None),
            Facts("ended", day(-2), None),
            id="refunded in the middle",
        ),
        pytest.param(
            a_span(-2),
            a_service(state="ended", closed_at=day(-2), paid_until=None, is_undone=True),
            Facts("revoked", day(-2), None),
            id="refunded and never used",
        ),
        pytest.param(
            a_span(),
            a_service(ends_at=day(-1), paid_until=day(-4), is_subscribed=True),
            Facts("suspended", None, day(-4)),
            id="a subscription after its grace",
        ),
        pytest.param(
            a_span(),
            a_service(state="suspended", ends_at=day(-1), paid_until=day(-4), is_subscribed=True),
            Facts("suspended", None, day(-4)),
            id="suspended",
        ),
        pytest.param(
            a_span(),
            a_service(state="ended", closed_at=day(-30)),
            Facts("ended", day(-20), None),
            id="never before its beginning",
        ),
    ],
)
def test_what_is_true_of_an_address_now(span: Span, service: ServiceRow, expected: Facts) -> None:
    assert facts_of(span, service, NOW) == expected


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0a1b2c3d4e5f60718293a4b5c6d7e8f9", "0A1B-2C3D-4E5F-6071-8293-A4B5-C6D7-E8F9"),
        (" 0A1B-2C3D-4E5F-6071 8293-A4B5-C6D7-E8F9\n", "0A1B-2C3D-4E5F-6071-8293-A4B5-C6D7-E8F9"),
        ("0A1B-2C3D", None),
        ("0A1B-2C3D-4E5F-6071-8293-A4B5-C6D7-E8FG", None),
        ("٠A1B2C3D4E5F60718293A4B5C6D7E8F9", None),
    ],
)
def test_a_number_is_read_however_it_is_typed(typed: str, number: str | None) -> None:
    assert normal_number(typed) == number


def test_numbers_are_unlike_one_another() -> None:
    numbers = {new_number() for _ in range(100)}

    assert len(numbers) == 100
    assert all(normal_number(number) == number for number in numbers)


def test_the_proof_of_a_version_is_the_later_one_before_its_end() -> None:
    early, late = AddressProof(day(-9), "call"), AddressProof(day(-2), "call")

    assert latest_proof(early, late, before=day(0)) == late
    assert latest_proof(early, late, before=day(-5)) == early
    assert latest_proof(None, late, before=day(-5)) is None
