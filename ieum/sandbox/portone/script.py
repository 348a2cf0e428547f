"""The browser script that the shop's page loads in place of the provider's."""

from functools import cache
from pathlib import Path

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency

from ieum.sandbox.toss.script import HEADERS
from ieum.sandbox.world import World

SOURCE = Path(__file__).parent / "browser-sdk.js"


@cache
def source() -> str:
    return SOURCE.read_text("utf-8")


@get("/portone/v2/browser-sdk.js")
async def browser_sdk(world: NamedDependency[World]) -> Response[str]:
    """The script, told which store and channel there are, so that it refuses others without asking."""
    settings = world.settings
    known = msgspec.json.encode([settings.portone_store_id, settings.portone_channel_key]).decode()
    return Response(
        f"(() => {{\n{source()}\ninstallPortOne(...{known})\n}})()\n",
        media_type="text/javascript",
        headers=HEADERS,
    )
