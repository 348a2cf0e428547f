"""Staff who see the shop as a member does."""

from ieum.shop.kernel.db import Connection
from ieum.shop.members import looks
from ieum.shop.members.cookies import LOOK
from ieum.shop.members.desk.rules import NEEDED_TO_LOOK
from ieum.shop.members.types import MemberId
from tests.shop.builders.clients import HOME
from tests.shop.builders.shops import Headers
from tests.shop.builders.staff import Login, a_staff


async def a_looker(conn: Connection) -> Login:
    """Staff who may do nothing but look, and see in the console what is seen so."""
    return await a_staff(conn, *NEEDED_TO_LOOK)


async def a_look(conn: Connection, member: MemberId, *, by: Login | None = None) -> Headers:
    """The headers of the browser of staff who look; it has their cookie of the console, too."""
    staff = by or await a_looker(conn)
    look = await looks.begin(conn, member, staff_session=staff.session, role="상담", needs=NEEDED_TO_LOOK)
    return {"Cookie": f"{LOOK}={look.token}; ieum_staff={staff.token}", "Origin": HOME}
