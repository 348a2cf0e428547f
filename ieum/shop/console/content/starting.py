"""First texts of a new shop: the starter set at one press, and its legal documents as drafts."""

from collections import Counter

from msgspec import structs

from ieum.shop.console.content import queries
from ieum.shop.console.content.problems import in_korean
from ieum.shop.console.content.refusals import NoStarterTexts, TextRefused
from ieum.shop.console.content.types import ConfirmedText, NewDraft
from ieum.shop.desk import previews
from ieum.shop.desk.acting import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import editing, starting
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.words import KINDS
from ieum.shop.site import queries as site
from ieum.shop.site.fields import FOOTER


async def preview(conn: Connection) -> Preview:
    """Preview the starter set. Raises NoStarterTexts if the shop has had all of it."""
    missing = await starting.list_missing(conn)
    if not missing:
        raise NoStarterTexts
    counts = Counter(source.kind for source in missing)
    config = await site.get_config(conn)
    empty = [label for name, label in FOOTER.items() if not getattr(config, name)]
    warnings = ["약관과 개인정보처리방침은 들어 있지 않습니다. 읽고 확인한 뒤 따로 게시해 주세요."]
    if empty:
        warnings.append(f"설정이 비어 있어 빈칸으로 보이는 항목이 있습니다: {', '.join(empty)}")
    return previews.preview(
        f"기본 글 {len(missing)}개를 게시합니다",
        [Row(label, f"{counts[kind]}개") for kind, label in KINDS.items() if counts[kind]],
        warnings=warnings,
        count=len(missing),
        seen=[source.where for source in missing],
    )


async def publish(act: Act, form: ConfirmedText) -> None:
    """Publish the starter set. Raises PreviewChanged and TextRefused besides what its preview does."""
    shown = await preview(act.conn)
    if shown.digest != form.digest:
        raise PreviewChanged
    try:
        await starting.publish_missing(act.conn)
    except ContentRefused as refused:
        raise TextRefused(" ".join(in_korean(problem) for problem in refused.problems)) from refused
    act.note("content.starters", "text", "starters", after={"count": shown.count}, reason=form.reason)


async def first_words(conn: Connection, new: NewDraft) -> WrittenText:
    """A legal document goes on from its latest edition, or from the starter set's; a release from the one before.

    Anything else begins empty.
    """
    empty = WrittenText(title="", body="")
    if new.kind == "release":
        return await _first_words_of_release(conn, new.slug) or empty
    if new.kind != "legal":
        return empty
    latest = await queries.find_latest_edition(conn, new.slug)
    stored = latest and await editing.find_stored(conn, ("legal", new.slug, latest))
    written = (
        editing.written_in("legal", stored.version.source)
        if stored
        else starting.find_legal(new.slug, (await site.get_config(conn)).refund_mode)
    )
    return structs.replace(written or empty, effective_from=new.edition)


async def _first_words_of_release(conn: Connection, slug: str) -> WrittenText | None:
    """Reuse the last release's words: purpose, effects and removal stay mostly the same; file and version never do."""
    latest = await queries.find_latest_release(conn, slug)
    stored = latest and await editing.find_stored(conn, ("release", latest, ""))
    if not stored:
        return None
    written = editing.written_in("release", stored.version.source)
    if written.release is None:
        return written
    release = structs.replace(written.release, version="", released_on=None, file="", size=None, sha256="")
    # A title that names the version before would be published with the new file.
    titled = [word for word in written.title.split() if word != written.release.version]
    return structs.replace(written, title=" ".join(titled), release=release)
