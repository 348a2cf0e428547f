"""Keeps replaced editions of legal documents as they were while they were in force. Pure."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from msgspec import structs

from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.publishing.stored_texts import Key, Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.site.types import RefundMode


def keep_replaced(
    texts: Sequence[Text], stored: Mapping[Key, Stored], now: datetime, mode: RefundMode
) -> list[Text]:
    """The texts, but with the stored version for a replaced edition whose source is unchanged.

    One of these texts may itself be the edition that replaces another. `mode` is the shop's setting.
    """
    newest = dict[str, tuple[date, str]]()
    for text in texts:
        if rank := _rank(text, now, mode):
            newest[text.slug] = max(rank, newest.get(text.slug, rank))
    return [_as_stored_if_replaced(text, stored.get(text.key), newest.get(text.slug), mode) for text in texts]


def _rank(text: Text, now: datetime, mode: RefundMode) -> tuple[date, str] | None:
    """The order of the view legal_in_force; None for an edition that cannot be in force now."""
    listing = text.listing
    begins = listing.effective_from
    if begins is None or listing.withdrawn or begins > now.astimezone(SEOUL).date():
        return None
    if listing.refund_mode not in {None, mode}:
        return None
    return (begins, text.edition) if (listing.publish_at or now) <= now else None


def _as_stored_if_replaced(
    text: Text, before: Stored | None, newest: tuple[date, str] | None, mode: RefundMode
) -> Text:
    begins = text.listing.effective_from
    if before is None or begins is None or before.version.source != text.version.source:
        return text
    applies = text.listing.refund_mode in {None, mode}
    replaced = before.replaced or (applies and newest is not None and (begins, text.edition) < newest)
    return structs.replace(text, version=before.version) if replaced else text
