"""The app of each worker process of `ieum serve`."""

import asyncio
import gc
import os

from litestar import Litestar

from ieum.shop.kernel.memory import give_back, share_one_heap
from ieum.shop.kernel.settings import load
from ieum.shop.kernel.settings_file import environment
from ieum.shop.server.app import create_app
from ieum.shop.server.pulse import beat
from ieum.shop.server.serving import DRAIN_BEGINS, STOP_BEGINS


def make_app() -> Litestar:
    share_one_heap()
    app = create_app(load(environment(os.environ)))

    async def hear_of_a_stop() -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(DRAIN_BEGINS, setattr, app.state, "is_draining", True)
        loop.add_signal_handler(STOP_BEGINS, app.state.feed.close)

    async def freeze() -> None:
        """Exempt what is loaded now from garbage collection, which would stop all answers for 50 ms at a time.

        What loading has left behind goes back to the system, 10 MB.
        """
        gc.collect()
        gc.freeze()
        give_back()

    async def give_signs_of_life() -> None:
        app.state.pulse = asyncio.create_task(beat(os.environ))

    app.on_startup += [hear_of_a_stop, freeze, give_signs_of_life]
    return app
