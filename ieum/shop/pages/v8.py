"""Runs the React app in V8 inside this process: one context, one call at a time, with a time limit."""

import asyncio
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from py_mini_racer import DEFAULT_V8_FLAGS, JSArray, JSEvalException, MiniRacer, init_mini_racer

TIME_LIMIT_SECONDS = 2.0
# V8 doubles the space for new objects as some of them survive, to 16 MB, and holds it three times over: 67 MB in a
# shop that sells all the time, against 16, for 3 % less work (decision 0138).
FLAGS = (*DEFAULT_V8_FLAGS, "--max-semi-space-size=1")
# V8 compiles each of these once. With the data written into it, each call would be one more script to compile and to
# keep: 70 MB after some hundred pages. So the data is put into `given` first.
GIVEN = "globalThis.given = []"
PLAN = "plan(...JSON.parse(given[0]))"
LISTING = "listing(...JSON.parse(given[0]))"
# Neither line of JSON has a line break of its own.
RENDER = "(([url, data]) => render(JSON.parse(url), data))(given[0].split('\\n'))"


class RenderError(Exception):
    """The script failed or took too long; the browser has to render the page."""


class Crumb(msgspec.Struct, frozen=True):
    path: str
    title: str


class ListedPage(msgspec.Struct, rename="camel", frozen=True):
    """A fixed address that belongs into the sitemap."""

    path: str
    # It exists only while its subject does.
    has_subject: bool


class Plan(msgspec.Struct, rename="camel"):
    """Plan that the React app has for an address (design section 6)."""

    status: int
    title: str
    noindex: bool
    api: list[str]
    auth: str
    chunks: list[str]
    cache: bool
    # A member's page: whether sub-ids have it `too`, or `only` they; `own` is not even for an owner who looks as one.
    sub_ids: str = ""
    # Where an address leads that has no page of its own but pages below it.
    leads_to: str = ""
    # The same by the visitor's operating system, where the pages below are one for each.
    leads_systems_to: dict[str, str] = {}
    # GET path of the one thing that the page is about; `missing` has the chunks of the page that says it is not there.
    subject: str = ""
    # GET path of the operator's texts for the page, which exists without them, too.
    texts: str = ""
    # GET path of what the page can do without where it cannot be read now.
    dispensable: str = ""
    missing: list[str] = []
    # For search results, where the page's own text brings none.
    description: str = ""
    # What search engines are told of (a type of schema.org) and the GET path of its data.
    structured_type: str = ""
    structured_data: str = ""
    # The address is a secret, which no log, referrer or tag of the head may tell.
    secret: bool = False
    # The number of this page of a list.
    page: int = 1
    # The pages between the home page and this one, from the top.
    trail: list[Crumb] = []


class _Opened(NamedTuple):
    context: MiniRacer
    given: JSArray


class Renderer:
    """The server build of the web app. V8 works in a thread of its own and answers to the calling event loop.

    The first call makes its context: without a running loop MiniRacer would start one in a third thread, and passing
    calls through that costs as much as a render.
    """

    def __init__(self, script: Path) -> None:
        # Compressed, because it is needed once and then again only after a call that took too long.
        self._source = zlib.compress(script.read_bytes())
        self._opened: _Opened | None = None
        self._turn = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def close(self) -> None:
        """Must be called, because an open context keeps the process from ending."""
        if self._opened is not None:
            self._opened.context.close()
            self._opened = None

    async def plan(self, url: str, switched_off: Sequence[str] = ()) -> Plan:
        return msgspec.json.decode(await self._call(PLAN, _json([url, switched_off])), type=Plan)

    async def listing(self, switched_off: Sequence[str] = ()) -> list[ListedPage]:
        return msgspec.json.decode(await self._call(LISTING, _json([switched_off])), type=list[ListedPage])

    async def render(self, url: str, data: str) -> str:
        """The body's HTML, from the data as JSON `[[path, data], …]`. Raises RenderError."""
        return await self._call(RENDER, f"{_json(url)}\n{data}")

    async def _call(self, code: str, given: str) -> str:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self.close()
            self._loop, self._turn = loop, asyncio.Lock()
        # The time limit is for the work, not for the wait before it.
        async with self._turn:
            return await self._evaluate(code, given)

    async def _evaluate(self, code: str, given: str) -> str:
        opened = self._opened = self._opened or _open(self._source)
        try:
            opened.given[0] = given
            async with asyncio.timeout(TIME_LIMIT_SECONDS):
                result = await opened.context.eval_cancelable(code)
        except TimeoutError as error:
            self.close()
            raise RenderError("time limit") from error
        except JSEvalException as error:
            raise RenderError(str(error)) from error
        if not isinstance(result, str):
            raise RenderError(f"not a string: {type(result).__name__}")
        return result


def _open(source: bytes) -> _Opened:
    init_mini_racer(flags=FLAGS, ignore_duplicate_init=True)
    context = MiniRacer()
    context.eval(zlib.decompress(source).decode())
    given = context.eval(GIVEN)
    assert isinstance(given, JSArray)  # noqa: S101 - the script above says so
    return _Opened(context, given)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
