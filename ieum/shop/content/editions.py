"""Editions of legal documents that another one has replaced say for ever what they said while they bound. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from msgspec import structs

from ieum.shop.content.storing import Key, Stored
from ieum.shop.content.texts import Text
from ieum.shop.kernel.seoul import SEOUL


def leave_replaced(texts: Sequence[Text], stored: Mapping[Key, Stored], now: datetime) -> list[Text]:
    """Those whose source nobody has changed are as they were; those, too, that are replaced by these very texts."""
    newest = dict[str, tuple[date, str]]()
    for text in texts:
        if rank := _rank(text, now):
            newest[text.slug] = max(rank, newest.get(text.slug, rank))
    return [_as_it_was(text, stored.get(text.key), newest.get(text.slug)) for text in texts]


def _rank(text: Text, now: datetime) -> tuple[date, str] | None:
    """As the database ranks what is in force; None for what is not, or not yet."""
    listing = text.listing
    begins = listing.effective_from
    if begins is None or listing.withdrawn or begins > now.astimezone(SEOUL).date():
        return None
    return (begins, text.edition) if (listing.publish_at or now) <= now else None


def _as_it_was(text: Text, before: Stored | None, newest: tuple[date, str] | None) -> Text:
    begins = text.listing.effective_from
    if before is None or begins is None or before.version.source != text.version.source:
        return text
    replaced = before.replaced or (newest is not None and (begins, text.edition) < newest)
    return structs.replace(text, version=before.version) if replaced else text
