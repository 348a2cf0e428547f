"""Changes that staff make to requests of tax invoices: issued under a number, or refused."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Nothing, Shown
from ieum.shop.desk.types import Row
from ieum.shop.invoices import queries as requests
from ieum.shop.invoices import service as invoices
from ieum.shop.invoices.desk.sheet import INVOICE, InvoiceSheet, find, rows
from ieum.shop.invoices.desk.words import STATES
from ieum.shop.kernel.db import Connection


class Issue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`number` is that of the approval by the tax office: 24 signs that begin with a day."""

    number: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=r"^[0-9A-Za-z -]+(?!\n)$",
            title="국세청 승인번호",
            description="홈택스에서 발행한 뒤 승인번호 24자리를 그대로 적어 주세요.",
        ),
    ]


async def _look(conn: Connection, order_id: str, wish: Issue) -> InvoiceSheet | None:
    """Look at the request with the number in its stored form. Raises InvalidFields, InvoiceNumberTaken."""
    sheet = await find(conn, order_id)
    if sheet is None or sheet.line.state != "open":
        return sheet
    return InvoiceSheet(sheet.line, await invoices.approval_for(conn, order_id, wish.number))


def _why_not(sheet: InvoiceSheet, _wish: object) -> str | None:
    return None if sheet.line.state == "open" else invoices.InvoiceSettled.detail


def _preview_issue(sheet: InvoiceSheet, _wish: Issue) -> Shown:
    line = sheet.line
    warnings = ["홈택스에서 발행한 뒤에 적어 주세요. 적은 승인번호는 바꿀 수 없습니다."]
    if line.returned:
        warnings.append("환불된 금액을 뺀 합계입니다. 발행한 금액과 같은지 확인해 주세요.")
    return Shown(
        title="세금계산서 발행 처리",
        rows=[
            *rows(line),
            Row("상태", STATES["issued"], before=STATES["open"]),
            Row("승인번호", sheet.number or ""),
        ],
        warnings=warnings,
        amount=line.amount - line.returned,
    )


def _preview_refuse(sheet: InvoiceSheet, _wish: Nothing) -> Shown:
    return Shown(
        title="세금계산서 발행 거절",
        rows=[*rows(sheet.line), Row("상태", STATES["refused"], before=STATES["open"])],
        warnings=["회원에게 메일로 알리고 주문 내역에 보입니다. 적은 사유가 그대로 나갑니다."],
    )


async def _issue(conn: Connection, case: Case[str, InvoiceSheet, Issue]) -> None:
    await invoices.mark_issued(conn, case.target, case.wish.number)


async def _refuse(conn: Connection, case: Case[str, InvoiceSheet, Nothing]) -> None:
    await invoices.mark_refused(conn, case.target, case.reason.strip())


ISSUE = Change(
    name="invoices.issue",
    label="발행으로 표시",
    done="발행으로 표시했습니다.",
    of=INVOICE,
    permission="invoices.issue",
    wish=Issue,
    lock=requests.lock_outcome,
    look=_look,
    refuses=_why_not,
    preview=_preview_issue,
    apply=_issue,
    raises=(invoices.InvoiceNumberTaken,),
)
REFUSE = Change(
    name="invoices.refuse",
    label="발행 거절",
    done="거절했습니다.",
    of=INVOICE,
    permission="invoices.issue",
    wish=Nothing,
    lock=requests.lock_outcome,
    refuses=_why_not,
    preview=_preview_refuse,
    apply=_refuse,
)
CHANGES = [ISSUE, REFUSE]
