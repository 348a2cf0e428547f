"""The texts that a shop begins with: those that can be published at once, and legal documents, to be read before."""

from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import stored_texts
from ieum.shop.publishing.editing import WrittenText, written_in
from ieum.shop.publishing.importing import Report, import_texts
from ieum.shop.publishing.sources import STARTER_SET, Folder, Source, read_folder
from ieum.shop.publishing.stored_texts import Key
from ieum.shop.site.types import RefundMode

# Of the notices, the one that a question leads to; the others tell of days that another shop does not have.
_NOTICES = {"beware-of-phishing"}


async def list_missing(conn: Connection) -> list[Source]:
    """Questions, guides, pages and downloads of the starter set that the shop has never had."""
    sources = [source for source in read_folder(STARTER_SET).sources if _is_for_all(source)]
    keys: list[Key] = [(source.kind, source.slug, source.edition) for source in sources]
    stored = {text.entry.key for text in await stored_texts.list_stored(conn, keys)}
    return [source for source, key in zip(sources, keys, strict=True) if key not in stored]


async def publish_missing(conn: Connection) -> Report:
    """Publish the texts that are missing, in a transaction. Raises ContentRefused."""
    await stored_texts.begin(conn)
    files = read_folder(STARTER_SET).files
    return await import_texts(conn, Folder(await list_missing(conn), files, []))


def find_legal(slug: str, mode: RefundMode) -> WrittenText | None:
    """The newest edition of a legal document in the starter set that says how refunds are made here."""
    fitting = [
        (source.edition, written)
        for source in read_folder(STARTER_SET).sources
        if source.kind == "legal"
        and source.slug == slug
        and (written := written_in("legal", source.text)).refund_mode in {None, mode}
    ]
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _is_for_all(source: Source) -> bool:
    return source.kind != "legal" and (source.kind != "notice" or source.slug in _NOTICES)
