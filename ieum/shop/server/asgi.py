"""What each worker process of `ieum serve` runs."""

import asyncio
import gc
import os

from litestar import Litestar

from ieum.shop.kernel.settings import load
from ieum.shop.server.app import create_app
from ieum.shop.server.serving import STOP_BEGINS


def make_app() -> Litestar:
    app = create_app(load(os.environ))

    async def heed_the_stop() -> None:
        asyncio.get_running_loop().add_signal_handler(STOP_BEGINS, app.state.feed.close)

    async def settle() -> None:
        """Exempt what is loaded now from garbage collection: a look through it stops all answers for 50 ms."""
        gc.collect()
        gc.freeze()

    app.on_startup += [heed_the_stop, settle]
    return app
