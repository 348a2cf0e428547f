"""The call by which the accountant takes the month along."""

from litestar import post
from litestar.params import JSONBody
from litestar.response import Stream

from ieum.shop.accountant import service
from ieum.shop.accountant.types import AccountantMonth
from ieum.shop.desk.access import ActorDependency, between
from ieum.shop.kernel.http import Db


@post(
    "/api/v1/console/accountant/month",
    status_code=200,
    media_type="application/zip",
    **between("accountant.export", service.MonthToCome),
)
async def make_month(actor: ActorDependency, db: Db, data: JSONBody[AccountantMonth]) -> Stream:
    """Sales by day, payments, refunds, points, tax invoices and cash receipts of a month, as a ZIP of CSV files."""
    file = await service.write_month(actor, db, data)
    headers = {
        "Content-Disposition": f'attachment; filename="ieum-{data.month}.zip"',
        "Cache-Control": "private, no-store",
    }
    return Stream(service.chunks_of(file), media_type="application/zip", headers=headers)


ROUTES = [make_month]
