"""Atom feed of what the staff have told (RFC 4287)."""

from datetime import UTC, datetime
from html import escape

from ieum.shop.kernel.xml_text import allowed
from ieum.shop.status.types import Status
from ieum.shop.status.words import progress_of


def write(status: Status, *, address: str) -> bytes:
    """Write an entry for each update; `address` is where the page is."""
    entries = "".join(
        f"""<entry><id>{escape(address)}#i{incident.id}-{len(incident.updates) - place}</id>\
<title>[{progress_of(incident)[update.state]}] {_text(incident.title)}</title>\
<updated>{_utc(update.said_at)}</updated><link href="{escape(address)}#i{incident.id}"/>\
<content type="text">{_text(update.words)}</content></entry>
"""
        for incident in status.incidents
        for place, update in enumerate(incident.updates)
    )
    newest = max((u.said_at for i in status.incidents for u in i.updates), default=status.made_at)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>{escape(address)}</id><title>{_text(status.shop)} 서비스 상태</title>\
<author><name>{_text(status.shop)}</name></author><updated>{_utc(newest)}</updated><link href="{escape(address)}"/>
{entries}</feed>
""".encode()


def _text(text: str) -> str:
    """For the feed: what was said stays said, and one character that XML forbids would end it for everybody."""
    return escape(allowed(text))


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
