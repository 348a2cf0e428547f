"""The front matter of a text's file: strict YAML between two lines of `---`, with the fields of its kind."""

from collections.abc import Hashable
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, cast, get_args

import msgspec
import yaml
from msgspec import Meta

from ieum.shop.publishing.invisible import strip_invisible
from ieum.shop.publishing.types import Category, LegalSlug, Os, PageSlug
from ieum.shop.search.types import Kind
from ieum.shop.site.types import RefundMode

LENGTH = 20_000
TITLE_LENGTH, LINE_LENGTH, WORDS_LENGTH = 150, 300, 2_000
# Python's calendar has the years 1 to 9999; these moments still have a date in every time zone.
EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC)

type Title = Annotated[str, Meta(min_length=1, max_length=TITLE_LENGTH)]
type Line = Annotated[str, Meta(min_length=1, max_length=LINE_LENGTH)]
type FileName = Annotated[str, Meta(pattern=r"^files/[0-9A-Za-z가-힣][0-9A-Za-z가-힣._-]{0,99}\Z")]
# A former address, or a former slug.
type Moved = Annotated[str, Meta(pattern=r"^(/[^?#\s]*|[a-z0-9](-?[a-z0-9]){0,79})\Z", max_length=500)]
type TextName = Annotated[str, Meta(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,59}\Z")]
# With a time zone: without one it would be another moment on another machine.
type Moment = Annotated[datetime, Meta(tz=True)]


class Common(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    title: Title
    description: Annotated[str, Meta(max_length=LINE_LENGTH)] = ""
    image: FileName | None = None
    moved_from: list[Moved] = []
    publish_at: Moment | None = None
    # Written by an export, so that a text keeps this time when it moves to another shop.
    updated_at: Moment | None = None
    withdrawn: bool = False

    def __post_init__(self) -> None:
        for key, moment in (("publish_at", self.publish_at), ("updated_at", self.updated_at)):
            if moment is not None and not EARLIEST <= moment < LATEST:
                raise ValueError(f"{key}: the year must be one from 1970 to 9998")


class NoticeMatter(Common, frozen=True, kw_only=True):
    pinned: bool = False
    attachments: list[FileName] = []


class QuestionMatter(Common, frozen=True, kw_only=True):
    category: Category
    position: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    home: bool = False


class PageMatter(Common, frozen=True, kw_only=True):
    texts: dict[TextName, Annotated[str, Meta(max_length=WORDS_LENGTH)]] = {}


class LegalMatter(Common, frozen=True, kw_only=True):
    version: date
    effective_from: date
    # The setting of the shop under which this edition applies; None for either.
    refund_mode: RefundMode | None = None
    # Written by an export of a replaced edition: the values of its placeholders while it was in force.
    said: dict[str, str] = {}


class ReleaseMatter(Common, frozen=True, kw_only=True):
    os: Os
    name: Line
    kind: Literal["file", "link", "store"]
    version: Line | None = None
    released_on: date | None = None
    url: Annotated[str, Meta(pattern=r"^https://[^\s]+\Z", max_length=500)] | None = None
    # In the downloads folder, not among the files of texts: programs are large.
    file: Annotated[str, Meta(pattern=r"^[0-9A-Za-z][0-9A-Za-z._-]{0,99}\Z")] | None = None
    size: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")] | None = None
    requires: Annotated[str, Meta(max_length=LINE_LENGTH)] = ""


MATTER: dict[Kind, type[Common]] = {
    "notice": NoticeMatter,
    "faq": QuestionMatter,
    "guide": Common,
    "page": PageMatter,
    "legal": LegalMatter,
    "release": ReleaseMatter,
}
# The kinds that have a fixed set of slugs.
SLUGS: dict[Kind, tuple[str, ...]] = {
    "guide": get_args(Os.__value__),
    "page": get_args(PageSlug.__value__),
    "legal": get_args(LegalSlug.__value__),
}


class BadFrontMatter(Exception):
    """A line for the operator that names the key."""


def split(source: str) -> tuple[str, str]:
    """The YAML and the body below it. Raises BadFrontMatter."""
    lines = source.split("\n")
    if lines[0].rstrip() != "---":
        raise BadFrontMatter("the first line must be ---")
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if end is None:
        raise BadFrontMatter("a second line of --- must end the front matter")
    return "\n".join(lines[1:end]) + "\n", "\n".join(lines[end + 1 :])


def read(kind: Kind, text: str) -> Common:
    """Read the front matter. Raises BadFrontMatter with the key that is wrong."""
    if len(text) > LENGTH:
        raise BadFrontMatter(f"the front matter is longer than {LENGTH} characters")
    try:
        values = yaml.load(text, Loader=_Loader)  # noqa: S506 - a stricter SafeLoader
    except yaml.YAMLError as error:
        raise BadFrontMatter(_where(error)) from None
    except ValueError as error:
        # YAML takes 2026-13-45 for a date, and Python refuses it.
        raise BadFrontMatter(str(error)) from None
    except RecursionError:
        raise BadFrontMatter("lists are nested too deep") from None
    if not isinstance(values, dict):
        raise BadFrontMatter("the front matter must be lines of `key: value`")
    try:
        return msgspec.convert(_strip(values), MATTER[kind])
    except msgspec.ValidationError as error:
        raise BadFrontMatter(_key(str(error))) from None


class _Loader(yaml.SafeLoader):
    """Refuses duplicate keys (YAML would take the last one), references (which can explode), and tags."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("references (*name) are not allowed")
        event = cast("Any", self.peek_event())
        if getattr(event, "tag", None) is not None:
            raise yaml.MarkedYAMLError(problem="tags (!name) are not allowed", problem_mark=event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [key.value for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.YAMLError(f"`{key}` is there twice")
        return super().construct_mapping(node, deep=deep)


def _strip(value: Any) -> Any:
    """Without invisible characters: YAML's escapes can write them into a file that has none."""
    if isinstance(value, str):
        return strip_invisible(value)
    if isinstance(value, list):
        return [_strip(item) for item in cast("list[Any]", value)]
    if isinstance(value, dict):
        return {_strip(key): _strip(item) for key, item in cast("dict[Any, Any]", value).items()}
    return value


def _where(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        # The mark counts from 0, and does not count the line of ---.
        return f"line {error.problem_mark.line + 2}: {error.problem or error.context}"
    return str(error)


def _key(message: str) -> str:
    """Msgspec's "Expected `str`, got `int` - at `$.title`" with the key first: "title: Expected …"."""
    what, separator, path = message.partition(" - at `")
    return f"{path.rstrip('`').removeprefix('$.')}: {what}" if separator else what
