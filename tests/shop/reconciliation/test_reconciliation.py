"""Whether the books are true: what is found, what heals, and what becomes an alarm."""

import itertools
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members.types import MemberId
from ieum.shop.payments import toss
from ieum.shop.payments.provider import (
    Channel,
    PaymentStatus,
    ProviderPayment,
    ProviderTransaction,
    ProviderUnavailableError,
)
from ieum.shop.reconciliation import invariants, service
from ieum.shop.reconciliation.rules import Comparison, compare_payment
from ieum.shop.reconciliation.types import OurPayment, Totals
from ieum.shop.reconciliation.words import in_words
from ieum.shop.services.types import ServiceId
from tests.shop.builders.alarms import open_alarms as standing
from tests.shop.builders.changes import a_change
from tests.shop.builders.metrics import metrics_of
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.refunds import a_paid, days_later, refund, use
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_service
from tests.shop.builders.till import Till

param = pytest.param
NOW = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)
SINCE, UNTIL = NOW - timedelta(days=3), NOW


@pytest.fixture(autouse=True)
def lists_have_many_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toss, "TRANSACTIONS_A_PAGE", 1)
    monkeypatch.setattr(service, "PAYMENTS_A_PAGE", 1)


def moved(amount: int, *, key: str = "key", order: str = "order-1") -> ProviderTransaction:
    return ProviderTransaction(f"tx {key} {amount}", key, order, amount, NOW - timedelta(hours=1))


def ours(**changed: object) -> OurPayment:
    usual = OurPayment(
        payment_key="key",
        order_id="order-1",
        provider_order_id="order-1",
        channel=Channel.NORMAL,
        state="approved",
        amount=33_000,
        cancelled_amount=0,
        approved_at=NOW - timedelta(hours=1),
        reversed=False,
    )
    return msgspec.structs.replace(usual, **changed)


@pytest.mark.parametrize(
    ("theirs", "our", "suspected"),
    [
        param([moved(33_000)], ours(), False, id="alike"),
        param([moved(33_000)], None, True, id="we-know-nothing-of-it"),
        param([moved(33_000)], ours(state="refused"), True, id="we-took-it-for-refused"),
        param([moved(33_000)], ours(state="confirming"), True, id="we-do-not-know-yet"),
        param([moved(33_000), moved(-33_000)], None, False, id="came-and-went"),
        param([moved(30_000)], ours(), True, id="another-amount"),
        param([moved(33_000), moved(-10_000)], ours(), True, id="returned-there"),
        param([moved(33_000)], ours(state="cancelled", cancelled_amount=10_000), True, id="returned-here"),
        param(
            [moved(33_000), moved(-10_000)],
            ours(state="cancelled", cancelled_amount=10_000),
            False,
            id="returned-alike",
        ),
        param(
            [moved(-10_000)],
            ours(state="cancelled", cancelled_amount=10_000, approved_at=NOW - timedelta(days=30)),
            False,
            id="approved-long-ago",
        ),
        param([], ours(), True, id="they-know-nothing-of-it"),
        param([], ours(approved_at=UNTIL - timedelta(minutes=5)), False, id="too-fresh-to-be-listed"),
        param([], ours(state="refused"), False, id="refused-and-unknown"),
        param([moved(33_000), moved(-33_000)], ours(reversed=True), False, id="taken-back-by-the-bank"),
        param(
            [moved(33_000), moved(-33_000), moved(33_000)],
            ours(reversed=True),
            True,
            id="taken-back-and-paid-again",
        ),
    ],
)
@pytest.mark.parametrize("a_page", [1, 100])
def test_the_two_lists_of_payments_give_the_suspects(
    theirs: list[ProviderTransaction], our: OurPayment | None, suspected: bool, a_page: int
) -> None:
    pages = [list(page) for page in itertools.batched(theirs, a_page)]

    assert suspects_of(pages, our) == ({"key": "order-1"} if suspected else {})


BOOKS = (
    None,
    ours(reversed=True, amount=3),
    ours(state="refused", amount=3),
    *(ours(amount=3, cancelled_amount=back) for back in range(4)),
)


def test_where_the_list_is_cut_changes_nothing() -> None:
    """Two returns far apart, of which one is booked, looked each like the one that is."""
    movements = [
        [moved(amount) for amount in amounts]
        for length in range(1, 5)
        for amounts in itertools.product((3, -1, -2), repeat=length)
    ]
    for theirs, our in itertools.product(movements, BOOKS):
        whole = suspects_of([theirs], our)
        for cuts in itertools.product((False, True), repeat=len(theirs) - 1):
            parts = [[theirs[0]]]
            for cut, one in zip(cuts, theirs[1:], strict=True):
                parts.append([one]) if cut else parts[-1].append(one)

            assert suspects_of(parts, our) == whole, (parts, our)


def suspects_of(parts: list[list[ProviderTransaction]], our: OurPayment | None) -> dict[str, str]:
    comparison = Comparison(since=SINCE, until=UNTIL)
    for part in parts:
        comparison.add(part, {"key": our} if our else {})
    comparison.find_unlisted([our] if our else [])
    return comparison.suspects


def held(
    balance: int, *, amount: int = 33_000, status: PaymentStatus = PaymentStatus.APPROVED
) -> ProviderPayment:
    return ProviderPayment("key", "order-1", status, amount, balance, "카드", None, None, None)


@pytest.mark.parametrize(
    ("found", "our", "what"),
    [
        param(held(33_000), ours(), None, id="alike"),
        param(held(33_000), None, "unknown_payment", id="unknown"),
        param(held(33_000), ours(state="refused"), "unknown_payment", id="taken-for-refused"),
        param(held(0, status=PaymentStatus.CANCELLED), None, None, id="unknown-and-gone"),
        param(held(33_000, status=PaymentStatus.CLOSED), None, None, id="never-paid"),
        param(None, ours(), "not_at_provider", id="not-there"),
        param(held(33_000, status=PaymentStatus.CLOSED), ours(), "not_at_provider", id="closed-there"),
        param(held(30_000, amount=30_000), ours(), "amount_differs", id="another-amount"),
        param(held(23_000), ours(), "returned_there", id="returned-there"),
        param(
            held(33_000),
            ours(state="cancelled", cancelled_amount=33_000),
            "returned_here",
            id="returned-here",
        ),
        param(held(0, status=PaymentStatus.CANCELLED), ours(state="cancelling"), None, id="on-its-way-back"),
        param(
            held(33_000, status=PaymentStatus.DEPOSIT), ours(reversed=True), None, id="taken-back-by-the-bank"
        ),
        param(held(33_000), ours(reversed=True), "unknown_payment", id="taken-back-and-there-again"),
    ],
)
def test_a_look_up_decides_whether_a_suspect_differs(
    found: ProviderPayment | None, our: OurPayment | None, what: str | None
) -> None:
    difference = compare_payment(found, our, reference="order-1")

    assert (difference.what if difference else None) == what


def test_a_difference_names_the_state_at_the_provider_in_words() -> None:
    difference = compare_payment(held(33_000, status=PaymentStatus.CLOSED), ours(), reference="order-1")

    assert difference is not None
    assert "‘결제되지 않고 끝남’" in difference.detail


@pytest.mark.parametrize(
    ("written", "read"),
    [
        param("환불 33000원이 refund.returning 상태로", "환불 33000원이 환불처리중 상태로", id="state"),
        param("주문(order.refunded)의 것입니다.", "주문(환불완료)의 것입니다.", id="in-brackets"),
        param("주문 20261126-PAID13F05입니다.", "주문 20261126-PAID13F05입니다.", id="order-id"),
        param("결제는 payment.none", "결제는 없음", id="none"),
        param("order.unheard_of 상태", "order.unheard_of 상태", id="unknown"),
    ],
)
def test_states_of_a_finding_are_words(written: str, read: str) -> None:
    assert in_words(written) == read


async def compare(till: Till) -> list[str]:
    return [one.what for one in await service.compare_with_provider(till.db, till.provider, SEALER)]


async def check_ledger(conn: Connection) -> list[str]:
    """Check the tables as the nightly job does; the kinds of what it has stored."""
    await service.note_ledger(conn, day=datetime.now(SEOUL).date())
    found = await fetch_one(
        conn,
        list[dict[str, str]],
        "SELECT differences FROM book_checks WHERE kind = 'ledger' ORDER BY id DESC LIMIT 1",
    )
    return [one["what"] for one in found]


async def check_day(till: Till, day: date) -> Totals:
    totals = await service.sum_day(till.db, till.provider, day)
    await service.note_day(till.conn, day=day, totals=totals)
    return totals


async def test_a_consistent_shop_has_no_findings(till: Till) -> None:
    buying, other = await a_paid(till, points=5_000), await a_paid(till)
    await refund(till, buying)
    await till.give_back(buying.order_id)
    await use(till, other)
    await refund(till, other)

    assert await compare(till) == []
    assert await check_ledger(till.conn) == []
    assert await standing(till.conn) == []


async def test_a_payment_unknown_to_the_shop_buys_its_goods_without_an_alarm(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=9
    )

    found = await compare(till)

    assert (found, (await till.view(buying))["state"]) == ([], "paid")
    assert await standing(till.conn) == []


async def test_a_partial_cancellation_at_the_provider_raises_one_alarm(till: Till) -> None:
    buying = await a_paid(till)
    payment = await fetch_one(till.conn, str, "SELECT payment_key FROM payments")
    await till.provider.cancel(payment_key=payment, key="desk", reason="-", amount=10_000)

    found = [await compare(till), await compare(till)]

    assert found == [[], []]
    assert await standing(till.conn) == [("cancelled_elsewhere", buying.order_id)]
    assert await check_ledger(till.conn) == []


async def test_a_full_cancellation_at_the_provider_becomes_a_refund(till: Till) -> None:
    buying = await a_paid(till)
    payment = await fetch_one(till.conn, str, "SELECT payment_key FROM payments")
    for part in (10_000, 23_000):
        await till.provider.cancel(payment_key=payment, key=f"desk {part}", reason="-", amount=part)

    found = [await compare(till), await compare(till)]
    await till.give_back(buying.order_id)

    assert found == [[], []]
    assert (await till.view(buying))["state"] == "refunded"
    assert await standing(till.conn) == [("cancelled_elsewhere", buying.order_id)]


async def test_a_payment_that_the_provider_does_not_have_raises_an_alarm(till: Till) -> None:
    buying = await a_paid(till)
    await till.sandbox.post("/control/reset")
    await execute(till.conn, "UPDATE payments SET approved_at = now() - interval '1 hour'")

    assert await compare(till) == ["not_at_provider"]
    assert await standing(till.conn) == [("provider_not_at_provider", buying.order_id)]


async def test_a_payment_without_an_order_raises_an_alarm(till: Till) -> None:
    """Paid at our shop at the provider for an order that our database never had, or lost."""
    buying = await till.order()
    brought = await pay_at_window(till.sandbox, buying.order | {"orderId": "20200101-ABCDEFGHJK"})
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id="20200101-ABCDEFGHJK", amount=33_000, attempt=1
    )

    assert await compare(till) == ["unknown_payment"]


async def test_an_unreachable_provider_is_no_finding(till: Till) -> None:
    await a_paid(till)
    till.wire.down = True

    with pytest.raises(ProviderUnavailableError):
        await compare(till)

    assert await standing(till.conn) == []


async def test_the_totals_of_a_day_are_stored_and_a_difference_raises_an_alarm(till: Till) -> None:
    await a_paid(till)
    today = datetime.now(SEOUL).date()

    right = await check_day(till, today)
    await execute(till.conn, "UPDATE payments SET amount = 22000")
    wrong = await check_day(till, today)

    assert (right.approved_there, right.approved_here, wrong.approved_here) == (33_000, 33_000, 22_000)
    assert await fetch_all(
        till.conn,
        str,
        "SELECT kind || ' ' || jsonb_array_length(differences) FROM book_checks ORDER BY id",
    ) == ["provider 0", "provider 1"]
    assert await standing(till.conn) == [("provider_day_differs", f"{today}")]


BROKEN = [
    param(
        "UPDATE service_periods SET refunded_at = now()",
        {"order_without_goods", "goods_without_order"},
        id="paid-without-goods",
    ),
    param(
        "UPDATE orders SET state = 'cancelled'",
        {"goods_without_order", "money_differs", "points_differ"},
        id="goods-of-a-cancelled-order",
    ),
    param(
        "UPDATE leases SET state = 'ended', ended_at = now()",
        {"lease_differs"},
        id="a-service-without-its-address",
    ),
    param("UPDATE payments SET amount = 30000", {"money_differs"}, id="another-amount"),
    param("UPDATE payments SET state = 'refused'", {"money_differs"}, id="paid-without-a-payment"),
    param("UPDATE payments SET cancelled_amount = 1", {"money_differs"}, id="returned-of-a-paid-order"),
    param("UPDATE orders SET points_earned = 1", {"points_differ"}, id="points-from-nowhere"),
    param(
        "UPDATE orders SET state = 'refunding'",
        {"goods_without_order", "money_differs", "points_differ"},
        id="refunding-without-a-refund",
    ),
    param(
        "INSERT INTO point_entries (member_id, amount, kind, order_id) SELECT member_id, 5, 'returned', id FROM orders",
        {"points_differ"},
        id="returned-though-not-used",
    ),
    param(
        "ALTER TABLE point_entries DISABLE TRIGGER USER;"
        "INSERT INTO point_entries (member_id, amount, kind) SELECT member_id, -50000, 'used' FROM orders",
        {"balance_below_nothing"},
        id="a-balance-below-nothing",
    ),
    param(
        "INSERT INTO ticket_entries (member_id, amount, kind, order_id, expires_at)"
        " SELECT member_id, 3, 'granted', id, now() + interval '1 year' FROM orders;"
        "SET LOCAL session_replication_role = replica; UPDATE order_lines SET kind = 'ticket', quantity = 4;"
        "SET LOCAL session_replication_role = origin; UPDATE orders SET quantity = 4",
        {"order_without_goods"},
        id="too-few-tickets",
    ),
    param(
        "UPDATE payments SET state = 'confirming', requested_at = now() - interval '2 hours';"
        "UPDATE orders SET state = 'confirming'",
        {"overdue", "goods_without_order", "points_differ"},
        id="open-for-hours",
    ),
]


@pytest.mark.parametrize(("damage", "whats"), BROKEN)
async def test_every_broken_invariant_is_found(till: Till, damage: str, whats: set[str]) -> None:
    await a_paid(till)
    assert await invariants.find_differences(till.conn) == []
    for statement in damage.split(";"):
        await till.conn.execute(statement.encode())

    found = await check_ledger(till.conn)

    assert set(found) == whats
    assert {kind for kind, _ in await standing(till.conn)} == {f"books_{what}" for what in whats}


@pytest.mark.parametrize(
    ("damage", "whats"),
    [
        param(
            "UPDATE ip_changes SET state = 'done', settled_at = now()",
            {"ticket_differs"},
            id="done, not used",
        ),
        param(
            "INSERT INTO ticket_entries (member_id, amount, kind, grant_id, of_entry)"
            " SELECT member_id, 0, 'used', grant_id, id FROM ticket_entries WHERE kind = 'reserved'",
            {"ticket_differs"},
            id="used, not done",
        ),
        param("DELETE FROM ip_changes", {"ticket_differs"}, id="reserved for nothing"),
        param(
            "UPDATE ip_changes SET requested_at = now() - interval '2 hours'",
            {"overdue"},
            id="waits for hours",
        ),
    ],
)
async def test_a_change_that_says_something_else_than_its_ticket_is_found(
    till: Till, damage: str, whats: set[str]
) -> None:
    await a_paid(till)
    member = await fetch_one(till.conn, MemberId, "SELECT member_id FROM orders")
    await a_change(till.conn, member, await fetch_one(till.conn, ServiceId, "SELECT id FROM services"))
    assert await invariants.find_differences(till.conn) == []
    await till.conn.execute(damage.encode())

    found = await invariants.find_differences(till.conn)

    assert {one.what for one in found} == whats


async def test_a_period_paid_twice_is_found(till: Till) -> None:
    buying = await a_paid(till)
    member = await fetch_one(till.conn, int, "SELECT member_id FROM orders")
    await a_service(till.conn, member)  # pyright: ignore[reportArgumentType] - a number from the table
    await execute(
        till.conn,
        """
        INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
        SELECT s.id, o.id, s.starts_at, s.ends_at
          FROM services s, orders o WHERE s.order_id = %(id)s AND o.id <> %(id)s
        """,
        id=buying.order_id,
    )

    assert "paid_twice" in {one.what for one in await invariants.find_differences(till.conn)}


async def test_a_refund_open_for_a_day_raises_an_alarm(till: Till) -> None:
    buying = await a_paid(till)
    await refund(till, buying)
    fresh = await invariants.find_differences(till.conn)
    await days_later(till, 2)

    late = await invariants.find_differences(till.conn)

    assert (fresh, [(one.what, one.reference) for one in late]) == ([], [("overdue", buying.order_id)])


async def test_an_alarm_stays_until_an_operator_clears_it(conn: Connection) -> None:
    for _ in range(2):
        await alarms.raise_alarm(conn, "books_overdue", reference="order-1", detail="-")
    first = await fetch_all(conn, int, "SELECT id FROM alarms WHERE cleared_at IS NULL")
    await alarms.clear_about(conn, "books_overdue", reference="order-2", by="x")

    cleared = [await alarms.clear(conn, first[0], by="김운영") for _ in range(2)]
    await alarms.raise_alarm(conn, "books_overdue", reference="order-1", detail="again")

    assert (len(first), cleared) == (1, [True, False])
    assert await fetch_all(conn, str, "SELECT detail FROM alarms WHERE cleared_at IS NULL") == ["again"]


async def test_the_open_alarms_are_a_metric(till: Till) -> None:
    await alarms.raise_alarm(till.conn, "refund_stuck", reference="order-1", detail="-")
    await alarms.raise_alarm(till.conn, "refund_stuck", reference="order-2", detail="-")
    told = await metrics_of(till.db)
    await execute(till.conn, "UPDATE alarms SET cleared_at = now()")

    after = await metrics_of(till.db)

    assert 'ieum_alarms_standing{kind="refund_stuck"} 2.0' in told
    assert "refund_stuck" not in after
