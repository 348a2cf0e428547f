"""The types of what the fixtures of a shop provide."""

from collections.abc import Callable
from typing import NamedTuple

import httpx
from litestar import Litestar

from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.settings import Settings
from ieum.shop.payments.toss import TossClient

type Headers = dict[str, str]


type Client = httpx.AsyncClient


type Configure = Callable[..., Settings]


class Shop(NamedTuple):
    """A shop with real commits and a pool, for requests that run at once."""

    client: Client
    db: PooledDatabase
    provider: TossClient
    app: Litestar
