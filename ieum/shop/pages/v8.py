"""Runs the React app in V8 inside this process: one context, one call at a time, with a time limit."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
from py_mini_racer import JSEvalException, MiniRacer

TIME_LIMIT_SECONDS = 2.0


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
    """What the React app says about an address (design section 6)."""

    status: int
    title: str
    noindex: bool
    api: list[str]
    auth: str
    chunks: list[str]
    cache: bool
    # Where an address leads that has no page of its own but pages below it.
    leads_to: str = ""
    # GET path of the one thing that the page is about; `missing` has the chunks of the page that says it is not there.
    subject: str = ""
    # GET path of the operator's texts for the page, which exists without them, too.
    texts: str = ""
    missing: list[str] = []
    # For search results, where the page's own text brings none.
    description: str = ""
    # What search engines are told of (a type of schema.org) and the GET path of its data.
    structured_type: str = ""
    structured_data: str = ""
    # The number of this page of a list.
    page: int = 1
    # The pages between the home page and this one, from the top.
    trail: list[Crumb] = []


class _Body(msgspec.Struct):
    html: str


class Renderer:
    """The server build of the web app. V8 works in a thread of its own and answers to the calling event loop.

    The first call makes its context: without a running loop MiniRacer would start one in a third thread, and passing
    calls through that costs as much as a render.
    """

    def __init__(self, script: Path) -> None:
        self._source = script.read_text(encoding="utf-8")
        self._context: MiniRacer | None = None
        self._turn = asyncio.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def close(self) -> None:
        """Must be called, because an open context keeps the process from ending."""
        if self._context is not None:
            self._context.close()
            self._context = None

    async def plan(self, url: str, switched_off: Sequence[str] = ()) -> Plan:
        return msgspec.json.decode(await self._call("plan", url, switched_off), type=Plan)

    async def listing(self, switched_off: Sequence[str] = ()) -> list[ListedPage]:
        return msgspec.json.decode(await self._call("listing", switched_off), type=list[ListedPage])

    async def render(self, url: str, data: str) -> str:
        """The body's HTML, from the data as JSON `[[path, data], …]`. Raises RenderError."""
        return msgspec.json.decode(await self._call("render", url, data), type=_Body).html

    async def _call(self, function: str, *arguments: str | Sequence[str]) -> str:
        words = ",".join(msgspec.json.encode(argument).decode() for argument in arguments)
        code = f"{function}({words})"
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self.close()
            self._loop, self._turn = loop, asyncio.Lock()
        # The time limit is for the work, not for the wait before it.
        async with self._turn:
            return await self._evaluate(code)

    async def _evaluate(self, code: str) -> str:
        if self._context is None:
            self._context = MiniRacer()
            self._context.eval(self._source)
        try:
            async with asyncio.timeout(TIME_LIMIT_SECONDS):
                result = await self._context.eval_cancelable(code)
        except TimeoutError as error:
            self.close()
            raise RenderError("time limit") from error
        except JSEvalException as error:
            raise RenderError(str(error)) from error
        if not isinstance(result, str):
            raise RenderError(f"not a string: {type(result).__name__}")
        return result
