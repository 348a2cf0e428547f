"""The job that looks up a lost account, so that only it and the member's mailbox learn whether one exists."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from procrastinate import RetryStrategy

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import defer, job
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import tasks
from ieum.shop.members.recovery import queries, rules
from ieum.shop.members.recovery.types import AccountSearch
from ieum.shop.members.types import MemberRow
from ieum.shop.members.verification import codes
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.site import queries as site_queries


@job(tasks.LOOK_UP_ACCOUNT, retry=RetryStrategy(max_attempts=5, exponential_wait=3))
async def look_up(db: Database, settings: Settings, *, request: str) -> None:
    """Mail a code to the member that was searched for. A second run, or one after the deadline, does nothing.

    Where the mailbox got one under the same counter within a minute, this one waits. The caller learns nothing of that.
    """
    verification = UUID(request)
    async with db.transaction() as conn:
        search = await queries.lock_request(conn, verification)
        if search is None:
            return
        # Taken first, so that of two look-ups at once for one mailbox the second counts the first one's code.
        await queries.lock_mailbox(conn, search.email)
        found = await queries.find_members(conn, search)
        counter = await _counter_of(conn, verification, search, found, key=settings.secret_key)
        wait = 0
        if counter is not None:
            wait = await queries.find_wait(
                conn, verification, search, counter=counter, pause=rules.BETWEEN_MAILS
            )
        if wait > 0 and datetime.now(UTC) + timedelta(seconds=wait) < search.expires_at:
            await defer(conn, tasks.LOOK_UP_ACCOUNT, seconds=wait, request=request)
            return
        if counter is None or wait > 0:
            counter = None
            # As for a stranger: whoever asked must not learn from the answer that there is such a member.
            found = []
        code = codes.new_code()
        await queries.mark_looked_up(
            conn,
            verification,
            members=[member.id for member in found],
            code_hash=codes.hash_code(code, verification, key=settings.secret_key) if found else None,
            counter=counter,
        )
        if not found:
            return
        site = (await site_queries.get_config(conn)).site_name
        text = (
            templates.found_login_ids(site=site, login_ids=[member.login_id for member in found], code=code)
            if search.purpose == "find-id"
            else templates.reset_code(site=site, code=code)
        )
        await messaging.mail(
            conn,
            to=found[0].email,
            text=text,
            reference=f"code:{verification}",
            member=found[0].id,
            code_until=search.expires_at,
        )


async def _counter_of(
    conn: Connection, request: UUID, search: AccountSearch, found: list[MemberRow], *, key: str
) -> str | None:
    """The counter that the code falls under; None where nobody was found or the mailbox has got enough for today."""
    if not found:
        return None
    claimants = await queries.list_claimants(
        conn, request, [member.id for member in found], limit=rules.ACCOUNTS_WITH_COUNTERS
    )
    sent = await queries.list_counters(conn, search.email)
    return rules.choose_counter(claimants, sent, device=search.device, key=key, now=datetime.now(UTC))
