"""Built servers, lent to one test after another: to build one takes longer than most tests."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from litestar import Litestar

from ieum.shop.kernel.settings import Settings
from ieum.shop.server.app import build, state_of
from tests.shop.builders.response_cache import response_cache_of

# Those that nobody uses, by what is fixed when they are built.
_free: dict[tuple[bool, bool], list[Litestar]] = {}


@contextmanager
def lent_app(settings: Settings, **world: Any) -> Generator[Litestar]:
    """Lend a server, as `create_app` would build it, that nobody else uses meanwhile and that has cached nothing."""
    free = _free.setdefault((settings.is_https, settings.logs_requests), [])
    state = state_of(settings, **world)
    if free:
        app = free.pop()
        app.state.update(state)
        response_cache_of(app).clear()
    else:
        app = build(state)
    yield app
    free.append(app)
