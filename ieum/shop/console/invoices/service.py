"""Shows requests of tax invoices to staff, and writes down what became of them."""

from ieum.shop.console.invoices import queries
from ieum.shop.console.invoices.filters import span_of
from ieum.shop.console.invoices.types import (
    InvoiceFileOrder,
    InvoiceIssue,
    InvoiceIssued,
    InvoiceLine,
    InvoiceRefused,
)
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.previews import preview
from ieum.shop.desk.types import Preview, Row
from ieum.shop.invoices import export
from ieum.shop.invoices import queries as requests
from ieum.shop.invoices import service as invoices
from ieum.shop.invoices.rules import with_hyphens
from ieum.shop.kernel import workbooks
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.masking import mask_email, mask_name
from ieum.shop.orders.pricing import split_vat


def as_shown(line: InvoiceLine) -> InvoiceLine:
    """Masked, and with the sums of the invoice, which is over what was not refunded."""
    line.representative = mask_name(line.representative)
    line.email = mask_email(line.email)
    line.business_number = with_hyphens(line.business_number)
    line.supply, line.vat = split_vat(line.amount - line.returned)
    return line


async def see(conn: Connection, order_id: str) -> InvoiceLine:
    """Raises InvoiceNotFound."""
    line = await queries.find(conn, order_id)
    if line is None:
        raise invoices.InvoiceNotFound
    return as_shown(line)


async def preview_issue(conn: Connection, order_id: str, wish: InvoiceIssue) -> Preview:
    """Raises InvoiceNotFound, InvoiceSettled, InvalidFields, InvoiceNumberTaken."""
    line = await _see_open(conn, order_id)
    number = await invoices.approval_for(conn, order_id, wish.number)
    warnings = ["홈택스에서 발행한 뒤에 적어 주세요. 적은 승인번호는 바꿀 수 없습니다."]
    if line.returned:
        warnings.append("환불된 금액을 뺀 합계입니다. 발행한 금액과 같은지 확인해 주세요.")
    return preview(
        "세금계산서 발행 처리",
        [
            *_what(line),
            Row("상태", "발행", before="처리 전"),
            Row("승인번호", number),
        ],
        warnings=warnings,
        amount=line.amount - line.returned,
    )


async def preview_refusal(conn: Connection, order_id: str) -> Preview:
    """Raises InvoiceNotFound, InvoiceSettled."""
    line = await _see_open(conn, order_id)
    return preview(
        "세금계산서 발행 거절",
        [*_what(line), Row("상태", "거절", before="처리 전")],
        warnings=["회원에게 메일로 알리고 주문 내역에 보입니다. 적은 사유가 그대로 나갑니다."],
    )


async def issue(act: Act, order_id: str, data: InvoiceIssued) -> InvoiceLine:
    """Raises what the preview raises, and PreviewChanged."""
    await requests.lock_outcome(act.conn, order_id)
    if (await preview_issue(act.conn, order_id, InvoiceIssue(data.number))).digest != data.digest:
        raise PreviewChanged
    number = await invoices.mark_issued(act.conn, order_id, data.number)
    _note(act, "invoices.issue", order_id, {"state": "issued", "number": number}, data.reason)
    return await see(act.conn, order_id)


async def refuse(act: Act, order_id: str, data: InvoiceRefused) -> InvoiceLine:
    """Raises what the preview raises, and PreviewChanged."""
    await requests.lock_outcome(act.conn, order_id)
    if (await preview_refusal(act.conn, order_id)).digest != data.digest:
        raise PreviewChanged
    await invoices.mark_refused(act.conn, order_id, data.reason.strip())
    _note(act, "invoices.refuse", order_id, {"state": "refused"}, data.reason)
    return await see(act.conn, order_id)


async def file_of(act: Act, data: InvoiceFileOrder) -> bytes:
    """The month's open requests for whoever issues them, marked as exported; as long as a month of businesses."""
    since, until = span_of(data.month)
    rows = await requests.list_open_requests(act.conn, since=since, until=until)
    content = workbooks.workbook_of([export.COLUMNS, *(export.cells(row) for row in rows)])
    await requests.mark_exported(act.conn, [row.order_id for row in rows])
    act.note("invoices.file", "invoices", data.month, after={"count": len(rows)}, reason=data.reason)
    return content


async def _see_open(conn: Connection, order_id: str) -> InvoiceLine:
    line = await see(conn, order_id)
    if line.state != "open":
        raise invoices.InvoiceSettled
    return line


def _what(line: InvoiceLine) -> list[Row]:
    return [
        Row("주문", line.order_id),
        Row("상호", f"{line.company} ({line.business_number})"),
        Row("품목", f"{line.plan_name} {line.months}개월 × {line.quantity}"),
        Row("공급가액", f"{line.supply:,}원"),
        Row("세액", f"{line.vat:,}원"),
    ]


def _note(act: Act, action: str, order_id: str, after: dict[str, str], reason: str) -> None:
    # On the order, where whoever opens it looks.
    act.note(action, "order", order_id, before={"state": "open"}, after=after, reason=reason)
