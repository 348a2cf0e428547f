"""The file of a month's open requests, in the columns of Hometax's template for issuing many at once.

Hometax reads its template (전자세금계산서 일괄발급 엑셀 양식) by the place of a column: 59 of them, four items a row.
Rows of this file are pasted into the template from its seventh row on.
"""

from collections.abc import Sequence
from datetime import date

from ieum.shop.invoices.types import InvoiceRow
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.orders.pricing import split_vat

_ITEM = ("일자", "품목", "규격", "수량", "단가", "공급가액", "세액", "품목비고")
COLUMNS = (
    "전자(세금)계산서 종류",
    "작성일자",
    "공급자 등록번호",
    "공급자 종사업장번호",
    "공급자 상호",
    "공급자 성명",
    "공급자 사업장주소",
    "공급자 업태",
    "공급자 종목",
    "공급자 이메일",
    "공급받는자 등록번호",
    "공급받는자 종사업장번호",
    "공급받는자 상호",
    "공급받는자 성명",
    "공급받는자 사업장주소",
    "공급받는자 업태",
    "공급받는자 종목",
    "공급받는자 이메일1",
    "공급받는자 이메일2",
    "공급가액 합계",
    "세액 합계",
    "비고",
    *(f"{name}{number}" for number in range(1, 5) for name in _ITEM),
    "현금",
    "수표",
    "어음",
    "외상미수금",
    "영수(01),청구(02)",
)
# An invoice with VAT; one over money that has come.
_TAXED, _RECEIVED = "01", "01"


def cells(row: InvoiceRow) -> Sequence[Cell]:
    """The invoice is over the amount that was not refunded, and names the order beside it."""
    total = row.amount - row.returned
    supply, vat = split_vat(total)
    paid = row.paid_at.astimezone(SEOUL) if row.paid_at else None
    known: dict[str, Cell] = {
        "전자(세금)계산서 종류": _TAXED,
        "작성일자": f"{paid:%Y%m%d}" if paid else None,
        "공급자 등록번호": row.seller_number,
        "공급자 상호": row.seller,
        "공급자 성명": row.seller_representative,
        "공급자 사업장주소": row.seller_address,
        "공급자 이메일": row.seller_mail,
        "공급받는자 등록번호": row.business_number,
        "공급받는자 상호": row.company,
        "공급받는자 성명": row.representative,
        "공급받는자 사업장주소": row.address,
        "공급받는자 업태": row.business_type,
        "공급받는자 종목": row.business_item,
        "공급받는자 이메일1": row.email,
        "공급가액 합계": supply,
        "세액 합계": vat,
        "비고": row.order_id,
        "일자1": f"{paid:%d}" if paid else None,
        "품목1": f"{row.plan_name} {row.months}개월",
        "수량1": row.quantity,
        # Left empty if it is no whole won: what Hometax multiplies has to be the supply.
        "단가1": None if supply % row.quantity else supply // row.quantity,
        "공급가액1": supply,
        "세액1": vat,
        "현금": total,
        "영수(01),청구(02)": _RECEIVED,
    }
    return [known.get(column) for column in COLUMNS]


def next_month(first: date) -> date:
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)
