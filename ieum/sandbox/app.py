import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import Scope

from ieum.sandbox import control, front, indexnow
from ieum.sandbox.inbox import routes as inbox
from ieum.sandbox.inbox import smtp, solapi
from ieum.sandbox.portone import api as identity_api
from ieum.sandbox.portone import script as browser_sdk
from ieum.sandbox.portone import window as identity_window
from ieum.sandbox.settings import SandboxSettings
from ieum.sandbox.toss import api, billing_api, billing_window, deposit_pages, levers, script, window
from ieum.sandbox.world import World

logger = logging.getLogger("ieum.sandbox")


def create_app(settings: SandboxSettings | None = None) -> Litestar:
    """A world of its own with each app."""
    return app_of(World(settings or SandboxSettings()))


def app_of(world: World) -> Litestar:
    @asynccontextmanager
    async def turning(_: Litestar) -> AsyncGenerator[None]:
        async with AsyncExitStack() as open_things:
            if world.settings.smtp_port is not None:
                listener = smtp.listening(world, world.settings.smtp_host, world.settings.smtp_port)
                await open_things.enter_async_context(listener)
            turning = asyncio.create_task(world.keep_turning())
            try:
                yield
            finally:
                turning.cancel()
                await asyncio.wait([turning])

    return Litestar(
        [
            front.show_front,
            front.echo,
            front.asset,
            inbox.show_inbox,
            inbox.list_messages,
            inbox.clear_messages,
            solapi.send_many,
            script.standard_script,
            window.router,
            billing_window.router,
            deposit_pages.router,
            api.router,
            billing_api.router,
            browser_sdk.browser_sdk,
            identity_window.router,
            identity_api.find,
            indexnow.take,
            indexnow.show_announced,
            indexnow.answer_with,
            control.router,
            levers.router,
        ],
        dependencies={"world": Provide(lambda: world, sync_to_thread=False)},
        lifespan=[turning],
        openapi_config=None,
        logging_config=None,
        after_exception=[log_our_bugs],
    )


def log_our_bugs(error: Exception, scope: Scope) -> None:
    if not isinstance(error, HTTPException):
        logger.error("%s %s failed", scope.get("method"), scope["path"], exc_info=error)
