import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from litestar import Litestar
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import Scope

from ieum.dev.sandbox import block_lists, browser_scripts, control, front_page, indexnow
from ieum.dev.sandbox.inbox import routes as inbox
from ieum.dev.sandbox.inbox import smtp, solapi
from ieum.dev.sandbox.portone import api as identity_api
from ieum.dev.sandbox.portone import window as identity_window
from ieum.dev.sandbox.toss import api, billing_window, deposit_pages, window
from ieum.dev.sandbox.toss import control as toss_control
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.world import World

logger = logging.getLogger("ieum.dev.sandbox")


def app_of(world: World) -> Litestar:
    @asynccontextmanager
    async def background(_: Litestar) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            if world.settings.smtp_port is not None:
                listener = smtp.smtp_listener(world, world.settings.smtp_host, world.settings.smtp_port)
                await stack.enter_async_context(listener)
            if world.settings.dns_port is not None:
                answering = block_lists.block_list_listener(
                    world, world.settings.smtp_host, world.settings.dns_port
                )
                await stack.enter_async_context(answering)
            work = asyncio.create_task(world.run_background_work())
            try:
                yield
            finally:
                work.cancel()
                await asyncio.wait([work])

    return Litestar(
        [
            front_page.show_front,
            front_page.echo,
            front_page.asset,
            inbox.show_inbox,
            inbox.list_messages,
            inbox.clear_messages,
            inbox.show_mail,
            inbox.show_html,
            solapi.send_many,
            solapi.show_balance,
            solapi.list_senders,
            solapi.set_account,
            browser_scripts.toss_script,
            browser_scripts.portone_script,
            window.router,
            billing_window.router,
            deposit_pages.router,
            api.router,
            identity_window.router,
            identity_api.find,
            indexnow.announce,
            indexnow.show_announced,
            indexnow.set_answer,
            block_lists.show_listed,
            block_lists.set_listed,
            control.router,
            toss_control.router,
        ],
        dependencies={"world": Provide(lambda: world, sync_to_thread=False)},
        lifespan=[background],
        openapi_config=None,
        logging_config=None,
        after_exception=[log_server_errors],
    )


def log_server_errors(error: Exception, scope: Scope) -> None:
    # Refusals are answers.
    if not isinstance(error, HTTPException | TossError):
        logger.error("%s %s failed", scope.get("method"), scope["path"], exc_info=error)
