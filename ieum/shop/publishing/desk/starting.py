"""First texts of a new shop: the starter set at one press, and its legal documents as drafts."""

from collections import Counter

import msgspec
from msgspec import structs

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.publishing import editing, starting
from ieum.shop.publishing.desk import queries
from ieum.shop.publishing.desk.problems import in_korean
from ieum.shop.publishing.desk.refusals import NoStarterTexts, TextRefused
from ieum.shop.publishing.desk.service import TEXT
from ieum.shop.publishing.desk.types import NewDraft
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.words import KINDS
from ieum.shop.search.types import Kind
from ieum.shop.site import queries as site
from ieum.shop.site.fields import FOOTER


class Starters(msgspec.Struct, frozen=True):
    """The texts that the shop has never had, by their files, and the settings that they would show as blanks."""

    kinds: Counter[Kind]
    files: list[str]
    empty: list[str]


async def _look(conn: Connection, _target: None, _wish: Nothing) -> Starters:
    """Find what is missing. Raises NoStarterTexts if the shop has had all of it."""
    missing = await starting.list_missing(conn)
    if not missing:
        raise NoStarterTexts
    config = await site.get_config(conn)
    return Starters(
        Counter(source.kind for source in missing),
        [source.where for source in missing],
        [label for name, label in FOOTER.items() if not getattr(config, name)],
    )


def _preview(sheet: Starters, _wish: Nothing) -> Shown:
    warnings = ["약관과 개인정보처리방침은 들어 있지 않습니다. 읽고 확인한 뒤 따로 게시해 주세요."]
    if sheet.empty:
        warnings.append(f"설정이 비어 있어 빈칸으로 보이는 항목이 있습니다: {', '.join(sheet.empty)}")
    return Shown(
        title=f"기본 글 {len(sheet.files)}개를 게시합니다",
        rows=[Row(label, f"{sheet.kinds[kind]}개") for kind, label in KINDS.items() if sheet.kinds[kind]],
        warnings=warnings,
        count=len(sheet.files),
        seen=sheet.files,
    )


async def _hold(conn: Connection, _target: None) -> None:
    await editing.hold(conn)


async def _publish(conn: Connection, case: Case[None, Starters, Nothing]) -> Made:
    """Publish the starter set. Raises TextRefused."""
    try:
        await starting.publish_missing(conn)
    except ContentRefused as refused:
        raise TextRefused(" ".join(in_korean(problem) for problem in refused.problems)) from refused
    return Made(id="starters", facts={"count": len(case.sheet.files)})


CHANGE = Change(
    name="content.starters",
    label="기본 글 게시",
    done="기본 글을 게시했습니다. 목록에서 열어 우리 가게에 맞게 고쳐 주세요.",
    of=Thing[None, Starters](
        name=TEXT,
        label="기본 글",
        screen="content",
        key="none",
        find=lambda conn, target: _look(conn, target, Nothing()),
        missing=NotFound,
    ),
    permission="content.publish",
    wish=Nothing,
    lock=_hold,
    preview=_preview,
    apply=_publish,
    raises=(NoStarterTexts, TextRefused),
)


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
    return structs.replace(written or empty, effective_from=new.edition or None)


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
