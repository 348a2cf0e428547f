"""Mails about the security of a member's account, which are not advertising and cannot be opted out of."""

from collections.abc import Callable
from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members import queries
from ieum.shop.members.types import MemberId, SessionId
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.messaging.templates import Text
from ieum.shop.site import queries as site


async def tell_of_lock(conn: Connection, member: MemberId, *, now: datetime) -> None:
    """At most one mail a day, however long somebody goes on guessing."""
    day = f"{now.astimezone(SEOUL):%Y%m%d}"
    await _mail(conn, member, f"login-locked:{member}:{day}", now, templates.login_locked)


async def tell_of_reuse(conn: Connection, member: MemberId, session: SessionId, *, now: datetime) -> None:
    await _mail(conn, member, f"token-reused:{session}", now, templates.token_reused)


async def tell_of_change(conn: Connection, member: MemberId, what: str, *, now: datetime) -> None:
    """A second factor or passkey was added or removed; `what` is the subject and verb stem, such as `패스키가 추가`."""

    def write(*, site: str, name: str, when: str) -> Text:
        return templates.security_changed(site=site, name=name, when=when, what=what)

    await _mail(conn, member, f"security-changed:{member}:{now.isoformat()}", now, write)


async def _mail(
    conn: Connection, member: MemberId, reference: str, now: datetime, write: Callable[..., Text]
) -> None:
    recipient = await queries.find_member(conn, member)
    if recipient is None:
        return
    config = await site.get_config(conn)
    text = write(site=config.site_name, name=recipient.name, when=seoul.minute(now))
    await messaging.mail(conn, to=recipient.email, text=text, reference=reference, member=member)
