"""Questions who had an address at a time: asked with a reason and a name, recorded, told to the privacy officer."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import AddressValueError, IPv4Address

import msgspec

from ieum.shop.kernel import seoul
from ieum.shop.kernel.calendar import is_within
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.sealing import SealBrokenError, Sealer, SealMovedError
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.unsealing import unseal
from ieum.shop.messaging import lookup_templates
from ieum.shop.messaging import service as messaging
from ieum.shop.site import queries as site
from ieum.shop.usage import queries, who_queries
from ieum.shop.usage.types import HeldLease, Looked, Question, UsedSession

_TIME = re.compile(r"^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$")


class RefusedError(Exception):
    """The question cannot be answered as it was asked; the text says what to do."""


class Found(msgspec.Struct):
    """Holders of the address by their contract, and the devices that used it by what the gateway saw."""

    leases: list[HeldLease]
    sessions: list[UsedSession]
    clients: list[str | None]
    """Of each session, unsealed where that was asked for."""
    lookup: int
    """The number under which the question is recorded."""


class Again(msgspec.Struct):
    asked: Looked
    leases: list[HeldLease]
    sessions: list[UsedSession]


async def look_again(conn: Connection, lookup: int) -> Again | None:
    """Answer a question that was recorded before; who sees the answer is the caller's to record."""
    asked = await who_queries.find_lookup(conn, lookup)
    if asked is None:
        return None
    leases = await who_queries.list_leases(conn, asked.address, since=asked.since, until=asked.until)
    sessions = await who_queries.list_sessions(conn, asked.address, since=asked.since, until=asked.until)
    return Again(asked, leases, sessions)


def question(
    address: str, at: str, *, by: str | None, reason: str | None, opens_clients: bool, now: datetime
) -> Question:
    """Read the question. Raises RefusedError if the address, the time, the name or the reason is missing or wrong."""
    try:
        canonical = str(IPv4Address(address.strip()))
    except AddressValueError:
        raise RefusedError(f"{address!r} is no IPv4 address, such as 203.0.113.7.") from None
    since, until = _times(at)
    if since > now:
        raise RefusedError(f"--at: {seoul.second(since)} has not come yet.")
    name, why = " ".join((by or "").split()), " ".join((reason or "").split())
    if not 2 <= len(name) <= 100:
        raise RefusedError("--by: say who asks, in 2 to 100 characters. It is recorded.")
    if not 5 <= len(why) <= 500:
        raise RefusedError(
            "--reason: say why, in 5 to 500 characters, such as the number of the request. It is recorded."
        )
    return Question(canonical, since, until, name, why, opens_clients)


async def ask(conn: Connection, asked: Question, sealer: Sealer) -> Found:
    """Look it up, record that and mail the privacy officer in the caller's transaction; show it once that is committed.

    Raises RefusedError where the shop has no address of the officer.
    """
    config = await site.get_config(conn)
    if not config.officer_mail:
        raise RefusedError(
            "Set the privacy officer's address first (site_config.officer_mail): each lookup is mailed."
        )
    leases = await who_queries.list_leases(conn, asked.address, since=asked.since, until=asked.until)
    sessions = await who_queries.list_sessions(conn, asked.address, since=asked.since, until=asked.until)
    services = sorted({one.service_id for one in [*leases, *sessions]})
    lookup = await who_queries.insert_lookup(conn, asked, services)
    clients = [await _client(conn, one, asked, sealer) for one in sessions]
    text = lookup_templates.looked_up(
        site=config.site_name,
        number=lookup,
        address=asked.address,
        when=f"{seoul.second(asked.since)} ~ {seoul.second(asked.until)}",
        by=asked.by,
        reason=asked.reason,
        opened=asked.opens_clients,
        services=len(services),
    )
    await messaging.mail(conn, to=config.officer_mail, text=text, reference=f"lookup:{lookup}")
    return Found(leases, sessions, clients, lookup)


def told(asked: Question, found: Found) -> str:
    """The answer as the command prints it, in Seoul's time."""
    lines = [
        f"{asked.address}, {seoul.second(asked.since)} – {seoul.second(asked.until)} (Seoul, end excluded)"
    ]
    lines += ["", "Held, by lease:", *(_or_nobody([_lease(lease) for lease in found.leases]))]
    used = [_session(*pair) for pair in zip(found.sessions, found.clients, strict=True)]
    lines += ["", "Used, as the gateway saw it:", *_or_nobody(used)]
    return "\n".join(lines) + "\n"


def _times(at: str) -> tuple[datetime, datetime]:
    match, named = _TIME.match(at.strip()), None
    with suppress(ValueError):
        named = datetime.fromisoformat(at.strip() if match else "")
    if named is None or not is_within(named):
        raise RefusedError(
            f'--at: {at!r} is no time in Seoul, such as "2026-11-02 14:05" or "2026-11-02 14:05:30".'
        )
    since = named.replace(tzinfo=SEOUL).astimezone(UTC)
    return since, since + (timedelta(seconds=1) if match and match[1] else timedelta(minutes=1))


async def _client(conn: Connection, session: UsedSession, asked: Question, sealer: Sealer) -> str | None:
    if not asked.opens_clients or session.client is None:
        return None
    try:
        return await unseal(conn, sealer, session.client, of=queries.place_of(session.device_id))
    except SealMovedError:
        return "not sealed for this device, or changed since"
    except SealBrokenError:
        return "no key of IEUM_SEALING_KEYS opens it"


def _lease(lease: HeldLease) -> str:
    held = f"{seoul.second(lease.active_at)} – {_end(lease.left_at or lease.ended_at)}"
    if lease.left_at and lease.tail_until:
        ran_on = _end(lease.ended_at) if lease.ended_at else f"{seoul.second(lease.tail_until)} at most"
        held += f", what was open then ran on until {ran_on}"
    return f"  service {lease.service_id}, {_member(lease)}, held {held}"


def _session(session: UsedSession, client: str | None) -> str:
    line = (
        f"  service {session.service_id}, {_member(session)}{_sub_id(session)}, device {session.device_id}, connected "
        f"{seoul.second(session.began_at)} – {_end(session.ended_at)}"
    )
    return f"{line}, from {client}" if client else line


def _sub_id(session: UsedSession) -> str:
    if session.sub_id is None:
        return ""
    return f", sub-id {session.sub_id} ({session.sub_login_id or 'destroyed'})"


def _member(row: HeldLease | UsedSession) -> str:
    """Of a member who has left only the number: what the law keeps of them is kept apart (decision 0016)."""
    if row.login_id is None:
        return f"member {row.member_id} (has left; see left_members)"
    return f"member {row.member_id} ({row.login_id}, {row.name})"


def _end(moment: datetime | None) -> str:
    return seoul.second(moment) if moment else "now"


def _or_nobody(lines: Sequence[str]) -> Sequence[str]:
    return lines or ["  nobody"]
