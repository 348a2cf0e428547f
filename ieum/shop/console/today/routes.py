"""The call of the first screen."""

from litestar import get

from ieum.shop.console.approval_routes import Actions
from ieum.shop.console.today import opening, queries
from ieum.shop.console.today.types import Sales, Today
from ieum.shop.console.today.watches import WATCHES
from ieum.shop.desk.access import Reader, reads
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.kernel.http import Answer, Conn, ok


@get("/api/v1/console/today", **reads("today.view"))
async def get_today(conn: Conn, staff: Reader, console_actions: Actions) -> Answer[Today]:
    """Show what a new shop lacks, what waits and since when, and the sales of these days.

    Each person gets only what they may see.
    """
    confirms = approvals.seen_by(staff, console_actions) if staff.may("approvals.confirm") else []
    waiting = await queries.list_waiting(
        conn,
        [watch for watch in WATCHES if staff.may(watch.permission)],
        staff=staff.id,
        actions=confirms,
    )
    kept = await queries.get_kept(conn)
    sales = Sales(kept.today, kept.yesterday, kept.month) if staff.may("numbers.view") else None
    asks = staff.may("settings.view") and not kept.has_opened
    return ok(Today(await opening.list_steps(conn) if asks else [], waiting, sales))


ROUTES = [get_today]
