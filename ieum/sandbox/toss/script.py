"""The browser script that the shop's page loads in place of Toss's."""

from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from ieum.sandbox.html import browser_script
from ieum.sandbox.world import World

SOURCE = Path(__file__).parent / "standard.js"


@get("/toss/v2/standard")
async def standard_script(world: NamedDependency[World]) -> Response[str]:
    """The script with the known client keys in it, so that it can refuse any other."""
    known = msgspec.json.encode(
        {pair.client_key: {"billing": pair.billing} for pair in world.settings.key_pairs}
    ).decode()
    return browser_script(SOURCE, call=f"installTossPayments({known})")
