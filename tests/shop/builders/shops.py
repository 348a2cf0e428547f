"""The types of what the fixtures of a shop provide."""

from collections.abc import Callable
from typing import NamedTuple

import httpx
from litestar import Litestar

from ieum.shop.kernel.db import Database, PooledDatabase
from ieum.shop.kernel.settings import Settings
from ieum.shop.payments.toss import TossClient
from tests.conftest import RollingBack

type Headers = dict[str, str]


type Client = httpx.AsyncClient


type Configure = Callable[..., Settings]


class ShopOn[D: Database](NamedTuple):
    """A shop on a database of this kind."""

    client: Client
    db: D
    provider: TossClient
    app: Litestar


# With real commits and a pool, for requests that run at once.
Shop = ShopOn[PooledDatabase]
# All its transactions are savepoints of one that never commits: for tests that need one connection only.
QuietShop = ShopOn[RollingBack]
