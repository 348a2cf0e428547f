"""Who knows whether there is such a member: nobody but this job and the mailbox it writes to."""

from uuid import UUID

from procrastinate import JobContext, RetryStrategy

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.recovery import queries, tasks
from ieum.shop.members.verification import codes
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.site import queries as site_queries


@app.task(
    name=tasks.LOOK_UP,
    aliases=["ieum.shop.members.recovery.jobs.look_up"],
    pass_context=True,
    retry=RetryStrategy(max_attempts=5, exponential_wait=3),
)
async def look_up(context: JobContext, request: str) -> None:
    """Mail a code to the member that was meant. A second run, or one that comes too late, does nothing."""
    verification = UUID(request)
    async with tool(context, Database).transaction() as conn:
        wanted = await queries.take_request(conn, verification)
        if wanted is None:
            return
        found = await queries.find_members(
            conn, name=wanted.name, email=wanted.email, login_id=wanted.login_id
        )
        code = codes.new_code()
        await queries.mark_looked_up(
            conn,
            verification,
            members=[member.id for member in found],
            code_hash=codes.hash_code(code, verification, key=tool(context, Settings).secret_key)
            if found
            else None,
        )
        if not found:
            return
        site = (await site_queries.get_config(conn)).site_name
        text = (
            templates.found_login_ids(site=site, login_ids=[member.login_id for member in found], code=code)
            if wanted.purpose == "find-id"
            else templates.reset_code(site=site, code=code)
        )
        await messaging.mail(
            conn,
            to=found[0].email,
            text=text,
            reference=f"code:{verification}",
            member=found[0].id,
            code_until=wanted.expires_at,
        )
