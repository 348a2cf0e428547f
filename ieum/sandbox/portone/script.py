"""The browser script that the shop's page loads in place of PortOne's."""

from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from ieum.sandbox.html import browser_script
from ieum.sandbox.world import World

SOURCE = Path(__file__).parent / "browser-sdk.js"


@get("/portone/v2/browser-sdk.js")
async def browser_sdk(world: NamedDependency[World]) -> Response[str]:
    """The script with the known store and channel in it, so that it can refuse any other."""
    settings = world.settings
    known = msgspec.json.encode([settings.portone_store_id, settings.portone_channel_key]).decode()
    return browser_script(SOURCE, call=f"installPortOne(...{known})")
